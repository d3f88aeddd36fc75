import Testing
import TumbleTestSupport

@Suite("The scenes of fields and fluids")
struct FieldScenesTests {
  @Test(
    "have the committed hashes, lose no body and are read without a warning",
    arguments: ["geyser", "kites", "lock", "planets", "whirlpool"])
  func golden(scene: String) throws {
    var program = RunProgram("tumble-headless")
    // As for all golden numbers: libm's last bits depend on the processor where it has FMA.
    program.environment["GLIBC_TUNABLES"] = "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX2_Usable,-FMA_Usable,-FMA4"
    let result = try program("simulate", scene, "--steps", "1200", "--every", "120", "--hash")
    #expect(result.code == 0 && result.errors.isEmpty, "\(scene): \(result.errors)")
    if let mismatch = Golden().mismatch(result.text, name: "hashes-\(scene).txt") {
      Issue.record("\(mismatch)")
    }
  }
}
