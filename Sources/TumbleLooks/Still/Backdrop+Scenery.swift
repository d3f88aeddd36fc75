import TumbleDrawing
import TumbleGeometry

extension Backdrop {
  /// In pixels: what is smaller is drawn as its box in its average color, and as its plain outline.
  private static let (dot, plain) = (2.0, 8.0)

  /// Draws pictures of scenery, in levels of detail: the smaller one is shown, the simpler it is drawn.
  ///
  /// - Parameters:
  ///   - numbers: Those that may be in the part.
  ///   - part: What of the world the canvas shows, in whose points it counts.
  ///   - isWanted: Asked now and then.
  func draw(
    _ scenery: SceneryIndex, _ numbers: [Int32], in part: Rect, on canvas: borrowing Canvas,
    isWanted: () -> Bool
  ) {
    for (index, number) in numbers.enumerated() {
      if index & 63 == 63, !isWanted() { return }
      let (look, place) = scenery.picture(number)
      draw(scenery.looks[look], at: place.position, angle: place.angle, in: part, on: canvas)
    }
  }

  private func draw(
    _ look: SceneryIndex.Look, at position: Vector, angle: Double, in part: Rect,
    on canvas: borrowing Canvas
  ) {
    guard position.isFinite, angle.isFinite, part.insetBy(-look.reach).contains(position) else { return }
    let size = max(look.bounds.width, look.bounds.height) * scale
    let color =
      look.isAwaited ? theme.awaited : look.isMissing ? theme.missing : look.color ?? theme.staticBody
    let fill = color.withAlpha(color.alpha * look.opacity)
    if size < Self.dot {
      let center = position + look.bounds.center.rotated(by: angle)
      return canvas.fill(
        Rect(center: center, size: look.bounds.size), look.levels?.average ?? fill)
    }
    draw(look.outlines, at: position, angle: angle, scale: Vector(1, 1), in: part, on: canvas) {
      canvas, outlines in
      if let levels = look.levels {
        // Tiling counts the picture's own pixels.
        let picture = levels.picture(width: look.fit == .tile ? .infinity : look.bounds.width * self.scale)
        return canvas.draw(picture, within: outlines, look.fit)
      }
      for outline in outlines {
        let edgeWidth = 1.6 * density / self.scale
        if size < Self.plain {
          canvas.path(of: outline.drawn)
          canvas.fill(fill)
        } else if case .rect(let rect, 0) = outline, fill.alpha == 1 {
          canvas.drawBox(rect, fill, edgeWidth: edgeWidth)
        } else {
          canvas.draw(outline, color: fill, edgeWidth: edgeWidth, hasSpoke: false)
        }
      }
    }
  }
}

extension Canvas {
  /// A box with a rim and a lit edge, as bodies have them: three rectangles take a small part of the time of strokes in a clip.
  fileprivate func drawBox(_ rect: Rect, _ color: Color, edgeWidth: Double) {
    fill(rect, Color(red: color.red * 0.68, green: color.green * 0.68, blue: color.blue * 0.7))
    guard min(rect.width, rect.height) > edgeWidth * 4 else { return fill(rect.insetBy(edgeWidth), color) }
    fill(rect.insetBy(edgeWidth), color.lit(by: 0.28))
    fill(rect.insetBy(edgeWidth * 1.9), color)
  }
}
