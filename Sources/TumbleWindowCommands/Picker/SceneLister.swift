import Foundation
import Synchronization
import TumbleScenes

/// Reads folders of scenes in the background: a large one takes longer than a frame.
final class SceneLister: Sendable {
  private let state = Mutex(State())

  private struct State {
    /// Rises with each request: an older one is of no use any more.
    var request = 0
    var listing: SceneListing?
  }

  /// Begins to read; `take` has it once it is done.
  func request(_ library: SceneLibrary) {
    let request = state.withLock { state in
      state.request += 1
      state.listing = nil
      return state.request
    }
    let thread = Thread { [weak self] in
      let listing = SceneListing(library)
      self?.state.withLock { if $0.request == request { $0.listing = listing } }
    }
    // Reading nests deep: the usual stack of a second thread is too small for it.
    thread.stackSize = 8 << 20
    thread.start()
  }

  /// What was read, once; nil until it is.
  func take() -> SceneListing? {
    state.withLock { state in
      defer { state.listing = nil }
      return state.listing
    }
  }
}
