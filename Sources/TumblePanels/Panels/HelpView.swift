import CTumbleImGui
import TumbleGeometry
import TumbleLooks

/// The table of keys, searchable.
struct HelpView {
  let state: HelpState
  let room: Rect

  func build(in ui: PanelBuilder) {
    let card = Rect(center: room.center, size: Size(min(600, room.width), min(620, room.height)))
    ui.window("help", filling: card, padding: Vector(18, 14), .isModal) {
      if ui.heading("Help") { ui.actions.append(.close(.help)) }
      ui.space(6)
      let search = ui.row(28)
      let edited = ui.searchField(
        1, state.search, in: search, hint: "Search keys and what they do")
      if let edited { ui.actions.append(.searchHelp(edited)) }
      ui.space(8)
      ui.scrollArea(2, size: Size(0, 0)) { content(in: ui) }
      if ui.isPressed(TUMBLE_UI_ESCAPE) { ui.actions.append(.close(.help)) }
    }
  }

  private func content(in ui: PanelBuilder) {
    if !state.note.isEmpty, state.search.isEmpty {
      ui.text("This scene", in: ui.row(22), .small, ui.theme.dim)
      ui.paragraph(state.note, width: ui.availableWidth - 8)
      ui.space(8)
    }
    var isEmpty = true
    for section in state.sections {
      var hasTitle = false
      for row in section.rows where HelpState.matches(row, in: section, search: state.search) {
        if !hasTitle {
          ui.space(6)
          ui.text(section.title, in: ui.row(22), .small, ui.theme.dim)
          hasTitle = true
        }
        isEmpty = false
        build(row, in: ui)
      }
    }
    if isEmpty {
      ui.space(20)
      ui.text("No matches", in: ui.row(24), .body, ui.theme.dim, .center)
    }
  }

  private func build(_ row: HelpState.Row, in ui: PanelBuilder) {
    let width = ui.availableWidth
    let keysWidth = min(150, width * 0.36)
    let textWidth = width - keysWidth - 24
    let height = max(28, ui.height(of: row.text, width: textWidth) + 10)
    let rect = ui.row(height)
    var x = rect.min.x
    for key in row.keys where x < rect.min.x + keysWidth - 12 {
      x += ui.keyCap(key, at: Vector(x, rect.min.y + 4)) + 5
    }
    let place = Vector(rect.min.x + keysWidth + 12, rect.min.y + 6)
    ui.lines(row.text, at: place, width: textWidth)
  }
}
