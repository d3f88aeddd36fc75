import TumbleFrames
import TumbleGeometry
import TumbleScenes

extension WorldDescription {
  /// Who a scene's bodies and joints are, for a window.
  public init(of scene: Scene) {
    self.init(
      name: scene.name, title: scene.title, view: scene.view.rect,
      bodies: scene.bodies.map { BodyDescription(of: $0) },
      joints: scene.joints.map { JointDescription(of: $0) })
    fluids = scene.fluids.map { FluidDescription(of: $0) }
    emitters = scene.emitters.map { EmitterDescription(of: $0, bodies: bodies) }
    scenery = scene.scenery.map { SceneryDescription(of: $0) }
    fields = scene.fields.map { FieldDescription(of: $0) }
  }
}

extension BodyDescription {
  init(of body: Scene.Body) {
    self.init(
      name: body.id, kind: body.kind, outlines: body.shapes.flatMap(\.form.outlines),
      texture: body.texture?.path)
    textureFit = body.textureFit
    castsShadow = body.castsShadow && !body.shapes.allSatisfy(\.isSensor)
    style = body.style
    layer = body.layer
    if body.shapes.contains(where: { $0.surfaceVelocity != .zero }) {
      surfaceVelocities = body.shapes.flatMap { shape in
        shape.form.outlines.map { _ in shape.surfaceVelocity }
      }
    }
  }
}

extension SceneryDescription {
  init(of own: Scene.Scenery) {
    self.init(name: own.id, outlines: own.form.outlines, texture: own.texture?.path, places: own.places)
    textureFit = own.textureFit
    color = own.color
    opacity = own.opacity
    isInFront = own.layer == .front
  }
}

extension JointDescription {
  init(of joint: Scene.Joint) {
    self.init(name: joint.id, kind: joint.form.kind, a: BodyID(joint.a), b: BodyID(joint.b))
    partOf = joint.partOf
    isFriction = joint.maxBias == 0
    switch joint.form {
    case .slide(_, _, _, let max): length = max.isFinite ? max : nil
    case .groove(let from, let to, _): track = Track(from: from, to: to)
    default: break
    }
  }
}

extension Form {
  /// A concave polygon with rounded corners has several: the pieces it is simulated as.
  fileprivate var outlines: [Outline] {
    guard case .polygon(let corners, let radius) = self else { return [self] }
    let polygon = Polygon(corners)
    if radius > 0, !polygon.isConvex, let pieces = try? convexForms() { return pieces }
    return [.polygon(polygon.signedArea < 0 ? corners.reversed() : corners, radius: radius)]
  }
}
