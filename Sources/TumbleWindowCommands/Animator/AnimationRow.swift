import TumbleScenes

extension LayerTiming {
  /// The timing against the world of what begins in this time and runs at a speed. What stands still or runs
  /// back has no place on the world's ruler, and counts as if it ran along.
  func within(begin: Double, speed: Double, offset: Double) -> LayerTiming {
    speed > 0
      ? LayerTiming(
        beginTime: parentTime(at: begin) ?? begin, speed: self.speed * speed, timeOffset: offset) : self
  }

  /// The own time at a time of the world, to a thousandth of a microsecond, so that one that goes there and
  /// back is the same.
  func own(_ world: Double) -> Double {
    self == LayerTiming() ? world : (localTime(at: world) * 1e9).rounded() / 1e9
  }

  func world(_ own: Double) -> Double { parentTime(at: own) ?? own }
}

/// An animation that has a row: one of the scene, or a member of a group; its times are the world's.
struct AnimationRow {
  /// The animation's id; of a member its group's with its place, such as `dance[1]`.
  let id: String
  /// A member as an animation that stands alone.
  let animation: Scene.Animation
  let clock: LayerTiming
  /// The id of the scene's animation, and the path of a member in it.
  let root: String
  let member: String?

  init(_ animation: Scene.Animation, in scene: Scene) {
    (id, root, member, self.animation) = (animation.id, animation.id, nil, animation)
    clock = scene.clock(ofLayer: animation.layer)
  }

  private init(_ one: AnimationMember, at place: Int, of group: AnimationRow) {
    (id, root) = ("\(group.id)[\(place)]", group.root)
    member = Edit.path("animations[\(place)]", of: group.member)
    animation = Scene.Animation(
      id: id, target: one.target, definition: one.animation, layer: group.animation.layer,
      autoplay: group.animation.autoplay)
    let timing = group.timing
    clock = group.clock.within(begin: timing.beginTime, speed: timing.speed, offset: timing.timeOffset)
  }

  /// The id of the row of the group that it is a member of; nil for one of the scene.
  var group: String? { member == nil ? nil : String(id[..<(id.lastIndex(of: "[") ?? id.endIndex)]) }

  var members: [AnimationRow] {
    guard case .group(let members) = animation.definition.content else { return [] }
    return members.enumerated().flatMap { place, member in
      let row = AnimationRow(member, at: place, of: self)
      return [row] + row.members
    }
  }

  var timing: MediaTiming { animation.definition.timing }
  var begin: Double { clock.world(timing.beginTime) }
  var end: Double { clock.world(timing.beginTime + timing.passDuration) }

  /// The keys by rising times; nil where there are none of its own.
  var keys: [Keyframe<AnimatableValue>]? {
    animation.keys?.map { Keyframe(at: clock.world($0.time), $0.value, timing: $0.timing) }
  }

  /// The number of keys, or of points of a path.
  var count: Int {
    if case .path(let path) = animation.definition.content {
      PathPoints(path.path).points.count
    } else {
      keys?.count ?? 0
    }
  }

  /// Sets a key of the format; nil takes it out.
  func set(_ key: String, _ value: String?) -> Edit {
    .set(.animation(root), path: Edit.path(key, of: member), value: value)
  }

  var removal: Edit {
    member.map { .set(.animation(root), path: $0, value: nil) } ?? .remove(.animation(root))
  }

  /// The edits that give it other keys; without any it goes.
  ///
  /// - Parameter begin: A begin of its own, from which the keys' times keep their distance; nil: as they say.
  func edits(keys: [Keyframe<AnimatableValue>], begin: Double? = nil) -> [Edit] {
    guard !keys.isEmpty else { return [removal] }
    return edits(with(keys: keys, begin: begin))
  }

  /// Returns its animation with other keys.
  ///
  /// - Parameter begin: As that of `edits(keys:begin:)`.
  func with(keys: [Keyframe<AnimatableValue>], begin: Double? = nil) -> Scene.Animation {
    var old = animation
    if let begin { old.definition.timing.beginTime = clock.own(begin) }
    return old.with(keys: keys.map { Keyframe(at: clock.own($0.time), $0.value, timing: $0.timing) })
  }

  /// The edits that put another animation in its place.
  func edits(_ new: Scene.Animation) -> [Edit] {
    // Short edits in the place of those before them, so that a drag is one of each in the log.
    if case .basic = animation.definition.content {
      let ends = Edit.setEnds(of: root, member: member, to: new.definition)
      if !ends.isEmpty { return ends }
    }
    guard case .keys(let keys) = new.definition.content, case .keys = animation.definition.content,
      new.definition.timing.repetition == timing.repetition,
      new.definition.timing.fillMode == timing.fillMode
    else { return [member.map { .setMember($0, of: root, to: new) } ?? .add(new)] }
    let begin = new.definition.timing.beginTime
    return [.setKeys(of: root, member: member, to: keys)]
      + (begin == timing.beginTime ? [] : [set("beginTime", "\(begin)")])
  }
}

extension Scene {
  /// The clock of a layer; nil: the world's.
  func clock(ofLayer id: String?) -> LayerTiming {
    guard let layer = layers.first(where: { $0.id == id }) else { return LayerTiming() }
    let timing = layer.timing
    return clock(ofLayer: layer.parent)
      .within(begin: timing.beginTime, speed: timing.speed, offset: timing.timeOffset)
  }

  /// The row of an animation, or of a member of a group, by its id.
  func row(_ id: String) -> AnimationRow? {
    let root = id.last == "]" ? String(id.prefix { $0 != "[" }) : id
    guard let animation = animations.first(where: { $0.id == id || $0.id == root }) else { return nil }
    let row = AnimationRow(animation, in: self)
    return row.id == id ? row : row.members.first { $0.id == id }
  }

  /// The rows of the animations of an object, and of the members of groups that are of it.
  func rows(of object: String) -> [AnimationRow] {
    animations.lazy.filter { $0.target == nil || $0.target?.object == object }
      .flatMap { animation -> [AnimationRow] in
        let row = AnimationRow(animation, in: self)
        return [row] + row.members
      }
      .filter { $0.animation.target?.object == object }
  }

  /// Returns what to say of an animation that waits to be started, and whose bodies physics moves until then;
  /// nil of any other.
  func fallingUntilStarted(_ id: String) -> String? {
    guard let animation = animations.first(where: { $0.id == id }), !animation.autoplay,
      let body = bodies.first(where: { body in
        body.kind == .dynamic
          && animation.targets.contains { $0.object == body.id && $0.property.isMotion }
      })
    else { return nil }
    return "until '\(id)' is started, physics moves '\(body.id)'; a kinematic body waits in its place"
  }

  func placeRows(of body: String) -> [AnimationRow] {
    rows(of: body).filter { row in
      guard let property = row.animation.target?.property else { return false }
      return property.isMotion && property != .angle && row.timing.speed == 1
    }
  }

  /// The row of a target whose keys can be edited, the one added last: in a layer and in a group too.
  func keyedRow(of target: AnimationTarget) -> AnimationRow? {
    rows(of: target.object).last { $0.animation.target == target && $0.keys != nil }
  }
}
