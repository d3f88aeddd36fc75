import CTumbleSDL2
import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleLooks

/// What a body with a changed look is drawn with: each look that it has or had.
struct LookSprites {
  /// A picture of the description on a body, or its outlines.
  struct Key: Hashable {
    var body: Int
    var picture: Int?
  }

  var sprites: [Key: BodySprites] = [:]
}

extension LookChange {
  /// Seconds since it was made at a frame's moment; below 0 before it.
  func age(in frame: Frame) -> Double {
    frame.time - Double(step) / Double(max(frame.current.rate, 1))
  }
}

extension Renderer {
  /// Draws a body whose look has changed: before the change the old one, then the transition, and then the new one.
  ///
  /// - Returns: What it has when the transition is over, or had before it.
  func draw(
    _ change: LookChange, of body: BodySnapshot, in frame: Frame, _ looks: LookSprites, opacity: Double,
    _ put: (Sprite, SDL_Color) -> Void
  ) -> BodySprites? {
    let number = change.body.number
    let old = looks.sprites[LookSprites.Key(body: number, picture: change.oldPicture)]
    let new = looks.sprites[LookSprites.Key(body: number, picture: change.picture)]
    func show(_ sprites: BodySprites?, _ color: Color?, _ share: Double, _ part: (Sprite) -> Sprite?) {
      sprites?.forEachShown { sprite, own in
        if let shown = part(sprite) { put(shown, SDL_Color(color ?? own, opacity: opacity * share)) }
      }
    }
    let age = change.age(in: frame)
    if age < 0 {
      show(old, change.oldColor, 1) { $0 }
      return old
    }
    guard let place = change.transition, description.transitions.indices.contains(place),
      let progress = description.transitions[place].progress(at: age),
      let whole = description.bodies[number].outlines.bounds
    else {
      show(new, body.appearance.color, 1) { $0 }
      return new
    }
    for quad in description.transitions[place].quads(at: progress) {
      show(quad.isOld ? old : new, quad.isOld ? change.oldColor : body.appearance.color, quad.opacity) {
        $0.part(quad, of: whole)
      }
    }
    return new
  }

  /// Makes the sprites of all looks that bodies have or had.
  func prepareLooks(
    of frame: Frame, _ looks: inout LookSprites, _ sprites: SpriteCache
  ) throws(StageError) {
    for change in frame.current.looks where description[change.body] != nil {
      for picture in [change.picture, change.oldPicture] {
        let key = LookSprites.Key(body: change.body.number, picture: picture)
        if let known = looks.sprites[key], !known.isOutdated {
          if let picture = known.picture { try pictures.want(picture, rank: 0) }
        } else {
          looks.sprites[key] = try lookSprites(key, sprites)
        }
      }
    }
  }

  /// Those of a body with a picture, or with none; all are tinted as they are drawn.
  private func lookSprites(_ key: LookSprites.Key, _ sprites: SpriteCache) throws(StageError) -> BodySprites {
    let description = description.bodies[key.body]
    let path = key.picture.flatMap { place in
      self.description.pictures.indices.contains(place) ? self.description.pictures[place] : nil
    }
    let picture = try wantedPicture(path, of: key.body, rank: 0)
    guard picture?.shown == nil else {
      var made = BodySprites(sprites: [], color: .white, isTinted: true, picture: picture)
      try addStyle(of: key.body, to: &made, sprites)
      return made
    }
    let color =
      path == nil ? plainColor(key.body) : picture?.isMissing == false ? theme.awaited : theme.missing
    // A gradient is multiplied by the body's own color alone.
    let isGradient = path == nil && description.style.gradient != nil
    var made = BodySprites(
      sprites: try outlines(
        description, .white, sprites, parts: path == nil ? [.fill, .withinBorder] : .fill,
        isGrouped: overlapping[key.body]),
      color: isGradient ? .white : color, isTinted: true, picture: picture)
    try addStyle(of: key.body, to: &made, sprites)
    return made
  }
}
