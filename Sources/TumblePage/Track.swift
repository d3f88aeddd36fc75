/// Whole numbers, one per frame, as bytes: of each the difference from what the two before it lead to, as a
/// varint; runs of zeros are counted. What rests, or moves evenly, takes next to nothing. docs/export.md
/// describes the layout.
struct Track: Hashable, Sendable {
  /// The largest difference between a number that is read back and the one that was appended; the first is
  /// exact.
  let tolerance: Int
  private var written: [UInt8] = []
  private(set) var count = 0
  /// The first number; 0 where there is none yet.
  private(set) var first = 0
  /// Is true if all numbers so far are the same.
  private(set) var isConstant = true
  /// The latest number that is written, and how much it adds to the one before.
  private var last = 0
  private var slope = 0
  private var zeros = 0
  /// The numbers after that, and the slopes of the straight lines that are near enough to all of them.
  private var pending = 0
  private var slopes = 0...0

  init(tolerance: Int = 0) { self.tolerance = tolerance }

  /// The largest magnitude of the numbers: a reader in JavaScript computes all of it exactly.
  static let limit = 1 << 50

  /// Appends a number.
  ///
  /// - Parameter number: Within ``limit``.
  mutating func append(_ number: Int) {
    precondition(number.magnitude <= Self.limit.magnitude, "\(number) is beyond what a track holds")
    count += 1
    guard count > 1 else {
      (first, last) = (number, number)
      return write(number)
    }
    isConstant = isConstant && number == first
    if pending > 0 {
      let near = lines(to: number, in: pending + 1)
      let (low, high) = (max(near.low, slopes.lowerBound), min(near.high, slopes.upperBound))
      if low <= high {
        (pending, slopes) = (pending + 1, low...high)
        return
      }
      writePending()
    }
    (pending, slopes) = (1, number - last - tolerance...number - last + tolerance)
  }

  /// The least and the largest slope of lines from the latest number that are near enough to another; there
  /// may be none between them.
  private func lines(to number: Int, in steps: Int) -> (low: Int, high: Int) {
    func floored(_ way: Int) -> Int { (way - (way % steps + steps) % steps) / steps }
    return (-floored(last + tolerance - number), floored(number + tolerance - last))
  }

  var bytes: [UInt8] {
    var track = self
    track.writePending()
    track.writeZeros()
    return track.written
  }

  /// Writes the line through what is pending that bends least.
  private mutating func writePending() {
    guard pending > 0 else { return }
    let next = min(max(slope, slopes.lowerBound), slopes.upperBound)
    write(next - slope)
    zeros += pending - 1
    last += next * pending
    (slope, pending) = (next, 0)
  }

  private mutating func write(_ difference: Int) {
    if difference == 0 {
      zeros += 1
    } else {
      writeZeros()
      append(varint: difference > 0 ? UInt64(difference) << 1 : UInt64(-difference) << 1 - 1)
    }
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
