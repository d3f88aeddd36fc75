import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
import TumbleTrace

/// Replays what the fuzzer starts from, and what it once found, without the fuzzer: as
/// `Tests/Fuzz/scenes.swift` does.
@Suite("The fuzzer's seeds")
struct FuzzSeedTests {
  static let folder = ProjectFolder.tests.appendingPathComponent("Fuzz/seeds")
  static let recordings = ProjectFolder.tests.appendingPathComponent("Fuzz/recording-seeds")

  static var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  @Test(
    "The fuzzer's seeds are read or refused, and what is read is written and read again, built and stepped")
  func replay() throws {
    for name in Self.names {
      let data = try Data(contentsOf: Self.folder.appendingPathComponent(name))
      let outcome = SceneReader().read(data, file: name, name: "seed")
      _ = outcome.diagnostics.map(\.description)
      guard let scene = outcome.scene else {
        #expect(outcome.diagnostics.contains { $0.severity == .error }, "\(name)")
        continue
      }
      let again = SceneReader().read(Data(SceneWriter().text(scene).utf8), file: name, name: "seed")
      #expect(again.scene == scene, "\(name)")
      guard scene.bodies.count <= 100, SceneLinter().lint(outcome).scene != nil else { continue }
      let world = try World(scene)
      for _ in 0..<3 { _ = try? world.step() }
    }
  }

  @Test("The fuzzer's seeds of recordings are read or refused, and what is read is written and read again")
  func recordings() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.recordings.path).sorted()
    #expect(names.count >= 6)
    var read = 0
    for name in names {
      let data = try Data(contentsOf: Self.recordings.appendingPathComponent(name))
      guard let recording = try? Recording(bytes: [UInt8](data)) else { continue }
      read += 1
      #expect(try Recording(bytes: recording.bytes) == recording, "\(name)")
    }
    #expect(read >= 4)
  }

  @Test(
    "The fuzzer's seeds of recordings have what a session writes: digests, a hash of each step, edits, and lines that count no longer"
  )
  func written() throws {
    func scene(_ mass: Int) throws -> (text: String, scene: Scene) {
      let text = "tumble: 1\nworld: {rate: 60 Hz}\nbodies: [{id: a, box: [10, 10], mass: \(mass)}]\n"
      return (text, try Scene(text: text, name: "a"))
    }
    let scratch = try ScratchFolder()
    let file = scratch.url.appendingPathComponent("a.jsonl")
    let (first, second) = (try scene(1), try scene(2))
    let session = try Session(
      World(first.scene), content: first.text, recorder: Recorder(path: file.path, stepsBetweenChecks: 3))
    func steps(_ count: Int) throws { for _ in 0..<count { try session.step() } }
    try session.give(.grab(Vector(0, 0)))
    try steps(2)
    try session.give(.move(Vector(5, 9)))
    try steps(2)
    try session.give(.release)
    try session.give(.tilt(Vector(10, -100)))
    try steps(2)
    try session.give(Edit.add(.body, "{id: b, at: [0, 30], circle: 5}"))
    try steps(2)
    session.undo()
    try session.finishRerun()
    try steps(1)
    try session.give(Edit.set(.body("a"), path: "friction", value: "0.5"))
    session.undo()
    try session.finishRerun()
    session.redo()
    try session.finishRerun()
    try steps(3)
    try session.reload(second.scene, content: second.text, mode: .sameStep)
    try session.finishRerun()
    try steps(2)
    try session.finish()
    let bytes = try Data(contentsOf: file)
    let text = String(decoding: bytes, as: UTF8.self)
    for key in ["digest", "each", "keep", "bodies", "set", "add", "end"] {
      #expect(text.contains("\"\(key)\""), "\(key)")
    }
    #expect(text.contains("{\"keep\":0}") && bytes.count < 10_000)
    let read = try Recording(bytes: [UInt8](bytes))
    #expect(read.head.content == second.text && read.commands == session.recording.commands)
    let mismatch = Golden(folder: Self.recordings).mismatch(bytes, name: "written.jsonl")
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  @Test("The fuzzer's seeds are in the repository, small, and no two alike")
  func kept() throws {
    let seeds = try Self.names.map { try Data(contentsOf: Self.folder.appendingPathComponent($0)) }
    #expect(seeds.count >= 10)
    #expect(Set(seeds).count == seeds.count)
    #expect(seeds.allSatisfy { $0.count <= 6000 })
    #expect(seeds.reduce(0) { $0 + $1.count } < 1_000_000)
  }
}
