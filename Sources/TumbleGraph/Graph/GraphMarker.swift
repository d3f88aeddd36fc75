import TumbleGeometry

/// Something that happened at a sample: a hit, a drop, a pause.
public struct GraphMarker: Hashable, Sendable {
  /// The sample it stands at.
  public var index: Int
  /// Shown when the mouse is near.
  public var label: String
  public var color: Color

  public init(index: Int, label: String, color: Color = Color(red: 1, green: 0.83, blue: 0.35)) {
    self.index = index
    self.label = label
    self.color = color
  }
}
