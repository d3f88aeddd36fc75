import TumbleGeometry

/// Where the parts of the interface lie, in points from the window's top left corner, y down. Everything lies within the
/// surface's area whatever its size, and what is too long for it scrolls.
package struct InterfaceLayout: Hashable, Sendable {
  package static let menuHeight = 28.0
  package static let timelineHeight = 44.0
  private static let margin = 8.0

  /// Pixels for each point.
  package let scale: Double
  /// What panels may cover.
  package let area: Rect
  /// Without a height where there is none.
  package let menu: Rect
  package let timeline: Rect
  /// What is left for the stage between the menu and the time line; panels lie over it.
  package let stage: Rect
  package let tools: Rect
  /// Of a tool's square: smaller in a small window.
  package let toolSize: Double
  /// How many tools stand beside each other.
  package let toolColumns: Int
  /// The column at the right, at its greatest height.
  package let side: Rect
  /// The largest card in the middle.
  package let card: Rect

  package init(_ surface: InterfaceSurface, hasMenu: Bool, hasTimeline: Bool, toolCount: Int, hasSide: Bool) {
    scale = surface.scale
    let area = Rect(min: surface.area.min * (1 / scale), max: surface.area.max * (1 / scale))
    self.area = area
    let menuHeight = hasMenu ? min(Self.menuHeight, area.height / 3) : 0
    let timelineHeight = hasTimeline ? min(Self.timelineHeight, area.height / 3) : 0
    menu = Rect(min: area.min, max: Vector(area.max.x, area.min.y + menuHeight))
    timeline = Rect(min: Vector(area.min.x, area.max.y - timelineHeight), max: area.max)
    let stage = Rect(min: Vector(area.min.x, menu.max.y), max: Vector(area.max.x, timeline.min.y))
    self.stage = stage
    // Of a small window all belongs to the panels that are open.
    let margin = min(Self.margin, stage.width / 40, stage.height / 24)

    let padding = 8.0
    toolSize = stage.width < 560 || stage.height < 300 ? 26 : 32
    let rows = max(1, Int((stage.height - 2 * margin - padding) / toolSize))
    // Where more columns would hide the stage they scroll.
    toolColumns = max(1, min((toolCount + rows - 1) / rows, Int(stage.width * 0.18 / toolSize)))
    let toolRows = (toolCount + toolColumns - 1) / toolColumns
    let toolsSize = Size(
      Double(toolColumns) * toolSize + padding,
      min(Double(toolRows) * toolSize + padding, stage.height - 2 * margin))
    tools = Rect(
      origin: Vector(
        stage.min.x + margin, stage.min.y + max(margin, min(40, (stage.height - toolsSize.height) / 2))),
      size: toolCount > 0 ? toolsSize : .zero)

    let left = toolCount > 0 ? tools.max.x + margin : stage.min.x + margin
    let room = max(stage.max.x - margin - left, 40)
    let sideWidth = hasSide ? min(min(max(area.width * 0.26, 236), 300), room) : 0
    side = Rect(
      min: Vector(stage.max.x - margin - sideWidth, stage.min.y + margin),
      max: Vector(stage.max.x - margin, stage.max.y - margin))
    card = Rect(
      min: stage.min + Vector(margin, margin), max: stage.max - Vector(margin, margin))
  }
}

extension InterfaceLayout {
  package init(_ surface: InterfaceSurface, _ state: InterfaceState) {
    let hasSide =
      state.inspector != nil || state.world != nil || state.layers != nil || state.animations != nil
      || state.profile != nil
    self.init(
      surface, hasMenu: !state.menus.isEmpty, hasTimeline: state.timeline != nil,
      toolCount: state.tools?.offered.count ?? 0, hasSide: hasSide)
  }

  /// What is left for the stage, in pixels: where the view is fitted into.
  package var stagePixels: Rect { Rect(min: stage.min * scale, max: stage.max * scale) }
}
