/// Which axis of a plot: by its side, by its unit, or by a channel on it.
struct PlotAxisName: Hashable {
  let text: String

  /// Whether it is the axis along the bottom.
  var isAcross: Bool { text == "x" || text == "time" }

  /// Whether it is a vertical axis on which such channels stand.
  func names(_ channels: [(name: String, unit: String)]) -> Bool {
    !isAcross && (text == "y" || channels.contains { $0.name == text || $0.unit == text })
  }
}
