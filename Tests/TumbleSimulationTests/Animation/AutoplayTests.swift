import Foundation
import Testing
import TumbleScenes
import TumbleTestSupport

@testable import TumbleSimulation

@Suite("Animations that do not begin by themselves")
struct AutoplayTests {
  /// A lift that waits for the first 0.2 s, then rises for 0.5 s.
  private static let text = """
    tumble: 1
    world: {gravity: [0, 0], rate: 100 Hz}
    bodies:
      - {id: lift, at: [0, 0], box: [60, 10], kind: kinematic}
    animations:
      - {id: rise, of: lift.position.y, type: basic, from: 0, to: 100, duration: 0.5 s, autoplay: false}
    when:
      - {id: go, event: time, at: 0.2 s, do: [{action: start, animations: rise}]}

    """

  private func world(_ text: String = text) throws -> World { try World(Scene(text: text)) }

  private func height(_ world: World) -> Double { world.snapshot["lift"]?.position.y ?? .nan }

  @Test(
    "An animation without autoplay moves nothing before a trigger starts it, and plays from its begin then")
  func waits() throws {
    let world = try world()
    for _ in 0..<20 {
      try world.step()
      #expect(height(world) == 0, "step \(world.steps)")
    }
    for _ in 0..<25 { try world.step() }
    #expect(abs(height(world) - 50) < 1e-9)
    for _ in 0..<30 { try world.step() }
    #expect(height(world) == 100)
  }

  @Test("An animation that is set not to begin by itself before the first step does not, and does on undo")
  func switchedOff() throws {
    let text = Self.text.replacingOccurrences(of: ", autoplay: false", with: "")
    let session = try Session(world(text))
    try session.giveAtStart([.set(.animation("rise"), path: "autoplay", value: "false")], named: "switch off")
    try session.finishRerun()
    for _ in 0..<10 { try session.step() }
    #expect(height(session.world) == 0)
    session.undo()
    try session.finishRerun()
    #expect(abs(height(session.world) - 20) < 1e-9)
  }

  @Test(
    "An animation that is added to a running world without autoplay waits, and takes away the one it replaces"
  )
  func added() throws {
    let world = try world()
    for _ in 0..<45 { try world.step() }
    let before = height(world)
    let other = "{id: rise, of: lift.position.x, type: basic, to: 50, duration: 1 s, autoplay: false}"
    try world.apply(.edit(.add(.animation, other)))
    for _ in 0..<10 { try world.step() }
    #expect(world.animationKeys.isEmpty)
    #expect(world.snapshot["lift"]?.position.x == 0)
    #expect(height(world) == before)
  }

  @Test("An animation that plays goes on where it is set not to begin by itself")
  func setWhilePlaying() throws {
    let world = try world()
    for _ in 0..<45 { try world.step() }
    try world.apply(.edit(.set(.animation("rise"), path: "autoplay", value: "false")))
    for _ in 0..<30 { try world.step() }
    #expect(height(world) == 100)
  }

  @Test(
    "A moment that is saved goes on as the world does, before, while and after the animation plays",
    arguments: [0, 1, 19, 20, 21, 45, 69, 70, 71, 90])
  func saved(steps: Int) throws {
    let world = try world()
    for _ in 0..<steps { try world.step() }
    let fresh = try World(Scene(text: SceneWriter().text(world.sceneNow())))
    for _ in 0..<100 {
      try world.step()
      try fresh.step()
      #expect(abs(height(world) - height(fresh)) < 1e-9, "step \(world.steps)")
    }
  }
}
