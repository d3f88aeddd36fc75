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

/// A kind of marks, as the legend names it.
public struct GraphMarkKind: Hashable, Sendable {
  public var name: String
  /// That of its marks.
  public var color: Color

  public init(_ name: String, color: Color = GraphMarker(index: 0, label: "").color) {
    self.name = name
    self.color = color
  }
}
