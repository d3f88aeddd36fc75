import TumbleFiles
import TumbleGeometry

/// What a number must be.
struct Bounds: Sendable, Equatable {
  var min = -1e9
  var max = 1e9
  /// Whether `min` itself is too little.
  var isOpen = false

  static let any = Bounds()
  static let positive = Bounds(min: 0, isOpen: true)
  /// A width, a height or a radius.
  static let extent = Bounds(min: 0.001)
  static let mass = Bounds(min: 1e-9)
  /// Between two points that must not be one.
  static let distance = Bounds(min: 1e-9)
  static let notNegative = Bounds(min: 0)
  /// 0 or more, as far as numbers go.
  static let unlimited = Bounds(min: 0, max: .greatestFiniteMagnitude)
  static let strength = Bounds(min: -ForceField.largestStrength, max: ForceField.largestStrength)
  static let part = Bounds(min: 0, max: 1)

  static func from(_ min: Double, to max: Double) -> Bounds { Bounds(min: min, max: max) }

  func contains(_ value: Double) -> Bool {
    (isOpen ? value > min : value >= min) && value <= max
  }

  /// What a value that is not within should have been.
  func expectation(for value: Double) -> String {
    // The description omits the default maximum and a minimum close to 0; a value beyond them needs to hear of it.
    if value > max && max == Bounds.any.max && min >= 0 { return "at most \(max.shortText)" }
    if value > 0 && value < min { return "at least \(min.shortText)" }
    return description
  }

  /// Both ends, as the reference has them.
  var limits: String {
    if self == .unlimited { return description }
    let (low, high) = (min <= -1e15 ? "-1e15" : min.shortText, max >= 1e15 ? "1e15" : max.shortText)
    if isOpen { return "more than \(low), at most \(max == 1e9 ? "1e9" : high)" }
    return "\(low) to \(max == 1e9 ? "1e9" : high)"
  }

  /// `more than 0`, `from 0 to 1`, ….
  var description: String {
    switch (min, max) {
    case (-1e9, 1e9): "between -10⁹ and 10⁹"
    case (0, .greatestFiniteMagnitude): "0 or more"
    case (0, 1e9): isOpen ? "more than 0" : "0 or more"
    // What is smaller still is nothing to the engine.
    case (0..<1e-6, _) where min > 0: "more than 0"
    case (_, 1e9): (isOpen ? "more than " : "at least ") + min.shortText
    default:
      isOpen
        ? "more than \(min.shortText) and at most \(max.shortText)"
        : "from \(min.shortText) to \(max.shortText)"
    }
  }
}
