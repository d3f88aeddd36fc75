/// The values that a scene's properties have: closed, so that an animation of any of them is one type.
///
/// Arithmetic takes two values of one kind; where the kinds differ, the left one is the result, and
/// interpolation switches at the half. The scene reader and `AnimationDefinition/check(for:)` see to it that
/// they agree.
public enum AnimatableValue: Hashable, Sendable {
  /// A number; also an angle, in radians, not wrapped.
  case number(Double)
  /// A point, a direction or a speed: two numbers.
  case vector(Vector)
  /// A width and a height.
  case size(Size)
  /// A rectangle.
  case rect(Rect)
  /// A color.
  case color(Color)

  /// The types that a value can have.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A number; angles are in radians.
    case number
    /// A point, a direction or a speed.
    case vector
    /// A width and a height.
    case size
    /// A rectangle.
    case rect
    /// A color.
    case color
  }

  /// The type of the value.
  public var kind: Kind {
    switch self {
    case .number: .number
    case .vector: .vector
    case .size: .size
    case .rect: .rect
    case .color: .color
    }
  }

  /// Is true if none of its numbers is infinite or NaN.
  public var isFinite: Bool {
    switch self {
    case .number(let value): value.isFinite
    case .vector(let value): value.isFinite
    case .size(let value): value.isFinite
    case .rect(let value): value.isFinite
    case .color(let value): value.isFinite
    }
  }

  /// Is true if the value is finite and far enough from the largest number to compute with: at most 1e15
  /// long.
  var isUsable: Bool { length <= 1e15 }

  /// The number, if it is one; else nil.
  public var number: Double? {
    if case .number(let value) = self { value } else { nil }
  }

  /// The vector, if it is one; else nil.
  public var vector: Vector? {
    if case .vector(let value) = self { value } else { nil }
  }

  /// The size, if it is one; else nil.
  public var size: Size? {
    if case .size(let value) = self { value } else { nil }
  }

  /// The color, if it is one; else nil.
  public var color: Color? {
    if case .color(let value) = self { value } else { nil }
  }
}

// MARK: - Values of one type

/// A type of value that an ``AnimatableValue`` can hold.
public protocol KeyedValue: Sendable {
  /// The value as keyed animations hold it.
  var animatable: AnimatableValue { get }
}

extension AnimatableValue: KeyedValue {
  public var animatable: AnimatableValue { self }
}

extension Int: KeyedValue {
  public var animatable: AnimatableValue { .number(Double(self)) }
}

extension Double: KeyedValue {
  public var animatable: AnimatableValue { .number(self) }
}

extension Vector: KeyedValue {
  public var animatable: AnimatableValue { .vector(self) }
}

extension Size: KeyedValue {
  public var animatable: AnimatableValue { .size(self) }
}

extension Rect: KeyedValue {
  public var animatable: AnimatableValue { .rect(self) }
}

extension Color: KeyedValue {
  public var animatable: AnimatableValue { .color(self) }
}

// MARK: - Arithmetic

extension AnimatableValue: LinearValue {
  public static func + (a: Self, b: Self) -> Self {
    switch (a, b) {
    case (.number(let a), .number(let b)): .number(a + b)
    case (.vector(let a), .vector(let b)): .vector(a + b)
    case (.size(let a), .size(let b)): .size(a + b)
    case (.rect(let a), .rect(let b)): .rect(a + b)
    case (.color(let a), .color(let b)): .color(a + b)
    default: a
    }
  }

  public static func - (a: Self, b: Self) -> Self {
    switch (a, b) {
    case (.number(let a), .number(let b)): .number(a - b)
    case (.vector(let a), .vector(let b)): .vector(a - b)
    case (.size(let a), .size(let b)): .size(a - b)
    case (.rect(let a), .rect(let b)): .rect(a - b)
    case (.color(let a), .color(let b)): .color(a - b)
    default: a
    }
  }

  public static func * (value: Self, scale: Double) -> Self {
    switch value {
    case .number(let value): .number(value * scale)
    case .vector(let value): .vector(value * scale)
    case .size(let value): .size(value * scale)
    case .rect(let value): .rect(value * scale)
    case .color(let value): .color(value * scale)
    }
  }

  public var length: Double {
    switch self {
    case .number(let value): value.length
    case .vector(let value): value.length
    case .size(let value): value.length
    case .rect(let value): value.length
    case .color(let value): value.length
    }
  }

  public func interpolated(to other: Self, by fraction: Double) -> Self {
    switch (self, other) {
    case (.number(let a), .number(let b)): .number(a.interpolated(to: b, by: fraction))
    case (.vector(let a), .vector(let b)): .vector(a.interpolated(to: b, by: fraction))
    case (.size(let a), .size(let b)): .size(a.interpolated(to: b, by: fraction))
    case (.rect(let a), .rect(let b)): .rect(a.interpolated(to: b, by: fraction))
    case (.color(let a), .color(let b)): .color(a.interpolated(to: b, by: fraction))
    default: fraction < 0.5 ? self : other
    }
  }
}

/// The name of what an animation moves, as the program that runs it gives it: a property of an object, or
/// just a name.
///
/// A `String` is one. A type of your own can say more, and then definitions that do not fit it are refused.
public protocol AnimationKey: Hashable, Sendable {
  /// The kind of its values; nil takes any.
  var valueKind: AnimatableValue.Kind? { get }
  /// Is true if a path can move it.
  var isPosition: Bool { get }
  /// The name of the property in messages.
  var propertyName: String { get }
}

extension AnimationKey {
  public var valueKind: AnimatableValue.Kind? { nil }
  public var isPosition: Bool { true }
  public var propertyName: String { "\(self)" }
}

extension String: AnimationKey {}
