import TumbleFrames

/// What an amount measures, as powers of length, time, mass and angle. A plain number has none of them.
struct Dimension: Hashable, Sendable {
  /// Each power doubled, so that a square root of a length is one too.
  var length = 0
  var time = 0
  var mass = 0
  var angle = 0

  init(length: Int = 0, time: Int = 0, mass: Int = 0, angle: Int = 0) {
    self.length = 2 * length
    self.time = 2 * time
    self.mass = 2 * mass
    self.angle = 2 * angle
  }

  static let none = Dimension()
  static let angle = Dimension(angle: 1)

  static func + (a: Dimension, b: Dimension) -> Dimension { a.combined(with: b) { $0 + $1 } }
  static func - (a: Dimension, b: Dimension) -> Dimension { a.combined(with: b) { $0 - $1 } }

  private func combined(with other: Dimension, _ combine: (Int, Int) -> Int) -> Dimension {
    var result = Dimension()
    result.length = combine(length, other.length)
    result.time = combine(time, other.time)
    result.mass = combine(mass, other.mass)
    result.angle = combine(angle, other.angle)
    return result
  }

  /// That of a power; nil where a power of it is no multiple of a half, or is absurdly great.
  func raised(to exponent: Double) -> Dimension? {
    var result = Dimension()
    for path in [\Dimension.length, \.time, \.mass, \.angle] {
      guard let power = Int(exactly: Double(self[keyPath: path]) * exponent), abs(power) <= 100 else {
        return nil
      }
      result[keyPath: path] = power
    }
    return result
  }

  /// Whether it is that of a spin, a torque and the like with or without its radians: an angle times a length is a length.
  func agrees(with other: Dimension) -> Bool {
    guard length == other.length, time == other.time, mass == other.mass else { return false }
    let isMore = length != 0 || mass != 0
    return angle == other.angle || isMore || (time != 0 && (angle == 0 || other.angle == 0))
  }

  /// Whether a value of it can be what a key of that quantity says. A plain number can be anything, in the plain unit.
  func fits(_ quantity: Quantity) -> Bool {
    let wanted = quantity.dimension
    if self == .none || quantity == .channel { return true }
    // What is counted by the second is not turned by the second.
    if wanted.angle == 0, wanted.length == 0, wanted.mass == 0, angle != 0 { return false }
    return agrees(with: wanted)
  }

  /// What a channel's unit measures, such as `kg·pt²/s²`; nil for a unit of no quantity.
  init?(ofUnit unit: String) {
    guard let quantity = Quantity.allCases.first(where: { $0.unit(unit) != nil }) else { return nil }
    self = quantity.dimension
  }

  /// For a sentence: `a length`, `a speed`, `pt^2/s`.
  var noun: String {
    if self == .none { return "a plain number" }
    if let quantity = Quantity.allCases.first(where: { $0.dimension == self }) {
      return Reading.noun(quantity)
    }
    func part(_ sign: Int) -> String {
      [("kg", mass), ("pt", length), ("rad", angle), ("s", time)].filter { $0.1 * sign > 0 }
        .map { name, doubled in
          let power = abs(doubled)
          return name + (power == 2 ? "" : power % 2 == 0 ? "^\(power / 2)" : "^(\(power)/2)")
        }.joined(separator: "*")
    }
    let (above, below) = (part(1), part(-1))
    return (above.isEmpty ? "1" : above) + (below.isEmpty ? "" : "/" + below)
  }
}

extension Quantity {
  /// Radians are left out where lengths are in it: they are a length by a length.
  var dimension: Dimension {
    switch self {
    case .channel, .number, .ratio: .none
    case .length: Dimension(length: 1)
    case .time: Dimension(time: 1)
    case .rate: Dimension(time: -1)
    case .angle: .angle
    case .mass: Dimension(mass: 1)
    case .speed: Dimension(length: 1, time: -1)
    case .spin: Dimension(time: -1, angle: 1)
    case .acceleration: Dimension(length: 1, time: -2)
    case .force: Dimension(length: 1, time: -2, mass: 1)
    case .torque: Dimension(length: 2, time: -2, mass: 1)
    case .impulse: Dimension(length: 1, time: -1, mass: 1)
    case .stiffness: Dimension(time: -2, mass: 1)
    case .damping: Dimension(time: -1, mass: 1)
    case .rotaryStiffness: Dimension(length: 2, time: -2, mass: 1)
    case .rotaryDamping: Dimension(length: 2, time: -1, mass: 1)
    case .density: Dimension(length: -2, mass: 1)
    case .moment: Dimension(length: 2, mass: 1)
    }
  }
}

/// A number and what it measures, in plain units.
struct Amount: Hashable, Sendable {
  var value: Double
  var dimension = Dimension.none
}
