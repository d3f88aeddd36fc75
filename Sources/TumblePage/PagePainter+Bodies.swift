import TumbleFiles
import TumbleFrames
import TumbleGeometry
import TumbleLooks

// Bodies, with their shadows, halos, captions and belts.

extension PagePainter {
  /// Calls with the frames in which a body is not shown by a surface.
  func spans(of body: PageBody, _ isHidden: (SurfaceMoment, _ piece: Int) -> Bool) -> [Range<Int>] {
    var spans = [body.first..<body.end]
    for surface in run.surfaces {
      guard let piece = surface.place(of: body.id) else { continue }
      surface.forEachState { moment, frames in
        guard isHidden(moment, piece) else { return }
        spans = spans.flatMap { $0.without(frames) }
      }
    }
    return spans
  }

  func addShadow(of index: Int) {
    let body = run.bodies[index]
    let look = run.looks[body.look]
    guard look.castsShadow, SkinBall(look) == nil, let bounds = look.drawnOutlines.bounds, bounds.isFinite,
      light.isSeen(around: bounds)
    else { return }
    let light = light.limited(to: bounds)
    let picture = sheet.picture(look.texture) == nil ? nil : look.texture
    // One for all themes, whose shadows differ by their color.
    guard themes.allSatisfy({ $0.shadow != nil }),
      let shadow = sprite({ _ in
        .shadow(picture: picture, outlines: look.drawnOutlines, look.textureFit, light, .white, turned: 0)
      })
    else { return }
    for frames in spans(of: body, { $0.pieces[$1].isCovered && !$0.isOpaque }) {
      add(
        "sprite", frames,
        [
          "body": body.number, "sprite": shadow, "offset": Self.place(light.offset), "isFaded": .flag(true),
          "tint": color { $0.shadow ?? .clear }, "isOnGround": hasSky ? .flag(true) : nil,
        ])
    }
  }

  /// Adds what static bodies that glow throw on what is near them.
  func addLight(of bodies: [Int], _ stillBodies: [BodySnapshot]) {
    let scale = PageSheet.detail(of: view).scale
    let worlds = themes.map {
      StillWorld.near(in: description, bodies: stillBodies, theme: $0, textures: sheet.cache, scale: scale)
    }
    for index in bodies where run.looks[run.bodies[index].look].kind == .static {
      let lights = worlds.compactMap { world in
        run.bodies[index].stillPose.flatMap { LampLight(of: $0, in: world, scale: scale) }
      }
      guard lights.count == themes.count else { continue }
      let places = lights.map { place(of: $0.picture, over: $0.covered) }
      addGlow(of: index, ["sprite": each(places), "isUpright": .flag(true), "isAdded": .flag(true)])
    }
  }

  func addHalo(of index: Int) {
    let body = run.bodies[index]
    let look = run.looks[body.look]
    guard let bounds = look.drawnOutlines.bounds, bounds.isFinite,
      let halo = sprite({ _ in
        .shadow(
          picture: nil, outlines: look.drawnOutlines, look.textureFit, .halo(around: bounds), .white,
          turned: 0)
      })
    else { return }
    addGlow(of: index, ["sprite": halo, "isAdded": each(themes.map { .flag($0.addsLight) })])
  }

  private func addGlow(of index: Int, _ values: JSON.Object) {
    let body = run.bodies[index]
    let look = run.looks[body.look]
    let hasPicture = sheet.picture(look.texture) != nil
    add(
      "sprite", body.first..<body.end,
      [
        "body": body.number, "isGlow": .flag(true),
      ] + tint(look.style, isOwn: body.hasColor) { hasPicture ? .white : plain(look, body.id, $0) } + values)
  }

  /// Adds the trail of a body, which is seen for its time after the body has gone.
  func addTrail(of index: Int) {
    let body = run.bodies[index]
    let look = run.looks[body.look]
    guard let trail = look.style.trail else { return }
    var length: Double?
    if case .time(let seconds) = trail.length { length = seconds * Double(run.rate) / Double(run.stride) }
    // Another look, which begins an entry of its own, takes nothing of a way without an end.
    let ends = run.bodies.filter { $0.id == body.id && run.looks[$0.look].style.trail?.length == .forever }
    let end = ends.map(\.end).max() ?? body.end
    // Where the body was put elsewhere, another begins.
    let jumps = (run.jumps[body.id] ?? []).filter { (body.first + 1..<body.end).contains($0) }
    for (from, next) in zip([body.first] + jumps, jumps + [body.end]) {
      add(
        "trail", from..<(length.map { min(next + Int($0), run.frameCount) } ?? end),
        [
          "entry": .whole(index), "from": .whole(from - body.first), "to": .whole(next - 1 - body.first),
          "length": length.map(JSON.number), "width": .number(trail.width ?? 0),
          "color": color { $0.trail(trail, look.kind, body.id.number) },
          "isAdded": each(themes.map { .flag($0.addsLight) }),
        ])
    }
  }

  /// The color of a sprite: a tint, and by it the body's own where that changes, unless it has one at night.
  ///
  /// - Parameter plain: The tint of a body without a color of its own.
  func tint(
    _ style: BodyStyle, isOwn: Bool, dim: Double = 1, _ plain: (Theme) -> Color = { _ in .white }
  ) -> JSON.Object {
    let dimmed = Color(red: dim, green: dim, blue: dim)
    func night(_ theme: Theme) -> Color? { theme.isNight ? style.night : nil }
    return [
      "tint": color { (night($0) ?? (isOwn ? .white : plain($0))).multiplied(by: dimmed) },
      "isTinted": isOwn ? each(themes.map { .flag(night($0) == nil) }) : nil,
    ]
  }

  func plain(_ look: BodyDescription, _ id: BodyID, _ theme: Theme) -> Color {
    look.texture != nil ? theme.missing : theme.plain(look.kind, id.number)
  }

  /// The ball that a body is of a skin; nil for none, and for a piece of a surface, which has its own look.
  func ball(_ index: Int) -> SkinBall? {
    let body = run.bodies[index]
    return run.pieces.contains(body.id) ? nil : SkinBall(run.looks[body.look])
  }

  /// Adds the skin over all bodies that have it.
  func addSkin(_ skin: Skin, _ moving: [Int]) {
    let look = SkinLook(skin)
    let crust = look.crust ?? .clear
    let balls = moving.compactMap { index in ball(index).flatMap { $0.skin == skin ? (index, $0) : nil } }
    let all = run.looks.compactMap { SkinBall($0) }
    add(
      "skin", 0..<run.frameCount,
      [
        "entries": .list(balls.map { .whole($0.0) }), "centers": .list(balls.map { Self.place($0.1.center) }),
        "radii": .numbers(balls.map(\.1.radius)),
        "tints": .list(
          balls.map { index, ball in
            let body = run.bodies[index]
            let style = run.looks[body.look].style
            // One that changes is in the body's tracks.
            guard body.isColorConstant else {
              return each(themes.map { $0.isNight ? style.night.map { .text($0.hex) } ?? .null : .null })
            }
            return color { ball.color($0.color(body.color, style), in: look) }
          }),
        "cell": .number(SkinBall.cell(of: all)), "leastCell": .number(SkinBall.leastCell),
        "reach": .number(SkinField.reach),
        "look": .numbers([
          Double(SkinField.threshold), Double(SkinField.deep), look.alpha, 0, SkinField.light.x,
          SkinField.light.y, look.light, look.dark, crust.red, crust.green, crust.blue, crust.alpha,
        ]),
      ])
  }

  func addBody(_ index: Int) {
    let body = run.bodies[index]
    let grain = ball(index).map { SkinLook($0.skin).grain }
    if grain == 0 { return }
    let isAdded = run.looks[body.look].style.blend == .additive
    let own: JSON.Object = ["body": body.number, "isAdded": isAdded ? .flag(true) : nil]
    let shown = body.transition?.count ?? 0
    for var frames in spans(of: body, { $0.pieces[$1].isCovered }) {
      frames = max(frames.lowerBound, body.first + shown)..<max(frames.upperBound, body.first + shown)
      for values in sprites(of: run.looks[body.look], body, body.color, isTinted: !body.isColorConstant) {
        add("sprite", frames, own + ["grain": grain.map(JSON.number)] + values)
      }
    }
    guard let transition = body.transition, shown > 0, let whole = transition.old.drawnOutlines.bounds else {
      return
    }
    for isOld in transition.isNewBelow ? [false, true] : [true, false] {
      let (look, color) = isOld ? (transition.old, transition.oldColor) : (run.looks[body.look], body.color)
      for values in sprites(of: look, body, color, isTinted: false, isPart: true)
      where values["isUpright"] == nil {
        let place = values["sprite"]?.list?.first?.number ?? values["sprite"]?.number
        guard let sprite = place.flatMap({ sheet.covered(by: Int($0)) }) else { continue }
        add(
          "sprite", body.first..<body.first + shown, own + values,
          transition.tracks(ofOld: isOld, whole, in: sprite).map { ($0, PageTransition.unit) })
      }
    }
  }

  /// The sprites of a look, the lowest first.
  ///
  /// - Parameters:
  ///   - own: The body's color; nil where it has none.
  ///   - isTinted: Whether that changes.
  ///   - isPart: Whether parts of its picture are shown, which are of the body's own sides.
  func sprites(
    of look: BodyDescription, _ body: PageBody, _ own: Color?, isTinted: Bool, isPart: Bool = false
  )
    -> [JSON.Object]
  {
    let (style, outlines) = (look.style, look.drawnOutlines)
    let bounds = outlines.map(\.drawn).bounds.flatMap { $0.isFinite ? $0 : nil }
    var made: [JSON.Object] = []
    func fill(_ theme: Theme) -> Color {
      style.base(theme.color(own, style), plain: plain(look, body.id, theme))
    }
    if let picture = sheet.picture(look.texture), let path = look.texture {
      func over(_ theme: Theme) -> StyledOutlines? {
        style.border == nil && style.caption?.isUpright != false
          ? nil : StyledOutlines(outlines, style, color: .white, isPicture: true, in: theme)
      }
      // What stands still has none in the window, until its picture changes.
      let isWorn = look.kind != .static || body.transition != nil
      let wear = isWorn ? Wear(of: body.id.number, outlines: outlines, picture: picture) : Wear()
      let isDrawnTurned = isPart || over(Theme()) != nil
      let isDark = isWorn && picture.isDark
      let drawn = sprite { theme in
        var worn = isDrawnTurned ? wear : Wear()
        worn.isOnDark = isDark && theme.addsLight
        return .picture(path: path, within: outlines, look.textureFit, worn, over: over(theme))
      }
      guard let sprite = drawn else { return [] }
      let dim = isDrawnTurned ? 1 : min(wear.brightness, 1)
      made.append(
        [
          "sprite": sprite,
          "quarters": !isDrawnTurned && wear.quarters > 0 ? .whole(wear.quarters) : nil,
        ] + tint(style, isOwn: isTinted, dim: dim) { _ in own ?? .white })
    } else {
      // Where one outline would be seen through another, all are one.
      let isGroup = outlines.count > 1 && (body.isFaded || (own?.alpha ?? 1) < 1)
      let parts: StyleParts = isTinted ? [.fill, .withinBorder] : .all
      func form(_ line: [Outline], _ theme: Theme, _ parts: StyleParts) -> SpriteForm {
        .line(line, style, isTinted ? .white : fill(theme), parts: parts, in: theme)
      }
      let tint = isTinted ? tint(style, isOwn: true) : [:]
      for line in style.lines(of: outlines, isGrouped: isGroup) {
        if let sprite = sprite({ form(line, $0, parts) }) { made.append(["sprite": sprite] + tint) }
      }
      if isTinted, style.border != nil, let sprite = sprite({ form(outlines, $0, .border) }) {
        made.append(["sprite": sprite, "isFaded": .flag(true)])
      }
    }
    guard let caption = style.caption, let bounds,
      caption.isUpright || isTinted && sheet.picture(look.texture) == nil
    else { return made }
    let text = CaptionText(
      caption, over: bounds, from: caption.isUpright ? bounds.center : .zero, family: Theme().fontFamily)
    let hasPicture = sheet.picture(look.texture) != nil
    let letters = sprite {
      .caption(text, CaptionInk(caption, text, on: hasPicture ? nil : style.fill(fill($0)), in: $0))
    }
    if let letters {
      made.append([
        "sprite": letters,
        "at": caption.isUpright ? Self.place(bounds.center) : nil,
        "isUpright": caption.isUpright ? .flag(true) : nil,
      ])
    }
    return made
  }

  func addBelts(of index: Int) {
    let body = run.bodies[index]
    guard let known = description[body.id], !run.looks[body.look].surfaceVelocities.isEmpty else { return }
    for plan in BeltPlan.all(of: known, body.id, light) {
      guard let band = sprite({ _ in plan.band }), let tread = sprite({ _ in BeltPlan.tread(light) }) else {
        continue
      }
      let count = min(plan.treads * 4, 400)
      var turned = 0.0
      // Once round, so that between two of them is a mean of both.
      let way = (0...count).map { part -> JSON in
        let share = Double(part % count) / Double(count)
        let (place, angle) = plan.border.place(at: plan.border.length * share)
        let inwards = place + Vector(0, plan.treadDepth).rotated(by: angle)
        turned += (angle - turned).remainder(dividingBy: 2 * .pi)
        return .numbers([inwards.x, inwards.y, turned].map { ($0 * 1000).rounded() / 1000 })
      }
      let (frames, onBody) = (body.first..<body.end, ["body": body.number] as JSON.Object)
      add("sprite", frames, onBody + ["sprite": band])
      if !plan.rollers.isEmpty, let roller = sprite({ _ in plan.roller }) {
        for place in plan.rollers {
          let spin = JSON.number(plan.speed / plan.rollerRadius)
          add("sprite", frames, onBody + ["sprite": roller, "at": Self.place(place), "spin": spin])
        }
      }
      add(
        "treads", frames,
        onBody + [
          "sprite": tread, "treads": .whole(plan.treads), "way": .list(way),
          "turns": .number(plan.speed / plan.border.length),
        ])
    }
  }
}

extension PageBody {
  /// The body's number in the world, by which marks name it.
  fileprivate var number: JSON { .whole(id.number) }
}
