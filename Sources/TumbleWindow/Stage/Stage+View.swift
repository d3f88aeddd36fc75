import TumbleDrawing
import TumbleFrames
import TumbleGeometry
import TumbleLooks
import TumblePanels
import TumbleRendering

// What of the window and of the world is seen, and where.
extension Stage {
  /// SDL's name of what draws, such as `opengl`.
  package var rendererName: String { target.name }
  /// Frames per second of the display; 60 if it does not say.
  package var refreshRate: Int { window.refreshRate }
  /// Whether nothing of the window can be seen, so that there is no need to draw it.
  package var isHidden: Bool { window.isHidden }
  /// Size in the desktop's points; nil while it fills the screen, or is maximized.
  package var windowSize: PixelSize? {
    guard !window.isFullScreen, !window.isMaximized else { return nil }
    let (size, scale) = (window.size, target.pixelsPerPoint / target.pixelsPerUnit)
    return PixelSize(Int(Double(size.width) / scale), Int(Double(size.height) / scale))
  }
  package var isMaximized: Bool { window.isMaximized }
  package func maximize() { window.maximize() }
  /// Whether gravity leans.
  package var isTilted: Bool { input.isTilted }
  /// What of the world is shown.
  package var camera: Camera { control.camera }
  /// The body that the camera goes along with.
  package var followed: BodyID? { control.followed }

  package var layout: Layout {
    let (size, density) = (target.size, target.pixelsPerPoint)
    let graph = graphs.isShown ? graphs.placement : nil
    guard let panels else { return Layout(size, density: density, graph: graph) }
    let room = panels.stagePixels(in: surface)
    return Layout(
      size, density: density, graph: graph,
      room: Rect(
        min: Vector(room.min.x.rounded(), room.min.y.rounded()),
        max: Vector(room.max.x.rounded(), room.max.y.rounded())))
  }

  /// Where panels may be: the window without its line of status.
  var surface: InterfaceSurface {
    let (size, density) = (target.size, target.pixelsPerPoint)
    let strip = Layout(size, density: density).strip
    return InterfaceSurface(
      size, scale: density, area: Rect(min: .zero, max: Vector(Double(size.width), strip.min.y)))
  }

  /// What of the stage the column of panels leaves free, in pixels.
  package var clearStage: Rect {
    let room = layout.stage
    guard let side = panels?.sidePixels(in: surface), side.width > 0, side.min.x > room.min.x else {
      return room
    }
    return Rect(min: room.min, max: Vector(min(room.max.x, side.min.x), room.max.y))
  }

  /// Moves the view, if it must, so that a part of the world is seen beside the column of panels; of what is too wide its left edge.
  package func reveal(_ part: Rect) {
    let (layout, viewport, room) = (layout, viewport, clearStage)
    guard viewport.scale > 0, part.isFinite, room.width > 0 else { return }
    let margin = 24 * layout.density
    let (left, right) = (viewport.pixel(part.min).x - margin, viewport.pixel(part.max).x + margin)
    guard right > room.max.x, left < layout.stage.max.x else { return }
    let way = min(right - room.max.x, max(left - room.min.x, 0))
    guard way > 0 else { return }
    control.pan(by: Vector(-way, 0), in: viewport)
    hasNews = true
  }

  /// The camera goes along with a body from now on; nil: with none.
  package func follow(_ body: BodyID?) { control.follow(body) }

  /// How the world is shown now.
  package var viewport: Viewport { viewport(in: layout) }

  func viewport(in layout: Layout) -> Viewport {
    control.camera.viewport(in: layout.stage, density: layout.density)
  }
}
