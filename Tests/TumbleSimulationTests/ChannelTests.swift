import Testing
import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleScenes

@testable import TumbleSimulation

@Suite("Channels")
struct ChannelTests {
  private func read(_ names: [String], _ world: World, steps: Int) throws -> [[Double]] {
    let reader = ChannelReader(try names.map { try Channel($0, in: world.description) })
    var values: [Double] = []
    var rows: [[Double]] = []
    reader.read(world, into: &values)
    rows.append(values)
    for _ in 0..<steps {
      try world.step()
      reader.read(world, into: &values)
      rows.append(values)
    }
    return rows
  }

  @Test("Channels of energy and momentum are the engine's own sums")
  func sums() throws {
    var scene = BookScenes.crates
    scene.bodies[2].gravityScale = 0.5
    let world = try World(scene)
    for row in 0..<5 {
      let rows = try read(
        ["energy.kinetic", "energy.potential", "energy.total", "momentum"], world, steps: 60)
      let last = try #require(rows.last)
      let space = world.space
      #expect(abs(last[0] - space.kineticEnergy) <= 1e-9 * max(space.kineticEnergy, 1), "second \(row)")
      #expect(abs(last[1] - space.potentialEnergy) <= 1e-9 * space.potentialEnergy)
      #expect(last[2] == last[0] + last[1])
      #expect(abs(last[3] - space.momentum.length) <= 1e-9 * max(last[3], 1))
    }
  }

  @Test("Channels of a free fall are those of the book's formula")
  func freeFall() throws {
    let rows = try read(
      ["crate.y", "crate.speed", "crate.velocity.y", "bodies.awake", "contacts", "world.gravity.y"],
      try World(BookScenes.crate), steps: 120)
    let last = try #require(rows.last)
    #expect(abs(last[1] - 1000) < 1e-6 && abs(last[2] + 1000) < 1e-6)
    #expect(last[0] < 250 - 490 && last[0] > 250 - 510)
    #expect(last[3] == 1 && last[4] == 0 && last[5] == -1000)
  }

  @Test("Channels show every property that an animation can move")
  func animated() throws {
    for property in AnimatableProperty.allCases {
      let word = property.name
      let known = Channel.Number.all(of: property.owner).map(\.name)
      let parts =
        switch word {
        case "position": ["x", "y"]
        case "position.x": ["x"]
        case "position.y": ["y"]
        default: known.contains(word) ? [word] : known.filter { $0.hasPrefix(word + ".") }
        }
      #expect(!parts.isEmpty && parts.allSatisfy(known.contains), "\(word)")
    }
    var scene = BookScenes.crates
    scene.bodies[1].appearance.scale = Vector(2, 0.5)
    let rows = try read(["crate1.size.x", "crate1.size.y", "crate1.scale.x"], try World(scene), steps: 1)
    #expect(rows.last == [64, 16, 2])
  }

  @Test("Channels count the pairs that touch")
  func contacts() throws {
    let rows = try read(["contacts"], try World(BookScenes.crates), steps: 1200).map { $0[0] }
    #expect(rows.first == 0)
    // At rest each of five crates touches something, and no pair is counted twice.
    #expect(rows.last.map { (5...12).contains($0) } == true, "\(rows.last ?? -1)")
  }

  @Test("Channels count no pair any more whose body diverged while it touched")
  func contactsOfLost() throws {
    var scene = BookScenes.crates
    scene.world.gravity = .zero
    scene.bodies.removeLast(3)
    // Deep in each other, both on their way out of the world: the first is out a few steps before the second.
    for (body, x) in [(1, 1e9 - 40.0), (2, 1e9 - 62)] {
      scene.bodies[body].position = Vector(x, 0)
      scene.bodies[body].velocity = Vector(1200, 0)
    }
    let world = try World(scene)
    let reader = ChannelReader([try Channel("contacts", in: world.description)])
    var values: [Double] = []
    var counts: [Double] = []
    var lost: [Int] = []
    for step in 0..<40 {
      if try !world.step().lost.isEmpty { lost.append(step) }
      reader.read(world, into: &values)
      counts.append(values[0])
    }
    #expect(lost.count == 2, "\(lost)")
    #expect(lost.first.map { counts[$0 - 1] } == 1, "\(counts)")
    #expect(counts.last == 0 && counts.allSatisfy { $0 >= 0 }, "\(counts)")
  }

  @Test("Channels of a body that diverged are NaN from then on")
  func lostBody() throws {
    var scene = BookScenes.crates
    scene.bodies[2].velocity = Vector(9e8, 0)
    scene.bodies[2].position = Vector(9.9e8, 0)
    let world = try World(scene)
    let reader = ChannelReader([
      try Channel("crate2.x", in: world.description), try Channel("energy.total", in: world.description),
    ])
    var values: [Double] = []
    for _ in 0..<30 {
      _ = try? world.step()
      reader.read(world, into: &values)
    }
    #expect(values[0].isNaN && values[1].isFinite)
  }

  @Test("Each name of a channel is one that a scene file may use")
  func namesAgree() {
    let names =
      Channel.common + Channel.Number.all(of: .body).map { "crate." + $0.name }
      + Channel.Number.all(of: .joint).map { "rope." + $0.name }
    for name in names {
      let text = """
        tumble: 1
        bodies: [{id: crate, box: [9, 9], mass: 1}, {id: hook, kind: static}]
        joints: [{id: rope, type: slide, a: crate, b: hook, max: 9}]
        graph: [{channels: [\(name)]}]
        """
      #expect(throws: Never.self, "\(name)") { try Scene(text: text) }
    }
  }

  @Test("A limit of a channel takes the units of what the channel measures, and no others")
  func limitUnits() throws {
    func limits(_ check: String) throws -> (min: Double?, max: Double?) {
      let scene = try Scene(
        text:
          "tumble: 1\nworld: {pointsPerMeter: 50}\nbodies: [{id: b, circle: 5}]\nexpect: [{check: value, \(check)}]"
      )
      guard case .value(_, let min, let max) = scene.expectations[0].check else { return (nil, nil) }
      return (min, max)
    }
    #expect(try limits("channel: b.speed, max: 3 m/s").max == 150)
    #expect(try limits("channel: b.speed, max: 3").max == 3)
    #expect(try limits("channel: b.speed, max: 10 mm/s").max == 0.5)
    let between = try limits("channel: b.angle, between: [-90 deg, 0.5 turn]")
    #expect(between.min == -Double.pi / 2)
    #expect(between.max == Double.pi)
    for (check, message) in [
      ("channel: b.speed, max: 3 s", "'max' is a time, and 'b.speed' is a speed"),
      ("channel: b.y, between: [1, 2 kg]", "'between' is a mass, and 'b.y' is a length"),
      ("channel: b.opacity, min: 1 m", "'min' is a length, and 'b.opacity' is a plain number"),
      ("channel: b.speed, max: 3 smoots", "no unit"),
    ] {
      let error = #expect(throws: SceneError.self) { try limits(check) }
      #expect("\(error.map { "\($0)" } ?? "")".contains(message), "\(error.map { "\($0)" } ?? "")")
    }
  }

  @Test("Channels that do not exist are answered with what there is and what was likely meant")
  func unknown() throws {
    let description = try World(BookScenes.crates).description
    func suggestion(_ name: String) -> String? {
      do {
        _ = try Channel(name, in: description)
        return "found"
      } catch {
        return error.suggestion
      }
    }
    #expect(suggestion("energy.kinetic") == "found" && suggestion("crate3.angle") == "found")
    #expect(suggestion("energy.kinetik") == "energy.kinetic")
    #expect(suggestion("crate3.angel") == "crate3.angle")
    #expect(suggestion("crate33.y") == "crate3.y")
    #expect(suggestion("") == nil && suggestion("zzzzzzzzzz") == nil)
    #expect(suggestion(String(repeating: "x", count: 100_000)) == nil)
  }
}
