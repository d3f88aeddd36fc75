import TumbleDrawing
import TumbleFrames
import TumbleGeometry

extension Backdrop {
  /// Draws what static bodies throw on the paper: their silhouettes, drawn coarsely, blurred and enlarged.
  func drawShadows(
    of still: StillWorld, in piece: Rect, _ color: Color, on canvas: borrowing Canvas
  ) {
    let light = Light(paper: paper)
    // A power of two, so that the coarse pixels of neighbouring tiles are the same.
    var coarse = 1.0
    while light.blur * scale / (coarse * 2) >= 2, coarse < 64 { coarse *= 2 }
    let radius = light.radius(at: scale / coarse)
    let offset = Vector(light.offset.x, -light.offset.y) * scale
    // Beyond the piece so much that its edge knows what throws a shadow on it.
    let margin = (light.reach * scale / coarse).rounded(.up) * coarse + coarse
    let (width, height) = (
      ((piece.width + 2 * margin) / coarse).rounded(.up), ((piece.height + 2 * margin) / coarse).rounded(.up)
    )
    guard radius > 0, width * height < 4e7, width < 3e4, height < 3e4 else { return }
    let corner = piece.min - Vector(margin, margin)
    let low = Vector(
      paper.min.x + corner.x / scale, paper.min.y - (corner.y + height * coarse) / scale)
    let part = Rect(origin: low, size: Size(width * coarse / scale, height * coarse / scale))
    var shadows = Bitmap(width: Int(width), height: Int(height))
    shadows.draw { canvas in
      let scale = scale / coarse
      canvas.transform(
        Transform(a: scale, b: 0, c: 0, d: -scale, tx: -low.x * scale, ty: height + low.y * scale))
      for body in still.bodies {
        guard let known = still.description[body.id], known.castsShadow else { continue }
        drawSilhouette(of: body, known, in: part, on: canvas, still)
      }
    }
    shadows.makeShadow(radius: radius, color: color)
    let place = Rect(
      origin: Vector(-margin, -margin) + offset, size: Size(width * coarse, height * coarse))
    canvas.draw(shadows, in: place)
  }

  private func drawSilhouette(
    of body: BodySnapshot, _ description: BodyDescription, in part: Rect, on canvas: borrowing Canvas,
    _ still: StillWorld
  ) {
    draw(body, description, in: part, on: canvas) { canvas, outlines in
      canvas.drawSilhouette(
        of: outlines, still.pictures[body.id], description.textureFit)
    }
  }
}
