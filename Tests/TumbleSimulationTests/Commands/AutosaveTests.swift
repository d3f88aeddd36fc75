import Foundation
import Testing
import TumbleFiles
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
import TumbleTrace

@Suite("A session that is saved as it goes on")
struct AutosaveTests {
  private let scratch: ScratchFolder
  private var folder: String { scratch.url.path + "/state/sessions" }
  private static let text = "tumble: 1\nworld: {rate: 100 Hz}\nbodies: [{id: a, at: [10, 10], circle: 5}]\n"

  init() throws { scratch = try ScratchFolder() }

  private func session() throws -> Session {
    let scene = try Scene(text: Self.text)
    return try Session(World(scene), content: Self.text)
  }

  private func files() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  /// Steps with commands now and then.
  private func play(_ session: Session, _ steps: Int) throws {
    for _ in 0..<steps {
      switch session.world.steps % 20 {
      case 3: try session.give(.grab(Vector(10, 10)))
      case 4...9: try session.give(.move(Vector(Double(session.world.steps), 40)))
      case 10: try session.give(.release)
      default: break
      }
      try session.step()
    }
  }

  @Test("An autosaved session is found when nobody holds it, and replays to the same hash")
  func found() throws {
    let session = try session()
    var autosave: Autosave? = try Autosave(folder: folder)
    for _ in 0..<12 {
      try play(session, 37)
      try autosave?.update(session.recording)
    }
    // Held: whoever starts meanwhile finds nothing.
    #expect(Recovery.find(in: folder) == nil)
    autosave = nil
    let recovery = try #require(Recovery.find(in: folder))
    #expect(recovery.recording.commands == session.recording.commands)
    #expect(recovery.recording.checks == session.recording.checks)
    let scene = try RecordingFile.scene(of: recovery.recording, file: recovery.path)
    let again = try Session(
      World(scene), lastStep: recovery.recording.end,
      replay: Replay(recovery.recording, of: scene, file: "again"))
    try again.run()
    #expect(try #require(again.checksPassed) == session.recording.checks.count)
    // Two windows that start at once: one of them finds it.
    #expect(Recovery.find(in: folder) == nil)
    recovery.discard()
    #expect(files() == [])
  }

  @Test("An autosaved session grows by what is new, and is written again where the past has changed")
  func grows() throws {
    let session = try session()
    let autosave = try Autosave(folder: folder)
    try play(session, 50)
    try autosave.update(session.recording)
    func inode() throws -> UInt64 {
      try #require(
        try FileManager.default.attributesOfItem(atPath: autosave.path)[.systemFileNumber] as? UInt64)
    }
    let first = try inode()
    try play(session, 250)
    try autosave.update(session.recording)
    #expect(try inode() == first)
    var shorter = session.recording
    shorter.commands.removeLast(8)
    try autosave.update(shorter)
    #expect(try inode() != first)
    #expect(files().count == 1)
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: autosave.path)))
    let read = try Recording(bytes: bytes)
    #expect(read.commands == shorter.commands && read.checks == shorter.checks)
    #expect(read.unfinishedAfter != nil)
  }

  @Test("An autosaved session that ended well, or had nothing done to it, leaves nothing to recover")
  func nothing() throws {
    let session = try session()
    try session.step()
    var idle: Autosave? = try Autosave(folder: folder)
    try idle?.update(session.recording)
    idle = nil
    var ended: Autosave? = try Autosave(folder: folder)
    try play(session, 50)
    try ended?.update(session.recording)
    ended?.finish()
    ended = nil
    #expect(Recovery.find(in: folder) == nil)
    #expect(files() == [])
    #expect(Recovery.find(in: scratch.url.path + "/none") == nil)
  }

  @Test("An autosaved session is recovered but for a line that was cut off, and what is no recording is left")
  func damaged() throws {
    let session = try session()
    try play(session, 60)
    var autosave: Autosave? = try Autosave(folder: folder)
    try autosave?.update(session.recording)
    let path = try #require(autosave?.path)
    autosave = nil
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try whole.dropLast(7).write(to: URL(fileURLWithPath: path))
    for (name, content) in [("1", "{"), ("2", ""), ("3", "\u{0}\n"), ("4", "{\"tumble\":\"recording\"}\n")] {
      try scratch.file("state/sessions/session-9-\(name).jsonl", content)
    }
    symlink("/etc/passwd", folder + "/session-9-5.jsonl")
    try scratch.file("state/sessions/notes.txt", "mine")
    let recovery = try #require(Recovery.find(in: folder))
    #expect(recovery.path == path)
    let all = session.recording.commands.count + session.recording.checks.count
    #expect(recovery.recording.commands.count + recovery.recording.checks.count == all - 1)
    recovery.discard()
    let left = ["1", "3", "4", "5"].map { "session-9-\($0).jsonl" }
    #expect(files() == ["notes.txt"] + left)
  }

  @Test("An autosaved session is written again after an error, and whole")
  func failure() throws {
    let session = try session()
    let autosave = try Autosave(folder: folder)
    try play(session, 50)
    try autosave.update(session.recording)
    var shorter = session.recording
    shorter.commands.removeLast(4)
    // A folder in the way of the file that takes its place.
    let partial = autosave.path + ".partial"
    try FileManager.default.createDirectory(atPath: partial, withIntermediateDirectories: false)
    #expect(throws: OutputError.self) { try autosave.update(shorter) }
    try FileManager.default.removeItem(atPath: partial)
    let first = try FileManager.default.attributesOfItem(atPath: autosave.path)[.systemFileNumber] as? UInt64
    // It goes on from what was written last, which counts no more.
    try autosave.update(session.recording)
    let second = try FileManager.default.attributesOfItem(atPath: autosave.path)[.systemFileNumber] as? UInt64
    #expect(first != nil && first != second)
    let read = try Recording(bytes: [UInt8](Data(contentsOf: URL(fileURLWithPath: autosave.path))))
    #expect(read.commands == session.recording.commands)
    #expect(files().count == 1)
  }

  @Test("An autosaved session is kept with the last few that were not recovered, the newest found first")
  func many() throws {
    var paths: [String] = []
    for number in 0..<5 {
      let session = try session()
      try play(session, 30 + number)
      let autosave = try Autosave(folder: folder)
      try autosave.update(session.recording)
      paths.append(autosave.path)
      var times = [timespec(tv_sec: number + 1, tv_nsec: 0), timespec(tv_sec: number + 1, tv_nsec: 0)]
      utimensat(AT_FDCWD, autosave.path, &times, 0)
      // Another process's number, for its own file is free again.
      let lost = folder + "/session-0-\(number).jsonl"
      rename(autosave.path, lost)
      paths[number] = lost
    }
    let recovery = try #require(Recovery.find(in: folder, kept: 3))
    #expect(recovery.path == paths[4])
    #expect(files() == paths.suffix(3).map { String($0.dropFirst(folder.count + 1)) })
    recovery.discard()
    #expect(Recovery.find(in: folder)?.path == paths[3])
  }
}
