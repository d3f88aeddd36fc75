/// Repeatable random numbers: the same seed gives the same numbers on every machine.
///
/// SplitMix64, by Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Returns a number from 0 up to, not including, 1: the upper 53 bits of the next number.
  package mutating func nextFraction() -> Double { Double(next() >> 11) * 0x1p-53 }
}

/// Smooth random vectors over the plane and time: the same seed gives the same bits on every machine.
///
/// Value noise: numbers drawn for the corners of a lattice of unit cubes, by the mixing step of SplitMix64,
/// and between them interpolated by 3t² - 2t³ along each axis (K. Perlin, "An image synthesizer", 1985).
public struct ValueNoise: Hashable, Sendable {
  /// The seed: another one gives other noise.
  public var seed: UInt64

  /// Creates a value by its parts, which are the properties of the same names.
  public init(seed: UInt64) { self.seed = seed }

  /// Both components are from -1 to 1.
  public func vector(_ x: Double, _ y: Double, _ time: Double) -> Vector {
    let (floorX, floorY, floorT) = (x.rounded(.down), y.rounded(.down), time.rounded(.down))
    let (cellX, cellY, cellT) = (Self.cell(floorX), Self.cell(floorY), Self.cell(floorT))
    let (u, v) = (Self.eased(x - floorX), Self.eased(y - floorY))
    let first = layer(cellX, cellY, cellT, u, v)
    // What does not move is asked for at whole times only.
    guard time != floorT else { return first }
    let second = layer(cellX, cellY, cellT &+ 1, u, v)
    return first + (second - first) * Self.eased(time - floorT)
  }

  @inline(__always)
  private func layer(_ x: UInt64, _ y: UInt64, _ t: UInt64, _ u: Double, _ v: Double) -> Vector {
    let (a, b) = (corner(x, y, t), corner(x &+ 1, y, t))
    let (c, d) = (corner(x, y &+ 1, t), corner(x &+ 1, y &+ 1, t))
    let (low, high) = (a + (b - a) * u, c + (d - c) * u)
    return low + (high - low) * v
  }

  @inline(__always)
  private func corner(_ x: UInt64, _ y: UInt64, _ t: UInt64) -> Vector {
    // Odd factors, so that neighbors along no axis share a number.
    var z = seed &+ x &* 0x9E37_79B9_7F4A_7C15 &+ y &* 0xD6E8_FEB8_6659_FD93 &+ t &* 0xA5A3_5641_2E1B_7C6D
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    z ^= z >> 31
    // Each half is a signed number of 32 bits.
    return Vector(
      Double(Int32(truncatingIfNeeded: z >> 32)) * 0x1p-31, Double(Int32(truncatingIfNeeded: z)) * 0x1p-31)
  }

  /// The noise of the lattice; beyond what a lattice can count it is that of its edge.
  @inline(__always)
  private static func cell(_ floor: Double) -> UInt64 {
    UInt64(bitPattern: Int64(Swift.min(Swift.max(floor, -0x1p52), 0x1p52)))
  }

  @inline(__always)
  private static func eased(_ t: Double) -> Double { t * t * (3 - 2 * t) }
}
