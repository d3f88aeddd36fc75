import CTumbleImGui
import TumbleGeometry
import TumbleLooks

/// The column at the right edge: what is exported, the scene's controls, what is selected, the world, layers
/// and the profile, each with its heading.
struct SideColumn {
  let state: InterfaceState
  let place: Rect

  func build(in ui: PanelBuilder) {
    ui.window(
      "side", at: Vector(place.max.x, place.min.y), pivot: Vector(1, 0), width: place.width,
      limit: place.size, padding: Vector(12, 10), .scrolls
    ) {
      var isFirst = true
      var (shown, opened) = (0, 0.0)
      func section(
        _ id: Int, _ title: String, subtitle: String = "", _ panel: InterfacePanel, reserved: Double = 0,
        _ body: () -> Void
      ) {
        if !isFirst { ui.divider() }
        isFirst = false
        shown |= 1 << id
        if ui.shownSections & 1 << id == 0 { opened = ui.place.y }
        ui.identified(by: id) {
          if ui.heading(title, subtitle: subtitle, style: .strong, reserved: reserved) {
            ui.actions.append(.close(panel))
          }
          ui.space(4)
          body()
        }
      }
      if let export = state.export {
        section(10, export.title, .export) {
          PropertyGroupsView(groups: [PropertyGroup("", export.rows)]).build(in: ui)
          ui.space(4)
          ui.paragraph(export.path, .small, ui.theme.dim)
          ui.space(6)
          let answer = ui.buttons(
            [("Folder…", .plain), ("Export", .primary)], disabled: export.isReady ? nil : 1)
          if answer == 0 { ui.actions.append(.chooseFolder(.export)) }
          if answer == 1 { ui.actions.append(.export) }
        }
      }
      if let controls = state.controls {
        section(6, "Controls", .controls) {
          PropertyGroupsView(groups: [PropertyGroup("", controls.rows)]).build(in: ui)
        }
      }
      if let graph = state.graph {
        section(7, "Graph", subtitle: graph.title, .graph) {
          PropertyGroupsView(groups: graph.groups).build(in: ui)
        }
      }
      if let animation = state.animation {
        // It is in the heading: in sight however low the window is.
        let take = animation.isChange ? "Apply" : "Animate"
        let (right, width) = (ui.place.x + ui.availableWidth - 28, ui.buttonWidth(take))
        section(8, animation.title, .animation, reserved: width + 6) {
          let button = Rect(min: Vector(right - width, ui.place.y - 28), max: Vector(right, ui.place.y - 4))
          if ui.button(1, take, in: button, .primary) { ui.actions.append(.animator(.takeCard)) }
          PropertyGroupsView(groups: animation.groups).build(in: ui)
        }
      }
      if let inspector = state.inspector {
        section(1, inspector.title, subtitle: inspector.subtitle, .inspector) {
          PropertyGroupsView(groups: inspector.groups).build(in: ui)
          if !inspector.message.isEmpty {
            ui.space(4)
            ui.paragraph(inspector.message, .body, ui.theme.dim)
          } else if state.animation == nil, ui.buttons([("Animate…", .plain)]) != nil {
            ui.actions.append(.animator(.openCard(animation: nil)))
          }
        }
      }
      if let triggers = state.triggers {
        section(9, "When…", .triggers) { TriggersView(state: triggers).build(in: ui) }
      }
      if let world = state.world {
        section(2, "World", .world) { PropertyGroupsView(groups: world.groups).build(in: ui) }
      }
      if let layers = state.layers {
        section(4, "Layers", .layers) { LayersView(state: layers).build(in: ui) }
      }
      if let profile = state.profile {
        section(5, "Frame time", .profile) { ProfileView(state: profile).build(in: ui) }
      }
      // A part that was opened beside others is brought into sight.
      let isOpened = shown & ui.shownSections != 0 && (shown & ~ui.shownSections).nonzeroBitCount == 1
      if isOpened, opened < place.min.y || opened > place.max.y - 60 {
        tumble_ui_scroll_to(tumble_ui_scroll() + ui.pixels(opened - place.min.y - 10))
      }
      ui.shownSections = shown
    }
  }
}

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
    let rect = ui.row(isStacked || row.plays ? 56 : 28)
    let label = rect.left(labelWidth).top(28)
    var right = 6.0
    // It is there while the mouse is near: a column of them would be in the way.
    if let isControl = row.isControl, isControl || rect.contains(ui.mouse) {
      right = 24
      if ui.iconButton(
        4, .slider, in: label.right(22).middle(height: 22), isOn: isControl,
        help: isControl ? "Remove from the scene's controls" : row.control.controlHelp
      ) {
        ui.actions.append(.makeControl(path: row.path, !isControl))
      }
    }
    let state = ui.item(1, in: label)
    name(row, in: label.without(right: right), ui)
    ui.help(row.help, id: ui.digest(of: row.path), isHovered: state.contains(.hovered))
    var field = Rect(min: Vector(label.max.x, rect.min.y), max: rect.max)
    if let keying = row.keying {
      let button = field.right(20).top(28).middle(height: 22)
      if ui.iconButton(
        3, keying == .none ? .emptyKey : keying == .key ? .key : .curve, in: button,
        color: keying == .key ? ui.theme.accent : ui.theme.dim, help: keying.help)
      {
        ui.actions.append(.setKey(path: row.path, keying != .key))
      }
      field = field.without(right: 22)
    }
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

  /// Draws the name of a row, in two small lines if it is too long for one.
  private func name(_ row: PropertyRow, in rect: Rect, _ ui: PanelBuilder) {
    let color = row.isEnabled ? ui.theme.dim : ui.theme.dim.withAlpha(0.6)
    let height = ui.height(of: row.label, width: rect.width, .small)
    guard ui.width(of: row.label) > rect.width, height <= rect.height else {
      return ui.text(row.label, in: rect, .body, color)
    }
    ui.lines(row.label, at: rect.middle(height: height).min, width: rect.width, .small, color)
  }

  private func control(_ row: PropertyRow, in rect: Rect, _ ui: PanelBuilder) {
    switch row.control {
    case .number(let value, let range, let step):
      let field = PanelBuilder.NumberField(
        path: row.path, value: value, unit: row.unit, range: range, step: step, isMixed: row.isMixed,
        isEnabled: row.isEnabled)
      ui.numberField(10, field, in: rect) { .number($0) }
    case .slider(let value, let range, let isLogarithmic):
      let number = rect.right(min(72, rect.width / 2))
      let slider = PanelBuilder.Slider(
        path: row.path, value: value, range: range, isLogarithmic: isLogarithmic, isMixed: row.isMixed,
        isEnabled: row.isEnabled)
      ui.slider(10, slider, in: rect.without(right: number.width + 4), editing: row.path) { .number($0) }
      let pulled = ui.pull.flatMap { $0.path == row.path ? $0.value : nil }
      let field = PanelBuilder.NumberField(
        path: row.path, part: 1, value: pulled ?? value, unit: row.unit, range: range,
        isMixed: row.isMixed && pulled == nil, isEnabled: row.isEnabled)
      ui.numberField(11, field, in: number) { .number($0) }
    case .vector(let value, let step):
      let isStacked = rect.height > 28
      let half = (rect.width - 4) / 2
      for component in 0...1 {
        let part =
          isStacked
          ? (component == 0 ? rect.top(24) : rect.bottom(24))
          : component == 0 ? rect.left(half) : rect.right(half)
        let field = PanelBuilder.NumberField(
          path: row.path, part: component, component: component, value: component == 0 ? value.x : value.y,
          unit: "", step: step, prefix: component == 0 ? "x" : "y", isMixed: row.isMixed,
          isEnabled: row.isEnabled)
        ui.numberField(UInt32(10 + component), field, in: part) { .component(component, $0) }
      }
    case .color(let color):
      ui.colorField(10, path: row.path, color, in: rect, isMixed: row.isMixed, isEnabled: row.isEnabled)
    case .choice(let chosen, let titles):
      let isShort = titles.count <= 3 && titles.allSatisfy { $0.count * titles.count <= 21 }
      let chosen = row.isMixed ? nil : chosen
      let clicked =
        isShort
        ? ui.segments(10, titles, chosen: chosen, in: rect) : ui.choice(10, titles, chosen: chosen, in: rect)
      if let clicked, row.isEnabled { ui.edit(row.path, .choice(clicked)) }
    case .toggle(let isOn):
      // What is on for some is turned on for all first.
      let isOn = row.isMixed ? nil : isOn
      if ui.toggle(10, isOn: isOn, in: rect.left(30)), row.isEnabled {
        ui.edit(row.path, .toggle(!(isOn ?? false)))
      }
    case .text(let text):
      guard row.isEnabled else { return ui.text(text, in: rect.inset(by: 8, 0)) }
      ui.textRow(
        10, path: row.path, row.isMixed ? "" : text, in: rect,
        hint: row.isMixed ? PanelBuilder.mixed : "not set")
    case .curve(let curve, let name, let timing):
      ui.curveField(10, path: row.path, curve, named: name, in: rect.top(24), isEnabled: row.isEnabled)
      if let timing { ui.motion(timing, curve, in: rect.lowered(28).top(24)) }
    case .reading(let text): ui.text(text, in: rect.inset(by: 8, 0), .body, ui.theme.text, .right)
    }
  }
}

extension PropertyRow.Keying {
  fileprivate var help: String {
    switch self {
    case .none: "Animate: add a key at the playhead"
    case .moved: "An animation moves it; add a key at the playhead"
    case .key: "There is a key here; remove it"
    }
  }
}

extension PropertyRow {
  fileprivate var isVector: Bool {
    if case .vector = control { return true }
    return false
  }

  fileprivate var plays: Bool {
    if case .curve(_, _, .some) = control { return true }
    return false
  }
}

extension PanelBuilder {
  /// Adds a text that counts once it is done: on Enter, or when the mouse goes elsewhere.
  func textRow(_ id: UInt32, path: String, _ text: String, in rect: Rect, hint: StaticString = "") {
    let state = textField(id, text, in: rect, hint: hint, selectsAll: true).state
    guard state.contains(.released) else { return }
    let now = String(cString: typed)
    if now != text { edit(path, .text(now)) }
  }
}

/// Switches of what is drawn over the stage.
struct LayersView {
  let state: LayersState

  func build(in ui: PanelBuilder) {
    for (index, layer) in state.offered.enumerated() {
      let row = ui.row(26)
      let isOn = state.shown.contains(layer)
      let item = ui.item(UInt32(index), in: row.without(right: 36))
      ui.text(layer.title, in: row.without(right: 40), .body, isOn ? ui.theme.text : ui.theme.dim)
      ui.help(layer.help, id: UInt32(0x1a7e5 + index), isHovered: item.contains(.hovered))
      if ui.toggle(UInt32(100 + index), isOn: isOn, in: row.right(30)) || item.contains(.clicked) {
        ui.actions.append(.showLayer(layer, !isOn))
      }
    }
  }
}

/// The view of where the time of a frame goes.
struct ProfileView {
  let state: ProfileState
  private static let columns = ["now", "avg", "99 %"]

  func build(in ui: PanelBuilder) {
    let head = ui.row(22)
    let isSlow = state.framesPerSecond * state.budget < 900
    ui.number(
      state.framesPerSecond, decimals: 0,
      state.framesPerSecond.rounded() == 1 ? " frame per second" : " frames per second", in: head, .strong,
      isSlow ? ui.theme.warning : ui.theme.success)
    ui.space(4)
    history(in: ui.row(44), ui)
    ui.space(6)
    let header = ui.row(18)
    ui.text("ms", in: header, .small, ui.theme.dim)
    for (index, title) in Self.columns.enumerated() {
      ui.text(title, in: column(index, of: header), .small, ui.theme.dim, .right)
    }
    for phase in state.phases {
      let row = ui.row(19)
      let color = phase.depth > 0 ? ui.theme.dim : ui.theme.text
      ui.text(phase.name, in: row.without(left: Double(phase.depth) * 12, right: 126), .small, color)
      let isLong = phase.percentile99 > state.budget
      number(phase.now, 0, of: row, color, ui)
      number(phase.average, 1, of: row, color, ui)
      number(phase.percentile99, 2, of: row, isLong ? ui.theme.warning : color, ui)
    }
    if !state.counts.isEmpty {
      ui.space(6)
      ui.text("drawn a frame", in: ui.row(18), .small, ui.theme.dim)
    }
    for count in state.counts {
      let row = ui.row(19)
      ui.text(count.name, in: row.without(right: 126), .small, ui.theme.text)
      for (index, value) in [count.now, count.average, count.percentile99].enumerated() {
        ui.number(value, decimals: count.decimals, in: column(index, of: row), .small, ui.theme.text, .right)
      }
    }
    if let stall = state.stall {
      ui.space(6)
      ui.paragraph(stall, .small, ui.theme.warning)
    }
  }

  private func column(_ index: Int, of row: Rect) -> Rect {
    row.without(right: Double(2 - index) * 42).right(42)
  }

  private func number(_ value: Double, _ index: Int, of row: Rect, _ color: Color, _ ui: PanelBuilder) {
    ui.number(value, decimals: value >= 10 ? 1 : 2, in: column(index, of: row), .small, color, .right)
  }

  /// Bars as high as frames were long; the line is the budget of a frame.
  private func history(in rect: Rect, _ ui: PanelBuilder) {
    ui.fill(rect, ui.theme.field, rounding: 6)
    let inner = rect.inset(by: 6, 5)
    let longest = max(state.budget * 1.6, 1)
    let width = max(2, 1 / ui.scale)
    let count = min(state.history.count, Int(inner.width / width))
    for (index, length) in state.history.suffix(count).enumerated() {
      let height = inner.height * min(max(Double(length) / longest, 0), 1)
      let x = inner.max.x - Double(count - index) * width
      let isLate = Double(length) > state.budget * 1.05
      ui.fill(
        Rect(min: Vector(x, inner.max.y - height), max: Vector(x + width, inner.max.y)),
        isLate ? ui.theme.warning : ui.theme.accent)
    }
    let y = inner.max.y - inner.height * state.budget / longest
    ui.segment(Vector(inner.min.x, y), Vector(inner.max.x, y), ui.theme.dim.withAlpha(0.7), thickness: 1)
  }
}
