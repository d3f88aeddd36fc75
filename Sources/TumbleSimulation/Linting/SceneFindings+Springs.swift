import TumblePhysics

extension SceneFindings {
  /// Warns of springs that swing faster than the steps can follow: they gain energy until everything flies
  /// off.
  ///
  /// A step of t seconds follows a swing of angular frequency ω as long as (ω t)² < 4. For a spring alone ω²
  /// is its stiffness times what its two ends yield to a unit of impulse. Of springs in a row the fastest
  /// swing is at most the sum of both ends' over all the springs that hold them.
  mutating func findStiffSprings(_ built: BuiltScene) {
    var linear: [Int: Double] = [:]
    var rotary: [Int: Double] = [:]
    for joint in scene.joints {
      switch joint.form {
      case .spring(let anchorA, let anchorB, _, let stiffness, _):
        for (body, anchor) in [(joint.a, anchorA), (joint.b, anchorB)] {
          linear[body, default: 0] += stiffness * (built.bodies[body]?.mobility(at: anchor) ?? 0)
        }
      case .rotarySpring(_, let stiffness, _):
        for body in [joint.a, joint.b] {
          rotary[body, default: 0] += stiffness * (built.bodies[body]?.inverseMoment ?? 0)
        }
      default: break
      }
    }
    var reported: Set<SourcePlace> = []
    for (index, joint) in scene.joints.enumerated() {
      let (stiffness, sums): (Double, [Int: Double])
      switch joint.form {
      case .spring(_, _, _, let value, _): (stiffness, sums) = (value, linear)
      case .rotarySpring(_, let value, _): (stiffness, sums) = (value, rotary)
      default: continue
      }
      let isRotary = if case .rotarySpring = joint.form { true } else { false }
      let rate = Double(scene.world.rate)
      let swing = ((sums[joint.a] ?? 0) + (sums[joint.b] ?? 0)) / (rate * rate)
      guard swing > Self.maxSwing, let place = source.place(of: .joint(index), "stiffness"),
        reported.insert(place).inserted
      else { continue }
      var cures = ["a stiffness up to \(Self.rounded(stiffness * Self.maxSwing / swing))"]
      cures.append(isRotary ? "bodies that are harder to turn" : "heavier bodies")
      let enough = (rate * (swing / Self.maxSwing).squareRoot()).rounded(.up)
      if enough <= 10_000 { cures.append("\(Int(enough)) steps per second") }
      list.warn(
        place,
        """
        '\(joint.id)' is too stiff for \(scene.world.rate) steps per second: it may swing wider and wider \
        until all flies off
        """,
        hint: "what would do: " + cures.joined(separator: ", or "))
    }
  }

  /// The swing from which a spring is reported; at 4 it begins to grow without end, and from 2 on it already
  /// swings wider than it was pulled.
  private static let maxSwing = 2.0

  /// The number rounded down to two digits.
  private static func rounded(_ value: Double) -> String {
    guard value >= 1e-9 else { return "0" }
    var scale = 1.0
    while value * scale < 10 { scale *= 10 }
    while value * scale >= 100 { scale /= 10 }
    return (((value * scale).rounded(.down) / scale * 1e12).rounded() / 1e12).shortText
  }
}

extension SceneFindings {
  /// Warns of light bodies that carry much heavier ones by joints: the engine corrects joints one after the
  /// other, and of the error of a light body between a heavy one and the rest, each pass leaves a part of m /
  /// (m + light). After as many passes as a step has, a load of some times the iterations still pulls the
  /// joints apart.
  mutating func findHeavyLoads(_ built: BuiltScene) {
    let iterations = Double(scene.world.iterations)
    var holders: [Int: Int] = [:]
    let rigid = scene.joints.indices.filter { index in
      let kind = scene.joints[index].form.kind
      return !kind.turns && kind != .spring
    }
    for index in rigid {
      for body in [scene.joints[index].a, scene.joints[index].b] { holders[body, default: 0] += 1 }
    }
    var reported: Set<SourcePlace> = []
    for index in rigid {
      let joint = scene.joints[index]
      guard let a = built.bodies[joint.a], let b = built.bodies[joint.b], a.kind == .dynamic,
        b.kind == .dynamic
      else { continue }
      let (light, heavy) = a.mass < b.mass ? (joint.a, joint.b) : (joint.b, joint.a)
      let (link, load) = (min(a.mass, b.mass), max(a.mass, b.mass))
      // A light body at the end of a chain carries nothing.
      guard load > Self.maxLoad * iterations * link, holders[light, default: 0] > 1,
        let place = source.place(of: .joint(index), keys: ["id"]), reported.insert(place).inserted
      else { continue }
      let enough = (load / link / Self.maxLoad).rounded(.up)
      list.warn(
        place,
        """
        '\(scene.bodies[light].id)' of \(Self.rounded(link)) kg is too light to hold \
        '\(scene.bodies[heavy].id)' of 
        """
          + "\(Self.rounded(load)) kg: its joints are pulled apart",
        hint: "what would do: a mass of \(Self.rounded(load / (Self.maxLoad * iterations))) kg and more, "
          + (enough <= 1000 ? "iterations: \(Int(enough)), " : "") + "or a lighter load")
    }
  }

  /// Times a link's mass, for each of a step's iterations, that it holds.
  private static let maxLoad = 20.0
}

extension Body {
  fileprivate var inverseMoment: Double { kind == .dynamic ? 1 / moment : 0 }

  /// Returns the change of a point's own velocity by a unit of impulse there, in the worst direction.
  fileprivate func mobility(at anchor: Vector) -> Double {
    guard kind == .dynamic else { return 0 }
    return 1 / mass + inverseMoment * (anchor - centerOfGravity).lengthSquared
  }
}

extension SceneFindings {
  /// Warns of bodies that start within each other: the solver would push them apart with a force as of an
  /// explosion.
  mutating func findOverlaps(_ built: BuiltScene) {
    for (pair, depth) in Overlaps(scene, built).deeper(than: 2, atMost: list.limits.errors + 1) {
      let (first, second) = (scene.bodies[pair.a], scene.bodies[pair.b])
      let shown = ((depth * 10).rounded() / 10).shortText
      warn(
        .body(pair.b), ["at"], "'\(second.id)' starts \(shown) points deep in '\(first.id)'",
        hint: "they will burst apart: move one, or let them not meet by a group, a filter or a rule")
    }
  }
}

/// The bodies of a scene that overlap at the start, and the depths, by the engine's own collision test.
private struct Overlaps {
  typealias Pair = PassingPairs.Pair

  private let space: Space
  private let places: [Scene.ShapePlace]
  /// The order of the space's shapes by their ids.
  private let order: [ShapeID: Int]
  private let passing: PassingPairs
  /// The bounds that several shapes have.
  private var doubled: Set<Rect> = []

  init(_ scene: Scene, _ built: BuiltScene) {
    space = built.space
    places = built.shapePlaces
    order = Dictionary(uniqueKeysWithValues: built.space.shapes.enumerated().map { ($1.id, $0) })
    // What sticks may be meant to start within each other.
    passing = PassingPairs(scene) { if case .override = $0 { false } else { true } }
    var seen: Set<Rect> = []
    for shape in space.shapes where !seen.insert(shape.boundingBox).inserted {
      doubled.insert(shape.boundingBox)
    }
  }

  /// Returns overlaps in the order of the second body; what would take too long is not looked at.
  func deeper(than minDepth: Double, atMost maxCount: Int) -> [(pair: Pair, depth: Double)] {
    var deepest: [Pair: Double] = [:]
    var budget = 1_000_000
    for (index, shape) in space.shapes.enumerated() where shape.body.kind == .dynamic && !shape.isSensor {
      guard budget > 0, deepest.count < maxCount else { break }
      for (hit, depth) in hits(of: shape) {
        budget -= 1
        guard hit.body !== shape.body, let other = order[hit.id], other > index || hit.body.kind != .dynamic
        else { continue }
        let pair = Pair(places[index].body, places[other].body)
        guard depth > max(minDepth, deepest[pair] ?? 0), !passing.areJointed(pair) else { continue }
        budget -= passing.cost
        if !passing.contains(places[index], places[other]) { deepest[pair] = depth }
      }
    }
    return deepest.map { ($0.key, $0.value) }.sorted { ($0.pair.b, $0.pair.a) < ($1.pair.b, $1.pair.a) }
  }

  private func hits(of shape: Shape) -> [(shape: Shape, depth: Double)] {
    var hits = space.shapes(overlapping: shape).map { ($0.shape, $0.points.map(\.depth).max() ?? 0) }
    let box = shape.boundingBox
    // The engine finds nothing where two outlines lie exactly upon each other, until one of them has moved a
    // little.
    if doubled.contains(box) {
      for other in space.shapes(touching: box, filter: shape.filter)
      where other !== shape && other.form == shape.form && other.boundingBox == box {
        hits.append((other, min(box.width, box.height)))
      }
    }
    return hits
  }
}
