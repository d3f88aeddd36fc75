import Foundation
import TumbleDrawing
import TumbleFiles
import TumbleGeometry

/// Does jobs on a thread of its own, the most urgent first. Every job that goes in comes out once, with what
/// came of it.
///
/// All that both threads touch is behind the condition's lock, and one thread alone uses the maker: hence the
/// unchecked conformance.
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
  /// The maker, used by the thread that decodes alone.
  private var maker: PictureMaker
  private let hasThread: Bool

  /// - Parameter hasThread: false: nothing is done but by `doNext`, for tests that decide when.
  init(_ maker: PictureMaker, hasThread: Bool = true) { (self.maker, self.hasThread) = (maker, hasThread) }

  /// Adds a job; the first one starts the thread.
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

  /// Is true if something is to be done, or was done and not taken.
  var isBusy: Bool { condition.withLock { !waiting.isEmpty || current != nil || !finished.isEmpty } }

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
  @discardableResult func doNext() -> Bool { condition.withLock { doMostUrgent() } }

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

  /// Does the most urgent job, of equals the oldest; false if there is none. The caller has the lock,
  /// which is given up only while the job is done.
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

  private func isWanted() -> Bool { condition.withLock { !isClosing && isCurrentWanted } }
}

/// Does jobs: reads files, decodes them no finer than needed, and draws from them. It keeps the latest
/// decoded pictures, because a picture is often wanted for several bodies.
///
/// One thread at a time uses it.
struct PictureMaker {
  private struct Source {
    let bitmap: Bitmap
    /// Is true if its file has no more pixels.
    let isWhole: Bool
  }

  private var sources = CostCache<String, Source>(totalCostLimit: 64 << 20)
  private var silhouettes = SilhouetteComparison()
  private let drawn: DrawnPictures

  /// Pictures of fewer pixels are kept whole: making them smaller would save little.
  private static let smallPicture = 1 << 20

  init(drawn: DrawnPictures) { self.drawn = drawn }

  /// - Parameter isWanted: Asked between the parts of the work.
  mutating func make(_ job: PictureJob, isWanted: () -> Bool = { true }) -> PictureResult {
    var result = PictureResult(job: job, outcome: .cancelled)
    if job.isChanged {
      sources.remove(job.path)
      silhouettes.forget(job.path)
    }
    do {
      switch job.product {
      case .source(let size):
        let source = try source(job.path, covering: size, &result.decodes)
        guard isWanted() else { return result }
        result.outcome = .source(Self.reduced(source.bitmap, covering: size))
      case .sprite(let plan, let preview):
        let source = try source(job.path, covering: plan.fileSize, &result.decodes)
        guard isWanted() else { return result }
        result.outcome = .sprite(
          plan.draw(source.bitmap), preview: preview?.draw(source.bitmap), fills: fills(plan, source.bitmap))
      }
    } catch {
      result.outcome = .failed("\(error)")
    }
    return result
  }

  private mutating func source(_ path: String, covering size: PixelSize?, _ decodes: inout Int) throws
    -> Source
  {
    if let known = sources.object(for: path) {
      let isEnough = size.map { known.bitmap.width >= $0.width && known.bitmap.height >= $0.height } ?? false
      if known.isWhole || isEnough { return known }
    }
    decodes += 1
    let pair = size.map { (width: $0.width, height: $0.height) }
    let source: Source
    if let picture = DrawnPicture(name: path) {
      let bitmap = try PictureFile.decode(drawn.jpeg(of: picture), path: path, covering: pair)
      source = Source(bitmap: bitmap, isWhole: bitmap.width == DrawnPicture.width)
    } else {
      let bitmap = try PictureFile.read(path, covering: pair)
      source = Source(bitmap: bitmap, isWhole: size == nil || !Self.isReduced(bitmap, path))
    }
    sources.set(source, for: path, cost: source.bitmap.width * source.bitmap.height * 4)
    return source
  }

  private static func isReduced(_ bitmap: Bitmap, _ path: String) -> Bool {
    guard let header = try? PictureHeader(ofFile: path) else { return true }
    return header.width != bitmap.width || header.height != bitmap.height
  }

  /// Returns a bitmap as large as it is shown, if that is much less.
  private static func reduced(_ bitmap: Bitmap, covering size: PixelSize?) -> Bitmap {
    guard let size, bitmap.width * bitmap.height > smallPicture else { return bitmap }
    let factor = max(
      Double(size.width) / Double(bitmap.width), Double(size.height) / Double(bitmap.height), 1e-3)
    guard factor <= 0.5 else { return bitmap }
    var small = Bitmap(
      width: max(Int((Double(bitmap.width) * factor).rounded(.up)), 1),
      height: max(Int((Double(bitmap.height) * factor).rounded(.up)), 1))
    let place = Rect(size: Size(Double(small.width), Double(small.height)))
    small.draw { $0.paint(bitmap, over: place) }
    return small
  }

  private mutating func fills(_ plan: SpritePlan, _ picture: Bitmap) -> Bool {
    guard case .picture(let path, let outlines, let fit, _, _) = plan.form else { return true }
    return silhouettes.fills(path, picture, outlines, fit)
  }
}

extension SpritePlan {
  /// Pixels of the file's picture that are enough for this one; nil: all.
  fileprivate var fileSize: PixelSize? {
    guard case .picture(_, _, let fit, let wear, _) = form, fit == .stretch || fit == .auto else {
      return nil
    }
    return wear.quarters.isMultiple(of: 2) ? PixelSize(width, height) : PixelSize(height, width)
  }
}

/// Something to be made of a picture's file: a value, which goes to the thread that decodes, as its result
/// comes back.
package struct PictureJob: Sendable {
  package enum Product: Sendable {
    /// A sprite's picture, and a coarse one of the same where that is wanted too.
    case sprite(SpritePlan, preview: SpritePlan?)
    /// The picture itself, with at least so many pixels in both directions where it has them; nil: as it is.
    case source(covering: PixelSize?)
  }

  /// The number of the job, never used twice.
  package var ticket: Int
  /// The time until it is needed, in seconds: the least is made first.
  package var rank: Double
  /// The file, or the name of a picture that Tumble draws.
  var path: String
  package var product: Product
  /// Is true if the file has changed since it was last decoded.
  var isChanged = false
}

/// The result of a job; each job has one.
package struct PictureResult: Sendable {
  package enum Outcome: Sendable {
    /// Ready for upload. `fills`: whether the picture covers its outlines, so that these have the same
    /// shadow.
    case sprite(Bitmap, preview: Bitmap?, fills: Bool)
    case source(Bitmap)
    /// The reason why it failed, as a sentence.
    case failed(String)
    /// The job was no longer wanted.
    case cancelled
  }

  package var job: PictureJob
  package var outcome: Outcome
  /// The number of files that were decoded for it.
  var decodes = 0
}
