import Foundation
import Testing
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

@Suite("Writer: any valid scene written out and read is the same scene with the same trace")
struct WrittenSceneTests {
  private func read(_ text: String, name: String) throws -> Scene {
    let outcome = SceneReader().read(Data(text.utf8), file: "\(name).yaml", name: name)
    return try outcome.get()
  }

  /// Reads what the writer makes of a scene, and runs both: the hash of every step is that of every body's
  /// bits.
  private func check(_ scene: Scene, steps: Int, _ comment: Comment) throws {
    let text = SceneWriter().text(scene)
    let again = try read(text, name: scene.name)
    guard again == scene else {
      Issue.record("reads back as another scene: \(text)")
      return
    }
    #expect(SceneWriter().text(again) == text, comment)
    let (one, other) = (try World(scene), try World(again))
    for _ in 0..<steps {
      // Bodies may fly off and be lost, from both alike.
      let (first, second) = (failure { try one.step() }, failure { try other.step() })
      #expect(first == second, comment)
      guard one.hash == other.hash, one.snapshot == other.snapshot else {
        Issue.record("another trace at step \(one.steps): \(text)")
        return
      }
    }
  }

  private func failure(_ act: () throws -> Void) -> String? {
    do { try act() } catch { return "\(error)" }
    return nil
  }

  @Test(
    "A scene that comes with Tumble, written out and read, is the same scene with the same trace",
    arguments: ShippedSceneTests.names)
  func shipped(name: String) throws {
    let library = try SceneLibrary()
    // Without a place to look for pictures in, for the writer keeps their names alone.
    let scene = try read(library.read(name).content, name: name)
    try check(scene, steps: scene.bodies.count > 500 ? 20 : 120, "\(name)")
  }

  @Test(
    "A scene made from a seed, written out and read, is the same scene with the same trace",
    arguments: Seeds.list(default: 60))
  func generated(seed: UInt64) throws {
    let text = GeneratedScene(seed: seed).text
    let outcome = SceneReader().read(Data(text.utf8), file: "made.yaml", name: "made")
    guard let scene = outcome.scene else {
      let errors = outcome.diagnostics.filter { $0.severity == .error }.map(\.description)
      Issue.record("seed \(seed) makes no scene: \(errors)\n\(text)")
      return
    }
    try check(scene, steps: 40, "seed \(seed)")
  }
}
