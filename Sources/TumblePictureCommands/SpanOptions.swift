import ArgumentParser
import TumbleHeadlessCommands

/// Which part of a run is shown.
struct SpanOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: "The moment at which it begins, in seconds.")
  var from = Seconds(0)

  @OptionGroup var length: LengthOptions

  func validate() throws {
    if !(from.value >= 0 && from.value.isFinite) {
      throw ValidationError("--from is a number of seconds, 0 or more, not \(from).")
    }
    if length.steps == 0 || length.duration?.value == 0 {
      let option = length.steps == nil ? "--duration" : "--steps"
      throw ValidationError("\(option) is above 0 here, not 0.")
    }
  }
}
