import CTumbleCairo
import TumbleGeometry

extension Font {
  /// The outlines of a line of text, curves as corners, in units of the canvas with y up and the baseline's left end at the origin.
  public func outlines(of text: String) -> [Polygon] {
    let canvas = Canvas(owning: cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1))
    return canvas.outlines(of: text, font: self)
  }
}

extension Canvas {
  fileprivate func outlines(of text: String, font: Font) -> [Polygon] {
    guard select(font), let face = cairo_get_scaled_font(context) else { return [] }
    var (glyphs, count): (UnsafeMutablePointer<cairo_glyph_t>?, Int32) = (nil, 0)
    let status = text.withCString {
      cairo_scaled_font_text_to_glyphs(face, 0, 0, $0, -1, &glyphs, &count, nil, nil, nil)
    }
    defer { cairo_glyph_free(glyphs) }
    guard status == CAIRO_STATUS_SUCCESS, let glyphs else { return [] }
    // One by one about the origin: Cairo leaves out what lies some thousand units away.
    return (0..<Int(count)).flatMap { index in
      let offset = Vector(glyphs[index].x, -glyphs[index].y)
      (glyphs[index].x, glyphs[index].y) = (0, 0)
      return outlines(of: glyphs + index).map { Polygon($0.corners.map { $0 + offset }) }
    }
  }

  private func outlines(of glyph: UnsafePointer<cairo_glyph_t>) -> [Polygon] {
    cairo_new_path(context)
    cairo_glyph_path(context, glyph, 1)
    guard let path = cairo_copy_path_flat(context) else { return [] }
    defer {
      cairo_path_destroy(path)
      cairo_new_path(context)
    }
    guard path.pointee.status == CAIRO_STATUS_SUCCESS, let data = path.pointee.data else { return [] }
    var outlines: [Polygon] = []
    var corners: [Vector] = []
    var at = 0
    while at < Int(path.pointee.num_data) {
      let header = data[at].header
      switch header.type {
      case CAIRO_PATH_MOVE_TO, CAIRO_PATH_CLOSE_PATH:
        if corners.count > 2 { outlines.append(Polygon(corners)) }
        corners = []
        if header.type == CAIRO_PATH_MOVE_TO { corners.append(point(data[at + 1])) }
      default:
        let next = point(data[at + 1])
        if next != corners.last, next != corners.first { corners.append(next) }
      }
      at += max(Int(header.length), 1)
    }
    return outlines
  }

  private func point(_ data: cairo_path_data_t) -> Vector { Vector(data.point.x, -data.point.y) }
}
