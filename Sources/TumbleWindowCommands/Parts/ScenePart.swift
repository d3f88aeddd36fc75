import Foundation
import TumbleFiles
import TumbleHeadlessCommands
import TumbleScenes
import TumbleSimulation
import TumbleStage

/// The scene that is shown: opened, begun again from its file, read again when that changes, saved; and its mistakes told.
final class ScenePart: WindowPart {
  let library: SceneLibrary
  private let session: Session
  private let notices: Notices
  /// Runs what takes time that the world does not miss.
  var standStill: (() throws -> Void) throws -> Void = { try $0() }
  /// What happens when the file changes; nil: nothing.
  var reloadMode: Session.ReloadMode? = .sameStep
  /// The scene's file as it was read or written last.
  private var file: SceneFile
  private var watch: FileWatch?
  /// The file's path, where the world is of another one that is not known: then nothing is saved in it.
  private var otherPath: String?
  private var error: ErrorCardState?
  /// The scene that is asked for although what was edited is not saved: asked for again, it is opened.
  private var insisted: (path: String, until: Duration)?
  private let clock: () -> Duration

  /// How long a second asking counts.
  private static let insistence = Duration.seconds(5)

  /// - Parameters:
  ///   - path: The file that the session's scene was read from.
  ///   - content: Its text.
  ///   - clock: Does not jump.
  init(
    _ session: Session, _ notices: Notices, library: SceneLibrary, path: String, content: String,
    clock: @escaping () -> Duration
  ) {
    self.session = session
    self.notices = notices
    self.library = library
    self.clock = clock
    file = SceneFile(path: path, text: Data(content.utf8), limits: library.limits)
    watchFile()
  }

  /// The file of the scene.
  var path: String { file.path }
}

extension ScenePart {
  func perform(_ name: ActionName) throws -> Bool {
    switch name {
    case .restart: try standStill { try read(file.path) }
    case .nextScene: try openNeighbour(1)
    case .previousScene: try openNeighbour(-1)
    case .save: try standStill { save() }
    case .saveMoment: try standStill { saveMoment() }
    default: return false
    }
    return true
  }

  func perform(_ action: InterfaceAction) -> Bool {
    guard action == .close(.error) else { return false }
    error = nil
    return true
  }

  func close() -> Bool {
    defer { error = nil }
    return error != nil
  }

  func show(in state: inout InterfaceState, at now: Duration) { state.error = error }

  /// The text of the mistake that is shown.
  var errorText: String? { error?.message }

  // MARK: Opening

  /// Shows another scene, or a file that was dropped on the window.
  func open(_ path: String) throws {
    switch DroppedFile(path, limits: library.limits) {
    case .refused(let sentence): notices.tell(sentence)
    case .recording: notices.tell("a recording is replayed by `tumble-headless simulate --commands FILE`")
    case .scene(let path):
      guard mayLeave(for: path) else { return }
      try standStill { try read(path) }
    }
  }

  private func openNeighbour(_ distance: Int) throws {
    guard let next = SceneListing(library).neighbour(of: file.path, by: distance) else {
      return notices.tell("there is no other scene")
    }
    try open(next.path)
  }

  /// Whether the scene's file is left as it is: it comes with Tumble, or is not known.
  private var isPackaged: Bool {
    let real = UntrustedFile.realPath(file.path) ?? file.path
    return file.path == otherPath
      || SceneListing(library).entries.contains {
        $0.isPackaged && (UntrustedFile.realPath($0.path) ?? $0.path) == real
      }
  }

  /// Whether nothing is lost by it, or that was said.
  private func mayLeave(for path: String) -> Bool {
    guard isEdited else { return true }
    if let insisted, insisted.path == path, clock() < insisted.until { return true }
    insisted = (path, clock() + Self.insistence)
    notices.tell("edits are not saved: once more leaves them, Ctrl+S saves them")
    return false
  }

  /// Whether the scene as it starts is another than that of the file.
  private var isEdited: Bool {
    guard !session.startEdits.isEmpty else { return false }
    return (try? file.text(saving: session.startScene)) != file.text
  }

  /// Begins a scene from its file as it is now. Where that has a mistake, it is told and the world goes on as it was.
  private func read(_ path: String) throws {
    error = nil
    do {
      let (scene, read) = try load(path)
      let kept = try session.restart(scene, content: String(decoding: read.text, as: UTF8.self))
      notices.clear()
      otherPath = nil
      if let kept { notices.tellAloud("kept the recording so far as \(kept)") }
      let isOther = read.path != file.path
      file = read
      if isOther { watchFile() } else { watch?.expect(read.text) }
    } catch let error where Self.isMistake(error) {
      tell(error, of: path)
    }
  }

  private func load(_ path: String) throws -> (scene: Scene, file: SceneFile) {
    let outcome = try library.check(path)
    let scene = try outcome.get()
    for warning in outcome.diagnostics { Program.say(warning.description) }
    return (
      scene, SceneFile(path: outcome.file, text: Data(outcome.text.utf8), limits: library.limits)
    )
  }

  private static func isMistake(_ error: any Error) -> Bool { error is SceneError || error is WorldError }

  /// Whole over the stage, and with its first line in the line of status.
  private func tell(_ error: any Error, of path: String) {
    let text = Program.explain(error) ?? "\(error)"
    notices.warn(String(text.prefix { $0 != "\n" }), whole: text)
    self.error = ErrorCardState(title: "\(FilePath.name(of: path)) cannot be shown", message: text)
  }

  // MARK: The file

  private func watchFile() {
    // Where it cannot be watched, R reads it again.
    watch = try? FileWatch(file.path, content: file.text, limit: library.limits.bytes)
  }

  /// Reads the file again where it has changed.
  func tick(at now: Duration) throws {
    guard watch?.change() != nil, file.path != otherPath, let reloadMode else { return }
    try standStill {
      do {
        let (scene, read) = try load(file.path)
        guard read.text != file.text else { return }
        file = read
        try session.reload(
          scene, content: String(decoding: read.text, as: UTF8.self), mode: reloadMode)
        error = nil
        notices.tell("read \(scene.name) again")
      } catch let error where Self.isMistake(error) {
        tell(error, of: file.path)
      }
    }
  }

  private func save() {
    guard !session.startEdits.isEmpty else {
      let isPlayed = !session.log.isEmpty
      return notices.tell(
        isPlayed
          ? "what the scene starts with is unchanged; Ctrl+Shift+S saves this moment as a new scene"
          : "nothing was edited")
    }
    do {
      if isPackaged { return try saveOwn() }
      let kept = try file.save(session.startScene) { watch?.expect($0) }
      notices.tellAloud(
        kept.map { "saved \(file.path); the old file is \($0)" } ?? "\(file.path) has it already")
    } catch {
      notices.tellAloud("not saved: \(error)")
    }
  }

  /// What comes with Tumble is left as it is.
  private func saveOwn() throws {
    try FileManager.default.createDirectory(atPath: "Scenes", withIntermediateDirectories: true)
    let path = try SceneFile.write(session.startScene, as: "Scenes/" + session.world.scene.name)
    notices.tellAloud("saved as \(path): the scene that comes with Tumble is left as it is")
  }

  private func saveMoment() {
    let folder = isPackaged ? "Scenes" : FilePath.folder(of: file.path)
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let moment = session.world.sceneNow().asMoment(of: session.startScene, step: session.world.steps)
      let path = try SceneFile.write(moment, as: folder + "/" + session.world.scene.name + "-moment")
      notices.tellAloud("saved this moment as \(path)")
    } catch {
      notices.tellAloud("not saved: \(error)")
    }
  }
}

// MARK: After a crash

extension ScenePart {
  /// The path of the world's file for another run of the program; nil where it is not known.
  var recordedPath: String? {
    guard file.path != otherPath else { return nil }
    if file.path.hasPrefix("/") { return file.path }
    return UntrustedFile.realPath(".").map { $0 + "/" + file.path }
  }

  /// The session has gone on with a scene of an earlier one.
  ///
  /// - Parameters:
  ///   - content: The text that it was read from; the file may have another by now, which is not written over.
  ///   - path: That file; nil where it is not known: then the scene is saved as a new one.
  func goOn(with content: String, path: String?) {
    error = nil
    otherPath = path == nil ? file.path : nil
    file = SceneFile(path: path ?? file.path, text: Data(content.utf8), limits: library.limits)
    guard path != nil else { return }
    // What it has by now is no change: reading it would run the session again with another scene.
    let present = try? UntrustedFile.read(file.path, limit: library.limits.bytes)
    watch = try? FileWatch(file.path, content: present, limit: library.limits.bytes)
  }
}
