import TumbleGeometry
import TumbleLooks

/// A mistake, whole.
struct ErrorView {
  let state: ErrorCardState
  let room: Rect

  func build(in ui: PanelBuilder) {
    let width = min(700, room.width)
    ui.window(
      "error", at: room.center, pivot: Vector(0.5, 0.5), width: width, limit: room.size,
      padding: Vector(18, 14),
      [.isModal, .scrolls]
    ) {
      let row = ui.row(26)
      ui.icon(.warning, in: row.left(18), ui.theme.danger)
      ui.text(state.title, in: row.without(left: 26), .title)
      ui.space(8)
      ui.boxedLines(1, state.message, limit: max(room.height - (state.hint.isEmpty ? 148 : 176), 60))
      if !state.hint.isEmpty {
        ui.space(10)
        ui.paragraph(state.hint)
      }
      ui.space(6)
      ui.paragraph("The scene keeps running unchanged.", .small, ui.theme.dim)
      ui.space(12)
      switch ui.buttons([("Copy", .plain), ("Close", .primary)]) {
      case 0: ui.actions.append(.copyError)
      case 1: ui.actions.append(.close(.error))
      default:
        if ui.isAnswered { ui.actions.append(.close(.error)) }
      }
    }
  }
}
