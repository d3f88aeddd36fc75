/// A property of an object, by the object's identity and the property's name.
public struct ObjectProperty<Object: Hashable & Sendable>: Hashable, Sendable {
  public var object: Object
  public var name: String

  public init(_ object: Object, _ name: String) {
    self.object = object
    self.name = name
  }
}
