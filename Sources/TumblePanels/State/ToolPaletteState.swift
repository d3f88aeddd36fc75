import TumbleInput

/// The tools at the edge of the stage.
package struct ToolPaletteState: Hashable, Sendable {
  package var chosen: Tool
  /// Those that there are, in order.
  package var offered: [Tool]
  /// Those that cannot be used now are dimmed.
  package var isEnabled: Bool
  /// A tool's key, shown in its tooltip.
  package var shortcuts: [Tool: String]

  package init(
    chosen: Tool = .select, offered: [Tool] = Tool.allCases, isEnabled: Bool = true,
    shortcuts: [Tool: String] = [:]
  ) {
    self.chosen = chosen
    self.offered = offered
    self.isEnabled = isEnabled
    self.shortcuts = shortcuts
  }
}
