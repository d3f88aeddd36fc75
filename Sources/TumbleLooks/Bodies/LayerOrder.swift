import TumbleFrames
import TumbleGeometry

/// The order in which a world's bodies are drawn where their layers differ. It depends on the description alone, so a frame
/// neither sorts nor allocates.
package struct LayerOrder {
  /// All bodies; nil where their own order is that of drawing.
  package let bodies: [BodyID]?
  /// The lowest layer of the bodies that are sprites: what is static and higher lies in front of one.
  private var lowestSprite = Int.max

  package init(_ description: WorldDescription) {
    guard description.bodies.contains(where: { $0.layer != 0 }) else {
      bodies = nil
      return
    }
    bodies = description.bodies.indices.map { BodyID($0) }.sorted { description.isInFront($1, of: $0) }
  }

  /// Finds the layers below which the backdrop can show static bodies.
  ///
  /// - Parameter isSprite: Whether a body is a sprite whatever its layer.
  package mutating func findSprites(
    in snapshot: FrameSnapshot, _ description: WorldDescription, _ isSprite: (BodySnapshot) -> Bool
  ) {
    guard bodies != nil else { return }
    var lowest = Int.max
    for body in snapshot.bodies where isSprite(body) {
      if let layer = description[body.id]?.layer { lowest = min(lowest, layer) }
    }
    lowestSprite = lowest
  }

  /// Whether a static body of a layer is behind all sprites.
  package func isBehindSprites(_ layer: Int) -> Bool { bodies == nil || layer <= lowestSprite }
}
