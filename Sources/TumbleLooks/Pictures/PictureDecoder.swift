import Foundation

/// Does jobs on a thread of its own, the most urgent first. Every job that goes in comes out once, with what came of it.
///
/// All that both threads touch is behind the condition's lock, and one thread alone uses the maker: hence the unchecked
/// conformance.
final class PictureDecoder: @unchecked Sendable {
  private let condition = NSCondition()
  private var waiting: [PictureJob] = []
  private var finished: [PictureResult] = []
  /// The job that is being done.
  private var current: PictureJob?
  private var isCurrentWanted = false
  private var isClosing = false
  private var hasStarted = false
  private var hasEnded = false
  /// Only the thread that decodes uses it.
  private var maker: PictureMaker
  private let hasThread: Bool

  /// - Parameter hasThread: false: nothing is done but by `doNext`, for tests that decide when.
  init(_ maker: PictureMaker, hasThread: Bool = true) {
    self.maker = maker
    self.hasThread = hasThread
  }

  /// The thread comes with the first job.
  func submit(_ job: PictureJob) {
    condition.lock()
    if isClosing {
      finished.append(PictureResult(job: job, outcome: .cancelled))
    } else {
      waiting.append(job)
      if hasThread, !hasStarted { startThread() }
    }
    condition.broadcast()
    condition.unlock()
  }

  private func startThread() {
    hasStarted = true
    let thread = Thread { [self] in run() }
    thread.name = "tumble.pictures"
    thread.start()
  }

  /// Ranks what waits again; nil cancels a job: the one that is being done at its next opportunity.
  func rank(_ rank: (PictureJob) -> Double?) {
    condition.lock()
    var kept = 0
    for place in waiting.indices {
      if let rank = rank(waiting[place]) {
        waiting[place].rank = rank
        if kept != place { waiting.swapAt(kept, place) }
        kept += 1
      } else {
        finished.append(PictureResult(job: waiting[place], outcome: .cancelled))
      }
    }
    waiting.removeLast(waiting.count - kept)
    if let current, isCurrentWanted { isCurrentWanted = rank(current) != nil }
    condition.unlock()
  }

  /// Whether something is to be done, or was done and not taken.
  var isBusy: Bool {
    condition.lock()
    defer { condition.unlock() }
    return !waiting.isEmpty || current != nil || !finished.isEmpty
  }

  /// Appends what has come out since the last time.
  func take(into results: inout [PictureResult]) {
    condition.lock()
    if !finished.isEmpty {
      results.append(contentsOf: finished)
      finished.removeAll(keepingCapacity: true)
    }
    condition.unlock()
  }

  /// Waits until nothing is left to do, or for so long; false if there was nothing to wait for.
  @discardableResult func wait(atMost seconds: Double) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    let end = Date(timeIntervalSinceNow: seconds)
    var hasWaited = false
    while hasThread, !waiting.isEmpty || current != nil {
      hasWaited = true
      guard condition.wait(until: end) else { break }
    }
    return hasWaited
  }

  /// Cancels what waits, lets the thread finish what it is at, and returns when it is done.
  func close() {
    condition.lock()
    isClosing = true
    condition.broadcast()
    while hasStarted, !hasEnded { condition.wait() }
    condition.unlock()
  }

  /// Does the most urgent job here and now; false if there was none.
  @discardableResult func doNext() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    return doMostUrgent()
  }

  // MARK: The worker

  private func run() {
    condition.lock()
    while !isClosing {
      if !doMostUrgent() { condition.wait() }
    }
    finished.append(contentsOf: waiting.map { PictureResult(job: $0, outcome: .cancelled) })
    waiting.removeAll()
    hasEnded = true
    condition.broadcast()
    condition.unlock()
  }

  /// The lock is held but while the job is done. Of equals the oldest comes first.
  private func doMostUrgent() -> Bool {
    guard
      let place = waiting.indices.min(by: {
        (waiting[$0].rank, waiting[$0].ticket) < (waiting[$1].rank, waiting[$1].ticket)
      })
    else { return false }
    let job = waiting.remove(at: place)
    (current, isCurrentWanted) = (job, true)
    condition.unlock()
    let result = maker.make(job) { isWanted() }
    condition.lock()
    current = nil
    finished.append(result)
    condition.broadcast()
    return true
  }

  private func isWanted() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    return !isClosing && isCurrentWanted
  }
}
