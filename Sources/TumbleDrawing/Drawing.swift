import TumbleGeometry

/// A picture as a list of what is drawn, back to front: the same on pixels, as SVG text and as PDF.
///
/// A place or a length that is not finite leaves out what it belongs to.
public struct Drawing: Hashable, Sendable {
  /// In units of the canvas; what lies outside is not shown.
  public var size: Size
  /// What a program that shows the document calls it; empty for nothing.
  public var title = ""
  public private(set) var items: [Item] = []

  public init(size: Size) { self.size = size }

  public enum Item: Hashable, Sendable {
    /// The area within closed outlines.
    case fill([[Vector]], Color)
    /// Lines, each through its points.
    case stroke([[Vector]], Color, Stroke)
    case disc(center: Vector, radius: Double, Color)
    case text(Text)
    /// Items that are shown within a rectangle only.
    case clipped(Rect, [Item])
  }

  /// A line of text on its baseline.
  public struct Text: Hashable, Sendable {
    public var text: String
    /// The baseline's left end, middle or right end, as the alignment says.
    public var point: Vector
    public var font: Font
    public var color: Color
    public var alignment: Canvas.Alignment
    /// Whether it runs upwards.
    public var isUpright: Bool
  }
}

extension Drawing {
  public mutating func fill(_ outlines: [[Vector]], _ color: Color) { items.append(.fill(outlines, color)) }

  public mutating func fill(_ rect: Rect, _ color: Color) {
    let (a, b) = (rect.min, rect.max)
    fill([[a, Vector(b.x, a.y), b, Vector(a.x, b.y)]], color)
  }

  public mutating func stroke(_ lines: [[Vector]], _ color: Color, _ style: Stroke = Stroke()) {
    items.append(.stroke(lines, color, style))
  }

  public mutating func stroke(from start: Vector, to end: Vector, _ color: Color, _ style: Stroke = Stroke())
  {
    stroke([[start, end]], color, style)
  }

  public mutating func disc(center: Vector, radius: Double, _ color: Color) {
    items.append(.disc(center: center, radius: radius, color))
  }

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
