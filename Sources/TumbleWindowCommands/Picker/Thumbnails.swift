import Foundation
import Synchronization
import TumbleDrawing
import TumbleLooks
import TumbleRendering
import TumbleSimulation

/// Makes the pictures of scenes in the background, one after the other, and keeps them in a folder by what
/// the scenes' files hold.
///
/// What was asked for last is made first: it is what a person looks at.
package final class Thumbnails: Sendable {
  private let cache: PictureCache?
  private let maker: ThumbnailMaker
  private let state = Mutex(State())

  private struct State {
    var wanted: [SceneListing.Entry] = []
    /// The scenes that were asked for before: made, being made, or found not to be a scene.
    var known: Set<ContentDigest> = []
    var finished: [Picture] = []
    var isRunning = false
    var isStopped = false
  }

  package struct Picture: Sendable {
    package var digest: ContentDigest
    package var bitmap: Bitmap
  }

  /// - Parameters:
  ///   - folder: `UserFolders.cache` and `/thumbnails`; nil, or one that cannot be used: nothing is kept.
  package init(folder: String?, library: SceneLibrary) {
    cache = folder.flatMap { try? PictureCache(folder: $0) }
    maker = ThumbnailMaker(library)
  }

  /// Asks for a scene's picture; a scene that was asked for before is no matter.
  package func request(_ entry: SceneListing.Entry) {
    guard let digest = entry.digest else { return }
    let isToStart = state.withLock { state in
      guard !state.isStopped, state.known.insert(digest).inserted else { return false }
      state.wanted.append(entry)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard isToStart else { return }
    let thread = Thread { [weak self] in
      while let self, self.makeNext() {}
    }
    // Reading nests deep: the usual stack of a second thread is too small for it.
    thread.stackSize = 8 << 20
    thread.qualityOfService = .background
    thread.start()
  }

  /// The pictures that have been made since it was asked last.
  package func finished() -> [Picture] {
    state.withLock { state in
      defer { state.finished.removeAll() }
      return state.finished
    }
  }

  /// Is true if all thumbnails that were asked for are made.
  package var isIdle: Bool { state.withLock { !$0.isRunning } }

  /// Makes nothing more but what is being made.
  package func stop() {
    state.withLock { state in
      state.isStopped = true
      state.wanted.removeAll()
    }
  }

  /// Makes the next one; false if nothing is left.
  private func makeNext() -> Bool {
    let next = state.withLock { state in
      let next = state.wanted.popLast()
      if next == nil { state.isRunning = false }
      return next
    }
    guard let next, let digest = next.digest else { return next != nil }
    if let bitmap = picture(of: next) {
      state.withLock { $0.finished.append(Picture(digest: digest, bitmap: bitmap)) }
    }
    return true
  }

  /// Returns the picture of an entry, from the cache, or made and kept.
  private func picture(of entry: SceneListing.Entry) -> Bitmap? {
    guard let digest = ThumbnailMaker.digest(of: entry) else { return nil }
    if let bytes = cache?.picture(digest), let bitmap = try? PNG.decode(Data(bytes), path: entry.path),
      bitmap.width == ThumbnailMaker.size.width, bitmap.height == ThumbnailMaker.size.height
    {
      return bitmap
    }
    guard let bitmap = maker.picture(of: entry.path) else { return nil }
    if let bytes = try? PNG.encode(bitmap) { try? cache?.keep(Array(bytes), for: digest) }
    return bitmap
  }
}

/// Draws a small picture of a scene as it is at its poster, or a moment after its start.
package struct ThumbnailMaker: Sendable {
  /// The size in pixels; too low for a line of status.
  package static let size = PixelSize(160, 100)
  /// Part of what pictures are kept under: a picture that is drawn otherwise gets another number.
  private static let version = "thumbnail 2"
  /// Steps of all bodies together: a scene of very many is shown nearer to its start.
  private static let maxSteps = 400_000

  private let library: SceneLibrary

  package init(_ library: SceneLibrary) { self.library = library }

  /// Returns the digest that the picture of a file is kept under.
  package static func digest(of entry: SceneListing.Entry) -> ContentDigest? {
    guard var digest = entry.digest else { return nil }
    digest.add(version.utf8)
    return digest
  }

  /// Returns the picture of a file; nil for one that is no valid scene.
  package func picture(of path: String) -> Bitmap? {
    guard let scene = try? library.scene(path), let world = try? World(scene) else { return nil }
    let wanted = Int((scene.view.poster ?? 0.5) * Double(scene.world.rate))
    let steps = min(wanted, Self.maxSteps / max(scene.bodies.count, 1))
    if let session = try? Session(world, lastStep: steps) { try? session.run() }
    let renderer = try? OffscreenRenderer(
      size: Self.size, textures: TextureCache(warn: { _ in }), theme: Theme(of: scene))
    return try? renderer?.picture(
      of: Frame(world.snapshot), description: world.description,
      status: Status(title: scene.title, step: world.steps, rate: world.rate))
  }
}

/// Reads folders of scenes in the background: a large one takes longer than a frame.
final class SceneLister: Sendable {
  /// The scenes and folders of a folder or a library.
  struct Found {
    var listing: SceneListing
    /// The names of the folders in the one that is browsed, after `..` where there is one above.
    var folders: [String] = []
  }

  private let state = Mutex(State())

  private struct State {
    /// Rises with each request: an older one is of no use any more.
    var request = 0
    var found: Found?
  }

  /// Begins to read; `take` has it once it is done.
  /// - Parameter folder: The folder that is browsed; nil: those of the library.
  func request(_ library: SceneLibrary, in folder: String?) {
    let request = state.withLock { state in
      state.request += 1
      state.found = nil
      return state.request
    }
    let thread = Thread { [weak self] in
      var library = library
      if let folder {
        let url = URL(fileURLWithPath: folder, isDirectory: true)
        library = SceneLibrary(folders: [url], assets: library.assets)
      }
      let found = Found(listing: SceneListing(library), folders: folder.map(Self.folders) ?? [])
      self?.state.withLock { if $0.request == request { $0.found = found } }
    }
    // Reading nests deep: the usual stack of a second thread is too small for it.
    thread.stackSize = 8 << 20
    thread.start()
  }

  /// The names of the folders that a picker shows for a folder; hidden ones are left out.
  private static func folders(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let folders = names.filter { name in
      var isFolder: ObjCBool = false
      return name.first != "."
        && FileManager.default.fileExists(atPath: folder + "/" + name, isDirectory: &isFolder)
        && isFolder.boolValue
    }
    return (folder == "/" ? [] : [".."]) + folders.sorted().prefix(1_000)
  }

  /// Returns what was found, once; nil until it is read.
  func take() -> Found? {
    state.withLock { state in
      defer { state.found = nil }
      return state.found
    }
  }
}
