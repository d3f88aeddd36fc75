import Foundation
import Testing
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

@Suite("A scene file with a mistake")
struct BadFilesTests {
  static let folder = ProjectFolder.tests.appendingPathComponent("TumbleScenesTests/Files/bad")

  static var names: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
  }

  static func messages(_ name: String) throws -> String {
    let data = try Data(contentsOf: folder.appendingPathComponent(name + ".yaml"))
    let read = SceneReader(pictureFolders: [ProjectFolder.assets]).read(
      data, file: name + ".yaml", name: name)
    let outcome = SceneLinter().lint(read)
    let hasErrors = outcome.diagnostics.contains { $0.severity == .error }
    #expect((outcome.scene == nil) == hasErrors)
    return outcome.diagnostics.map { "\($0)\n" }.joined()
  }

  @Test("A scene file with a mistake gets just the messages that were reviewed", arguments: names)
  func messages(name: String) throws {
    let text = try Self.messages(name)
    #expect(!text.isEmpty, "\(name) has nothing wrong with it")
    #expect(Golden(folder: Self.folder).mismatch(text, name: name + ".txt") == nil)
  }

  @Test("A scene file with a mistake is one of more than sixty, and each kind of mistake is among them")
  func count() { #expect(Self.names.count >= 60) }
}
