import TumbleFrames
import TumbleGeometry

// Emitters have no outline: they are seen, and chosen, by a mark where they are. While time runs it would be in the way.
extension EditorView {
  /// The places in the description of the emitters that are there.
  var emitters: [Int] { description.emitters.indices.filter { place(ofEmitter: $0) != nil } }

  /// Where an emitter is drawn; nil for one that is not there, and where its body is not.
  func place(ofEmitter index: Int) -> Vector? {
    guard description.emitters.indices.contains(index), snapshot.samples(ofEmitter: index) != nil else {
      return nil
    }
    let emitter = description.emitters[index]
    let place = emitter.body.map { transform($0)?.apply(emitter.position) } ?? emitter.position
    return place.flatMap { $0.isFinite ? $0 : nil }
  }

  func name(ofEmitter index: Int) -> String {
    description.emitters.indices.contains(index) ? description.emitters[index].name : ""
  }

  /// The emitters whose marks are near a point, the nearest first.
  func emitters(at point: Vector, within reach: Double) -> [Int] {
    let near = emitters.compactMap { index in
      place(ofEmitter: index).map { (index, distance: $0.distance(to: point)) }
    }
    return near.filter { $0.distance <= reach }.sorted { ($0.distance, $0.0) < ($1.distance, $1.0) }.map(\.0)
  }

  /// Those that are on one of some bodies.
  func emitters(on bodies: [BodyID]) -> [Int] {
    let selection = Selection(bodies: bodies)
    return emitters.filter { description.emitters[$0].body.map { selection.contains(.body($0)) } ?? false }
  }

  /// Puts emitters so far from where they are, in the world: those on a body in its coordinates.
  func moving(emitters: [Int], from places: [Vector], by way: Vector) -> [EditorRequest] {
    zip(emitters, places).compactMap { index, place in
      let angle = description.emitters[index].body.map { pose($0)?.angle ?? 0 } ?? 0
      let at = place + way.rotated(by: -angle)
      guard at.isFinite else { return nil }
      return .edit(.set(.emitter(name(ofEmitter: index)), path: "at", value: FormatNode.vector(at).flow))
    }
  }
}
