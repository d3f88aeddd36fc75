import TumbleFrames
import TumbleGeometry

// What is no body is seen, and chosen, by a mark where it is. While time runs it would be in the way.
extension EditorView {
  /// The things that are there.
  var placed: [Placed] { description.placed.filter { place(of: $0) != nil } }

  /// The origin of a thing, in the coordinates of what it is on: of a field and a fluid the middle of what it
  /// covers.
  func origin(of thing: Placed) -> Vector {
    switch thing.kind {
    case .emitter: description.emitters[thing.index].position
    case .field: Self.origin(of: description.fields[thing.index].force)
    default: Rect(around: description.fluids[thing.index].outline)?.center ?? .zero
    }
  }

  private static func origin(of force: ForceField) -> Vector {
    force.effect.center ?? force.region.bounds?.center ?? .zero
  }

  /// Returns the point at which a thing is drawn; nil for one that is not there, or whose body is not, and
  /// for a field without a place.
  func place(of thing: Placed) -> Vector? {
    let isThere: Bool
    switch thing.kind {
    case .emitter: isThere = snapshot.samples(ofEmitter: thing.index) != nil
    case .fluid: isThere = thing.index < snapshot.levels.count && snapshot.levels[thing.index] != .infinity
    default:
      let field = description.has(thing) ? description.fields[thing.index] : nil
      let hasPlace = field.map { $0.force.region != .everywhere || Self.origin(of: $0.force) != .zero }
      isThere = hasPlace == true && isThereInWorld(.field(description.name(of: thing)))
    }
    guard isThere else { return nil }
    let local = origin(of: thing)
    let place = body(of: thing).map { transform($0)?.apply(local) } ?? local
    return place.flatMap { $0.isFinite ? $0 : nil }
  }

  func body(of thing: Placed) -> BodyID? {
    guard description.has(thing) else { return nil }
    return switch thing.kind {
    case .emitter: description.emitters[thing.index].body
    case .field: description.fields[thing.index].body
    default: nil
    }
  }

  /// The corners of what a field or a fluid covers, in the world.
  func region(of thing: Placed) -> [Vector] {
    guard thing.kind == .field else { return description.fluids[thing.index].outline }
    let corners = description.fields[thing.index].force.region.corners(ofCircle: 32)
    guard let transform = body(of: thing).flatMap(transform) else { return corners }
    return corners.map(transform.apply)
  }

  /// The things whose marks are near a point, the nearest first.
  func placed(at point: Vector, within reach: Double) -> [Placed] {
    let near = placed.compactMap { thing in
      place(of: thing).map { (thing, distance: $0.distance(to: point)) }
    }
    return near.filter { $0.distance <= reach }.sorted { ($0.distance, $0.0) < ($1.distance, $1.0) }.map(\.0)
  }

  /// Returns the emitters on one of some bodies.
  func emitters(on bodies: [BodyID]) -> [Placed] {
    let selection = Selection(bodies: bodies)
    return placed.filter { thing in
      thing.kind == .emitter && body(of: thing).map { selection.contains(.body($0)) } ?? false
    }
  }

  /// Puts things so far from where they were, in the world: those on a body in its coordinates.
  ///
  /// - Parameter before: How far they have been moved already.
  func moving(
    _ things: [Placed], from origins: [Vector], by way: Vector, after before: Vector
  ) -> [EditorRequest] {
    zip(things, origins).flatMap { thing, origin -> [EditorRequest] in
      guard description.has(thing) else { return [] }
      let angle = body(of: thing).map { pose($0)?.angle ?? 0 } ?? 0
      let at = origin + way.rotated(by: -angle)
      guard at.isFinite, let object = SceneObject(thing.kind, id: description.name(of: thing)) else {
        return []
      }
      func set(_ path: String, _ value: Vector) -> EditorRequest {
        .edit(.set(object, path: path, value: FormatNode.vector(value).flow))
      }
      // What is covered is said by its corners, which `at` moves.
      let step = (way - before).rotated(by: -angle)
      guard thing.kind == .field else { return [set("at", thing.kind == .fluid ? step : at)] }
      let force = description.fields[thing.index].force
      return (force.region == .everywhere ? [] : [set("region.at", step)])
        + (force.effect.center == nil ? [] : [set("at", at)])
    }
  }
}

extension Selection {
  var emitters: [Placed] { placed.filter { $0.kind == .emitter } }
}
