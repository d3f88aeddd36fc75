import Testing
import TumbleTestSupport

@Suite("The gallery of joints, rules, fields and triggers")
struct GalleryScenesTests {
  static let scenes = [
    "arch", "billiards", "breakfast", "breaking-bridge", "breaking-chains", "bridge", "bullets", "card-house",
    "chain", "chaos-twice", "cloth", "conveyor", "crane", "dominoes", "double-pendulum", "double-star",
    "fairground", "fireworks", "five-bridges", "fountain", "gear-train", "geyser", "goldberg",
    "gravity-beat", "hills", "hourglass", "jelly", "jelly-town", "kites", "lander", "lock",
    "loose-wheel", "machine", "marble-canon", "marble-run", "matrix", "motor-car", "newtons-cradle",
    "one-way", "pendulums", "pentagons", "pinball", "planets", "plinko", "portrait", "pump", "ragdoll",
    "rainbow", "scale",
    "shattering-wall", "slicer", "slime", "sorter", "springs", "storm-in-a-bottle", "strandbeest",
    "suspension", "tablecloth", "tank", "trebuchet", "tumbler", "web", "whirlpool", "wind-tunnel",
    "wrecking-ball",
  ]

  @Test(
    "The gallery of joints, rules, fields and triggers has the committed hashes, loses no body and is read without a warning",
    arguments: scenes)
  func golden(scene: String) throws {
    try checkHashes(of: scene, steps: 1200, every: 120)
  }

  /// A body's y at every step.
  private func heights(_ scene: String, _ body: String, seconds: Int) throws -> [Double] {
    let result = try RunProgram("tumble-headless")(
      "simulate", scene, "--duration", "\(seconds)", "--trace", "-")
    return result.text.split(separator: "\n").map { $0.split(separator: ",") }.filter { $0[2] == body }
      .compactMap { Double($0[4]) }
  }

  @Test("The pump lifts balls above its edge, and the one-way platforms hold what is thrown up through them")
  func works() throws {
    let lifted = try (1...6).map { try heights("pump", "ball-\($0)", seconds: 30).max() ?? 0 }
    #expect(lifted.contains { $0 > 320 })
    let thrown = try heights("one-way", "ball-7", seconds: 10)
    #expect((thrown.max() ?? 0) > 200)
  }
}
