import CTumbleChipmunk
import TumbleGeometry

/// What the engine's callbacks write in the middle of a step: values appended to memory that is kept from step to step.
/// No code of the user's runs there.
final class ContactLog {
  var listeners: [ContactListener] = [ContactListener()] {
    didSet { refreshKinds() }
  }
  var rules: [(id: ContactRule.ID, rule: ContactRule)] = [] {
    didSet { (hasRules, hasHadRules) = (!rules.isEmpty, true) }
  }
  // What steps ask of a list, noted beside it: in release too, asking the list itself costs fifty instructions.
  private(set) var hasRules = false
  private(set) var hasRecords = false
  /// Whether a rule is one of those that stick.
  private(set) var isSticky = false
  private(set) var hasHadRules = false
  private(set) var records: [Record] = []
  /// The contacts of the step that is being taken that stick.
  var stickyContacts: [StickyContact] = []
  /// What is asked for of every pair alike, if only that is asked for.
  private var kindsOfAny: ContactEvent.Kinds? = [.began, .ended]
  /// What is asked for of any pair.
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
    let all = listeners.allSatisfy { listener in
      listener.first == .any && listener.second == .any
    }
    kindsOfAny = all ? allKinds : nil
  }

  /// What is asked for of a pair.
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

/// How two shapes are the two sides that a listener or a rule names.
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

  /// With A and B exchanged.
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
