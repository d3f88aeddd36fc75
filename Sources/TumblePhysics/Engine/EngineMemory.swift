import CTumbleChipmunk
import Glibc
import Synchronization

/// Memory for the engine's bodies, shapes and constraints, each of which the engine would ask the C library
/// for.
///
/// In release builds it comes from pools, which makes and frees a world in less time. In debug builds it is
/// the C library's, so that valgrind and the address sanitizer notice every use of an object that is gone.
enum EngineMemory {
  #if DEBUG
    /// Allocates zeroed memory for an object of the engine's.
    static func make<Object>(_: Object.Type) -> UnsafeMutablePointer<Object> {
      guard let memory = calloc(1, MemoryLayout<Object>.size) else { trap("there is no memory left") }
      return memory.bindMemory(to: Object.self, capacity: 1)
    }

    static func giveBack(_ objects: UnsafeBufferPointer<UnsafeMutableRawPointer>) {
      for object in objects { free(object) }
    }
  #else
    /// The pools for sizes of up to 64 bytes, up to 128 and so on; the largest object, an outline of corners,
    /// has 600. They are never freed: blocks point back at them.
    private static let pools = (1...12).map { CellPool(holding: 64 * $0) }

    /// Allocates zeroed memory for an object of the engine's.
    @inline(__always)
    static func make<Object>(_: Object.Type) -> UnsafeMutablePointer<Object> {
      let size = MemoryLayout<Object>.size
      let cell = pools[(size - 1) / 64].take()
      memset(cell, 0, size)
      return cell.bindMemory(to: Object.self, capacity: 1)
    }

    static func giveBack(_ objects: UnsafeBufferPointer<UnsafeMutableRawPointer>) {
      CellPool.giveBack(objects)
    }
  #endif

  static func giveBack<Object>(_ object: UnsafeMutablePointer<Object>) {
    withUnsafePointer(to: UnsafeMutableRawPointer(object)) {
      giveBack(UnsafeBufferPointer(start: $0, count: 1))
    }
  }
}

extension EngineMemory {
  // Every kind of shape and constraint begins with what all have: a pointer to one is a pointer to that.

  static func make<Kind, Base>(
    _: Kind.Type, _ initialize: (UnsafeMutablePointer<Kind>) -> UnsafeMutablePointer<Kind>?
  ) -> UnsafeMutablePointer<Base> {
    let memory = make(Kind.self)
    _ = initialize(memory)
    return UnsafeMutableRawPointer(memory).assumingMemoryBound(to: Base.self)
  }
}

/// Memory in cells of one size, taken from the C library a block at a time; any thread may take and give
/// back.
///
/// Taking and giving back are a few instructions each, giving back touches no cell, and what is made one
/// after the other lies side by side. Blocks whose cells are all back are kept for what comes next, up to
/// ``sparesKept``.
final class CellPool: Sendable {
  /// The size of a block, and what its address is a multiple of: so a cell's block is found from the cell's
  /// address.
  static let blockSize = 16 << 10
  /// The number of empty blocks that are kept: a megabyte.
  static let sparesKept = 64
  /// A line of the cache: cells begin at multiples of it.
  private static let line = 64

  /// The header of a block, in the line before its cells.
  private struct Block {
    let pool: Unmanaged<CellPool>
    /// The next block in the list of blocks of which some cells are taken and some free, or in that of spare
    /// ones.
    var next: UnsafeMutablePointer<Block>?
    var previous: UnsafeMutablePointer<Block>?
    /// A bit for each cell.
    var free: UInt64
  }

  /// The pointers are used inside the lock only.
  private struct State: @unchecked Sendable {
    var open: UnsafeMutablePointer<Block>?
    var spare: UnsafeMutablePointer<Block>?
    var spares = 0
    var blocks = 0
  }

  /// The size of a cell in bytes.
  let cellSize: Int
  let cellsInBlock: Int
  private let allFree: UInt64
  /// 65,536 / lines in a cell, rounded up: the product with a number of lines below 256 has their quotient in
  /// its high half.
  private let cellsPerLine: UInt
  private let state = Mutex(State())

  /// - Parameter size: What a cell must hold, in bytes.
  init(holding size: Int) {
    let lines = (max(size, 1) + Self.line - 1) / Self.line
    cellSize = lines * Self.line
    cellsInBlock = min((Self.blockSize - Self.line) / cellSize, UInt64.bitWidth)
    precondition(cellsInBlock > 0, "a cell must be smaller than a block")
    allFree = ~0 >> UInt64(UInt64.bitWidth - cellsInBlock)
    cellsPerLine = UInt(65536 / lines + 1)
  }

  /// The number of blocks that the pool has from the C library.
  var blocks: Int { state.withLock(\.blocks) }

  /// A cell that nobody else has, with anything in it.
  func take() -> UnsafeMutableRawPointer {
    let address = state.withLock { state in
      let block = state.open ?? openBlock(&state)
      let index = block.pointee.free.trailingZeroBitCount
      block.pointee.free &= block.pointee.free - 1
      if block.pointee.free == 0 { unlink(block, &state) }
      return UInt(bitPattern: block) + UInt(Self.line + index * cellSize)
    }
    return UnsafeMutableRawPointer(bitPattern: address).unsafelyUnwrapped
  }

  /// Gives cells back to the pools that they were taken from. Cells of one block that follow each other cost
  /// least.
  static func giveBack(_ cells: UnsafeBufferPointer<UnsafeMutableRawPointer>) {
    var next = 0
    while next < cells.count {
      let start = blockStart(of: cells[next])
      let pool = UnsafePointer<Block>(bitPattern: start).unsafelyUnwrapped.pointee.pool
      pool._withUnsafeGuaranteedRef { pool in
        var bits: UInt64 = 0
        while next < cells.count, blockStart(of: cells[next]) == start {
          bits |= pool.bit(of: cells[next])
          next &+= 1
        }
        pool.giveBack(bits, ofBlockAt: start)
      }
    }
  }

  @inline(__always)
  private static func blockStart(of cell: UnsafeMutableRawPointer) -> UInt {
    UInt(bitPattern: cell) & ~UInt(blockSize - 1)
  }

  @inline(__always)
  private func bit(of cell: UnsafeMutableRawPointer) -> UInt64 {
    let lines = (UInt(bitPattern: cell) & UInt(Self.blockSize - 1)) / UInt(Self.line) &- 1
    return 1 &<< UInt64(truncatingIfNeeded: (lines &* cellsPerLine) &>> 16)
  }

  private func giveBack(_ bits: UInt64, ofBlockAt start: UInt) {
    state.withLock { state in
      let block = UnsafeMutablePointer<Block>(bitPattern: start).unsafelyUnwrapped
      if block.pointee.free == 0 { link(block, &state) }
      block.pointee.free |= bits
      if block.pointee.free == allFree {
        unlink(block, &state)
        keepOrFree(block, &state)
      }
    }
  }

  private func openBlock(_ state: inout State) -> UnsafeMutablePointer<Block> {
    let block: UnsafeMutablePointer<Block>
    if let spare = state.spare {
      block = spare
      state.spare = spare.pointee.next
      state.spares -= 1
    } else {
      guard let memory = aligned_alloc(Self.blockSize, Self.blockSize) else {
        trap("there is no memory left")
      }
      block = memory.bindMemory(to: Block.self, capacity: 1)
      block.initialize(to: Block(pool: .passUnretained(self), free: allFree))
      state.blocks += 1
    }
    link(block, &state)
    return block
  }

  private func keepOrFree(_ block: UnsafeMutablePointer<Block>, _ state: inout State) {
    if state.spares < Self.sparesKept {
      block.pointee.next = state.spare
      state.spare = block
      state.spares += 1
    } else {
      state.blocks -= 1
      free(block)
    }
  }

  private func link(_ block: UnsafeMutablePointer<Block>, _ state: inout State) {
    block.pointee.next = state.open
    block.pointee.previous = nil
    state.open?.pointee.previous = block
    state.open = block
  }

  private func unlink(_ block: UnsafeMutablePointer<Block>, _ state: inout State) {
    if let previous = block.pointee.previous {
      previous.pointee.next = block.pointee.next
    } else {
      state.open = block.pointee.next
    }
    block.pointee.next?.pointee.previous = block.pointee.previous
  }
}

// The engine's search for sleeping groups calls itself once for every body of a chain, and the engine's tree
// once for every level, which in a heap of shapes in one place means once for every shape. The caller's stack
// may be too small for that: then the call is made on a thread of its own with a stack that is large enough,
// while the caller waits.

/// Stack space for engine calls that recurse.
enum EngineStack {
  /// The room for everything that does not recurse, callbacks included.
  private static let reserve = 64 << 10

  /// Makes a call that may need so many bytes of stack for its recursion.
  static func run<Result, Failure: Error>(
    _ bytes: Int, _ call: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if bytes + reserve <= bytesLeft { return try call() }
    return try runOnOwnThread(bytes + 2 * reserve, call)
  }

  /// The bytes that are left of the calling thread's stack.
  private static var bytesLeft: Int {
    let here = Int(bitPattern: ctumble_frame_address())
    guard let limit = pthread_getspecific(limitKey) else { return here - findLimit(here) }
    return here - Int(bitPattern: limit)
  }

  /// The key under which each thread keeps the lowest address of its stack, once that is known.
  private static let limitKey: pthread_key_t = {
    var key = pthread_key_t()
    guard pthread_key_create(&key, nil) == 0 else { trap("the process has no thread-specific data left") }
    return key
  }()

  private static func findLimit(_ here: Int) -> Int {
    let known = Int(bitPattern: ctumble_stack_limit())
    // The system may not tell: for the main thread it reads /proc. Then only the reserve is counted on.
    let limit = known > 0 ? known : here - reserve
    pthread_setspecific(limitKey, UnsafeRawPointer(bitPattern: limit))
    return limit
  }

  private static func runOnOwnThread<Result, Failure: Error>(
    _ bytes: Int, _ call: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var result: Swift.Result<Result, Failure>?
    withoutActuallyEscaping(call) { call in
      let job = Job { result = .init { () throws(Failure) in try call() } }
      var (attributes, thread) = (pthread_attr_t(), pthread_t())
      pthread_attr_init(&attributes)
      defer { pthread_attr_destroy(&attributes) }
      let isMade =
        pthread_attr_setstacksize(&attributes, (bytes + 0xffff) & ~0xffff) == 0
        && pthread_create(&thread, &attributes, Job.run, Unmanaged.passUnretained(job).toOpaque()) == 0
      guard isMade else {
        trap("no memory for a stack of \(bytes) bytes, which this many bodies or shapes need")
      }
      pthread_join(thread, nil)
    }
    return try result.unsafelyUnwrapped.get()
  }

  /// The work of a thread.
  private final class Job {
    let act: () -> Void

    init(_ act: @escaping () -> Void) { self.act = act }

    static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { job in
      Unmanaged<Job>.fromOpaque(job.unsafelyUnwrapped).takeUnretainedValue().act()
      return nil
    }
  }
}

extension Space {
  /// Calls what may search the engine's tree or put shapes into it: at most 64 bytes of stack a level.
  /// Tumble's own trees are searched without recursion.
  func withTreeStack<Result, Failure: Error>(
    _ call: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if solver != nil { return try call() }
    return try EngineStack.run(96 * shapes.count, call)
  }

  /// Calls what takes a step: the engine's search for groups that sleep needs 96 bytes of stack a body of a
  /// chain, and its own step at most 144 bytes a level of the tree.
  func withStepStack(_ call: () -> Void) {
    EngineStack.run(max(solver == nil ? 192 * shapes.count : 0, 128 * bodies.count), call)
  }
}

/// The number of living objects of each kind in the process: what is made and not released shows here.
///
/// The tests of ownership read it. It counts in debug builds only: an atomic addition is a good part of what
/// letting go of a small object costs.
package enum LifetimeCount {
  #if DEBUG
    private static let spaces = Atomic<Int>(0)
    private static let bodies = Atomic<Int>(0)
    private static let shapes = Atomic<Int>(0)
    private static let constraints = Atomic<Int>(0)

    package static var now: (spaces: Int, bodies: Int, shapes: Int, constraints: Int) {
      (
        spaces.load(ordering: .relaxed), bodies.load(ordering: .relaxed), shapes.load(ordering: .relaxed),
        constraints.load(ordering: .relaxed)
      )
    }
  #endif

  enum Kind { case space, body, shape, constraint }

  @inline(__always) static func rise(_ kind: Kind) { add(1, kind) }
  @inline(__always) static func fall(_ kind: Kind) { add(-1, kind) }

  @inline(__always)
  private static func add(_ change: Int, _ kind: Kind) {
    #if DEBUG
      switch kind {
      case .space: spaces.add(change, ordering: .relaxed)
      case .body: bodies.add(change, ordering: .relaxed)
      case .shape: shapes.add(change, ordering: .relaxed)
      case .constraint: constraints.add(change, ordering: .relaxed)
      }
    #endif
  }
}

/// Hands out the numbers by which bodies, shapes and constraints are known: rising in the order of creation,
/// never used twice in a process. Order by them is the order of every list, event and bulk read.
enum Identity {
  private static let last = Atomic<Int>(0)

  static func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}
