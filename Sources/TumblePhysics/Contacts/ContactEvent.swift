import TumbleGeometry

/// What two shapes did to each other in a step, read after it from ``Space/contactEvents``.
///
/// What the impulse and the energy are is known once the step is over. A sensor has neither, nor has a pair of which
/// nothing is dynamic. A pair asleep neither persists nor ends; a removed shape's contacts end with the next step.
public struct ContactEvent: Hashable, Sendable {
  public enum Kind: Int, Hashable, Sendable, CaseIterable {
    /// They parted, or one was taken out. It has no points.
    case ended
    /// They touch, and did not in the step before.
    case began
    /// They still touch.
    case persisted
    /// They touch, and the impulse of this step reached the listener's threshold. Sensors, and pairs of which nothing
    /// is dynamic, have no impulse and never hit.
    case hit
  }

  public struct Kinds: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public init(_ kind: Kind) { rawValue = 1 << kind.rawValue }

    public static let ended = Kinds(.ended)
    public static let began = Kinds(.began)
    public static let persisted = Kinds(.persisted)
    public static let hit = Kinds(.hit)

    static let atBegin: Kinds = [.began, .hit]
    static let everyStep: Kinds = [.persisted, .hit]

    func meets(_ other: Kinds) -> Bool { !isDisjoint(with: other) }
  }

  public internal(set) var kind: Kind
  /// The shape with the lower id; see ``Space/shape(_:)``.
  public internal(set) var shapeA: ShapeID
  public internal(set) var shapeB: ShapeID
  /// The body of shape A; see ``Space/body(_:)``.
  public internal(set) var bodyA: BodyID
  public internal(set) var bodyB: BodyID
  /// Whether one of the shapes is a sensor.
  public internal(set) var isSensor: Bool
  /// None when the contact ended.
  public internal(set) var points: ContactPoints
  /// From A to B, of length 1; zero when the contact ended.
  public internal(set) var normal: Vector
  /// What B got from A in this step, friction included, in kilograms × points / second.
  public internal(set) var impulse: Vector
  /// What bouncing and rubbing took from the motion in this step, in kilograms × points² / second².
  public internal(set) var energyLost: Double

  /// The deepest point's, in points.
  public var depth: Double { points.reduce(0) { max($0, $1.depth) } }
}

/// Where two shapes touch.
public struct ContactPoint: Hashable, Sendable {
  /// On the surface of A, in the world.
  public var onA: Vector
  /// On the surface of B, in the world.
  public var onB: Vector
  /// How far they overlap, in points; negative where they do not yet.
  public var depth: Double

  /// In the middle of both.
  public var position: Vector { onA.interpolated(to: onB, by: 0.5) }
}

/// Up to two points, held in place: an event needs no memory of its own.
public struct ContactPoints: RandomAccessCollection, Hashable, Sendable {
  private var first: ContactPoint
  private var second: ContactPoint
  public let count: Int

  public static let none = ContactPoints(
    first: ContactPoint(onA: .zero, onB: .zero, depth: 0),
    second: ContactPoint(onA: .zero, onB: .zero, depth: 0), count: 0)

  init(first: ContactPoint, second: ContactPoint, count: Int) {
    self.first = first
    self.second = second
    self.count = count
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  public subscript(index: Int) -> ContactPoint {
    precondition(index >= 0 && index < count, "a contact has \(count) points, not one at \(index)")
    return index == 0 ? first : second
  }
}

/// Which events a space collects, and of which pairs.
public struct ContactListener: Hashable, Sendable {
  public var kinds: ContactEvent.Kinds
  /// One side of a contact, and the other; in either order.
  public var first: ContactSide
  public var second: ContactSide
  /// For ``ContactEvent/Kind/hit``: the least length of a step's impulse, in kilograms × points / second; 0 for every
  /// touch, also one that pushes nothing. A body that rests gets its weight × the step in every step: choose more than
  /// that.
  public var hitThreshold: Double

  public init(
    _ kinds: ContactEvent.Kinds = [.began, .ended], between a: ContactSide = .any,
    and b: ContactSide = .any, hitThreshold: Double = 0
  ) {
    self.kinds = kinds
    self.hitThreshold = hitThreshold
    first = a
    second = b
  }
}
