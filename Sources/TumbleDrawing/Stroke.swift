/// The width, dashes, ends and corners of a line.
public struct Stroke: Hashable, Sendable {
  public enum Join: Hashable, Sendable { case round, miter, bevel }
  public enum Cap: Hashable, Sendable { case round, butt, square }

  /// The width in units of the canvas; one that is not above 0 draws nothing.
  public var width: Double
  public var join: Join
  public var cap: Cap
  /// The lengths that are drawn and left out, in turn; nil draws all.
  public var dash: Dash?

  public init(width: Double = 1, join: Join = .round, cap: Cap = .round, dash: Dash? = nil) {
    self.width = width
    self.join = join
    self.cap = cap
    self.dash = dash
  }

  /// Lengths in units of the canvas.
  public struct Dash: Hashable, Sendable {
    public var on: Double
    public var off: Double
    /// A second dash and the gap after it, such as the dot of a dash-dotted line; none where `nextOn` is
    /// negative.
    public var nextOn = -1.0
    public var nextOff = 0.0
    /// The distance into the pattern at which the line begins.
    public var offset: Double

    public init(on: Double, off: Double, offset: Double = 0) {
      self.on = on
      self.off = off
      self.offset = offset
    }

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

/// Through what a bitmap is drawn on: its own pixels, or what a test puts in their place.
package struct DrawingSurface: Sendable {
  package typealias Draw = @Sendable (_ bitmap: inout Bitmap, _ body: (borrowing Canvas) -> Void) -> Void

  private let drawing: Draw

  /// The bitmap's pixels.
  package static let bitmap = DrawingSurface { bitmap, body in bitmap.draw(body) }

  /// - Parameter drawing: Calls the body once, with a canvas.
  package init(_ drawing: @escaping Draw) { self.drawing = drawing }

  package func draw(on bitmap: inout Bitmap, _ body: (borrowing Canvas) -> Void) { drawing(&bitmap, body) }
}
