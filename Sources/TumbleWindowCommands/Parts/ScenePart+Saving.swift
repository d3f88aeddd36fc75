import Foundation
import TumbleFiles
import TumbleInput
import TumblePanels
import TumbleScenes

// Saving, and scenes that have no file yet.
extension ScenePart {
  /// Saves the scene's start in its file, or asks what is missing for that.
  ///
  /// - Parameter isForced: Whether what another program has written there is overwritten.
  func save(isForced: Bool = false) {
    let later = laterEdits.count
    if isUntitled { return askForName("Save the new scene") }
    guard isStartEdited else {
      if later > 0 {
        return notices.tell(
          "the start is unchanged; \(Self.laterEdits(later)) not in the file: Ctrl+Shift+S saves this moment")
      }
      let isPlayed = !session.log.isEmpty
      return notices.tell(
        isPlayed
          ? "what the scene starts with is unchanged; Ctrl+Shift+S saves this moment as a new scene"
          : Self.isUnedited)
    }
    let rest = unsavedRest
    do {
      // What comes with Tumble is left as it is.
      if isPackaged { return askForName("Save a scene of your own") }
      let kept = try file.save(session.startScene, isForced: isForced) { watch.expect($0) }
      saved = session.startScene
      noteSaving()
      notices.tellAndPrint(
        (kept.map { "saved \(file.path); the old file is \($0)" } ?? "\(file.path) has it already") + rest)
    } catch is SceneSavingError {
      let name = SceneLibrary.name(ofFileAt: file.path)
      leaving = (
        .overwritten, LeavingState(scene: name, detail: "that text is kept as \(name).yaml~", isChanged: true)
      )
    } catch {
      notices.tellAndPrint("not saved: \(error)")
    }
  }

  private static func laterEdits(_ count: Int) -> String {
    count == 1 ? "1 later edit is" : "\(count) later edits are"
  }

  /// The part that a file of the start does not have, to be reported; empty if it has all.
  private var unsavedRest: String {
    let later = laterEdits.count
    return later > 0 ? "; \(Self.laterEdits(later)) not in it: Ctrl+Shift+S saves this moment" : ""
  }

  /// Writes the scene as a new file of the person's own, which it is saved into and read from then on.
  func saveOwn(as name: String) throws {
    try FilePath.makeFolder(ownFolder)
    let start = session.startScene
    try start.copyPictures(besides: file.path, to: ownFolder)
    let path = try SceneFile.write(start, as: ownFolder + "/" + name)
    file = try SceneFile(reading: path, limits: library.limits)
    content = String(decoding: file.text, as: UTF8.self)
    (base, saved, coming, otherPath) = (session.world.scene, start, nil, nil)
    noteSaving()
    noteRecent()
    self.name(SceneLibrary.name(ofFileAt: path))
    watchFile()
  }

  func saveMoment() {
    let folder = isPackaged ? ownFolder : FilePath.folder(of: file.path)
    do {
      try FilePath.makeFolder(folder)
      let moment = session.world.sceneNow().asMoment(of: session.startScene, step: session.world.steps)
      let name = SceneLibrary.name(ofFileAt: file.path)
      let path = try SceneFile.write(moment, as: folder + "/" + name + "-moment")
      keptEdits = laterEdits
      noteSaving()
      notices.tellAndPrint("saved this moment as \(FilePath.whole(path))")
    } catch {
      notices.tellAndPrint("not saved: \(error)")
    }
  }
}

// MARK: A new scene

extension ScenePart {
  /// Is true if the world's scene was begun here and has no file yet.
  var isUntitled: Bool { file.path == otherPath && file.path == NewScene.name }

  /// Begins a scene of a floor, of nothing, or of a floor and walls, which gets its file when it is saved.
  func beginNew(_ action: WindowAction) throws {
    guard mayLeave(for: .new(action)) else { return }
    let text = NewScene.text(action == .newEmpty ? .none : action == .newWalls ? .walls : .floor)
    let read = library.read(Data(text.utf8), file: nil, name: NewScene.name)
    let scene = try read.get()
    _ = try restart(scene, content: text, isOther: true)
    notices.clear()
    error = nil
    watch.stop()
    otherPath = NewScene.name
    adopt(LoadedScene(read, limits: library.limits, settings: []), scene)
    // Edits are part of the scene's start until the first step.
    session.isPaused = true
    notices.tell("a new scene, paused: draw something, then press Space")
  }

  /// Begins a scene again that has no file that is known.
  func restartUntitled() throws {
    try session.restart(base, content: content)
    notices.clear()
    adopt(LoadedScene(file: file, content: content, included: []), base)
  }

  /// Asks for the name of a new file, and says where that goes.
  func askForName(_ title: String) {
    if !isPackaged { ownFolder = FilePath.folder(of: file.path) }
    let name = isUntitled ? "" : NewScene.freeName(SceneLibrary.name(ofFileAt: file.path), in: ownFolder)
    naming = NamingState(title: title, name: name, detail: whereItGoes)
  }

  private var whereItGoes: String {
    "It is saved in the folder \(FilePath.whole(ownFolder)), with its own pictures\(unsavedRest)."
  }

  /// Takes another folder for the file whose name is asked for.
  func choose(folder: String) {
    ownFolder = folder
    naming?.detail = whereItGoes
    let mayWrite = access(folder, W_OK) == 0
    naming?.refusal = mayWrite ? nil : "Nothing can be written into \(folder): choose another folder."
  }

  /// Writes the scene under the name that was typed.
  func saveNamed() throws {
    guard let name = naming?.name else { return }
    if let refusal = NewScene.refusal(of: name, in: ownFolder) {
      naming?.refusal = refusal
      return
    }
    do {
      try saveOwn(as: name)
      naming = nil
      notices.tellAndPrint("saved as \(FilePath.whole(file.path))\(unsavedRest)")
    } catch {
      naming?.refusal = "\(error)"
      return
    }
    guard let next = savedFor else { return }
    savedFor = nil
    try leave(for: next, saving: true)
  }
}

// What was edited and is in no file yet, and the question whether to leave it.
extension ScenePart {
  /// Something that takes the scene away, or what was edited of it.
  enum Leaving: Hashable {
    case restart, quit
    /// A text that another program has written into the scene's file.
    case overwritten
    case new(WindowAction)
    case open(String)
  }

  /// Returns true if the program may end: nothing is lost by it, or that was said.
  func mayQuit() -> Bool { mayLeave(for: .quit) }

  /// Returns true if nothing is lost by it, or that was said; else a card asks whether to save.
  func mayLeave(for next: Leaving) -> Bool {
    guard isEdited, agreed != next else { return true }
    let name = SceneLibrary.name(ofFileAt: file.path)
    let isOfStart = keptEdits.starts(with: laterEdits)
    leaving = (
      next,
      LeavingState(
        scene: name,
        detail: isOfStart
          ? "edits of its start" : "what was edited while it ran is saved as a moment beside it")
    )
    return false
  }

  /// Does what waits for the answer, once what was edited is saved or is to be lost.
  func leave(for next: Leaving, saving: Bool) throws {
    leaving = nil
    if next == .overwritten { return save(isForced: saving) }
    if saving {
      if isStartEdited || isUntitled { save() }
      if naming != nil { return savedFor = next }
      if isEdited, !isStartEdited { saveMoment() }
      // Why it could not be saved has been told.
      guard !isEdited else { return }
    }
    agreed = next
    // What ends the program asks once more.
    defer { if next != .quit { agreed = nil } }
    switch next {
    case .new(let action): _ = try perform(action)
    case .open(let path): try open(path)
    case .restart: try restart()
    case .overwritten: break
    case .quit: events.append(.quit)
    }
  }

  /// Is true if something that was edited is in no file.
  var isEdited: Bool { !keptEdits.starts(with: laterEdits) || isStartEdited }

  /// Is true if the scene as it starts is another than that of the file. Not for every frame: it may patch
  /// the whole text.
  var isStartEdited: Bool {
    let start = session.startScene
    guard start != saved else { return false }
    return keptEdited.value(of: start, file.text) { (try? file.text(saving: start)) != file.text }
  }

  /// Is true if something was edited, or played since it was saved last, that a crash would lose.
  var isWorthKeeping: Bool { isEdited || !keptPlay.starts(with: play) }

  private var play: [StampedCommand] { session.log.filter { !$0.command.isEdit } }

  private func noteSaving() {
    keptPlay = play
    savings += 1
  }

  /// Edits that were made while the world ran: they are not of the scene's start.
  var laterEdits: [StampedCommand] { session.log.filter { $0.step > 0 && $0.command.isEdit } }
}

// Going on with what an earlier run of the program left, or a recording did.
extension ScenePart {
  /// The path of the world's file for another run of the program; nil where it is not known.
  var recordedPath: String? {
    guard file.path != otherPath else { return nil }
    let path = FilePath.whole(file.path)
    return path.hasPrefix("/") ? path : nil
  }

  /// Takes over the scene of an earlier session, with which this one has gone on.
  ///
  /// - Parameters:
  ///   - content: The text that it was read from; the file may have another by now, which is not written
  ///     over.
  ///   - path: That file; nil where it is not known: then the scene is saved as a new one.
  func goOn(with content: String, path: String?, name: String) {
    error = nil
    otherPath = path == nil ? name : nil
    // Its world is that of the text already; what was done is only to be rerun.
    adopt(recovered(content, path: path, name: name), session.world.scene)
    guard path != nil else { return watch.stop() }
    // What it has by now is no change: reading it would run the session again with another scene.
    watch.follow(file.path, content: try? UntrustedFile.read(file.path, limit: library.limits.bytes))
  }

  /// Notes that what a recording did is in its file: leaving it loses nothing.
  func keepPlayed(_ commands: [StampedCommand]) {
    saved = session.startScene
    let played = Set(commands)
    keptEdits = laterEdits.filter { played.contains($0) }
    noteSaving()
  }

  /// The file of a text that was kept. Where the file says the same by itself, with what it includes, its own
  /// text counts.
  private func recovered(_ content: String, path: String?, name: String) -> LoadedScene {
    if let path, let read = try? library.read(path), read.content == content {
      return LoadedScene(read, limits: library.limits, settings: [])
    }
    let read = library.read(Data(content.utf8), file: path ?? name, name: "")
    return LoadedScene(read, limits: library.limits, settings: [])
  }
}
