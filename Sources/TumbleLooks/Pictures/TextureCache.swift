import TumbleDrawing
import TumbleFiles

/// The pictures of texture files.
///
/// At once, where pictures must repeat: what is asked for is decoded before the call returns. In the
/// background, where frames may not wait: what is asked for is there some frames later. One renderer draws
/// with a cache that decodes in the background.
package final class TextureCache {
  package enum Decoding: Sendable {
    case atOnce
    /// Decoding on a thread, with files that change read again.
    case inBackground
    /// Decoding as in the background, but only when `decodeNext` says so: for tests.
    case stepped
  }

  let decoding: Decoding
  /// The statistics of everything that is drawn with this cache.
  package var statistics = PictureStatistics()
  /// Rises when pictures of `picture(_:covering:)` have come.
  package private(set) var arrivals = 0
  /// Results that are a renderer's to take.
  package var sprites: [PictureResult] = []
  /// Is true if a renderer has left pictures for its next frame.
  package var hasUploads = false
  /// Files that have changed since a renderer last took them.
  package var changed: Set<String> = []

  private struct Source {
    var picture: Bitmap?
    /// The pixels it was decoded for; nil: all.
    var covering: PixelSize?
    var isMissing = false
    var isOrdered = false
    var isChanged = false
    /// The number of the look that it was last drawn in.
    var look = 0
  }

  private let warn: (String) -> Void
  private let drawn: DrawnPictures
  /// The decoder; nil: pictures are decoded at once.
  private let decoder: PictureDecoder?
  private lazy var maker = PictureMaker(drawn: drawn)
  private var headers: [String: PictureHeader?] = [:]
  private var sources: [String: Source] = [:]
  private var orderedSources = 0
  private var look = 0
  private var lastTicket = 0
  private var results: [PictureResult] = []
  private let watch: FolderWatch?

  /// - Parameters:
  ///   - folder: Where pictures that Tumble draws itself are kept; nil: nowhere.
  ///   - warn: Gets a sentence for a file that cannot be read, once per file.
  package init(_ decoding: Decoding = .atOnce, folder: String? = nil, warn: @escaping (String) -> Void) {
    self.decoding = decoding
    self.warn = warn
    drawn = DrawnPictures(folder: folder)
    decoder =
      decoding == .atOnce
      ? nil : PictureDecoder(PictureMaker(drawn: drawn), hasThread: decoding == .inBackground)
    watch = decoding == .atOnce ? nil : FolderWatch()
  }

  deinit { decoder?.close() }

  package var isInBackground: Bool { decoder != nil }
  /// Is true if files that change are read again by themselves.
  package var isWatching: Bool { watch != nil }

  /// Is true if there is something to come, or to be looked at: another frame shows it.
  package var isBusy: Bool {
    guard let decoder else { return false }
    readChanges()
    return hasUploads || orderedSources > 0 || !sprites.isEmpty || !changed.isEmpty || decoder.isBusy
  }

  /// Reads files again from now on, where they are not watched.
  package func forget() {
    guard watch == nil else { return }
    headers.removeAll()
    sources.removeAll()
    maker = PictureMaker(drawn: drawn)
  }

  /// Returns what a file says of its picture; nil if it cannot be read.
  package func header(_ path: String) -> PictureHeader? {
    if let known = headers[path] { return known }
    let header: PictureHeader?
    if DrawnPicture(name: path) != nil {
      header = PictureHeader(kind: .jpeg, width: DrawnPicture.width, height: DrawnPicture.height)
    } else {
      watch?.add(path)
      header = try? PictureHeader(ofFile: path)
      // The reason in the words of the one that reads it.
      if header == nil { report(path) { _ = try PictureFile.read(path) } }
    }
    headers[path] = .some(header)
    return header
  }

  /// Returns the picture of a file; nil if it cannot be read, and in the background until it has been: then
  /// `arrivals` rises.
  ///
  /// - Parameter size: Pixels that it is shown in, which may save decoding it as fine as it is; nil: as it
  ///   is.
  package func picture(_ path: String, covering size: PixelSize? = nil) -> Bitmap? {
    guard let decoder else { return pictureAtOnce(path, covering: size) }
    var source = sources[path] ?? Source()
    defer { sources[path] = source }
    source.look = look
    guard !source.isMissing else { return nil }
    let isEnough =
      source.picture != nil && !source.isChanged
      && (source.covering == nil || size.map { $0.fits(in: source.covering) } ?? false)
    guard !isEnough, !source.isOrdered else { return source.picture }
    guard header(path) != nil else {
      source.isMissing = true
      return nil
    }
    let job = job(path, .source(covering: size), rank: 0, isChanged: source.isChanged)
    source.covering = size
    source.isChanged = false
    source.isOrdered = true
    orderedSources += 1
    decoder.submit(job)
    return source.picture
  }

  /// The maker keeps what was decoded last, within its limit.
  private func pictureAtOnce(_ path: String, covering size: PixelSize?) -> Bitmap? {
    guard sources[path]?.isMissing != true else { return nil }
    var source = Source(isMissing: header(path) == nil)
    if !source.isMissing { take(maker.make(job(path, .source(covering: size), rank: 0)), as: &source) }
    if source.isMissing { sources[path] = source }
    return source.picture
  }

  /// Returns true if a file is still to be read for `picture(_:covering:)`.
  func isAwaited(_ path: String) -> Bool { sources[path].map { $0.isOrdered && $0.picture == nil } ?? false }

  /// Begins another look: pictures that are not asked for again go.
  package func beginLook() {
    guard isInBackground else { return }
    sources = sources.filter { $0.value.look == look || $0.value.isOrdered }
    look += 1
  }

  private func take(_ result: PictureResult, as source: inout Source) {
    statistics.decodes += result.decodes
    switch result.outcome {
    case .source(let bitmap): source.picture = bitmap
    case .failed(let reason):
      // What was there before the file changed stays.
      source.isMissing = source.picture == nil
      warn(Self.warning(reason))
    case .sprite, .cancelled: break
    }
  }
}

// MARK: Sprites

extension TextureCache {
  /// Makes a new job.
  package func job(_ path: String, _ product: PictureJob.Product, rank: Double, isChanged: Bool = false)
    -> PictureJob
  {
    lastTicket += 1
    return PictureJob(ticket: lastTicket, rank: rank, path: path, product: product, isChanged: isChanged)
  }

  /// Does a job, or has it done: the result is among `sprites` sooner or later.
  package func submit(_ job: PictureJob) {
    if let decoder { decoder.submit(job) } else { sprites.append(counted(maker.make(job))) }
  }

  /// Ranks a renderer's jobs again; nil cancels one.
  package func rank(_ rank: (_ ticket: Int) -> Double?) {
    decoder?.rank { job in
      if case .source = job.product { job.rank } else { rank(job.ticket) }
    }
  }

  /// Takes over what has been decoded, and notices files that have changed, once a frame. Allocates nothing
  /// where there is neither.
  package func receive() {
    guard let decoder else { return }
    decoder.take(into: &results)
    for result in results {
      guard case .source = result.job.product else {
        sprites.append(counted(result))
        continue
      }
      let path = result.job.path
      orderedSources -= 1
      guard var source = sources[path] else { continue }
      source.isOrdered = false
      take(result, as: &source)
      sources[path] = source
      // Those that come together are drawn together.
      if orderedSources == 0 { arrivals += 1 }
    }
    results.removeAll(keepingCapacity: true)
    readChanges()
  }

  private func readChanges() {
    watch?.readChanges { path in
      guard headers.removeValue(forKey: path) != nil else { return }
      changed.insert(path)
      guard var source = sources[path] else { return }
      (source.isChanged, source.isMissing) = (true, false)
      sources[path] = source
      arrivals += 1
    }
  }

  /// Waits for all that has been asked for, or for so long: before a scene is first seen.
  package func wait(atMost seconds: Double) {
    guard let decoder else { return }
    if decoder.wait(atMost: seconds) { statistics.waits += 1 }
  }

  /// Does the most urgent job, where nothing else does; false if there was none.
  @discardableResult package func decodeNext() -> Bool { decoding == .stepped && decoder?.doNext() == true }

  private func counted(_ result: PictureResult) -> PictureResult {
    statistics.decodes += result.decodes
    switch result.outcome {
    case .failed(let reason): warn(Self.warning(reason))
    case .cancelled: statistics.cancellations += 1
    case .sprite, .source: break
    }
    return result
  }

  private func report(_ path: String, _ read: () throws -> Void) {
    do { try read() } catch { warn(Self.warning("\(error)")) }
  }

  private static func warning(_ reason: String) -> String {
    "a texture is missing, a magenta shape stands in for it: \(reason)"
  }
}

extension PixelSize {
  /// Returns true if another has as many pixels in both directions.
  fileprivate func fits(in other: PixelSize?) -> Bool {
    other.map { width <= $0.width && height <= $0.height } ?? true
  }
}

/// The costs of a window's pictures since it was opened.
package struct PictureStatistics: Hashable, Sendable {
  /// Times that a picture came near and was there already, and times that it had to be decoded.
  package var hits = 0
  package var misses = 0
  /// Files decoded; one may be decoded coarsely first, and again when it was forgotten.
  package var decodes = 0
  /// Pictures given to the renderer, and their bytes.
  package var uploads = 0
  package var uploadedBytes = 0
  /// Sprites given up for others.
  package var evictions = 0
  /// Jobs that were given up because their pictures went out of sight.
  package var cancellations = 0
  /// Frames in which something stood in for a picture in sight.
  package var lateFrames = 0
  /// Times that the frame's thread stood still for decoding: before a scene is first seen, and never after
  /// that.
  package var waits = 0
  /// Pictures in sight that something stands in for now.
  package var missing = 0
  /// Bytes of the pictures that are kept and can be given up.
  package var bytes = 0

  package init() {}
}
