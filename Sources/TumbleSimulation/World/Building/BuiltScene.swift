import TumblePhysics

/// A scene in the engine: all of it that the engine takes, and what it refuses.
///
/// A world needs all of it; the linter goes on after a problem, to find those that come after it.
struct BuiltScene {
  let space: Space
  /// The bodies by index into the scene's; nil for one that could not be built.
  private(set) var bodies: [Body?] = []
  private(set) var joints: [Constraint?] = []
  /// The fields by index; nil for one that could not be built.
  private(set) var fields: [FieldID?] = []
  private(set) var fluids: [FluidID?] = []
  /// The collision types by index into the bodies and by shape, by which rules know them.
  private(set) var types: [[CollisionType]] = []
  /// The collision types of what is spawned from templates, by their ids.
  private(set) var templateTypes: [String: [CollisionType]] = [:]
  /// The ids that take back the contact rules of the scene's rules.
  private(set) var contactRules: [ContactRule.ID] = []
  /// The shape of the scene that each shape of the space is, or is a piece of, in the order of the space.
  private(set) var shapePlaces: [Scene.ShapePlace] = []
  /// The bodies that were to start asleep, and that something kinematic keeps awake.
  private(set) var keptAwake: [Int] = []
  private(set) var problems: [Problem] = []
  private let maxProblems: Int

  /// Something of the scene that cannot be built.
  struct Problem {
    var object: Scene.ObjectPath
    /// A `PhysicsError`, or a `WorldError` for what the engine is not even asked.
    var error: any Error
  }

  /// Stops after so many problems. The order in which things are added is that of the file: it is part of the
  /// state.
  init(_ scene: Scene, maxProblems: Int) throws(WorldError) {
    self.maxProblems = maxProblems
    do {
      space = try Space(SpaceDefinition(scene.world))
    } catch {
      // What else is wrong shows in any space.
      guard maxProblems > 1, let plain = try? Space() else { throw .unbuildable(reason: "\(error)") }
      space = plain
      problems = [Problem(object: .world, error: error)]
    }
    if !FixedStepLoop.rates.contains(scene.world.rate) {
      refuse(.world, "the rate is 1 to 10000 steps per second, not \(scene.world.rate)")
    }
    let rules = rulesInRange(scene)
    let types = CollisionTypes(scene, rules: rules)
    self.types = types.types
    templateTypes = types.templates
    for index in scene.bodies.indices where !isFull {
      bodies.append(addBody(index, scene.bodies[index], types: types.types[index]))
    }
    for index in scene.joints.indices where !isFull { joints.append(addJoint(index, of: scene)) }
    guard !isFull else { return }
    do { contactRules = try space.add(rules, types) } catch {
      problems.append(Problem(object: .rule(0), error: error))
    }
    for index in scene.fields.indices where !isFull { fields.append(addField(index, of: scene)) }
    for index in scene.fluids.indices where !isFull { fluids.append(addFluid(index, of: scene)) }
    // Before all of it is there, whatever is put to sleep would be woken again.
    guard problems.isEmpty else { return }
    for index in scene.bodies.indices where scene.bodies[index].isAsleep && !isFull { putToSleep(index) }
  }

  private var isFull: Bool { problems.count >= maxProblems }

  private mutating func refuse(_ object: Scene.ObjectPath, _ reason: String) {
    problems.append(Problem(object: object, error: WorldError.unbuildable(reason: reason)))
  }

  /// Makes something in the space; nil, and noted, where the engine refuses it.
  private mutating func noting<Made>(
    _ object: Scene.ObjectPath, _ make: (Space) throws -> Made?
  ) -> Made? {
    do { return try make(space) } catch {
      problems.append(Problem(object: object, error: error))
      return nil
    }
  }

  // MARK: - Bodies

  private mutating func addBody(_ index: Int, _ body: Scene.Body, types: [CollisionType]) -> Body? {
    let before = problems.count
    do {
      let made = try Body(BodyDefinition(body, BodyID(index)))
      try space.add(made)
      for (number, shape) in body.shapes.enumerated() {
        let place = Scene.ShapePlace(body: index, shape: number)
        do {
          try add(shape, place, on: made, of: body, type: types[number])
        } catch {
          problems.append(Problem(object: .shape(place), error: error))
        }
        if isFull { return made }
      }
      // One that lacks a shape may lack its mass for that.
      if made.kind == .dynamic, !(made.mass > 0 && made.moment > 0), problems.count == before {
        throw PhysicsError.massless(bodies: [made.description])
      }
      return made
    } catch {
      problems.append(Problem(object: .body(index), error: error))
      return nil
    }
  }

  private mutating func add(
    _ shape: Scene.Shape, _ place: Scene.ShapePlace, on made: Body, of body: Scene.Body, type: CollisionType
  ) throws {
    for piece in try shape.made(on: made, of: body, type: type) {
      try space.add(piece)
      shapePlaces.append(place)
    }
  }

  /// Puts a body to sleep; the engine wants it to be complete before.
  private mutating func putToSleep(_ index: Int) {
    guard let body = bodies[index] else { return }
    do {
      try space.sleep(body)
    } catch PhysicsError.heldAwake {
      keptAwake.append(index)
    } catch {
      problems.append(Problem(object: .body(index), error: error))
    }
  }

  // MARK: - Joints and rules

  private mutating func addJoint(_ index: Int, of scene: Scene) -> Constraint? {
    let joint = scene.joints[index]
    if let problem = joint.problem(in: scene) {
      refuse(.joint(index), "the joint '\(joint.id)' \(problem)")
      return nil
    }
    // What is wrong with a body has been noted.
    guard let a = bodies[joint.a], let b = bodies[joint.b] else { return nil }
    return noting(.joint(index)) { space in
      let made = try joint.constraint(JointID(index), a, b)
      try space.add(made)
      try made.checkSolvable()
      return made
    }
  }

  // MARK: - Fields and fluids

  private mutating func addField(_ index: Int, of scene: Scene) -> FieldID? {
    let field = scene.fields[index]
    if let problem = field.problem(in: scene) {
      refuse(.field(index), "the field '\(field.id)' \(problem)")
      return nil
    }
    return noting(.field(index)) { [bodies] space in
      guard let body = field.body else { return try space.add(field.force) }
      return try bodies[body].map { try space.add(field.force, on: $0) }
    }
  }

  private mutating func addFluid(_ index: Int, of scene: Scene) -> FluidID? {
    noting(.fluid(index)) { try $0.add(scene.fluids[index].liquid) }
  }

  /// Returns the rules that name only shapes and bodies that the scene has.
  private mutating func rulesInRange(_ scene: Scene) -> [Scene.Rule] {
    scene.rules.enumerated().compactMap { index, rule in
      guard let problem = rule.problem(in: scene) else { return rule }
      if !isFull { refuse(.rule(index), "rule \(index + 1) \(problem)") }
      return nil
    }
  }
}
