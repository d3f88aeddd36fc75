import Foundation
import Testing
import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

@Suite("A look that a rule changes by a transition")
struct LookTransitionTests {
  private static let text = """
    world: {gravity: [0, 0], rate: 100 Hz}
    bodies:
      - {id: sign, kind: static, at: [50, 50], box: [40, 40], texture: crate}
      - {id: lamp, at: [150, 50], circle: 10, mass: 1, color: red}
    when:
      - {event: time, at: 100 ms, do: {action: set, of: sign.texture, to: steel, over: 500 ms, transition: push, from: right, timing: linear}}
      - {event: time, at: 200 ms, do: {action: set, of: lamp.color, to: blue, transition: fade, start: 25 %, end: 75 %}}
      - {event: time, at: 1 s, do: {action: set, of: sign.texture, to: crate, over: 300 ms}}
      - {event: time, at: 2 s, do: {action: set, of: sign.texture, to: plank}}
    """

  private static func scene() throws -> Scene {
    let read = SceneReader(pictureFolders: [ProjectFolder.assets]).read(
      Data(("tumble: 1\n" + text).utf8), file: "t.yaml", name: "t")
    return try SceneLinter().lint(read).get()
  }

  @Test(
    "A look that a rule changes by a transition is in the scene at once, and in snapshots with its step and the old look"
  )
  func changes() throws {
    let world = try World(Self.scene())
    #expect(world.snapshot.looks.isEmpty)
    for _ in 0..<10 { try world.step() }
    #expect(world.text(of: .body("sign"), path: "texture")?.contains("steel") == true)
    let sign = try #require(world.snapshot.looks.first)
    #expect(sign.body == world.body("sign") && sign.step == 10)
    func picture(_ place: Int?) -> String? {
      place.map { (world.description.pictures[$0] as NSString).lastPathComponent }
    }
    #expect(picture(sign.picture) == "steel.png" && picture(sign.oldPicture) == "crate.png")
    let push = try #require(sign.transition.map { world.description.transitions[$0] })
    #expect(push == Transition(.push, from: .right, duration: 0.5, timingFunction: .linear))
    #expect(
      world.description.bodies[0].texture?.hasSuffix("crate.png") == true,
      "what it showed before the first change")
    for _ in 0..<10 { try world.step() }
    let lamp = try #require(world.snapshot.looks.last)
    #expect(lamp.body == world.body("lamp") && lamp.step == 20 && lamp.oldColor == Color(hex: "#ff0000"))
    #expect(lamp.picture == nil && lamp.oldPicture == nil)
    #expect(lamp.transition.map { world.description.transitions[$0].startProgress } == 0.25)
    #expect(lamp.transition.map { world.description.transitions[$0].duration } == 0.25)
    for _ in 0..<80 { try world.step() }
    let back = try #require(world.snapshot.looks.first)
    #expect(back.step == 100 && picture(back.picture) == "crate.png")
    #expect(back.transition.map { world.description.transitions[$0].kind } == .fade, "of a texture by itself")
    for _ in 0..<100 { try world.step() }
    let last = try #require(world.snapshot.looks.first)
    #expect(last.transition == nil && picture(last.picture) == "plank.png", "at once, since that step")
    #expect(world.description.pictures.count == 3 && world.description.transitions.count == 3)
  }

  @Test(
    "A look that a rule changes by a transition is in the past as it was, and comes out the same in a rerun"
  )
  func past() throws {
    let scene = try Self.scene()
    let world = try World(scene)
    let history = History(budget: 1 << 22, rate: 100)
    var kept: [FrameSnapshot] = []
    for _ in 0..<250 {
      history.append(world.snapshot)
      kept.append(world.snapshot)
      try world.step()
    }
    var snapshot = world.snapshot
    for before in kept {
      try #require(history.nearest(before.step, into: &snapshot))
      #expect(snapshot == before)
      #expect(snapshot.looks == before.looks, "step \(before.step)")
    }
    #expect(try world.copy().snapshot.looks == world.snapshot.looks)
    let now = world.sceneNow()
    #expect(now.bodies[0].texture?.name == "plank")
    #expect(try World(now).snapshot.looks.isEmpty)
    let again = try Scene(text: SceneWriter().text(scene), name: "t")
    #expect(again.triggers == scene.triggers)
  }

  @Test("A look that a rule changes by a transition is forgotten with its body")
  func removal() throws {
    let world = try World(Self.scene())
    for _ in 0..<30 { try world.step() }
    #expect(world.snapshot.looks.count == 2)
    try world.step([.edit(.remove(.body("sign")))])
    #expect(world.snapshot.looks.map(\.body) == [world.body("lamp")])
  }
}
