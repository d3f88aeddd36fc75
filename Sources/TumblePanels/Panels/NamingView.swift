import CTumbleImGui
import TumbleGeometry
import TumbleLooks

/// Asks for the name of a file.
struct NamingView {
  let state: NamingState
  let room: Rect

  func build(in ui: PanelBuilder) {
    ui.window(
      "naming", at: room.center, pivot: Vector(0.5, 0.5), width: min(400, room.width), limit: room.size,
      padding: Vector(20, 16), [.isModal, .scrolls]
    ) {
      ui.text(state.title, in: ui.row(26), .title)
      ui.space(8)
      let edited = ui.cardField(1, state.name, in: ui.row(28), hint: "name")
      if let edited { ui.actions.append(.typeName(edited)) }
      ui.space(4)
      if let refusal = state.refusal {
        ui.paragraph(refusal, .small, ui.theme.danger)
      } else {
        ui.paragraph(state.detail, .small, ui.theme.dim)
      }
      ui.space(12)
      switch ui.buttons([("Cancel", .plain), ("Save", .primary)]) {
      case 0: ui.actions.append(.close(.naming))
      case 1:
        ui.actions.append(.confirmName)
        ui.returnsFocus = true
      default:
        if ui.isPressed(TUMBLE_UI_ESCAPE) {
          ui.actions.append(.close(.naming))
        } else if ui.isPressed(TUMBLE_UI_ENTER) {
          ui.actions.append(.confirmName)
        }
      }
    }
  }
}
