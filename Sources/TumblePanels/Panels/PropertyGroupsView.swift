import TumbleGeometry
import TumbleLooks

/// Rows of properties with what changes them.
struct PropertyGroupsView {
  let groups: [PropertyGroup]

  func build(in ui: PanelBuilder) {
    for (index, group) in groups.enumerated() {
      if index > 0 { ui.space(8) }
      if !group.title.isEmpty {
        ui.text(group.title, in: ui.row(20), .small, ui.theme.dim)
        ui.space(2)
      }
      for row in group.rows { ui.identified(by: row.path) { build(row, in: ui) } }
    }
  }

  private func build(_ row: PropertyRow, in ui: PanelBuilder) {
    let labelWidth = min(max(ui.availableWidth * 0.36, 78), 110)
    let isStacked = row.isVector && ui.availableWidth - labelWidth < 140
    let rect = ui.row(isStacked ? 56 : 28)
    let label = rect.left(labelWidth).top(28)
    let state = ui.item(1, in: label)
    name(row, in: label.without(right: 6), ui)
    ui.help(row.help, id: ui.digest(of: row.path), isHovered: state.contains(.hovered))
    var field = Rect(min: Vector(label.max.x, rect.min.y), max: rect.max)
    if let isPlotted = row.isPlotted {
      let button = field.right(22).top(28).middle(height: 22)
      if ui.iconButton(
        2, .plot, in: button, isOn: isPlotted,
        help: isPlotted ? "Remove from the graph" : "Plot in the graph")
      {
        ui.actions.append(.plot(path: row.path, !isPlotted))
      }
      field = field.without(right: 28)
    }
    ui.disabled(!row.isEnabled) { control(row, in: field.inset(by: 0, 2), ui) }
    if let refusal = row.refusal {
      ui.space(2)
      ui.paragraph(refusal, .small, ui.theme.danger)
      ui.space(4)
    }
  }

  /// In two small lines where it is too long for one.
  private func name(_ row: PropertyRow, in rect: Rect, _ ui: PanelBuilder) {
    let color = row.isEnabled ? ui.theme.dim : ui.theme.dim.withAlpha(0.6)
    let height = ui.height(of: row.label, width: rect.width, .small)
    guard ui.width(of: row.label) > rect.width, height <= rect.height else {
      return ui.text(row.label, in: rect, .body, color)
    }
    ui.lines(
      row.label, at: rect.middle(height: height).min, width: rect.width, .small, color)
  }

  private func control(_ row: PropertyRow, in rect: Rect, _ ui: PanelBuilder) {
    func change(_ value: PropertyValue) {
      ui.actions.append(.beginEdit(path: row.path))
      ui.actions.append(.edit(path: row.path, value))
      ui.actions.append(.endEdit(path: row.path))
    }
    switch row.control {
    case .number(let value, let range, let step):
      ui.numberField(
        10,
        PanelBuilder.NumberField(
          path: row.path, value: value, unit: row.unit, range: range, step: step, isMixed: row.isMixed,
          isEnabled: row.isEnabled),
        in: rect
      ) { .number($0) }
    case .slider(let value, let range, let isLogarithmic):
      let number = rect.right(min(72, rect.width / 2))
      let slider = PanelBuilder.Slider(
        path: row.path, value: value, range: range, isLogarithmic: isLogarithmic, isMixed: row.isMixed,
        isEnabled: row.isEnabled)
      ui.slider(10, slider, in: rect.without(right: number.width + 4)) { pulling in
        switch pulling {
        case .begins: ui.actions.append(.beginEdit(path: row.path))
        case .changes(let value): ui.actions.append(.edit(path: row.path, .number(value)))
        case .ends: ui.actions.append(.endEdit(path: row.path))
        }
      }
      let pulled = ui.pull.flatMap { $0.path == row.path ? $0.value : nil }
      ui.numberField(
        11,
        PanelBuilder.NumberField(
          path: row.path, part: 1, value: pulled ?? value, unit: row.unit, range: range,
          isMixed: row.isMixed && pulled == nil, isEnabled: row.isEnabled),
        in: number
      ) { .number($0) }
    case .vector(let value, let step):
      let isStacked = rect.height > 28
      let half = (rect.width - 4) / 2
      for component in 0...1 {
        let part =
          isStacked
          ? (component == 0 ? rect.top(24) : rect.bottom(24))
          : component == 0 ? rect.left(half) : rect.right(half)
        ui.numberField(
          UInt32(10 + component),
          PanelBuilder.NumberField(
            path: row.path, part: component, component: component, value: component == 0 ? value.x : value.y,
            unit: "",
            step: step,
            prefix: component == 0 ? "x" : "y", isMixed: row.isMixed, isEnabled: row.isEnabled),
          in: part
        ) { .component(component, $0) }
      }
    case .color(let color):
      ui.colorField(
        10, path: row.path, color, in: rect, isMixed: row.isMixed, isEnabled: row.isEnabled)
    case .choice(let chosen, let titles):
      let isShort = titles.count <= 3 && titles.allSatisfy { $0.count * titles.count <= 21 }
      let chosen = row.isMixed ? nil : chosen
      let clicked =
        isShort
        ? ui.segments(10, titles, chosen: chosen, in: rect) : ui.choice(10, titles, chosen: chosen, in: rect)
      if let clicked, row.isEnabled { change(.choice(clicked)) }
    case .toggle(let isOn):
      // What is on for some is turned on for all first.
      let isOn = row.isMixed ? nil : isOn
      if ui.toggle(10, isOn: isOn, in: rect.left(30)), row.isEnabled { change(.toggle(!(isOn ?? false))) }
    case .text(let text):
      guard row.isEnabled else { return ui.text(text, in: rect.inset(by: 8, 0)) }
      ui.textRow(
        10, path: row.path, row.isMixed ? "" : text, in: rect, hint: row.isMixed ? PanelBuilder.mixed : "")
    case .reading(let text):
      ui.text(text, in: rect.inset(by: 8, 0), .body, ui.theme.text, .right)
    }
  }
}

extension PropertyRow {
  fileprivate var isVector: Bool {
    if case .vector = control { return true }
    return false
  }
}

extension PanelBuilder {
  /// A text that counts once it is done: on Enter, or when the mouse goes elsewhere.
  func textRow(_ id: UInt32, path: String, _ text: String, in rect: Rect, hint: StaticString = "") {
    let state = textField(id, text, in: rect, hint: hint).state
    guard state.contains(.released) else { return }
    let now = String(cString: typed)
    guard now != text else { return }
    actions.append(.beginEdit(path: path))
    actions.append(.edit(path: path, .text(now)))
    actions.append(.endEdit(path: path))
  }
}
