import Foundation
import Testing
import TumbleTestSupport

/// The scenes that documents show: a reader copies them, so each runs and does what stands there.
@Suite("Scenes in documents") struct DocumentScenesTests {
  /// The blocks of YAML of a document, each a whole scene: of the scene format, those of its tutorial.
  private func scenes(of document: String) throws -> [String] {
    let file = ProjectFolder.docs.appendingPathComponent(document)
    let text = try String(contentsOf: file, encoding: .utf8)
    let written = text.components(separatedBy: "\n## The reference\n")[0]
    return written.components(separatedBy: "```yaml\n").dropFirst().map { part in
      part.components(separatedBy: "```")[0]
    }
  }

  @Test(
    "A scene of a document meets what it expects, and the lint has no word about it",
    arguments: [("recipes.md", 8), ("scene-format.md", 5)])
  func documentScenes(document: String, count: Int) throws {
    let scenes = try scenes(of: document)
    #expect(scenes.count == count)
    let folder = try ScratchFolder()
    for (index, scene) in scenes.enumerated() {
      #expect(scene.contains("\nexpect:\n"), "scene \(index + 1) of \(document) expects nothing")
      try folder.file("scene-\(index + 1).yaml", scene)
    }
    let program = RunProgram("tumble-headless")
    let tested = try program("test", folder.url.path)
    #expect(tested.code == 0, "\(tested.text)\(tested.errors)")
    let checked = try program("validate", folder.url.path)
    #expect(checked.code == 0, "\(checked.text)\(checked.errors)")
    #expect(!checked.text.contains("warning"), "\(checked.text)")
  }
}
