import TumblePhysics

extension World {
  /// Puts pieces in the place of the bodies that were hit harder in this step than they bear. Who they are
  /// follows from the scene alone: no command says it.
  func shatterBodies() throws {
    shattered.removeAll(keepingCapacity: true)
    if shatterableRevision != descriptionRevision {
      shatterableRevision = descriptionRevision
      shatterable = bodies.present.filter {
        model.scene.bodies[$0.index].shatter != nil && model.scene.bodies[$0.index].kind == .dynamic
      }
    }
    var hit: [WorldBody] = []
    for record in shatterable {
      guard let body = record.body, let shatter = model.scene.bodies[record.index].shatter,
        body.contactLoad().largest >= shatter.impulse
      else { continue }
      hit.append(record)
    }
    for body in hit where try shatter(body) { shattered.append(body.id) }
  }

  /// Breaks a body into its pieces; false if there is no room for them.
  private func shatter(_ record: WorldBody) throws -> Bool {
    let index = record.index
    guard let body = record.body, let shatter = model.scene.bodies[index].shatter else { return false }
    model.place(SceneModel.Motion(of: body), body: index)
    let whole = model.scene.bodies[index]
    var pieces = whole.pieces(shatter, salt: index, mass: body.mass, center: body.centerOfGravity)
    if let fullness = fullness(adding: pieces) {
      if !record.isShatterRefused { refusals.append("'\(whole.id)' does not shatter: \(fullness)") }
      record.isShatterRefused = true
      return false
    }
    burst.masses[record.id] = body.mass
    for place in pieces.indices { pieces[place].id += "-piece" }
    for change in model.replace(body: index, by: pieces) { try followOrSkip(change) }
    return true
  }

  /// Leaves a piece out, which the engine did not take.
  func skip(piece: Int, of original: Int) {
    skip(WorldBody(model.scene.bodies[piece], BodyID(piece), nil, types: [], copyOf: original))
  }

  /// Follows a change, but leaves out a piece that the engine finds too thin, and the joints of such a one.
  func followOrSkip(_ change: SceneChange) throws {
    do {
      try follow(change)
    } catch {
      switch change {
      case .copiedBody(let piece, let original): skip(piece: piece, of: original)
      case .added(.joint, let index): skip(WorldJoint(JointID(index), nil))
      default: throw error
      }
    }
  }
}

extension Scene.Body {
  /// Returns the pieces of a body: as many bodies as its cells have something of it, where it is, moving as
  /// it moved.
  ///
  /// - Parameters:
  ///   - shatter: How it is cut.
  ///   - salt: Tells apart bodies that have one seed.
  ///   - mass: Of the whole, which the pieces share by their areas.
  ///   - center: Its center of gravity, in its own coordinates.
  func pieces(_ shatter: Scene.Shatter, salt: Int, mass: Double, center: Vector) -> [Scene.Body] {
    let solid = shapes.filter { !$0.isSensor }
    let outlines = solid.flatMap { shape in shape.form.convexOutlines.map { (shape, $0) } }
    guard let bounds = Rect(around: outlines.flatMap { $0.1.corners }) else { return [] }
    let whole = outlines.reduce(0) { $0 + $1.1.signedArea }
    var random = SplitMix64(seed: UInt64(shatter.seed) &+ UInt64(salt) &* 0x9e37_79b9_7f4a_7c15)
    let sites = (0..<shatter.pieces).map { _ in
      bounds.min + Vector(random.nextFraction() * bounds.width, random.nextFraction() * bounds.height)
    }
    // What is next to nothing would have no moment; its mass goes to the others.
    let least = whole * 1e-5
    var cells = sites.indices.map { index in
      outlines.compactMap { shape, outline -> (shape: Scene.Shape, outline: Polygon)? in
        let part = outline.cell(of: index, among: sites)
        return part.corners.count > 2 && part.signedArea > least ? (shape, part) : nil
      }
    }
    cells.removeAll(where: \.isEmpty)
    let kept = cells.joined().reduce(0) { $0 + $1.outline.signedArea }
    return cells.map { cell in
      let area = cell.reduce(0) { $0 + $1.outline.signedArea }
      let middle = cell.reduce(Vector.zero) { $0 + $1.outline.centroid * ($1.outline.signedArea / area) }
      var piece = self
      (piece.shatter, piece.texture, piece.isAsleep, piece.centerOfGravity) = (nil, nil, false, nil)
      piece.style = style.ofPiece(at: middle)
      piece.position = position + middle.rotated(by: angle)
      piece.mass = .body(mass * area / kept, .fromShapes)
      piece.shapes = cell.map { shape, outline in
        var shape = shape
        (shape.form, shape.mass) = (.polygon(outline.corners.map { $0 - middle }, radius: 0), .density(0.001))
        (shape.before, shape.after) = (nil, nil)
        return shape
      }
      let arm = (middle - center).rotated(by: angle)
      piece.velocity = velocity + arm.perpendicular * angularVelocity
      return piece
    }
  }
}

extension Form {
  /// The outlines as convex polygons that go counter-clockwise; of a circle sixteen corners, of a line the
  /// rectangle about it. Rounded corners are left out.
  fileprivate var convexOutlines: [Polygon] {
    switch self {
    case .circle(let center, let radius):
      return [Polygon((0..<16).map { center + Vector(angle: Double($0) * .pi / 8, length: radius) })]
    case .segment(let from, let to, let radius):
      let side = (to - from).normalized.perpendicular * max(radius, 0.05)
      return [Polygon([from - side, to - side, to + side, from + side])]
    default:
      return ((try? convexForms()) ?? []).map { form in
        let polygon = Polygon(form.points)
        return polygon.signedArea < 0 ? Polygon(polygon.corners.reversed()) : polygon
      }
    }
  }
}
