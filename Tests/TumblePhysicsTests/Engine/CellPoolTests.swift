import Synchronization
import Testing
import TumbleTestSupport

@testable import TumblePhysics

/// The pools give the engine's objects their memory in release builds; in debug builds only these tests use
/// them.
@Suite struct CellPoolTests {
  /// Gives cells back while their pools are there: blocks point back at pools without owning them, and
  /// optimized code ends what is not used again.
  private func giveBack(_ cells: [UnsafeMutableRawPointer], to pools: [CellPool]) {
    withExtendedLifetime(pools) { cells.withUnsafeBufferPointer { CellPool.giveBack($0) } }
  }

  @Test(
    "Cells hold what they must, begin at lines of the cache and never overlap",
    arguments: [1, 64, 272, 600, 768])
  func places(size: Int) {
    let pool = CellPool(holding: size)
    let cells = (0..<3 * pool.cellsInBlock).map { _ in pool.take() }
    let addresses = cells.map { UInt(bitPattern: $0) }.sorted()
    #expect(addresses.allSatisfy { $0.isMultiple(of: 64) } && pool.cellSize >= size)
    #expect(zip(addresses, addresses.dropFirst()).allSatisfy { $1 - $0 >= UInt(pool.cellSize) })
    #expect(pool.blocks == 3)
    giveBack(cells, to: [pool])
  }

  @Test("What is given back is taken again before a new block is", arguments: 0..<5)
  func reuse(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pool = CellPool(holding: 272)
    var taken = (0..<5 * pool.cellsInBlock).map { _ in pool.take() }
    #expect(pool.blocks == 5)
    for _ in 0..<20 {
      taken.shuffle(using: &random)
      let count = random.int(in: 1...taken.count)
      giveBack(Array(taken.suffix(count)), to: [pool])
      taken.removeLast(count)
      for _ in 0..<count { taken.append(pool.take()) }
    }
    #expect(pool.blocks == 5 && Set(taken).count == taken.count)
    giveBack(taken, to: [pool])
  }

  @Test("Each cell keeps what is written into it while others come and go", arguments: 0..<10)
  func contents(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pools = [200, 300, 600].map { CellPool(holding: $0) }
    var taken: [(cell: UnsafeMutableRawPointer, words: Int, mark: Int)] = []
    for mark in 0..<5000 {
      if random.int(in: 0...9) < (mark < 3000 ? 6 : 3) || taken.isEmpty {
        let pool = random.pick(pools)
        let (cell, words) = (pool.take(), pool.cellSize / 8)
        cell.initializeMemory(as: Int.self, repeating: mark, count: words)
        taken.append((cell, words, mark))
      } else {
        taken.shuffle(using: &random)
        // Of several pools together, as the shapes of a space are.
        let gone = taken.suffix(random.int(in: 1...3))
        for (cell, words, mark) in gone {
          for i in 0..<words { #expect(cell.load(fromByteOffset: 8 * i, as: Int.self) == mark) }
        }
        giveBack(gone.map(\.cell), to: pools)
        taken.removeLast(gone.count)
      }
    }
    giveBack(taken.map(\.cell), to: pools)
  }

  @Test("A pool keeps a megabyte of empty blocks and gives the rest back")
  func spares() {
    let pool = CellPool(holding: 600)
    let cells = (0..<100 * pool.cellsInBlock).map { _ in pool.take() }
    #expect(pool.blocks == 100)
    giveBack(cells, to: [pool])
    #expect(pool.blocks == CellPool.sparesKept)
    giveBack((0..<CellPool.sparesKept * pool.cellsInBlock).map { _ in pool.take() }, to: [pool])
    #expect(pool.blocks == CellPool.sparesKept)
  }

  private final class Shared: Sendable {
    let cells = Mutex<[UInt]>([])
  }

  @Test("Several threads take and give back at once, also what another one took")
  func threads() async {
    let pool = CellPool(holding: 272)
    let shared = Shared()
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          var random = SeededGenerator(seed: UInt64(worker))
          for _ in 0..<2000 {
            if random.bool() {
              let cell = pool.take()
              cell.storeBytes(of: UInt(bitPattern: cell), as: UInt.self)
              shared.cells.withLock { $0.append(UInt(bitPattern: cell)) }
            } else if let address = shared.cells.withLock({ $0.popLast() }) {
              let cell = UnsafeMutableRawPointer(bitPattern: address)!
              #expect(cell.load(as: UInt.self) == address)
              withUnsafePointer(to: cell) { CellPool.giveBack(UnsafeBufferPointer(start: $0, count: 1)) }
            }
          }
        }
      }
    }
    let left = shared.cells.withLock { $0 }
    #expect(Set(left).count == left.count)
    giveBack(left.map { UnsafeMutableRawPointer(bitPattern: $0)! }, to: [pool])
  }
}
