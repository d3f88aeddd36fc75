import Foundation
import Synchronization
import TumbleWindow

/// A thread that watches whether the main thread stands still.
///
/// The main thread says what it is doing; the watch checks a hundred times per second, so a stall is reported while it lasts, too.
final class StallWatch: Sendable {
  private let state = Mutex(State())
  private let tell: @Sendable (Stall) -> Void
  private let clock: @Sendable () -> Duration

  private struct State {
    var frame = 0
    var began = Duration.zero
    var phase = Phase.waiting
    var isOver = false
    var found: [Stall] = []
    /// When one was reported.
    var reported: Duration?
  }

  /// A machine that is busy otherwise would fill the screen with reports.
  private static let silence = Duration.seconds(10)

  /// - Parameters:
  ///   - clock: Does not jump; read on the watch's thread.
  ///   - tell: Called on that thread for each stall, while it lasts.
  init(clock: @escaping @Sendable () -> Duration, tell: @escaping @Sendable (Stall) -> Void) {
    self.clock = clock
    self.tell = tell
  }

  /// Starts the thread, which ends with `stop`.
  func start() {
    Thread.detachNewThread { [self] in
      var monitor = StallMonitor()
      while look(&monitor) { Thread.sleep(forTimeInterval: 0.01) }
    }
  }

  func stop() { state.withLock { $0.isOver = true } }

  /// The main thread is in a frame and does something now.
  func note(_ phase: Phase) { state.withLock { $0.phase = phase } }

  /// The main thread begins a frame.
  func beginFrame(at now: Duration) {
    state.withLock { state in
      state.frame += 1
      state.began = now
    }
  }

  /// The stalls found since the last call.
  func takeFound() -> [Stall] {
    state.withLock { state in
      guard !state.found.isEmpty else { return [] }
      defer { state.found.removeAll() }
      return state.found
    }
  }

  /// One look; false once it is over.
  func look(_ monitor: inout StallMonitor) -> Bool {
    let now = clock()
    let (stall, isOver): (Stall?, Bool) = state.withLock { state in
      let stall = monitor.look(frame: state.frame, began: state.began, phase: state.phase, now: now)
      guard let stall else { return (nil, state.isOver) }
      state.found.append(stall)
      if let reported = state.reported, now - reported < Self.silence { return (nil, state.isOver) }
      state.reported = now
      return (stall, state.isOver)
    }
    if let stall, !isOver { tell(stall) }
    return !isOver
  }
}
