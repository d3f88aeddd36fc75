import CTumbleCairo
import TumbleGeometry

// MARK: The path

extension Canvas {
  /// Cairo counts in 24.8 fixed point: what is farther out than this would wrap round.
  private static var farthest: Double { 2_000_000 }

  private func clamped(_ point: Vector) -> Vector {
    Vector(
      min(max(point.x, -Self.farthest), Self.farthest), min(max(point.y, -Self.farthest), Self.farthest))
  }

  /// Begins a new piece of the path.
  public func move(to point: Vector) {
    guard point.isFinite else { return }
    let point = clamped(point)
    cairo_move_to(context, point.x, point.y)
  }

  /// Goes on in a straight line; begins a piece where there is none.
  public func line(to point: Vector) {
    guard point.isFinite else { return }
    let point = clamped(point)
    cairo_line_to(context, point.x, point.y)
  }

  /// Goes on along a cubic Bézier curve.
  public func curve(to end: Vector, control1: Vector, control2: Vector) {
    guard end.isFinite, control1.isFinite, control2.isFinite else { return }
    let (a, b, c) = (clamped(control1), clamped(control2), clamped(end))
    cairo_curve_to(context, a.x, a.y, b.x, b.y, c.x, c.y)
  }

  public func closePath() { cairo_close_path(context) }

  public func rectangle(_ rect: Rect) {
    guard rect.isFinite else { return }
    let (a, b) = (clamped(rect.min), clamped(rect.max))
    cairo_rectangle(context, a.x, a.y, b.x - a.x, b.y - a.y)
  }

  /// A radius larger than half the shorter side becomes just that.
  public func roundedRectangle(_ rect: Rect, radius: Double) {
    let radius = min(radius, min(rect.width, rect.height) / 2)
    guard rect.isFinite, radius.isFinite, radius > 0 else { return rectangle(rect) }
    let (a, b) = (clamped(rect.min), clamped(rect.max))
    cairo_new_sub_path(context)
    cairo_arc(context, b.x - radius, a.y + radius, radius, -.pi / 2, 0)
    cairo_arc(context, b.x - radius, b.y - radius, radius, 0, .pi / 2)
    cairo_arc(context, a.x + radius, b.y - radius, radius, .pi / 2, .pi)
    cairo_arc(context, a.x + radius, a.y + radius, radius, .pi, 3 * .pi / 2)
    cairo_close_path(context)
  }

  public func circle(center: Vector, radius: Double) {
    guard center.isFinite, radius.isFinite, radius > 0 else { return }
    let center = clamped(center)
    cairo_new_sub_path(context)
    cairo_arc(context, center.x, center.y, min(radius, Self.farthest), 0, 2 * .pi)
    cairo_close_path(context)
  }

  /// A piece through all the points; those that are not finite are left out.
  public func polyline(_ points: some Sequence<Vector>, closed: Bool = false) {
    cairo_new_sub_path(context)
    for point in points { line(to: point) }
    if closed { closePath() }
  }
}

// MARK: Painting it

extension Canvas {
  /// Fills the path, which is used up unless kept for a stroke.
  public func fill(_ color: Color, keepingPath: Bool = false) {
    if setSource(color) { cairo_fill_preserve(context) }
    if !keepingPath { cairo_new_path(context) }
  }

  /// Fills the path with a color that goes from one to the other between two points; the path is used up.
  public func fill(from start: Vector, _ first: Color, to end: Vector, _ last: Color) {
    defer { cairo_new_path(context) }
    guard start.isFinite, end.isFinite, first.isFinite, last.isFinite else { return }
    let pattern = cairo_pattern_create_linear(start.x, start.y, end.x, end.y)
    defer { cairo_pattern_destroy(pattern) }
    cairo_pattern_add_color_stop_rgba(pattern, 0, first.red, first.green, first.blue, first.alpha)
    cairo_pattern_add_color_stop_rgba(pattern, 1, last.red, last.green, last.blue, last.alpha)
    cairo_set_source(context, pattern)
    cairo_fill(context)
  }

  /// Fills the path with a color that goes from one at a center to another at a distance from it; the path is used up.
  public func fill(
    around center: Vector, _ first: Color, to radius: Double, _ last: Color, from start: Double = 0
  ) {
    defer { cairo_new_path(context) }
    guard center.isFinite, radius.isFinite, radius > 0, start.isFinite, first.isFinite, last.isFinite else {
      return
    }
    let pattern = cairo_pattern_create_radial(center.x, center.y, max(start, 0), center.x, center.y, radius)
    defer { cairo_pattern_destroy(pattern) }
    cairo_pattern_add_color_stop_rgba(pattern, 0, first.red, first.green, first.blue, first.alpha)
    cairo_pattern_add_color_stop_rgba(pattern, 1, last.red, last.green, last.blue, last.alpha)
    cairo_set_source(context, pattern)
    cairo_fill(context)
  }

  /// Fills the path with the colors of a gradient over bounds; the path is used up.
  public func fill(_ gradient: Gradient, over bounds: Rect) {
    defer { cairo_new_path(context) }
    guard bounds.isFinite else { return }
    let pattern: OpaquePointer?
    switch gradient.kind {
    case .linear:
      let (start, end) = gradient.ends(over: bounds)
      guard start.isFinite, end.isFinite else { return }
      pattern = cairo_pattern_create_linear(start.x, start.y, end.x, end.y)
    case .radial:
      let (center, radius) = gradient.disc(over: bounds)
      guard center.isFinite, radius.isFinite, radius > 0 else { return }
      pattern = cairo_pattern_create_radial(center.x, center.y, 0, center.x, center.y, radius)
    }
    defer { cairo_pattern_destroy(pattern) }
    for stop in gradient.stops where stop.color.isFinite && stop.location.isFinite {
      let color = stop.color
      cairo_pattern_add_color_stop_rgba(
        pattern, stop.location, color.red, color.green, color.blue, color.alpha)
    }
    cairo_set_source(context, pattern)
    cairo_fill(context)
  }

  /// Takes away what is drawn within the path, which is used up.
  public func eraseFill() { erase { fill(.black) } }

  /// Takes away what is drawn along the path, which is used up.
  public func eraseStroke(_ style: Stroke) { erase { stroke(.black, style) } }

  /// Takes away what is drawn where something would be painted.
  private func erase(_ paint: () -> Void) {
    cairo_set_operator(context, CAIRO_OPERATOR_DEST_OUT)
    paint()
    cairo_set_operator(context, CAIRO_OPERATOR_OVER)
  }

  /// Draws along the path, which is used up.
  public func stroke(_ color: Color, _ style: Stroke = Stroke()) {
    defer { cairo_new_path(context) }
    guard style.width.isFinite, style.width > 0, setSource(color) else { return }
    cairo_set_line_width(context, style.width)
    let join =
      switch style.join {
      case .round: CAIRO_LINE_JOIN_ROUND
      case .miter: CAIRO_LINE_JOIN_MITER
      case .bevel: CAIRO_LINE_JOIN_BEVEL
      }
    let cap =
      switch style.cap {
      case .round: CAIRO_LINE_CAP_ROUND
      case .butt: CAIRO_LINE_CAP_BUTT
      case .square: CAIRO_LINE_CAP_SQUARE
      }
    cairo_set_line_join(context, join)
    cairo_set_line_cap(context, cap)
    setDash(style.dash)
    cairo_stroke(context)
  }

  public func fill(_ rect: Rect, _ color: Color) {
    cairo_new_path(context)
    rectangle(rect)
    fill(color)
  }

  public func stroke(from start: Vector, to end: Vector, _ color: Color, _ style: Stroke = Stroke()) {
    guard start.isFinite, end.isFinite else { return }
    cairo_new_path(context)
    move(to: start)
    line(to: end)
    stroke(color, style)
  }

  /// A pattern that Cairo would refuse is no pattern.
  private func setDash(_ dash: Stroke.Dash?) {
    guard let dash, dash.isUsable else { return cairo_set_dash(context, nil, 0, 0) }
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 4) { lengths in
      lengths.initializeElement(at: 0, to: dash.on)
      lengths.initializeElement(at: 1, to: dash.off)
      lengths.initializeElement(at: 2, to: dash.nextOn)
      lengths.initializeElement(at: 3, to: dash.nextOff)
      cairo_set_dash(context, lengths.baseAddress, dash.nextOn >= 0 ? 4 : 2, dash.offset)
    }
  }
}
