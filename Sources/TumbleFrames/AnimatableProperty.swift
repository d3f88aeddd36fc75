import TumbleAnimation

/// A property of an object of a scene that an animation can move.
///
/// `traits` says of each what readers, channels, traces, graphs, documents and the inspector go by. What a
/// new property needs besides is a place for its values: `Appearance` for a look of bodies, the engine for
/// all else.
public enum AnimatableProperty: CaseIterable, Hashable, Sendable {
  /// The position of a body in points, or one coordinate of it.
  case position, positionX, positionY
  /// The angle of a body, counter-clockwise, not wrapped.
  case angle
  /// The factors along a body's axes by which it is drawn larger.
  case scale
  /// The opacity of a body, 0 to 1.
  case opacity
  /// The color of a body.
  case color
  /// The brightness of a body's halo, 0 to 1.
  case glow
  /// The size at which the bounds of a body's outlines are drawn.
  case size
  /// The velocity of a body's surfaces, as of a conveyor belt.
  case surfaceVelocity
  /// The rest length of a spring.
  case restLength
  /// The rate of a motor.
  case rate
  /// The largest force, or torque, of a joint.
  case maxForce
  /// The points at which a joint holds its first and its second body, in the body's own coordinates.
  case anchorA, anchorB
  /// The limits of a slide joint's length, or of a rotary limit's angle.
  case min, max
  /// The gravity of the world.
  case gravity
  /// The distance of the picture's middle from what the camera follows.
  case offset
  /// The magnification by the camera.
  case zoom
  /// The distance by which the camera trembles, in points.
  case shake
  /// The strength of a field, in the unit of its kind.
  case strength
  /// The height of a fluid's surface.
  case level
  /// The factors of an emitter, which multiply values of its cells.
  case emitterRate, emitterLifetime, emitterVelocity, emitterScale, emitterSpin
}

extension AnimatableProperty {
  package struct Traits: Sendable {
    package var owner: SceneObject.Kind
    /// The word after the object's name, such as `opacity`.
    package var name: String
    package var kind: AnimatableValue.Kind
    package var quantity: Quantity
    /// The quantity that it measures of a joint that acts on angles; nil: `quantity`.
    package var turning: Quantity?
    /// The key of the scene format that sets it; nil where none does.
    package var key: String?
    /// The beginning of the names of its channels; nil where another property has its channels.
    package var channel: String?

    fileprivate init(
      _ owner: SceneObject.Kind, _ name: String, _ quantity: Quantity, _ kind: AnimatableValue.Kind = .number,
      turning: Quantity? = nil
    ) {
      self.owner = owner
      self.name = name
      self.kind = kind
      self.quantity = quantity
      self.turning = turning
      key = name
      channel = name
    }

    /// The same for a body's place, which has a key and channels of other names.
    fileprivate func named(key: String?, channel: String?) -> Traits {
      var traits = self
      (traits.key, traits.channel) = (key, channel)
      return traits
    }
  }

  package var traits: Traits {
    switch self {
    case .position: Traits(.body, "position", .length, .vector).named(key: "at", channel: "")
    case .positionX: Traits(.body, "position.x", .length).named(key: "at[0]", channel: nil)
    case .positionY: Traits(.body, "position.y", .length).named(key: "at[1]", channel: nil)
    case .angle: Traits(.body, "angle", .angle)
    case .scale: Traits(.body, "scale", .ratio, .vector)
    case .opacity: Traits(.body, "opacity", .ratio)
    case .color: Traits(.body, "color", .number, .color)
    case .glow: Traits(.body, "glow", .ratio)
    case .size: Traits(.body, "size", .length, .size).named(key: nil, channel: "size")
    case .surfaceVelocity: Traits(.body, "surfaceVelocity", .speed, .vector)
    case .restLength: Traits(.joint, "restLength", .length)
    case .rate: Traits(.joint, "rate", .spin)
    case .maxForce: Traits(.joint, "maxForce", .force, turning: .torque)
    case .anchorA: Traits(.joint, "anchorA", .length, .vector)
    case .anchorB: Traits(.joint, "anchorB", .length, .vector)
    case .min: Traits(.joint, "min", .length, turning: .angle)
    case .max: Traits(.joint, "max", .length, turning: .angle)
    case .gravity: Traits(.world, "gravity", .acceleration, .vector)
    case .offset: Traits(.camera, "offset", .length, .vector)
    case .zoom: Traits(.camera, "zoom", .ratio)
    case .shake: Traits(.camera, "shake", .length)
    case .strength: Traits(.field, "strength", .number)
    case .level: Traits(.fluid, "level", .length)
    case .emitterRate: Traits(.emitter, "rate", .ratio)
    case .emitterLifetime: Traits(.emitter, "lifetime", .ratio)
    case .emitterVelocity: Traits(.emitter, "velocity", .ratio)
    case .emitterScale: Traits(.emitter, "scale", .ratio)
    case .emitterSpin: Traits(.emitter, "spin", .ratio)
    }
  }

  /// The word after the owner's name, such as `rate`; an emitter's may be another owner's too.
  public var name: String { traits.name }
  /// The kind of object that has the property.
  public var owner: SceneObject.Kind { traits.owner }
  /// The kind of its values.
  public var kind: AnimatableValue.Kind { traits.kind }

  /// Is true for a body's position and angle, which physics moves too.
  package var isMotion: Bool {
    switch self {
    case .position, .positionX, .positionY, .angle: true
    default: false
    }
  }

  /// The properties of a kind of object, in the order in which they are listed.
  package static func all(of owner: SceneObject.Kind) -> [AnimatableProperty] {
    allCases.filter { $0.owner == owner }
  }

  /// Creates the property of a name; nil if there is none.
  /// - Parameters:
  ///   - name: The word after the object's name, such as `opacity`.
  ///   - ofEmitter: true for a property of an emitter, false for that of any other object.
  public init?(name: String, ofEmitter: Bool) { self.init(ofEmitter) { $0.name == name } }

  /// A property by the key that sets it, or by its own name.
  /// - Parameters:
  ///   - name: The word after the object's name, such as `opacity`.
  ///   - ofEmitter: true for a property of an emitter, false for that of any other object.
  package init?(settable key: String, ofEmitter: Bool) {
    self.init(ofEmitter) { $0.key != nil && ($0.key == key || $0.name == key) }
  }

  private init?(_ ofEmitter: Bool, where isMeant: (Traits) -> Bool) {
    let found = Self.allCases.first { property in
      let traits = property.traits
      return (traits.owner == .emitter) == ofEmitter && isMeant(traits)
    }
    guard let found else { return nil }
    self = found
  }
}

/// One number of a property, such as `scale.x`: what a channel shows of it.
public struct PropertyComponent: Hashable, Sendable {
  /// The property of which it is a component.
  public let property: AnimatableProperty
  /// The index of the number: 0 and 1 of a vector and a size, 0 to 3 of a color.
  public let index: Int

  /// The components of a property's channels; empty where another property has them.
  package static func all(of property: AnimatableProperty) -> [PropertyComponent] {
    guard property.traits.channel != nil else { return [] }
    return property.kind.componentNames.indices.map { PropertyComponent(property: property, index: $0) }
  }

  package var name: String {
    let (stem, part) = (property.traits.channel ?? property.name, property.kind.componentNames[index])
    return stem.isEmpty ? part : part.isEmpty ? stem : stem + "." + part
  }

  package func number(of value: AnimatableValue) -> Double {
    switch value {
    case .number(let number): number
    case .vector(let vector): index == 0 ? vector.x : vector.y
    case .size(let size): index == 0 ? size.width : size.height
    case .rect: .nan
    case .color(let color):
      switch index {
      case 0: color.red
      case 1: color.green
      case 2: color.blue
      default: color.alpha
      }
    }
  }
}

extension AnimatableProperty {
  package var numbers: [PropertyComponent] {
    kind.componentNames.indices.map { PropertyComponent(property: self, index: $0) }
  }
}

extension PropertyComponent {
  /// The name of the number alone, such as `x`; empty for a plain number.
  package var partName: String { property.kind.componentNames[index] }

  /// Returns a value with another number in this place.
  package func setting(_ number: Double, of value: AnimatableValue) -> AnimatableValue {
    switch value {
    case .number: return .number(number)
    case .vector(let vector): return .vector(index == 0 ? Vector(number, vector.y) : Vector(vector.x, number))
    case .size(let size):
      return .size(index == 0 ? Size(number, size.height) : Size(size.width, number))
    case .rect: return value
    case .color(var color):
      switch index {
      case 0: color.red = number
      case 1: color.green = number
      case 2: color.blue = number
      default: color.alpha = number
      }
      return .color(color)
    }
  }
}

extension AnimatableValue.Kind {
  /// The names of the numbers of a value; an empty one of a plain number.
  fileprivate var componentNames: [String] {
    switch self {
    case .number: [""]
    case .vector, .size: ["x", "y"]
    case .rect: []
    case .color: ["red", "green", "blue", "alpha"]
    }
  }
}

extension JointKind {
  /// The properties of a joint of this kind that animations can move.
  package var properties: [AnimatableProperty] {
    switch self {
    case .pin, .pivot: [.maxForce, .anchorA, .anchorB]
    case .slide: [.maxForce, .anchorA, .anchorB, .min, .max]
    case .spring: [.restLength, .maxForce, .anchorA, .anchorB]
    case .rotaryLimit: [.maxForce, .min, .max]
    case .motor: [.rate, .maxForce]
    case .groove, .rotarySpring, .ratchet, .gear: [.maxForce]
    }
  }
}

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
