import ArgumentParser
import TumbleHeadlessCommands

/// Which part of a run is shown.
struct SpanOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: "The moment at which it begins, in seconds.")
  var from = Seconds(0)

  @Option(
    parsing: .unconditional,
    help: "Seconds of the scene's time; default: 10 s, or to the recording's end.")
  var duration: Seconds?

  func validate() throws {
    if !(from.value >= 0 && from.value.isFinite) {
      throw ValidationError("--from is a number of seconds, 0 or more, not \(from).")
    }
    if let duration, !(duration.value > 0 && duration.value.isFinite) {
      throw ValidationError("--duration is a number of seconds above 0, not \(duration).")
    }
  }
}
