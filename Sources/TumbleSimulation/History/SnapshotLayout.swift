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

  /// The parts in the order of their blocks.
  enum Part: CaseIterable {
    case bodyIDs, states, appearances, jointIDs, ends
    /// The fluids' levels, then the fields' strengths, then how many samples each emitter has.
    case numbers
    case samples, looks, trails, places, bursts

    /// The number of items in a block.
    fileprivate var perBlock: Int {
      switch self {
      case .bodyIDs, .jointIDs: BlockStore.blockBytes / 4
      case .states: SnapshotLayout.statesPerBlock
      case .appearances: numbersPerBlock / Appearance.numberCount
      case .ends: numbersPerBlock / 4
      case .numbers: numbersPerBlock
      case .samples: numbersPerBlock / EmitterSample.numberCount
      case .looks: numbersPerBlock / LookChange.numberCount
      case .trails: numbersPerBlock / TrailSpan.numberCount
      case .places: numbersPerBlock / Vector.numberCount
      case .bursts: numbersPerBlock / Burst.numberCount
      }
    }
  }

  private static let parts = Part.allCases
  private static let statesPerBlock = 10
  private static let sleepersOffset = statesPerBlock * 48

  private func items(of part: Part) -> Int {
    switch part {
    case .bodyIDs, .states, .appearances: bodies
    case .jointIDs, .ends: joints
    case .numbers: fluids + fields + emitters
    case .samples: samples
    case .looks: looks
    case .trails: trails
    case .places: trailPlaces
    case .bursts: bursts
    }
  }

  /// The number of blocks.
  var count: Int {
    Self.parts.reduce(0) { count, part in count + (items(of: part) + part.perBlock - 1) / part.perBlock }
  }

  func forEachBlock(_ call: (_ part: Part, _ items: Range<Int>) -> Void) {
    for part in Self.parts {
      let (count, perBlock) = (items(of: part), part.perBlock)
      for first in stride(from: 0, to: count, by: perBlock) {
        call(part, first..<min(first + perBlock, count))
      }
    }
  }
}

private let numbersPerBlock = BlockStore.blockBytes / 8

extension SnapshotLayout {
  init(of snapshot: FrameSnapshot) {
    self.init(
      bodies: snapshot.bodies.count, joints: snapshot.joints.count, fluids: snapshot.levels.count,
      fields: snapshot.strengths.count, emitters: snapshot.emitterCounts.count,
      samples: snapshot.emitterSamples.count, looks: snapshot.looks.count, trails: snapshot.trails.count,
      trailPlaces: snapshot.trailPlaces.count, bursts: snapshot.bursts.count)
  }

  /// Writes a block of a snapshot; what of it is not used is zero.
  func write(
    _ items: Range<Int>, of part: Part, of snapshot: FrameSnapshot, to block: UnsafeMutableRawPointer
  ) {
    block.initializeMemory(as: UInt8.self, repeating: 0, count: BlockStore.blockBytes)
    let numbers = block.assumingMemoryBound(to: Double.self)
    let first = items.lowerBound
    func write(id: Int, at place: Int) {
      block.storeBytes(of: Int32(truncatingIfNeeded: id), toByteOffset: place * 4, as: Int32.self)
    }
    func write<Item: Packed>(_ all: [Item]) {
      for index in items { all[index].write(to: numbers + (index - first) * Item.numberCount) }
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
        snapshot.joints[index].a.write(to: numbers + (index - first) * 4)
        snapshot.joints[index].b.write(to: numbers + (index - first) * 4 + 2)
      }
    case .numbers:
      for index in items {
        numbers[index - first] =
          index < fluids
          ? snapshot.levels[index]
          : index < fluids + fields
            ? snapshot.strengths[index - fluids] : Double(snapshot.emitterCounts[index - fluids - fields])
      }
    case .samples: write(snapshot.emitterSamples)
    case .looks: write(snapshot.looks)
    case .trails: write(snapshot.trails)
    case .places: write(snapshot.trailPlaces)
    case .bursts: write(snapshot.bursts)
    }
  }

  private func writeStates(
    _ items: Range<Int>, of snapshot: FrameSnapshot, to block: UnsafeMutableRawPointer
  ) {
    let numbers = block.assumingMemoryBound(to: Double.self)
    var sleepers: UInt16 = 0
    for index in items {
      let place = (index - items.lowerBound) * 6
      snapshot.bodies[index].position.write(to: numbers + place)
      numbers[place + 2] = snapshot.bodies[index].angle
      snapshot.bodies[index].velocity.write(to: numbers + place + 3)
      numbers[place + 5] = snapshot.bodies[index].angularVelocity
      if snapshot.bodies[index].isSleeping { sleepers |= 1 << UInt16(index - items.lowerBound) }
    }
    block.storeBytes(of: sleepers, toByteOffset: Self.sleepersOffset, as: UInt16.self)
  }

  /// Reads a block into a snapshot that has room for all that the layout counts.
  func read(
    _ items: Range<Int>, of part: Part, from block: UnsafeMutableRawPointer,
    into snapshot: inout FrameSnapshot
  ) {
    let numbers = block.assumingMemoryBound(to: Double.self)
    let first = items.lowerBound
    func id(at place: Int) -> Int { Int(block.load(fromByteOffset: place * 4, as: Int32.self)) }
    func read<Item: Packed>(into all: inout [Item]) {
      for index in items { all[index] = Item(from: numbers + (index - first) * Item.numberCount) }
    }
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
        snapshot.bodies[index].position = Vector(from: numbers + place)
        snapshot.bodies[index].angle = numbers[place + 2]
        snapshot.bodies[index].velocity = Vector(from: numbers + place + 3)
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
        snapshot.joints[index].a = Vector(from: numbers + (index - first) * 4)
        snapshot.joints[index].b = Vector(from: numbers + (index - first) * 4 + 2)
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
    case .samples: read(into: &snapshot.emitterSamples)
    case .looks: read(into: &snapshot.looks)
    case .trails: read(into: &snapshot.trails)
    case .places: read(into: &snapshot.trailPlaces)
    case .bursts: read(into: &snapshot.bursts)
    }
  }
}

/// A value that a block has as numbers.
private protocol Packed {
  static var numberCount: Int { get }
  func write(to numbers: UnsafeMutablePointer<Double>)
  init(from numbers: UnsafeMutablePointer<Double>)
}

extension Vector: Packed {
  fileprivate static let numberCount = 2

  fileprivate func write(to numbers: UnsafeMutablePointer<Double>) { (numbers[0], numbers[1]) = (x, y) }

  fileprivate init(from numbers: UnsafeMutablePointer<Double>) { self.init(numbers[0], numbers[1]) }
}

extension TrailSpan: Packed {
  fileprivate static let numberCount = 4

  fileprivate func write(to numbers: UnsafeMutablePointer<Double>) {
    (numbers[0], numbers[1]) = (Double(body.number), Double(spacing))
    (numbers[2], numbers[3]) = (Double(range.lowerBound), Double(range.upperBound))
  }

  fileprivate init(from numbers: UnsafeMutablePointer<Double>) {
    self.init(
      body: BodyID(Int(numbers[0])), spacing: Int(numbers[1]), range: Int(numbers[2])..<Int(numbers[3]))
  }
}

extension EmitterSample: Packed {
  fileprivate static let numberCount = 9

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

extension Burst: Packed {
  fileprivate static let numberCount = 6
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

extension LookChange: Packed {
  fileprivate static let numberCount = 10

  fileprivate func write(to numbers: UnsafeMutablePointer<Double>) {
    for (place, number) in [body.number, step, picture ?? -1, oldPicture ?? -1, transition ?? -1].enumerated()
    {
      numbers[place] = Double(number)
    }
    guard let color = oldColor else { return }
    numbers[5] = 1
    (numbers[6], numbers[7], numbers[8], numbers[9]) = (color.red, color.green, color.blue, color.alpha)
  }

  fileprivate init(from numbers: UnsafeMutablePointer<Double>) {
    func place(_ number: Int) -> Int? { numbers[number] < 0 ? nil : Int(numbers[number]) }
    let color = Color(red: numbers[6], green: numbers[7], blue: numbers[8], alpha: numbers[9])
    self.init(
      body: BodyID(Int(numbers[0])), step: Int(numbers[1]), picture: place(2), oldPicture: place(3),
      oldColor: numbers[5] == 1 ? color : nil, transition: place(4))
  }
}

/// Memory in blocks of one size, counted by how many hold each: equal content is stored once.
///
/// All of it is asked for at once and touched as it is needed, so that taking and giving back blocks costs no
/// allocation.
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
