/// How a line is drawn.
public struct Stroke: Hashable, Sendable {
  public enum Join: Hashable, Sendable { case round, miter, bevel }
  public enum Cap: Hashable, Sendable { case round, butt, square }

  /// In units of the canvas; a width that is not above 0 draws nothing.
  public var width: Double
  public var join: Join
  public var cap: Cap
  /// What is drawn and left out, in turn; nil draws all.
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
    /// How far into the pattern the line begins.
    public var offset: Double

    public init(on: Double, off: Double, offset: Double = 0) {
      self.on = on
      self.off = off
      self.offset = offset
    }
  }
}
