import TumbleFrames
import TumbleGeometry

/// The order in which sprites of bodies are drawn where a scene gives layers: by rising layers, within a layer what is static and
/// opaque first, and then by rising ids. An object, so that it is asked while it is filled.
final class LayerOrder {
  /// A body that is seen, where it is drawn.
  struct Entry {
    let drawn: BodySnapshot
    let sprites: BodySprites
    /// Of its position, in pixels.
    let position: Vector
    let layer: Int
    let isBehind: Bool
  }

  /// Whether any body has another layer than the rest.
  let isNeeded: Bool
  /// The lowest layer of the bodies that are sprites: what is static and higher lies in front of one.
  private(set) var lowestSprite = Int.max
  private var entries: [Entry] = []

  init(_ description: WorldDescription) { isNeeded = description.bodies.contains { $0.layer != 0 } }

  /// Finds the layers below which the backdrop can show static bodies.
  ///
  /// - Parameter isSprite: Whether a body is a sprite whatever its layer.
  func find(
    in snapshot: FrameSnapshot, _ description: WorldDescription, isSprite: (BodySnapshot) -> Bool
  ) {
    guard isNeeded else { return }
    lowestSprite = .max
    for body in snapshot.bodies where isSprite(body) {
      if let layer = description[body.id]?.layer { lowestSprite = min(lowestSprite, layer) }
    }
  }

  /// Whether a static body of a layer is behind all sprites.
  func isBehindSprites(_ layer: Int) -> Bool { !isNeeded || layer <= lowestSprite }

  /// Calls with what `collect` adds, in the order of drawing.
  func forEach(_ collect: (_ add: (Entry) -> Void) -> Void, _ act: (Entry) -> Void) {
    entries.removeAll(keepingCapacity: true)
    collect { entries.append($0) }
    entries.sort { a, b in
      if a.layer != b.layer { return a.layer < b.layer }
      if a.isBehind != b.isBehind { return a.isBehind }
      return a.drawn.id < b.drawn.id
    }
    for entry in entries { act(entry) }
  }
}
