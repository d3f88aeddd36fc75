extension Scene {
  /// How a body falls to pieces.
  public struct Shatter: Hashable, Sendable {
    /// The impulse of a touch, in kilogram points per second, from which on it does.
    public var impulse: Double
    /// How many cells it is cut into; those that have nothing of it make no piece.
    public var pieces = 8
    /// Another seed, other pieces.
    public var seed = 1

    public init(impulse: Double, pieces: Int = 8, seed: Int = 1) {
      self.impulse = impulse
      self.pieces = pieces
      self.seed = seed
    }
  }
}
