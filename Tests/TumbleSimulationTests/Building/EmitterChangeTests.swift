import Foundation
import Testing
import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleTestSupport

@testable import TumbleSimulation

@Suite("Emitters that change while a scene runs")
struct EmitterChangeTests {
  private static let scene = """
    tumble: 1
    world: {gravity: [0, -100]}
    bodies:
      - {id: ball, at: [50, 200], velocity: [60, 0], angularVelocity: 2, circle: 10}
    emitters:
      - {id: fire, at: [150, 20], angle: 90 deg, cells: {rate: 64, lifetime: 1, velocity: 60, angleRange: 1, spin: 2}}
      - {id: tail, body: ball, at: [-10, 0], cells: {rate: 64, lifetime: 0.5, velocity: 20}}

    """
  private static let both = ["fire", "tail"]

  private static func world(_ more: String = "") throws -> World {
    try World(Scene(text: scene + more))
  }

  private func seen(_ world: World, _ names: [String] = both) -> [[Particle]] {
    names.map { particles($0, world.snapshot, world.description) }
  }

  private func set(_ name: String, _ path: String, _ value: String?) -> Command {
    .edit(.set(.emitter(name), path: path, value: value))
  }

  @Test(
    "A rate of 0 emits nothing more and leaves what was born; a doubled one doubles the births",
    arguments: both)
  func rate(name: String) throws {
    let (plain, changed) = (try Self.world(), try Self.world())
    for _ in 0..<120 {
      try plain.step()
      try changed.step()
    }
    try changed.step([set(name, "rate", "0")])
    try plain.step()
    let stopped = particles(name, changed.snapshot, changed.description)
    let all = particles(name, plain.snapshot, plain.description)
    // A 60th of a second has 0.5 births of 64 a second.
    #expect(all.count - stopped.count <= 1 && !stopped.isEmpty)
    for (old, new) in zip(all, stopped) { #expect((old.position - new.position).length < 1e-9) }
    for _ in 0..<130 { try changed.step() }
    #expect(particles(name, changed.snapshot, changed.description).isEmpty)
    try changed.step([set(name, "rate", "200 %")])
    for _ in 0..<59 { try changed.step() }
    // Half a second of 128 a second.
    #expect((63...65).contains(particles(name, changed.snapshot, changed.description).count))
  }

  @Test(
    "What was born keeps its place, size and turn whatever is set later",
    arguments: ["lifetime", "velocity", "scale", "spin"])
  func multipliers(property: String) throws {
    let (plain, changed) = (try Self.world(), try Self.world())
    for _ in 0..<60 {
      try plain.step()
      try changed.step()
    }
    let before = seen(changed, ["fire"])[0].count
    try changed.step([set("fire", property, "0.5")])
    try plain.step()
    for _ in 0..<29 {
      try plain.step()
      try changed.step()
    }
    let (old, new) = (seen(plain, ["fire"])[0], seen(changed, ["fire"])[0])
    #expect(before == 32 && old.count == 48)
    for (a, b) in zip(old.prefix(32), new) {
      #expect((a.position - b.position).length < 1e-9 && (a.angle - b.angle).magnitude < 1e-9)
      #expect((a.size - b.size).magnitude < 1e-9)
    }
    switch property {
    // Those born since live half a second: a quarter of one has passed.
    case "lifetime": #expect(new.count == 48)
    case "velocity":
      let (slow, fast) = (new[40].position - Vector(150, 20), old[40].position - Vector(150, 20))
      #expect((slow * 2 - fast).length < 1e-9 && fast.length > 5)
    case "scale": #expect(new.last?.size == 3 && new.first?.size == 6)
    default:
      let (slow, fast) = (new[40].angle - .pi / 2, old[40].angle - .pi / 2)
      #expect((slow * 2 - fast).magnitude < 1e-9 && fast > 0.1)
    }
    for _ in 0..<45 {
      try plain.step()
      try changed.step()
    }
    // Of those before 24 are left, and 32 of the others, which live half a second.
    if property == "lifetime" { #expect(seen(changed, ["fire"])[0].count == 56) }
  }

  @Test("No change of an emitter changes the state", arguments: Seeds.list(default: 10))
  func noState(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (plain, changed) = (try Self.world(), try Self.world(Self.animations))
    for _ in 0..<200 {
      let command: [Command] = random.int(in: 0...6) == 0 ? [change(&random)] : []
      try plain.step()
      // What makes no sense by now is refused.
      if (try? changed.step(command)) == nil { try changed.step() }
      #expect(plain.hash == changed.hash && plain.snapshot == changed.snapshot)
    }
  }

  private static let animations = """
    animations:
      - {id: pulse, of: fire.rate, type: keyframe, values: [0, 3, 0.5], duration: 0.7, repeat: forever}
      - {id: swell, of: tail.scale, type: basic, from: 1, to: 4, duration: 1, fillMode: forwards}
      - {id: longer, of: fire.lifetime, type: basic, from: 0.5, to: 3, duration: 1.3, autoreverses: true, repeat: forever}
    graph: [{channels: [fire.rate, tail.scale]}]
    """

  private func change(_ random: inout SeededGenerator) -> Command {
    let name = random.pick(Self.both)
    let number = "\(random.double(in: 0...3))"
    return random.pick([
      set(name, "rate", number), set(name, "lifetime", number), set(name, "velocity", "-1"),
      set(name, "scale", nil),
      set(name, "at", "[\(number), 3]"), set(name, "cells[0].velocity", number), set(name, "begin", number),
      set(name, "cells", "[{rate: 9, lifetime: 2}, {rate: 90, lifetime: 0.1}]"),
      .edit(.remove(.emitter(name))),
      .edit(.duplicate([name], names: ["copy\(random.int(in: 0...1_000_000))"], by: Vector(9, 9))),
    ])
  }

  @Test(
    "A rerun, the past and a copy show the same particles, whatever was changed and animated",
    arguments: Seeds.list(default: 20))
  func again(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let world = try Self.world(Self.animations)
    let history = History(budget: 32 << 20, rate: world.rate)
    var log: [(step: Int, command: Command)] = []
    func all(_ snapshot: FrameSnapshot) -> [[Particle]] {
      world.description.emitters.map { particles($0.name, snapshot, world.description) }
    }
    for _ in 0..<200 {
      if random.int(in: 0...15) == 0 {
        let command = change(&random)
        // Made at once, as in a window, and in the rerun at the start of the step.
        if (try? world.apply(command)) != nil { log.append((world.steps, command)) }
      }
      try world.step()
      history.append(world.snapshot)
    }
    let run = try Self.world(Self.animations)
    while run.steps < 200 { try run.step(log.filter { $0.step == run.steps }.map(\.command)) }
    #expect(run.description == world.description)
    #expect(run.snapshot.emitterSamples == world.snapshot.emitterSamples)
    #expect(run.snapshot.emitterCounts == world.snapshot.emitterCounts)
    let copy = try world.copy()
    #expect(copy.snapshot.emitterSamples == world.snapshot.emitterSamples)
    var past = FrameSnapshot(step: 0, rate: world.rate)
    for step in [200, 3, 120] {
      #expect(history.nearest(step, into: &past))
      let then = try Self.world(Self.animations)
      while then.steps < step { try then.step(log.filter { $0.step == then.steps }.map(\.command)) }
      #expect(past.emitterSamples == then.snapshot.emitterSamples)
      #expect(past.emitterCounts == then.snapshot.emitterCounts)
    }
    #expect(all(run.snapshot) == all(world.snapshot))
  }

  @Test("An animated rate counts births by its integral, and what was born stays where it was born")
  func integral() throws {
    // From 0 to 2 in a second: as many births in that second as at 1.
    let world = try Self.world(
      "animations: [{id: up, of: fire.rate, type: basic, from: 0, to: 2, duration: 1, fillMode: forwards}]")
    var births: [Int] = []
    var before = 0
    for step in 1...119 {
      try world.step()
      let count = seen(world, ["fire"])[0].count
      if step % 24 == 0 {
        births.append(count - before)
        before = count
      }
    }
    // 64 × 0.04 in the first fifth, 3, 5 and 7 times as many in the next ones.
    #expect(births.count == 4 && (2...3).contains(births[0]) && (7...8).contains(births[1]))
    #expect((12...14).contains(births[2]) && (17...19).contains(births[3]))
    let rate = try #require(Channel.Number("rate", of: .emitter))
    #expect(try Channel("fire.rate", in: world.description).quantity == .object(.emitter(0), rate))
    #expect((world.value(of: rate, .emitter(0)) - 2 * 119 / 120).magnitude < 1e-9)
  }

  @Test("One that begins before the scene does is in full swing, also if it is animated")
  func fullSwing() throws {
    let began = Self.scene.replacingOccurrences(of: "{id: fire,", with: "{id: fire, begin: -5,")
    let animation = "animations: [{id: a, of: fire.spin, type: basic, from: 1, to: 2, duration: 9}]"
    func world(_ more: String) throws -> World {
      try World(Scene(text: began + more))
    }
    let (plain, animated) = (try world(""), try world(animation))
    for _ in 0..<100 {
      let (a, b) = (seen(plain, ["fire"])[0], seen(animated, ["fire"])[0])
      try #require(a.count == 64 && b.count == 64)
      for (a, b) in zip(a, b) { #expect((a.position - b.position).length < 1e-6) }
      try plain.step()
      try animated.step()
    }
  }

  @Test("A rule, a key and a control set an emitter's rate")
  func rules() throws {
    let world = try Self.world(
      """
      when:
        - {event: time, at: 0.5, do: {action: set, of: fire.rate, to: 0}}
        - {event: time, at: 1, do: {action: set, of: fire.rate, to: 3, over: 0.5 s}}
      controls:
        - {id: thrust, property: tail.rate, slider: [0, 2]}
      """)
    let number = try #require(Channel.Number("rate", of: .emitter))
    func rate(_ index: Int) -> Double { world.value(of: number, .emitter(index)) }
    for _ in 0..<59 { try world.step() }
    #expect(rate(0) == 1)
    for _ in 0..<3 { try world.step() }
    #expect(rate(0) == 0)
    for _ in 0..<90 { try world.step() }
    #expect((1...2.9).contains(rate(0)))
    for _ in 0..<60 { try world.step() }
    #expect(rate(0) == 3)
    try world.step([.control("thrust", 0)])
    #expect(rate(1) == 0 && world.control("thrust") == 0)
    for _ in 0..<60 { try world.step() }
    #expect(particles("tail", world.snapshot, world.description).isEmpty)
  }

  @Test(
    "An animation beyond what an emitter may be is held there",
    arguments: ["rate", "lifetime", "velocity", "scale", "spin"])
  func extremes(property: String) throws {
    for ends in ["[1, 1e9]", "[1, -1e9]"] {
      let world = try Self.world(
        "animations: [{id: a, of: fire.\(property), type: keyframe, values: \(ends), duration: 0.2, fillMode: forwards}]"
      )
      for _ in 0..<30 { try world.step() }
      let seen = seen(world, ["fire"])[0]
      #expect(seen.count <= 100_000 && seen.allSatisfy { $0.position.isFinite && $0.size.isFinite })
    }
  }

  @Test("Emitters are added, copied, changed and removed, and a file is written of them")
  func edits() throws {
    let world = try Self.world()
    for _ in 0..<30 { try world.step() }
    try world.apply(.edit(.add(.emitter, "{id: new, at: [9, 9], scale: 2, cells: {rate: 5}}")))
    try world.apply(
      .edit(.duplicate(["ball", "tail", "fire"], names: ["ball2", "tail2", "fire2"], by: Vector(5, 6))))
    try world.apply(set("tail", "cells[0].lifetime", "1.5"))
    try world.apply(.edit(.remove(.emitter("fire"))))
    for _ in 0..<30 { try world.step() }
    let names = world.description.emitters.map(\.name)
    #expect(names == ["fire", "tail", "new", "tail2", "fire2"])
    #expect(particles("fire", world.snapshot, world.description).isEmpty)
    #expect(!particles("tail2", world.snapshot, world.description).isEmpty)
    let place = try #require(world.description.emitter("fire2"))
    #expect(world.description.emitters[place].position == Vector(155, 26))
    let scene = world.sceneNow()
    #expect(scene.emitters.map(\.id).sorted() == ["fire2", "new", "tail", "tail2"])
    let tail2 = try #require(scene.emitters.first { $0.id == "tail2" })
    #expect(tail2.body.map { scene.bodies[$0].id } == "ball2" && tail2.position == Vector(-10, 0))
    #expect(world.text(of: .emitter("new"), path: "scale") == "2")
    #expect(world.text(of: .emitter("tail"), path: "cells[0].lifetime") == "1.5")
    for (edit, words) in [
      (Edit.add(.emitter, "{id: new, cells: {}}"), "the id 'new' is taken"),
      (.add(.emitter, "{id: more, body: nobody, cells: {}}"), "no body named 'nobody'"),
      (.add(.emitter, "{id: more, cells: {rate: 99999, lifetime: 60}}"), "more than 100000 particles"),
      (.set(.emitter("fyre2"), path: "rate", value: "1"), "no emitter named 'fyre2'"),
      (.set(.emitter("fire2"), path: "rate", value: "-1"), "'rate' must be"),
      (.remove(.emitter("fire")), "no emitter named 'fire'"),
    ] {
      do throws(WorldError) {
        try world.apply(.edit(edit))
        Issue.record("\(edit) was made")
      } catch {
        #expect("\(error)".contains(words), "\(error)")
      }
    }
    // With its body an emitter goes; what it emitted stays as long as it lives.
    try world.apply(.edit(.remove(.body("ball2"))))
    #expect(world.sceneNow().emitters.map(\.id).sorted() == ["fire2", "new", "tail"])
  }
}
