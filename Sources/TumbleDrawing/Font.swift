import CTumbleCairo
import TumbleGeometry

/// A typeface at a size.
public struct Font: Hashable, Sendable {
  /// Cairo's built-in face: the same pixels on every machine, with or without fonts installed.
  public static let builtInFamily = "@cairo:"

  /// The name of the family, such as `DejaVu Sans`.
  public var family: String
  /// The height of an em, in units of the canvas.
  public var size: Double
  /// Is true if the letters are bold.
  public var isBold: Bool

  /// A family that is not installed is replaced by fontconfig's choice.
  public init(family: String = "DejaVu Sans", size: Double, isBold: Bool = false) {
    self.family = family
    self.size = size
    self.isBold = isBold
  }
}

/// The room that a text takes, in units of the canvas.
public struct TextSize: Hashable, Sendable {
  /// The width from the pen's start to its end: the next word is placed after it.
  public var width: Double
  /// The height from the baseline up, for any text of the font.
  public var ascent: Double
  /// The depth from the baseline down, for any text of the font.
  public var descent: Double

  /// The height from the lowest to the highest letter, in units of the canvas.
  public var height: Double { ascent + descent }
}

extension Font {
  /// The room a text takes; zero where the size is not above 0. The same on every canvas: hinting is off.
  public func measure(_ text: String) -> TextSize {
    let canvas = Canvas(owning: cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1))
    return canvas.measure(text, font: self)
  }
}

extension Canvas {
  /// The part of a text that lies at its position.
  public enum Alignment: Hashable, Sendable {
    /// The text begins there.
    case left
    /// The middle of the text is there.
    case center
    /// The text ends there.
    case right
  }

  /// Draws a line of text on its baseline.
  /// - Parameter point: The baseline's left end, middle or right end, as the alignment says.
  public func text(
    _ text: String, at point: Vector, font: Font, color: Color, alignment: Alignment = .left
  ) {
    guard point.isFinite, select(font) else { return }
    let offset =
      switch alignment {
      case .left: 0.0
      case .center: -advance(of: text) / 2
      case .right: -advance(of: text)
      }
    guard setSource(color) else { return }
    cairo_move_to(context, point.x + offset, point.y)
    text.withCString { cairo_show_text(context, $0) }
    cairo_new_path(context)
  }

  /// Adds the outlines of a line of text to the path, its baseline's middle at a point.
  public func textPath(_ text: String, at point: Vector, font: Font) {
    guard point.isFinite, select(font) else { return }
    cairo_move_to(context, point.x - advance(of: text) / 2, point.y)
    text.withCString { cairo_text_path(context, $0) }
  }

  /// Returns the size of a text in a font, in units of the canvas.
  public func measure(_ text: String, font: Font) -> TextSize {
    guard select(font) else { return TextSize(width: 0, ascent: 0, descent: 0) }
    var extents = cairo_font_extents_t()
    cairo_font_extents(context, &extents)
    return TextSize(width: advance(of: text), ascent: extents.ascent, descent: extents.descent)
  }

  private func advance(of text: String) -> Double {
    var extents = cairo_text_extents_t()
    // Not by an implicit conversion, which would copy even a short text to the heap.
    text.withCString { cairo_text_extents(context, $0, &extents) }
    return extents.x_advance
  }

  /// Selects the font and returns true if that could be done.
  func select(_ font: Font) -> Bool {
    guard font.size.isFinite, font.size > 0, font.size <= 4096 else { return false }
    let weight = font.isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL
    font.family.withCString { cairo_select_font_face(context, $0, CAIRO_FONT_SLANT_NORMAL, weight) }
    cairo_set_font_size(context, font.size)
    cairo_set_font_options(context, Self.fontOptions)
    return true
  }

  /// Gray antialiasing and no hinting: what fontconfig or a desktop prefers must not change our pictures.
  ///
  /// Unsafe only in name: it is made once, and Cairo copies from it.
  private nonisolated(unsafe) static let fontOptions: OpaquePointer? = {
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    return options
  }()
}

extension Font {
  /// The outlines of a line of text, curves as corners, in units of the canvas with y up and the baseline's
  /// left end at the origin.
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
