import TumbleFrames
import TumbleGeometry

extension LayerDrawing {
  /// The distance between two arrows, in the desktop's points.
  private static let spacing = 34.0
  /// Arrows a field has at most.
  private static let maxArrows = 4000

  /// An arrow at each place of a grid that a field acts on: as long as the field is strong there, within bounds.
  func drawFields(_ marks: inout Marks) {
    for (index, field) in description.fields.enumerated() where index < frame.current.strengths.count {
      let strength = frame.current.strengths[index]
      guard strength != 0, let place = transform(of: field) else { continue }
      drawRegion(of: field, place, &marks)
      guard field.force.effect.kind != .drag else { continue }
      drawArrows(of: field, strength, place, &marks)
    }
  }

  /// From a field's own coordinates to the world's; nil if its body is gone.
  private func transform(of field: FieldDescription) -> Transform? {
    guard let id = field.body else { return .identity }
    guard let body = frame.current[id], body.isFinite else { return nil }
    return Transform(translation: body.position, rotation: body.angle)
  }

  private func drawRegion(of field: FieldDescription, _ place: Transform, _ marks: inout Marks) {
    var corners: [Vector] = []
    switch field.force.region {
    case .everywhere: return
    case .box(let rect): corners = rect.corners
    case .circle(let center, let radius):
      corners = (0..<36).map { center + Vector(angle: Double($0) * .pi / 18, length: radius) }
    case .polygon(let polygon): corners = polygon
    }
    for i in corners.indices {
      marks.line(
        place.apply(corners[i]), place.apply(corners[(i + 1) % corners.count]), width: 1, colors.region)
    }
  }

  private func drawArrows(
    of field: FieldDescription, _ strength: Double, _ place: Transform, _ marks: inout Marks
  ) {
    guard let back = place.inverse else { return }
    let step = Self.spacing * unit
    // Nothing is known of the camera here: the view, and a view's size around it.
    let area = description.view.insetBy(-description.view.width / 2)
    guard step > 0, area.width / step * (area.height / step) < Double(Self.maxArrows) * 4 else { return }
    var left = Self.maxArrows
    var y = (area.min.y / step).rounded(.up) * step
    while y < area.max.y {
      var x = (area.min.x / step).rounded(.up) * step
      while x < area.max.x, left > 0 {
        let local = back.apply(Vector(x, y))
        if field.force.region.contains(local) {
          left -= 1
          draw(field.force.effect, strength, at: Vector(x, y), local, place, step, &marks)
        }
        x += step
      }
      y += step
    }
  }

  private func draw(
    _ effect: ForceField.Effect, _ strength: Double, at point: Vector, _ local: Vector, _ place: Transform,
    _ step: Double, _ marks: inout Marks
  ) {
    var push = effect.acceleration(
      at: local, strength: strength, time: frame.current.time, step: 1 / Double(max(frame.current.rate, 1)))
    if case .wind(let wind) = effect { push = wind * strength }
    let size = push.length
    guard size > 0, size.isFinite else { return }
    // Half a grid step for 300 points per second squared, and never more than a whole one.
    let length = step * 0.9 * size / (size + 300)
    let way = place.applyToDirection(push / size) * length
    marks.arrow(point - way / 2, point + way / 2, head: 6 * unit, width: 1, colors.field)
  }
}
