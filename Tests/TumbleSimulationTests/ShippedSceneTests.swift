import Testing
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
}
