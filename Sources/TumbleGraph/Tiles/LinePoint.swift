/// A corner of a channel's line.
struct LinePoint: Sendable {
  /// The sample's.
  var index: Int
  var value: Double
  /// Whether no line leads here from the point before.
  var startsLine: Bool
}
