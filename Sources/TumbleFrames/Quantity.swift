/// The quantity that a number measures: the unit of a plain number, and the units that may be written after
/// it.
package enum Quantity: String, CaseIterable, Sendable {
  /// A channel's quantity: any unit may follow, and is held against the channel's own.
  case channel
  case number, ratio, length, time, rate, angle, mass, speed, spin, acceleration, force, torque, impulse
  case stiffness, damping, rotaryStiffness, rotaryDamping, density, moment

  package struct Unit: Sendable {
    package let name: String
    /// The number of the plain unit in it, meters aside.
    package let scale: Double
    /// The power of `pointsPerMeter` that is multiplied in.
    package let meters: Int

    package init(_ name: String, _ scale: Double, meters: Int = 0) {
      self.name = name
      self.scale = scale
      self.meters = meters
    }
  }

  /// The meaning of a number without a unit.
  package var plain: String {
    switch self {
    case .channel: "the channel's unit"
    case .number, .ratio: "no unit"
    case .length: "points"
    case .time: "seconds"
    case .rate: "hertz"
    case .angle: "radians"
    case .mass: "kilograms"
    case .speed: "points per second"
    case .spin: "radians per second"
    case .acceleration: "points per second squared"
    case .force: "kilogram points per second squared"
    case .impulse: "kilogram points per second"
    case .torque: "kilogram square points per second squared"
    case .stiffness: "kilograms per second squared"
    case .damping: "kilograms per second"
    case .rotaryStiffness: "kilogram square points per second squared, a radian"
    case .rotaryDamping: "kilogram square points per second"
    case .density: "kilograms per square point"
    case .moment: "kilogram square points"
    }
  }

  /// The symbol of the plain unit, as panels and tables show it; empty for what has none.
  package var symbol: String {
    guard self != .ratio, let unit = units.first else { return "" }
    return unit.name.replacing("*", with: "·").replacing("^2", with: "²")
  }

  package var units: [Unit] { Self.table[self] ?? [] }

  /// The units that may follow a number of it.
  package var writtenUnits: [Unit] {
    guard self == .channel else { return units }
    return Quantity.allCases.flatMap(\.units).reduce(into: []) { all, unit in
      if !all.contains(where: { $0.name == unit.name }) { all.append(unit) }
    }
  }

  package func unit(_ name: some StringProtocol) -> Unit? {
    // The few characters that keyboards offer beside the plain ones.
    let plain = name.reduce(into: "") { text, character in
      switch character {
      case "²": text += "^2"
      case "·": text += "*"
      case "°": text += "deg"
      default: text.append(character)
      }
    }
    return units.first { $0.name == plain }
  }

  private static let table: [Quantity: [Unit]] = [
    .ratio: [Unit("%", 0.01)],
    .length: [
      Unit("pt", 1), Unit("m", 1, meters: 1), Unit("cm", 0.01, meters: 1), Unit("mm", 0.001, meters: 1),
    ],
    .time: [Unit("s", 1), Unit("ms", 1e-3), Unit("min", 60)],
    .rate: [Unit("Hz", 1), Unit("kHz", 1000), Unit("/s", 1)],
    .angle: [Unit("rad", 1), Unit("deg", .pi / 180), Unit("turn", 2 * .pi)],
    .mass: [Unit("kg", 1), Unit("g", 1e-3), Unit("t", 1000)],
    .speed: [
      Unit("pt/s", 1), Unit("m/s", 1, meters: 1), Unit("cm/s", 0.01, meters: 1),
      Unit("mm/s", 0.001, meters: 1), Unit("km/h", 1 / 3.6, meters: 1),
    ],
    .spin: [
      Unit("rad/s", 1), Unit("deg/s", .pi / 180), Unit("turn/s", 2 * .pi), Unit("rpm", 2 * .pi / 60),
    ],
    .acceleration: [
      Unit("pt/s^2", 1), Unit("m/s^2", 1, meters: 1), Unit("cm/s^2", 0.01, meters: 1),
      Unit("mm/s^2", 0.001, meters: 1),
    ],
    .force: [Unit("kg*pt/s^2", 1), Unit("N", 1, meters: 1), Unit("kN", 1000, meters: 1)],
    .impulse: [Unit("kg*pt/s", 1), Unit("N*s", 1, meters: 1)],
    .torque: [
      Unit("kg*pt^2/s^2", 1), Unit("N*m", 1, meters: 2), Unit("kN*m", 1000, meters: 2),
    ],
    .stiffness: [Unit("kg/s^2", 1), Unit("N/m", 1), Unit("kN/m", 1000)],
    .damping: [Unit("kg/s", 1), Unit("N*s/m", 1)],
    .rotaryStiffness: [Unit("kg*pt^2/s^2", 1), Unit("N*m/rad", 1, meters: 2), Unit("N*m", 1, meters: 2)],
    .rotaryDamping: [Unit("kg*pt^2/s", 1), Unit("N*m*s/rad", 1, meters: 2), Unit("N*m*s", 1, meters: 2)],
    .density: [Unit("kg/pt^2", 1), Unit("kg/m^2", 1, meters: -2), Unit("g/cm^2", 10, meters: -2)],
    .moment: [Unit("kg*pt^2", 1), Unit("kg*m^2", 1, meters: 2)],
  ]
}
