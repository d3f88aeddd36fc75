import Foundation
import Testing
import TumbleAnimation
import TumbleGeometry
import TumbleScenes
import TumbleTestSupport

@Suite("A scene that is written")
struct WriterTests {
  static let everything = ProjectFolder.tests.appendingPathComponent(
    "TumbleScenesTests/Files/everything.yaml")

  @Test("A scene that is written reads back as the same scene, everything in it")
  func everything() throws {
    let outcome = SceneReader().read(
      try Data(contentsOf: Self.everything), file: "everything.yaml", name: "e")
    #expect(outcome.diagnostics.filter { $0.severity == .error }.map(\.description) == [])
    try Self.roundTrip(outcome.get())
  }

  @Test(
    "A shipped scene that is written reads back as the same scene",
    arguments: ShippedScenesTests.library.names())
  func shipped(name: String) throws {
    try Self.roundTrip(
      Scene(text: ShippedScenesTests.library.read(name).content, name: name))
  }

  @Test("How many a trigger may spawn is read by its former name too, with a warning")
  func formerMax() throws {
    func outcome(_ text: String) -> SceneReader.Outcome {
      let scene = """
        tumble: 1
        templates: {drop: {circle: 2}}
        when: [{event: time, every: 1 s, do: {action: spawn, template: drop, \(text)}}]
        """
      return SceneReader().read(Data(scene.utf8), file: "former.yaml", name: "former")
    }
    let (now, former) = (outcome("max: 3"), outcome("most: 3"))
    #expect(now.diagnostics.isEmpty)
    #expect(former.diagnostics.map(\.message) == ["'most' is now called 'max'"])
    #expect(former.diagnostics.map(\.severity) == [.warning])
    #expect(try former.get().triggers == now.get().triggers)
    #expect(throws: (any Error).self) { try outcome("most: 3, max: 3").get() }
  }

  static func roundTrip(_ scene: Scene) throws {
    let text = SceneWriter().text(scene)
    let again = SceneReader().read(Data(text.utf8), file: "again.yaml", name: scene.name)
    #expect(again.diagnostics.filter { $0.severity == .error }.map(\.description) == [])
    let read = try again.get()
    for (a, b) in zip(read.bodies, scene.bodies) { #expect(a == b) }
    for (a, b) in zip(read.joints, scene.joints) { #expect(a == b) }
    for (a, b) in zip(read.animations, scene.animations) { #expect(a == b) }
    for (a, b) in zip(read.triggers, scene.triggers) { #expect(a == b) }
    for (a, b) in zip(read.templates, scene.templates) { #expect(a == b) }
    #expect(read == scene)
    #expect(SceneWriter().text(read) == text)
  }
}
