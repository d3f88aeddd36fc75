import CTumbleImGui
import TumbleGeometry
import TumbleLooks

/// Scenes with their pictures, to choose from.
struct PickerView {
  let state: PickerState
  let room: Rect

  func build(in ui: PanelBuilder) {
    let card = Rect(center: room.center, size: Size(min(780, room.width), min(600, room.height)))
    ui.window("picker", filling: card, padding: Vector(18, 14), .isModal) {
      if ui.heading("Scenes") { ui.actions.append(.close(.picker)) }
      ui.space(6)
      let top = ui.row(28)
      // The menu's own command.
      if ui.button(3, "New scene", in: top.right(104)) { ui.actions.append(.chooseMenuItem("new-scene")) }
      let search = top.without(right: 114)
      if tumble_ui_window_appears() { ui.scrolledTo = nil }
      let edited = ui.searchField(1, state.search, in: search, hint: "Search by title or name")
      if let edited { ui.actions.append(.searchScenes(edited)) }
      ui.space(12)
      var columns = 1
      ui.scrollArea(2, size: Size(0, 0)) { columns = grid(in: ui) }
      keys(columns, ui)
    }
  }

  private func keys(_ columns: Int, _ ui: PanelBuilder) {
    if ui.isPressed(TUMBLE_UI_ESCAPE) { return ui.actions.append(.close(.picker)) }
    guard !state.rows.isEmpty else { return }
    if ui.isPressed(TUMBLE_UI_ENTER), state.rows.indices.contains(state.selected) {
      return ui.actions.append(.openScene(state.selected))
    }
    var move = 0
    if ui.isPressed(TUMBLE_UI_DOWN) { move = columns }
    if ui.isPressed(TUMBLE_UI_UP) { move = -columns }
    // With a text there the field's own caret moves.
    if state.search.isEmpty {
      if ui.isPressed(TUMBLE_UI_RIGHT) { move = 1 }
      if ui.isPressed(TUMBLE_UI_LEFT) { move = -1 }
    }
    let selected = min(max(state.selected + move, 0), state.rows.count - 1)
    if selected != state.selected { ui.actions.append(.selectScene(selected)) }
  }

  /// Gives the number of columns.
  private func grid(in ui: PanelBuilder) -> Int {
    guard !state.rows.isEmpty else {
      ui.space(24)
      ui.text(
        state.isReading ? "Reading the folders" : "No matches", in: ui.row(24), .body, ui.theme.dim, .center)
      return 1
    }
    let gap = 12.0
    let width = ui.availableWidth - 6
    // Smaller in a low window, so that a row fits with its names.
    let minWidth = min(150, max(96, room.height * 0.42))
    let columns = max(1, Int((width + gap) / (minWidth + gap)))
    let cell = (width - gap * Double(columns - 1)) / Double(columns)
    let height = (cell * 0.72).rounded() + 44
    let seen = ui.windowRect
    for first in stride(from: 0, to: state.rows.count, by: columns) {
      let row = ui.row(height)
      for index in first..<min(first + columns, state.rows.count) {
        let x = row.min.x + Double(index - first) * (cell + gap)
        let rect = Rect(origin: Vector(x, row.min.y), size: Size(cell, height))
        if index == state.selected { scroll(to: rect, seen, ui) }
        if rect.max.y >= seen.min.y, rect.min.y <= seen.max.y {
          build(state.rows[index], index, in: rect, ui)
        }
      }
      ui.space(gap)
    }
    return columns
  }

  private func scroll(to rect: Rect, _ seen: Rect, _ ui: PanelBuilder) {
    guard ui.scrolledTo != state.selected else { return }
    ui.scrolledTo = state.selected
    let top = Double(tumble_ui_scroll()) / ui.scale
    if rect.min.y < seen.min.y {
      tumble_ui_scroll_to(ui.pixels(top + rect.min.y - seen.min.y))
    } else if rect.max.y > seen.max.y {
      tumble_ui_scroll_to(ui.pixels(top + rect.max.y - seen.max.y + 4))
    }
  }

  private func build(_ row: PickerState.Row, _ index: Int, in rect: Rect, _ ui: PanelBuilder) {
    let item = ui.item(UInt32(index), in: rect)
    let isSelected = index == state.selected
    let picture = Rect(min: rect.min, max: Vector(rect.max.x, rect.max.y - 44))
    if isSelected || item.contains(.hovered) {
      ui.fill(rect, isSelected ? ui.theme.selection : ui.theme.hovered, rounding: 8)
    }
    let frame = picture.inset(by: 5)
    ui.fill(frame, ui.theme.field, rounding: 5)
    if let id = row.picture, let size = ui.pictureSizes[id], size.width > 0, size.height > 0 {
      let scale = min(frame.width / Double(size.width), frame.height / Double(size.height))
      let shown = Size(Double(size.width) * scale, Double(size.height) * scale)
      ui.picture(id, in: Rect(center: frame.center, size: shown), rounding: 5)
    } else {
      ui.text("…", in: frame, .title, ui.theme.dim, .center)
    }
    if isSelected { ui.frame(rect, ui.theme.accent, rounding: 8, thickness: 1.5) }
    let texts = Rect(min: Vector(rect.min.x + 9, picture.max.y), max: Vector(rect.max.x - 9, rect.max.y))
    ui.text(row.title, in: texts.top(22), .strong)
    ui.text(row.name, in: texts.bottom(26).top(18), .small, ui.theme.dim)
    if row.isOwn { ui.text("yours", in: texts.bottom(26).top(18), .small, ui.theme.accent, .right) }
    if item.contains(.clicked) { ui.actions.append(.openScene(index)) }
  }
}
