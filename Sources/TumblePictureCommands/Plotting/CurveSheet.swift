import TumbleAnimation
import TumbleGeometry
import TumbleGraph

/// Timing curves side by side: time to the right, the change upwards, each panel as high as its curve goes.
struct CurveSheet {
  let panels: [(name: String, curve: TimingFunction)]

  /// Three or six in a row where that fits: each family of easings has three curves (in, out, in-out).
  var columns: Int {
    panels.count <= 3 ? panels.count : panels.count % 3 == 0 ? 3 * (panels.count > 18 ? 2 : 1) : 4
  }
  var rows: Int { (panels.count + columns - 1) / columns }

  /// Of each curve; the plot keeps what can be seen.
  private static let samples = 2000

  func plot(_ style: GraphStyle) -> Plot {
    var plot = Plot(panels.map { panel($0.name, $0.curve, style) }, style: style)
    plot.columns = columns
    return plot
  }

  private func panel(_ name: String, _ curve: TimingFunction, _ style: GraphStyle) -> PlotPanel {
    let samples = (0...Self.samples).map { Double($0) / Double(Self.samples) }
      .map { Vector($0, curve.value(at: $0)) }
    var points: [Vector] = []
    for (i, sample) in samples.enumerated() {
      // A jump is drawn as a gap, not as a slope that is not there.
      if i > 0, jumps(curve, samples[i - 1], sample) { points.append(Vector(.nan, .nan)) }
      points.append(sample)
    }
    let values = samples.map(\.y)
    var panel = PlotPanel(
      [PlotLine(name, points, color: style.palette.first, dash: .solid)],
      x: PlotAxis("time", limits: 0...1), y: PlotAxis("value"))
    panel.y.lower = values.allSatisfy { $0 >= 0 } ? 0 : nil
    panel.y.upper = values.allSatisfy { $0 <= 1 } ? 1 : nil
    panel.title = name
    panel.showsLegend = false
    return panel
  }

  private func jumps(_ curve: TimingFunction, _ a: Vector, _ b: Vector) -> Bool {
    if case .steps = curve { return a.y != b.y }
    return false
  }
}
