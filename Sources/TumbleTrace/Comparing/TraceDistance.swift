/// How far two values of a trace are from each other.
enum TraceDistance: Equatable {
  case same
  /// Not the same, and no further apart than the tolerance.
  case tolerated(Double)
  /// Infinite for what has no distance, such as a color or a missing value.
  case different(Double)

  /// - Parameter tolerance: 0: the bits of numbers count, so 0 and -0 differ, by 0. Two values that are not a number are the same.
  static func between(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>, tolerance: Double) -> TraceDistance {
    if a == b { return .same }
    guard let a = number(a), let b = number(b) else { return .different(.infinity) }
    if a.isNaN || b.isNaN { return a.isNaN && b.isNaN ? .same : .different(.infinity) }
    // Infinities of one sign too.
    if a.bitPattern == b.bitPattern { return .same }
    let distance = abs(a - b)
    return distance <= tolerance && tolerance > 0 ? .tolerated(distance) : .different(distance)
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Double? {
    bytes.isEmpty ? nil : Double(String(decoding: bytes, as: UTF8.self))
  }
}
