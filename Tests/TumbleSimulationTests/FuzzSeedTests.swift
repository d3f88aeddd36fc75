import Foundation
import Testing
import TumbleScenes
import TumbleSimulation
import TumbleTrace

/// Replays what the fuzzer starts from, and what it once found, without the fuzzer: as `Tests/Fuzz/scenes.swift` does.
@Suite("The fuzzer's seeds")
struct FuzzSeedTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fuzz/seeds")
  static let recordings = folder.deletingLastPathComponent().appendingPathComponent("recording-seeds")

  static var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  @Test("are read or refused, and what is read is written and read again, built and stepped")
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

  @Test("of recordings are read or refused, and what is read is written and read again")
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

  @Test("are in the repository, small, and no two alike")
  func kept() throws {
    let seeds = try Self.names.map { try Data(contentsOf: Self.folder.appendingPathComponent($0)) }
    #expect(seeds.count >= 10)
    #expect(Set(seeds).count == seeds.count)
    #expect(seeds.allSatisfy { $0.count <= 6000 })
    #expect(seeds.reduce(0) { $0 + $1.count } < 1_000_000)
  }
}
