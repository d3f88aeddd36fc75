import TumbleGeometry
import TumbleScenes

extension Scene.Body {
  /// What a body falls into: as many bodies as its cells have something of it, where it is, moving as it moved.
  ///
  /// - Parameters:
  ///   - shatter: How it is cut.
  ///   - salt: Tells apart bodies that have one seed.
  ///   - mass: Of the whole, which the pieces share by their areas.
  ///   - center: Its centre of gravity, in its own coordinates.
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

extension BodyStyle {
  /// That of a piece: the text was on the whole, and broken edges are sharp.
  ///
  /// - Parameter origin: Of the piece, in the coordinates of the whole.
  func ofPiece(at origin: Vector) -> BodyStyle {
    var gradient = gradient
    if let center = gradient?.center { gradient?.center = center - origin }
    return BodyStyle(gradient: gradient, border: border)
  }
}

extension Form {
  /// Convex polygons that go counter-clockwise; of a circle sixteen corners, of a line the rectangle about it. Rounded
  /// corners are left sharp where the polygon has them.
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
