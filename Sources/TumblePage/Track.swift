/// Whole numbers, one per frame, as straight lines from one of them to another: how much the slope of each
/// changes, and how many numbers lie on it. What rests, or moves evenly, takes next to nothing.
/// docs/export.md describes the layout.
struct Track: Hashable, Sendable {
  /// Is true if the numbers go on as they did, and false if they know nothing of each other.
  let isMotion: Bool
  private var changes: [UInt8] = []
  private var spans: [UInt8] = []
  private(set) var count = 0
  /// The first number; 0 where there is none yet.
  private(set) var first = 0
  /// Is true if all numbers so far are the same.
  private(set) var isConstant = true
  /// The latest number on a line that is known, how much it adds to the one before, and how many numbers of
  /// that line are not written yet.
  private var last = 0
  private var slope = 0
  private var span = 0
  /// The numbers after that, and the slopes of the straight lines that are near enough to all of them.
  private var pending = 0
  private var slopes = 0...0

  init(isMotion: Bool = true) { self.isMotion = isMotion }

  /// The largest magnitude of the numbers: a reader in JavaScript computes all of it exactly.
  static let limit = 1 << 50

  /// Appends a number.
  ///
  /// - Parameters:
  ///   - number: Within ``limit``.
  ///   - tolerance: The largest difference from it of what is read back; the first is exact.
  mutating func append(_ number: Int, within tolerance: Int = 0) {
    precondition(number.magnitude <= Self.limit.magnitude, "\(number) is beyond what a track holds")
    count += 1
    guard count > 1 else {
      (first, last) = (number, number)
      return changes.append(signed: number)
    }
    isConstant = isConstant && number == first
    if pending > 0 {
      let near = lines(to: number, tolerance, in: pending + 1)
      let (low, high) = (max(near.low, slopes.lowerBound), min(near.high, slopes.upperBound))
      if low <= high {
        (pending, slopes) = (pending + 1, low...high)
        return
      }
      endLine()
    }
    (pending, slopes) = (1, number - last - tolerance...number - last + tolerance)
  }

  /// The least and the largest slope of lines from the latest number that are near enough to another; there
  /// may be none between them.
  private func lines(to number: Int, _ tolerance: Int, in steps: Int) -> (low: Int, high: Int) {
    func floored(_ way: Int) -> Int { (way - (way % steps + steps) % steps) / steps }
    return (-floored(last + tolerance - number), floored(number + tolerance - last))
  }

  /// The first number and the change of each line's slope; and the numbers on each line.
  var bytes: (changes: [UInt8], spans: [UInt8]) {
    var track = self
    track.endLine()
    track.writeSpan()
    return (track.changes, track.spans)
  }

  var byteCount: Int { changes.count + spans.count }

  /// Takes the line through what is pending that bends least.
  private mutating func endLine() {
    guard pending > 0 else { return }
    let next = min(max(slope, slopes.lowerBound), slopes.upperBound)
    if next != slope || span == 0 {
      writeSpan()
      changes.append(signed: isMotion ? next - slope : next)
    }
    span += pending
    last += next * pending
    (slope, pending) = (next, 0)
  }

  private mutating func writeSpan() {
    guard span > 0 else { return }
    spans.append(varint: UInt64(span - 1))
    span = 0
  }
}

extension [UInt8] {
  /// Appends twice a number, or for one below 0 twice its magnitude less 1.
  fileprivate mutating func append(signed number: Int) {
    append(varint: number < 0 ? UInt64(-number) << 1 - 1 : UInt64(number) << 1)
  }

  /// Appends seven bits per byte, the lowest first; the eighth bit says that more follow.
  fileprivate mutating func append(varint: UInt64) {
    var rest = varint
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
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
