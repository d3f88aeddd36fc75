import TumbleGeometry

/// Random points in an area, a gap apart; the same for the same seed, everywhere.
struct Scatter {
  private var random: SplitMix64
  private let area: Vector
  private let gap: Double
  /// Points by the cell of a grid they fall in, so that only near ones are looked at.
  private var cells: [Cell: [Vector]] = [:]

  private struct Cell: Hashable {
    var x: Int
    var y: Int
  }

  init(seed: UInt64, area: Vector, gap: Double) {
    random = SplitMix64(seed: seed)
    self.area = area
    self.gap = gap
  }

  /// nil if none was found in 100 tries.
  mutating func next() -> Vector? {
    for _ in 0..<100 {
      let point = Vector(random.nextFraction() * area.x, random.nextFraction() * area.y)
      guard gap > 0 else { return point }
      // A cell as large as the gap, yet no more of them than an Int can count.
      let side = max(gap, max(area.x, area.y) * 1e-6)
      let cell = Cell(x: Int(point.x / side), y: Int(point.y / side))
      if isFree(point, cell) {
        cells[cell, default: []].append(point)
        return point
      }
    }
    return nil
  }

  mutating func angle() -> Double { random.nextFraction() * 2 * .pi }

  private func isFree(_ point: Vector, _ cell: Cell) -> Bool {
    for x in cell.x - 1...cell.x + 1 {
      for y in cell.y - 1...cell.y + 1 {
        for other in cells[Cell(x: x, y: y)] ?? [] where (point - other).lengthSquared < gap * gap {
          return false
        }
      }
    }
    return true
  }
}
