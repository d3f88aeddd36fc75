import Foundation
import Testing
@testable import TumbleScenes
import TumbleTestSupport

@Suite("The description of the keys")
struct DocumentsTests {
  private func matches(_ text: String, _ path: String) -> String? {
    let url = ProjectFolder.root.appendingPathComponent(path)
    return Golden(folder: url.deletingLastPathComponent()).mismatch(text, name: url.lastPathComponent)
  }

  @Test("The description of the keys makes the schema that is shipped")
  func schema() throws {
    #expect(matches(SceneSchema.text, "Scenes/scene.schema.json") == nil)
    _ = try JSONSerialization.jsonObject(with: Data(SceneSchema.text.utf8))
  }

  @Test("The reference in docs/scene-format.md, below its tutorial, is made of the description")
  func reference() throws {
    let path = "docs/scene-format.md"
    let page = try String(contentsOf: ProjectFolder.root.appendingPathComponent(path), encoding: .utf8)
    let parts = page.components(separatedBy: SceneReference.marker)
    try #require(parts.count == 2, "\(path) should have this line once: \(SceneReference.marker)")
    #expect(matches(parts[0] + SceneReference.marker + SceneReference.text, path) == nil)
  }

  @Test(
    "The description of the keys shows each of Tumble's own pictures, all of which have their drawings, and each color that has a name"
  )
  func looks() throws {
    let assets = ProjectFolder.assets.path
    let files = try FileManager.default.contentsOfDirectory(atPath: assets)
    func names(_ kind: String) -> [String] {
      files.filter { $0.hasSuffix("." + kind) }.map { String($0.dropLast(4)) }.sorted()
    }
    let (textures, series) = (SceneReference.textures.map(\.name), SceneReference.series)
    #expect(names("png") == textures.flatMap { series[$0] ?? [$0] }.sorted())
    let drawings = textures.map { series[$0] == nil ? $0 : "\($0.prefix { $0 != "-" }).template" }
    #expect(names("svg") == drawings.sorted())
    #expect(matches(SceneReference.colorSheet, "docs/colors.svg") == nil)
  }

  @Test("The description of the keys makes the fuzzer's dictionary")
  func dictionary() { #expect(matches(SceneReference.dictionary, "Tests/Fuzz/scenes.dict") == nil) }

  @Test("The description of the keys has examples that are all read without an error")
  func examples() {
    #expect(SceneReference.examples.count > 30)
    for (section, text) in SceneReference.examples {
      let outcome = SceneReader().read(Data(text.utf8), file: section, name: section)
      #expect(
        outcome.diagnostics.filter { $0.severity == .error }.map(\.description) == [], "\(section): \(text)")
    }
  }
}
