import TumbleFiles
import TumbleInput
import TumblePanels
import TumbleScenes
import TumbleWindow

/// The card in which another scene is chosen, with their pictures, or a folder to save in.
final class PickerPart: WindowPart {
  private let scene: ScenePart
  private let export: ExportPart
  private let stage: Stage
  private let thumbnails: Thumbnails
  private let lister = SceneLister()
  private var isOpen = false
  /// The folder that is browsed; nil: all scenes of the library are shown.
  private var folder: String?
  /// The use of what is chosen: a scene is opened, or opened and saved as another; a folder gets a scene's
  /// file, or what is exported.
  private enum Purpose { case open, new, save, export }
  private var purpose = Purpose.open
  /// The folders and scenes that are there; nil while they are read.
  private var content: SceneLister.Found?
  private var search = ""
  private var selected = 0
  private var folders: [String] = []
  private var found: [SceneListing.Entry] = []
  /// The pictures that the stage has, by what the scenes' files hold.
  private var pictures: [ContentDigest: PictureID] = [:]

  init(_ scene: ScenePart, _ export: ExportPart, _ stage: Stage, _ thumbnails: Thumbnails) {
    (self.scene, self.export, self.stage, self.thumbnails) = (scene, export, stage, thumbnails)
  }
}

extension PickerPart {
  func perform(_ name: WindowAction) -> Bool {
    switch name {
    case .open: if isOpen { isOpen = false } else { open(nil) }
    // The rest is another part's.
    case .newFromScene: open(nil, purpose: .new)
    case .newScene, .newEmpty, .newWalls:
      isOpen = false
      return false
    default: return false
    }
    return true
  }

  func perform(_ action: PanelAction) throws -> Bool {
    switch action {
    case .searchScenes(let text):
      search = text
      selected = 0
      find()
    case .selectScene(let row): selected = row
    case .openScene(let path):
      guard let path = path ?? paths.dropFirst(selected).first, isOpen else { break }
      if let folder, !isScene(path) {
        let below = folder == "/" ? "/" + path : folder + "/" + path
        open(path == ".." ? FilePath.parent(of: folder) : below, purpose: purpose)
      } else {
        isOpen = false
        try scene.open(path)
        // Unless it is asked first whether what is there may be left, or it cannot be read.
        if purpose == .new, scene.path == path { scene.askForName("Name the new scene") }
      }
    case .browse(let isOn):
      let next = purpose == .new ? Purpose.new : .open
      open(isOn ? FilePath.existing(scene.ownFolder) : nil, purpose: next)
    case .chooseFolder(.export): open(export.folder.map(FilePath.existing), purpose: .export)
    case .chooseFolder: open(FilePath.existing(scene.ownFolder), purpose: .save)
    case .useFolder:
      isOpen = false
      guard let folder else { break }
      if purpose == .export { export.choose(folder: folder) } else { scene.choose(folder: folder) }
    case .close(.picker): isOpen = false
    default: return false
    }
    return true
  }

  /// The paths of the rows, in their order.
  private var paths: [String] { folders + found.map(\.path) }

  /// Returns true for the path of a scene in its folder, which the name of a folder is not.
  private func isScene(_ path: String) -> Bool { path.contains("/") }

  private var isForSaving: Bool { purpose == .save || purpose == .export }

  private func open(_ folder: String?, purpose: Purpose = .open) {
    // What was read the last time is shown until it is read again.
    if folder != self.folder { content = nil }
    (isOpen, self.folder, self.purpose) = (true, folder, purpose)
    search = ""
    find()
    selected = paths.firstIndex(of: scene.path) ?? 0
    var library = scene.library
    library.add(folder: scene.ownFolder)
    lister.request(library, in: folder)
  }

  private func find() {
    folders = content?.folders.filter { FuzzySearch(search).score($0) != nil } ?? []
    found = isForSaving ? [] : content?.listing.matching(search) ?? []
    // What was asked for last is made first.
    for entry in found.reversed() { thumbnails.request(entry) }
  }

  func tick(at now: Duration) {
    if let content = lister.take() {
      let isFirst = self.content == nil && search.isEmpty
      let marked = isFirst ? scene.path : paths.dropFirst(selected).first
      self.content = content
      find()
      // What was marked stays marked, though it has another place now.
      selected = paths.firstIndex { $0 == marked } ?? (isFirst ? 0 : min(selected, max(paths.count - 1, 0)))
    }
    for picture in thumbnails.finished() {
      let id = pictures[picture.digest] ?? PictureID(pictures.count)
      pictures[picture.digest] = id
      stage.setPicture(picture.bitmap, for: id)
    }
  }

  func show(in state: inout InterfaceState, at now: Duration) {
    guard isOpen else { return }
    var picker = PickerState(
      search: search,
      rows: folders.map { PickerState.Row(folder: $0) }
        + found.map { entry in
          PickerState.Row(
            title: entry.title.isEmpty ? entry.name : entry.title, name: entry.name, path: entry.path,
            picture: entry.digest.flatMap { pictures[$0] }, isOwn: !entry.isPackaged)
        }, selected: selected, total: content?.listing.entries.count ?? 0)
    (picker.folder, picker.isForSaving, picker.isReading) = (folder, isForSaving, content == nil)
    state.picker = picker
  }
}
