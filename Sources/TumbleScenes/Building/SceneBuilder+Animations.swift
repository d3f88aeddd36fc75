import TumbleFiles

extension SceneBuilder {
  func readAnimations() {
    let builder = AnimationBuilder(reading: reading, names: names, scene: scene)
    for record in root.records("animations") where !reading.isFull {
      guard let id = record.text("id"), names.claim(record, among: "animation") else { continue }
      if id.contains("."), record.text("of") != id {
        reading.error(
          record.place("id"), "an id with a dot is that of the property that the animation moves",
          hint: record.text("of").map { "its property is '\($0)'" })
        continue
      }
      guard isKnownLayer(record), let (target, definition) = builder.animation(record) else { continue }
      // A layer may begin at any time, and go back.
      let timing = definition.timing
      let isOver = timing.isInstant ? timing.beginTime < 0 : timing.endTime <= 0
      // A spring without a duration takes the time that it needs, which depends on where it begins.
      var isOpen = false
      if case .spring = definition.content, timing.duration == 0, !timing.isInstant { isOpen = true }
      if !record.has("layer"), isOver, !isOpen, !timing.fillMode.showsAfter {
        reading.error(
          record.place("beginTime"), "the animation '\(id)' is over before the scene begins",
          hint:
            "it ends at \(timing.endTime.shortText) s; fillMode: forwards keeps its end")
      }
      var animation = Scene.Animation(
        id: id, target: target, definition: definition, layer: record.text("layer"))
      Format.wholeAnimationFields.read(record, into: &animation)
      add(animation, from: record)
    }
  }
}

// An event or an action names animations by their ids, and the changes over time of properties by the
// properties.
extension SceneBuilder {
  /// Animations by their names; nil where one cannot be, which has then been reported. A repeater stands for
  /// its bodies.
  ///
  /// - Parameter words: What may own a property besides: `it` and `other`.
  func animationNames(_ record: Record, _ key: String, _ words: [String] = []) -> [String]? {
    var found: [String] = []
    for (name, place) in record.texts(key) {
      guard let names = names(ofAnimation: name, place, words) else { return nil }
      found += names
    }
    return found.uniqued()
  }

  private func names(ofAnimation name: String, _ place: SourcePlace, _ words: [String]) -> [String]? {
    guard let dot = name.firstIndex(of: ".") else {
      if actionIDs("animation").contains(name) { return [name] }
      return names.resolve(name, at: place, among: scene.animations.byID, what: "animation").map { [$0.id] }
    }
    let (owner, path) = (String(name[..<dot]), String(name[name.index(after: dot)...]))
    let ofEmitter = names[.emitter][owner] != nil
    guard let property = AnimatableProperty(settable: path, ofEmitter: ofEmitter) else {
      let all = AnimatableProperty.allCases
        .filter { $0.traits.key != nil && ($0.owner == .emitter) == ofEmitter }.map(\.name)
      return reading.refuse(
        place, "'\(Excerpts.short(path))' is nothing that changes over time",
        hint: reading.didYouMean(path, all) ?? "what does: " + all.joined(separator: ", "))
    }
    switch property.owner {
    case .world, .camera:
      guard reading.isOwner(owner, of: property, at: place) else { return nil }
      return [AnimationTarget(owner, property).description]
    case .joint, .field, .fluid, .emitter:
      let known = names[property.owner]
      return names.resolve(owner, at: place, among: known, what: property.owner.rawValue).map { _ in
        [AnimationTarget(owner, property).description]
      }
    case .view, .animation, .input, .layer, .trigger, .control, .rule, .template: return nil
    case .body:
      let text = Located(value: .list([Located(value: .text(owner), place: place)]), place: place)
      guard let selector = bodySelector(text, words) else { return nil }
      guard !selector.isAnything else {
        return reading.refuse(
          place, "a property is that of a body, a repeater or a template, not of anything")
      }
      return selector.names.map { AnimationTarget($0, property).description }
    }
  }
}

extension Reading {
  /// Returns true if a property of what there is one of, such as `world`, is said to be its own; reported if
  /// not.
  func isOwner(_ name: String, of property: AnimatableProperty, at place: SourcePlace) -> Bool {
    let owner = property.owner.rawValue
    return name == owner
      || refuse(place, "only the \(owner) has '\(property.name)'", hint: "write \(owner).\(property.name)")
  }
}

extension Scene {
  /// The ids of the animations that actions add. Of one that is about `it` each body's has the body's name at
  /// its end.
  package var animationsOfActions: Set<String> {
    idsOfActions { if case .animate(let text) = $0 { text } else { nil } }
  }

  /// The ids of the joints that actions add.
  var jointsOfActions: Set<String> { idsOfActions { if case .attach(let text) = $0 { text } else { nil } } }

  /// The ids of what actions add, by the mappings of those that add something.
  func idsOfActions(_ text: (Action) -> String?) -> Set<String> {
    Set(triggers.flatMap(\.actions).compactMap { text($0).flatMap { try? ActionText($0).id } })
  }
}

extension SceneBuilder {
  func readLayers() {
    for record in root.records("layers") where !reading.isFull {
      guard let id = record.text("id"), names.claim(record, among: "layer") else { continue }
      let parent = record.text("parent")
      let isInPlace = parent.map { isEarlierLayer($0, of: id, record) } ?? true
      names.layers[id] = record.place("id")
      guard isInPlace else { continue }
      add(Scene.Layer(id: id, parent: parent, timing: Format.layerFields.object(record)), from: record)
    }
  }

  /// Parents come first: so no layer can run in its own time by way of others.
  private func isEarlierLayer(_ parent: String, of id: String, _ record: Record) -> Bool {
    guard parent != id else {
      return reading.refuse(
        record.place("parent"), "the layer '\(id)' cannot run in its own time",
        hint: "name a layer above it, or leave out 'parent'")
    }
    let isLater = names.layers[parent] == nil && root.records("layers").contains { $0.text("id") == parent }
    return names.resolve(
      parent, at: record.place("parent"), among: names.layers, what: "layer",
      hint: isLater ? "a layer stands below the one in whose time it runs" : nil) != nil
  }

  /// Returns true if the file names no layer for an animation, or one that there is; another one is reported.
  func isKnownLayer(_ record: Record) -> Bool {
    guard let layer = record.text("layer") else { return true }
    // A list that was refused as a whole: what it had in it is not known.
    if case .broken? = root["layers"]?.value { return true }
    return names.resolve(layer, at: record.place("layer"), among: names.layers, what: "layer") != nil
  }

  /// The tables that a spring has in place of its stiffness and its damping; nil for each that is not given,
  /// or wrong.
  func springCurves(_ record: Record) -> (force: Scene.SpringCurve?, damping: [Vector]?) {
    let damping = table("dampingForce", record)
    guard record.has("force") else {
      if record.has("timing") {
        reading.error(
          record.place("timing"), "'timing' is how 'force' goes from point to point, and there is no 'force'",
          hint: "such as force: [[0, 0], [40, 2000]]")
      }
      return (nil, damping)
    }
    let timing = AnimationBuilder(reading: reading, names: names, scene: scene).curve(record, "timing")
    return (table("force", record).map { Scene.SpringCurve($0, timing: timing ?? .linear) }, damping)
  }

  /// The points of a table, which rise.
  private func table(_ key: String, _ record: Record) -> [Vector]? {
    guard record.has(key) else { return nil }
    var points: [Vector] = []
    for located in record.list(key) {
      guard let point = located.vector else { return nil }
      if let last = points.last, point.x <= last.x {
        return reading.refuse(
          located.place,
          "the points of '\(key)' must rise: \(point.x.shortText) comes after \(last.x.shortText)")
      }
      points.append(point)
    }
    return points
  }

  /// Warns of animations that move the same thing at the same time: only the one further down in the file
  /// shows.
  func findConflicts() {
    var conflicts = ConflictSearch()
    for (animation, record) in zip(scene.animations, source[Scene.Animation.self]) {
      let definition = animation.definition
      guard case .group = definition.content else {
        guard let target = animation.target else { continue }
        conflicts.add(
          definition, of: target, in: ConflictSearch.Time(layer: animation.layer), id: animation.id,
          place: record.place("of"))
        continue
      }
      // A group that plays once and evenly is a shift of its members; any other has a time of its own.
      let isShift =
        definition.timingFunction == .linear
        && MediaTiming.shift(like: definition.timing) == definition.timing
      let time = ConflictSearch.Time(layer: animation.layer, group: isShift ? nil : conflicts.nextGroup())
      add(
        definition, record, in: time, within: isShift ? definition.timing : nil, of: animation, to: &conflicts
      )
    }
    for (first, second) in conflicts.meetings(atMost: reading.limits.errors + 1) {
      let other = first.id == second.id ? "another of its group" : "'\(first.id)'"
      reading.warn(
        second.place,
        "'\(second.id)' moves '\(second.target)' from \(second.begin.shortText) s on, when \(other) does too",
        hint: "while both play, only the one further down in the file shows")
    }
  }

  /// Adds the members of a group; those of a group within it have a time of their own.
  private func add(
    _ group: AnimationDefinition, _ record: Record, in time: ConflictSearch.Time, within timing: MediaTiming?,
    of animation: Scene.Animation, to conflicts: inout ConflictSearch
  ) {
    guard case .group(let members) = group.content else { return }
    for (member, entry) in zip(members, record.records("animations")) {
      if let target = member.target {
        conflicts.add(
          member.animation, of: target, in: time, within: timing, id: animation.id, place: entry.place("of"))
      } else {
        let inner = ConflictSearch.Time(layer: animation.layer, group: conflicts.nextGroup())
        add(member.animation, entry, in: inner, within: nil, of: animation, to: &conflicts)
      }
    }
  }
}

/// A search for animations that move the same property at the same time.
private struct ConflictSearch {
  /// The time that begins and ends are counted in; nothing is said of two that differ.
  struct Time: Hashable {
    var layer: String?
    var group: Int?
  }

  /// Something that one animation can move at a time.
  private struct Lane: Hashable {
    var time: Time
    var object: String
    var property: AnimatableProperty
  }

  struct Play {
    var begin: Double
    var end: Double
    var id: String
    var target: AnimationTarget
    var place: SourcePlace
    /// The index in the file.
    var order: Int
  }

  private var lanes: [Lane: Int] = [:]
  /// The plays by lane, in the file's order.
  private var plays: [[Play]] = []
  private var count = 0
  private var groups = 0

  /// A number for a time that no other is in.
  mutating func nextGroup() -> Int {
    groups += 1
    return groups
  }

  mutating func add(
    _ definition: AnimationDefinition, of target: AnimationTarget, in time: Time,
    within group: MediaTiming? = nil, id: String, place: SourcePlace
  ) {
    var play = Play(
      begin: definition.timing.beginTime, end: definition.timing.endTime, id: id, target: target,
      place: place, order: count)
    count += 1
    // How long it takes is not known before it runs.
    if case .spring = definition.content, definition.timing.duration == 0 { play.end = play.begin }
    if let group {
      play.begin = group.beginTime + max(play.begin, 0)
      play.end = min(group.beginTime + play.end, group.endTime)
    }
    for property in Self.moved(definition, target.property) {
      let lane = Lane(time: time, object: target.object, property: property)
      let index = lanes[lane] ?? plays.count
      if index == plays.count {
        lanes[lane] = index
        plays.append([])
      }
      plays[index].append(play)
    }
  }

  private static func moved(
    _ definition: AnimationDefinition, _ property: AnimatableProperty
  ) -> [AnimatableProperty] {
    switch property {
    case .position:
      if case .path(let path) = definition.content, path.rotation != .none {
        return [.positionX, .positionY, .angle]
      }
      return [.positionX, .positionY]
    // Both are shown by the scale.
    case .size: return [.scale]
    default: return [property]
    }
  }

  /// Two that meet, the earlier of the file first; each is reported once for a property.
  func meetings(atMost limit: Int) -> [(Play, Play)] {
    var meetings: [(Play, Play)] = []
    for plays in plays where plays.count > 1 {
      var longest: Play?
      for play in plays.sorted(by: { ($0.begin, $0.order) < ($1.begin, $1.order) }) {
        if let other = longest, play.begin < other.end || play.begin == other.begin {
          var (first, second) = other.order < play.order ? (other, play) : (play, other)
          (first.begin, second.begin) = (play.begin, play.begin)
          meetings.append((first, second))
          if meetings.count == limit { return meetings }
        }
        if play.end >= longest?.end ?? -.infinity { longest = play }
      }
    }
    return meetings
  }
}

extension MediaTiming {
  /// One that only begins later, and ends.
  fileprivate static func shift(like timing: MediaTiming) -> MediaTiming {
    MediaTiming(beginTime: timing.beginTime, duration: timing.duration, fillMode: timing.fillMode)
  }
}
