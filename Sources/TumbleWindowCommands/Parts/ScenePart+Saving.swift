import Foundation
import TumbleFiles
import TumbleHeadlessCommands
import TumblePanels
import TumbleScenes

// Saving, and scenes that have no file yet.
extension ScenePart {
  func save() {
    let later = laterEdits.count
    if isUntitled { return askForName() }
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
      if isPackaged { return try saveOwn(rest) }
      let insists = overwrites.map { clock() < $0 } ?? false
      overwrites = nil
      let kept = try file.save(session.startScene, isForced: insists) { watch.expect($0) }
      saved = session.startScene
      notices.tellAndPrint(
        (kept.map { "saved \(file.path); the old file is \($0)" } ?? "\(file.path) has it already") + rest)
    } catch is SceneSavingError {
      overwrites = clock() + Self.insistence
      let name = SceneLibrary.name(ofFileAt: file.path)
      notices.tell(
        "not saved: another program changed \(name); Ctrl+S again overwrites it, Ctrl+O opens it again")
    } catch {
      notices.tellAndPrint("not saved: \(error)")
    }
  }

  private static func laterEdits(_ count: Int) -> String {
    count == 1 ? "1 later edit is" : "\(count) later edits are"
  }

  /// What a file of the start does not have, to be reported; empty where it has all.
  private var unsavedRest: String {
    let later = laterEdits.count
    return later > 0 ? "; \(Self.laterEdits(later)) not in it: Ctrl+Shift+S saves this moment" : ""
  }

  /// What comes with Tumble is left as it is; the new file is that of the scene from now on.
  func saveOwn(_ rest: String) throws {
    let old = SceneLibrary.name(ofFileAt: file.path)
    try saveOwn(as: session.startScene.name)
    notices.tellAndPrint("saved as \(FilePath.whole(file.path)): \(old) is left as it is\(rest)")
  }

  /// Writes the scene as a new file of the person's own, which it is saved into and read from then on.
  func saveOwn(as name: String) throws {
    try FilePath.makeFolder(ownFolder)
    let start = session.startScene
    let path = try SceneFile.write(start, as: ownFolder + "/" + name)
    file = try SceneFile(reading: path, limits: library.limits)
    content = String(decoding: file.text, as: UTF8.self)
    (base, saved, coming, otherPath) = (session.world.scene, start, nil, nil)
    self.name(SceneLibrary.name(ofFileAt: path))
    watchFile()
  }

  func saveMoment() {
    let folder = isPackaged ? ownFolder : FilePath.folder(of: file.path)
    do {
      try FilePath.makeFolder(folder)
      let moment = session.world.sceneNow().asMoment(of: session.startScene, step: session.world.steps)
      let path = try SceneFile.write(moment, as: folder + "/" + session.world.scene.name + "-moment")
      keptEdits = laterEdits
      notices.tellAndPrint("saved this moment as \(FilePath.whole(path))")
    } catch {
      notices.tellAndPrint("not saved: \(error)")
    }
  }
}

// MARK: A new scene

extension ScenePart {
  /// Whether the world's scene was begun here and has no file yet.
  var isUntitled: Bool { file.path == otherPath && file.path == NewScene.name }

  /// Begins a scene of nothing but a floor, which gets its file when it is saved.
  func beginNew() throws {
    guard mayLeave(for: NewScene.name) else { return }
    let text = Data(NewScene.text.utf8)
    let read = library.read(text, file: nil, name: NewScene.name)
    let scene = try read.get()
    _ = try restart(scene, content: NewScene.text, isOther: true)
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

  /// Asks for the name of an untitled scene's file.
  func askForName() {
    naming = NamingState(
      title: "Save the new scene", detail: "It is saved in the folder \(FilePath.whole(ownFolder)).")
  }

  /// Writes an untitled scene under the name that was typed.
  func saveNamed() {
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
    }
  }
}
