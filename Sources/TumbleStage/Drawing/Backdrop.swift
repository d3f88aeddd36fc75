import TumbleDrawing
import TumbleFrames
import TumbleGeometry

/// What stands still behind the moving bodies: paper, its grid, and the static bodies. Drawn once through Cairo.
struct Backdrop {
  let theme: Theme
  let viewport: Viewport

  /// As large as the viewport's area; nothing in it is transparent.
  func picture(_ description: WorldDescription, _ bodies: some Sequence<BodySnapshot>, textures: TextureCache)
    -> Bitmap
  {
    var picture = Bitmap(width: Int(viewport.area.width), height: Int(viewport.area.height))
    picture.draw { canvas in
      let area = Rect(size: viewport.area.size)
      canvas.rectangle(area)
      canvas.fill(from: area.min, theme.paperTop, to: Vector(0, area.max.y), theme.paperBottom)
      drawGrid(on: canvas)
      canvas.transform(viewport.transform(relativeTo: viewport.area.min))
      for body in bodies {
        guard let known = description[body.id] else { continue }
        draw(body, known, on: canvas, textures: textures)
      }
    }
    return picture
  }

  private func drawGrid(on canvas: borrowing Canvas) {
    let step = gridStep
    let view = viewport.view
    let width = max(viewport.density.rounded(), 1)
    for isMajor in [false, true] {
      let color = isMajor ? theme.gridEvery5th : theme.grid
      for line in lines(from: view.min.x, to: view.max.x, step) where line.isMultiple(of: 5) == isMajor {
        let x = (viewport.pixel(Vector(Double(line) * step, 0)).x - viewport.area.min.x).rounded()
        canvas.fill(Rect(min: Vector(x, 0), max: Vector(x + width, viewport.area.height)), color)
      }
      for line in lines(from: view.min.y, to: view.max.y, step) where line.isMultiple(of: 5) == isMajor {
        let y = (viewport.pixel(Vector(0, Double(line) * step)).y - viewport.area.min.y).rounded()
        canvas.fill(Rect(min: Vector(0, y), max: Vector(viewport.area.width, y + width)), color)
      }
    }
  }

  /// A round number of points that makes squares of 14 to 35 of the desktop's points.
  private var gridStep: Double {
    var step = 1e-6
    let factors = [2.0, 2.5, 2.0]
    var i = 0
    while step * viewport.scale < 14 * viewport.density, i < 60 {
      step *= factors[i % 3]
      i += 1
    }
    return step
  }

  /// The numbers of the lines strictly inside a range; none where they would be uncountable.
  private func lines(from low: Double, to high: Double, _ step: Double) -> Range<Int> {
    let (first, end) = ((low / step).rounded(.down) + 1, (high / step).rounded(.up))
    guard first < end, abs(first) < 1e15, end - first < 10_000 else { return 0..<0 }
    return Int(first)..<Int(end)
  }

  private func draw(
    _ body: BodySnapshot, _ description: BodyDescription, on canvas: borrowing Canvas, textures: TextureCache
  ) {
    guard body.position.isFinite, body.angle.isFinite else { return }
    canvas.withState { canvas in
      canvas.transform(
        Transform(translation: body.position, rotation: body.angle, scale: body.appearance.scale))
      if let path = description.texture, let picture = textures.picture(path) {
        return canvas.draw(picture, within: description.outlines)
      }
      let fill = description.texture == nil ? body.appearance.color ?? theme.staticBody : theme.missing
      for outline in description.outlines {
        canvas.draw(outline, color: fill, edgeWidth: 1.6 * viewport.density / viewport.scale)
      }
    }
  }
}
