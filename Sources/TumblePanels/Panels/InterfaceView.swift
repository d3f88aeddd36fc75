import CTumbleImGui
import TumbleGeometry
import TumbleInput

/// The whole interface, built from its state.
struct InterfaceView {
  let state: InterfaceState
  let layout: InterfaceLayout

  func build(in ui: PanelBuilder) {
    tumble_ui_push_font(TextStyle.body.rawValue)
    defer { tumble_ui_pop_font() }
    ui.showsHelp = !state.isModal
    // A question is answered first.
    ui.inert(state.holdsTime) { buildPanels(in: ui) }
    if state.holdsTime { scrim(in: ui) }
    ui.showsHelp = true
    if let leaving = state.leaving {
      LeavingView(state: leaving, room: layout.card).build(in: ui)
    } else if let error = state.error {
      ErrorView(state: error, room: layout.card).build(in: ui)
    } else if let recovery = state.recovery {
      RecoveryView(state: recovery, room: layout.card).build(in: ui)
    } else if let picker = state.picker {
      PickerView(state: picker, room: layout.card).build(in: ui)
    } else if let naming = state.naming {
      NamingView(state: naming, room: layout.card).build(in: ui)
    } else if let help = state.help {
      HelpView(state: help, room: layout.card).build(in: ui)
    } else if let progress = state.progress {
      ProgressView(state: progress, room: layout.card).build(in: ui)
    }
  }

  /// Builds all that lies behind cards.
  private func buildPanels(in ui: PanelBuilder) {
    if !state.menus.isEmpty { MenuView(menus: state.menus, bar: layout.menu).build(in: ui) }
    if let timeline = state.timeline { TimelineView(state: timeline, bar: layout.timeline).build(in: ui) }
    if let animator = state.animator { AnimatorView(state: animator, place: layout.animator).build(in: ui) }
    if let tools = state.tools {
      ToolPaletteView(state: tools, place: layout.tools, columns: layout.toolColumns, size: layout.toolSize)
        .build(in: ui)
    }
    if layout.side.width > 0 {
      SideColumn(state: state, place: layout.side).build(in: ui)
    } else {
      ui.shownSections = 0
    }
    if let menu = state.contextMenu { ContextMenuView(state: menu, place: layout.stage.min).build(in: ui) }
    MessagesView(state: state, layout: layout).build(in: ui)
  }

  /// Dims what lies behind a card that waits.
  private func scrim(in ui: PanelBuilder) {
    ui.window("scrim", filling: layout.area, padding: .zero, rounding: 0, [.isIdle, .isModal, .isBare]) {
      ui.fill(layout.area, Color.black.withAlpha(ui.theme.appearance == .light ? 0.16 : 0.36))
    }
  }
}

/// The bar at the top.
struct MenuView {
  let menus: [Menu]
  let bar: Rect
  /// Items are told from others by their places: those of one menu are seen at a time.
  private static let helpID: UInt32 = 0x4D00_0000

  func build(in ui: PanelBuilder) {
    guard tumble_ui_begin_main_menu(ui.pixels(bar.height)) else { return }
    for menu in menus {
      let isOpen = menu.title.withBytes { tumble_ui_begin_menu($0.characters, $0.count) }
      guard isOpen else { continue }
      Self.build(menu.items, in: ui)
      tumble_ui_end_menu()
    }
    let drawn = ui.windowRect
    ui.fill(drawn.bottom(1 / ui.scale), ui.theme.border)
    tumble_ui_end_main_menu()
  }

  static func build(_ items: [MenuItem], in ui: PanelBuilder) {
    for (index, item) in items.enumerated() {
      guard !item.title.isEmpty else {
        tumble_ui_separator()
        continue
      }
      ui.identified(by: index) {
        if item.items.isEmpty {
          let isChosen = item.title.withBytes { title in
            item.shortcut.withBytes { shortcut in
              tumble_ui_menu_item(
                title.characters, title.count, shortcut.characters, shortcut.count, item.isChecked,
                item.isEnabled)
            }
          }
          if isChosen { ui.actions.append(.chooseMenuItem(item.id)) }
          if !item.help.isEmpty {
            ui.help(item.help, id: Self.helpID + UInt32(index), isHovered: tumble_ui_is_item_hovered())
          }
        } else if item.title.withBytes({ tumble_ui_begin_menu($0.characters, $0.count) }) {
          build(item.items, in: ui)
          tumble_ui_end_menu()
        }
      }
    }
  }
}

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

/// The tools, as a column of drawings at the left of the stage.
struct ToolPaletteView {
  let state: ToolPaletteState
  let place: Rect
  let columns: Int
  /// The side of a tool's square.
  let size: Double

  func build(in ui: PanelBuilder) {
    let padding = InterfaceLayout.toolPadding
    ui.window("tools", filling: place, padding: Vector(padding, padding), rounding: 0, .scrolls) {
      ui.fill(place.right(1 / ui.scale), ui.theme.border)
      ui.disabled(!state.isEnabled) {
        var row = Rect(size: .zero)
        for (index, tool) in state.offered.enumerated() {
          if index % columns == 0 { row = ui.row(size) }
          let corner = row.min + Vector(Double(index % columns) * size, 0)
          if build(tool, UInt32(index), in: Rect(origin: corner, size: Size(size, size)).inset(by: 1.5), ui) {
            ui.actions.append(.chooseTool(tool))
          }
        }
      }
    }
  }

  private func build(_ tool: Tool, _ id: UInt32, in rect: Rect, _ ui: PanelBuilder) -> Bool {
    func help() -> String {
      let title = state.shortcuts[tool].map { "\(tool.title)  (\($0))" } ?? tool.title
      return title + "\n" + tool.help
    }
    return ui.iconButton(
      id, .tool(tool), in: rect, isOn: tool == state.chosen, color: ui.theme.text, help: help())
      && state.isEnabled
  }
}
