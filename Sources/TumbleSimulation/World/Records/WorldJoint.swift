import TumblePhysics

final class WorldJoint: ValuedRecord {
  static let kind = SceneObject.Kind.joint
  static var records: ReferenceWritableKeyPath<World, Records<WorldJoint>> { \.joints }
  static var descriptions: WritableKeyPath<WorldDescription, [JointDescription]> { \.joints }

  let id: JointID
  /// The engine's joint; nil once it has gone.
  var constraint: Constraint?
  var values = AnimatedValues()
  /// The scene's joint that the engine's was made of, without its look.
  private var made: Scene.Joint?

  var index: Int { id.number }

  /// - Parameter own: The scene's joint that the engine's was made of.
  init(_ id: JointID, _ constraint: Constraint?, of own: Scene.Joint? = nil) {
    self.id = id
    self.constraint = constraint
    made = own.map(Self.physical)
  }

  convenience init(_ index: Int, in world: World) throws {
    self.init(JointID(index), nil)
    try check(in: world)
    try make(in: world)
  }

  static func path(_ index: Int) -> Scene.ObjectPath { .joint(index) }

  /// A joint without its look.
  private static func physical(_ joint: Scene.Joint) -> Scene.Joint {
    var joint = joint
    joint.color = nil
    return joint
  }

  func description(in world: World) -> JointDescription {
    JointDescription(of: world.model.scene.joints[index])
  }

  func leave(_ world: World) throws {
    if let constraint { try world.space.remove(constraint) }
  }

  func forget(in world: World) {
    constraint = nil
    values = AnimatedValues()
  }

  func change(in world: World) throws {
    guard let constraint else { return }
    // A color is a look: the joint goes on as it is, with the impulses that it has.
    if made != Self.physical(world.model.scene.joints[index]) {
      try check(in: world)
      try world.space.remove(constraint)
      try make(in: world)
    }
    world.description.joints[index] = description(in: world)
  }

  /// Makes the joint of the scene's values, for bodies that are in the space, and puts it there; animated
  /// values go on in it.
  func make(in world: World) throws {
    let made = try constraint(in: world) { $0 }
    try world.space.add(made)
    constraint = made
    self.made = Self.physical(world.model.scene.joints[index])
    for property in AnimatableProperty.all(of: .joint) {
      guard let shown = values[property]?.shown else { continue }
      values[property] = made.value(of: property).map {
        AnimatedValue(model: $0, shown: property.bounded(shown, of: made))
      }
    }
    for property in AnimatableProperty.all(of: .joint) {
      if let value = values[property] { made.show(value.shown, of: property) }
    }
  }

  /// Checks that the engine would take the joint, outside the space: merely to make a joint wakes its bodies.
  /// - Parameter standIns: Bodies that are about to be made again, by index.
  func check(in world: World, standIns: [Int: Body] = [:]) throws {
    try constraint(in: world) { try standIns[$0.id.number] ?? $0.standIn() }.checkSolvable()
  }

  private func constraint(in world: World, _ end: (Body) throws -> Body) throws -> Constraint {
    let own = world.model.scene.joints[index]
    func body(_ index: Int) throws -> Body {
      guard let body = world.bodies[index].body else {
        throw EditRefusal("the joint '\(own.id)' holds a body that has gone")
      }
      return try end(body)
    }
    return try own.constraint(id, body(own.a), body(own.b))
  }
}

// MARK: - What animations say

extension WorldJoint {
  func isThere(in world: World) -> Bool { constraint != nil }

  func prepare(_ property: AnimatableProperty, in world: World) throws(AnimationError) {
    guard constraint?.value(of: property) != nil else {
      let own = world.model.scene.joints[index]
      throw .invalid("'\(own.id)' is a \(own.form.kind.rawValue) and has no \(property.name)")
    }
    keepModel(of: property, in: world)
  }

  func bounded(_ value: AnimatableValue, of property: AnimatableProperty) -> AnimatableValue {
    property.bounded(value, of: constraint)
  }

  func plainValue(of property: AnimatableProperty, in world: World) -> AnimatableValue? {
    constraint?.value(of: property)
  }

  func modelValue(of property: AnimatableProperty, in world: World) -> AnimatableValue? {
    // A curve cannot start at infinity (no limit): it starts at the largest value that a file may give.
    values[property].map { $0.model == .number(.infinity) ? bounded($0.model, of: property) : $0.model }
  }

  func value(of property: AnimatableProperty, in world: World) -> AnimatableValue? {
    constraint?.value(of: property)
  }

  func apply(_ property: AnimatableProperty, in world: World) {
    if let value = values[property] { constraint?.show(value.shown, of: property) }
  }
}

extension Constraint {
  /// The value of a property that can be animated; nil where a joint of this kind has none.
  func value(of property: AnimatableProperty) -> AnimatableValue? {
    switch property {
    case .maxForce: .number(maxForce)
    case .restLength: (self as? DampedSpring).map { .number($0.restLength) }
    case .rate: (self as? Motor).map { .number($0.rate) }
    case .anchorA: (self as? any AnchoredJoint).map { .vector($0.anchorA) }
    case .anchorB: (self as? any AnchoredJoint).map { .vector($0.anchorB) }
    case .min: (self as? any LimitedJoint).map { .number($0.min) }
    case .max: (self as? any LimitedJoint).map { .number($0.max) }
    default: nil
    }
  }

  /// Sets a property, which wakes both bodies, if it differs. An anchor for which the joint would have no
  /// solution is left as it is.
  func show(_ value: AnimatableValue, of property: AnimatableProperty) {
    guard let now = self.value(of: property), now != value else { return }
    do {
      try throwing { set(property, to: value) }
      if !isSolvable { try throwing { set(property, to: now) } }
    } catch {
      // A value within the bounds of the file's format is taken.
      assertionFailure("\(self) does not take \(property.name): \(error)")
    }
  }

  private func set(_ property: AnimatableProperty, to value: AnimatableValue) {
    switch (property, value) {
    case (.maxForce, .number(let force)): maxForce = force
    case (.restLength, .number(let length)): (self as? DampedSpring)?.restLength = length
    case (.rate, .number(let rate)): (self as? Motor)?.rate = rate
    case (.anchorA, .vector(let anchor)): (self as? any AnchoredJoint)?.anchorA = anchor
    case (.anchorB, .vector(let anchor)): (self as? any AnchoredJoint)?.anchorB = anchor
    case (.min, .number(let number)): (self as? any LimitedJoint)?.min = number
    case (.max, .number(let number)): (self as? any LimitedJoint)?.max = number
    default: break
    }
  }
}

/// A joint that holds its bodies at two points.
private protocol AnchoredJoint: Constraint {
  var anchorA: Vector { get set }
  var anchorB: Vector { get set }
}

extension PinJoint: AnchoredJoint {}
extension SlideJoint: AnchoredJoint {}
extension PivotJoint: AnchoredJoint {}
extension DampedSpring: AnchoredJoint {}

/// A joint that keeps a length, or an angle, between two limits.
private protocol LimitedJoint: Constraint {
  var min: Double { get set }
  var max: Double { get set }
}

extension SlideJoint: LimitedJoint {}
extension RotaryLimit: LimitedJoint {}
