import Testing
import TumbleTestSupport

@Suite("The gallery of joints and rules")
struct GalleryScenesTests {
  static let scenes = [
    "breaking-bridge", "bridge", "bullets", "chain", "conveyor", "dominoes", "motor-car", "newtons-cradle",
    "one-way", "plinko", "pump",
    "ragdoll",
    "shattering-wall", "sorter", "springs", "suspension", "wrecking-ball", "pinball", "lander", "crane",
    "fountain", "machine",
  ]

  @Test("has the committed hashes, loses no body and is read without a warning", arguments: scenes)
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

  /// A body's y at every step.
  private func heights(_ scene: String, _ body: String, seconds: Int) throws -> [Double] {
    let result = try RunProgram("tumble-headless")(
      "simulate", scene, "--duration", "\(seconds)", "--trace", "-")
    return result.text.split(separator: "\n").map { $0.split(separator: ",") }.filter { $0[2] == body }
      .compactMap { Double($0[4]) }
  }

  @Test("the pump lifts balls above its edge, and the one-way platforms hold what is thrown up through them")
  func works() throws {
    let lifted = try (1...6).map { try heights("pump", "ball-\($0)", seconds: 30).max() ?? 0 }
    #expect(lifted.contains { $0 > 320 })
    let thrown = try heights("one-way", "ball-7", seconds: 10)
    #expect((thrown.max() ?? 0) > 200)
  }
}
