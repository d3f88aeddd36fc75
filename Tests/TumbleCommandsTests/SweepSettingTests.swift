import Testing
import TumbleSimulation

@testable import TumbleHeadlessCommands

@Suite("A setting of a sweep")
struct SweepSettingTests {
  @Test("names the values that a person means, first and last included")
  func values() throws {
    #expect(try SweepSetting("crate1.friction=0.1..0.5/5").values == [0.1, 0.2, 0.3, 0.4, 0.5])
    #expect(try SweepSetting("*.elasticity=0,0.5,1").values == [0, 0.5, 1])
    #expect(try SweepSetting("world.gravity.y=-1000..1000/3").values == [-1000, 0, 1000])
  }

  @Test("changes what it names and nothing else")
  func apply() throws {
    var scene = Scene()
    for id in ["a", "b"] {
      var body = Scene.Body(id: id)
      body.shapes = [Scene.Shape(.circle(center: .zero, radius: 5))]
      scene.bodies.append(body)
    }
    var expected = scene
    expected.bodies[1].shapes[0].friction = 0.25
    try SweepSetting("b.friction=0.25").apply(0.25, to: &scene)
    #expect(scene == expected)
    try SweepSetting("world.gravity.y=-5").apply(-5, to: &scene)
    expected.world.gravity.y = -5
    #expect(scene == expected)
    scene.fields = [Scene.Field(id: "sun", force: ForceField(.drag()))]
    scene.fluids = [Scene.Fluid(id: "lake", liquid: Fluid(outline: []))]
    try SweepSetting("sun.strength=7").apply(7, to: &scene)
    try SweepSetting("lake.level=30").apply(30, to: &scene)
    #expect(scene.fields[0].force.strength == 7 && scene.fluids[0].liquid.level == 30)
    #expect(throws: SweepError.self) { try SweepSetting("sun.level=7").apply(7, to: &scene) }
    #expect(throws: SweepError.self) { try SweepSetting("c.friction=1").apply(1, to: &scene) }
  }
}
