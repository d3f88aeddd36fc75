import TumbleFrames
import TumbleGeometry

/// A scene under edits: all bodies and joints that there ever were, so that a place in its lists names an object for good,
/// and which of them are gone.
package struct SceneModel: Sendable {
  package internal(set) var scene: Scene
  /// By index into the scene's bodies and joints.
  private var isBodyGone: [Bool]
  private var isJointGone: [Bool]
  private var isFieldGone: [Bool]
  private var isFluidGone: [Bool]
  private var isEmitterGone: [Bool]
  /// The ids of what is there.
  private(set) var bodyIndices: [String: Int] = [:]
  private(set) var jointIndices: [String: Int] = [:]
  /// Of their names.
  private var usedNumbers = UsedNumbers()
  var tally = SceneBuilder.Tally()

  package init(_ scene: Scene) {
    self.scene = scene
    isBodyGone = scene.bodies.map { _ in false }
    isJointGone = scene.joints.map { _ in false }
    isFieldGone = scene.fields.map { _ in false }
    isFluidGone = scene.fluids.map { _ in false }
    isEmitterGone = scene.emitters.map { _ in false }
    for index in scene.bodies.indices { note(body: index) }
    for (index, joint) in scene.joints.enumerated() where jointIndices[joint.id] == nil {
      note(joint: joint.id, at: index)
    }
  }

  private mutating func note(body index: Int) {
    let body = scene.bodies[index]
    if bodyIndices[body.id] == nil {
      bodyIndices[body.id] = index
      usedNumbers.insert(body.id)
    }
    tally.shapes += body.shapes.count
    for shape in body.shapes {
      if case .polygon(let corners, _) = shape.form { tally.corners += corners.count }
    }
  }

  private mutating func note(joint id: String, at index: Int) {
    jointIndices[id] = index
    usedNumbers.insert(id)
  }

  private mutating func forget(bodyNamed id: String) {
    bodyIndices[id] = nil
    if jointIndices[id] == nil { usedNumbers.remove(id) }
  }

  /// The place of the body of an id that is there.
  package func body(_ id: String) -> Int? { bodyIndices[id] }
  package func joint(_ id: String) -> Int? { jointIndices[id] }
  package func animation(_ id: String) -> Int? { scene.animations.firstIndex { $0.id == id } }

  /// Few: they are found by looking through.
  package func field(_ id: String) -> Int? {
    scene.fields.indices.last { scene.fields[$0].id == id && !isFieldGone[$0] }
  }
  package func fluid(_ id: String) -> Int? {
    scene.fluids.indices.last { scene.fluids[$0].id == id && !isFluidGone[$0] }
  }
  package func emitter(_ id: String) -> Int? {
    scene.emitters.indices.last { scene.emitters[$0].id == id && !isEmitterGone[$0] }
  }

  package func hasField(_ index: Int) -> Bool { !isFieldGone[index] }
  package func hasFluid(_ index: Int) -> Bool { !isFluidGone[index] }
  package func hasEmitter(_ index: Int) -> Bool { !isEmitterGone[index] }

  /// The shapes of all bodies that there ever were.
  package var shapes: Int { tally.shapes }

  package func hasBody(_ index: Int) -> Bool { !isBodyGone[index] }
  package func hasJoint(_ index: Int) -> Bool { !isJointGone[index] }

  /// A name that no object has: the base with the next free number.
  package func freeName(_ base: String) -> String {
    func isFree(_ name: String) -> Bool {
      bodyIndices[name] == nil && jointIndices[name] == nil && animation(name) == nil
        && field(name) == nil && fluid(name) == nil && emitter(name) == nil
        && !scene.inputs.contains { $0.id == name }
        && jointIndices[Edit.pinJoint(name)] == nil
    }
    let digits = base.reversed().prefix { $0.isASCII && $0.isNumber }.count
    var stem = digits > 0 && digits < base.count ? String(base.dropLast(digits)) : base + "-"
    stem = String(stem.prefix(Self.longestStem))
    var number = 1
    if digits > 0, let last = Int(base.suffix(min(digits, 9))) { number = last }
    number = usedNumbers.firstFree(stem, from: number)
    // What neither a body nor a joint is called, something else may be.
    while !isFree(stem + "\(number)") { number = usedNumbers.firstFree(stem, from: number + 1) }
    return stem + "\(number)"
  }

  /// Characters before the number of a free name, so that the whole is none too long.
  static let longestStem = Reading.longestName - 12

  // MARK: - What comes and goes

  package mutating func append(_ body: Scene.Body) {
    scene.bodies.append(body)
    isBodyGone.append(false)
    note(body: scene.bodies.count - 1)
  }

  /// Takes back the body that was appended last.
  package mutating func removeLastBody() {
    let body = scene.bodies.removeLast()
    isBodyGone.removeLast()
    forget(bodyNamed: body.id)
    tally.shapes -= body.shapes.count
  }

  package mutating func append(_ joint: Scene.Joint) {
    note(joint: joint.id, at: scene.joints.count)
    scene.joints.append(joint)
    isJointGone.append(false)
  }

  mutating func append(_ field: Scene.Field) {
    scene.fields.append(field)
    isFieldGone.append(false)
  }

  mutating func append(_ fluid: Scene.Fluid) {
    scene.fluids.append(fluid)
    isFluidGone.append(false)
  }

  mutating func append(_ emitter: Scene.Emitter) {
    scene.emitters.append(emitter)
    isEmitterGone.append(false)
  }

  package mutating func forget(emitter index: Int) { isEmitterGone[index] = true }
  package mutating func forget(field index: Int) { isFieldGone[index] = true }
  package mutating func forget(fluid index: Int) { isFluidGone[index] = true }

  /// The fields in a body's coordinates that are there.
  package func fields(of body: Int) -> [Int] {
    scene.fields.indices.filter { !isFieldGone[$0] && scene.fields[$0].body == body }
  }

  /// Notes that a body has gone, by an edit or because it was lost, with the emitters that are on it; its joints are noted by themselves.
  package mutating func forget(body index: Int) {
    isBodyGone[index] = true
    for emitter in scene.emitters.indices where scene.emitters[emitter].body == index {
      forget(emitter: emitter)
    }
    if bodyIndices[scene.bodies[index].id] == index { forget(bodyNamed: scene.bodies[index].id) }
  }

  package mutating func forget(joint index: Int) {
    isJointGone[index] = true
    let id = scene.joints[index].id
    guard jointIndices[id] == index else { return }
    jointIndices[id] = nil
    if bodyIndices[id] == nil { usedNumbers.remove(id) }
  }

  package mutating func setGravity(_ gravity: Vector) { scene.world.gravity = gravity }

  package mutating func setAsleep(_ isAsleep: Bool, body index: Int) {
    scene.bodies[index].isAsleep = isAsleep && scene.bodies[index].kind == .dynamic
  }

  package mutating func setTimes(
    of animations: [Scene.Animation], layers: [Scene.Layer], emitters: [Scene.Emitter],
    triggers: [Scene.Trigger]
  ) {
    (scene.animations, scene.layers, scene.emitters) = (animations, layers, emitters)
    scene.triggers = triggers
  }

  package mutating func forget(animation id: String) { scene.animations.removeAll { $0.id == id } }

  /// The joints of a body that are there.
  package func joints(of body: Int) -> [Int] {
    scene.joints.indices.filter {
      !isJointGone[$0] && (scene.joints[$0].a == body || scene.joints[$0].b == body)
    }
  }

  /// The joints that go with some, by rising indices: their parts, and the parts of these.
  package func parts(of joints: [Int]) -> [Int] {
    var (open, found) = (joints, Set<Int>())
    while let whole = open.popLast() {
      let id = scene.joints[whole].id
      for index in scene.joints.indices
      where scene.joints[index].partOf == id && !isJointGone[index] && !joints.contains(index) {
        if found.insert(index).inserted { open.append(index) }
      }
    }
    return found.sorted()
  }

  /// Where a body is now, before something is reckoned from it.
  package mutating func place(_ motion: Motion, body index: Int) {
    scene.bodies[index].position = motion.position
    scene.bodies[index].angle = motion.angle
    guard scene.bodies[index].kind != .static else { return }
    scene.bodies[index].velocity = motion.velocity
    scene.bodies[index].angularVelocity = motion.angularVelocity
  }

  /// Where a body is and how it moves.
  package struct Motion: Sendable {
    package var position: Vector
    package var angle: Double
    package var velocity: Vector
    package var angularVelocity: Double

    package init(position: Vector, angle: Double, velocity: Vector, angularVelocity: Double) {
      self.position = position
      self.angle = angle
      self.velocity = velocity
      self.angularVelocity = angularVelocity
    }
  }
}
