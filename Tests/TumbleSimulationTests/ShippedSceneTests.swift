import Testing
import TumbleFrames
import TumbleScenes
import TumbleSimulation

@Suite("Every scene that comes with Tumble")
struct ShippedSceneTests {
  static let names = (try? SceneLibrary().names()) ?? []

  @Test("can be built, loses nobody, and runs the same again", arguments: names)
  func runs(name: String) throws {
    let scene = try SceneLibrary().scene(name)
    let (first, second) = (try World(scene), try World(scene))
    for _ in 0..<120 {
      try first.step()
      try second.step()
    }
    #expect(first.hash == second.hash)
    #expect(first.snapshot.joints.count == scene.joints.count)
    // Triggers make bodies from templates, and what shatters becomes more bodies.
    guard scene.templates.isEmpty, scene.bodies.allSatisfy({ $0.shatter == nil }) else { return }
    #expect(first.snapshot.bodies.count == scene.bodies.count)
    #expect(first.description.bodies.count == scene.bodies.count)
  }

  @Test(
    "has nothing wrong or odd to the linter", arguments: names)
  func linted(name: String) throws {
    let found = try SceneLibrary().check(name).diagnostics.filter { $0.severity != .note }.map(\.message)
    #expect(found == [])
  }

  @Test("is found")
  func some() { #expect(Self.names.contains("crates")) }

  @Test("of sorted balls sorts them: each color lies in a bin of its own")
  func sorter() throws {
    let scene = try SceneLibrary().scene("sorter")
    let world = try World(scene)
    for _ in 0..<40 * world.rate { try world.step() }
    let bins = [("red", 0.0...150), ("blue", 150...275), ("green", 275...480)]
    for body in world.snapshot.bodies {
      let id = scene.bodies[body.id.number].id
      guard let (_, bin) = bins.first(where: { id.hasPrefix($0.0 + "-") }) else { continue }
      #expect(bin.contains(body.position.x) && body.position.y < 140, "\(id) at \(body.position)")
    }
  }

  @Test("of a minute rings its bell before the minute is over, all stations in their order, and begins again")
  func goldberg() throws {
    let world = try World(SceneLibrary().scene("goldberg"))
    let start = world.snapshot
    var marks: [String] = []
    for _ in 0..<60 * world.rate {
      try world.step()
      marks += world.marks
    }
    #expect(marks == ["parcel", "boat", "dominoes", "thread", "bell"])
    let (was, isNow) = (try #require(start["ball"]).position, try #require(world.snapshot["ball"]).position)
    #expect(was.distance(to: isNow) < 5)
  }

  @Test("of a trebuchet throws its stone into the wall, and is loaded again after eight seconds")
  func trebuchet() throws {
    let world = try World(SceneLibrary().scene("trebuchet"))
    var marks: [String] = []
    func stone() throws -> BodySnapshot { try #require(world.snapshot["stone"]) }
    let start = try stone().position
    for _ in 0..<8 * world.rate - 1 {
      try world.step()
      marks += world.marks
    }
    #expect(marks.starts(with: ["stone", "wall"]) && world.joint("sling") == nil)
    #expect(try stone().position.x > 600)
    try world.step()
    #expect(try stone().position == start && world.joint("sling") != nil)
  }
}
