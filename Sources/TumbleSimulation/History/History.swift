import Glibc

/// The past of a world as snapshots within a memory budget, to be drawn without simulating.
///
/// A snapshot consists of blocks, and shares unchanged ones with the snapshot before it: static bodies,
/// bodies at rest and unchanged appearances are stored once. When the budget is used up, every other snapshot
/// is dropped, one at a time from the oldest on, then every other of the rest, and so on: the whole past is
/// kept, with ever larger steps in between. All memory is allocated at the start; adding a step allocates
/// nothing.
public final class History {
  /// The memory limit, in bytes.
  public let budget: Int
  /// Steps per second.
  public let rate: Int

  private var blocks: BlockStore
  private let records: UnsafeMutablePointer<Record>
  private let maxRecords: Int
  /// Records are in 0..<`kept` and in `unswept`..<`end`; thinning has freed those between.
  private var kept = 0
  private var unswept = 0
  private var end = 0
  /// The step of thinning, which keeps its multiples.
  private var stride = 2
  /// The blocks of the latest record.
  private var latestBlocks: [Int32] = []
  private let scratch = UnsafeMutableRawPointer.allocate(byteCount: BlockStore.blockBytes, alignment: 16)

  private struct Record {
    var step: Int
    var gravity: Vector
    var camera: CameraPose?
    var layout: SnapshotLayout
    var index: Int32
  }

  private static let bytesPerBlock = BlockStore.blockBytes + 4 + MemoryLayout<Record>.stride
  /// Numbers of blocks in a block; the last is that of the next such block.
  private static let entries = BlockStore.blockBytes / 4 - 1

  /// Creates a history without snapshots.
  /// - Parameters:
  ///   - budget: The memory limit, in bytes.
  ///   - rate: Steps per second.
  public init(budget: Int = 256 << 20, rate: Int) {
    self.budget = max(budget, 0)
    self.rate = rate
    maxRecords = min(self.budget / Self.bytesPerBlock, Int(Int32.max) - 1)
    blocks = BlockStore(capacity: maxRecords)
    records = .allocate(capacity: max(maxRecords, 1))
  }

  deinit {
    records.deallocate()
    scratch.deallocate()
  }
}

// MARK: - What it holds

extension History {
  /// Snapshots kept.
  public var count: Int { kept + end - unswept }
  /// The step of the oldest snapshot; nil if there is none.
  public var firstStep: Int? { count > 0 ? record(0).step : nil }
  /// The step of the latest.
  public var lastStep: Int? { count > 0 ? record(count - 1).step : nil }
  /// The memory in use, in bytes: at most the budget.
  public var bytesUsed: Int {
    blocks.used * (BlockStore.blockBytes + 4) + count * MemoryLayout<Record>.stride
  }

  private func record(_ place: Int) -> Record { records[place < kept ? place : unswept + place - kept] }

  /// The step of the kept snapshot that is nearest to a step, of two the earlier; nil if none is kept.
  public func nearestStep(to step: Int) -> Int? { nearest(step).map { record($0).step } }

  private func nearest(_ step: Int) -> Int? {
    guard count > 0 else { return nil }
    let later = (0..<count).partitioningIndex { record($0).step > step }
    guard later > 0 else { return 0 }
    guard later < count else { return count - 1 }
    return record(later).step - step < step - record(later - 1).step ? later : later - 1
  }

  /// Reads the snapshot that is nearest to a step into an existing one, whose memory is reused.
  /// - Returns: False if none is kept.
  @discardableResult
  public func nearest(_ step: Int, into snapshot: inout FrameSnapshot) -> Bool {
    guard let place = nearest(step) else { return false }
    let record = record(place)
    snapshot.step = record.step
    snapshot.rate = rate
    snapshot.gravity = record.gravity
    snapshot.camera = record.camera
    let layout = record.layout
    snapshot.bodies.fill(with: BodySnapshot(id: 0, position: .zero, angle: 0), count: layout.bodies)
    snapshot.joints.fill(with: JointSnapshot(id: 0, a: .zero, b: .zero), count: layout.joints)
    snapshot.levels.fill(with: 0, count: layout.fluids)
    snapshot.strengths.fill(with: 0, count: layout.fields)
    snapshot.emitterCounts.fill(with: 0, count: layout.emitters)
    snapshot.emitterSamples.fill(with: EmitterSample(), count: layout.samples)
    snapshot.looks.fill(
      with: LookChange(body: 0, step: 0, picture: nil, oldPicture: nil), count: layout.looks)
    snapshot.trails.fill(with: TrailSpan(body: 0, spacing: 1, range: 0..<0), count: layout.trails)
    snapshot.bursts.fill(with: .none, count: layout.bursts)
    snapshot.trailPlaces.fill(with: .zero, count: layout.trailPlaces)
    var cursor = (index: record.index, entry: 0)
    layout.forEachBlock { part, items in
      layout.read(items, of: part, from: blocks[nextBlock(&cursor)], into: &snapshot)
    }
    return true
  }

  /// Returns the block at a cursor, which moves on; a cursor begins at a record's index and entry 0.
  private func nextBlock(_ cursor: inout (index: Int32, entry: Int)) -> Int32 {
    if cursor.entry == Self.entries {
      cursor = (blocks[cursor.index].load(fromByteOffset: Self.entries * 4, as: Int32.self), 0)
    }
    defer { cursor.entry += 1 }
    return blocks[cursor.index].load(fromByteOffset: cursor.entry * 4, as: Int32.self)
  }
}

// MARK: - What comes and goes

extension History {
  /// Adds a snapshot and drops those of the same step and later.
  public func append(_ snapshot: FrameSnapshot) {
    if let last = lastStep, snapshot.step <= last { truncate(after: snapshot.step - 1) }
    let layout = SnapshotLayout(of: snapshot)
    let indices = max((layout.count + Self.entries - 1) / Self.entries, 1)
    let needed = layout.count + indices
    while blocks.free < needed || count == maxRecords {
      guard thin() else { return }
    }
    if end == maxRecords { closeGap() }
    let before = count > 0 ? record(count - 1).layout : SnapshotLayout(bodies: 0, joints: 0)
    let first = blocks.take()
    var (index, entry) = (first, 0)
    if latestBlocks.count < layout.count {
      latestBlocks.append(contentsOf: repeatElement(-1, count: layout.count - latestBlocks.count))
    }
    var number = 0
    layout.forEachBlock { part, items in
      if entry == Self.entries {
        let following = blocks.take()
        blocks[index].storeBytes(of: following, toByteOffset: Self.entries * 4, as: Int32.self)
        (index, entry) = (following, 0)
      }
      layout.write(items, of: part, of: snapshot, to: scratch)
      let old = latestBlocks[number]
      let block: Int32
      if layout == before, memcmp(scratch, blocks[old], BlockStore.blockBytes) == 0 {
        blocks.share(old)
        block = old
      } else {
        block = blocks.take()
        blocks[block].copyMemory(from: scratch, byteCount: BlockStore.blockBytes)
        latestBlocks[number] = block
      }
      blocks[index].storeBytes(of: block, toByteOffset: entry * 4, as: Int32.self)
      entry += 1
      number += 1
    }
    records[end] = Record(
      step: snapshot.step, gravity: snapshot.gravity, camera: snapshot.camera, layout: layout, index: first)
    end += 1
  }

  /// Drops the snapshots after a step.
  public func truncate(after step: Int) {
    closeGap()
    guard end > 0, records[end - 1].step > step else { return }
    while end > 0, records[end - 1].step > step {
      release(records[end - 1])
      end -= 1
    }
    (kept, unswept) = (0, 0)
    readLatestBlocks()
  }

  /// Removes all snapshots.
  public func removeAll() {
    blocks.releaseAll()
    (kept, unswept, end, stride) = (0, 0, 0, 2)
  }

  /// Replaces the snapshots of a step and all later ones by those of another history.
  func append(_ other: History, from step: Int) {
    truncate(after: step - 1)
    var snapshot = FrameSnapshot(step: 0, rate: rate)
    for place in 0..<other.count {
      let step = other.record(place).step
      guard step > lastStep ?? -1, other.nearest(step, into: &snapshot) else { continue }
      append(snapshot)
    }
  }

  /// The snapshots of a step and of those after it, evenly thinned to a limit; the latest is among them.
  func tail(from step: Int, limit: Int, budget: Int) -> History {
    let tail = History(budget: budget, rate: rate)
    guard var place = nearest(step) else { return tail }
    if record(place).step < step { place += 1 }
    let spacing = max((count - place + limit - 1) / limit, 1)
    var snapshot = FrameSnapshot(step: 0, rate: rate)
    while place < count {
      nearest(record(place).step, into: &snapshot)
      tail.append(snapshot)
      place = place == count - 1 ? count : min(place + spacing, count - 1)
    }
    return tail
  }

  /// Drops one snapshot; false if only the latest is left.
  private func thin() -> Bool {
    guard count > 1 else { return false }
    while true {
      while unswept < end - 1 {
        let record = records[unswept]
        unswept += 1
        // The oldest stays: the past begins there.
        if kept > 0, record.step % stride != 0 {
          release(record)
          return true
        }
        records[kept] = record
        kept += 1
      }
      let isBare = count <= 2
      closeGap()
      stride = stride < 1 << 40 ? stride * 2 : stride
      if isBare {
        // Two are left, and there is no room for a third.
        release(records[0])
        records[0] = records[1]
        end = 1
        return true
      }
    }
  }

  private func closeGap() {
    if unswept > kept {
      for place in unswept..<end { records[kept + place - unswept] = records[place] }
      end -= unswept - kept
    }
    (kept, unswept) = (0, 0)
  }

  private func release(_ record: Record) {
    var cursor = (index: record.index, entry: 0)
    for _ in 0..<record.layout.count {
      let index = cursor.index
      blocks.release(nextBlock(&cursor))
      if index != cursor.index { blocks.release(index) }
    }
    blocks.release(cursor.index)
  }

  private func readLatestBlocks() {
    guard end > 0 else { return }
    var cursor = (index: records[end - 1].index, entry: 0)
    for number in 0..<records[end - 1].layout.count { latestBlocks[number] = nextBlock(&cursor) }
  }
}
