import ArgumentParser
import TumbleFrames
import TumbleGraph
import TumbleHeadlessCommands

/// The picture of some runs: which lines stand in which panel, on which axis, and how they look.
struct PlotFigure {
  let channels: PlotChannels
  let runs: [PlottedRun]
  let style: GraphStyle
  let axes: PlotAxisOptions
  let duration: Double

  /// A quantity that has an axis.
  private struct Column {
    let name: String
    let unit: String
  }

  /// Makes the plot of what was run.
  ///
  /// - Throws: `ValidationError` for an axis that is not there, or on which nothing could stand.
  func plot() throws -> Plot {
    var panels = try channels.panels.flatMap { try self.panels($0) }
    try checkAxes()
    // What the marks mean is said once.
    for panel in panels.indices where panel > 0 {
      panels[panel].showsMarkLabels = false
      for mark in panels[panel].marks.indices { panels[panel].marks[mark].kind = "" }
    }
    try checkLogarithms(panels)
    return Plot(panels, style: style)
  }

  /// A panel for each unit, or one for two of them.
  private func panels(_ panel: PlotChannels.Panel) throws -> [PlotPanel] {
    let y = panel.y.map(column)
    let units = y.map(\.unit).uniqued()
    let groups: [[Column]]
    if panel.hasSecondAxis {
      guard units.count <= 2 else {
        throw ValidationError(
          """
          A panel has two vertical axes at most; \(panel.y.joined(separator: ", ")) have \(units.count) \
          units.
          """
        )
      }
      groups = [y]
    } else {
      groups = units.map { unit in y.filter { $0.unit == unit } }
    }
    return groups.enumerated().map { place, group in self.panel(panel, group, isFirst: place == 0) }
  }

  private func panel(_ plan: PlotChannels.Panel, _ y: [Column], isFirst: Bool) -> PlotPanel {
    let units = y.map(\.unit).uniqued()
    func axis(_ unit: String, isAcross: Bool = false, _ columns: [Column]) -> PlotAxis {
      var axis = PlotAxis(Channel.title(of: columns.map(\.name), unit: unit), unit: unit)
      axes.apply(to: &axis, isAcross: isAcross, columns.map { ($0.name, $0.unit) })
      return axis
    }
    var x: PlotAxis
    if let name = plan.x {
      x = axis(column(name).unit, isAcross: true, [column(name)])
    } else {
      x = .time(limits: 0...max(duration, 1e-9))
      axes.apply(to: &x, isAcross: true, [])
      x.lower = x.lower ?? 0
      x.upper = x.upper ?? max(duration, (x.lower ?? 0) + 1e-9)
      if x.isLogarithmic, x.lower == 0 { x.lower = runs.map { 1 / Double($0.rate) }.min() }
    }
    var panel = PlotPanel(
      lines(plan.x, y, second: units.count > 1 ? units[1] : nil), x: x,
      y: axis(units[0], y.filter { $0.unit == units[0] }))
    if units.count > 1 { panel.secondY = axis(units[1], y.filter { $0.unit == units[1] }) }
    if isFirst, let graph = plan.graph {
      panel.title = graph.title
      if let range = graph.range, panel.y.lower == nil, panel.y.upper == nil {
        (panel.y.lower, panel.y.upper) = (range.lowerBound, range.upperBound)
      }
      panel.thresholds = graph.thresholds.map { GraphThreshold(value: $0, color: .brick) }
    }
    // With several runs nobody could tell which run a mark belongs to.
    if plan.x == nil, runs.count == 1, let run = runs.first {
      func marks(_ events: [(index: Int, label: String)], _ kind: String, _ color: Color) -> [PlotMark] {
        events.map {
          PlotMark(x: Double($0.index) / Double(run.rate), kind: kind, label: $0.label, color: color)
        }
      }
      panel.marks = (marks(run.hits, "hit", .amber) + marks(run.marks, "mark", .leaf)).sorted { $0.x < $1.x }
      panel.showsMarkLabels = !style.isFramed
    }
    return panel
  }

  /// Channels have their colors; where there are several runs too, these have their dashes.
  private func lines(_ x: String?, _ y: [Column], second: String?) -> [PlotLine] {
    var lines: [PlotLine] = []
    for (place, column) in y.enumerated() {
      for (number, run) in runs.enumerated() {
        let name = runs.count == 1 ? column.name : y.count == 1 ? run.name : "\(column.name), \(run.name)"
        var line = PlotLine(name, run.points(x: x, y: column.name))
        if runs.count > 1, y.count > 1 {
          line.color = style.palette.isEmpty ? nil : style.palette[place % style.palette.count]
          line.dash = .pattern(number)
        }
        line.isOnSecondAxis = column.unit == second
        lines.append(line)
      }
    }
    return lines
  }

  private func column(_ name: String) -> Column {
    let unit = runs.lazy.compactMap { run in run.channels.first { $0.name == name }?.unit }.first
    return Column(name: name, unit: unit ?? "")
  }

  // MARK: Checks

  private func checkAxes() throws {
    let columns = channels.names.map(column).map { ($0.name, $0.unit) }
    for axis in axes.named where !axis.isAcross && !axis.names(columns) {
      let known = ["x", "y"] + columns.flatMap { [$0.0, $0.1] }.filter { !$0.isEmpty }.uniqued()
      throw ValidationError(
        "There is no axis '\(axis.text)' here; there are \(known.joined(separator: ", ")).")
    }
  }

  /// Throws if a logarithmic axis has no value that it can show, and warns if it leaves some out.
  private func checkLogarithms(_ panels: [PlotPanel]) throws {
    func check(_ axis: PlotAxis, _ lines: [PlotLine], _ part: KeyPath<Vector, Double>) throws {
      guard axis.isLogarithmic else { return }
      let values = lines.flatMap { line in line.points.filter(\.isFinite).map { $0[keyPath: part] } }
      let omitted = values.count { $0 <= 0 }
      guard omitted > 0 else { return }
      let name = axis.title.isEmpty ? axis.unit : axis.title
      guard omitted < values.count else {
        throw ValidationError("--log: \(name) has no value above 0, so it has no logarithm.")
      }
      // Time begins with 0; everybody knows.
      if axis.isTime { return }
      Program.tell(
        "warning: --log: \(omitted) of \(values.count) values of \(name) are not above 0 and left out")
    }
    for panel in panels {
      try check(panel.x, panel.lines, \.x)
      try check(panel.y, panel.lines.filter { panel.secondY == nil || !$0.isOnSecondAxis }, \.y)
      if let second = panel.secondY { try check(second, panel.lines.filter(\.isOnSecondAxis), \.y) }
    }
  }
}

extension PlottedRun {
  /// The points of a channel over time, or over another one.
  fileprivate func points(x: String?, y: String) -> [Vector] {
    guard let channel = channels.firstIndex(where: { $0.name == y }) else { return [] }
    guard let x else {
      return history.points(channel: channel, in: history.indices) { Double($0) / Double(rate) }
    }
    guard let across = channels.firstIndex(where: { $0.name == x }) else { return [] }
    return history.indices.map { Vector(history[across, $0], history[channel, $0]) }
  }
}

extension Color {
  // Marks and thresholds that can be read on white.
  fileprivate static let amber = Color(red: 0.75, green: 0.52, blue: 0)
  fileprivate static let leaf = Color(red: 0.2, green: 0.55, blue: 0.25)
  fileprivate static let brick = Color(red: 0.8, green: 0.2, blue: 0.15)
}
