import TumbleGeometry

/// One line of a graph: who it is and how it looks. Its values are in the `SampleHistory`.
public struct GraphChannel: Hashable, Sendable {
  public var name: String
  /// Shown after a value; empty for a plain number. `s`, `J`, `N` and `W` are scaled by prefixes (12.5 ms).
  public var unit: String
  /// nil: the style's next color.
  public var color: Color?
  /// Whether its line is drawn and counts for the scale.
  public var isOn: Bool

  public init(name: String, unit: String = "", color: Color? = nil, isOn: Bool = true) {
    self.name = name
    self.unit = unit
    self.color = color
    self.isOn = isOn
  }
}

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
