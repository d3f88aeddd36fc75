import Testing

@Suite("Golden hashes")
struct GoldenHashTests {
  @Test(
    "Golden hashes of the first scenes are the committed ones",
    arguments: ["crate", "crates", "pyramid", "shower"])
  func golden(scene: String) throws {
    try checkHashes(of: scene, steps: 360, every: 60, warnings: true)
  }
}
