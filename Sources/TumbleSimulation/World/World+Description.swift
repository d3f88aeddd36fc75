extension WorldDescription {
  /// Describes a scene's bodies and joints, for a window.
  public init(of scene: Scene) {
    self.init(
      name: scene.name, title: scene.title, view: scene.view.rect,
      bodies: scene.bodies.map { BodyDescription(of: $0) },
      joints: scene.joints.map { JointDescription(of: $0) })
    hasSky = scene.view.hasSky
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
    castsShadow = body.castsShadow && body.style.blend == .normal && !body.shapes.allSatisfy(\.isSensor)
    style = body.style
    style.trail = style.trail.map { trail in
      let size = outlines.bounds?.size ?? Size(0, 0)
      return Trail(
        length: trail.length, width: trail.width ?? min(size.width, size.height) / 2,
        color: trail.color ?? body.appearance.color)
    }
    depth = body.depth
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
    gradient = own.gradient
    night = own.night
    opacity = own.opacity
    depth = own.depth
    isInFront = own.side == .front
  }
}

extension JointDescription {
  init(of joint: Scene.Joint) {
    self.init(name: joint.id, kind: joint.form.kind, a: BodyID(joint.a), b: BodyID(joint.b))
    partOf = joint.partOf
    isFriction = joint.maxBias == 0
    color = joint.color
    switch joint.form {
    case .slide(_, _, _, let max): length = max.isFinite ? max : nil
    case .groove(let from, let to, _): track = Track(from: from, to: to)
    default: break
    }
  }
}

extension FieldDescription {
  init(of field: Scene.Field) {
    self.init(name: field.id, force: field.force, body: field.body.map { BodyID($0) })
  }
}

extension FluidDescription {
  init(of fluid: Scene.Fluid) {
    self.init(name: fluid.id, outline: fluid.liquid.outline, flow: fluid.liquid.flow, color: fluid.color)
  }
}

extension EmitterDescription {
  init(of own: Scene.Emitter, bodies: [BodyDescription]) {
    var emitter = own.emitter
    if case .polygons = emitter.shape, let body = own.body, bodies.indices.contains(body) {
      emitter.shape = .polygons(bodies[body].outlines.map(\.emitterCorners))
    }
    emitter.cells = emitter.cells.map { $0.withPaths(of: own.textures) }
    self.init(
      name: own.id, emitter: emitter, body: own.body.map { BodyID($0) }, position: own.position,
      angle: own.angle)
  }
}

extension ParticleCell {
  /// Returns the cell with the files of its pictures in place of their names.
  fileprivate func withPaths(of textures: [Scene.Texture]) -> ParticleCell {
    var cell = self
    if let name = picture { cell.picture = textures.first { $0.name == name }?.path }
    cell.cells = cells.map { $0.withPaths(of: textures) }
    return cell
  }
}

extension Outline {
  /// A polygon that goes around it.
  fileprivate var emitterCorners: [Vector] {
    func arc(_ center: Vector, _ radius: Double, from start: Double, _ turn: Double, _ count: Int) -> [Vector]
    {
      (0...count).map { i in
        let angle = start + turn * Double(i) / Double(count)
        return center + Vector(cosine(angle), sine(angle)) * radius
      }
    }
    switch self {
    case .circle(let center, let radius):
      return Array(arc(center, radius, from: 0, 2 * .pi, 48).dropLast())
    case .segment(let from, let to, let radius):
      let radius = max(radius, 0.5)
      let way = to - from
      let angle = arcTangent(way.y, way.x)
      return arc(to, radius, from: angle - .pi / 2, .pi, 12)
        + arc(from, radius, from: angle + .pi / 2, .pi, 12)
    // Rounded corners add little: the particles are near them.
    case .polygon(let corners, _): return corners
    case .rect(let rect, _): return rect.corners
    }
  }
}

extension Form {
  /// A concave polygon with rounded corners is drawn as one without a radius; where that would touch itself,
  /// as the pieces that it is simulated as.
  fileprivate var outlines: [Outline] {
    guard case .polygon(let corners, let radius) = self else { return [self] }
    let polygon = Polygon(corners)
    if radius > 0, !polygon.isConvex {
      if let grown = polygon.grown(by: radius) { return [.polygon(grown.corners)] }
      if let pieces = try? convexForms() { return pieces }
    }
    return [.polygon(polygon.signedArea < 0 ? corners.reversed() : corners, radius: radius)]
  }
}
