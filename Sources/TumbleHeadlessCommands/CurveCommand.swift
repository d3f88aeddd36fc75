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
  var samples = CurveTable.defaultSamples

  @OptionGroup var json: JSONOptions

  func validate() throws {
    try CurveTable.check(samples: samples)
    do { _ = try TimingFunction(parsing: text) } catch { throw ValidationError("\(error)") }
  }

  func run() throws {
    try CurveTable(TimingFunction(parsing: text), samples: samples).print(isJSON: json.isJSON)
  }
}

/// A timing curve as numbers.
package struct CurveTable {
  private let curve: TimingFunction
  private let samples: Int

  /// - Parameter samples: How many values of t, evenly from 0 to 1, both included; at least 2.
  package init(_ curve: TimingFunction, samples: Int) { (self.curve, self.samples) = (curve, samples) }

  package static let defaultSamples = 101

  package static func check(samples: Int) throws {
    guard (2...10_000_000).contains(samples) else {
      throw ValidationError("--samples is a number from 2 to 10000000, not \(samples).")
    }
  }

  private struct Row: Encodable {
    var t: Double
    var value: Double
    var slope: Double
  }

  private func row(_ index: Int) -> Row {
    let t = Double(index) / Double(samples - 1)
    return Row(t: t, value: curve.value(at: t), slope: curve.slope(at: t))
  }

  /// Writes t, value and slope to standard output, a line each, or as a list in JSON.
  package func print(isJSON: Bool) throws {
    if isJSON { return try JSONOptions.print((0..<samples).map(row)) }
    let output = try OutputFile(path: "-")
    try output.write("t,value,slope\n")
    for i in 0..<samples {
      let row = row(i)
      try output.write("\(row.t),\(row.value),\(row.slope)\n")
    }
    try output.finish()
  }
}
