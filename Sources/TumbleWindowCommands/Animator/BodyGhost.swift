import TumbleAnimation
import TumbleEditor
import TumbleFrames
import TumbleGeometry
import TumbleScenes

/// A body as animations of the scene's start alone will have it at a step, without physics.
struct BodyGhost: Equatable {
  let name: String
  let position: Vector
  /// The angle in radians.
  let angle: Double
  /// Is true if a value was left open, so that the present one stands for what will be there then.
  let isGuess: Bool
  let outlines: [Outline]

  /// The most ghosts that are shown.
  private static let most = 200

  /// Returns the bodies whose place or angle an animation of the world's own time says at a step.
  ///
  /// - Parameter present: What no animation says stays as it is there.
  static func all(in scene: Scene, _ description: WorldDescription, _ present: FrameSnapshot, step: Int)
    -> [BodyGhost]
  {
    let time = MediaTime(step: step, rate: present.rate)
    let moving = scene.animations.filter { $0.layer == nil && $0.target?.property.isMotion ?? false }
    let groups = Dictionary(grouping: moving) { $0.target?.object ?? "" }
    return scene.bodies.lazy.compactMap { body -> BodyGhost? in
      guard let animations = groups[body.id], let now = present[body.id],
        let outlines = description[now.id]?.outlines
      else { return nil }
      let led = LedBody(animations, at: now.position, angle: now.angle)
      let pose = led.pose(at: time)
      guard pose.isLed else { return nil }
      return BodyGhost(
        name: body.id, position: pose.position, angle: pose.angle, isGuess: led.isGuess, outlines: outlines)
    }
    .prefix(most).map { $0 }
  }

  func draw(on drawing: inout EditorDrawing) {
    for outline in outlines {
      drawing.shapes.append(
        EditorDrawing.Shape(
          outline: outline, position: position, angle: angle, ink: isGuess ? .band : .preview, isFilled: true)
      )
    }
  }
}
