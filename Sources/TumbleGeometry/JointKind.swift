/// The kinds of joint that the engine has; the raw values are the words of the scene format.
public enum JointKind: String, CaseIterable, Hashable, Sendable {
  /// A rod: keeps the distance of two anchors (`pin` in scenes).
  case pin
  /// A string: keeps the distance of two anchors between two limits.
  case slide
  /// An axle through both bodies: they turn about one point.
  case pivot
  /// A slot in the first body, along which an anchor of the second slides.
  case groove
  /// A damped spring between two anchors.
  case spring
  /// A damped spring that pulls the bodies towards an angle to each other.
  case rotarySpring = "rotary-spring"
  /// A limit of the angle between the bodies.
  case rotaryLimit = "rotary-limit"
  /// A ratchet: the bodies turn against each other one way only, tooth by tooth.
  case ratchet
  /// A gear: keeps the ratio of the bodies' angles.
  case gear
  /// A motor: turns the bodies against each other at a rate.
  case motor
}

/// The joints that are made of several of the engine's; the raw values are the words of the scene format.
public enum ComposedJoint: String, CaseIterable, Hashable, Sendable {
  /// A pivot, and what keeps the angle: a gear, or with a stiffness a rotary spring.
  case weld
  /// A pivot that may have a motor, limits and a spring.
  case hinge
  /// A groove in body a along which body b is held by a spring: a wheel on its suspension.
  case wheel
  /// A groove, and a gear that keeps the angle: b slides in a and does not turn.
  case prismatic

  /// The kind of the joint that has the whole's id.
  public var first: JointKind { self == .weld || self == .hinge ? .pivot : .groove }

  /// The joints besides the first.
  public enum Part: String, CaseIterable, Hashable, Sendable {
    case angle, motor, limits, spring

    /// The end of the part's id, after the whole's.
    public var suffix: String { "-" + rawValue }

    /// Returns true for a joint that a person knows only as a property of another: the motor, the limits and
    /// the spring of a hinge, and the motor of a wheel or of a prismatic joint.
    ///
    /// - Parameters:
    ///   - id: The joint's own id.
    ///   - whole: The id of the joint that it goes with; nil for none.
    package static func isInner(_ id: String, of whole: String?, _ kind: JointKind) -> Bool {
      let part: Part
      switch kind {
      case .motor, .pin: part = .motor
      case .rotaryLimit: part = .limits
      case .rotarySpring: part = .spring
      case .slide, .pivot, .groove, .spring, .ratchet, .gear: return false
      }
      return whole.map { id == $0 + part.suffix } ?? false
    }
  }
}

/// The places of the groove and the spring that a wheel's suspension is made of, in the coordinates of the
/// body that has the axis.
public struct Suspension: Hashable, Sendable {
  /// The lower end of the groove.
  public let from: Vector
  /// The upper end of the groove.
  public let to: Vector
  /// The upper end of the spring: so far above the groove that it pushes the same way from end to end.
  public let mount: Vector
  /// The length of the spring with the wheel in the middle of the groove.
  public let restLength: Double

  /// Creates a suspension by its center, its axis and its travel.
  ///
  /// - Parameters:
  ///   - center: The wheel's place, in the middle of the groove.
  ///   - axis: The way up; only the direction counts.
  ///   - travel: The length of the groove, in points.
  public init(center: Vector, axis: Vector, travel: Double) {
    let way = axis.normalized * (travel / 2)
    (from, to) = (center - way, center + way)
    let middle = from.interpolated(to: to, by: 0.5)
    mount = middle + (to - from)
    restLength = mount.distance(to: middle)
  }
}

/// The rod that a prismatic joint's motor is made of, in the coordinates of the body that has the groove: at
/// a speed it becomes as long as from a point before the groove to the one end of the groove or the other.
public struct SlideDrive: Hashable, Sendable {
  /// The end of the rod on the groove's line, before its start.
  public let mount: Vector
  /// The length of the rod at the groove's start, in points.
  public let shortest: Double
  /// The length of the rod at the groove's end, in points.
  public let longest: Double

  /// Creates a drive along a groove.
  ///
  /// - Parameters:
  ///   - from: The groove's start.
  ///   - to: Its end, elsewhere.
  public init(from: Vector, to: Vector) {
    let length = from.distance(to: to)
    shortest = max(length, 1)
    longest = shortest + length
    mount = from - (to - from).normalized * shortest
  }

  /// Returns what the rod becomes, in points.
  ///
  /// - Parameter speed: Points per second away from the groove's start; below 0 towards it.
  public func length(at speed: Double) -> Double { speed < 0 ? shortest : longest }

  /// Returns the speed of a rod, in points per second, below 0 towards the groove's start.
  ///
  /// - Parameters:
  ///   - length: What the rod becomes, in points.
  ///   - pace: How fast it does, either way.
  public func speed(toLength length: Double, pace: Double) -> Double {
    length < (shortest + longest) / 2 ? -pace : pace
  }
}

/// The way in which a body moves; the raw values are the words of the scene format.
public enum BodyKind: String, CaseIterable, Hashable, Sendable {
  /// A body moved by forces, gravity and collisions.
  case dynamic
  /// A body moved by its velocity alone: nothing pushes it, and it pushes what is in its way.
  case kinematic
  /// Stands still.
  case `static`
}

/// The shapes that a shape, or a query, takes notice of.
///
/// Two meet if they are not in the same group (other than 0) and each one's categories share a bit with the
/// other's mask.
public struct ShapeFilter: Hashable, Sendable {
  /// Shapes of one group do not meet; 0 is no group.
  public var group: UInt
  /// The categories of the shape, one bit each.
  public var categories: UInt32
  /// The categories that it meets, one bit each.
  public var mask: UInt32

  /// Creates a value by its parts, which are the properties of the same names.
  public init(group: UInt = 0, categories: UInt32 = ~0, mask: UInt32 = ~0) {
    (self.group, self.categories, self.mask) = (group, categories, mask)
  }

  /// Returns true if shapes with these filters meet.
  public func meets(_ other: ShapeFilter) -> Bool {
    (group == 0 || group != other.group) && categories & other.mask != 0 && other.categories & mask != 0
  }
}

/// A point where two bodies touch after a step, for pictures that show it: no part of a snapshot, a trace or
/// a hash.
public struct Touch: Hashable, Sendable {
  /// The body with the lower id, and the other.
  public var a: BodyID
  /// The body with the higher id.
  public var b: BodyID
  /// The point in the world, in points.
  public var point: Vector
  /// The normal from a to b, of length 1.
  public var normal: Vector
  /// The depth of the overlap there, in points.
  public var depth: Double
  /// The impulse that b got from a in the step, over all of the pair's points, friction included: in
  /// kilograms × points per second.
  public var impulse: Vector

  /// Creates a value by its parts, which are the properties of the same names.
  public init(
    a: BodyID, b: BodyID, point: Vector, normal: Vector, depth: Double = 0, impulse: Vector = .zero
  ) {
    (self.a, self.b, self.point, self.normal, self.depth) = (a, b, point, normal, depth)
    self.impulse = impulse
  }
}
