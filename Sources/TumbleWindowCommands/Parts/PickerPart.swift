import TumbleFiles
import TumbleInput
import TumblePanels
import TumbleScenes
import TumbleWindow

/// The card in which another scene is chosen, with their pictures.
final class PickerPart: WindowPart {
  private let scene: ScenePart
  private let stage: Stage
  private let thumbnails: Thumbnails
  private let lister = SceneLister()
  private var isOpen = false
  /// The listing; nil while it is read.
  private var listing: SceneListing?
  private var search = ""
  private var selected = 0
  private var found: [SceneListing.Entry] = []
  /// The pictures that the stage has, by what the scenes' files hold.
  private var pictures: [ContentDigest: PictureID] = [:]

  init(_ scene: ScenePart, _ stage: Stage, _ thumbnails: Thumbnails) {
    (self.scene, self.stage, self.thumbnails) = (scene, stage, thumbnails)
  }
}

extension PickerPart {
  func perform(_ name: WindowAction) -> Bool {
    switch name {
    case .open: if isOpen { isOpen = false } else { open() }
    // The rest is another part's.
    case .newScene:
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
    case .openScene(let row):
      isOpen = false
      if found.indices.contains(row) { try scene.open(found[row].path) }
    case .close(.picker): isOpen = false
    default: return false
    }
    return true
  }

  private func open() {
    isOpen = true
    search = ""
    selected = 0
    // What was read the last time is shown until it is read again.
    find()
    lister.request(scene.library)
  }

  private func find() {
    found = listing?.matching(search) ?? []
    // What was asked for last is made first.
    for entry in found.reversed() { thumbnails.request(entry) }
  }

  func tick(at now: Duration) {
    if let listing = lister.take() {
      let isFirst = self.listing == nil
      self.listing = listing
      find()
      if isFirst, search.isEmpty { selected = found.firstIndex { $0.path == scene.path } ?? 0 }
      selected = min(selected, max(found.count - 1, 0))
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
      rows: found.map { entry in
        PickerState.Row(
          title: entry.title.isEmpty ? entry.name : entry.title, name: entry.name,
          picture: entry.digest.flatMap { pictures[$0] }, isOwn: !entry.isPackaged)
      }, selected: selected, total: listing?.entries.count ?? 0)
    picker.isReading = listing == nil
    state.picker = picker
  }
}
