import TumbleAnimation
import TumbleEditor
import TumbleFrames
import TumbleGeometry
import TumbleInput
import TumblePanels
import TumbleScenes
import TumbleSimulation

/// Animating by hand: rows of keys over time, diamonds in the inspector, and what is dragged with auto key.
///
/// All that is animated here is of the scene's start: a rerun leads to the present step.
final class AnimatorPart: WindowPart {
  private let session: Session
  private let notices: Notices
  private let editing: SceneEditing
  private let keys: KeyTable
  private var isShown = false
  private var selected: Set<AnimatorKey> = []
  /// The animation whose curves are shown.
  private var curved: String?
  private var showsCurves = false
  /// The seconds in view; nil for all that there is.
  private var range: ClosedRange<Double>?
  /// The keys that were made of a motion, and are not taken yet.
  private var offer: MotionOffer?
  private var events: [WindowEvent] = []
  /// The rows made last, and what they were made of.
  private var latest: (basis: Basis, rows: AnimatorRows)?

  private struct Basis: Equatable {
    var scene: Scene
    var selected: Set<AnimatorKey>
    var lit: Set<String>
  }

  init(_ session: Session, _ notices: Notices, _ editing: SceneEditing, keys: KeyTable) {
    self.session = session
    self.notices = notices
    self.editing = editing
    self.keys = keys
    editing.keyMaker = { [unowned self] in makeKey(of: $0) }
    editing.motions = { [unowned self] in motions }
  }
}

extension AnimatorPart {
  func takeEvents() -> [WindowEvent] { events.takeAll() }

  /// Is true if Delete and Duplicate are meant for keys.
  var hasSelectedKeys: Bool { isShown && !selected.isEmpty }

  func perform(_ name: ActionName) -> Bool {
    switch name {
    case .animate: open()
    case .delete where hasSelectedKeys: deleteKeys()
    case .duplicate where hasSelectedKeys: duplicateKeys()
    default: return false
    }
    return true
  }

  private func open() {
    isShown.toggle()
    guard isShown, scene.animations.isEmpty else { return }
    notices.tell(
      names.isEmpty ? "select something to animate it" : "click a diamond in the inspector to add a key")
  }

  func perform(_ action: InterfaceAction) -> Bool {
    switch action {
    case .animator(let action): perform(action)
    case .setKey(let row, let isOn): setKey(ofRow: row, isOn)
    case .close(.animator): isShown = false
    default: return false
    }
    return true
  }

  func worldChanged(isOther: Bool) {
    guard isOther else { return }
    (selected, curved, range, latest, offer) = ([], nil, nil, nil, nil)
  }

  func restore(_ settings: Settings) { isShown = settings.toggles["animator"] ?? false }

  func keep(in settings: inout Settings) { settings.toggles["animator"] = isShown }

  // MARK: - What is shown

  private var scene: Scene { session.startScene }

  /// The time that is shown, in seconds.
  private var time: Double {
    Double(session.viewStep ?? session.world.steps) / Double(session.world.rate)
  }

  private var present: Double { Double(session.world.steps) / Double(session.world.rate) }
  private var step: Double { 1 / Double(session.world.rate) }

  /// The names of what is selected on the stage.
  private var names: [String] { editing.selectedObjects(session).compactMap(\.id) }

  private var rows: AnimatorRows {
    let basis = Basis(scene: scene, selected: selected, lit: Set(names))
    if let latest, latest.basis == basis { return latest.rows }
    let rows = AnimatorRows(of: basis.scene, selected: selected, lit: basis.lit)
    latest = (basis, rows)
    return rows
  }

  private var shownRange: ClosedRange<Double> {
    if let range { return range }
    let ends = scene.animations.map(\.definition.timing).flatMap { timing in
      [timing.beginTime + timing.passDuration, timing.endTime].filter { $0.isFinite && $0 < 3600 }
    }
    return 0...max(5, (ends.max() ?? 0) * 1.08, present * 1.08)
  }

  func show(in state: inout InterfaceState, at now: Duration) {
    guard isShown else { return }
    let rows = rows
    let range = shownRange
    var animator = AnimatorState(
      rows: rows.rows, time: time, present: present, rate: session.world.rate, range: range,
      hasAutoKey: editing.hasAutoKey, curve: shownCurve, curves: Self.curves)
    animator.offer = offer?.text
    animator.hasMovers = !movers.isEmpty
    animator.hasPast = present > 0 && !selectedBodies.isEmpty
    if showsCurves { animator.graph = curvedAnimation.flatMap { AnimatorCurves(of: $0, in: range) } }
    state.animator = animator
  }

  private var curvedAnimation: Scene.Animation? {
    let id = curved ?? selected.first?.animation
    return scene.animations.first { $0.id == id && $0.keys != nil }
      ?? scene.animations.first { $0.keys != nil }
  }

  /// The curves that are offered for segments.
  private static let curves =
    ["linear", "hold", "ease", "ease-in", "ease-out", "ease-in-out"]
    + EasingFamily.allCases.flatMap { family in ["in", "out", "in-out"].map { "\(family.rawValue)-\($0)" } }

  private var shownCurve: String? {
    let curves = Set(
      selected.compactMap { key -> TimingFunction? in
        let keys = scene.animations.first { $0.id == key.animation }?.keys ?? []
        return key.index > 0 && keys.indices.contains(key.index) ? keys[key.index].timing : nil
      })
    guard curves.count == 1, let curve = curves.first else { return nil }
    return Self.curves.first { (try? TimingFunction(parsing: $0)) == curve }
  }

  /// Marks the rows of the inspector: which of them are animated, and where there is a key now.
  func mark(_ state: inout InterfaceState) {
    guard var inspector = state.inspector else { return }
    let (scene, time) = (scene, time)
    for group in inspector.groups.indices {
      for row in inspector.groups[group].rows.indices {
        let targets = targets(ofRow: inspector.groups[group].rows[row].path)
        guard !targets.isEmpty else { continue }
        let moved = targets.filter { target in scene.animations.contains { $0.moves(target) } }
        let isKey = targets.allSatisfy { target in
          scene.keyedAnimation(of: target)?.keys?.contains { ($0.time - time).magnitude < step / 2 } ?? false
        }
        inspector.groups[group].rows[row].keying =
          isKey ? .key : moved.isEmpty ? PropertyRow.Keying.none : .moved
      }
    }
    state.inspector = inspector
  }

  private func targets(ofRow row: String) -> [AnimationTarget] {
    guard let property = editing.inspector.properties[row] else { return [] }
    return property.objects.compactMap { object in
      guard let id = object.id else { return nil }
      return Self.target(id, object.kind, property.path)
    }
  }

  private static func target(_ id: String, _ kind: SceneObject.Kind, _ path: String) -> AnimationTarget? {
    guard let property = AnimatableProperty(settable: path, ofEmitter: kind == .emitter),
      property.owner == kind
    else { return nil }
    return AnimationTarget(id, property)
  }
}

// MARK: - Keys

extension AnimatorPart {
  private func perform(_ action: AnimatorAction) {
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

  private func choose(_ row: Int) {
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
  private func give(_ edits: [Edit], _ name: String) {
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

  private func replace(
    _ id: String, _ name: String, _ change: (inout [Keyframe<AnimatableValue>]) -> Void
  ) {
    guard let old = scene.animations.first(where: { $0.id == id }), var keys = old.keys else { return }
    change(&keys)
    give(keys.isEmpty ? [.remove(.animation(id))] : old.with(keys: keys).edits(replacing: old), name)
  }

  /// Changes the keys of each animation that has selected ones; what is moved stays selected.
  private func change(
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

  private func deleteKeys() {
    change("delete keys") { keys, places in keys.removing(places) }
    selected = []
  }

  private func duplicateKeys() {
    // Behind the last of them, as far as they reach, or half a second.
    let times = selected.compactMap { key in
      scene.animations.first { $0.id == key.animation }?.keys.flatMap { keys in
        keys.indices.contains(key.index) ? keys[key.index].time : nil
      }
    }
    let reach = (times.max() ?? 0) - (times.min() ?? 0)
    change("duplicate keys") { keys, places in keys.copying(places, by: reach > 0 ? reach + 0.5 : 0.5) }
  }

  private func place(_ id: String, _ begin: Double, _ end: Double) {
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

  private func hold(_ id: String, _ isOn: Bool) {
    guard let old = scene.animations.first(where: { $0.id == id }) else { return }
    let before = [.backwards, .both].contains(old.definition.timing.fillMode)
    let mode: MediaTiming.FillMode = isOn ? (before ? .both : .forwards) : before ? .backwards : .removed
    give(
      [.set(.animation(id), path: "fillMode", value: mode.rawValue)], isOn ? "hold \(id)" : "let go of \(id)")
  }

  private func setKey(_ key: AnimatorKey, _ number: Int, at time: Double, to value: Double) {
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

  private func addKey(_ id: String?, at time: Double) {
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

  private func setKey(ofRow row: String, _ isOn: Bool) {
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
  private func keyEdits(_ target: AnimationTarget, _ value: AnimatableValue) -> [Edit] {
    if let old = scene.keyedAnimation(of: target), let keys = old.keys {
      return old.with(keys: keys.setting(value, at: time, reach: step / 2)).edits(replacing: old)
    }
    return [.add(Scene.Animation(id: scene.freeAnimationID(for: target), key: value, at: time, of: target))]
  }

  /// Makes a key of what an edit sets, where auto key is on; false for what cannot be animated.
  private func makeKey(of edit: Edit) -> Bool {
    guard case .set(let object, let path, let text?) = edit, let id = object.id,
      let target = Self.target(id, object.kind, path), let value = scene.value(of: target, parsing: text)
    else { return false }
    give(keyEdits(target, value), "key of \(target)")
    return true
  }

  /// The value of a target at the time that is shown; nil where there is none to be seen.
  private func shownValue(of target: AnimationTarget) -> AnimatableValue? {
    session.frame.current.value(of: target, in: session.world.description) ?? scene.value(of: target)
  }

  // MARK: - From physics to keys, and back

  private var selectedBodies: [String] {
    editing.selectedObjects(session).filter { $0.kind == .body }.compactMap(\.id)
  }

  /// The animations of places and angles of what is selected.
  private var movers: [Scene.Animation] {
    let bodies = Set(selectedBodies)
    return scene.animations.filter { animation in
      animation.target.map { $0.property.isMotion && bodies.contains($0.object) } ?? false
    }
  }

  /// Makes keys of the motion of what is selected, over the part of the past that is in view; they are taken
  /// once the numbers have been seen.
  private func offerKeys() {
    let steps = { (time: Double) in Int((time * Double(self.session.world.rate)).rounded()) }
    let range = shownRange
    let span = max(steps(range.lowerBound), 0)...max(min(steps(range.upperBound), session.world.steps), 0)
    do {
      offer = try MotionOffer(of: selectedBodies, in: session, span, replacing: movers)
    } catch {
      notices.warn("no keys were made: \(error)")
    }
  }

  // MARK: - On the stage

  /// The ways of the bodies that are selected and that animations move, for the stage.
  private var motions: [MotionWay] {
    guard isShown else { return [] }
    return selectedBodies.prefix(8).compactMap { MotionWay(of: $0, in: scene, step: step) }
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

extension AnimationTarget {
  /// Returns true if it moves a property, or a number of it.
  fileprivate func moves(_ other: AnimationTarget) -> Bool {
    guard object == other.object else { return false }
    if property == other.property { return true }
    let places: [AnimatableProperty] = [.position, .positionX, .positionY]
    return places.contains(property) && places.contains(other.property)
      && (property == .position || other.property == .position)
  }
}

extension Scene.Animation {
  /// Returns true if it moves a property, or a number of it, alone or in a group.
  fileprivate func moves(_ target: AnimationTarget) -> Bool {
    self.target?.moves(target) ?? false || definition.content.moves(target)
  }
}

extension AnimationContent {
  fileprivate func moves(_ target: AnimationTarget) -> Bool {
    guard case .group(let members) = self else { return false }
    return members.contains {
      $0.target?.moves(target) ?? false || $0.animation.content.moves(target)
    }
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
