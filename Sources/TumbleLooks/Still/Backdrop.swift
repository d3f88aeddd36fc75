import TumbleDrawing
import TumbleFrames
import TumbleGeometry

/// The picture of what stands still behind the moving bodies: paper, its grid, scenery, and the static
/// bodies. Drawn through Cairo, a piece at a time.
///
/// Pieces are rectangles of pixels counted from the paper's lower left corner, y down: what is shown of the
/// world moves over them by whole pixels.
package struct Backdrop: Sendable {
  package let theme: Theme
  package let paper: Rect
  /// Pixels per point.
  package let scale: Double
  /// Pixels for each of the desktop's points.
  package let density: Double
  /// Is true if more than the paper may be seen.
  package let showsSurround: Bool

  package init(theme: Theme, paper: Rect, scale: Double, density: Double, showsSurround: Bool) {
    (self.theme, self.paper, self.scale, self.density) = (theme, paper, scale, density)
    self.showsSurround = showsSurround
  }

  /// Returns the part of the world that a piece shows.
  package func part(of piece: Rect) -> Rect {
    let low = Vector(paper.min.x + piece.min.x / scale, paper.min.y - piece.max.y / scale)
    return Rect(origin: low, size: Size(piece.width / scale, piece.height / scale))
  }

  /// Returns the transform from the world's points to a piece's pixels.
  func transform(to piece: Rect) -> Transform {
    Transform(
      a: scale, b: 0, c: 0, d: -scale, tx: -paper.min.x * scale - piece.min.x,
      ty: paper.min.y * scale - piece.min.y)
  }

  /// The paper in pixels.
  private var sheet: Rect {
    let (width, height) = ((paper.width * scale).rounded(), (paper.height * scale).rounded())
    return Rect(min: Vector(0, -height), max: Vector(width, 0))
  }

  /// Nothing in it is transparent where there is paper.
  ///
  /// - Parameter isWanted: Asked now and then; once it says no, the picture is not finished.
  package func picture(of piece: Rect, _ still: StillWorld, isWanted: () -> Bool = { true }) -> Bitmap {
    var picture = Bitmap(width: Int(piece.width), height: Int(piece.height))
    let part = part(of: piece)
    let scenery = still.scenery.numbers(in: part)
    picture.draw { canvas in
      if showsSurround, still.layer.hasPaper {
        canvas.fill(Rect(size: piece.size), theme.surround)
        drawEdge(on: canvas, piece)
      }
      if still.layer.hasPaper { drawPaper(on: canvas, piece) }
      if !scenery.isEmpty {
        canvas.withState { canvas in
          canvas.transform(transform(to: piece))
          draw(still.scenery, scenery, in: part, on: canvas, isWanted: isWanted)
        }
      }
      guard isWanted(), !still.bodies.isEmpty else { return }
      if let color = theme.shadow, !still.description.hasSky {
        drawShadows(of: still, in: piece, color, on: canvas)
      }
      canvas.transform(transform(to: piece))
      for body in still.bodies {
        guard let known = still.description[body.id] else { continue }
        draw(body, known, in: part, on: canvas, still)
      }
    }
    if still.layer == .sky {
      let ground = ground(of: piece, still)
      picture.withMutablePixels { pixels in
        for index in pixels.indices where ground.pixels[index] != 0 { pixels[index] = 0 }
      }
    }
    return picture
  }

  /// Returns the silhouettes of all static bodies that cast shadows: under a sky, shadows fall on these.
  package func ground(of piece: Rect, _ still: StillWorld) -> Bitmap {
    var ground = Bitmap(width: Int(piece.width), height: Int(piece.height))
    ground.draw { canvas in
      canvas.transform(transform(to: piece))
      drawSilhouettes(of: still, in: part(of: piece), on: canvas)
    }
    return ground
  }

  private func drawPaper(on canvas: borrowing Canvas, _ piece: Rect) {
    // Only what is in the piece: Cairo counts in 24 bits.
    guard let seen = theme.isPaperEndless ? piece : sheet.overlap(piece) else { return }
    let place = Rect(min: seen.min - piece.min, max: seen.max - piece.min)
    canvas.rectangle(place)
    func shade(_ y: Double) -> Color {
      let part = (y - sheet.min.y) / max(sheet.height, 1)
      return part <= 0 ? theme.paperTop : part >= 1 ? theme.paperBottom : theme.paper(at: part)
    }
    canvas.fill(
      from: Vector(0, place.min.y), shade(seen.min.y), to: Vector(0, place.max.y), shade(seen.max.y))
    drawGrid(on: canvas, piece, seen)
    guard theme.vignette.alpha > 0, sheet.width < 1e5, sheet.height < 1e5 else { return }
    canvas.rectangle(place)
    let reach = Vector(sheet.width, sheet.height).length / 2
    canvas.fill(
      around: sheet.center - piece.min, theme.vignette.withAlpha(0), to: reach, theme.vignette,
      from: reach * 0.45)
  }

  private func drawEdge(on canvas: borrowing Canvas, _ piece: Rect) {
    let width = max(density.rounded(), 1)
    guard let seen = sheet.insetBy(-width).overlap(piece) else { return }
    canvas.fill(Rect(min: seen.min - piece.min, max: seen.max - piece.min), theme.paperEdge)
  }

  private func drawGrid(on canvas: borrowing Canvas, _ piece: Rect, _ seen: Rect) {
    let step = gridStep
    let width = max(density.rounded(), 1)
    // Of the paper what is seen, and a line that begins before.
    let shown = theme.isPaperEndless ? part(of: piece.insetBy(-width - 1)) : paper
    let left = max(shown.min.x, paper.min.x + (seen.min.x - width - 1) / scale)
    let right = min(shown.max.x, paper.min.x + (seen.max.x + 1) / scale)
    let bottom = max(shown.min.y, paper.min.y - (seen.max.y + 1) / scale)
    let top = min(shown.max.y, paper.min.y - (seen.min.y - width - 1) / scale)
    for isMajor in [false, true] {
      let color = isMajor ? theme.gridEvery5th : theme.grid
      for line in lines(from: left, to: right, step) where line.isMultiple(of: 5) == isMajor {
        let x = ((Double(line) * step - paper.min.x) * scale + 0.5).rounded(.down)
        let (low, high) = (max(x, seen.min.x), min(x + width, seen.max.x))
        guard high > low else { continue }
        canvas.fill(
          Rect(
            min: Vector(low - piece.min.x, seen.min.y - piece.min.y),
            max: Vector(high - piece.min.x, seen.max.y - piece.min.y)), color)
      }
      for line in lines(from: bottom, to: top, step) where line.isMultiple(of: 5) == isMajor {
        let y = ((paper.min.y - Double(line) * step) * scale + 0.5).rounded(.down)
        let (low, high) = (max(y, seen.min.y), min(y + width, seen.max.y))
        guard high > low else { continue }
        canvas.fill(
          Rect(
            min: Vector(seen.min.x - piece.min.x, low - piece.min.y),
            max: Vector(seen.max.x - piece.min.x, high - piece.min.y)), color)
      }
    }
  }

  /// The step that the editor's grid snaps to.
  var gridStep: Double { PaperGrid.step(pointsPerUnit: density / scale) }

  /// The numbers of the lines strictly inside a range; none where they would be uncountable.
  private func lines(from low: Double, to high: Double, _ step: Double) -> Range<Int> {
    let (first, end) = ((low / step).rounded(.down) + 1, (high / step).rounded(.up))
    guard first < end, abs(first) < 1e15, end - first < 10_000 else { return 0..<0 }
    return Int(first)..<Int(end)
  }

  /// - Parameter part: What of the world the canvas shows.
  private func draw(
    _ body: BodySnapshot, _ description: BodyDescription, in part: Rect, on canvas: borrowing Canvas,
    _ still: StillWorld
  ) {
    draw(body, description, in: part, on: canvas) { canvas, outlines in
      let style = description.style
      let own = theme.color(body.appearance.color, style)
      if let picture = still.pictures[body.id] {
        canvas.draw(picture, within: outlines, description.textureFit)
        guard style.border != nil || style.caption != nil else { return }
        return canvas.drawOver(
          StyledOutlines(outlines, style, color: .white, isPicture: true, in: theme))
      }
      let isAwaited = still.awaited.contains(body.id)
      let fill =
        isAwaited
        ? theme.awaited
        : description.texture == nil ? own ?? theme.staticBody : theme.missing
      let edgeWidth = Outline.rimWidth * density / scale
      let isGroup = fill.alpha < 1 && outlines.count > 1
      guard style.isPlain, !isGroup else {
        let color = style.base(own, plain: fill)
        return canvas.draw(
          StyledOutlines(outlines, style, color: color, in: theme), edgeWidth: edgeWidth)
      }
      for line in outlines.lines { canvas.draw(line, color: fill, edgeWidth: edgeWidth) }
    }
    drawUprightCaption(of: body, description, on: canvas, hasPicture: description.texture != nil)
  }

  private func drawUprightCaption(
    of body: BodySnapshot, _ description: BodyDescription, on canvas: borrowing Canvas, hasPicture: Bool
  ) {
    guard let caption = description.style.caption, caption.isUpright, body.isFinite,
      let bounds = description.outlines.map(\.drawn).bounds, bounds.isFinite
    else { return }
    let text = CaptionText(caption, over: bounds, from: bounds.center, family: theme.fontFamily)
    let color = description.style.base(
      theme.color(body.appearance.color, description.style), plain: theme.staticBody)
    let ink = CaptionInk(caption, text, on: hasPicture ? nil : description.style.fill(color), in: theme)
    let scale = body.appearance.scale
    let place = CaptionText.place(bounds.center, angle: body.angle, scale: scale)
    canvas.withState { canvas in
      canvas.transform(Transform(translation: body.position + place, rotation: 0, scale: scale))
      text.draw(on: canvas, ink.color, edge: ink.edge)
    }
  }

  /// Calls with a canvas in the body's own coordinates, and its outlines as far as Cairo can count; not where
  /// nothing of it would be seen.
  ///
  /// - Parameter part: What of the world the canvas shows.
  func draw(
    _ body: BodySnapshot, _ description: BodyDescription, in part: Rect, on canvas: borrowing Canvas,
    _ paint: (_ canvas: borrowing Canvas, _ outlines: [Outline]) -> Void
  ) {
    let outlines = description.drawnOutlines
    let caption = outlines.bounds.map { description.captionReach(over: $0, family: theme.fontFamily) } ?? 0
    draw(
      outlines, at: body.position, angle: body.angle, scale: body.appearance.scale, in: part,
      reach: caption, on: canvas, paint)
  }

  /// The same of any outlines.
  ///
  /// - Parameter least: How far from the position something is drawn that is not in the outlines.
  func draw(
    _ outlines: [Outline], at position: Vector, angle: Double, scale: Vector, in part: Rect,
    reach least: Double = 0, on canvas: borrowing Canvas,
    _ paint: (_ canvas: borrowing Canvas, _ outlines: [Outline]) -> Void
  ) {
    guard position.isFinite, angle.isFinite, let bounds = outlines.bounds else { return }
    let reach = max(bounds.reach, least) * max(abs(scale.x), abs(scale.y))
    guard part.insetBy(-reach).contains(position) else { return }
    // What Cairo can count in its 24 bits is drawn as it is.
    let isHuge = reach * self.scale > 1e6
    canvas.withState { canvas in
      canvas.transform(Transform(translation: position, rotation: angle, scale: scale))
      guard isHuge else { return paint(canvas, outlines) }
      let near = part.insetBy(-part.width - part.height).seen(from: position, angle: angle, scale: scale)
      paint(canvas, outlines.compactMap { $0.clipped(to: near) })
    }
  }
}

extension Rect {
  /// Returns what the two share; nil if that has no area.
  package func overlap(_ other: Rect) -> Rect? {
    let low = Vector(Swift.max(min.x, other.min.x), Swift.max(min.y, other.min.y))
    let high = Vector(Swift.min(max.x, other.max.x), Swift.min(max.y, other.max.y))
    return high.x > low.x && high.y > low.y ? Rect(min: low, max: high) : nil
  }

  /// The distance of its furthest corner from the origin.
  package var reach: Double {
    Swift.max(min.length, max.length, Vector(min.x, max.y).length, Vector(max.x, min.y).length)
  }

  /// A rectangle in an object's own coordinates that has all of it.
  fileprivate func seen(from position: Vector, angle: Double, scale: Vector) -> Rect {
    let corners = [min, max, Vector(min.x, max.y), Vector(max.x, min.y)].map { corner in
      let turned = (corner - position).rotated(by: -angle)
      return Vector(turned.x / scale.x, turned.y / scale.y)
    }
    return Rect(around: corners) ?? self
  }
}

/// The lines on the paper.
package enum PaperGrid {
  /// A round number of the world's points (1, 2 or 5 times a power of ten) that makes squares of 14 to 35
  /// units of the screen.
  ///
  /// - Parameter pointsPerUnit: Points of the world for each of the desktop's.
  package static func step(pointsPerUnit: Double) -> Double {
    var step = 1e-6
    let factors = [2.0, 2.5, 2.0]
    var i = 0
    while step < 14 * pointsPerUnit, i < 60 {
      step *= factors[i % 3]
      i += 1
    }
    return step
  }
}

extension Backdrop {
  /// Draws what static bodies throw on the paper: their silhouettes, drawn coarsely, blurred and enlarged.
  func drawShadows(of still: StillWorld, in piece: Rect, _ color: Color, on canvas: borrowing Canvas) {
    let light = Light(paper: paper)
    // A power of two, so that the coarse pixels of neighboring tiles are the same.
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
    let low = Vector(paper.min.x + corner.x / scale, paper.min.y - (corner.y + height * coarse) / scale)
    let part = Rect(origin: low, size: Size(width * coarse / scale, height * coarse / scale))
    var shadows = Bitmap(width: Int(width), height: Int(height))
    shadows.draw { canvas in
      let scale = scale / coarse
      canvas.transform(
        Transform(a: scale, b: 0, c: 0, d: -scale, tx: -low.x * scale, ty: height + low.y * scale))
      drawSilhouettes(of: still, in: part, on: canvas)
    }
    shadows.makeShadow(radius: radius, color: color)
    let place = Rect(origin: Vector(-margin, -margin) + offset, size: Size(width * coarse, height * coarse))
    canvas.draw(shadows, in: place)
  }

  private func drawSilhouettes(of still: StillWorld, in part: Rect, on canvas: borrowing Canvas) {
    for body in still.bodies {
      guard let known = still.description[body.id], known.castsShadow else { continue }
      draw(body, known, in: part, on: canvas) { canvas, outlines in
        canvas.drawSilhouette(of: outlines, still.pictures[body.id], known.textureFit)
      }
    }
  }
}

extension Backdrop {
  /// The size in pixels below which something is drawn as its box in its average color.
  private static let dot = 2.0

  /// Draws pictures of scenery; the smallest as dots.
  ///
  /// - Parameters:
  ///   - numbers: Those that may be in the part.
  ///   - part: What of the world the canvas shows, in whose points it counts.
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
    _ look: SceneryIndex.Look, at position: Vector, angle: Double, in part: Rect, on canvas: borrowing Canvas
  ) {
    guard position.isFinite, angle.isFinite, part.insetBy(-look.reach).contains(position) else { return }
    let size = max(look.bounds.width, look.bounds.height) * scale
    if size < Self.dot {
      let center = position + look.bounds.center.rotated(by: angle)
      return canvas.fill(
        Rect(center: center, size: look.bounds.size),
        look.levels?.average ?? look.gradient?.average ?? look.color)
    }
    draw(look.outlines, at: position, angle: angle, scale: Vector(1, 1), in: part, on: canvas) {
      canvas, outlines in
      if let levels = look.levels {
        // Tiling counts the picture's own pixels.
        let picture = levels.picture(width: look.fit == .tile ? .infinity : look.bounds.width * self.scale)
        return canvas.draw(picture, within: outlines, look.fit)
      }
      // What is behind has no rim: that is for what moves, and what it moves on.
      canvas.path(of: outlines.map(\.drawn))
      if let gradient = look.gradient {
        canvas.fill(gradient, over: look.bounds)
      } else {
        canvas.fill(look.color)
      }
    }
  }
}
