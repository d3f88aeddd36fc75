import TumbleEditor
import TumbleSimulation

/// A body as animations of the scene's start alone will have it at a step, without physics.
struct BodyGhost: Equatable {
  let name: String
  let position: Vector
  /// The angle in radians.
  let angle: Double
  /// Is true if a value was left open, so that the present one stands for what will be there then.
  let isGuess: Bool
  let outlines: [Outline]
  /// Is true for one of a key or of so many steps: its outline alone is drawn.
  var isBare = false

  /// The most ghosts that are shown.
  private static let most = 200

  /// Returns the bodies whose place or angle animations say at a step, in the times of their layers as these
  /// run now; what no animation says stays as it is in the world.
  static func all(in scene: Scene, _ world: World, step: Int) -> [BodyGhost] {
    let (tracks, time) = (scene.motionTracks(), MediaTime(step: step, rate: world.rate))
    return scene.bodies.lazy.compactMap { body in
      tracks[body.id].flatMap { BodyGhost(of: body.id, $0, world, at: time) }
    }
    .prefix(most).map { $0 }
  }

  /// Returns the ghosts of one body at several steps, as outlines.
  static func row(of body: String, in scene: Scene, _ world: World, steps: [Int]) -> [BodyGhost] {
    guard let tracks = scene.motionTracks(of: body)[body] else { return [] }
    return steps.compactMap { step in
      var ghost = BodyGhost(of: body, tracks, world, at: MediaTime(step: step, rate: world.rate))
      ghost?.isBare = true
      return ghost
    }
  }

  /// Creates the ghost of a body at a time; nil where nothing says its place or angle then, and for one that
  /// is not there.
  private init?(of body: String, _ tracks: [MotionTrack], _ world: World, at time: MediaTime) {
    guard let now = world.snapshot[body], let outlines = world.description[now.id]?.outlines
    else { return nil }
    let led = LedBody(tracks, at: now.position, angle: now.angle)
    let pose = led.pose { layer in layer.map { world.layerTime($0, at: time) } ?? time }
    guard pose.isLed else { return nil }
    (name, position, angle, isGuess) = (body, pose.position, pose.angle, led.isGuess)
    self.outlines = outlines
  }

  /// Returns true if it covers a body, so that it would not be seen.
  func isNear(_ body: BodySnapshot) -> Bool {
    position.distance(to: body.position) < 0.5 && (angle - body.angle).magnitude < 0.01
  }

  func draw(on drawing: inout EditorDrawing) {
    for outline in outlines {
      drawing.shape(outline, at: position, angle: angle, isGuess ? .band : .preview, isFilled: !isBare)
    }
  }
}
