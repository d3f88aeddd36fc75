import TumblePanels
import TumbleScenes

/// The animations of a scene's start as rows: of each object in the scene's order, then of the world, and
/// then of the layers; groups with their members.
struct AnimatorRows {
  /// The animation of each row; nil for a heading.
  private(set) var animations: [AnimationRow?] = []
  private(set) var rows: [AnimatorState.Row] = []
  /// The names by which rows are folded; nil for one with nothing below it.
  private(set) var folds: [String?] = []

  /// - Parameters:
  ///   - lit: The names of what is selected on the stage.
  ///   - folded: The names of the rows that are folded.
  init(of scene: Scene, selected: Set<AnimatorKey>, lit: Set<String>, folded: Set<String> = []) {
    var groups: [Scene.Animation] = []
    var byObject: [String: [Scene.Animation]] = [:]
    var byLayer: [String: [Scene.Animation]] = [:]
    for animation in scene.animations {
      if let layer = animation.layer, scene.layers.contains(where: { $0.id == layer }) {
        byLayer[layer, default: []].append(animation)
      } else if let object = animation.target?.object {
        byObject[object, default: []].append(animation)
      } else {
        groups.append(animation)
      }
    }
    func isLit(_ row: AnimationRow) -> Bool { row.animation.target.map { lit.contains($0.object) } ?? false }
    func add(group: Scene.Animation, depth: Int, names: Bool, isOneOfSeveral: Bool = false) {
      let row = AnimationRow(group, in: scene)
      let members = row.members
      let isFolded = members.isEmpty ? nil : folded.contains("group \(row.id)")
      self.add(
        row, selected, lit: isLit(row), depth: depth, names: names, isFolded: isFolded,
        isOneOfSeveral: isOneOfSeveral)
      guard isFolded == false else { return }
      for member in members {
        self.add(member, selected, lit: isLit(member), depth: depth + 1, names: true, isFolded: nil)
      }
    }
    for object in scene.animatedObjects {
      guard let own = byObject[object] else { continue }
      let isFolded = folded.contains("object \(object)")
      let row = AnimatorState.Row(object, isLit: lit.contains(object))
      self.add(nil, row, fold: "object \(object)", isFolded)
      var count: [AnimatableProperty: Int] = [:]
      for property in own.compactMap(\.target?.property) { count[property, default: 0] += 1 }
      for animation in own where !isFolded {
        let isOneOfSeveral = animation.target.map { count[$0.property] ?? 0 > 1 } ?? false
        add(group: animation, depth: 1, names: false, isOneOfSeveral: isOneOfSeveral)
      }
    }
    for group in groups { add(group: group, depth: 0, names: true) }
    for (index, layer) in scene.layers.enumerated() {
      let name = "layer \(layer.id)"
      let isFolded = folded.contains(name)
      var row = AnimatorState.Row(name)
      row.layer = index
      row.note = layer.parent.map { "in the layer \($0)" } ?? ""
      self.add(nil, row, fold: name, isFolded)
      for animation in byLayer[layer.id] ?? [] where !isFolded {
        add(group: animation, depth: 1, names: true)
      }
    }
  }

  private mutating func add(
    _ animation: AnimationRow?, _ row: AnimatorState.Row, fold: String?, _ isFolded: Bool?
  ) {
    animations.append(animation)
    folds.append(fold)
    rows.append(row)
    rows[rows.count - 1].isFolded = isFolded
  }

  /// - Parameter isOneOfSeveral: Whether others move the same thing, so that the label has its name.
  private mutating func add(
    _ row: AnimationRow, _ selected: Set<AnimatorKey>, lit: Bool, depth: Int, names: Bool, isFolded: Bool?,
    isOneOfSeveral: Bool = false
  ) {
    let (animation, timing, keys) = (row.animation, row.timing, row.keys)
    let chosen = (keys ?? []).indices.filter { selected.contains(AnimatorKey(row.id, $0)) }
    let target = names ? animation.target?.description : animation.target?.property.name.words
    let layer = animation.layer.map { " in layer \($0)" } ?? ""
    let owner = row.member == nil ? "\(row.id): " : "in the group \(row.root): "
    var shown = AnimatorState.Row(
      animation: row.id, (target ?? "group \(row.id)") + (isOneOfSeveral ? ": \(row.id)" : ""), depth: depth,
      begin: row.begin, end: row.end,
      lastEnd: row.clock.world(timing.endTime), fillsBefore: timing.fillMode.showsBefore,
      fillsAfter: timing.fillMode.showsAfter, keys: keys?.map(\.time), selected: Set(chosen),
      color: animation.color, isLit: lit,
      note: "\(owner)\(animation.definition.content.word)\(layer)"
        + (animation.autoplay ? "" : ", waits to be started") + (animation.note.map { ", \($0)" } ?? ""))
    shown.isWaiting = !animation.autoplay
    add(row, shown, fold: isFolded == nil ? nil : "group \(row.id)", isFolded)
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
    bodies.map(\.id) + joints.map(\.id) + fields.map(\.id) + fluids.map(\.id) + emitters.map(\.id)
      + ["world", "camera"]
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
  func freeAnimationID(for target: AnimationTarget) -> String {
    target.freeAnimationID(besides: Set(animations.map(\.id)))
  }
}

extension AnimatorCurves {
  /// Creates the curves of an animation with keys; nil for one without.
  ///
  /// - Parameter keys: Other keys that it may get; nil: its own.
  init?(of row: AnimationRow, keys: [Keyframe<AnimatableValue>]? = nil) {
    guard let keys = keys ?? row.keys, let target = row.animation.target,
      (try? KeyframeAnimation(keys.from(0))) != nil
    else { return nil }
    let property = target.property
    let lines = property.numbers.map { number in
      Line(
        number.partName,
        keys: keys.map {
          Keyframe(at: $0.time, number.number(of: $0.value) * property.shownScale, timing: $0.timing)
        })
    }
    self.init(animation: row.id, title: "\(target)", unit: property.shownUnit, lines: lines)
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
