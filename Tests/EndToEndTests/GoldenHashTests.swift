import Testing
import TumbleTestSupport

@Suite("Golden hashes")
struct GoldenHashTests {
  @Test("of the first scenes are the committed ones", arguments: ["crate", "crates", "pyramid", "shower"])
  func golden(scene: String) throws {
    var headless = RunProgram("tumble-headless")
    // libm's last bits depend on the processor where it has FMA; these are made and compared without.
    headless.environment["GLIBC_TUNABLES"] = "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX2_Usable,-FMA_Usable,-FMA4"
    let result = try headless("simulate", scene, "--steps", "360", "--every", "60", "--hash")
    #expect(result.code == 0, "\(result.errors)")
    if let mismatch = Golden().mismatch(result.text, name: "hashes-\(scene).txt") {
      Issue.record("\(mismatch)")
    }
  }
}
