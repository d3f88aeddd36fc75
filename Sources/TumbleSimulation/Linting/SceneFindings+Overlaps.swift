import TumbleFiles
import TumbleGeometry
import TumblePhysics
import TumbleScenes

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

  /// Returns the shapes that a shape overlaps, and the depths.
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
