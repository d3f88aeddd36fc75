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
