import Testing
import TumbleTestSupport

@testable import TumbleGraph

@Suite struct TilePoolTests {
  @Test(
    "Whatever the widths and scrolls, no more slots are made than were needed at once, and none is shared",
    arguments: Seeds.list(default: 300))
  func neverMoreThanNeeded(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let grid = TileGrid(pointsPerSample: random.pick([1.0 / 8, 1, 2]))
    var pool = TilePool()
    var holder: [Int: Int] = [:]
    var needed = 0
    var right = 0
    for _ in 0..<60 {
      let width = random.double(in: 0...900)
      needed = max(needed, grid.tilesNeeded(width: width))
      right += random.pick([0, 1, 1, 5, -40, 300, 100_000])
      let left = Double(right) - width / grid.pointsPerSample
      let first = grid.tile(of: Int(left.rounded(.down)))
      pool.show(first..<max(grid.tile(of: right - 1) + 1, first)) { slot, tile in holder[slot] = tile }
      #expect(pool.made <= needed)
      let slots = pool.tiles.compactMap { pool.slot(of: $0) }
      #expect(Set(slots).count == pool.tiles.count)
      for tile in pool.tiles {
        #expect(pool.slot(of: tile).map { holder[$0] } == tile, "tile \(tile)")
      }
    }
  }

  @Test("A tile that stays in view keeps its slot")
  func staysPut() {
    var pool = TilePool()
    pool.show(0..<5) { _, _ in }
    let kept = pool.slot(of: 3)
    var assigned: [Int] = []
    pool.show(2..<7) { _, tile in assigned.append(tile) }
    #expect(pool.slot(of: 3) == kept)
    #expect(assigned == [5, 6])
    #expect(pool.made == 5)
    #expect(pool.slot(of: 0) == nil)
  }
}
