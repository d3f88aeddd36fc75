import Foundation
import Testing
import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleTestSupport

@testable import TumbleSimulation

@Suite("Arrivals that the next step begins with")
struct TrackArrivalTests {
  /// Runs a scene twice with the same commands, once sampling every step's begin again.
  private func expectSameBits(
    _ scene: Scene, steps: Int, _ commands: (Int) -> [Command] = { _ in [] }
  ) throws {
    let (world, anew) = (try World(scene), try World(scene))
    for step in 0..<steps {
      let commands = commands(step)
      anew.animation.arrivals.removeAll()
      try world.step(commands)
      try anew.step(commands)
      #expect(world.snapshot == anew.snapshot && world.previous == anew.previous, "step \(step)")
    }
  }

  @Test(
    "Arrivals that the next step begins with move made scenes to the same bits as samples taken anew",
    arguments: Seeds.list(default: 20))
  func madeScenes(seed: UInt64) throws {
    let text = GeneratedScene(seed: seed).text
    try expectSameBits(Scene(text: text, name: "made"), steps: 240)
  }

  @Test(
    "Arrivals that the next step begins with move bodies of every kind of curve, in groups and in layers that turn back, to the same bits",
    arguments: Seeds.list(default: 10))
  func curves(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let places = [Vector(0, 0), Vector(60, 0), Vector(60, 40), Vector(0, 0)].map {
      AnimatableValue.vector($0)
    }
    let contents: [AnimationContent] = [
      AnimatedBodiesTests.to(90, 10, from: .zero),
      .keyframe(.init(values: places)), .keyframe(.init(values: places, mode: .discrete)),
    ]
    let functions: [TimingFunction] = [.linear, .easeInOut, .steps(try Steps(4, .end))]
    var scene = AnimatedBodiesTests.scene([])
    scene.layers = [Scene.Layer(id: "layer")]
    for i in 0..<8 {
      scene.bodies.append(
        AnimatedBodiesTests.body(
          "b\(i)", random.bool() ? .kinematic : .dynamic, at: Vector(Double(i) * 200, 0)))
      let timing = MediaTiming(
        duration: random.pick([0.25, 0.4, 1]), repetition: random.pick([.count(2.5), .forever]),
        autoreverses: random.bool(), fillMode: random.pick([.removed, .both]))
      var animation = try AnimatedBodiesTests.animation(
        "b\(i).position", random.pick(contents), timing, timingFunction: random.pick(functions),
        cumulative: random.bool(), id: "a\(i)")
      if random.int(in: 0...2) == 0 {
        let whole = MediaTiming(duration: 0.7, repetition: .count(3), autoreverses: random.bool())
        animation.definition = AnimationDefinition(
          .group([.init(animation.target, animation.definition)]), timing: whole)
        animation.target = nil
      }
      if random.bool() { animation.layer = "layer" }
      scene.animations.append(animation)
    }
    try expectSameBits(scene, steps: 360) { step in
      guard step % 40 == 39 else { return [] }
      return [
        random.bool()
          ? .run(layer: "layer", speed: random.pick([0, 1, -1, 2]))
          : .scrub(layer: "layer", to: random.pick([0, 0.4, 2]))
      ]
    }
  }
}
