import TumbleFrames
import TumbleLooks

/// What is drawn in advance of a world's moving things, at one size.
struct SceneSprites {
  let detail: Detail
  let sprites: SpriteCache
  /// By body id; nil for one that was not seen yet.
  var bodies: [BodySprites?]
  var jointDrawing: JointDrawing?
  var belts: BeltDrawing?
  /// nil where there are none.
  var surfaces: SurfaceDrawing?
  var looks = LookSprites()

  mutating func forgetBodies(_ description: WorldDescription) {
    bodies = Array(repeating: nil, count: description.bodies.count)
    jointDrawing = nil
    belts = nil
    surfaces = nil
    looks = LookSprites()
  }
}
