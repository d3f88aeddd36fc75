/// What the mouse does on the stage.
package enum Tool: String, Hashable, Sendable, CaseIterable {
  /// Takes, throws and selects; the mouse's usual use.
  case select
  case box, circle, polygon, wall
  case rope
  case pinJoint, pivot, weld, spring, motor
  case pin
  case eraser
}

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

extension Tool {
  /// Its name in tooltips.
  package var title: String {
    switch self {
    case .select: "Select and drag"
    case .box: "Box"
    case .circle: "Circle"
    case .polygon: "Polygon, drawn freehand"
    case .wall: "Wall"
    case .rope: "Rope"
    case .pinJoint: "Rod"
    case .pivot: "Pivot"
    case .weld: "Weld"
    case .spring: "Spring"
    case .motor: "Motor"
    case .pin: "Pin to the background"
    case .eraser: "Eraser"
    }
  }
}
