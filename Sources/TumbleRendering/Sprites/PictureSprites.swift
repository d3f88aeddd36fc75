import TumbleDrawing
import TumbleLooks

/// Sprites that show files. They are decoded and drawn by a `TextureCache`, in the background where that does
/// so: what is in sight first, then what is soon to be. Large ones are kept within a limit.
///
/// A frame begins with `beginFrame`, says what it wants, and ends with `endFrame`.
final class PictureSprites {
  private let textures: TextureCache
  private var entries: [SpriteForm: PictureEntry] = [:]
  private var byTicket: [Int: PictureEntry] = [:]
  private var lastID = 0
  private var frame = 0
  /// The pictures of this frame, each once.
  private var wanted: [PictureEntry] = []
  /// The pictures that were decoded and wait for their upload.
  private var arrived: [PictureResult] = []
  /// The large sprites, and previews, by their entries' ids.
  private var large = CostCache<Int, PictureEntry>(totalCostLimit: PictureSprites.largeLimit)
  private var previews = CostCache<Int, PictureEntry>(totalCostLimit: 16 << 20)
  private var current: SpriteCache?

  /// Bytes of large sprites.
  static let largeLimit = 128 << 20
  /// Bytes given to the renderer in a frame, when it is no less than one picture.
  private static let uploadBudget = 4 << 20

  /// - Parameter limit: Bytes of large sprites.
  init(_ textures: TextureCache, limit: Int = PictureSprites.largeLimit) {
    self.textures = textures
    large.totalCostLimit = limit
    large.onEviction = { [unowned textures] _, entry in
      entry.sprite = nil
      textures.statistics.evictions += 1
    }
    large.mayEvict = { [unowned self] _, entry in entry.keptFrame < frame - 1 }
    previews.onEviction = { _, entry in entry.preview = nil }
  }

  /// Bytes of large sprites that are kept, but for those in sight.
  var limit: Int {
    get { large.totalCostLimit }
    set { large.totalCostLimit = newValue }
  }
  /// The number of pictures that there are, or are to come.
  var count: Int { entries.count }
  /// Is true if pictures come later than they are asked for.
  var isInBackground: Bool { textures.isInBackground }

  /// Forgets all: the textures are lost, or the scene is another one.
  func discard() {
    for entry in entries.values {
      (entry.ticket, entry.previewTicket) = (nil, nil)
      (entry.sprite, entry.preview, entry.standIn) = (nil, nil, nil)
    }
    entries.removeAll()
    byTicket.removeAll()
    arrived.removeAll()
    wanted.removeAll()
    large.removeAll()
    previews.removeAll()
    current = nil
    textures.rank { _ in nil }
  }

  /// Sprites are drawn as these are from now on. What there is stands in for what is to come.
  func use(_ sprites: SpriteCache) {
    guard sprites !== current else { return }
    let isSameSize = current.map { $0.detail == sprites.detail && $0.isSmooth == sprites.isSmooth } ?? false
    current = sprites
    for entry in entries.values where !(isSameSize && entry.isLarge) {
      guard let plan = sprites.plan(entry.form) else { continue }
      large.remove(entry.id)
      entry.replan(plan)
      // What is large and not near stands in for nothing.
      if entry.isLarge, entry.frame < frame - 1 { entry.standIn = nil }
    }
    byTicket = byTicket.filter { $0.value.ticket == $0.key || $0.value.previewTicket == $0.key }
    textures.rank { byTicket[$0]?.rank }
  }
}

// MARK: A frame

extension PictureSprites {
  /// Takes in what has been decoded.
  func beginFrame() throws(StageError) {
    frame += 1
    textures.receive()
    for path in textures.changed {
      for entry in entries.values where entry.path == path {
        (entry.isChanged, entry.isMissing, entry.hasFailed) = (true, false, false)
        entry.version += 1
      }
    }
    if !textures.changed.isEmpty { textures.changed.removeAll() }
    try takeArrived()
  }

  /// The sprite of a form that shows a file, to be wanted; nil where there is nothing to draw.
  func entry(_ form: SpriteForm) -> PictureEntry? {
    if let known = entries[form] { return known }
    guard let path = form.file, let plan = current?.plan(form) else { return nil }
    lastID += 1
    let entry = PictureEntry(id: lastID, form: form, path: path, plan: plan)
    entry.isMissing = textures.header(path) == nil
    entries[form] = entry
    return entry
  }

  /// Says that a sprite is seen in this frame, or is soon to be.
  ///
  /// - Parameter rank: How soon, in seconds; 0: it is in sight.
  func want(_ entry: PictureEntry, rank: Double) throws(StageError) {
    guard !entry.isMissing else { return }
    guard entry.frame != frame else {
      entry.rank = min(entry.rank, rank)
      return
    }
    let isNew = entry.frame != frame - 1
    (entry.frame, entry.rank) = (frame, rank)
    if isNew {
      if entry.sprite == nil { textures.statistics.misses += 1 } else { textures.statistics.hits += 1 }
    }
    wanted.append(entry)
    guard !textures.isInBackground, entry.sprite == nil || entry.isChanged else { return }
    order(entry)
    try takeArrived()
  }

  /// Orders what is missing, and gives up what no longer is wanted.
  func endFrame() {
    keepWithinLimit()
    var missing = 0
    for entry in wanted where entry.keptFrame == frame {
      if entry.sprite != nil, entry.isLarge { _ = large.object(for: entry.id) }
      if entry.sprite == nil, !entry.hasFailed, entry.rank <= 0 { missing += 1 }
      if textures.isInBackground, entry.sprite == nil || entry.isChanged { order(entry) }
    }
    wanted.removeAll(keepingCapacity: true)
    textures.statistics.missing = missing
    textures.statistics.lateFrames += missing > 0 ? 1 : 0
    textures.statistics.bytes = large.totalCost
    guard textures.isInBackground, !byTicket.isEmpty else { return }
    textures.rank { ticket in
      guard let entry = byTicket[ticket], entry.keptFrame == frame else { return nil }
      return ticket == entry.previewTicket ? entry.rank - 1 : entry.rank
    }
  }

  /// Keeps what is in sight, and of the rest what comes soonest, as far as the limit reaches: else what was
  /// decoded in advance would be given up for what else is decoded in advance, and so on.
  private func keepWithinLimit() {
    var cost = 0
    for entry in wanted {
      entry.keptFrame = frame
      if entry.isLarge { cost += entry.plan.cost }
    }
    if large.totalCostLimit > 0, cost > large.totalCostLimit {
      wanted.sort { ($0.rank, $0.id) < ($1.rank, $1.id) }
      var sum = 0
      for entry in wanted where entry.isLarge {
        sum += entry.plan.cost
        if entry.rank > 0, sum > large.totalCostLimit { entry.keptFrame = -1 }
      }
    }
    large.trim()
  }

  private func order(_ entry: PictureEntry) {
    guard entry.ticket == nil, !entry.hasFailed, let current else { return }
    let preview = entry.isLarge && entry.preview == nil ? entry.plan.preview(current.detail) : nil
    // A JPEG is decoded coarsely in a fraction of the time.
    if let preview, textures.isInBackground, entry.rank <= 0, entry.previewTicket == nil,
      textures.header(entry.path)?.kind == .jpeg
    {
      let job = textures.job(entry.path, .sprite(preview, preview: nil), rank: entry.rank - 1)
      entry.previewTicket = job.ticket
      byTicket[job.ticket] = entry
      textures.submit(job)
    }
    let job = textures.job(
      entry.path, .sprite(entry.plan, preview: preview), rank: entry.rank, isChanged: entry.isChanged)
    entry.ticket = job.ticket
    entry.isChanged = false
    byTicket[job.ticket] = entry
    textures.submit(job)
  }

  /// Uploads what has come, what is seen soonest first, as much as a frame has time for.
  private func takeArrived() throws(StageError) {
    if !textures.sprites.isEmpty {
      arrived.append(contentsOf: textures.sprites)
      textures.sprites.removeAll(keepingCapacity: true)
    }
    guard !arrived.isEmpty else { return }
    if arrived.count > 1 { arrived.sort { ($0.job.rank, $0.job.ticket) < ($1.job.rank, $1.job.ticket) } }
    var (bytes, taken) = (0, 0)
    for result in arrived {
      if textures.isInBackground, bytes >= Self.uploadBudget { break }
      bytes += try take(result)
      taken += 1
    }
    arrived.removeFirst(taken)
    textures.hasUploads = !arrived.isEmpty
  }

  /// The bytes that were uploaded.
  private func take(_ result: PictureResult) throws(StageError) -> Int {
    let ticket = result.job.ticket
    guard let entry = byTicket.removeValue(forKey: ticket), let current else { return 0 }
    let isPreview = ticket == entry.previewTicket
    if isPreview { entry.previewTicket = nil } else { entry.ticket = nil }
    guard case .sprite(let plan, let previewPlan) = result.job.product else { return 0 }
    switch result.outcome {
    case .source, .cancelled: return 0
    case .failed:
      // What was there before the file changed stays.
      (entry.isMissing, entry.hasFailed) = (entry.shown == nil, true)
      entry.version += 1
      return 0
    case .sprite(let bitmap, let preview, let fills):
      if isPreview {
        try keep(bitmap, plan, asPreviewOf: entry, in: current)
        return plan.cost
      }
      entry.fills = fills
      entry.standIn = nil
      entry.version += 1
      if entry.isLarge {
        entry.sprite = try current.addAlone(bitmap, plan)
        // What was wanted when it was ordered may be out of sight by now.
        large.set(entry, for: entry.id, cost: plan.cost)
      } else {
        entry.sprite = try current.add(bitmap, plan)
      }
      count(bitmap)
      guard let preview, let previewPlan else { return plan.cost }
      try keep(preview, previewPlan, asPreviewOf: entry, in: current)
      return plan.cost + previewPlan.cost
    }
  }

  private func keep(
    _ bitmap: Bitmap, _ plan: SpritePlan, asPreviewOf entry: PictureEntry, in sprites: SpriteCache
  ) throws(StageError) {
    entry.preview = try sprites.addAlone(bitmap, plan)
    previews.set(entry, for: entry.id, cost: plan.cost)
    count(bitmap)
  }

  private func count(_ bitmap: Bitmap) {
    textures.statistics.uploads += 1
    textures.statistics.uploadedBytes += bitmap.width * bitmap.height * 4
  }
}

/// A sprite that shows a file: what there is of it, and what is wanted.
///
/// An object, because bodies that look alike share one and it changes as its file is decoded.
final class PictureEntry {
  let id: Int
  let form: SpriteForm
  let path: String
  private(set) var plan: SpritePlan

  /// The sprite as fine as it is shown.
  var sprite: Sprite?
  var preview: Sprite?
  /// The sprite of another size, or of the file before it changed.
  var standIn: Sprite?
  /// Is true if the picture covers its outlines; assumed until it is decoded.
  var fills = true
  /// Is true if its file cannot be read.
  var isMissing = false
  /// Is true if decoding it failed: not tried again before the file changes.
  var hasFailed = false
  /// Is true if its file has changed since it was drawn.
  var isChanged = false

  /// The job that is under way for it, and that of its preview.
  var ticket: Int?
  var previewTicket: Int?
  /// The latest frame in which it was wanted, and how soon: in seconds, 0 where it is in sight.
  var frame = -1
  var rank = Double.infinity
  /// The latest frame in which there was room for it too.
  var keptFrame = -1
  /// Rises when it has come, or is found to be missing or changed: what was made by what was known of it is
  /// made again.
  var version = 0

  init(id: Int, form: SpriteForm, path: String, plan: SpritePlan) {
    (self.id, self.form, self.path, self.plan) = (id, form, path, plan)
  }

  /// The best there is.
  var shown: Sprite? { sprite ?? standIn ?? preview }

  /// Is true if it takes so much memory that it is given up when it is out of sight.
  var isLarge: Bool {
    if case .picture = form { plan.width * plan.height > Self.largeSize } else { false }
  }
  private static let largeSize = 256 * 256

  /// Is true if it is there and never given up, so that it need not be wanted.
  var isSettled: Bool { sprite != nil && !isLarge && !isChanged }

  /// Draws it in another size from now on.
  func replan(_ plan: SpritePlan) {
    self.plan = plan
    standIn = shown
    sprite = nil
    (ticket, previewTicket) = (nil, nil)
  }
}
