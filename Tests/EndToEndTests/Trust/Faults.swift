import Foundation
import TumbleTestSupport

/// Faults around a program while it runs: calls on chosen files that fail, a signal at a byte, a clock that
/// jumps. `Faults/faults.c`, preloaded into the program, makes them.
struct Faults {
  /// A part of the paths of the files that it is about.
  var path: String?
  /// The call that fails: open (for writing), write, fsync, fdatasync, close, rename, unlink, ftruncate,
  /// fchmod, flock, mkdir.
  var call: String?
  /// The first of these calls that fails, counted from 1, and how many do; 0 is all from there on.
  var first = 1
  var count = 1
  /// The error's number.
  var error = EIO
  /// Bytes of the first failing write that get through.
  var partial = 0
  /// A signal reaches the program when it has written so many bytes to the files, in the middle of a call if
  /// need be.
  var byte: Int?
  var signal = SIGKILL
  /// Gets a line for each call on the files.
  var log: URL?
  /// The reading of a clock from which on it is wrong, and by how many seconds. Only the calendar's goes
  /// back; all go forth, as when the machine has slept.
  var clock: (look: Int, seconds: Int)?

  /// The environment variables that tell `Faults/faults.c` of these faults.
  var environment: [String: String] {
    get throws {
      var values = ["LD_PRELOAD": try Self.library.get()]
      values["FAULT_PATH"] = path
      if let call {
        values["FAULT_CALL"] = call
        values["FAULT_NTH"] = "\(first)"
        values["FAULT_COUNT"] = "\(count)"
        values["FAULT_ERRNO"] = "\(error)"
        values["FAULT_PARTIAL"] = "\(partial)"
      }
      values["FAULT_BYTE"] = byte.map { "\($0)" }
      values["FAULT_SIGNAL"] = "\(signal)"
      values["FAULT_LOG"] = log?.path
      if let clock {
        values["FAULT_CLOCK_CALL"] = "\(clock.look)"
        values["FAULT_CLOCK_JUMP"] = "\(clock.seconds)"
      }
      return values
    }
  }

  /// The library, compiled once a test run, beside the programs.
  private static let library: Result<String, any Error> = Result {
    let source = ProjectFolder.tests.path + "/EndToEndTests/Faults/faults.c"
    let library = RunProgram.products.path + "/libfaults.so"
    let fresh = "\(library).\(getpid())"
    let compiler = try RunProgram(path: "/usr/bin/env")(
      "cc", "-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC", "-o", fresh, source)
    guard compiler.code == 0, rename(fresh, library) == 0 else {
      throw RunningProgram.Failure("faults.c cannot be compiled: \(compiler.errors)")
    }
    return library
  }
}

/// A call that a program made on the files that `Faults` was about.
struct FileCall: Hashable, CustomStringConvertible {
  var name: String
  /// The number among those of its name, from 1.
  var number: Int
  var description: String { "\(name) \(number)" }

  /// Reads the calls of a log in their order. Calls that run beside the rest count once, for how often they
  /// happen differs.
  static func all(in log: URL) throws -> [FileCall] {
    var counts: [String: Int] = [:]
    return try String(contentsOf: log, encoding: .utf8).split(separator: "\n").map { line in
      let name = String(line)
      counts[name, default: 0] += 1
      return FileCall(name: name, number: counts[name] ?? 0)
    }.filter { $0.name != "fdatasync" || $0.number == 1 }
  }
}

extension RunProgram {
  /// The same program with something that goes wrong.
  func with(_ faults: Faults) throws -> RunProgram {
    var program = self
    program.environment.merge(try faults.environment) { $1 }
    return program
  }
}
