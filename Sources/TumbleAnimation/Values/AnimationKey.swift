/// What an animation moves, as the program that runs it names it: a property of a thing, or just a name.
///
/// A `String` is one. A type of your own can say more, and then definitions that do not fit it are refused.
public protocol AnimationKey: Hashable, Sendable {
  /// The kind of its values; nil takes any.
  var valueKind: AnimatableValue.Kind? { get }
  /// Whether a path can move it.
  var isPosition: Bool { get }
  /// As a message names the property.
  var propertyName: String { get }
}

extension AnimationKey {
  public var valueKind: AnimatableValue.Kind? { nil }
  public var isPosition: Bool { true }
  public var propertyName: String { "\(self)" }
}

extension String: AnimationKey {}
