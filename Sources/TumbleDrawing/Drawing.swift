import CTumbleCairo
import Foundation
import TumbleFiles
import TumbleGeometry

/// A picture as a list of what is drawn, back to front: the same on pixels, as SVG text and as PDF.
///
/// A place or a length that is not finite leaves out what it belongs to.
public struct Drawing: Hashable, Sendable {
  /// The size in units of the canvas; what lies outside is not shown.
  public var size: Size
  /// The title that a program shows with the document; empty for none.
  public var title = ""
  /// The items in the order in which they are drawn.
  public private(set) var items: [Item] = []

  /// Creates a value by its parts, which are the properties of the same names.
  public init(size: Size) { self.size = size }

  /// A shape or a text of a drawing.
  public enum Item: Hashable, Sendable {
    /// The area within closed outlines.
    case fill([[Vector]], Color)
    /// Lines, each through its points.
    case stroke([[Vector]], Color, Stroke)
    /// A disc filled with a color.
    case disc(center: Vector, radius: Double, Color)
    /// A text.
    case text(Text)
    /// Items that are shown within a rectangle only.
    case clipped(Rect, [Item])
  }

  /// A line of text on its baseline.
  public struct Text: Hashable, Sendable {
    /// The words.
    public var text: String
    /// The baseline's left end, middle or right end, as the alignment says.
    public var point: Vector
    /// The font.
    public var font: Font
    /// The color.
    public var color: Color
    /// The side of the position on which the words stand.
    public var alignment: Canvas.Alignment
    /// Is true if the text runs upwards.
    public var isUpright: Bool
  }
}

extension Drawing {
  /// Adds outlines filled with a color.
  public mutating func fill(_ outlines: [[Vector]], _ color: Color) { items.append(.fill(outlines, color)) }

  /// Adds a rectangle filled with a color.
  public mutating func fill(_ rect: Rect, _ color: Color) {
    let (a, b) = (rect.min, rect.max)
    fill([[a, Vector(b.x, a.y), b, Vector(a.x, b.y)]], color)
  }

  /// Adds lines with a color and a stroke.
  public mutating func stroke(_ lines: [[Vector]], _ color: Color, _ style: Stroke = Stroke()) {
    items.append(.stroke(lines, color, style))
  }

  /// Adds a straight line with a color and a stroke.
  public mutating func stroke(from start: Vector, to end: Vector, _ color: Color, _ style: Stroke = Stroke())
  {
    stroke([[start, end]], color, style)
  }

  /// Adds a disc filled with a color.
  public mutating func disc(center: Vector, radius: Double, _ color: Color) {
    items.append(.disc(center: center, radius: radius, color))
  }

  /// Adds a text.
  /// - Parameter isUpright: Whether it runs upwards, as the title of a vertical axis does.
  public mutating func text(
    _ text: String, at point: Vector, font: Font, color: Color, alignment: Canvas.Alignment = .left,
    isUpright: Bool = false
  ) {
    guard !text.isEmpty else { return }
    items.append(
      .text(
        Text(
          text: text, point: point, font: font, color: color, alignment: alignment, isUpright: isUpright)))
  }

  /// Shows what the body draws within a rectangle only.
  public mutating func clipped(to rect: Rect, _ body: (inout Drawing) -> Void) {
    var inner = Drawing(size: size)
    body(&inner)
    items.append(.clipped(rect, inner.items))
  }
}

// MARK: On a canvas

extension Drawing {
  /// Draws everything, one unit a unit of the canvas.
  public func draw(on canvas: borrowing Canvas) { Self.draw(items, on: canvas) }

  /// Draws all items into a bitmap.
  /// - Parameter scale: Pixels per unit; taken to what gives sides of 1 to `Bitmap.maximumSide` pixels.
  public func bitmap(scale: Double = 1) -> Bitmap {
    let scale = scale.isFinite && scale > 0 ? scale : 1
    func side(_ length: Double) -> Int {
      let pixels = (length * scale).rounded()
      return pixels.isFinite ? Int(min(max(pixels, 1), Double(Bitmap.maximumSide))) : 1
    }
    var bitmap = Bitmap(width: side(size.width), height: side(size.height))
    bitmap.draw { canvas in
      canvas.transform(Transform(scale: Vector(scale, scale)))
      draw(on: canvas)
    }
    return bitmap
  }

  private static func draw(_ items: [Item], on canvas: borrowing Canvas) {
    for item in items {
      switch item {
      case .fill(let outlines, let color):
        for outline in outlines { canvas.polyline(outline, closed: true) }
        canvas.fill(color)
      case .stroke(let lines, let color, let style):
        for line in lines { canvas.polyline(line) }
        canvas.stroke(color, style)
      case .disc(let center, let radius, let color):
        canvas.circle(center: center, radius: radius)
        canvas.fill(color)
      case .text(let text): draw(text, on: canvas)
      case .clipped(let rect, let inner):
        canvas.withState { canvas in
          canvas.clip(to: rect)
          draw(inner, on: canvas)
        }
      }
    }
  }

  private static func draw(_ text: Text, on canvas: borrowing Canvas) {
    guard text.isUpright else {
      return canvas.text(
        text.text, at: text.point, font: text.font, color: text.color, alignment: text.alignment)
    }
    canvas.withState { canvas in
      canvas.transform(Transform(a: 0, b: -1, c: 1, d: 0, tx: text.point.x, ty: text.point.y))
      canvas.text(text.text, at: .zero, font: text.font, color: text.color, alignment: text.alignment)
    }
  }
}

extension Drawing {
  /// The unit of a document's size.
  public enum DocumentUnit: String, Hashable, Sendable {
    /// A 96th of an inch, as browsers count.
    case pixel = "px"
    /// A 72nd of an inch, as printers count.
    case point = "pt"
  }

  /// An SVG document, the same bytes for the same drawing.
  ///
  /// Text is text: it can be searched, copied and edited, and needs the font, or one like it, where it is
  /// shown. Places are written to a thousandth of a unit.
  /// - Parameter unit: That of the drawing's units, for the document's size on paper.
  public func svg(unit: DocumentUnit = .pixel) -> Data {
    var text = SVGText()
    let (width, height) = (SVGText.number(size.width), SVGText.number(size.height))
    text.line(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\(unit.rawValue)\""
        + " height=\"\(height)\(unit.rawValue)\" viewBox=\"0 0 \(width) \(height)\">")
    if !title.isEmpty { text.line("<title>\(title.xmlText)</title>") }
    text.add(items)
    text.line("</svg>")
    return Data(text.body.utf8)
  }
}

/// An SVG document as it is written.
private struct SVGText {
  private(set) var body = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var clips = 0

  mutating func line(_ text: String) {
    body += text
    body += "\n"
  }

  mutating func add(_ items: [Drawing.Item]) {
    for item in items {
      switch item {
      case .fill(let outlines, let color):
        let path = Self.path(outlines, closed: true)
        guard !path.isEmpty, color.isFinite else { continue }
        line("<path\(Self.paint("fill", color)) d=\"\(path)\"/>")
      case .stroke(let lines, let color, let style):
        let path = Self.path(lines, closed: false)
        guard !path.isEmpty, color.isFinite, style.width.isFinite, style.width > 0 else { continue }
        line("<path fill=\"none\"\(Self.paint("stroke", color))\(Self.attributes(style)) d=\"\(path)\"/>")
      case .disc(let center, let radius, let color):
        guard center.isFinite, radius.isFinite, radius > 0, color.isFinite else { continue }
        line(
          "<circle cx=\"\(Self.number(center.x))\" cy=\"\(Self.number(center.y))\" "
            + "r=\"\(Self.number(radius))\"\(Self.paint("fill", color))/>")
      case .text(let text): add(text)
      case .clipped(let rect, let inner):
        guard rect.isFinite else { continue }
        clips += 1
        line(
          "<clipPath id=\"clip\(clips)\"><rect x=\"\(Self.number(rect.min.x))\" "
            + "y=\"\(Self.number(rect.min.y))\" width=\"\(Self.number(rect.width))\" "
            + "height=\"\(Self.number(rect.height))\"/></clipPath>")
        line("<g clip-path=\"url(#clip\(clips))\">")
        add(inner)
        line("</g>")
      }
    }
  }

  private mutating func add(_ text: Drawing.Text) {
    guard text.point.isFinite, text.font.size.isFinite, text.font.size > 0, text.color.isFinite else {
      return
    }
    let (x, y) = (Self.number(text.point.x), Self.number(text.point.y))
    let place = text.isUpright ? "transform=\"translate(\(x) \(y)) rotate(-90)\"" : "x=\"\(x)\" y=\"\(y)\""
    let anchor =
      switch text.alignment {
      case .left: ""
      case .center: " text-anchor=\"middle\""
      case .right: " text-anchor=\"end\""
      }
    line(
      "<text \(place) font-family=\"\(Self.families(text.font.family))\" "
        + "font-size=\"\(Self.number(text.font.size))\""
        + (text.font.isBold ? " font-weight=\"bold\"" : "") + anchor + Self.paint("fill", text.color)
        + ">\(text.text.xmlText)</text>")
  }

  // MARK: Parts

  private static func path(_ lines: [[Vector]], closed: Bool) -> String {
    var path = ""
    for line in lines {
      var isFirst = true
      for point in line where point.isFinite {
        path += isFirst ? "M" : "L"
        path += number(point.x)
        path += " "
        path += number(point.y)
        isFirst = false
      }
      // A point alone is a dot where the ends of lines are round.
      if !isFirst, closed || line.count == 1 { path += "Z" }
    }
    return path
  }

  /// The attributes of a paint; `kind` is fill or stroke.
  private static func paint(_ kind: String, _ color: Color) -> String {
    let opaque = " \(kind)=\"\(color.withAlpha(1).hex)\""
    return color.alpha >= 1 ? opaque : opaque + " \(kind)-opacity=\"\(number(min(max(color.alpha, 0), 1)))\""
  }

  private static func attributes(_ style: Stroke) -> String {
    var text = " stroke-width=\"\(number(style.width))\""
    switch style.join {
    case .round: text += " stroke-linejoin=\"round\""
    case .bevel: text += " stroke-linejoin=\"bevel\""
    case .miter: break
    }
    switch style.cap {
    case .round: text += " stroke-linecap=\"round\""
    case .square: text += " stroke-linecap=\"square\""
    case .butt: break
    }
    if let dash = style.dash, dash.isUsable {
      text += " stroke-dasharray=\"" + dash.lengths.map(number).joined(separator: " ") + "\""
      if dash.offset != 0 { text += " stroke-dashoffset=\"\(number(dash.offset))\"" }
    }
    return text
  }

  /// Returns a font's name with those that replace it where it is missing.
  private static func families(_ family: String) -> String {
    let generic = ["serif", "sans-serif", "monospace"]
    if generic.contains(family) { return family }
    if family == Font.builtInFamily { return "sans-serif" }
    let isSerif = family.hasSuffix("Serif") || family.hasPrefix("Times") || family.hasPrefix("Nimbus Roman")
    let quoted = family.filter { $0 != "'" && $0 != "\\" }
    return "'\(quoted)', \(isSerif ? "serif" : "sans-serif")".xmlText
  }

  /// Returns a number to a thousandth, without digits that change nothing.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let thousandths = (min(max(value, -1e12), 1e12) * 1000).rounded()
    let (whole, rest) = Int(abs(thousandths)).quotientAndRemainder(dividingBy: 1000)
    var text = thousandths < 0 ? "-" : ""
    text += String(whole)
    guard rest > 0 else { return text }
    text += "."
    if rest < 100 { text += "0" }
    if rest < 10 { text += "0" }
    text += String(rest % 10 != 0 ? rest : rest % 100 != 0 ? rest / 10 : rest / 100)
    return text
  }
}

extension Drawing {
  /// A PDF document of one page, one unit a 72nd of an inch. The same drawing gives the same bytes on a
  /// machine.
  ///
  /// Text is text, and the letters that it needs are part of the document.
  /// - Throws: `DrawingError.output`.
  public func pdf() throws(DrawingError) -> Data {
    func side(_ length: Double) -> Double {
      length.isFinite ? min(max(length, 1), Double(Bitmap.maximumSide)) : 1
    }
    let output = ByteSink()
    // The stream is written to until the surface is finished, so the output must live through all of it.
    let problem: String? = withExtendedLifetime(output) {
      let surface = cairo_pdf_surface_create_for_stream(
        appendBytes, Unmanaged.passUnretained(output).toOpaque(), side(size.width), side(size.height))
      // Later versions pack what a document is made of, by which Cairo's releases differ, and not every
      // journal takes them.
      cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4)
      // The time at which it is made would make every document another one.
      "2000-01-01T00:00:00Z".withCString {
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, $0)
      }
      if !title.isEmpty {
        title.withCString { cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, $0) }
      }
      let canvas = Canvas(owning: surface)
      draw(on: canvas)
      let problem = canvas.problem
      cairo_surface_finish(surface)
      return problem
    }
    if let problem { throw .output(reason: problem) }
    return output.data
  }
}
