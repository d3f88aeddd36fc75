import ArgumentParser
import TumbleAnimation

struct CurveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "curve",
    abstract: "Print a timing curve as numbers: t, value and slope.",
    discussion: """
      Such as quadratic-in-out, bounce-out, ease-in, "cubic-bezier(1, 0, 0.75, 1)", "steps(4, end)", \
      "linear(0, 0.25 75%, 1)" or "spring(response: 0.5, damping: 0.7)".
      """)

  @Argument(help: ArgumentHelp("The curve.", valueName: "spec"))
  var text: String

  @Option(
    parsing: .unconditional, help: "How many values of t, evenly from 0 to 1, both included; at least 2.")
  var samples = CurveTable.defaultSamples

  @OptionGroup var json: JSONOptions

  func validate() throws {
    try CurveTable.check(samples: samples)
    do {
      _ = try TimingFunction(parsing: text)
    } catch {
      throw ValidationError("\(error)")
    }
  }

  func run() throws {
    try CurveTable(TimingFunction(parsing: text), samples: samples).print(isJSON: json.isJSON)
  }
}
