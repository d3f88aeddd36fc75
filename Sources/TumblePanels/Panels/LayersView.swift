import TumbleGeometry
import TumbleLooks

/// Switches of what is drawn over the stage.
struct LayersView {
  let state: LayersState

  func build(in ui: PanelBuilder) {
    for (index, layer) in state.offered.enumerated() {
      let row = ui.row(26)
      let isOn = state.shown.contains(layer)
      let item = ui.item(UInt32(index), in: row.without(right: 36))
      ui.text(layer.title, in: row.without(right: 40), .body, isOn ? ui.theme.text : ui.theme.dim)
      ui.help(layer.help, id: UInt32(0x1a7e5 + index), isHovered: item.contains(.hovered))
      if ui.toggle(UInt32(100 + index), isOn: isOn, in: row.right(30)) || item.contains(.clicked) {
        ui.actions.append(.showLayer(layer, !isOn))
      }
    }
  }
}
