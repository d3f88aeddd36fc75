import Foundation
import Synchronization

/// Work on a thread of its own, for a window that goes on meanwhile.
///
/// It is `@unchecked Sendable` because of the result, which is handed over under a lock.
package final class BackgroundJob<Value: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var result: Value?
  private var isDone = false
  private let cancelled = Atomic<Bool>(false)
  private let thousandths = Atomic<Int>(0)

  /// Starts the work.
  ///
  /// - Parameters:
  ///   - name: The thread's name, at most 15 bytes.
  ///   - work: Gets the job, to tell its progress and to ask whether it is cancelled.
  package init(_ name: String, _ work: @escaping @Sendable (BackgroundJob) -> Value) {
    let thread = Thread { [self] in
      let value = work(self)
      condition.lock()
      (result, isDone) = (value, true)
      condition.broadcast()
      condition.unlock()
    }
    thread.name = name
    thread.stackSize = 8 << 20
    thread.start()
  }

  /// Asks the work to end early; its result is not wanted any more.
  package func cancel() { cancelled.store(true, ordering: .relaxed) }

  package var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  /// The part that is done, 0 to 1, as the work tells it.
  package var progress: Double {
    get { Double(thousandths.load(ordering: .relaxed)) / 1000 }
    set { thousandths.store(Int(min(max(newValue, 0), 1) * 1000), ordering: .relaxed) }
  }

  /// Waits for the end of the work.
  package func wait() {
    condition.lock()
    while !isDone { condition.wait() }
    condition.unlock()
  }

  /// Returns the result, once; nil until the work is done.
  package func take() -> Value? {
    condition.lock()
    defer { condition.unlock() }
    defer { result = nil }
    return result
  }
}
