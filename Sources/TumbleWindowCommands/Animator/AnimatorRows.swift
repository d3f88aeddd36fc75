import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumblePanels
import TumbleScenes

/// The animations of a scene's start as rows: of each object in the scene's order, then of the world; groups
/// with their members.
struct AnimatorRows {
  /// The animation of each row; nil for a heading.
  private(set) var animations: [Scene.Animation?] = []
  private(set) var rows: [AnimatorState.Row] = []

  /// - Parameters:
  ///   - selected: The selected keys.
  ///   - lit: The names of what is selected on the stage.
  init(of scene: Scene, selected: Set<AnimatorKey>, lit: Set<String>) {
    var groups: [Scene.Animation] = []
    var byObject: [String: [Scene.Animation]] = [:]
    for animation in scene.animations {
      if let object = animation.target?.object {
        byObject[object, default: []].append(animation)
      } else {
        groups.append(animation)
      }
    }
    for object in scene.animatedObjects where byObject[object] != nil {
      add(nil, AnimatorState.Row(object, isLit: lit.contains(object)))
      for animation in byObject[object] ?? [] { add(animation, selected, lit: lit.contains(object)) }
    }
    for group in groups {
      add(group, selected, lit: false)
      guard case .group(let members) = group.definition.content else { continue }
      for member in members { add(member, of: group) }
    }
  }

  private mutating func add(_ animation: Scene.Animation?, _ row: AnimatorState.Row) {
    animations.append(animation)
    rows.append(row)
  }

  private mutating func add(_ animation: Scene.Animation, _ selected: Set<AnimatorKey>, lit: Bool) {
    let timing = animation.definition.timing
    let keys = animation.keys
    let chosen = (keys ?? []).indices.filter { selected.contains(AnimatorKey(animation.id, $0)) }
    let label = animation.target?.property.name ?? animation.id
    let layer = animation.layer.map { " in layer \($0)" } ?? ""
    add(
      animation,
      AnimatorState.Row(
        animation: animation.id, animation.target == nil ? "group \(label)" : label,
        depth: animation.target == nil ? 0 : 1, begin: timing.beginTime,
        end: timing.beginTime + timing.passDuration, lastEnd: timing.endTime,
        fillsBefore: timing.fillMode == .backwards || timing.fillMode == .both,
        fillsAfter: timing.fillMode.showsAfter, keys: keys?.map(\.time), selected: Set(chosen),
        color: animation.color, isLit: lit,
        note: "\(animation.id): \(animation.definition.content.word)\(layer)"
          + (animation.note.map { ", \($0)" } ?? "")))
  }

  /// A member of a group, in the group's time: to be seen, and not to be moved.
  private mutating func add(_ member: AnimationMember, of group: Scene.Animation) {
    let (timing, origin) = (member.animation.timing, group.definition.timing.beginTime)
    add(
      nil,
      AnimatorState.Row(
        member.target?.description ?? "group", depth: 2, begin: origin + timing.beginTime,
        end: origin + timing.beginTime + timing.passDuration, note: "in the group \(group.id)"))
  }
}

extension AnimationContent {
  /// The word of the scene format for it.
  fileprivate var word: String {
    switch self {
    case .basic: "basic"
    case .keyframe, .keys: "keyframe"
    case .path: "path"
    case .spring: "spring"
    case .group: "group"
    }
  }
}

extension Scene {
  /// The ids of all that animations can move, in the scene's order, the world last.
  fileprivate var animatedObjects: [String] {
    bodies.map(\.id) + joints.map(\.id) + fields.map(\.id) + fluids.map(\.id) + emitters.map(\.id) + ["world"]
  }

  /// The animation of a target whose keys can be edited, the one added last.
  func keyedAnimation(of target: AnimationTarget) -> Scene.Animation? {
    animations.last { $0.target == target && $0.layer == nil && $0.keys != nil }
  }

  /// The animations of places and angles of bodies.
  func motions(of bodies: Set<String>) -> [Scene.Animation] {
    animations.filter { animation in
      animation.target.map { $0.property.isMotion && bodies.contains($0.object) } ?? false
    }
  }
}

extension AnimationTarget {
  /// An id for a new animation of it, such as `box1-angle`, that is none of those that are taken.
  func freeAnimationID(besides taken: Set<String>) -> String {
    let base = "\(object)-\(property.name.filter { $0 != "." })"
    return taken.contains(base)
      ? (2...).lazy.map { "\(base)-\($0)" }.first { !taken.contains($0) } ?? base : base
  }
}

extension Scene {
  /// An id for a new animation of a target.
  func freeAnimationID(for target: AnimationTarget) -> String {
    target.freeAnimationID(besides: Set(animations.map(\.id)))
  }
}

extension Scene.Animation {
  /// The edits that give a scene this animation in place of one of its id.
  func edits(replacing old: Scene.Animation?) -> [Edit] {
    guard let old, case .keys(let keys) = definition.content, case .keys = old.definition.content,
      definition.timing.repetition == old.definition.timing.repetition,
      definition.timing.fillMode == old.definition.timing.fillMode
    else { return [.add(self)] }
    // A short edit in the place of the one before it, so that a drag is one edit of the log.
    var edits: [Edit] = [.setKeys(of: id, to: keys)]
    let begin = definition.timing.beginTime
    if begin != old.definition.timing.beginTime {
      edits.append(.set(.animation(id), path: "beginTime", value: "\(begin)"))
    }
    return edits
  }
}

extension AnimatorCurves {
  /// Creates the curves of an animation with keys; nil for one without.
  init?(of animation: Scene.Animation) {
    guard let keys = animation.keys, let target = animation.target,
      let frames = try? KeyframeAnimation(keys.from(0)), let track = try? KeyframeTrack(frames)
    else { return nil }
    let (begin, length) = (keys[0].time, (keys.last?.time ?? 0) - keys[0].time)
    let numbers = target.property.numbers
    let isAngle = target.property == .angle
    let unit = isAngle ? "°" : target.property.traits.quantity.symbol
    let scale = isAngle ? 180 / Double.pi : 1
    let samples = 240
    let lines = numbers.map { number in
      func value(_ value: AnimatableValue) -> Double { number.number(of: value) * scale }
      let points = (0...samples).map { sample in
        let share = Double(sample) / Double(samples)
        return Vector(begin + share * length, value(track.value(at: share)))
      }
      let handles = keys.indices.map { index -> Handles? in
        guard index > 0, let curve = keys[index].timing.bezier else { return nil }
        let (from, to) = (keys[index - 1], keys[index])
        let (span, height) = (to.time - from.time, value(to.value) - value(from.value))
        return Handles(
          first: Vector(from.time + curve.x1 * span, value(from.value) + curve.y1 * height),
          second: Vector(from.time + curve.x2 * span, value(from.value) + curve.y2 * height))
      }
      return Line(
        number.partName, points: length > 0 ? points : [],
        keys: keys.map { Vector($0.time, value($0.value)) }, handles: handles)
    }
    self.init(animation: animation.id, title: "\(target)", unit: unit, lines: lines)
  }
}

extension [Keyframe<AnimatableValue>] {
  /// The keys with the first at a time.
  func from(_ begin: Double) -> Self {
    let way = begin - (first?.time ?? 0)
    return map { Keyframe(at: $0.time + way, $0.value, timing: $0.timing) }
  }

  /// The value at a time: that of the first key before it, and of the last after it.
  func value(at time: Double) -> AnimatableValue? {
    guard let first, let last else { return nil }
    if time <= first.time { return first.value }
    if time >= last.time { return last.value }
    guard let frames = try? KeyframeAnimation(from(0)), let track = try? KeyframeTrack(frames) else {
      return nil
    }
    return track.value(at: (time - first.time) / (last.time - first.time))
  }
}
