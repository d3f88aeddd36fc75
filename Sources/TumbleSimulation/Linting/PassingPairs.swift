import TumbleGeometry
import TumblePhysics
import TumbleScenes

/// The pairs of bodies that joints and rules let pass through each other. What their filters say the engine
/// is asked about.
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

/// An estimate of the pairs of shapes that lie in each other's bounds at the start, which the engine
/// remembers from then on: a few words that put thousands of bodies in one place would fill the memory. It is
/// asked for before anything is built.
struct PairEstimate {
  /// The bounds of a shape in the world.
  private struct Place {
    var body: Int
    var bounds: Rect
    /// Pieces that it is simulated as.
    var pieces: Int
    var isStatic: Bool
  }

  private var places: [Place] = []

  init(_ scene: Scene) {
    // Copies of a body have the same outlines.
    var pieceCounts: [Form: Int] = [:]
    for (index, body) in scene.bodies.enumerated() {
      let transform = body.transform
      for shape in body.shapes {
        guard let bounds = shape.form.placed(by: transform).bounds, bounds.isFinite else { continue }
        let pieces = pieceCounts[shape.form] ?? (try? shape.form.convexForms().count) ?? 1
        pieceCounts[shape.form] = pieces
        places.append(Place(body: index, bounds: bounds, pieces: pieces, isStatic: body.kind == .static))
      }
    }
  }

  /// The pairs, of which two static shapes make none, and the body that is in most of those with what stands
  /// left of it.
  func pairs() -> (count: Int, body: Int)? {
    var max = (count: 0, body: 0)
    let all = Self.pairs(places) { place, count in if count > max.count { max = (count, place.body) } }
    let still = Self.pairs(places.filter(\.isStatic)) { _, _ in }
    return all > still ? (all - still, max.body) : nil
  }

  private static func pairs(_ places: [Place], found: (Place, Int) -> Void) -> Int {
    OverlapSweep.pairs(places.map(\.bounds), weights: places.map(\.pieces)) { found(places[$0], $1) }
  }
}

extension SceneFindings {
  /// Returns true if few enough shapes start in one place for the engine to keep what it remembers of each
  /// pair; reports it if not.
  mutating func checkPairs() -> Bool {
    guard let (pairs, body) = PairEstimate(scene).pairs(), pairs > list.limits.pairs else { return true }
    error(
      .body(body), [],
      """
      too many bodies start in one place, '\(scene.bodies[body].id)' among them: \(pairs) pairs of shapes \
      meet, and \(list.limits.pairs) may
      """,
      hint: "move them apart; of a repeater, by its spacing")
    return false
  }
}
