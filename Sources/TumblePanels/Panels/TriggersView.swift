/// A scene's triggers: a line each, and of those that are open the event and the actions.
struct TriggersView {
  let state: TriggersState

  func build(in ui: PanelBuilder) {
    if state.rows.isEmpty {
      ui.paragraph(
        "Nothing follows from anything yet. A right click on a body has “When this is hit”.", .body,
        ui.theme.dim)
    }
    for row in state.rows { ui.identified(by: row.id) { build(row, in: ui) } }
    ui.space(4)
    if ui.buttons([("When…", .plain)]) != nil { act(.add, ui) }
  }

  private func act(_ action: TriggerAction, _ ui: PanelBuilder) { ui.actions.append(.trigger(action)) }

  private func build(_ row: TriggersState.Row, in ui: PanelBuilder) {
    let line = ui.row(26)
    let item = ui.item(1, in: line)
    if row.isLit || item.contains(.hovered) {
      ui.fill(line, row.isLit ? ui.theme.accent.withAlpha(0.45) : ui.theme.hovered, rounding: 5)
    }
    ui.text(row.title, in: line.inset(by: 6, 0).without(right: 18), row.isOpen ? .strong : .body)
    ui.icon(.chevron, in: line.right(22), ui.theme.dim)
    ui.help(row.title, id: ui.digest(of: row.id), isHovered: item.contains(.hovered))
    if item.contains(.clicked) { act(.open(row.id), ui) }
    guard row.isOpen else { return }
    PropertyGroupsView(groups: [PropertyGroup("", row.event)]).build(in: ui)
    for (place, action) in row.actions.enumerated() {
      ui.identified(by: place) {
        let head = ui.row(24)
        ui.text(place == 0 ? "then" : "and", in: head, .small, ui.theme.dim)
        let buttons = head.right(50)
        if row.actions.count > 1, ui.iconButton(3, .close, in: buttons.right(22), help: "Leave it out") {
          act(.removeAction(of: row.id, at: place), ui)
        }
        if place > 0, ui.iconButton(2, .raise, in: buttons.left(22), help: "Before the one above") {
          act(.raiseAction(of: row.id, at: place), ui)
        }
        PropertyGroupsView(groups: [PropertyGroup("", action)]).build(in: ui)
      }
    }
    ui.space(4)
    switch ui.buttons([("Remove", .danger), ("And then…", .plain)]) {
    case 0: act(.remove(row.id), ui)
    case 1: act(.addAction(to: row.id), ui)
    default: break
    }
    ui.divider(before: 6, after: 4)
  }
}
