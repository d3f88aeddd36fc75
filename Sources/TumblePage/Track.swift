/// Whole numbers, one per frame, as bytes: of each the difference from what the two before it lead to, as a
/// varint; runs of zeros are counted. What rests, or moves evenly, takes next to nothing. docs/export.md
/// describes the layout.
struct Track: Hashable, Sendable {
  private var written: [UInt8] = []
  private(set) var count = 0
  /// The first number; 0 where there is none yet.
  private(set) var first = 0
  /// Is true if all numbers so far are the same.
  private(set) var isConstant = true
  private var last = 0
  private var slope = 0
  private var zeros = 0

  /// The largest magnitude of the numbers: a reader in JavaScript computes all of it exactly.
  static let limit = 1 << 50

  /// Appends a number.
  ///
  /// - Parameter number: Within ``limit``.
  mutating func append(_ number: Int) {
    precondition(number.magnitude <= Self.limit.magnitude, "\(number) is beyond what a track holds")
    let difference = number - (last + slope)
    slope = count == 0 ? 0 : number - last
    if count == 0 { first = number }
    isConstant = isConstant && number == first
    (last, count) = (number, count + 1)
    if difference == 0 {
      zeros += 1
    } else {
      writeZeros()
      append(varint: difference > 0 ? UInt64(difference) << 1 : UInt64(-difference) << 1 - 1)
    }
  }

  var bytes: [UInt8] {
    var track = self
    track.writeZeros()
    return track.written
  }

  private mutating func writeZeros() {
    guard zeros > 0 else { return }
    written.append(0)
    append(varint: UInt64(zeros - 1))
    zeros = 0
  }

  /// Appends seven bits per byte, the lowest first; the eighth bit says that more follow.
  private mutating func append(varint: UInt64) {
    var rest = varint
    while rest >= 0x80 {
      written.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    written.append(UInt8(rest))
  }
}

extension Track {
  /// The nearest whole number of parts of a unit.
  ///
  /// - Parameter unit: Parts per unit.
  /// - Returns: nil for what is not finite, or beyond ``limit``.
  static func parts(_ value: Double, per unit: Double) -> Int? {
    let parts = (value * unit).rounded()
    return parts.magnitude <= Double(limit) ? Int(parts) : nil
  }
}
