import CTumbleCairo
import TumbleGeometry

/// Where drawing goes: a Cairo context with its surface, owned, and freed with this value.
///
/// It cannot be copied, so it never outlives the pixels it draws on; it is no class, so a tile drawn costs no heap
/// allocation. Bad input never aborts: a coordinate, width or color that is not finite makes the call do nothing,
/// and once Cairo reports an error every later call does nothing.
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

  /// What Cairo complains about; nil while all is well.
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

  /// Draws what the body draws as one picture: where parts of it overlap, the lower ones do not shine through the upper, and edges
  /// that a clip cuts are blended once.
  ///
  /// - Parameter opacity: Of the whole, 0 to 1.
  public func withGroup(opacity: Double = 1, _ body: (borrowing Canvas) throws -> Void) rethrows {
    cairo_push_group(context)
    defer {
      cairo_pop_group_to_source(context)
      if opacity >= 1 { cairo_paint(context) } else { cairo_paint_with_alpha(context, max(opacity, 0)) }
    }
    try body(self)
  }

  /// What is drawn from now on goes through the transform first; one that flattens the plane is ignored.
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

  public func translate(by offset: Vector) {
    transform(Transform(translation: offset))
  }

  /// Nothing is drawn outside the rectangle from now on.
  public func clip(to rect: Rect) {
    cairo_new_path(context)
    rectangle(rect)
    cairo_clip(context)
  }

  /// Nothing is drawn outside the path from now on; the path is used up.
  public func clip() { cairo_clip(context) }

  /// Replaces all that is there (within the clip), transparency included.
  public func clear(_ color: Color = .clear) {
    guard setSource(color) else { return }
    // An opaque color covers anyway; in an SVG the replacing operator would turn the drawing into an image.
    cairo_set_operator(context, color.alpha >= 1 ? CAIRO_OPERATOR_OVER : CAIRO_OPERATOR_SOURCE)
    cairo_paint(context)
    cairo_set_operator(context, CAIRO_OPERATOR_OVER)
  }

  /// Whether the color could be set.
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
  /// - Parameter smooth: whether pixels are blended where the picture is scaled; else the nearest one is taken.
  public func draw(_ image: Bitmap, in rect: Rect, opacity: Double = 1, smooth: Bool = true) {
    withState { canvas in
      canvas.clip(to: rect)
      canvas.paint(image, over: rect, opacity: opacity, smooth: smooth)
    }
  }

  /// Fills all that the clip leaves with a picture stretched over a rectangle, its edge going on beyond.
  ///
  /// - Parameter smooth: whether pixels are blended where the picture is scaled; else the nearest one is taken.
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
      // The context lets go of the source first; a surface that only records keeps its own copy of the pixels.
      cairo_restore(context)
      cairo_surface_finish(source)
      cairo_surface_destroy(source)
    }
  }
}
