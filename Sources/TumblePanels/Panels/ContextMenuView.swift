import CTumbleImGui
import TumbleGeometry

/// The menu at the mouse. It closes itself as menus do: by a choice, a press elsewhere, or Esc.
struct ContextMenuView {
  let state: ContextMenuState
  let place: Vector

  func build(in ui: PanelBuilder) {
    // What holds the menu is nothing to be seen or pressed.
    ui.window(
      "context", at: place, width: 1, limit: Size(1, 1), padding: .zero, rounding: 0, [.isIdle, .isBare]
    ) {
      let isNew = ui.contextMenu != state.number
      ui.contextMenu = state.number
      if isNew { tumble_ui_open_popup() }
      guard tumble_ui_begin_popup_menu() else {
        ui.actions.append(.close(.contextMenu))
        return
      }
      MenuView.build(state.items, in: ui)
      tumble_ui_end_popup_menu()
    }
  }
}
