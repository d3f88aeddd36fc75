import Foundation
import TumbleTestSupport

/// A program of this package while it runs, with its standard output where the test says.
final class RunningProgram {
  private let process = Process()
  private let scratch: ScratchFolder
  private let errors: URL

  /// - Parameter shell: What a shell does before it becomes the program, such as `trap '' INT;`.
  init(_ name: String, _ arguments: [String], output: Any = FileHandle.nullDevice, shell: String = "") throws
  {
    scratch = try ScratchFolder()
    errors = try scratch.file("errors", "")
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", "\(shell) exec \"$0\" \"$@\"", RunProgram.products.appendingPathComponent(name).path] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.runOpenToSignals()
  }

  deinit {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Looks again and again until something is so; gives up after half a minute.
  func wait(_ what: String, _ isSo: () throws -> Bool) throws {
    for _ in 0..<3000 {
      if try isSo() { return }
      guard process.isRunning else {
        throw Display.Failure(description: "the program ended while waiting \(what): \(try errorText())")
      }
      usleep(10_000)
    }
    throw Display.Failure(description: "gave up waiting \(what)")
  }

  /// Processor time that it has taken, of all its threads, in ticks of a hundredth of a second; 0 once it has ended.
  var processorTicks: Int {
    let path = "/proc/\(process.processIdentifier)/stat"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8), let name = text.lastIndex(of: ")")
    else { return 0 }
    // The 14th and the 15th field; the 2nd, in parentheses, may hold spaces.
    return text[name...].split(separator: " ").dropFirst(12).prefix(2).compactMap { Int($0) }.reduce(0, +)
  }

  /// The exit code once it has ended; minus the signal's number if one ended it.
  func end() -> Int32 {
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
      ? -process.terminationStatus : process.terminationStatus
  }

  func errorText() throws -> String { try String(contentsOf: errors, encoding: .utf8) }
}
