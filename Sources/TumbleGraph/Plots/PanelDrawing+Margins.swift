import TumbleDrawing
import TumbleGeometry

// What is written at the axes and above the frame, and how much room it takes.
extension PanelDrawing {
  /// Finds what is written at the axes for the frame's size.
  mutating func findTicks() {
    let xLines = max(Int(frame.width / (em * 4)), 2)
    let yLines = min(max(Int(frame.height / (em * 3)), 2), 8)
    x = AxisTicks(
      panel.x, panel.x.scale(for: values(\.x, panel.x, panel.lines), lines: xLines), lines: xLines)
    func vertical(_ axis: PlotAxis, _ lines: [PlotLine]) -> AxisTicks {
      AxisTicks(axis, axis.scale(for: values(\.y, axis, lines), lines: yLines), lines: yLines)
    }
    y = vertical(panel.y, panel.lines.filter { panel.secondY == nil || !$0.isOnSecondAxis })
    secondY = panel.secondY.map { vertical($0, panel.lines.filter(\.isOnSecondAxis)) }
  }

  /// The lowest and the highest that an axis should show: of what is within the limits of the x axis.
  private func values(_ part: KeyPath<Vector, Double>, _ axis: PlotAxis, _ lines: [PlotLine])
    -> ClosedRange<Double>?
  {
    let shown = (panel.x.lower ?? -.infinity)...max(panel.x.upper ?? .infinity, panel.x.lower ?? -.infinity)
    var (low, high) = (Double.infinity, -Double.infinity)
    for line in lines {
      for point in line.points where point.isFinite && shown.contains(point.x) {
        let value = point[keyPath: part]
        if axis.isLogarithmic, value <= 0 { continue }
        low = min(low, value)
        high = max(high, value)
      }
    }
    return low <= high ? low...high : nil
  }

  func labelWidth(_ ticks: AxisTicks) -> Double {
    ticks.ticks.map { style.font().measure($0.label).width }.max() ?? 0
  }

  var leftMargin: Double {
    (em * (y.title.isEmpty ? 1.2 : 2.4) + labelWidth(y) + tickLength).rounded(.up)
  }

  var rightMargin: Double {
    // Half of the last time's label stands out.
    let rest = max(em, (x.ticks.last.map { style.font().measure($0.label).width } ?? 0) / 2 + em * 0.4)
    guard let secondY else { return rest.rounded(.up) }
    return (em * (secondY.title.isEmpty ? 1.2 : 2.4) + labelWidth(secondY) + tickLength).rounded(.up)
  }

  var topMargin: Double {
    (panel.title.isEmpty ? 0 : em * 1.7) + legend.height + (showsMarkLabels ? em * 1.1 : 0) + em * 0.5
  }

  var bottomMargin: Double {
    guard showsTimes else { return em * 0.9 }
    return tickLength + em * (x.title.isEmpty ? 1.9 : 3.3)
  }

  /// Of the lines outside of the frame that point to the labels.
  var tickLength: Double { style.isFramed ? em * 0.4 : em * 0.2 }

  mutating func setSides(left: Double, right: Double) {
    let room = max(place.width - left - right, 8)
    frame.min.x = snapped(place.min.x + left)
    frame.max.x = snapped(frame.min.x + room)
  }

  mutating func setHeight(top: Double, bottom: Double) {
    frame.min.y = snapped(top)
    frame.max.y = snapped(bottom)
  }

  var lineWidth: Double { detail.whole(style.axisWidth) }

  func snapped(_ place: Double) -> Double { detail.snapped(place, width: style.axisWidth) }

  private var showsMarkLabels: Bool {
    panel.showsMarkLabels && panel.marks.contains { !$0.label.isEmpty && isShown($0) }
  }

  func isShown(_ mark: PlotMark) -> Bool { (0...1).contains(x.scale.position(of: mark.x)) }

  func stroke(_ place: Int) -> (Color, Stroke) {
    let line = panel.lines[place]
    let palette = style.palette
    let color = line.color ?? (palette.isEmpty ? style.text : palette[place % palette.count])
    let dash =
      switch line.dash {
      case nil: style.dashes.isEmpty ? nil : style.dashes[place % style.dashes.count]
      case .solid: nil as Stroke.Dash?
      case .pattern(let number):
        GraphStyle.dashPatterns[
          ((number % GraphStyle.dashPatterns.count) + GraphStyle.dashPatterns.count)
            % GraphStyle.dashPatterns.count]
      }
    return (
      color,
      Stroke(
        width: style.lineWidth, cap: dash == nil ? .round : .butt, dash: dash?.scaled(by: style.lineWidth))
    )
  }

  var legend: PlotLegend {
    var entries: [(text: String, sample: PlotLegend.Sample)] = []
    if panel.showsLegend {
      // A line alone is named by its axis.
      if panel.lines.count > 1 || panel.lines.contains(where: { !y.title.hasPrefix($0.name) }) {
        for (place, line) in panel.lines.enumerated() where !line.name.isEmpty {
          let (color, stroke) = stroke(place)
          let side = panel.secondY != nil && line.isOnSecondAxis ? " →" : ""
          entries.append((line.name + side, .line(color, stroke)))
        }
      }
      for (place, kind) in kinds.enumerated() where !kind.name.isEmpty {
        entries.append((kind.name, .mark(MarkShape(kind: place), kind.color)))
      }
    }
    return PlotLegend(entries, style: style, width: max(frame.width, 8))
  }
}
