import TumbleScenes

/// The pairs of bodies that joints and rules let pass through each other. What their filters say the engine is asked about.
struct PassingPairs {
  struct Pair: Hashable {
    /// The lower index.
    let a: Int
    let b: Int

    init(_ a: Int, _ b: Int) {
      self.a = min(a, b)
      self.b = max(a, b)
    }
  }

  /// The two sides of the rules.
  private let sides: [(first: Members, second: Members)]
  private var jointed: Set<Pair> = []

  /// - Parameter isPassing: Whether a rule of an effect lets its bodies pass, or may.
  init(_ scene: Scene, rules isPassing: (Scene.Effect) -> Bool) {
    sides = scene.rules.filter { isPassing($0.effect) }.map { (Members($0.first), Members($0.second)) }
    for joint in scene.joints where !joint.collideBodies { jointed.insert(Pair(joint.a, joint.b)) }
  }

  /// The cost of a question about two shapes, in looks at one side of a rule.
  var cost: Int { sides.count }

  func areJointed(_ pair: Pair) -> Bool { jointed.contains(pair) }

  func contains(_ a: Scene.ShapePlace, _ b: Scene.ShapePlace) -> Bool {
    areJointed(Pair(a.body, b.body))
      || sides.contains { first, second in
        (first.contains(a) && second.contains(b)) || (first.contains(b) && second.contains(a))
      }
  }
}

/// One side of a rule, to be asked quickly.
private enum Members {
  case anything
  case bodies(Set<Int>)
  case shapes(Set<Scene.ShapePlace>)

  init(_ selector: Scene.Selector) {
    switch selector {
    case .anything: self = .anything
    case .bodies(let bodies): self = .bodies(Set(bodies))
    case .shapes(let shapes): self = .shapes(Set(shapes))
    }
  }

  func contains(_ place: Scene.ShapePlace) -> Bool {
    switch self {
    case .anything: true
    case .bodies(let bodies): bodies.contains(place.body)
    case .shapes(let shapes): shapes.contains(place)
    }
  }
}
