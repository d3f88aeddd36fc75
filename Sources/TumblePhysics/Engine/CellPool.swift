import Glibc
import Synchronization

/// Memory in cells of one size, taken from the C library a block at a time; any thread may take and give back.
///
/// Taking and giving back are a few instructions each, giving back touches no cell, and what is made one after the other
/// lies side by side. Blocks whose cells are all back are kept for what comes next, up to ``sparesKept``.
final class CellPool: Sendable {
  /// Of a block, and what its address is a multiple of: so a cell's block is found from the cell's address.
  static let blockSize = 16 << 10
  /// How many empty blocks are kept: a megabyte.
  static let sparesKept = 64
  /// A line of the cache: cells begin at multiples of it.
  private static let line = 64

  /// At the start of a block, in the line before its cells.
  private struct Block {
    let pool: Unmanaged<CellPool>
    /// In the list of blocks of which some cells are taken and some free, or in that of spare ones.
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

  /// In bytes.
  let cellSize: Int
  let cellsInBlock: Int
  private let allFree: UInt64
  /// 65,536 / lines in a cell, rounded up: the product with a number of lines below 256 has their quotient in its high
  /// half.
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

  /// How many blocks the pool has from the C library.
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

  /// Gives cells back to the pools that they were taken from. Cells of one block that follow each other cost least.
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
