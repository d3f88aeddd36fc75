import TumbleAnimation
import TumbleEditor
import TumbleFiles
import TumbleFrames
import TumbleGeometry
import TumbleInput
import TumbleLooks
import TumblePanels
import TumblePictureCommands
import TumbleScenes
import TumbleSimulation

// MARK: - Keys

extension AnimatorPart {
  func perform(_ action: AnimatorAction) {
    switch action {
    case .choose(let row): choose(row)
    case .select(let keys, let isAdding):
      let all = Set(keys)
      selected = isAdding ? selected.symmetricDifference(all) : all
      if let animation = keys.first?.animation { curved = animation }
    case .moveKeys(let way): change("move keys") { keys, places in keys.moving(places) { $0 + way } }
    case .scaleKeys(let factor):
      let pivot = time
      change("scale keys") { keys, places in keys.moving(places) { pivot + ($0 - pivot) * factor } }
    case .place(let id, let begin, let end): place(id, begin, end)
    case .addKey(let id, let time): addKey(id, at: time ?? self.time)
    case .deleteKeys: deleteKeys()
    case .duplicateKeys: duplicateKeys()
    case .setCurve(let text):
      guard let curve = try? TimingFunction(parsing: text) else { return }
      change("curve \(text)") { keys, places in
        var keys = keys
        for place in places { keys[place].timing = curve }
        return keys
      }
    case .smooth:
      change("smooth keys") { keys, places in keys.smoothing(places, by: keys.widestNumber) }
    case .bend(let key, let first, let second):
      guard let curve = try? CubicBezier(first.x, first.y, second.x, second.y) else { return }
      replace(key.animation, "bend the curve") { keys in keys[key.index].timing = .cubicBezier(curve) }
    case .setKey(let key, let number, let time, let value): setKey(key, number, at: time, to: value)
    case .hold(let id, let isOn): hold(id, isOn)
    case .remove(let id): give([.remove(.animation(id))], "remove \(id)")
    case .makeKeys: offerKeys()
    case .takeKeys(let isTaken):
      if isTaken, let offer { give(offer.edits, "make keys of \(offer.title)") }
      offer = nil
    case .toPhysics:
      give(movers.map { .remove(.animation($0.id)) }, "back to physics")
    case .setAutoKey(let isOn):
      editing.hasAutoKey = isOn
      notices.tell(isOn ? "auto key: what is dragged or set becomes a key" : "auto key is off")
    case .showCurves(let isOn): showsCurves = isOn
    case .zoom(let factor, let time):
      let shown = shownRange
      let span = min(max((shown.upperBound - shown.lowerBound) * factor, 20 * step), 1e5)
      let middle = shown.contains(time) ? time : (shown.lowerBound + shown.upperBound) / 2
      let low = max(middle - span / 2, 0)
      range = low...(low + span)
    case .showAll: range = nil
    }
    events.append(.changed)
  }

  func choose(_ row: Int) {
    let rows = rows
    guard rows.rows.indices.contains(row) else { return }
    if let animation = rows.animations[row] {
      curved = animation.id
      selected = []
    }
    let object = rows.animations[row]?.target?.object ?? rows.rows[row].label
    editing.select(object, session)
  }

  /// Gives edits of the scene's start, as one unit of undo.
  func give(_ edits: [Edit], _ name: String) {
    guard !edits.isEmpty else { return }
    if edits.count > 1 { session.beginGesture(name) }
    defer { if edits.count > 1 { session.endGesture() } }
    for edit in edits {
      do {
        let moved = try session.giveAtStart(edit, named: name)
        if !moved.isEmpty {
          notices.tell("\(moved.joined(separator: ", ")) is there from the start now, to be animated")
        }
      } catch {
        return notices.warn(SceneEditing.text(error))
      }
    }
  }

  func replace(
    _ id: String, _ name: String, _ change: (inout [Keyframe<AnimatableValue>]) -> Void
  ) {
    guard let old = scene.animations.first(where: { $0.id == id }), var keys = old.keys else { return }
    change(&keys)
    give(keys.isEmpty ? [.remove(.animation(id))] : old.with(keys: keys).edits(replacing: old), name)
  }

  /// Changes the keys of each animation that has selected ones; what is moved stays selected.
  func change(
    _ name: String, _ act: ([Keyframe<AnimatableValue>], Set<Int>) -> [Keyframe<AnimatableValue>]
  ) {
    var (edits, kept) = ([Edit](), Set<AnimatorKey>())
    for (id, keys) in Dictionary(grouping: selected, by: \.animation).sorted(by: { $0.key < $1.key }) {
      guard let old = scene.animations.first(where: { $0.id == id }), let before = old.keys else { continue }
      let places = Set(keys.map(\.index)).intersection(before.indices)
      let after = act(before, places)
      edits += after.isEmpty ? [.remove(.animation(id))] : old.with(keys: after).edits(replacing: old)
      // Found again by their values' places: those that are not among the keys left alone.
      let rest = Set(before.indices.filter { !places.contains($0) }.map { before[$0] })
      kept.formUnion(after.indices.filter { !rest.contains(after[$0]) }.map { AnimatorKey(id, $0) })
    }
    give(edits, name)
    selected = kept
  }

  func deleteKeys() {
    change("delete keys") { keys, places in keys.removing(places) }
    selected = []
  }

  func duplicateKeys() {
    // Behind the last of them, as far as they reach, or half a second.
    let times = selected.compactMap { key in
      scene.animations.first { $0.id == key.animation }?.keys.flatMap { keys in
        keys.indices.contains(key.index) ? keys[key.index].time : nil
      }
    }
    let reach = (times.max() ?? 0) - (times.min() ?? 0)
    change("duplicate keys") { keys, places in keys.copying(places, by: reach > 0 ? reach + 0.5 : 0.5) }
  }

  func place(_ id: String, _ begin: Double, _ end: Double) {
    guard let old = scene.animations.first(where: { $0.id == id }) else { return }
    let timing = old.definition.timing
    let length = timing.passDuration
    if let keys = old.keys, let first = keys.first, length > 0 {
      let factor = (end - begin) / length
      give(
        old.with(
          keys: keys.map {
            Keyframe(at: begin + ($0.time - first.time) * factor, $0.value, timing: $0.timing)
          }
        )
        .edits(replacing: old), "move \(id)")
    } else {
      var edits: [Edit] = [.set(.animation(id), path: "beginTime", value: "\(begin)")]
      if end - begin != length, timing.speed != 0 {
        edits.append(
          .set(.animation(id), path: "duration", value: "\((end - begin) * timing.speed.magnitude)"))
      }
      give(edits, "move \(id)")
    }
  }

  func hold(_ id: String, _ isOn: Bool) {
    guard let old = scene.animations.first(where: { $0.id == id }) else { return }
    let before = [.backwards, .both].contains(old.definition.timing.fillMode)
    let mode: MediaTiming.FillMode = isOn ? (before ? .both : .forwards) : before ? .backwards : .removed
    give(
      [.set(.animation(id), path: "fillMode", value: mode.rawValue)], isOn ? "hold \(id)" : "let go of \(id)")
  }

  func setKey(_ key: AnimatorKey, _ number: Int, at time: Double, to value: Double) {
    replace(key.animation, "move a key") { keys in
      guard keys.indices.contains(key.index),
        let target = self.scene.animations.first(where: { $0.id == key.animation })?.target
      else { return }
      let scale = target.property == .angle ? Double.pi / 180 : 1
      let component = target.property.numbers[number]
      keys[key.index].value = component.setting(value * scale, of: keys[key.index].value)
      keys = keys.moving([key.index]) { _ in max(time, 0) }
    }
  }

  func addKey(_ id: String?, at time: Double) {
    if let id {
      return replace(id, "add a key") { keys in
        if let value = keys.value(at: time) { keys = keys.setting(value, at: time, reach: self.step / 2) }
      }
    }
    let objects = editing.selectedObjects(session)
    guard !objects.isEmpty else { return notices.tell("select something to add keys of it") }
    var edits: [Edit] = []
    for object in objects {
      let animated = scene.animations.compactMap(\.target).filter { $0.object == object.id }.uniqued()
      let own = object.kind == .body ? [AnimatableProperty.position, .angle] : []
      let targets = animated.isEmpty ? own.map { AnimationTarget(object.id ?? "", $0) } : animated
      edits += targets.flatMap { target in shownValue(of: target).map { keyEdits(target, $0) } ?? [] }
    }
    give(edits, "add keys")
  }

  func setKey(ofRow row: String, _ isOn: Bool) {
    let targets = targets(ofRow: row)
    if isOn {
      isShown = true
      give(
        targets.flatMap { target in shownValue(of: target).map { keyEdits(target, $0) } ?? [] }, "add a key")
    } else {
      for target in targets {
        guard let animation = scene.keyedAnimation(of: target) else { continue }
        replace(animation.id, "remove a key") { keys in
          keys.removeAll { ($0.time - self.time).magnitude < self.step / 2 }
        }
      }
    }
    events.append(.changed)
  }

  /// The edits that make a key of a value at the playhead.
  func keyEdits(_ target: AnimationTarget, _ value: AnimatableValue) -> [Edit] {
    if let old = scene.keyedAnimation(of: target), let keys = old.keys {
      return old.with(keys: keys.setting(value, at: time, reach: step / 2)).edits(replacing: old)
    }
    return [.add(Scene.Animation(id: scene.freeAnimationID(for: target), key: value, at: time, of: target))]
  }

  /// Makes a key of what an edit sets, where auto key is on; false for what cannot be animated.
  func makeKey(of edit: Edit) -> Bool {
    guard case .set(let object, let path, let text?) = edit, let id = object.id,
      let target = Self.target(id, object.kind, path), let value = scene.value(of: target, parsing: text)
    else { return false }
    give(keyEdits(target, value), "key of \(target)")
    return true
  }

  /// The value of a target at the time that is shown; nil where there is none to be seen.
  func shownValue(of target: AnimationTarget) -> AnimatableValue? {
    session.frame.current.value(of: target, in: session.world.description) ?? scene.value(of: target)
  }

  // MARK: - From a menu

  /// Animates a property of what is selected: back and forth, once a second, from where it is.
  func animate(_ object: SceneObject, _ property: AnimatableProperty) {
    guard let id = object.id, let from = shownValue(of: AnimationTarget(id, property)) else {
      return notices.tell("there is no \(property.name) to animate")
    }
    let target = AnimationTarget(id, property)
    let timing = MediaTiming(beginTime: time, duration: 1, repetition: .forever, autoreverses: true)
    let definition = AnimationDefinition(
      .basic(BasicAnimation(from: from, to: property.example(from: from))), timing: timing,
      timingFunction: .easeInOut)
    let name = scene.freeAnimationID(for: target)
    give([.add(Scene.Animation(id: name, target: target, definition: definition))], "animate \(target)")
    (isShown, curved) = (true, name)
    events.append(.changed)
  }
}

extension AnimatableProperty {
  /// A value that an animation from another may go to, so that one sees it.
  fileprivate func example(from: AnimatableValue) -> AnimatableValue {
    switch (self, from) {
    case (.opacity, .number(let value)), (.glow, .number(let value)): .number(value > 0.5 ? 0 : 1)
    case (.angle, .number(let value)): .number(value + 2 * .pi)
    case (.positionX, .number(let value)), (.positionY, .number(let value)): .number(value + 100)
    case (_, .number(let value)): .number(value == 0 ? 1 : value * 2)
    case (.position, .vector(let value)): .vector(value + Vector(100, 0))
    case (_, .vector(let value)): .vector(value == .zero ? Vector(100, 0) : value * 1.5)
    case (_, .size(let value)): .size(Size(value.width * 1.5, value.height * 1.5))
    case (_, .color(let value)): .color(value == .white ? Color(red: 1, green: 0.6, blue: 0) : .white)
    case (_, .rect): from
    }
  }
}
