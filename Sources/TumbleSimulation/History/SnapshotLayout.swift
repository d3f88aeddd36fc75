import TumbleAnimation
import TumbleFrames
import TumbleGeometry

/// The layout of a snapshot in blocks: its bodies' ids, their states, their appearances, the joints' ids and
/// their ends, and the numbers of fluids and fields and the counts of emitters, the samples of emitters,
/// changes of looks, trails and the places of these, and bursts, each in blocks of its own, so that those in
/// which nothing changed since the snapshot before are the same to the byte.
struct SnapshotLayout: Equatable {
  var bodies: Int
  var joints: Int
  var fluids = 0
  var fields = 0
  var emitters = 0
  var samples = 0
  var looks = 0
  var trails = 0
  var trailPlaces = 0
  var bursts = 0

  static let idsPerBlock = 128
  static let statesPerBlock = 10
  static let appearancesPerBlock = BlockStore.blockBytes / 8 / Appearance.numberCount
  static let endsPerBlock = 16
  static let numbersPerBlock = 64
  static let samplesPerBlock = 7
  static let looksPerBlock = 6
  static let trailsPerBlock = 16
  static let placesPerBlock = 32
  static let burstsPerBlock = 10

  private static func blocks(_ count: Int, _ perBlock: Int) -> Int { (count + perBlock - 1) / perBlock }

  /// The index at which each part begins, and the number of blocks in all.
  var states: Int { Self.blocks(bodies, Self.idsPerBlock) }
  var appearances: Int { states + Self.blocks(bodies, Self.statesPerBlock) }
  var jointIDs: Int { appearances + Self.blocks(bodies, Self.appearancesPerBlock) }
  var ends: Int { jointIDs + Self.blocks(joints, Self.idsPerBlock) }
  /// The fluids' levels, then the fields' strengths, then how many samples each emitter has.
  var numbers: Int { ends + Self.blocks(joints, Self.endsPerBlock) }
  var emitterSamples: Int { numbers + Self.blocks(fluids + fields + emitters, Self.numbersPerBlock) }
  var changes: Int { emitterSamples + Self.blocks(samples, Self.samplesPerBlock) }
  var spans: Int { changes + Self.blocks(looks, Self.looksPerBlock) }
  var places: Int { spans + Self.blocks(trails, Self.trailsPerBlock) }
  var burstBlocks: Int { places + Self.blocks(trailPlaces, Self.placesPerBlock) }
  var count: Int { burstBlocks + Self.blocks(bursts, Self.burstsPerBlock) }

  private enum Part {
    case bodyIDs, states, appearances, jointIDs, ends, numbers, samples, looks, trails, places, bursts
  }

  /// The part that a block is of, and the items of the part that it holds.
  private func content(of block: Int) -> (part: Part, items: Range<Int>) {
    func items(_ start: Int, _ perBlock: Int, of count: Int) -> Range<Int> {
      let first = (block - start) * perBlock
      return first..<min(first + perBlock, count)
    }
    if block < states { return (.bodyIDs, items(0, Self.idsPerBlock, of: bodies)) }
    if block < appearances { return (.states, items(states, Self.statesPerBlock, of: bodies)) }
    if block < jointIDs { return (.appearances, items(appearances, Self.appearancesPerBlock, of: bodies)) }
    if block < ends { return (.jointIDs, items(jointIDs, Self.idsPerBlock, of: joints)) }
    if block < numbers { return (.ends, items(ends, Self.endsPerBlock, of: joints)) }
    if block < emitterSamples {
      return (.numbers, items(numbers, Self.numbersPerBlock, of: fluids + fields + emitters))
    }
    if block < changes { return (.samples, items(emitterSamples, Self.samplesPerBlock, of: samples)) }
    if block < spans { return (.looks, items(changes, Self.looksPerBlock, of: looks)) }
    if block < places { return (.trails, items(spans, Self.trailsPerBlock, of: trails)) }
    if block < burstBlocks { return (.places, items(places, Self.placesPerBlock, of: trailPlaces)) }
    return (.bursts, items(burstBlocks, Self.burstsPerBlock, of: bursts))
  }

  private static let sleepersOffset = statesPerBlock * 48
}

extension SnapshotLayout {
  init(of snapshot: FrameSnapshot) {
    self.init(
      bodies: snapshot.bodies.count, joints: snapshot.joints.count, fluids: snapshot.levels.count,
      fields: snapshot.strengths.count, emitters: snapshot.emitterCounts.count,
      samples: snapshot.emitterSamples.count, looks: snapshot.looks.count, trails: snapshot.trails.count,
      trailPlaces: snapshot.trailPlaces.count, bursts: snapshot.bursts.count)
  }

  /// Writes a block of a snapshot; what of it is not used is zero.
  func write(_ number: Int, of snapshot: FrameSnapshot, to block: UnsafeMutableRawPointer) {
    block.initializeMemory(as: UInt8.self, repeating: 0, count: BlockStore.blockBytes)
    let numbers = block.assumingMemoryBound(to: Double.self)
    let (part, items) = content(of: number)
    let first = items.lowerBound
    func write(id: Int, at place: Int) {
      block.storeBytes(of: Int32(truncatingIfNeeded: id), toByteOffset: place * 4, as: Int32.self)
    }
    switch part {
    case .bodyIDs: for index in items { write(id: snapshot.bodies[index].id.number, at: index - first) }
    case .jointIDs: for index in items { write(id: snapshot.joints[index].id.number, at: index - first) }
    case .states: writeStates(items, of: snapshot, to: block)
    case .appearances:
      for index in items {
        snapshot.bodies[index].appearance.write(to: numbers + (index - first) * Appearance.numberCount)
      }
    case .ends:
      for index in items {
        let (joint, place) = (snapshot.joints[index], (index - first) * 4)
        (numbers[place], numbers[place + 1]) = (joint.a.x, joint.a.y)
        (numbers[place + 2], numbers[place + 3]) = (joint.b.x, joint.b.y)
      }
    case .numbers:
      for index in items {
        numbers[index - first] =
          index < fluids
          ? snapshot.levels[index]
          : index < fluids + fields
            ? snapshot.strengths[index - fluids] : Double(snapshot.emitterCounts[index - fluids - fields])
      }
    case .samples:
      for index in items {
        snapshot.emitterSamples[index].write(to: numbers + (index - first) * EmitterSample.numbers)
      }
    case .looks:
      for index in items { snapshot.looks[index].write(to: block + (index - first) * LookChange.bytes) }
    case .trails:
      for index in items {
        let (span, place) = (snapshot.trails[index], (index - first) * 4)
        (numbers[place], numbers[place + 1]) = (Double(span.body.number), Double(span.spacing))
        (numbers[place + 2], numbers[place + 3]) = (
          Double(span.range.lowerBound), Double(span.range.upperBound)
        )
      }
    case .places:
      for index in items {
        let place = (index - first) * 2
        (numbers[place], numbers[place + 1]) = (snapshot.trailPlaces[index].x, snapshot.trailPlaces[index].y)
      }
    case .bursts:
      for index in items { snapshot.bursts[index].write(to: numbers + (index - first) * Burst.numbers) }
    }
  }

  private func writeStates(
    _ items: Range<Int>, of snapshot: FrameSnapshot, to block: UnsafeMutableRawPointer
  ) {
    let numbers = block.assumingMemoryBound(to: Double.self)
    var sleepers: UInt16 = 0
    for index in items {
      let place = (index - items.lowerBound) * 6
      numbers[place] = snapshot.bodies[index].position.x
      numbers[place + 1] = snapshot.bodies[index].position.y
      numbers[place + 2] = snapshot.bodies[index].angle
      numbers[place + 3] = snapshot.bodies[index].velocity.x
      numbers[place + 4] = snapshot.bodies[index].velocity.y
      numbers[place + 5] = snapshot.bodies[index].angularVelocity
      if snapshot.bodies[index].isSleeping { sleepers |= 1 << UInt16(index - items.lowerBound) }
    }
    block.storeBytes(of: sleepers, toByteOffset: Self.sleepersOffset, as: UInt16.self)
  }

  /// Reads a block into a snapshot that has room for as many bodies and joints.
  func read(_ number: Int, from block: UnsafeMutableRawPointer, into snapshot: inout FrameSnapshot) {
    let numbers = block.assumingMemoryBound(to: Double.self)
    let (part, items) = content(of: number)
    let first = items.lowerBound
    func id(at place: Int) -> Int { Int(block.load(fromByteOffset: place * 4, as: Int32.self)) }
    switch part {
    case .bodyIDs: for index in items { snapshot.bodies[index].id = BodyID(id(at: index - first)) }
    case .jointIDs:
      for index in items {
        snapshot.joints[index] = JointSnapshot(id: JointID(id(at: index - first)), a: .zero, b: .zero)
      }
    case .states:
      let sleepers = block.load(fromByteOffset: Self.sleepersOffset, as: UInt16.self)
      for index in items {
        let place = (index - first) * 6
        snapshot.bodies[index].position = Vector(numbers[place], numbers[place + 1])
        snapshot.bodies[index].angle = numbers[place + 2]
        snapshot.bodies[index].velocity = Vector(numbers[place + 3], numbers[place + 4])
        snapshot.bodies[index].angularVelocity = numbers[place + 5]
        snapshot.bodies[index].isSleeping = sleepers & 1 << UInt16(index - first) != 0
      }
    case .appearances:
      for index in items {
        snapshot.bodies[index].appearance = Appearance(
          from: numbers + (index - first) * Appearance.numberCount)
      }
    case .ends:
      for index in items {
        let place = (index - first) * 4
        snapshot.joints[index].a = Vector(numbers[place], numbers[place + 1])
        snapshot.joints[index].b = Vector(numbers[place + 2], numbers[place + 3])
      }
    case .numbers:
      for index in items {
        if index < fluids {
          snapshot.levels[index] = numbers[index - first]
        } else if index >= fluids + fields {
          snapshot.emitterCounts[index - fluids - fields] = Int(numbers[index - first])
        } else {
          snapshot.strengths[index - fluids] = numbers[index - first]
        }
      }
    case .samples:
      for index in items {
        snapshot.emitterSamples[index] = EmitterSample(
          from: numbers + (index - first) * EmitterSample.numbers)
      }
    case .looks:
      for index in items {
        snapshot.looks[index] = LookChange(from: block + (index - first) * LookChange.bytes)
      }
    case .trails:
      for index in items {
        let place = (index - first) * 4
        snapshot.trails[index] = TrailSpan(
          body: BodyID(Int(numbers[place])), spacing: Int(numbers[place + 1]),
          range: Int(numbers[place + 2])..<Int(numbers[place + 3]))
      }
    case .places:
      for index in items {
        let place = (index - first) * 2
        snapshot.trailPlaces[index] = Vector(numbers[place], numbers[place + 1])
      }
    case .bursts:
      for index in items { snapshot.bursts[index] = Burst(from: numbers + (index - first) * Burst.numbers) }
    }
  }
}

extension EmitterSample {
  fileprivate static let numbers = 9

  fileprivate func write(to numbers: UnsafeMutablePointer<Double>) {
    (numbers[0], numbers[1], numbers[2], numbers[3]) = (emitted, position.x, position.y, angle)
    (numbers[4], numbers[5]) = (multipliers.rate, multipliers.lifetime)
    (numbers[6], numbers[7], numbers[8]) = (multipliers.velocity, multipliers.scale, multipliers.spin)
  }

  fileprivate init(from numbers: UnsafeMutablePointer<Double>) {
    self.init(
      emitted: numbers[0], position: Vector(numbers[1], numbers[2]), angle: numbers[3],
      multipliers: Emitter.Multipliers(
        rate: numbers[4], lifetime: numbers[5], velocity: numbers[6], scale: numbers[7], spin: numbers[8]))
  }
}

extension Burst {
  fileprivate static let numbers = 6
  static let none = Burst(.dust, step: 0, position: .zero, angle: 0, strength: 0)

  fileprivate func write(to numbers: UnsafeMutablePointer<Double>) {
    numbers[0] = Double(Impact.allCases.firstIndex(of: impact) ?? 0)
    (numbers[1], numbers[2], numbers[3]) = (Double(step), position.x, position.y)
    (numbers[4], numbers[5]) = (angle, strength)
  }

  fileprivate init(from numbers: UnsafeMutablePointer<Double>) {
    self.init(
      Impact.allCases[Int(numbers[0])], step: Int(numbers[1]), position: Vector(numbers[2], numbers[3]),
      angle: numbers[4], strength: numbers[5])
  }
}

extension LookChange {
  /// The size of a state: ten numbers.
  fileprivate static let bytes = 80

  fileprivate func write(to memory: UnsafeMutableRawPointer) {
    let numbers = memory.assumingMemoryBound(to: Double.self)
    for (place, number) in [body.number, step, picture ?? -1, oldPicture ?? -1, transition ?? -1].enumerated()
    {
      numbers[place] = Double(number)
    }
    guard let color = oldColor else { return }
    numbers[5] = 1
    (numbers[6], numbers[7], numbers[8], numbers[9]) = (color.red, color.green, color.blue, color.alpha)
  }

  fileprivate init(from memory: UnsafeMutableRawPointer) {
    let numbers = memory.assumingMemoryBound(to: Double.self)
    func place(_ number: Int) -> Int? { numbers[number] < 0 ? nil : Int(numbers[number]) }
    let color = Color(red: numbers[6], green: numbers[7], blue: numbers[8], alpha: numbers[9])
    self.init(
      body: BodyID(Int(numbers[0])), step: Int(numbers[1]), picture: place(2), oldPicture: place(3),
      oldColor: numbers[5] == 1 ? color : nil, transition: place(4))
  }
}

/// Memory in blocks of one size, counted by how many hold each: equal content is stored once.
///
/// All of it is asked for at once and touched as it is needed: blocks cost no allocation.
struct BlockStore: ~Copyable {
  static let blockBytes = 512

  let capacity: Int
  private(set) var used = 0
  private let memory: UnsafeMutableRawPointer
  private let holders: UnsafeMutablePointer<Int32>
  /// Blocks from here on were never taken.
  private var fresh = 0
  /// The first that was given back; each says in its first bytes which is the next. -1: none.
  private var firstFree: Int32 = -1

  init(capacity: Int) {
    self.capacity = capacity
    memory = .allocate(byteCount: max(capacity, 1) * Self.blockBytes, alignment: 16)
    holders = .allocate(capacity: max(capacity, 1))
  }

  deinit {
    memory.deallocate()
    holders.deallocate()
  }

  var free: Int { capacity - used }

  subscript(block: Int32) -> UnsafeMutableRawPointer { memory + Int(block) * Self.blockBytes }

  /// A free block; there must be one.
  mutating func take() -> Int32 {
    precondition(used < capacity, "no block is left")
    used += 1
    let block: Int32
    if firstFree >= 0 {
      block = firstFree
      firstFree = self[block].load(as: Int32.self)
    } else {
      block = Int32(fresh)
      fresh += 1
    }
    holders[Int(block)] = 1
    return block
  }

  // By pointee, not by subscript: the compiler of Swift 6.3 crashes on the latter under the thread sanitizer.
  mutating func share(_ block: Int32) { (holders + Int(block)).pointee += 1 }

  mutating func release(_ block: Int32) {
    (holders + Int(block)).pointee -= 1
    guard holders[Int(block)] == 0 else { return }
    self[block].storeBytes(of: firstFree, as: Int32.self)
    firstFree = block
    used -= 1
  }

  mutating func releaseAll() { (used, fresh, firstFree) = (0, 0, -1) }
}

extension FrameSnapshot {
  /// The bytes that a history takes for it where nothing in it is as it was the step before.
  package var historyBytes: Int { SnapshotLayout(of: self).count * BlockStore.blockBytes }
}
