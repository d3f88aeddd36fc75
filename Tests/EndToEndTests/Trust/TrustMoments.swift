import Foundation
import TumbleTestSupport

/// The moments at which `InterruptionTests` ends programs: few in `swift test`, as many as
/// `TUMBLE_TRUST_MOMENTS` says.
enum TrustMoments {
  static var list: [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    if let one = environment["TUMBLE_SEED"].flatMap(UInt64.init) { return [one] }
    let count = environment["TUMBLE_TRUST_MOMENTS"].flatMap(Int.init) ?? 30
    return (0..<UInt64(max(count, 1))).map { $0 }
  }

  /// The moments of `list` at which a display is killed: each of them needs a display of its own.
  static var ofDisplays: [UInt64] { list.filter { $0 % 30 == 0 } }
}

/// A way to end a program.
enum Interruption: CaseIterable {
  case killed, interrupted, terminated, fileSizeLimit

  /// The signal that ends the program; nil for a limit.
  var signal: Int32? {
    switch self {
    case .killed: SIGKILL
    case .interrupted: SIGINT
    case .terminated: SIGTERM
    case .fileSizeLimit: nil
    }
  }

  /// Runs a program that is ended when it has written so many bytes to a file.
  func run(
    _ arguments: [String], at byte: Int, of file: String, by name: String = "tumble-headless"
  ) throws -> RunProgram.Result {
    if let signal {
      return try RunProgram(name).with(Faults(path: file, byte: byte, signal: signal))
        .run(arguments)
    }
    // The kernel's own: a write beyond it raises SIGXFSZ.
    let program = RunProgram.products.appendingPathComponent(name).path
    return try RunProgram(path: "/usr/bin/env").run(["prlimit", "--fsize=\(byte)", program] + arguments)
  }

  /// The exit codes of a program that was ended so, and one that was not because it had written all.
  var codes: Set<Int32> { signal.map { [-$0] } ?? [1] }
}
