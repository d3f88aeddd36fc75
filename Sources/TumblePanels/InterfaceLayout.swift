import TumbleGeometry

/// Where the parts of the interface lie, in points from the window's top left corner, y down. Everything lies within the
/// surface's area whatever its size, and what is too long for it scrolls.
package struct InterfaceLayout: Hashable, Sendable {
  package static let menuHeight = 28.0
  package static let timelineHeight = 44.0
  /// Of one column of tools.
  package static let toolsWidth = 40.0
  static let toolPadding = 4.0
  private static let margin = 8.0

  /// Pixels for each point.
  package let scale: Double
  /// What panels may cover.
  package let area: Rect
  /// Without a height where there is none.
  package let menu: Rect
  package let timeline: Rect
  /// Without a width where there are none.
  package let tools: Rect
  /// What is left for the stage between the menu, the tools and the time line; other panels lie over it.
  package let stage: Rect
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
    let room = Rect(min: Vector(area.min.x, menu.max.y), max: Vector(area.max.x, timeline.min.y))
    // As many columns as all tools need, but no more than leave the stage most of the room: then they scroll.
    let (padding, smallest) = (2 * Self.toolPadding, 24.0)
    let inner = max(room.height - padding, 1)
    let needed = (Double(toolCount) * smallest / inner).rounded(.up)
    let columns = max(1, Int(min(needed, room.width * 0.18 / smallest)))
    let rows = max(1, (toolCount + columns - 1) / columns)
    toolColumns = columns
    toolSize = min(max((inner / Double(rows)).rounded(.down), smallest), Self.toolsWidth - padding)
    let toolsWidth = toolCount > 0 ? Double(columns) * toolSize + padding : 0
    tools = Rect(min: room.min, max: Vector(min(room.min.x + toolsWidth, room.max.x), room.max.y))
    let stage = Rect(min: Vector(tools.max.x, room.min.y), max: room.max)
    self.stage = stage
    // Of a small window all belongs to the panels that are open.
    let margin = min(Self.margin, stage.width / 40, stage.height / 24)

    let widest = max(stage.width - 2 * margin, 40)
    let sideWidth = hasSide ? min(min(max(area.width * 0.26, 236), 300), widest) : 0
    side = Rect(
      min: Vector(stage.max.x - margin - sideWidth, stage.min.y + margin),
      max: Vector(stage.max.x - margin, stage.max.y - margin))
    card = Rect(
      min: stage.min + Vector(margin, margin), max: stage.max - Vector(margin, margin))
  }
}

extension InterfaceLayout {
  package init(_ surface: InterfaceSurface, _ state: InterfaceState) {
    self.init(
      surface, hasMenu: !state.menus.isEmpty, hasTimeline: state.timeline != nil,
      toolCount: state.tools?.offered.count ?? 0, hasSide: state.hasColumn)
  }

  /// What is left for the stage, in pixels: where the view is fitted into.
  package var stagePixels: Rect { Rect(min: stage.min * scale, max: stage.max * scale) }
}
