import CTumbleArguments
import Foundation

/// The environment in which hashes can be expected: the C library picks sin, cos, exp and pow by the processor, and they differ in
/// the last bit between processors with and without fused multiplication.
///
/// glibc reads its variable as a program starts, so the program has to start again to be without them.
enum LibmSetting {
  private static let variable = "GLIBC_TUNABLES"
  private static let name = "glibc.cpu.hwcaps"
  static let tunable = name + "=-AVX2,-FMA,-AVX2_Usable,-FMA_Usable,-FMA4"

  private static var others: [String] {
    let value = ProcessInfo.processInfo.environment[variable] ?? ""
    return value.split(separator: ":").map(String.init)
  }

  static var isInForce: Bool { others.contains(tunable) }

  /// Starts the program again in its place, with the same arguments.
  ///
  /// - Throws: `HeadlessError.cannotRestart`; otherwise it does not come back.
  static func restart() throws {
    let value = (others.filter { !$0.hasPrefix(name + "=") } + [tunable]).joined(separator: ":")
    setenv(variable, value, 1)
    var arguments: [UnsafeMutablePointer<CChar>?] = []
    while let argument = tumble_argument(Int32(arguments.count)) { arguments.append(strdup(argument)) }
    arguments.append(nil)
    execv("/proc/self/exe", arguments)
    for argument in arguments { free(argument) }
    throw HeadlessError.cannotRestart(variable + "=" + tunable)
  }
}
