import TumbleAnimation
import TumbleGeometry

extension Appearance {
  /// The value of a property; nil of a property that is none of an appearance, and of a color that is the
  /// theme's own.
  ///
  /// A value that is set is held within what can be drawn. A value of another kind is ignored, and so is
  /// nil of all but a color.
  package subscript(property: AnimatableProperty) -> AnimatableValue? {
    get {
      switch property {
      case .opacity: .number(opacity)
      case .scale: .vector(scale)
      case .color: color.map { .color($0) }
      case .glow: .number(glow)
      default: nil
      }
    }
    set {
      switch (property, newValue) {
      case (.opacity, .number(let value)): opacity = Self.part(value)
      case (.glow, .number(let value)): glow = Self.part(value)
      case (.scale, .vector(let value)): scale = value.bounded
      case (.color, .color(let value)):
        color = Color(
          red: Self.part(value.red), green: Self.part(value.green), blue: Self.part(value.blue),
          alpha: Self.part(value.alpha))
      case (.color, nil): color = nil
      default: break
      }
    }
  }

  /// The properties that an appearance has.
  package static let properties: [AnimatableProperty] = [.opacity, .scale, .color, .glow]

  private static func part(_ value: Double) -> Double { min(max(value, 0), 1) }
}

// MARK: - As numbers

extension Appearance {
  /// The numbers that it is stored as: those of each property, a color's with a 1 before them, or five zeros.
  package static let numberCount = 9

  package func write(to numbers: UnsafeMutablePointer<Double>) {
    (numbers[0], numbers[1], numbers[2], numbers[8]) = (opacity, scale.x, scale.y, glow)
    guard let color else { return }
    numbers[3] = 1
    (numbers[4], numbers[5], numbers[6], numbers[7]) = (color.red, color.green, color.blue, color.alpha)
  }

  package init(from numbers: UnsafeMutablePointer<Double>) {
    let color = Color(red: numbers[4], green: numbers[5], blue: numbers[6], alpha: numbers[7])
    self.init(
      opacity: numbers[0], scale: Vector(numbers[1], numbers[2]), color: numbers[3] == 1 ? color : nil,
      glow: numbers[8])
  }
}
