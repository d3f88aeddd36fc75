import TumbleDrawing
import TumbleFiles
import TumbleFrames
import TumbleGeometry
import TumbleLooks

/// Says what a page draws: its marks, from the lowest to the highest, with the sprites that they show and the
/// tracks that move them. The window's renderer draws the same in the same order.
final class PagePainter {
  /// Something that the page's script draws in some frames.
  struct Mark {
    let kind: String
    let frames: Range<Int>
    var values: JSON.Object
    /// Numbers over time, and their parts per unit.
    var tracks: [(track: Track, unit: Double)] = []
  }

  let run: PageRun
  let description: WorldDescription
  let view: Rect
  /// A light one and a dark one, or the only one.
  let themes: [Theme]
  let light: Light
  /// The width of a fine line, in points.
  let line: Double
  private(set) var sheet: PageSheet
  private(set) var marks: [Mark] = []
  /// The bodies in the picture of what stands still, by their index in the run.
  var still: Set<Int> = []
  /// Is true if shadows fall on static bodies alone.
  var hasSky: Bool { StillWorld.Layer.hasSky(description, hasCamera: !run.cameraViews.isEmpty) }
  /// The joints that something is drawn at, by their index in the run.
  private var told: Set<Int> = []

  init(_ run: PageRun, _ description: WorldDescription, view: Rect, themes: [Theme], cache: TextureCache) {
    (self.run, self.description, self.view, self.themes) = (run, description, view, themes)
    light = Light(paper: view)
    line = PageSheet.line(of: view)
    sheet = PageSheet(of: view, cache: cache)
  }

  func paint() {
    let bodies = run.bodies.indices.sorted { a, b in
      let (first, second) = (run.bodies[a], run.bodies[b])
      return first.id == second.id
        ? first.first < second.first : description.isInFront(second.id, of: first.id)
    }
    findStill()
    let moving = bodies.filter { !still.contains($0) && run.bodies[$0].isSeen }
    let stillIDs = Set(still.map { run.bodies[$0].id })
    let stillBodies = run.latest?.bodies.filter { stillIDs.contains($0.id) } ?? []
    let layers = StillWorld.Layer.behind(in: description, hasCamera: !run.cameraViews.isEmpty)
      .filter { $0 != .paper }
    for layer in layers {
      addStill(layer, layer.hasBodies ? stillBodies : [], parts: max(16 / layers.count, 2))
    }
    if hasSky { addStill(.near, stillBodies, parts: 16, as: "ground") }
    for body in bodies where still.contains(body) { addBelts(of: body) }
    for body in moving { addShadow(of: body) }
    for joint in run.joints.indices { addTrack(of: joint) }
    let glowing = moving.filter { run.bodies[$0].glows }
    if !glowing.isEmpty { addLight(of: glowing, stillBodies) }
    for body in glowing { addHalo(of: body) }
    for body in moving { addTrail(of: body) }
    var (drawn, skins): (Set<Int>, Set<Skin>) = ([], [])
    for body in moving {
      for place in run.surfaces.indices
      where run.surfaces[place].place(of: run.bodies[body].id) != nil && drawn.insert(place).inserted {
        addSurface(place)
      }
      if let skin = ball(body)?.skin, skins.insert(skin).inserted { addSkin(skin, moving) }
      addBody(body)
    }
    for body in moving { addBelts(of: body) }
    for joint in run.joints.indices { addJoint(joint) }
    for emitter in run.emitters { add(emitter) }
    for fluid in run.fluids { add(fluid) }
    addStill(.front, [], parts: 16)
  }

  /// The tracks of each joint that have to be told: none of those of a cloth, as long as it is whole.
  var jointTracks: [[Track]] { run.joints.indices.map { told.contains($0) ? run.joints[$0].tracks : [] } }

  // MARK: What all marks have

  func add(
    _ kind: String, _ frames: Range<Int>, _ values: JSON.Object, _ tracks: [(track: Track, unit: Double)] = []
  ) {
    guard !frames.isEmpty else { return }
    marks.append(Mark(kind: kind, frames: frames, values: values, tracks: tracks))
  }

  /// Something for each theme; the thing itself where all are the same.
  func each(_ values: [JSON]) -> JSON { Set(values).count == 1 ? values[0] : .list(values) }

  func color(_ color: (Theme) -> Color) -> JSON { each(themes.map { .text(color($0).hex) }) }

  func sprite(_ form: (Theme) -> SpriteForm?) -> JSON? {
    let places = themes.compactMap { theme in form(theme).flatMap { sheet.place(of: $0) } }
    return places.count == themes.count ? each(places.map(JSON.whole)) : nil
  }

  func place(of picture: Bitmap, over rect: Rect) -> JSON { .whole(sheet.place(of: picture, over: rect)) }

  static func place(_ point: Vector) -> JSON {
    .numbers([point.x, point.y].map { ($0 * 1000).rounded() / 1000 })
  }

  // MARK: What stands still

  /// Finds the bodies that the window draws once: static, and alike in all frames.
  func findStill() {
    let isAlike = run.bodies.indices.filter { index in
      let body = run.bodies[index]
      let look = run.looks[body.look]
      return look.kind == .static && body.count == run.frameCount && !run.pieces.contains(body.id)
        && !body.glows
        && !body.isFaded && ["x", "y", "a", "w", "h"].allSatisfy(body.isConstant) && body.isColorConstant
        && (look.texture == nil || !body.hasColor && look.style.night == nil)
    }
    let sprites = Set(run.bodies.indices).subtracting(isAlike)
    let lowest = sprites.map { run.looks[run.bodies[$0].look].depth }.min() ?? .max
    still = Set(isAlike.filter { run.looks[run.bodies[$0].look].depth <= lowest })
  }

  /// - Parameters:
  ///   - parts: The largest number of pictures.
  ///   - kind: The kind of the marks: `ground` has the silhouettes of the bodies alone.
  func addStill(
    _ layer: StillWorld.Layer, _ bodies: [BodySnapshot], parts: Int, as kind: String = "sprite"
  ) {
    let scenery = themes.map { StillWorld.scenery(of: layer, in: description, $0, textures: sheet.cache) }
    guard let reach = run.cameraReach(atDepth: layer.depth, from: view.center)?.union(view) else {
      return addStill(layer, bodies, scenery, view, as: kind)
    }
    // In parts as large as the view, or larger and coarser where these would be many.
    var size = view.size
    while (reach.width / size.width).rounded(.up) * (reach.height / size.height).rounded(.up)
      > Double(parts)
    {
      size = Size(size.width * 2, size.height * 2)
    }
    for y in stride(from: reach.min.y, to: reach.max.y, by: size.height) {
      for x in stride(from: reach.min.x, to: reach.max.x, by: size.width) {
        addStill(layer, bodies, scenery, Rect(origin: Vector(x, y), size: size), as: kind)
      }
    }
  }

  private func addStill(
    _ layer: StillWorld.Layer, _ bodies: [BodySnapshot], _ scenery: [SceneryIndex], _ part: Rect,
    as kind: String
  ) {
    let detail = PageSheet.detail(of: part)
    var places: [JSON] = []
    for (var theme, scenery) in zip(themes, scenery) {
      // The paper is drawn by itself.
      (theme.paperTop, theme.paperBottom, theme.grid) = (.clear, .clear, .clear)
      (theme.gridEvery5th, theme.vignette) = (.clear, .clear)
      let world = StillWorld(
        layer, description, bodies: bodies, theme: theme, scenery: scenery, textures: sheet.cache,
        scale: detail.scale, revision: 0)
      guard world.bounds?.intersects(part) == true else { return }
      let size = Vector((part.width * detail.scale).rounded(), (part.height * detail.scale).rounded())
      let backdrop = Backdrop(
        theme: theme, paper: part, scale: detail.scale, density: detail.density, showsSurround: false)
      let piece = Rect(min: Vector(0, -size.y), max: Vector(size.x, 0))
      let picture = kind == "ground" ? backdrop.ground(of: piece, world) : backdrop.picture(of: piece, world)
      places.append(place(of: picture, over: part))
    }
    let depth: JSON? = layer.depth > 0 ? .number(layer.depth) : nil
    add(kind, 0..<run.frameCount, ["sprite": each(places), "depth": depth])
  }

  // MARK: Cloths, blobs, joints

  func addSurface(_ index: Int) {
    let surface = run.surfaces[index]
    let form = surface.form
    let rim = Outline.rimWidth * line
    var rims: [JSON] = []
    for (radius, shade) in [(form.radius, Color.white.rim), (form.radius - rim, .white)] where radius > 0 {
      guard let stroke = sprite({ _ in .stroke(width: 2 * radius) }),
        let disc = sprite({ _ in .disc(radius: radius) })
      else { continue }
      rims.append(
        .object(["stroke": stroke, "disc": disc, "shade": .numbers([shade.red, shade.green, shade.blue])]))
    }
    var states: [JSON] = []
    surface.forEachState { moment, frames in
      let faces = zip(form.faces, moment.isWhole).filter(\.1).map(\.0.corners)
      // Where the rim lies on the faces, a translucent one would show.
      let edges = zip(form.edges, moment.faceCounts).filter { moment.isOpaque && $0.1 == 1 }.map(\.0)
      states.append(
        .object([
          "from": .whole(frames.lowerBound - surface.first),
          "faces": .list(faces.map { .list($0.map(JSON.whole)) }),
          "rim": .list(edges.map { .list([.whole($0.a), .whole($0.b)]) }),
        ]))
    }
    let tints = form.pieces.map { id in
      color { theme in description[id].map { theme.plain($0.kind, id.number) } ?? .white }
    }
    add(
      "mesh", surface.first..<surface.end,
      [
        "pieces": .list(form.pieces.map { .whole($0.number) }), "tints": .list(tints), "rims": .list(rims),
        "states": .list(states),
      ], surface.lights.map { ($0, PageSurface.parts) })
  }

  func addTrack(of index: Int) {
    let joint = run.joints[index]
    guard JointLook(joint.description, in: description) == .groove, let way = joint.description.track,
      let slot = sprite({ JointForms($0, pixel: line).slot }),
      let hub = sprite({ JointForms($0, pixel: line).hub })
    else { return }
    let (frames, body) = (joint.first..<joint.end, JSON.whole(joint.description.a.number))
    add(
      "link", frames,
      [
        "a": body, "b": body, "from": Self.place(way.from), "to": Self.place(way.to),
        "sprites": .list([slot]),
        "tint": color(\.slot),
      ])
    for end in [way.from, way.to] {
      add("dot", frames, ["body": body, "at": Self.place(end), "sprite": hub])
    }
  }

  func addJoint(_ index: Int) {
    let joint = run.joints[index]
    let known = joint.description
    let look = JointLook(known, in: description)
    var spans = [joint.first..<joint.end]
    for surface in run.surfaces {
      guard let edge = surface.edge(of: joint.id) else { continue }
      surface.forEachState { moment, frames in
        if moment.covers(edge) { spans = spans.flatMap { $0.without(frames) } }
      }
    }
    let parts = themes.map { JointForms($0, pixel: line).parts(of: known, look) }
    for place in parts[0].indices {
      guard let values = values(of: parts.map { $0[place] }, known) else { continue }
      for frames in spans { add(values.kind, frames, ["joint": .whole(index)] + values.values) }
      if !spans.isEmpty { told.insert(index) }
    }
  }

  func values(of parts: [JointPart], _ known: JointDescription) -> (kind: String, values: JSON.Object)? {
    switch parts[0] {
    case .link(let link):
      let sprites = link.forms.compactMap { form in sheet.place(of: form) }
      let tint = each(parts.map { if case .link(let link) = $0 { .text(link.color.hex) } else { .null } })
      return sprites.isEmpty
        ? nil
        : (
          "link",
          [
            "a": .whole(known.a.number), "b": .whole(known.b.number),
            "sprites": .list(sprites.map(JSON.whole)),
            "tint": tint, "isTinted": link.isThread && known.color == nil ? .flag(true) : nil,
          ]
        )
    case .dot(let dot):
      let places = parts.compactMap { part -> JSON? in
        guard case .dot(let dot) = part else { return nil }
        return sheet.place(of: dot.form).map(JSON.whole)
      }
      return places.count < parts.count
        ? nil
        : (
          "dot",
          [
            "end": .text(dot.isAtA ? "a" : "b"), "body": .whole((dot.isAtA ? known.a : known.b).number),
            "sprite": each(places), "turned": dot.turned.map { .whole($0.number) },
            "angle": dot.turned == nil ? nil : .number(dot.angle),
          ]
        )
    }
  }

  // MARK: Particles and fluids

  func add(_ emitter: PageEmitter) {
    guard let count = emitter.tracks.first?.count, count > 0 else { return }
    let cells = emitter.cells.map { cell -> JSON in
      let picture = sheet.picture(cell.picture) ?? ParticleSpot.bitmap
      let shape = Size(1, Double(picture.height) / Double(max(picture.width, 1)))
      let sprite = sheet.place(of: picture, over: Rect(center: .zero, size: shape))
      return .object([
        "sprite": .whole(sprite), "acceleration": .numbers([cell.acceleration.x, cell.acceleration.y]),
        "colorSpeed": .numbers([cell.colorSpeed.red, cell.colorSpeed.green, cell.colorSpeed.blue]),
        "alphaSpeed": .number(cell.alphaSpeed),
      ])
    }
    add(
      "particles", emitter.first..<emitter.end,
      [
        "cells": .list(cells),
        "isAdded": emitter.description.emitter.blend == .additive ? .flag(true) : nil,
      ], Array(zip(emitter.tracks, PageEmitter.units).map { ($0, $1) }))
  }

  func add(_ fluid: PageFluid) {
    let description = fluid.description
    for (columns, tracks) in zip(fluid.columns, fluid.tracks) where columns.count > 1 {
      add(
        "water", fluid.first..<fluid.end,
        [
          "columns": .list(columns.map(Self.place)), "fill": color { $0.shown(description) },
          "rim": color { FluidSurface.rim($0.shown(description)) },
        ], tracks.map { ($0, PageFluid.parts) })
    }
  }
}

extension Range<Int> {
  /// The parts of it that are not in another.
  func without(_ other: Range<Int>) -> [Range<Int>] {
    guard overlaps(other) else { return [self] }
    return [
      lowerBound..<Swift.max(other.lowerBound, lowerBound),
      Swift.min(other.upperBound, upperBound)..<upperBound,
    ].filter { !$0.isEmpty }
  }
}
