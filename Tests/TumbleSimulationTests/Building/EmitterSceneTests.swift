import Foundation
import Testing
import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleTestSupport

@testable import TumbleSimulation

@Suite("Emitters of a scene")
struct EmitterSceneTests {
  private static let scene = """
    tumble: 1
    world: {gravity: [0, -100]}
    bodies:
      - {id: ball, at: [50, 200], velocity: [60, 0], angularVelocity: 2, circle: 10}
      - {id: floor, kind: static, segment: {from: [0, 0], to: [300, 0]}}
    """
  private static let emitters = """

    emitters:
      - {id: fire, at: [150, 20], angle: 90 deg, line: 40, cells: {rate: 30, lifetime: 1, velocity: 60, angleRange: 1}}
      - {id: tail, body: ball, at: [-10, 0], begin: 0.1, cells: [{rate: 50, lifetime: 0.5}, {rate: 5, lifetime: 0.2}]}
      - {id: halo, body: ball, outline: true, mode: outline, cells: {rate: 40, lifetime: 0.4, velocity: 9}}
    """

  private static func world(_ text: String) throws -> World {
    try World(Scene(text: text, name: "t"))
  }

  @Test("Emitters change no state: the same hashes, step by step, with them and without")
  func noState() throws {
    let (plain, with) = (try Self.world(Self.scene), try Self.world(Self.scene + Self.emitters))
    for _ in 0..<240 {
      try plain.step()
      try with.step()
      #expect(plain.hash == with.hash && plain.snapshot == with.snapshot)
    }
  }

  @Test("Particles keep the place that their body had at their birth")
  func leftBehind() throws {
    let world = try Self.world(Self.scene + Self.emitters)
    var places: [Vector] = []
    for _ in 0..<91 {
      try world.step()
      let ball = try #require(world.snapshot["ball"])
      places.append(ball.position + Vector(-10, 0).rotated(by: ball.angle))
    }
    let seen = particles("tail", world.snapshot, world.description).filter { $0.cell == 0 }
    // Those born since 0.258 s, 50 a second; each on the way of the emitter.
    #expect(seen.count == 25)
    for particle in seen {
      let near = places.map { ($0 - particle.position).length }.min() ?? .infinity
      #expect(near < 0.6, "\(particle.position)")
    }
    let halo = particles("halo", world.snapshot, world.description)
    #expect(halo.count == 16)
    let ball = try #require(world.snapshot["ball"])
    for particle in halo { #expect((particle.position - ball.position).length < 10 + 0.4 * 150) }
  }

  @Test("The past has the particles that it had, whatever has been dropped since")
  func history() throws {
    let world = try Self.world(Self.scene + Self.emitters)
    let history = History(budget: 16 << 20, rate: world.rate)
    var seen: [[[Particle]]] = []
    let names = ["fire", "tail", "halo"]
    for _ in 0..<300 {
      try world.step()
      history.append(world.snapshot)
      seen.append(names.map { particles($0, world.snapshot, world.description) })
    }
    var past = FrameSnapshot(step: 0, rate: world.rate)
    for step in [300, 20, 155, 1, 299] {
      #expect(history.nearest(step, into: &past))
      #expect(names.map { particles($0, past, world.description) } == seen[step - 1])
    }
  }

  @Test("An emitter whose body is removed emits no more, and what it emitted goes on")
  func removed() throws {
    let world = try Self.world(Self.scene + Self.emitters)
    for _ in 0..<60 { try world.step() }
    let before = particles("tail", world.snapshot, world.description).filter { $0.cell == 0 }
    try world.step([.edit(.remove(.body("ball")))])
    for _ in 0..<23 { try world.step() }
    let after = particles("tail", world.snapshot, world.description).filter { $0.cell == 0 }
    #expect(before.count == 20 && after == before.suffix(after.count) && (14...16).contains(after.count))
    for _ in 0..<60 { try world.step() }
    #expect(particles("tail", world.snapshot, world.description).isEmpty)
    #expect(world.sceneNow().emitters.map(\.id) == ["fire"])
  }

  @Test(
    "A moment that is saved as a scene shows the same particles of what stands still, to the last bits of time"
  )
  func moment() throws {
    let world = try Self.world(Self.scene + Self.emitters)
    for _ in 0..<151 { try world.step() }
    let again = try World(world.sceneNow())
    let seen = particles("fire", world.snapshot, world.description)
    let then = particles("fire", again.snapshot, again.description)
    #expect(seen.count == 30 && then.count == 30)
    for (a, b) in zip(seen, then) { #expect((a.position - b.position).length < 1e-9) }
  }

  @Test("What is written of emitters reads back to the same")
  func written() throws {
    for text in [Self.scene + Self.emitters] {
      let scene = try Scene(text: text, name: "t")
      let again = try Scene(text: SceneWriter().text(scene), name: "t")
      #expect(scene.emitters == again.emitters && scene.emitters.count == 3)
    }
    let fireworks = try SceneLibrary().scene("fireworks")
    let again = try Scene(text: SceneWriter().text(fireworks), name: "fireworks")
    #expect(fireworks.emitters == again.emitters && fireworks.emitters.count == 6)
  }
}
