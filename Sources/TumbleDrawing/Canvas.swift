import CTumbleCairo
import TumbleGeometry

/// A target of drawing: a Cairo context with its surface, owned, and freed with this value.
///
/// It cannot be copied, so it never outlives the pixels it draws on; it is no class, so a tile drawn costs no
/// heap allocation. Bad input never aborts: a coordinate, width or color that is not finite makes the call do
/// nothing, and once Cairo reports an error every later call does nothing.
public struct Canvas: ~Copyable {
  let context: OpaquePointer?
  private let surface: OpaquePointer?

  /// Takes over the surface, which may be one that Cairo made in an error state; with none, nothing is drawn.
  package init(owning surface: OpaquePointer?) {
    self.surface = surface
    context = cairo_create(surface)
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }

  /// The error that Cairo reports; nil while all is well.
  public var problem: String? {
    let status = cairo_status(context)
    return status == CAIRO_STATUS_SUCCESS ? nil : String(cString: cairo_status_to_string(status))
  }
}

// MARK: State

extension Canvas {
  /// Runs the body and then undoes its transforms and clips.
  public func withState<Result>(_ body: (borrowing Canvas) throws -> Result) rethrows -> Result {
    cairo_save(context)
    defer { cairo_restore(context) }
    return try body(self)
  }

  /// Draws what the body draws as one picture: where parts of it overlap, the lower ones do not shine through
  /// the upper, and edges that a clip cuts are blended once.
  /// - Parameter opacity: Of the whole, 0 to 1.
  public func withGroup(opacity: Double = 1, _ body: (borrowing Canvas) throws -> Void) rethrows {
    cairo_push_group(context)
    defer {
      cairo_pop_group_to_source(context)
      if opacity >= 1 { cairo_paint(context) } else { cairo_paint_with_alpha(context, max(opacity, 0)) }
    }
    try body(self)
  }

  /// Applies a transform to what is drawn from now on; one that flattens the plane is ignored.
  public func transform(_ transform: Transform) {
    guard transform.isFinite else { return }
    var matrix = cairo_matrix_t(
      xx: transform.a, yx: transform.b, xy: transform.c, yy: transform.d, x0: transform.tx, y0: transform.ty)
    var before = cairo_matrix_t()
    cairo_get_matrix(context, &before)
    // A flat matrix, or one that has overflowed, would put the context into its error state for good.
    var after = cairo_matrix_t()
    cairo_matrix_multiply(&after, &matrix, &before)
    let determinant = after.xx * after.yy - after.xy * after.yx
    guard determinant.isFinite, abs(determinant) > 1e-12, after.x0.isFinite, after.y0.isFinite else { return }
    cairo_set_matrix(context, &after)
  }

  /// Moves the origin by an offset.
  public func translate(by offset: Vector) { transform(Transform(translation: offset)) }

  /// Draws nothing outside the rectangle from now on.
  public func clip(to rect: Rect) {
    cairo_new_path(context)
    rectangle(rect)
    cairo_clip(context)
  }

  /// Draws nothing outside the path from now on; the path is used up.
  public func clip() { cairo_clip(context) }

  /// Replaces all that is there (within the clip), transparency included.
  public func clear(_ color: Color = .clear) {
    guard setSource(color) else { return }
    // An opaque color covers anyway; in an SVG the replacing operator would turn the drawing into an image.
    cairo_set_operator(context, color.alpha >= 1 ? CAIRO_OPERATOR_OVER : CAIRO_OPERATOR_SOURCE)
    cairo_paint(context)
    cairo_set_operator(context, CAIRO_OPERATOR_OVER)
  }

  /// Sets the color and returns true if that could be done.
  func setSource(_ color: Color) -> Bool {
    guard color.isFinite else { return false }
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
    return true
  }
}

// MARK: Pictures

extension Canvas {
  /// Draws a picture stretched over a rectangle, its first row at `rect.min.y`.
  ///
  /// - Parameter smooth: Whether pixels are blended where the picture is scaled; else the nearest one is
  ///   taken.
  public func draw(_ image: Bitmap, in rect: Rect, opacity: Double = 1, smooth: Bool = true) {
    withState { canvas in
      canvas.clip(to: rect)
      canvas.paint(image, over: rect, opacity: opacity, smooth: smooth)
    }
  }

  /// Fills all that the clip leaves with a picture stretched over a rectangle, its edge going on beyond.
  ///
  /// - Parameter smooth: Whether pixels are blended where the picture is scaled; else the nearest one is
  ///   taken.
  public func paint(_ image: Bitmap, over rect: Rect, opacity: Double = 1, smooth: Bool = true) {
    // A rectangle too thin to be seen, or wider than Cairo can count, would not give a matrix.
    let sides = 1e-3...1e6
    guard rect.isFinite, opacity.isFinite, image.width > 0, image.height > 0, sides.contains(rect.width),
      sides.contains(rect.height)
    else { return }
    image.withBytes { bytes in
      // Cairo only reads from a source; its C signature cannot say so.
      let source = cairo_image_surface_create_for_data(
        UnsafeMutableRawPointer(mutating: bytes.baseAddress)?.assumingMemoryBound(to: UInt8.self),
        CAIRO_FORMAT_ARGB32, Int32(image.width), Int32(image.height), Int32(image.stride))
      cairo_save(context)
      transform(
        Transform(
          translation: rect.min,
          scale: Vector(rect.width / Double(image.width), rect.height / Double(image.height))))
      cairo_set_source_surface(context, source, 0, 0)
      cairo_pattern_set_filter(cairo_get_source(context), smooth ? CAIRO_FILTER_GOOD : CAIRO_FILTER_NEAREST)
      // Without this, the picture's edge would fade into nothing where it is scaled up.
      cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
      cairo_paint_with_alpha(context, min(max(opacity, 0), 1))
      // The context lets go of the source first; a surface that only records keeps its own copy of the
      // pixels.
      cairo_restore(context)
      cairo_surface_finish(source)
      cairo_surface_destroy(source)
    }
  }
}

// MARK: The path

extension Canvas {
  /// The farthest coordinate that Cairo takes: it counts in 24.8 fixed point, and what is farther out would
  /// wrap round.
  private static var farthest: Double { 2_000_000 }

  private func clamped(_ point: Vector) -> Vector {
    Vector(min(max(point.x, -Self.farthest), Self.farthest), min(max(point.y, -Self.farthest), Self.farthest))
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

  /// Ends the current piece with a straight line to its start.
  public func closePath() { cairo_close_path(context) }

  /// Adds a rectangle to the path; one that is not finite is left out.
  public func rectangle(_ rect: Rect) {
    guard rect.isFinite else { return }
    let (a, b) = (clamped(rect.min), clamped(rect.max))
    cairo_rectangle(context, a.x, a.y, b.x - a.x, b.y - a.y)
  }

  /// Adds a rectangle with round corners; a radius larger than half the shorter side becomes just that.
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

  /// Adds a circle to the path; one that is not finite, or has no radius, is left out.
  public func circle(center: Vector, radius: Double) {
    guard center.isFinite, radius.isFinite, radius > 0 else { return }
    let center = clamped(center)
    cairo_new_sub_path(context)
    cairo_arc(context, center.x, center.y, min(radius, Self.farthest), 0, 2 * .pi)
    cairo_close_path(context)
  }

  /// Adds a line through all points; those that are not finite are left out.
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
    fill(cairo_pattern_create_linear(start.x, start.y, end.x, end.y), first, last)
  }

  /// Fills the path with a color that goes from one at a center to another at a distance from it; the path is
  /// used up.
  public func fill(
    around center: Vector, _ first: Color, to radius: Double, _ last: Color, from start: Double = 0
  ) {
    defer { cairo_new_path(context) }
    guard center.isFinite, radius.isFinite, radius > 0, start.isFinite, first.isFinite, last.isFinite else {
      return
    }
    fill(
      cairo_pattern_create_radial(center.x, center.y, max(start, 0), center.x, center.y, radius), first, last)
  }

  /// Fills the path with a pattern between two colors, and frees it.
  private func fill(_ pattern: OpaquePointer?, _ first: Color, _ last: Color) {
    addStop(first, at: 0, to: pattern)
    addStop(last, at: 1, to: pattern)
    fill(pattern)
  }

  private func addStop(_ color: Color, at location: Double, to pattern: OpaquePointer?) {
    cairo_pattern_add_color_stop_rgba(pattern, location, color.red, color.green, color.blue, color.alpha)
  }

  private func fill(_ pattern: OpaquePointer?) {
    cairo_set_source(context, pattern)
    cairo_fill(context)
    cairo_pattern_destroy(pattern)
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
    for stop in gradient.stops where stop.color.isFinite && stop.location.isFinite {
      addStop(stop.color, at: stop.location, to: pattern)
    }
    fill(pattern)
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

  /// Fills a rectangle with a color.
  public func fill(_ rect: Rect, _ color: Color) {
    cairo_new_path(context)
    rectangle(rect)
    fill(color)
  }

  /// Draws a straight line with a color and a stroke.
  public func stroke(from start: Vector, to end: Vector, _ color: Color, _ style: Stroke = Stroke()) {
    guard start.isFinite, end.isFinite else { return }
    cairo_new_path(context)
    move(to: start)
    line(to: end)
    stroke(color, style)
  }

  /// Sets the dashes of lines; with a pattern that Cairo would refuse, lines are solid.
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
