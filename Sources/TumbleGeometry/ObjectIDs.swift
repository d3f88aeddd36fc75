/// Names a body: in a space, in a snapshot, in an event. Ids rise in the order of creation, and no two bodies
/// of a space or a world ever have the same.
public struct BodyID: Hashable, Comparable, Sendable {
  /// The number of the id.
  public let number: Int

  /// Creates a value by its parts, which are the properties of the same names.
  public init(_ number: Int) { self.number = number }

  public static func < (a: BodyID, b: BodyID) -> Bool { a.number < b.number }
}

extension BodyID: ExpressibleByIntegerLiteral, CustomStringConvertible {
  public init(integerLiteral number: Int) { self.number = number }

  public var description: String { String(number) }
}

/// Names a shape: in a space, in a snapshot, in an event. Ids rise in the order of creation, and no two
/// shapes of a space or a world ever have the same.
public struct ShapeID: Hashable, Comparable, Sendable {
  /// The number of the id.
  public let number: Int

  /// Creates a value by its parts, which are the properties of the same names.
  public init(_ number: Int) { self.number = number }

  public static func < (a: ShapeID, b: ShapeID) -> Bool { a.number < b.number }
}

extension ShapeID: ExpressibleByIntegerLiteral, CustomStringConvertible {
  public init(integerLiteral number: Int) { self.number = number }

  public var description: String { String(number) }
}

/// Names a joint: in a space, in a snapshot, in an event. Ids rise in the order of creation, and no two
/// joints of a space or a world ever have the same.
public struct JointID: Hashable, Comparable, Sendable {
  /// The number of the id.
  public let number: Int

  /// Creates a value by its parts, which are the properties of the same names.
  public init(_ number: Int) { self.number = number }

  public static func < (a: JointID, b: JointID) -> Bool { a.number < b.number }
}

extension JointID: ExpressibleByIntegerLiteral, CustomStringConvertible {
  public init(integerLiteral number: Int) { self.number = number }

  public var description: String { String(number) }
}
