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
