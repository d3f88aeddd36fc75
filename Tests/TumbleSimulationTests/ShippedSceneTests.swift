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
    #expect(first.snapshot.bodies.count == scene.bodies.count)
    #expect(first.snapshot.joints.count == scene.joints.count)
    #expect(first.description.bodies.count == scene.bodies.count)
  }

  @Test("is found")
  func some() { #expect(Self.names.contains("crates")) }
}
