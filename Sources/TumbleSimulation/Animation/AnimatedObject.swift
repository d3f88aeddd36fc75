import TumblePhysics

/// An object whose properties animations can move: an object that a world keeps a record of, and, for its
/// gravity, the world itself.
protocol AnimatedObject: AnyObject {
  func isThere(in world: World) -> Bool
  /// Keeps what is needed to move a property.
  /// - Throws: Where the object does not have it.
  func prepare(_ property: AnimatableProperty, in world: World) throws(AnimationError)
  /// Returns a body's value and its rate, as its next owner takes it over; nil for a property that does not
  /// move.
  func motion(_ property: AnimatableProperty) -> (value: AnimatableValue, rate: AnimatableValue)?
  /// The value that the object has by itself, were there no animations; nil for a body's motion and looks.
  func plainValue(of property: AnimatableProperty, in world: World) -> AnimatableValue?
  /// The value where no animation says otherwise; nil for a body's motion and for what nothing has prepared.
  func modelValue(of property: AnimatableProperty, in world: World) -> AnimatableValue?
  /// The value that is seen, held within what the property can be; nil where that is the model value.
  func shownValue(of property: AnimatableProperty, in world: World) -> AnimatableValue?
  /// The value after the latest step of an object that is there; nil where it has none.
  func value(of property: AnimatableProperty, in world: World) -> AnimatableValue?
  /// Notes that the model value is what has to be seen.
  func showModel(of property: AnimatableProperty, in world: World)
  /// Notes the value that has to be seen.
  func show(_ value: AnimatableValue, of property: AnimatableProperty)
  /// Tells the engine of the value that was noted, if that is new to it.
  func apply(_ property: AnimatableProperty, in world: World)
}

extension AnimatedObject {
  func motion(_ property: AnimatableProperty) -> (value: AnimatableValue, rate: AnimatableValue)? { nil }
}

extension World: AnimatedObject {
  func isThere(in world: World) -> Bool { true }
  func prepare(_ property: AnimatableProperty, in world: World) { animation.movesGravity = true }
  func plainValue(of property: AnimatableProperty, in world: World) -> AnimatableValue? { nil }
  func modelValue(of property: AnimatableProperty, in world: World) -> AnimatableValue? {
    .vector(animation.gravity)
  }
  func shownValue(of property: AnimatableProperty, in world: World) -> AnimatableValue? {
    .vector(space.gravity)
  }
  func value(of property: AnimatableProperty, in world: World) -> AnimatableValue? {
    .vector(snapshot.gravity)
  }
  // All animations of it are put into effect at once.
  func showModel(of property: AnimatableProperty, in world: World) {}
  func show(_ value: AnimatableValue, of property: AnimatableProperty) {}
  func apply(_ property: AnimatableProperty, in world: World) {}
}

// MARK: - Objects with numbers

/// An object whose animated values are kept beside it: a joint, a field, a fluid, an emitter or the camera.
protocol ValuedObject: AnimatedObject {
  var values: AnimatedValues { get set }
  /// A value within what the object takes: a curve may overshoot.
  func bounded(_ value: AnimatableValue, of property: AnimatableProperty) -> AnimatableValue
}

typealias ValuedRecord = WorldRecord & ValuedObject

extension ValuedObject {
  func bounded(_ value: AnimatableValue, of property: AnimatableProperty) -> AnimatableValue {
    property.bounded(value, of: nil)
  }

  func prepare(_ property: AnimatableProperty, in world: World) throws(AnimationError) {
    keepModel(of: property, in: world)
  }

  func keepModel(of property: AnimatableProperty, in world: World) {
    guard values[property] == nil, let value = plainValue(of: property, in: world) else { return }
    values[property] = AnimatedValue(model: value, shown: value)
  }

  /// Takes the values that the object has by itself for those where no animation says otherwise.
  func takePlainValues(in world: World) {
    for property in values.properties {
      if let value = plainValue(of: property, in: world) { values[property]?.model = value }
    }
  }

  func modelValue(of property: AnimatableProperty, in world: World) -> AnimatableValue? {
    values[property]?.model
  }

  func shownValue(of property: AnimatableProperty, in world: World) -> AnimatableValue? {
    values[property]?.shown
  }

  func showModel(of property: AnimatableProperty, in world: World) {
    if let model = values[property]?.model { values[property]?.shown = model }
  }

  func show(_ value: AnimatableValue, of property: AnimatableProperty) {
    values[property]?.shown = bounded(value, of: property)
  }
}

extension WorldRecord where Self: ValuedObject {
  /// Shows the values that have just been set, and over them what animations say.
  func showValues(in world: World) {
    for property in values.properties {
      showModel(of: property, in: world)
      let target = ObjectID(Self.kind, at: index).map { TrackTarget(object: $0, property: property) }
      if let target, let sample = world.animation.schedule.presentation(of: target, at: world.now) {
        show(sample.value, of: property)
      }
      apply(property, in: world)
    }
  }
}

/// A property that animations have moved.
struct AnimatedValue {
  /// The value where no animation says otherwise.
  var model: AnimatableValue
  /// The value that it has to have now. Setting it wakes bodies, so it is found first and set once, if it
  /// differs.
  var shown: AnimatableValue
}

/// The values of an object that animations have moved, by property; nil for those that none has moved.
struct AnimatedValues {
  private var values: [(property: AnimatableProperty, value: AnimatedValue)] = []

  var properties: [AnimatableProperty] { values.map(\.property) }

  subscript(property: AnimatableProperty) -> AnimatedValue? {
    get { values.first { $0.property == property }?.value }
    set {
      let place = values.firstIndex { $0.property == property }
      switch (place, newValue) {
      case (let place?, let value?): values[place].value = value
      case (let place?, nil): values.remove(at: place)
      case (nil, let value?): values.append((property, value))
      case (nil, nil): break
      }
    }
  }
}

extension AnimatableProperty {
  /// The largest force that a file gives.
  static let largestForce = 1e15

  /// A value within what an object takes: a curve may overshoot.
  func bounded(_ value: AnimatableValue, of joint: Constraint?) -> AnimatableValue {
    switch (self, value) {
    case (.maxForce, .number(let force)): .number(force > 0 ? Swift.min(force, Self.largestForce) : 0)
    case (.min, .number(let number)) where joint is SlideJoint,
      (.max, .number(let number)) where joint is SlideJoint,
      (.restLength, .number(let number)):
      .number(Swift.max(Vector.bounded(number), 0))
    case (.strength, .number(let strength)):
      // Beyond what a length may be, which is where other numbers end.
      .number(
        strength.isNaN
          ? 0 : Swift.min(Swift.max(strength, -ForceField.largestStrength), ForceField.largestStrength))
    case (.zoom, .number(let zoom)):
      .number(Swift.min(Swift.max(zoom, Scene.Camera.zooms.lowerBound), Scene.Camera.zooms.upperBound))
    // An emitter's numbers are held to what it can be where they take effect.
    case (_, .number) where owner == .emitter: value
    case (_, .number(let number)): .number(Vector.bounded(number))
    case (_, .vector(let vector)): .vector(vector.bounded)
    default: value
    }
  }
}

/// The surfaces of a body whose velocity animations set.
struct AnimatedSurfaces {
  /// Each with its velocity where no animation says otherwise.
  private let shapes: [(shape: Shape, velocity: Vector)]
  /// The velocity that all surfaces have to have now; nil for their own. It is set once, if it differs.
  var shown: Vector?

  init(_ shapes: [Shape]) { self.shapes = shapes.map { ($0, $0.surfaceVelocity) } }

  /// The model velocity of the first.
  var model: Vector? { shapes.first?.velocity }

  func apply() {
    for i in shapes.indices {
      let velocity = shown ?? shapes[i].velocity
      if shapes[i].shape.surfaceVelocity != velocity { shapes[i].shape.surfaceVelocity = velocity }
    }
  }
}
