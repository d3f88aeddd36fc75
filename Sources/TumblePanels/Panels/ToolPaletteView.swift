import TumbleGeometry
import TumbleInput
import TumbleLooks

/// The tools, as a column of drawings at the left of the stage.
struct ToolPaletteView {
  let state: ToolPaletteState
  let place: Rect
  let columns: Int
  /// Of a tool's square.
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
