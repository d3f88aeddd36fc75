import TumbleGeometry

/// A value of the file that is what its key's description asks for, and where it stands.
struct Located: Sendable {
  var value: Value
  var place: SourcePlace

  /// An entry of a mapping of names.
  struct Named: Sendable {
    var name: String
    var place: SourcePlace
    var value: Located
  }

  /// Whether it, or anything in it, was wrong.
  var isBroken: Bool {
    switch value {
    case .broken: true
    case .record(let record): record.isBroken
    case .list(let list): list.contains(where: \.isBroken)
    default: false
    }
  }

  indirect enum Value: Sendable {
    /// It was there, and wrong; that has been said.
    case broken
    case number(Double)
    case count(Int)
    case text(String)
    case flag(Bool)
    case vector(Vector)
    case color(Color)
    case list([Located])
    case record(Record)
    case names([Named])
    /// For `animated`, whose type depends on what is animated.
    case raw(RawValue)
  }
}
