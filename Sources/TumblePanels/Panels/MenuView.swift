import CTumbleImGui
import TumbleGeometry
import TumbleLooks

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
