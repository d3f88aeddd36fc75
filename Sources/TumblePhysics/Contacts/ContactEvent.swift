import CTumbleChipmunk

/// An event of two shapes that touch, read after a step from ``Space/contactEvents``.
///
/// What the impulse and the energy are is known once the step is over. A sensor has neither, nor has a pair
/// of which nothing is dynamic. A pair asleep neither persists nor ends; a removed shape's contacts end with
/// the next step.
public struct ContactEvent: Hashable, Sendable {
  /// The moments of a contact.
  public enum Kind: Int, Hashable, Sendable, CaseIterable {
    /// They parted, or one was taken out. It has no points.
    case ended
    /// They touch, and did not in the step before.
    case began
    /// They still touch.
    case persisted
    /// They touch, and the impulse of this step reached the listener's threshold. Sensors, and pairs of which
    /// nothing is dynamic, have no impulse and never hit.
    case hit
  }

  /// A set of moments of a contact.
  public struct Kinds: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Creates a set of one moment.
    public init(_ kind: Kind) { rawValue = 1 << kind.rawValue }

    /// The end of a touch.
    public static let ended = Kinds(.ended)
    /// The begin of a touch.
    public static let began = Kinds(.began)
    /// Each further step of a touch.
    public static let persisted = Kinds(.persisted)
    /// A touch whose impulse reaches the listener's threshold.
    public static let hit = Kinds(.hit)

    static let atBegin: Kinds = [.began, .hit]
    static let everyStep: Kinds = [.persisted, .hit]

    func meets(_ other: Kinds) -> Bool { !isDisjoint(with: other) }
  }

  /// The moment of the contact.
  public internal(set) var kind: Kind
  /// The shape with the lower id; see ``Space/shape(_:)``.
  public internal(set) var shapeA: ShapeID
  /// The shape with the higher id.
  public internal(set) var shapeB: ShapeID
  /// The body of shape A; see ``Space/body(_:)``.
  public internal(set) var bodyA: BodyID
  /// The body of the shape with the higher id.
  public internal(set) var bodyB: BodyID
  /// Is true if one of the shapes is a sensor.
  public internal(set) var isSensor: Bool
  /// The points at which they touch; none when the contact ended.
  public internal(set) var points: ContactPoints
  /// The normal from A to B, of length 1; zero when the contact ended.
  public internal(set) var normal: Vector
  /// The impulse that B got from A in this step, friction included, in kilograms × points / second.
  public internal(set) var impulse: Vector
  /// The energy that bouncing and rubbing took from the motion in this step, in kilograms × points² /
  /// second².
  public internal(set) var energyLost: Double

  /// The deepest point's, in points.
  public var depth: Double { points.reduce(0) { max($0, $1.depth) } }
}

/// A point at which two shapes touch.
public struct ContactPoint: Hashable, Sendable {
  /// The point on the surface of A, in the world.
  public var onA: Vector
  /// The point on the surface of B, in the world.
  public var onB: Vector
  /// The depth of the overlap, in points; negative where the surfaces do not meet yet.
  public var depth: Double

  /// The point in the middle of both.
  public var position: Vector { onA.interpolated(to: onB, by: 0.5) }
}

/// Up to two points, held in place: an event needs no memory of its own.
public struct ContactPoints: RandomAccessCollection, Hashable, Sendable {
  private var first: ContactPoint
  private var second: ContactPoint
  public let count: Int

  /// No points, as of a contact that has ended.
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

/// The kinds of events that a space collects, and the pairs that it collects them of.
public struct ContactListener: Hashable, Sendable {
  /// The moments that it reports.
  public var kinds: ContactEvent.Kinds
  /// One side of a contact, and the other; in either order.
  public var first: ContactSide
  /// The other side.
  public var second: ContactSide
  /// The least length of a step's impulse that makes a ``ContactEvent/Kind/hit``, in kilograms × points /
  /// second; 0 for every touch, also one that pushes nothing. A body that rests gets its weight × the step in
  /// every step: choose more than that.
  public var hitThreshold: Double

  /// Creates a listener; by default it reports the begin and the end of each touch.
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

/// The shapes that one side of a contact may be, for events that are asked for and for rules.
public enum ContactSide: Hashable, Sendable {
  /// All shapes.
  case any
  /// All shapes of a collision type.
  case type(CollisionType)
  /// One shape.
  case shape(ShapeID)
  /// Any shape of the body.
  case body(BodyID)

  func matches(_ shape: CShape) -> Bool {
    switch self {
    case .any: true
    case .type(let type): cpShapeGetCollisionType(shape) == cpCollisionType(type.number)
    case .shape(let id): Shape.of(shape).id == id
    case .body(let id): Shape.of(shape).body.id == id
    }
  }
}

/// The memory that the engine's callbacks write to in the middle of a step, kept from step to step. No code
/// of the user's runs there.
final class ContactLog {
  var listeners: [ContactListener] = [ContactListener()] {
    didSet { refreshKinds() }
  }
  var rules: [(id: ContactRule.ID, rule: ContactRule)] = [] {
    didSet { (hasRules, hasHadRules) = (!rules.isEmpty, true) }
  }
  // What steps ask of a list, noted beside it: in release too, asking the list itself costs fifty
  // instructions.
  private(set) var hasRules = false
  private(set) var hasRecords = false
  /// Is true if a rule is one of those that stick.
  private(set) var isSticky = false
  private(set) var hasHadRules = false
  private(set) var records: [Record] = []
  /// The contacts of the step that is being taken that stick.
  var stickyContacts: [StickyContact] = []
  /// The kinds that are asked for of every pair alike, if no more is asked for.
  private var kindsOfAny: ContactEvent.Kinds? = [.began, .ended]
  /// The kinds that are asked for of any pair.
  private(set) var allKinds: ContactEvent.Kinds = [.began, .ended]

  /// A contact as it was found. The engine's objects in it stay valid until the end of the step.
  struct Record {
    var kind: ContactEvent.Kind
    var a: CShape
    var b: CShape
    var arbiter: CArbiter?
    var normal: Vector
    var points: ContactPoints
  }

  func add(_ rule: ContactRule, _ id: ContactRule.ID) {
    rules.append((id, rule))
    isSticky = isSticky || rule.effect.isSticky
  }

  func removeRules(where isGone: ((id: ContactRule.ID, rule: ContactRule)) -> Bool) {
    rules.removeAll(where: isGone)
    isSticky = isSticky && rules.contains { $0.rule.effect.isSticky }
  }

  func clear() {
    records.removeAll(keepingCapacity: true)
    hasRecords = false
  }

  private func refreshKinds() {
    allKinds = listeners.reduce(into: []) { $0.formUnion($1.kinds) }
    let all = listeners.allSatisfy { listener in listener.first == .any && listener.second == .any }
    kindsOfAny = all ? allKinds : nil
  }

  /// The kinds that are asked for of a pair.
  func kinds(_ a: CShape, _ b: CShape) -> ContactEvent.Kinds {
    if let kindsOfAny { return kindsOfAny }
    var kinds: ContactEvent.Kinds = []
    for i in listeners.indices where listeners[i].match(a, b) != .no {
      kinds = ContactEvent.Kinds(rawValue: kinds.rawValue | listeners[i].kinds.rawValue)
    }
    return kinds
  }

  /// The lowest hit threshold of the listeners of a pair; nil if none does.
  func hitThreshold(_ a: CShape, _ b: CShape) -> Double? {
    var threshold: Double?
    for i in listeners.indices where listeners[i].kinds.meets(.hit) {
      guard listeners[i].match(a, b) != .no else { continue }
      threshold = min(threshold ?? .infinity, listeners[i].hitThreshold)
    }
    return threshold
  }

  // MARK: - From the callbacks

  func append(_ kind: ContactEvent.Kind, _ arbiter: CArbiter, _ a: CShape, _ b: CShape) {
    hasRecords = true
    records.append(
      Record(
        kind: kind, a: a, b: b, arbiter: arbiter, normal: Vector(cpArbiterGetNormal(arbiter)),
        points: ContactPoints(arbiter)))
  }

  func appendEnd(_ a: CShape, _ b: CShape) {
    hasRecords = true
    records.append(Record(kind: .ended, a: a, b: b, arbiter: nil, normal: .zero, points: .none))
  }
}

/// The match of two shapes with the two sides that a listener or a rule names.
enum ContactMatch {
  case no
  case straight
  case swapped

  init(_ first: ContactSide, _ second: ContactSide, _ a: CShape, _ b: CShape) {
    if first.matches(a), second.matches(b) {
      self = .straight
    } else if first.matches(b), second.matches(a) {
      self = .swapped
    } else {
      self = .no
    }
  }
}

extension ContactListener {
  func match(_ a: CShape, _ b: CShape) -> ContactMatch { ContactMatch(first, second, a, b) }
}

extension ContactRule {
  func match(_ a: CShape, _ b: CShape) -> ContactMatch { ContactMatch(first, second, a, b) }
}

typealias CArbiter = UnsafeMutablePointer<cpArbiter>

extension ContactPoints {
  init(_ arbiter: CArbiter) {
    self.init(Int(cpArbiterGetCount(arbiter))) { i in
      ContactPoint(
        onA: Vector(cpArbiterGetPointA(arbiter, i)), onB: Vector(cpArbiterGetPointB(arbiter, i)),
        depth: -cpArbiterGetDepth(arbiter, i))
    }
  }

  init(_ set: UnsafePointer<cpContactPointSet>) {
    self.init(Int(set.pointee.count)) { i in
      var (onA, onB, distance) = (cpVect(), cpVect(), 0.0)
      ctumble_contact_point(set, i, &onA, &onB, &distance)
      return ContactPoint(onA: Vector(onA), onB: Vector(onB), depth: -distance)
    }
  }

  /// One point, where two just touch.
  init(at point: Vector) {
    let point = ContactPoint(onA: point, onB: point, depth: 0)
    self.init(first: point, second: point, count: 1)
  }

  private init(_ count: Int, _ point: (Int32) -> ContactPoint) {
    let none = ContactPoint(onA: .zero, onB: .zero, depth: 0)
    self.init(first: count > 0 ? point(0) : none, second: count > 1 ? point(1) : none, count: count)
  }

  /// The same points with A and B exchanged.
  var flipped: ContactPoints {
    func flip(_ point: ContactPoint) -> ContactPoint {
      ContactPoint(onA: point.onB, onB: point.onA, depth: point.depth)
    }
    let none = ContactPoints.none
    return count == 0
      ? none
      : ContactPoints(first: flip(self[0]), second: count > 1 ? flip(self[1]) : flip(self[0]), count: count)
  }
}
