import Foundation

/// The same two ways counted instead of timed: the instructions of one round each, by callgrind, whatever
/// else the machine does. Where noise hides which way is the faster, these decide.
enum InstructionCount {
  static func run(_ measurement: Measurement) throws -> Outcome {
    Outcome(
      name: measurement.name, unit: "instr", ours: try count("ours", of: measurement.name),
      base: try count("base", of: measurement.name), promised: measurement.promised)
  }

  /// Makes one round of one side, in the process that callgrind watches.
  static func round(_ side: String, of name: String, in measurements: [Measurement]) {
    guard let measurement = measurements.first(where: { $0.name == name }) else {
      Bench.fail("there is no measurement '\(name)'")
    }
    _ = side == "ours" ? measurement.ours() : measurement.base()
  }

  /// The path of this program beside itself, where it finds its resources, without what a debugger wants to
  /// know: valgrind chokes on what Swift writes there.
  private static let program: Result<String, any Error> = Result {
    let own = CommandLine.arguments[0]
    _ = try run(["strip", "--strip-debug", "-o", own + "-counted", own])
    return own + "-counted"
  }

  private static func count(_ side: String, of name: String) throws -> Double {
    let words = try run([
      "valgrind", "--tool=callgrind", "--toggle-collect=baseline_counted", "--callgrind-out-file=/dev/null",
      try program.get(), "--round", side, name,
    ])
    // `==123== Collected : 456`
    let line = words.split(separator: "\n").last { $0.contains("Collected : ") }
    guard let number = line?.split(separator: " ").last.flatMap({ Double($0) }), number > 0 else {
      Bench.fail("callgrind counted nothing for '\(name)'; is valgrind installed?\n\(words)")
    }
    return number
  }

  /// Runs a command to its end.
  ///
  /// - Returns: what a program wrote on standard error.
  private static func run(_ command: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardError = pipe
    try process.run()
    let words = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return words
  }
}
