import TumbleGeometry
import TumblePhysics
import TumbleScenes

/// How many pairs of shapes lie in each other's bounds at the start: what the engine remembers from then on, so that a
/// few words that put thousands of bodies in one place would fill the memory. Asked before anything is built.
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

  /// The pairs, of which two static shapes make none, and the body that is in most of those with what stands left of it.
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
