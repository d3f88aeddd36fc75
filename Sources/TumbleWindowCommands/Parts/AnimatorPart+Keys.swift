import TumblePanels
import TumbleScenes

// MARK: - Keys

extension AnimatorPart {
  func perform(_ action: AnimatorAction) {
    if !isPreviewing { preview = [:] }
    switch action {
    case .preview(let action):
      let kept = selected
      isPreviewing = true
      perform(action)
      (selected, isPreviewing) = (kept, false)
    case .choose(let row): choose(row)
    case .select(let keys, let isAdding):
      let all = Set(keys)
      selected = isAdding ? selected.symmetricDifference(all) : all
      chosen = nil
      if let animation = keys.first?.animation { curved = animation }
    case .moveKeys(let way):
      // Together they go no further than to 0, where one would take another's place.
      let first = selectedKeys.flatMap { _, keys, places in places.map { keys[$0].time } }.min() ?? 0
      let way = max(way, -max(first, 0))
      change("move keys") { keys, places in keys.moving(places) { $0 + way } }
    case .scaleKeys(let factor, let middle):
      let rate = Double(session.world.rate)
      let time = { ((middle + ($0 - middle) * factor) * rate).rounded() / rate }
      change("scale keys") { keys, places in keys.moving(places, to: time) }
    case .place(let id, let begin, let end): place(id, begin, end)
    case .addKey(let id, let time): addKey(id, at: time ?? self.time)
    case .deleteKeys: deleteKeys()
    case .flatten: change("flatten keys") { keys, places in keys.flattening(places) }
    case .shiftKeys(let way, let number, let value):
      changeValues("move keys", number: number, by: way) { $0 + value }
    case .scaleValues(let number, let factor, let middle):
      changeValues("scale keys", number: number, by: 0) { middle + ($0 - middle) * factor }
    case .duplicateKeys: duplicateKeys()
    case .setCurve(let text):
      guard let curve = try? TimingFunction(parsing: text) else { return }
      change("curve \(text)") { keys, places in
        var keys = keys
        for place in places { keys[place].timing = curve }
        return keys
      }
    case .smooth: change("smooth keys") { keys, places in keys.smoothing(places, by: keys.widestNumber) }
    case .bend(let key, let first, let second, let part, let mirrors):
      guard let curve = try? CubicBezier(first.x, first.y, second.x, second.y) else { return }
      replace(key.animation, "bend the curve") { keys in
        guard keys.indices.contains(key.index) else { return }
        // The handle belongs to the key before the segment, or to the one that it leads to.
        let (own, widest) = (key.index - 1 + part, keys.widestNumber)
        let isInLine = mirrors ?? keys.hasHandlesInLine(at: own, by: widest)
        keys[key.index].timing = .cubicBezier(curve)
        if isInLine { keys = keys.mirroringHandle(at: own, from: 1 - part, by: widest) }
      }
    case .setKey(let key, let number, let time, let value): setKey(key, number, at: time, to: value)
    case .hold(let id, let isOn): hold(id, isOn)
    case .showFuture(let step):
      futureStep = step
      if step != nil { session.view(step: nil) }
    case .makeKeys: offerKeys()
    case .takeKeys(let isTaken): endOffer(isTaken: isTaken)
    case .markStretch(let stretch): self.stretch = stretch
    case .toPhysics:
      let movers = movers
      guard give(movers.map { .remove(.animation($0.id)) }, "back to physics") else { break }
      let names = movers.map(\.id).prefix(3).joined(separator: ", ") + (movers.count > 3 ? " …" : "")
      notices.tell("\(names) went, with all keys; undo brings them back")
    case .openCard(let id): openCard(of: id)
    case .takeCard: takeCard()
    case .openMenu(let id): menu = (menu.number + 1, .row(id))
    case .openKeyMenu(let key):
      if !selected.contains(key) { perform(.select([key], isAdding: false)) }
      menu = (menu.number + 1, .keys)
    case .setAutoKey(let isOn):
      editing.hasAutoKey = isOn
      notices.tell(isOn ? "auto key: what is dragged or set becomes a key" : "auto key is off")
    case .showCurves(let isOn): (showsCurves, values) = (isOn, nil)
    case .level(let isOn): (levelsCurves, values) = (isOn, nil)
    case .zoomValues(let factor, let middle): zoomValues(factor, about: middle)
    case .showGhosts(let rows):
      ghostRows = rows
      notices.tell("ghosts: \(rows.title)")
    case .countTime(let layer):
      rulerLayer = layer.flatMap { layers.indices.contains($0) ? layers[$0].name : nil }
    case .zoom(let factor, let time):
      let shown = shownRange
      let old = shown.upperBound - shown.lowerBound
      let span = min(max(old * factor, 20 * step), 1e5)
      // What is looked at keeps its place.
      let middle = shown.contains(time) ? time : (shown.lowerBound + shown.upperBound) / 2
      let low = max(middle - (middle - shown.lowerBound) * span / old, 0)
      range = low...(low + span)
    case .pan(let way):
      let shown = shownRange
      let low = max(shown.lowerBound + way, 0)
      range = low...(low + shown.upperBound - shown.lowerBound)
    case .showAll: (range, values) = (nil, nil)
    case .showSelected: showSelected()
    case .fold(let row): fold(row)
    }
    events.append(.changed)
  }

  func choose(_ row: Int) {
    let rows = rows
    guard rows.rows.indices.contains(row) else { return }
    (selected, chosen, values) = ([], nil, nil)
    if let animation = rows.animations[row] {
      (curved, curvedObject) = (animation.id, nil)
    } else if rows.rows[row].layer != nil {
      return fold(row)
    } else {
      (curved, curvedObject) = (nil, rows.rows[row].label)
    }
    editing.select(rows.animations[row]?.animation.target?.object ?? rows.rows[row].label, in: session)
    chosen = rows.animations[row]?.id
  }

  /// Removes an animation, or a member of a group.
  func remove(_ id: String?) {
    guard let id, let row = scene.row(id), give([row.removal], "remove \(id)") else { return }
    // Members after it have other ids now.
    (chosen, selected) = (nil, [])
    events.append(.changed)
  }

  /// Gives edits of the scene's start, as one unit of undo; false if one is refused, and none is made.
  @discardableResult
  func give(_ edits: [Edit], _ name: String) -> Bool {
    do {
      let moved = try session.giveAtStart(edits, named: name)
      if !moved.isEmpty {
        notices.tell("\(moved.joined(separator: ", ")) is there from the start now, to be animated")
      }
      return true
    } catch {
      notices.tell(SceneEditing.text(error))
      return false
    }
  }

  func replace(_ id: String, _ name: String, _ change: (inout [Keyframe<AnimatableValue>]) -> Void) {
    guard let old = scene.row(id), var keys = old.keys else { return }
    let before = keys
    change(&keys)
    guard keys != before else { return }
    if isPreviewing { preview[id] = keys } else { give(old.edits(keys: keys), name) }
  }

  /// Changes the keys of each animation that has selected ones; what is moved stays selected.
  ///
  /// - Parameter isCopying: Whether what is new is selected in place of what it was copied from.
  func change(
    _ name: String, isCopying: Bool = false,
    _ act: ([Keyframe<AnimatableValue>], Set<Int>) -> [Keyframe<AnimatableValue>]
  ) {
    var (edits, removals, kept) = ([Edit](), [Edit](), Set<AnimatorKey>())
    for (old, before, places) in selectedKeys {
      let after = act(before, places)
      guard !isPreviewing else {
        preview[old.id] = after
        continue
      }
      // Of members that go the last one first: the others keep their places.
      if after.isEmpty { removals.insert(old.removal, at: 0) } else { edits += old.edits(keys: after) }
      // Found again by their times and values: those that are not among the keys left alone. The curve of one
      // of these may be another now.
      let alone = before.indices.filter { isCopying || !places.contains($0) }.map { before[$0] }
      let rest = Dictionary(alone.map { ($0.time, $0.value) }) { $1 }
      kept.formUnion(
        after.indices.filter { rest[after[$0].time] != after[$0].value }.map { AnimatorKey(old.id, $0) })
    }
    give(edits + removals, name)
    selected = kept
  }

  func deleteKeys() {
    deletePoints()
    change("delete keys") { keys, places in keys.removing(places) }
    selected = []
  }

  func duplicateKeys() {
    // Behind the last of them, as far as they reach, or half a second.
    let times = selectedKeys.flatMap { _, keys, places in places.map { keys[$0].time } }
    let reach = (times.max() ?? 0) - (times.min() ?? 0)
    change("duplicate keys", isCopying: true) { keys, places in keys.copying(places, by: reach + 0.5) }
  }

  func place(_ id: String, _ begin: Double, _ end: Double) {
    guard let old = scene.row(id) else { return }
    let length = old.end - old.begin
    if case .keys = old.animation.definition.content, let keys = old.keys, length > 0 {
      let factor = (end - begin) / length
      // The first key may come later than the begin.
      let moved = keys.map {
        Keyframe(at: begin + ($0.time - old.begin) * factor, $0.value, timing: $0.timing)
      }
      give(old.edits(keys: moved, begin: begin), "move \(id)")
    } else {
      var edits = [old.set("beginTime", "\(old.clock.own(begin))")]
      if (end - begin - length).magnitude > step / 2, old.timing.speed != 0 {
        let own = old.clock.own(end) - old.clock.own(begin)
        edits.append(old.set("duration", "\(own * old.timing.speed.magnitude)"))
      }
      give(edits, "move \(id)")
    }
  }

  func hold(_ id: String, _ isOn: Bool) {
    guard let old = scene.row(id) else { return }
    let before = [.backwards, .both].contains(old.timing.fillMode)
    let mode: MediaTiming.FillMode = isOn ? (before ? .both : .forwards) : before ? .backwards : .removed
    give([old.set("fillMode", mode.rawValue)], isOn ? "hold \(id)" : "let go of \(id)")
  }

  func setKey(_ key: AnimatorKey, _ number: Int, at time: Double, to value: Double) {
    replace(key.animation, "move a key") { keys in
      guard keys.indices.contains(key.index),
        let target = self.scene.row(key.animation)?.animation.target,
        target.property.numbers.indices.contains(number)
      else { return }
      let scale = target.property == .angle ? Double.pi / 180 : 1
      let (component, old, time) = (target.property.numbers[number], keys, max(time, 0))
      keys[key.index].value = component.setting(value * scale, of: keys[key.index].value)
      keys = keys.keepingHandles(of: old).moving([key.index]) { _ in time }
      // It may lie behind others now.
      if !self.isPreviewing, let place = keys.firstIndex(where: { $0.time == time }) {
        self.selected = [AnimatorKey(key.animation, place)]
      }
    }
  }

  func addKey(_ id: String?, at time: Double) {
    if let id {
      let time = max(time, 0)
      return replace(id, "add a key") { keys in
        if let value = keys.value(at: time) { keys = keys.setting(value, at: time, reach: self.step / 2) }
      }
    }
    let objects = editing.selectedObjects(session)
    guard !objects.isEmpty else { return notices.tell("select something to add keys of it") }
    var edits: [Edit] = []
    for object in objects {
      let animated = scene.rows(of: object.name).compactMap(\.animation.target).uniqued()
      // A single key of the angle would hold it for ever, and the body with it.
      let own = object.kind == .body ? [AnimationTarget(object.name, .position)] : []
      let targets = animated.isEmpty ? own : animated
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
      var (edits, removals) = ([Edit](), [Edit]())
      for target in targets {
        guard let old = scene.keyedRow(of: target), let before = old.keys else { continue }
        let keys = before.filter { ($0.time - time).magnitude >= step / 2 }
        guard keys.count < before.count else { continue }
        // Of members that go the last one first: the others keep their places.
        if keys.isEmpty { removals.insert(old.removal, at: 0) } else { edits += old.edits(keys: keys) }
      }
      give(edits + removals, "remove a key")
    }
    events.append(.changed)
  }

  /// Returns true for the place or the angle of what was added later, and comes to the start once it is
  /// animated: it is to wait there for the begin, not to fall away from where it was put.
  func comesToStart(_ target: AnimationTarget) -> Bool {
    target.property.isMotion && !session.startScene.bodies.contains { $0.id == target.object }
  }

  /// The edits that make a key of a value at the playhead.
  func keyEdits(_ target: AnimationTarget, _ value: AnimatableValue) -> [Edit] {
    if let old = scene.keyedRow(of: target), let keys = old.keys {
      return old.edits(keys: keys.setting(value, at: time, reach: step / 2))
    }
    if target.property == .position, case .vector(let place) = value {
      // Where its two numbers are animated each by itself, keys of both would fight with one of the whole.
      let parts = [(AnimatableProperty.positionX, place.x), (.positionY, place.y)]
        .map { (AnimationTarget(target.object, $0.0), AnimatableValue.number($0.1)) }
      if parts.contains(where: { scene.keyedRow(of: $0.0) != nil }) {
        return parts.flatMap { keyEdits($0.0, $0.1) }
      }
    }
    var animation = Scene.Animation(id: scene.freeAnimationID(for: target), key: value, at: time, of: target)
    if comesToStart(target) { animation.definition.timing.fillMode = .both }
    return needs(of: target) + [.add(animation)]
  }

  /// The edits that make what the animation of a target needs, and the scene lacks: a camera.
  func needs(of target: AnimationTarget) -> [Edit] {
    let lacksCamera = target.property.owner == .camera && session.startScene.camera == nil
    return lacksCamera ? [.set(.camera, path: "zoom", value: "1")] : []
  }

  /// The property that an edit sets, and its value; nil for what cannot be animated.
  func keyed(_ edit: Edit) -> (target: AnimationTarget, value: AnimatableValue)? {
    guard case .set(let object, let path, let text?) = edit, let target = Self.target(object, path),
      // What was added later is not in the start yet.
      let value = scene.value(of: target, parsing: text)
        ?? session.world.sceneNow().value(of: target, parsing: text)
    else { return nil }
    return (target, value)
  }

  /// Makes a key of what an edit sets, where auto key is on; false for what cannot be animated.
  func makeKey(of edit: Edit) -> Bool {
    guard let (target, value) = keyed(edit) else { return false }
    // What is set while time runs is seen at once, and becomes keys in the end.
    if slide(target, to: value) { return false }
    if editing.editor.isDragging, !session.isPaused, led[target] == nil { led[target] = time }
    give(keyEdits(target, value), "key of \(target)")
    return true
  }

  /// Puts the keys that the way of a drag needs in the place of those that it made while time ran, one a
  /// frame.
  func reduceLedKeys() {
    for (target, begin) in led {
      // Where its two numbers are animated each by itself, the keys are theirs.
      let parts = [AnimatableProperty.positionX, .positionY].map { AnimationTarget(target.object, $0) }
      for target in scene.keyedRow(of: target) == nil && target.property == .position ? parts : [target] {
        guard let row = scene.keyedRow(of: target), let keys = row.keys else { continue }
        var way = SlidWay(of: target)
        for key in keys where key.time >= begin && key.time <= time { way.add(key.value, at: key.time) }
        give(row.edits(keys: keys.overlaid(by: way.keys)), "key of \(target)")
      }
    }
  }

  /// The value of a target at the time that is shown; nil where there is none to be seen.
  func shownValue(of target: AnimationTarget) -> AnimatableValue? {
    session.frame.current.value(of: target, in: session.world.description)
      ?? scene.keyedRow(of: target)?.keys?.value(at: time) ?? scene.value(of: target)
  }
}
