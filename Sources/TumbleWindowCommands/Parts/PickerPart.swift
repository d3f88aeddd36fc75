import TumbleFiles
import TumbleScenes
import TumbleStage

/// The card in which another scene is chosen, with their pictures.
final class PickerPart: WindowPart {
  private let scene: ScenePart
  private let stage: Stage
  private let thumbnails: Thumbnails
  private var listing: SceneListing?
  private var search = ""
  private var selected = 0
  private var found: [SceneListing.Entry] = []
  /// The pictures that the stage has, by what the scenes' files hold.
  private var pictures: [ContentDigest: PictureID] = [:]

  init(_ scene: ScenePart, _ stage: Stage, _ thumbnails: Thumbnails) {
    self.scene = scene
    self.stage = stage
    self.thumbnails = thumbnails
  }
}

extension PickerPart {
  func perform(_ name: ActionName) -> Bool {
    guard name == .open else { return false }
    if listing == nil { open() } else { listing = nil }
    return true
  }

  func perform(_ action: InterfaceAction) throws -> Bool {
    switch action {
    case .searchScenes(let text):
      search = text
      selected = 0
      find()
    case .selectScene(let row): selected = row
    case .openScene(let row):
      listing = nil
      if found.indices.contains(row) { try scene.open(found[row].path) }
    case .close(.picker): listing = nil
    default: return false
    }
    return true
  }

  private func open() {
    listing = SceneListing(scene.library)
    search = ""
    find()
    selected = found.firstIndex { $0.path == scene.path } ?? 0
  }

  private func find() {
    found = listing?.matching(search) ?? []
    // What was asked for last is made first.
    for entry in found.reversed() { thumbnails.request(entry) }
  }

  func close() -> Bool {
    defer { listing = nil }
    return listing != nil
  }

  func tick(at now: Duration) {
    for picture in thumbnails.finished() {
      let id = pictures[picture.digest] ?? PictureID(pictures.count)
      pictures[picture.digest] = id
      stage.setPicture(picture.bitmap, for: id)
    }
  }

  func show(in state: inout InterfaceState, at now: Duration) {
    guard let listing else { return }
    state.picker = PickerState(
      search: search,
      rows: found.map { entry in
        PickerState.Row(
          title: entry.title.isEmpty ? entry.name : entry.title, name: entry.name,
          picture: entry.digest.flatMap { pictures[$0] }, isOwn: !entry.isPackaged)
      }, selected: selected, total: listing.entries.count)
  }
}
