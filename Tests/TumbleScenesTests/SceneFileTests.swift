import Foundation
import Testing
import TumbleGeometry
import TumbleScenes
import TumbleTestSupport

@Suite("A scene's file")
struct SceneFileTests {
  private let scratch: ScratchFolder
  private var path: String { scratch.url.path + "/a.yaml" }
  private static let text = "tumble: 1 # first\nbodies:\n  - {id: a, at: [1, 2], circle: 5}\n"

  init() throws { scratch = try ScratchFolder() }

  private func read(_ name: String = "a.yaml") throws -> String {
    try String(contentsOfFile: scratch.url.path + "/" + name, encoding: .utf8)
  }

  @Test("A scene's file is saved by changing its text, and kept as it was beside it")
  func saves() throws {
    try scratch.file("a.yaml", Self.text)
    var file = try SceneFile(reading: path)
    var scene = try SceneReader().read(file.text, file: path, name: "a").get()
    #expect(try file.save(scene) == nil)
    #expect(!FileManager.default.fileExists(atPath: path + "~"))
    scene.bodies[0].position.y = 7
    var expected: Data?
    #expect(try file.save(scene) { expected = $0 } == path + "~")
    #expect(try read() == Self.text.replacing("[1, 2]", with: "[1, 7]"))
    #expect(try expected == Data(read().utf8))
    #expect(try read("a.yaml~") == Self.text)
    #expect(try Data(read().utf8) == file.text)
    #expect(try file.save(scene) == nil)
  }

  @Test("A scene's file is not saved over what somebody else has written, unless that is said")
  func meanwhile() throws {
    try scratch.file("a.yaml", Self.text)
    var file = try SceneFile(reading: path)
    var scene = try SceneReader().read(file.text, file: path, name: "a").get()
    scene.bodies[0].position.y = 7
    try scratch.file("a.yaml", "theirs")
    #expect(throws: SceneSavingError.changedMeanwhile(path: path)) { try file.save(scene) }
    #expect(try read() == "theirs")
    try file.save(scene, isForced: true)
    #expect(try read("a.yaml~") == "theirs")
    #expect(try read() == Self.text.replacing("[1, 2]", with: "[1, 7]"))
  }

  @Test("A scene's file is not saved over what cannot be read any more")
  func unreadable() throws {
    try scratch.file("a.yaml", Self.text)
    var file = try SceneFile(reading: path)
    var scene = try SceneReader().read(file.text, file: path, name: "a").get()
    scene.bodies[0].position.y = 7
    file.limits.bytes = Self.text.utf8.count + 10
    try scratch.file("a.yaml", Self.text + String(repeating: "#", count: 100))
    #expect(throws: SceneSavingError.changedMeanwhile(path: path)) { try file.save(scene) }
    #expect(!FileManager.default.fileExists(atPath: path + "~"))
  }

  @Test(
    "A scene's file keeps its byte order mark, also where the text it is known by came from the reader, which leaves it out"
  )
  func mark() throws {
    try scratch.file("a.yaml", "\u{FEFF}" + Self.text)
    let outcome = SceneReader().read(try Data(contentsOf: URL(fileURLWithPath: path)), file: path, name: "a")
    var scene = try outcome.get()
    scene.bodies[0].position.y = 7
    var file = SceneFile(path: path, text: Data(outcome.text.utf8))
    try file.save(scene)
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: path))
        == Data(("\u{FEFF}" + Self.text.replacing("[1, 2]", with: "[1, 7]")).utf8))
    #expect(try file.save(scene) == nil)
  }

  @Test("A scene's file is not touched where the scene cannot be saved")
  func refused() throws {
    try scratch.file("a.yaml", Self.text)
    var file = try SceneFile(reading: path)
    var scene = try SceneReader().read(file.text, file: path, name: "a").get()
    scene.bodies[0].id = "not an id"
    #expect(throws: SceneTextPatchError.self) { try file.save(scene) }
    #expect(try read() == Self.text)
  }

  @Test("A scene's file of a moment is new, reads as the moment, and says what it is")
  func moment() throws {
    try scratch.file("a.yaml", Self.text)
    let scene = try Scene(text: Self.text, name: "a")
    let moment = scene.asMoment(of: scene, step: 150)
    #expect(moment.title == "a, after 1.25 s")
    #expect(moment.note.contains("cached contacts are no part of a scene"))
    let stem = scratch.url.path + "/a"
    #expect(try SceneFile.write(moment, as: stem) == stem + "-2.yaml")
    #expect(try read() == Self.text)
    let again = try Scene(text: read("a-2.yaml"), name: "a")
    #expect(again == moment)
  }
}
