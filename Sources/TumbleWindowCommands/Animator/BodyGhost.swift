import TumbleAnimation
import TumbleEditor
import TumbleFrames
import TumbleGeometry
import TumbleScenes

/// A body as animations of the scene's start alone will have it at a step, without physics.
struct BodyGhost: Equatable {
  let name: String
  private(set) var position: Vector
  /// The angle in radians.
  private(set) var angle: Double
  /// Is true if a value was left open, so that the present one stands for what will be there then.
  private(set) var isGuess = false
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
    var ghosts: [BodyGhost] = []
    for body in scene.bodies where ghosts.count < most {
      guard let id = description.body(body.id), let outlines = description[id]?.outlines,
        let now = present[id], let ghost = BodyGhost(of: body, in: scene, at: time, now, outlines)
      else { continue }
      ghosts.append(ghost)
    }
    return ghosts
  }

  private init?(
    of body: Scene.Body, in scene: Scene, at time: MediaTime, _ now: BodySnapshot, _ outlines: [Outline]
  ) {
    (name, position, angle, self.outlines) = (body.id, now.position, now.angle, outlines)
    var isMoved = false
    for animation in scene.animations where animation.layer == nil && animation.target?.object == body.id {
      guard let property = animation.target?.property, property.isMotion,
        var sampler = try? animation.definition.tracks(of: animation.target).first?.sampler
      else { continue }
      if sampler.isOpen {
        isGuess = true
        let own: AnimatableValue =
          switch property {
          case .position: .vector(now.position)
          case .positionX: .number(now.position.x)
          case .positionY: .number(now.position.y)
          default: .number(now.angle)
          }
        sampler.resolve(value: own, rate: own * 0, at: 0)
      }
      guard let sample = sampler.sample(at: time) else { continue }
      isMoved = true
      switch (property, sample.value) {
      case (.position, .vector(let value)): position = value
      case (.positionX, .number(let value)): position.x = value
      case (.positionY, .number(let value)): position.y = value
      case (.angle, .number(let value)): angle = value
      default: break
      }
      angle = sample.angle ?? angle
    }
    guard isMoved else { return nil }
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
