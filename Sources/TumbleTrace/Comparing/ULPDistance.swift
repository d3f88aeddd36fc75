extension Double {
  /// How many doubles further on another one is (units in the last place); 0 and -0 are 1 apart, as their bits differ. nil where one is not
  /// a number.
  package func ulps(to other: Double) -> UInt64? {
    guard !isNaN, !other.isNaN else { return nil }
    let (a, b) = (place, other.place)
    return a > b ? a - b : b - a
  }

  /// Its place among all doubles by rising value, -0 before 0.
  private var place: UInt64 { sign == .minus ? (1 << 63 - 1) - magnitude.bitPattern : 1 << 63 + bitPattern }
}
