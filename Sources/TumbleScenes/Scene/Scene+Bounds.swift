import TumbleGeometry

extension Scene.Form {
  /// In the body's own coordinates.
  public var bounds: Rect {
    switch self {
    case .box(let size, let radius): Rect(center: .zero, size: size).insetBy(-radius)
    case .circle(let center, let radius): Rect(min: center, max: center).insetBy(-radius)
    case .segment(let segment):
      Rect(min: segment.from, max: segment.from).including(segment.to).insetBy(-segment.radius)
    case .polygon(let polygon, let radius): (polygon.bounds ?? Rect(min: .zero, max: .zero)).insetBy(-radius)
    }
  }
}

extension Scene.Form {
  /// The points that it lies between, and the radius around them, in the body's own coordinates.
  package var span: (points: [Vector], radius: Double) {
    switch self {
    case .box(let size, let radius): (Polygon(box: size).corners, radius)
    case .circle(let center, let radius): ([center], radius)
    case .segment(let segment): ([segment.from, segment.to], segment.radius)
    case .polygon(let polygon, let radius): (polygon.corners, radius)
    }
  }
}

extension Scene.Body {
  /// Of all its shapes, in its own coordinates; nil without any.
  public var bounds: Rect? {
    shapes.dropFirst().reduce(shapes.first?.form.bounds) { $0?.union($1.form.bounds) }
  }

  /// From the body's own coordinates to the world's, at the start.
  public var transform: Transform { Transform(translation: position, rotation: angle) }
}
