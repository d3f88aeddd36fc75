import TumbleGeometry

/// A value that a line should be seen against, such as the time that a frame may take.
public struct GraphThreshold: Hashable, Sendable {
  public var value: Double
  public var label: String
  public var color: Color

  public init(value: Double, label: String = "", color: Color = Color(red: 1, green: 0.42, blue: 0.38)) {
    self.value = value
    self.label = label
    self.color = color
  }
}
