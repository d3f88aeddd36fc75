import TumbleGeometry

/// The tools, as a column of drawings.
struct ToolPaletteView {
  let state: ToolPaletteState
  let place: Rect
  let columns: Int

  func build(in ui: PanelBuilder) {
    ui.window("tools", filling: place, padding: Vector(4, 4)) {
      ui.disabled(!state.isEnabled) {
        for (index, tool) in Tool.allCases.enumerated() {
          let size = InterfaceLayout.toolSize
          let corner = Vector(
            place.min.x + 4 + Double(index % columns) * size, place.min.y + 4 + Double(index / columns) * size
          )
          let rect = Rect(origin: corner, size: Size(size, size)).inset(by: 1.5)
          let help = state.shortcuts[tool].map { "\(tool.title)  (\($0))" } ?? tool.title
          if ui.iconButton(
            UInt32(index), .tool(tool), in: rect, isOn: tool == state.chosen, color: ui.theme.text, help: help
          ),
            state.isEnabled
          {
            ui.actions.append(.chooseTool(tool))
          }
        }
      }
    }
  }
}
