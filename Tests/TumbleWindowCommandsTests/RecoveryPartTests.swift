import Foundation
import Testing
import TumbleGeometry
import TumbleInput
import TumblePanels
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
@testable import TumbleWindowCommands

@Suite("A lost session that a window goes on with")
struct RecoveryPartTests {
  private let scratch: ScratchFolder
  private let library: SceneLibrary
  private let opened: URL
  private let other: URL
  private var folder: String { scratch.url.path + "/sessions" }

  private static func text(_ id: String) -> String {
    "tumble: 1\nworld: {rate: 120 Hz}\nbodies:\n  - {id: \(id), at: [10, 10], circle: 5, mass: 1}\n"
  }

  init() throws {
    scratch = try ScratchFolder()
    opened = try scratch.file("Scenes/opened.yaml", Self.text("a"))
    other = try scratch.file("Scenes/other.yaml", Self.text("b"))
    library = SceneLibrary(folders: [scratch.url.appendingPathComponent("Scenes")], assets: scratch.url)
  }

  /// A window's session, and its parts that know of files.
  private func window() throws -> (session: Session, scene: ScenePart, recovery: RecoveryPart) {
    let outcome = try library.check(opened.path)
    let session = try Session(World(outcome.get()), content: outcome.text)
    let notices = Notices(clock: { .zero })
    let scene = ScenePart(
      session, notices, library: library, read: outcome, clock: { .zero })
    return (session, scene, RecoveryPart(session, notices, scene: scene, folder: folder))
  }

  /// Leaves the file of a session, of the other scene unless told otherwise.
  @discardableResult
  private func lose(
    path: String?,
    act: (Session) throws -> Void = { try $0.give(.set(.body("b"), path: "mass", value: "7")) }
  ) throws -> String {
    let outcome = try library.check(path ?? other.path)
    let session = try Session(World(outcome.get()), content: outcome.text)
    try act(session)
    for _ in 0..<150 { try session.step() }
    var recording = session.recording
    recording.head.path = path
    let autosave = try Autosave(folder: folder)
    try autosave.update(recording)
    return autosave.path
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
  private func text(_ url: URL) throws -> String { try String(contentsOf: url, encoding: .utf8) }

  @Test("A recovered session is saved in its own file, and is kept until this window has kept it")
  func saved() throws {
    let lost = try lose(path: other.path)
    let (session, scene, recovery) = try window()
    #expect(recovery.perform(.recover(true)))
    recovery.tick(at: .zero)
    #expect(exists(lost))
    try session.finishRerun()
    recovery.tick(at: .zero)
    #expect(!exists(lost))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
    #expect(scene.path == other.path)
    #expect(try scene.perform(WindowAction.save))
    #expect(try text(opened) == Self.text("a"))
    #expect(try text(other) == Self.text("b").replacing("mass: 1", with: "mass: 7"))
  }

  @Test("A recovered session does not write over what was changed in its file since")
  func changed() throws {
    try lose(path: other.path)
    try scratch.file("Scenes/other.yaml", "# mine\n" + Self.text("b"))
    let (session, scene, recovery) = try window()
    #expect(recovery.perform(.recover(true)))
    try session.finishRerun()
    try scene.tick(at: .zero)
    #expect(session.log.count == 1)
    #expect(try scene.perform(WindowAction.save))
    #expect(try text(other) == "# mine\n" + Self.text("b"))
  }

  @Test("A recovered session is kept where going on is given up")
  func cancelled() throws {
    let lost = try lose(path: other.path)
    let (session, _, recovery) = try window()
    #expect(recovery.perform(.recover(true)))
    session.cancelRerun()
    recovery.tick(at: .zero)
    recovery.tick(at: .seconds(60))
    #expect(exists(lost))
  }

  @Test("A recovered session whose file is not known has none, and leaves that of the window alone")
  func unknown() throws {
    try lose(path: nil)
    let (session, scene, recovery) = try window()
    #expect(scene.recordedPath == opened.path)
    #expect(recovery.perform(.recover(true)))
    try session.finishRerun()
    #expect(scene.recordedPath == nil)
    // Begun again from its file, the window's scene has it again.
    try scene.open(opened.path)
    #expect(try scene.perform(.leave(saving: false)))
    #expect(scene.recordedPath == opened.path)
  }

  @Test("A recovered session is gone where it is not wanted")
  func unwanted() throws {
    let lost = try lose(path: other.path)
    let (_, _, recovery) = try window()
    #expect(recovery.perform(.recover(false)))
    #expect(!exists(lost))
  }

  /// Edits a window's session, saves some of it, and ends it without a word.
  private func kill(_ act: (Session, ScenePart, RecoveryPart) throws -> Void) throws -> Recovery? {
    do {
      let (session, scene, recovery) = try window()
      try act(session, scene, recovery)
    }
    return Recovery.find(in: folder)
  }

  @Test("A recovered session that was only played is offered again where it is lost again")
  func lostTwice() throws {
    try lose(path: opened.path) { try $0.give(.tilt(Vector(100, 0))) }
    let again = try kill { session, _, recovery in
      #expect(recovery.perform(.recover(true)))
      try session.finishRerun()
      recovery.tick(at: .seconds(60))
      recovery.tick(at: .seconds(120))
    }
    #expect(again?.recording.commands.map(\.command) == [.tilt(Vector(100, 0))])
  }

  @Test("A session is offered for what its saved files do not have, and for nothing else")
  func nothingLost() throws {
    func edit(_ session: Session, mass: Int) throws {
      try session.give(.set(.body("a"), path: "mass", value: "\(mass)"))
    }
    #expect(
      try kill { session, scene, recovery in
        try edit(session, mass: 7)
        recovery.tick(at: .zero)
        _ = try scene.perform(WindowAction.save)
        recovery.tick(at: .zero)
      } == nil, "all of it was saved, a moment ago")
    #expect(
      try kill { session, scene, recovery in
        try edit(session, mass: 8)
        try session.step()
        try session.give(.tilt(Vector(100, 0)))
        try session.step()
        recovery.tick(at: .zero)
        _ = try scene.perform(WindowAction.save)
        recovery.tick(at: .zero)
      } == nil, "it was saved after it was played")
    #expect(
      try kill { session, scene, recovery in
        for _ in 0..<10 { try session.step() }
        try edit(session, mass: 9)
        recovery.tick(at: .zero)
        _ = try scene.perform(WindowAction.saveMoment)
        recovery.tick(at: .zero)
      } == nil, "a moment was saved")
    let lost = try kill { session, scene, recovery in
      try edit(session, mass: 5)
      _ = try scene.perform(WindowAction.save)
      recovery.tick(at: .zero)
      try edit(session, mass: 6)
      recovery.tick(at: .seconds(60))
    }
    #expect(lost?.recording.commands.count == 2)
    lost?.discard()
    let played = try kill { session, scene, recovery in
      try edit(session, mass: 8)
      _ = try scene.perform(WindowAction.save)
      recovery.tick(at: .zero)
      try session.step()
      try session.give(.tilt(Vector(100, 0)))
      try session.step()
      recovery.tick(at: .seconds(60))
    }
    #expect(played?.recording.commands.count == 2)
    played?.discard()
    #expect(
      try kill { session, scene, recovery in
        try edit(session, mass: 6)
        recovery.tick(at: .zero)
        session.undo()
        try session.finishRerun()
        recovery.tick(at: .seconds(60))
      } == nil, "it was undone")
  }
}
