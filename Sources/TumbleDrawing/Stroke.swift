/// The width, dashes, ends and corners of a line.
public struct Stroke: Hashable, Sendable {
  /// The form of a line's corners.
  public enum Join: Hashable, Sendable {
    /// Rounded, about the corner.
    case round
    /// Pointed, unless the angle is very sharp.
    case miter
    /// Cut off straight.
    case bevel
  }
  /// The form of a line's ends.
  public enum Cap: Hashable, Sendable {
    /// Rounded, half the width beyond the end.
    case round
    /// Straight, at the end.
    case butt
    /// Straight, half the width beyond the end.
    case square
  }

  /// The width in units of the canvas; one that is not above 0 draws nothing.
  public var width: Double
  /// The form of the corners; round by default.
  public var join: Join
  /// The form of the ends; round by default.
  public var cap: Cap
  /// The lengths that are drawn and left out, in turn; nil draws all.
  public var dash: Dash?

  /// Creates a value by its parts, which are the properties of the same names.
  public init(width: Double = 1, join: Join = .round, cap: Cap = .round, dash: Dash? = nil) {
    self.width = width
    self.join = join
    self.cap = cap
    self.dash = dash
  }

  /// Lengths in units of the canvas.
  public struct Dash: Hashable, Sendable {
    /// The length that is drawn.
    public var on: Double
    /// The length that is left out.
    public var off: Double
    /// A second dash and the gap after it, such as the dot of a dash-dotted line; none where `nextOn` is
    /// negative.
    public var nextOn = -1.0
    /// The gap after the second dash.
    public var nextOff = 0.0
    /// The distance into the pattern at which the line begins.
    public var offset: Double

    /// Creates a value by its parts, which are the properties of the same names.
    public init(on: Double, off: Double, offset: Double = 0) {
      self.on = on
      self.off = off
      self.offset = offset
    }

    /// Creates a pattern of two dashes, each with the gap after it.
    public init(on: Double, off: Double, thenOn nextOn: Double, off nextOff: Double) {
      self.init(on: on, off: off)
      self.nextOn = nextOn
      self.nextOff = nextOff
    }

    /// The same pattern, so many times as long.
    public func scaled(by factor: Double) -> Dash {
      var dash = Dash(on: on * factor, off: off * factor, offset: offset * factor)
      if nextOn >= 0 { (dash.nextOn, dash.nextOff) = (nextOn * factor, nextOff * factor) }
      return dash
    }
  }
}

extension Stroke.Dash {
  /// Is true if it is a pattern: not negative, not all zero, and finite.
  var isUsable: Bool {
    let sum = on + off + (nextOn >= 0 ? nextOn + nextOff : 0)
    return on >= 0 && off >= 0 && (nextOn < 0 || nextOff >= 0) && sum > 1e-3 && sum.isFinite
      && offset.isFinite && !nextOn.isNaN
  }

  /// The lengths that are drawn and left out, in turn.
  var lengths: [Double] { nextOn >= 0 ? [on, off, nextOn, nextOff] : [on, off] }
}

/// A surface to draw a bitmap on: its own pixels, or what a test puts in their place.
package struct DrawingSurface: Sendable {
  package typealias Draw = @Sendable (_ bitmap: inout Bitmap, _ body: (borrowing Canvas) -> Void) -> Void

  private let drawing: Draw

  /// The bitmap's pixels.
  package static let bitmap = DrawingSurface { bitmap, body in bitmap.draw(body) }

  /// - Parameter drawing: Calls the body once, with a canvas.
  package init(_ drawing: @escaping Draw) { self.drawing = drawing }

  package func draw(on bitmap: inout Bitmap, _ body: (borrowing Canvas) -> Void) { drawing(&bitmap, body) }
}
