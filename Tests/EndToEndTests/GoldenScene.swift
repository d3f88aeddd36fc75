import Testing
import TumbleTestSupport

extension RunProgram {
  /// `tumble-headless` as all golden numbers are made and compared: libm's last bits depend on the processor
  /// where it has FMA.
  static var goldenHeadless: RunProgram {
    var program = RunProgram("tumble-headless")
    program.environment["GLIBC_TUNABLES"] = "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX2_Usable,-FMA_Usable,-FMA4"
    return program
  }
}

/// Compares the hashes of a shipped scene with the committed ones.
/// - Parameter warnings: Whether the scene may warn of something.
func checkHashes(of scene: String, steps: Int, every interval: Int, warnings: Bool = false) throws {
  let result = try RunProgram.goldenHeadless(
    "simulate", scene, "--steps", "\(steps)", "--every", "\(interval)", "--hash")
  #expect(result.code == 0 && (warnings || result.errors.isEmpty), "\(scene): \(result.errors)")
  if let mismatch = Golden().mismatch(result.text, name: "hashes-\(scene).txt") {
    Issue.record("\(mismatch)")
  }
}
