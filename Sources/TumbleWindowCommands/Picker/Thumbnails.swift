import Foundation
import Synchronization
import TumbleDrawing
import TumbleFiles
import TumbleScenes

/// Makes the pictures of scenes in the background, one after the other, and keeps them in a folder by what the scenes' files
/// hold.
///
/// What was asked for last is made first: it is what a person looks at.
package final class Thumbnails: Sendable {
  private let cache: PictureCache?
  private let maker: ThumbnailMaker
  private let state = Mutex(State())

  private struct State {
    var wanted: [SceneListing.Entry] = []
    /// Asked for before: made, being made, or found not to be a scene.
    var known: Set<ContentDigest> = []
    var finished: [Picture] = []
    var isRunning = false
    var isStopped = false
  }

  package struct Picture: Sendable {
    /// That of the entry.
    package var digest: ContentDigest
    package var bitmap: Bitmap
  }

  /// - Parameters:
  ///   - folder: `UserFolders.cache` and `/thumbnails`; nil, or one that cannot be used: nothing is kept.
  ///   - library: With which the scenes are read.
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

  /// Whether all thumbnails that were asked for are made.
  package var isIdle: Bool { state.withLock { !$0.isRunning } }

  /// Makes nothing more but what is being made.
  package func stop() {
    state.withLock { state in
      state.isStopped = true
      state.wanted.removeAll()
    }
  }

  /// False where nothing is left.
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

  /// From the cache, or made and kept.
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
