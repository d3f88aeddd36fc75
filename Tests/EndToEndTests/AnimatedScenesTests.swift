import Testing
import TumbleTestSupport

@Suite("Scenes that animations move")
struct AnimatedScenesTests {
  private func headless(_ arguments: String...) throws -> String {
    let result = try RunProgram.goldenHeadless.run(arguments)
    #expect(result.code == 0 && result.errors.isEmpty, "\(arguments): \(result.errors)")
    return result.text
  }

  @Test(
    "Scenes that animations move have the committed hashes",
    arguments: [
      "bounce", "clock", "door", "ship", "color-pulse", "timing", "easings", "elevator", "catch",
      "transitions", "carousel", "walker", "puppet", "title-sequence", "stamping-press", "pop-up-book",
      "perfect-loop",
    ])
  func golden(scene: String) throws {
    try checkHashes(of: scene, steps: 720, every: 60)
  }

  @Test("Scenes that animations move show the committed looks", arguments: ["color-pulse", "door"])
  func appearance(scene: String) throws {
    let trace = try headless(
      "simulate", scene, "--steps", "480", "--every", "10", "--trace", "-", "--columns", "scaleX,color")
    if let mismatch = Golden().mismatch(trace, name: "looks-\(scene).csv") { Issue.record("\(mismatch)") }
  }

  /// A body's values of a column, by step.
  private func values(_ scene: String, steps: Int, _ body: String, _ column: Int) throws -> [Double] {
    try headless("simulate", scene, "--steps", "\(steps)", "--trace", "-").split(separator: "\n")
      .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
      .filter { $0[2] == body }.compactMap { Double($0[column]) }
  }

  @Test("`bounce` is at the book's heights at the book's times, and the curve's ball at its own")
  func bounce() throws {
    let keys = try values("bounce", steps: 180, "keyframes", 4)
    for (time, y) in [
      (0.0, 32.0), (0.3, 268), (0.5, 140), (0.7, 268), (0.8, 220), (0.9, 268), (0.95, 250), (1, 268),
    ] {
      #expect((keys[Int((time * 120).rounded())] - (300 - y)).magnitude < 1e-9, "\(time)")
    }
    #expect(keys[180] == 32)
    let curve = try values("bounce", steps: 180, "curve", 4)
    // Half of the time: 363/40 · 1/4 - 99/10 · 1/2 + 17/5 of the way.
    #expect((curve[60] - (268 - 236 * (363 / 160.0 - 99 / 20.0 + 17 / 5.0))).magnitude < 1e-9)
    let real = try values("bounce", steps: 600, "real", 4)
    // It touches down when the curve does, at 4/11 s, and comes to rest beside it.
    #expect(real[0..<42].allSatisfy { $0 > 40 } && real[42...46].contains { $0 < 40 })
    #expect((real[600] - 32).magnitude < 1)
  }

  @Test("`clock` has moved a second by six degrees, waits half of it, and loses nothing in ten minutes")
  func clock() throws {
    let angles = try values("clock", steps: 1200, "second", 5)
    func degrees(_ step: Int) -> Double { angles[step] * 180 / .pi }
    for second in 0...9 {
      #expect((degrees(120 * second) - (-252 - 6 * Double(second))).magnitude < 1e-9)
      #expect((degrees(120 * second + 60) - degrees(120 * (second + 1))).magnitude < 1e-9)
    }
  }

  @Test("`ship` is on its curve, and points along it")
  func ship() throws {
    let (x, y, angle) = (
      try values("ship", steps: 480, "ship", 3), try values("ship", steps: 480, "ship", 4),
      try values("ship", steps: 480, "ship", 5)
    )
    #expect(x[0] == 0 && y[0] == 150 && x[240] == 150 && y[240] == 150)
    // Half-way the tangent is a quarter of (75, -150), half of (150, 300) and a quarter of (75, -150): 3 to
    // 2.
    #expect((angle[240] - 0.5880026035475675).magnitude < 1e-9)
    #expect(x[479] > 298 && angle[479] < -0.9)
  }

  @Test("`elevator` carries its crates, and lets them fly where it stops at once, round after round")
  func elevator() throws {
    let platform = try values("elevator", steps: 4104, "platform", 4)
    for (step, height) in [(0, 40.0), (252, 200), (360, 200), (720, 40), (1368, 40), (1620, 200)] {
      #expect(platform[step] == height, "at step \(step)")
    }
    // A round is 11.4 s. Six of them are soft; then the platform stops at once, and the crates fly on.
    for crate in ["crate1", "crate2", "crate3"] {
      let heights = try values("elevator", steps: 4104, crate, 4)
      for round in [0, 1368, 2736] {
        for step in stride(from: round + 60, through: round + 720, by: 60) {
          #expect((heights[step] - platform[step] - 24).magnitude < 1, "\(crate) at step \(step)")
        }
        let hop = (round + 860..<round + 930).map { heights[$0] - platform[$0] - 24 }.max() ?? 0
        #expect(hop > 10, "\(crate) in the round from step \(round)")
      }
    }
  }

  @Test("`catch` throws, catches and lets go without a jerk")
  func catches() throws {
    for crate in ["swing", "plain", "crawl"] {
      let (vx, vy) = (try values("catch", steps: 600, crate, 6), try values("catch", steps: 600, crate, 7))
      for step in 2...600 {
        let change = max((vx[step] - vx[step - 1]).magnitude, (vy[step] - vy[step - 1]).magnitude)
        #expect(change < 90, "\(crate) at step \(step)")
      }
      let y = try values("catch", steps: 600, crate, 4)
      #expect((y[590] - 240).magnitude < 1)
    }
  }
}
