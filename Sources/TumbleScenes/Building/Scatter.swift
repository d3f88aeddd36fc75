import TumbleGeometry

/// Random points in an area, a gap apart; the same for the same seed, everywhere.
///
/// Randomness is SplitMix64 (Steele, Lea and Flood, 2014); 53 bits of it make a fraction.
struct Scatter {
  private var state: UInt64
  private let area: Vector
  private let gap: Double
  /// Points by the cell of a grid they fall in, so that only near ones are looked at.
  private var cells: [Cell: [Vector]] = [:]

  private struct Cell: Hashable {
    var x: Int
    var y: Int
  }

  init(seed: UInt64, area: Vector, gap: Double) {
    (state, self.area, self.gap) = (seed, area, gap)
  }

  /// nil if none was found in 100 tries.
  mutating func next() -> Vector? {
    for _ in 0..<100 {
      let point = Vector(fraction() * area.x, fraction() * area.y)
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

  mutating func angle() -> Double { fraction() * 2 * .pi }

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

  private mutating func fraction() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    z ^= z >> 31
    return Double(z >> 11) * 0x1p-53
  }
}
