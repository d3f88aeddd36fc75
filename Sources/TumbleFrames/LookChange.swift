import TumbleGeometry

/// A change of a body's look that is shown by a transition: what it had before, and since when it has what.
///
/// A snapshot has the latest one of each body that had one, for the picture of that moment alone: the state
/// knows nothing of it.
public struct LookChange: Hashable, Sendable {
  public var body: BodyID
  /// The number of steps after which it was made.
  public var step: Int
  /// The index of the description's picture that the body shows since then, and the one before; nil: its
  /// outlines.
  public var picture: Int?
  public var oldPicture: Int?
  /// The color of the body before; nil: the theme's own.
  public var oldColor: Color?
  /// The index of the description's transition that shows it; nil: none, it was made at once.
  public var transition: Int?

  public init(
    body: BodyID, step: Int, picture: Int?, oldPicture: Int?, oldColor: Color? = nil, transition: Int? = nil
  ) {
    self.body = body
    self.step = step
    self.picture = picture
    self.oldPicture = oldPicture
    self.oldColor = oldColor
    self.transition = transition
  }
}
