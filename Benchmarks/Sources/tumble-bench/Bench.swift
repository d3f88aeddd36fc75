import Foundation

/// `tumble-bench [PATTERN] [--instructions] [--json FILE]`: prints a line a measurement whose name contains
/// the pattern.
@main
enum Bench {
  /// One row an area; each area is a file of its own.
  static var measurements: [() -> [Measurement]] {
    [
      StepMeasurements.all, SceneMeasurements.all, TraceMeasurements.all, GraphBench.measurements,
      AnimationBench.measurements,
    ]
  }

  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    var json: String?
    if let flag = arguments.firstIndex(of: "--json") {
      guard flag + 1 < arguments.count else { fail("--json needs a file") }
      json = arguments[flag + 1]
      arguments.removeSubrange(flag...flag + 1)
    }
    let counts = arguments.contains("--instructions")
    arguments.removeAll { $0 == "--instructions" }
    // What `--instructions` starts under callgrind: one round of one side.
    if arguments.count == 3, arguments[0] == "--round" {
      return InstructionCount.round(arguments[1], of: arguments[2], in: measurements.flatMap { $0() })
    }
    guard arguments.count <= 1, arguments.first?.hasPrefix("-") != true else {
      fail("usage: bench [PATTERN] [--instructions] [--json FILE]")
    }
    let pattern = arguments.first ?? ""
    let chosen = measurements.flatMap { $0() }.filter { pattern.isEmpty || $0.name.contains(pattern) }
    guard !chosen.isEmpty else { fail("no measurement's name contains '\(pattern)'") }

    print(row("name", "ours", "base", "ratio", "promised"))
    var outcomes: [Outcome] = []
    for measurement in chosen {
      let outcome = counts ? try InstructionCount.run(measurement) : measurement.run()
      outcomes.append(outcome)
      print(
        row(
          outcome.name, number(outcome.ours) + " " + outcome.unit, number(outcome.base) + " " + outcome.unit,
          number(outcome.ratio), outcome.promised.map { "≤ " + number($0) } ?? ""))
    }
    if let json { try write(outcomes, to: json) }
  }

  private static func write(_ outcomes: [Outcome], to path: String) throws {
    let rows: [[String: Any]] = outcomes.map {
      ["name": $0.name, "unit": $0.unit, "ours": $0.ours, "base": $0.base, "ratio": $0.ratio]
    }
    let data = try JSONSerialization.data(withJSONObject: rows, options: [.prettyPrinted, .sortedKeys])
    try data.write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  private static func row(_ cells: String...) -> String {
    zip(cells, [30, 16, 16, 9, 10]).map { cell, width in
      cell + String(repeating: " ", count: max(1, width - cell.count))
    }.joined()
  }

  private static func number(_ value: Double) -> String {
    String(format: value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.3f", value)
  }

  static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("tumble-bench: \(message)\n".utf8))
    exit(64)
  }
}
