import CTumbleImGui
import TumbleGeometry
import TumbleLooks

/// Asks whether to go on with a session that did not end well.
struct RecoveryView {
  let state: RecoveryState
  let room: Rect

  func build(in ui: PanelBuilder) {
    ui.window(
      "recovery", at: room.center, pivot: Vector(0.5, 0.5), width: min(400, room.width), limit: room.size,
      padding: Vector(20, 16), [.isModal, .scrolls]
    ) {
      ui.text("Restore the last session?", in: ui.row(26), .title)
      ui.space(6)
      ui.paragraph(
        "Tumble did not end properly last time. What was done in this scene was saved.", .body, ui.theme.dim)
      ui.space(10)
      let row = ui.row(46)
      ui.fill(row, ui.theme.field, rounding: 6)
      ui.text(state.scene, in: row.inset(by: 12, 0).top(26).lowered(3), .strong)
      ui.text(state.detail, in: row.inset(by: 12, 0).bottom(22).lowered(-3), .small, ui.theme.dim)
      ui.space(14)
      switch ui.buttons([("Start over", .plain), ("Restore", .primary)]) {
      case 0: ui.actions.append(.recover(false))
      case 1: ui.actions.append(.recover(true))
      default:
        if ui.isPressed(TUMBLE_UI_ESCAPE) {
          ui.actions.append(.recover(false))
        } else if ui.isAnswered {
          ui.actions.append(.recover(true))
        }
      }
    }
  }
}
