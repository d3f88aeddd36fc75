import Foundation
import Testing
import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

@Suite("Groups within groups, in a scene file")
struct NestedGroupTests {
  private static let text = """
    world: {gravity: [0, 0], rate: 100 Hz}
    bodies:
      - {id: a, kind: kinematic, at: [0, 0], circle: 5}
      - {id: b, kind: kinematic, at: [0, 50], circle: 5}
    animations:
      - id: show
        type: group
        beginTime: 500 ms
        duration: 4 s
        animations:
          - {of: a.opacity, type: basic, from: 0, to: 1, beginTime: 1 s, duration: 1 s, fillMode: both}
          - type: group
            beginTime: 1 s
            duration: 1 s
            repeat: 2
            animations:
              - {of: a.position.x, type: basic, from: 0, to: 100, beginTime: 250 ms, duration: 500 ms}
              - type: group
                beginTime: 500 ms
                duration: 500 ms
                speed: 2
                animations:
                  - {of: b.scale, type: basic, from: 1, to: 3, beginTime: 100 ms, duration: 100 ms}
    """

  @Test("Groups within groups begin when all the groups around them have, and repeat with them")
  func times() throws {
    let world = try TriggerTests.world(Self.text)
    func after(_ steps: Int) throws { for _ in 0..<steps { try world.step() } }
    func look(_ id: String) throws -> BodySnapshot { try #require(world.snapshot[id]) }
    // 0.5 s + 1 s + half of 1 s.
    try after(200)
    #expect(abs(try look("a").appearance.opacity - 0.5) < 1e-12)
    // The inner group began at 1.5 s, its member at 1.75 s: half of it has passed.
    #expect(abs(try look("a").position.x - 50) < 1e-9)
    // The innermost began at 2 s and runs twice as fast: from 2.05 to 2.1 s its member plays.
    #expect(try look("b").appearance.scale == Vector(1, 1))
    try after(7)
    #expect(abs(try look("b").appearance.scale.x - 1.8) < 1e-9)
    try after(4)
    #expect(try look("b").appearance.scale == Vector(1, 1), "its member is over, and fills nothing")
    // Again a second later.
    try after(96)
    #expect(abs(try look("b").appearance.scale.x - 1.8) < 1e-9)
    try after(200)
    #expect(try look("a").appearance.opacity == 1 && world.animationKeys.isEmpty)
  }

  @Test(
    "Groups within groups have the values that the library has for the same definitions",
    arguments: Seeds.list(default: 12))
  func library(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Int>) -> String { "\(Double(random.int(in: range)) / 8)" }
    func timing() -> String {
      random.pick([
        "", ", autoreverses: true", ", repeat: 2", ", speed: 2", ", timing: ease-in-out", ", fillMode: both",
        ", timeOffset: 0.25", ", repeat: 3, autoreverses: true, fillMode: forwards",
      ])
    }
    func group(_ depth: Int) -> String {
      let inner =
        depth == 0
        ? "{of: lamp.opacity, type: basic, from: 0.125, to: 0.875, beginTime: \(number(0...2)), duration: \(number(1...8))\(timing())}"
        : "{type: group, \(group(depth - 1))}"
      return "beginTime: \(number(0...2)), duration: \(number(4...16))\(timing()), animations: [\(inner)]"
    }
    let text = """
      world: {gravity: [0, 0], rate: 64 Hz}
      bodies: [{id: lamp, at: [0, 0], circle: 5}]
      animations: [{id: g, type: group, \(group(random.int(in: 1...3)))}]
      """
    // A member may begin after its group has ended, which a file must not say.
    guard let scene = try? TriggerTests.scene(text) else { return }
    let again = try Scene(text: SceneWriter().text(scene))
    #expect(again.animations == scene.animations)
    let tracks = try scene.animations[0].definition.tracks(of: nil)
    let world = try World(scene)
    for step in 0..<640 {
      let seen = try #require(world.snapshot["lamp"]).appearance.opacity
      let expected = tracks[0].sampler.value(at: MediaTime(step: step, rate: 64))?.number ?? 1
      #expect(seen == expected, "seed \(seed), step \(step)")
      try world.step()
    }
  }
}
