import ArgumentParser
import TumbleAnimation
import TumbleFiles

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
  var samples = 101

  func validate() throws {
    guard (2...10_000_000).contains(samples) else {
      throw ValidationError("--samples is a number from 2 to 10000000, not \(samples).")
    }
    do {
      _ = try TimingFunction(parsing: text)
    } catch {
      throw ValidationError("\(error)")
    }
  }

  func run() throws {
    let curve = try TimingFunction(parsing: text)
    let output = try OutputFile(path: "-")
    try output.write("t,value,slope\n")
    for i in 0..<samples {
      let t = Double(i) / Double(samples - 1)
      try output.write("\(t),\(curve.value(at: t)),\(curve.slope(at: t))\n")
    }
    try output.finish()
  }
}
