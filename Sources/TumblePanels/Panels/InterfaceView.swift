import CTumbleImGui
import TumbleGeometry
import TumbleLooks

/// The whole interface, built from its state.
struct InterfaceView {
  let state: InterfaceState
  let layout: InterfaceLayout

  func build(in ui: PanelBuilder) {
    tumble_ui_push_font(TextStyle.body.rawValue)
    defer { tumble_ui_pop_font() }
    if !state.menus.isEmpty { MenuView(menus: state.menus, bar: layout.menu).build(in: ui) }
    if let timeline = state.timeline { TimelineView(state: timeline, bar: layout.timeline).build(in: ui) }
    if let tools = state.tools {
      ToolPaletteView(state: tools, place: layout.tools, columns: layout.toolColumns, size: layout.toolSize)
        .build(in: ui)
    }
    if layout.side.width > 0 { SideColumn(state: state, place: layout.side).build(in: ui) }
    if let menu = state.contextMenu {
      ContextMenuView(state: menu, place: layout.stage.min).build(in: ui)
    }
    MessagesView(state: state, layout: layout).build(in: ui)
    if state.isModal, state.error == nil { scrim(in: ui) }
    if let progress = state.progress {
      ProgressView(state: progress, room: layout.card).build(in: ui)
    } else if let error = state.error {
      ErrorView(state: error, room: layout.card).build(in: ui)
    } else if let recovery = state.recovery {
      RecoveryView(state: recovery, room: layout.card).build(in: ui)
    } else if let naming = state.naming {
      NamingView(state: naming, room: layout.card).build(in: ui)
    } else if let picker = state.picker {
      PickerView(state: picker, room: layout.card).build(in: ui)
    } else if let help = state.help {
      HelpView(state: help, room: layout.card).build(in: ui)
    }
  }

  /// What lies behind a card that waits is dimmed.
  private func scrim(in ui: PanelBuilder) {
    ui.window("scrim", filling: layout.area, padding: .zero, rounding: 0, [.isIdle, .isModal, .isBare]) {
      ui.fill(layout.area, Color.black.withAlpha(ui.theme.appearance == .light ? 0.16 : 0.36))
    }
  }
}
