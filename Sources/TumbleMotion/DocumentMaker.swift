import TumbleAnimation
import TumbleDrawing
import TumbleFrames
import TumbleLooks

struct DocumentMaker {
  let run: MotionRun
  let description: WorldDescription
  let theme: Theme
  let textures: TextureCache
  let shapes: ShapeMaker
  var fit: LayerFit
  var layers: [MotionLayer] = []
  var pictures: [MotionDocument.Picture] = []
  var missing: [String] = []
  private var pictureOf: [BodyPicture: (place: Int, over: Rect)?] = [:]
  /// The pins that are there already: a chain's joints share theirs.
  var pins: Set<[Double]> = []

  /// The pixels that a picture of a stage has at most, and those of a point. Fine lines are a pixel wide.
  private static let (stage, pixels) = (Size(1280, 960), 2.0)
  /// Pixels of the longest side of a picture, and of one that boxes share.
  private static let (longestPicture, longestBox) = (1024.0, 192)

  private struct BodyPicture: Hashable {
    var path: String
    var outlines: [Outline]
    var fit: TextureFit
    var style: BodyStyle
    var tint: Color?
  }

  init(
    _ run: MotionRun, _ description: WorldDescription, _ options: MotionDocument.Options,
    _ textures: TextureCache
  ) throws(AnimationError) {
    (self.run, self.description, theme, self.textures) = (run, description, options.theme, textures)
    fit = try LayerFit(places: options.tolerance, angles: options.angleTolerance)
    let view = description.view
    shapes = ShapeMaker(
      theme: theme,
      pixel: max(view.width / Self.stage.width, view.height / Self.stage.height, 1 / Self.pixels))
  }

  mutating func makeLayers() throws {
    let isWhole = run.bodiesWanted == nil
    if isWhole { addPaper() }
    if isWhole { try addScenery(inFront: false) }
    let ordered = run.bodies.sorted { a, b in
      a.id == b.id ? a.first < b.first : description.isInFront(b.id, of: a.id)
    }
    let isBehind = { (body: BodyMotion) in body.look.kind == .static && body.look.layer <= 0 }
    for body in ordered where isBehind(body) { try add(body) }
    for joint in run.joints where look(of: joint) == .groove { try addTrack(of: joint) }
    for body in ordered where !isBehind(body) { try add(body) }
    for joint in run.joints { try add(joint) }
    if isWhole {
      addFluids()
      try addScenery(inFront: true)
    }
    noteMissing()
  }

  private mutating func noteMissing() {
    var parts: [String] = []
    if run.bodiesWanted == nil {
      if theme.shadow != nil { parts.append("shadows") }
      if !description.emitters.isEmpty {
        parts.append("the particles of " + description.emitters.map(\.name).joined(separator: ", "))
      }
      if run.levels.contains(where: \.moves) { parts.append("the rise and fall of fluids") }
    }
    if run.hasCamera { parts.append("the camera's motion") }
    if run.bodies.contains(where: \.glows) { parts.append("halos") }
    if description.bodies.contains(where: { $0.style.trail != nil }) { parts.append("trails") }
    if description.bodies.contains(where: { $0.style.skin != nil }) { parts.append("the skins of liquids") }
    if run.hasBursts { parts.append("what flies off at impacts") }
    if run.bodies.contains(where: \.look.hasBelts) { parts.append("running belts") }
    if run.hasTransitions { parts.append("transitions between pictures") }
    let surfaces = Set(SoftSurface.all(in: description).flatMap(\.pieces))
    if run.bodies.contains(where: { surfaces.contains($0.id) }) { parts.append("the skins of soft bodies") }
    missing = parts + missing
  }

  // MARK: What stands still

  private mutating func addStill(
    _ name: String, at position: Vector = .zero, angle: Double = 0, opacity: Double = 1, _ color: Color,
    _ content: [MotionShape]
  ) {
    guard !content.isEmpty else { return }
    let plain: [MotionChannel: [Double]] = [
      .x: [position.x], .y: [position.y], .angle: [angle], .opacity: [opacity],
    ]
    let key = MotionLayer.ColorKey(frame: 0, color: color)
    if let layer = try? fit.layer(name, frames: 0..<run.frameCount, plain, reach: 1, colors: [key], content) {
      layers.append(layer)
    }
  }

  private mutating func addPaper() {
    let gradient = Gradient([theme.paperTop, theme.paperBottom])
    let paint: MotionShape.Paint =
      theme.paperTop == theme.paperBottom
      ? .color(theme.paperTop) : .gradient(gradient, over: description.view)
    addStill("paper", theme.paperTop, [.fill([.rect(description.view)], paint)])
  }

  private mutating func addScenery(inFront: Bool) throws {
    for scenery in description.scenery.byDepth where scenery.isInFront == inFront && scenery.opacity > 0 {
      let (color, gradient) = scenery.shown(in: theme)
      let look = BodyLook(of: scenery, gradient)
      let own = scenery.texture != nil && color == .white ? nil : color
      if scenery.texture != nil, own != nil { note("the exact colors of far or nightly pictures") }
      let content = try content(look, color: color, own: own, isColorFixed: true)
      let seen = description.view.insetBy(-reach(of: look.outlines))
      for place in scenery.places where seen.contains(place.position) {
        addStill(
          scenery.name, at: place.position, angle: place.angle, opacity: min(scenery.opacity, 1), color,
          content)
      }
    }
  }

  private mutating func addFluids() {
    for (place, fluid) in description.fluids.enumerated() where place < run.levels.count {
      let level = run.levels[place].level
      guard level.isFinite, let bounds = Rect(around: fluid.outline), level > bounds.min.y,
        let water = Outline.polygon(fluid.outline).clipped(
          to: Rect(min: bounds.min - Vector(1, 1), max: Vector(bounds.max.x + 1, level)))
      else { continue }
      let color = fluid.color ?? theme.fluid
      // As translucent as the stage shows one whose color says nothing of it.
      addStill(
        fluid.name, opacity: color.alpha < 1 ? color.alpha : 0.42, color, [.fill([water], .layer(lit: 0))])
    }
  }

  // MARK: Bodies

  private mutating func add(_ body: BodyMotion) throws {
    let look = body.look
    let reach = reach(of: look.outlines)
    guard isSeen(body, reach: reach) else { return }
    let base = look.style.base(nil, plain: theme.plain(look.kind, body.id.number))
    let own = body.colors.map { theme.color($0, look.style) }
    let samples = own.map { $0 ?? (look.texture == nil ? base : .white) }
    let colors = LayerFit.colors(samples.map { $0.withAlpha(1) })
    let isFixed = colors.count == 1
    // The alpha of a color counts for all of the body but its caption, unless a gradient has its own.
    let alphas = look.style.gradient == nil ? samples.map(\.alpha) : samples.map { _ in 1 }
    let isTranslucent = look.texture == nil && alphas.contains { $0 < 1 }
    let caption = look.style.caption.flatMap { $0.isUpright || isTranslucent ? $0 : nil }
    var whole = look
    if caption != nil { whole.style.caption = nil }
    let content = try content(whole, color: samples[0], own: own[0], isColorFixed: isFixed)
    if !isFixed, content.contains(where: { !$0.paint.followsLayer }), look.texture != nil {
      note("colors that change over pictures")
    } else if !isFixed, look.style.gradient != nil {
      note("colors that change over gradients")
    }
    let opacity = zip(body.opacity, alphas).map { min(max($0 * $1, 0), 1) }
    var channels: [MotionChannel: [Double]] = [
      .x: body.x, .y: body.y, .angle: body.angle, .scaleX: body.scaleX, .scaleY: body.scaleY,
      .opacity: opacity,
    ]
    let frames = body.first..<body.end
    layers.append(
      try fit.layer(
        body.name, body: (body.id, look.kind == .static), frames: frames, channels, breaks: body.breaks,
        reach: reach, colors: colors, content))
    guard let caption, let bounds = look.outlines.map(\.drawn).bounds, bounds.isFinite else { return }
    channels[.opacity] = body.opacity.map { min(max($0, 0), 1) }
    if caption.isUpright {
      let places = body.x.indices.map { index in
        Vector(body.x[index], body.y[index])
          + CaptionText.place(
            bounds.center, angle: body.angle[index], scale: Vector(body.scaleX[index], body.scaleY[index]))
      }
      (channels[.x], channels[.y], channels[.angle]) = (places.map(\.x), places.map(\.y), nil)
    }
    layers.append(
      try fit.layer(
        body.name + "-caption", frames: frames, channels, breaks: body.breaks, reach: reach, colors: colors,
        shapes.caption(
          caption, over: bounds, on: look.texture == nil ? look.style.fill(samples[0]) : nil)))
  }

  private mutating func note(_ text: String) {
    if !missing.contains(text) { missing.append(text) }
  }

  private func reach(of outlines: [Outline]) -> Double {
    outlines.map(\.drawn).bounds.flatMap { $0.isFinite ? $0.reach : nil } ?? 0
  }

  /// Returns true if any of the body lies in the view at some frame.
  private func isSeen(_ body: BodyMotion, reach: Double) -> Bool {
    run.bodiesWanted != nil
      || body.x.indices.contains { index in
        let size = reach * max(abs(body.scaleX[index]), abs(body.scaleY[index]))
        return description.view.insetBy(-size).contains(Vector(body.x[index], body.y[index]))
      }
  }

  /// The shapes of a look, with a caption that turns with it.
  private mutating func content(_ look: BodyLook, color: Color, own: Color?, isColorFixed: Bool) throws
    -> [MotionShape]
  {
    guard let bounds = look.outlines.map(\.drawn).bounds, bounds.isFinite else { return [] }
    var content: [MotionShape]
    if let path = look.texture {
      if let (place, over) = try picture(path, look, tint: isColorFixed ? own : nil) {
        return [MotionShape(content: .picture(place, over: over), paint: .color(.white))]
      }
      content = shapes.body(look, color: theme.missing, isColorFixed: true)
      for index in content.indices where content[index].paint.followsLayer {
        content[index].paint = .color(theme.missing)
      }
    } else {
      content = shapes.body(look, color: color, isColorFixed: isColorFixed)
    }
    if let caption = look.style.caption, !caption.isUpright {
      content += shapes.caption(caption, over: bounds, on: look.style.fill(color))
    }
    return content
  }

  /// Draws a body's picture as its sprite has it, with a border and a caption. Bodies that are alike share
  /// it, and so do plain boxes of any size.
  private mutating func picture(_ path: String, _ look: BodyLook, tint: Color?) throws
    -> (place: Int, over: Rect)?
  {
    guard let file = textures.picture(path), let bounds = look.outlines.map(\.drawn).bounds else {
      return nil
    }
    let tint = tint?.withAlpha(1)
    if look.style.isPlain, look.outlines.count == 1, case .rect(_, 0) = look.outlines[0],
      look.fit.chosen(for: look.outlines, file) == .stretch
    {
      let key = BodyPicture(path: path, outlines: [], fit: .stretch, style: look.style, tint: tint)
      if let known = pictureOf[key], let known { return (known.place, bounds) }
      var bitmap = file.shrunk(toSide: Self.longestBox)
      if let tint { bitmap.multiply(by: tint) }
      pictureOf[key] = (pictures.count, bounds)
      pictures.append(MotionDocument.Picture(bitmap: bitmap, png: try PNG.encode(bitmap)))
      return (pictures.count - 1, bounds)
    }
    let key = BodyPicture(path: path, outlines: look.outlines, fit: look.fit, style: look.style, tint: tint)
    if let known = pictureOf[key] { return known }
    pictureOf[key] = .some(nil)
    let longest = max(bounds.width, bounds.height, 1e-9)
    let scale = min(1 / shapes.pixel, Self.longestPicture / longest)
    let over =
      look.style.isPlain
      ? nil
      : StyledOutlines(look.outlines, look.style, color: .white, isPicture: true, in: theme)
    guard
      let plan = SpritePlan(
        .picture(path: path, within: look.outlines, look.fit, Wear(), over: over),
        Detail(scale: scale, density: scale * shapes.pixel), isPaged: false)
    else { return nil }
    var bitmap = plan.drawForFile(file)
    if let tint { bitmap.multiply(by: tint) }
    let made = (place: pictures.count, over: plan.covered)
    pictures.append(MotionDocument.Picture(bitmap: bitmap, png: try PNG.encode(bitmap)))
    pictureOf[key] = made
    return made
  }
}

extension BodyLook {
  /// The look of static pictures: without a rim, which is for bodies.
  init(of scenery: SceneryDescription, _ gradient: Gradient?) {
    (kind, outlines, texture, fit) = (.static, scenery.outlines, scenery.texture, scenery.textureFit)
    let isPicture = scenery.texture != nil
    style = isPicture ? BodyStyle() : BodyStyle(gradient: gradient, border: BodyBorder(width: 0))
    (layer, hasBelts) = (0, false)
  }
}

extension Bitmap {
  fileprivate func shrunk(toSide side: Int) -> Bitmap {
    let factor = Double(side) / Double(max(width, height, 1))
    guard factor < 1 else { return self }
    var small = Bitmap(
      width: max(Int((Double(width) * factor).rounded()), 1),
      height: max(Int((Double(height) * factor).rounded()), 1))
    let place = Rect(size: Size(Double(small.width), Double(small.height)))
    small.draw { $0.paint(self, over: place) }
    return small
  }

  /// Multiplies all colors by another, as light through a glass.
  fileprivate mutating func multiply(by tint: Color) {
    let factors = [tint.red, tint.green, tint.blue].map { UInt32((min(max($0, 0), 1) * 255).rounded()) }
    withMutablePixels { pixels in
      for index in pixels.indices {
        let pixel = pixels[index]
        pixels[index] =
          pixel & 0xFF00_0000 | (pixel >> 16 & 255) * factors[0] / 255 << 16
          | (pixel >> 8 & 255) * factors[1] / 255 << 8 | (pixel & 255) * factors[2] / 255
      }
    }
  }
}
