import TumbleEditor
import TumbleInput
import TumbleLooks
import TumblePanels
import TumblePictureCommands
import TumbleSimulation

/// Animating by hand: rows of keys over time, diamonds in the inspector, and what is dragged with auto key.
///
/// All that is animated here is of the scene's start: a rerun leads to the present step.
final class AnimatorPart: TellingPart {
  let session: Session
  let notices: Notices
  let editing: SceneEditing
  var isShown = false
  var selected: Set<AnimatorKey> = []
  /// The times at which a drag began to make keys while time ran, in seconds.
  var led: [AnimationTarget: Double] = [:]
  /// The animation whose row was chosen last, and no key since; nil for none.
  var chosen: String?
  /// The animation whose curves are shown.
  var curved: String?
  /// The object all of whose curves are shown besides; nil for none.
  var curvedObject: String?
  var showsCurves = false
  var levelsCurves = false
  /// The bodies that animations lead.
  var keptMoved = Kept<Scene, Set<String>>()
  /// The ghosts of selected bodies besides those of the future.
  var ghostRows = AnimatorGhosts.none
  var keptGhosts = Kept<Scene, [String], AnimatorGhosts, Int, [BodyGhost]>()
  /// The names of the rows that are folded.
  var folded: Set<String> = []
  var copied: [(row: AnimationRow, keys: [Keyframe<AnimatableValue>])] = []
  /// The time that was shown in the frame before.
  var followed = 0.0
  /// The values that are in view of curves; nil for all that there are.
  var values: ClosedRange<Double>?
  /// The keys as what is pulled in the curves would have them, by the ids of their rows.
  var preview: [String: [Keyframe<AnimatableValue>]] = [:]
  /// Is true while an action only fills `preview`.
  var isPreviewing = false
  /// The layer whose time the ruler counts; nil: the world's.
  var rulerLayer: String?
  /// The clocks of the layers shown last, their names after the world's, and the curves.
  var latestLayers: [AnimatorState.Layer] = []
  var clocks: [String] = []
  var keptCurves = Kept<Scene, [String], [AnimatorCurves]>()
  /// The seconds in view; nil for all that there is.
  var range: ClosedRange<Double>?
  /// The keys that were made of a motion, and are not taken yet.
  var offer: MotionOffer?
  /// The distances by which keys that are made may be off.
  var tolerance = MotionTolerance()
  /// The stretch of time that is marked on the ruler, in seconds; nil for none.
  var stretch: ClosedRange<Double>?
  /// The keys that are being made, for an offer or in the place of a drag of a body.
  var making: (job: BackgroundJob<Result<MotionOffer, any Error>>, performed: String?)?
  /// Is true if work in the background is waited for, as in tests.
  let isRepeatable: Bool
  /// The step beyond the present that is shown by ghosts; nil for none.
  var futureStep: Int?
  /// The animation that is being made.
  var card: AnimationCard?
  /// The menu that is open, and how many were opened.
  var menu: (number: Int, subject: MenuSubject?) = (0, nil)
  /// The keys of actions, for menus.
  let shortcuts: KeyTable
  /// The drag that is to become keys: the step in which it began, and the one after which it is over.
  var performance: (begin: Int, end: Int?, body: String?)?
  /// The body that was pressed while an animation led it, and the step in which; nil for none.
  var pressed: (body: String, step: Int)?
  /// The properties that a slider sets while time runs, which are to become keys; nil while none is pulled.
  var slides: [SlidWay]?
  /// The length of the log when it was taken hold of.
  var slidBehind = 0
  /// Is true while a number field of the rows is held.
  var isNumberHeld = false
  /// The time that the field of the selected keys is pulled to, in seconds: it is theirs once the field is
  /// let go, for a key that is passed on the way stays.
  var pulledTime: Double?
  var events: [WindowEvent] = []
  private var keptRows = Kept<Scene, Set<AnimatorKey>, Set<String>, Set<String>, AnimatorRows>()
  private var keptStage = Kept<[SceneObject], StageSelection>()
  var keptBegun = Kept<[AnimatorState.Mark], Int, Scene, [String: [Double]]>()
  private var keptEnd = Kept<Scene, Double>()
  private var keptSelected = Kept<Scene, Set<AnimatorKey>, [SelectedKeys]>()
  typealias SelectedKeys = (old: AnimationRow, keys: [Keyframe<AnimatableValue>], places: Set<Int>)
  /// The animations of the places and angles of what is selected.
  var keptMovers = Kept<Scene, [String], [Scene.Animation]>()
  var keptMover = Kept<Scene, String, String?>()

  /// The ways of selected bodies.
  var keptWays = Kept<Scene, [String], Set<AnimatorKey>, [EditorWay]>()

  /// The objects that are selected on the stage.
  struct StageSelection {
    /// The names of all of them, and of the bodies among them in the order of their ids.
    let names: Set<String>
    let bodies: [String]

    init(_ objects: [SceneObject]) {
      names = Set(objects.compactMap(\.id))
      bodies = objects.filter { $0.kind == .body }.compactMap(\.id)
    }
  }

  init(
    _ session: Session, _ notices: Notices, _ editing: SceneEditing, keys: KeyTable, isRepeatable: Bool
  ) {
    (self.isRepeatable, self.session, self.notices, shortcuts) = (isRepeatable, session, notices, keys)
    self.editing = editing
    editing.keyMaker = { [unowned self] in makeKey(of: $0) }
    editing.dragIsOver = { [unowned self] in
      if $0 { reduceLedKeys() }
      led = [:]
    }
    // Delete and the like mean what was pressed on the stage since.
    editing.stageIsMeant = { [unowned self] in (selected, chosen) = ([], nil) }
    editing.mover = { [unowned self] in mover(of: $0) }
    editing.keyOffer = { [unowned self] in offerKeys(of: $0) }
    editing.ways = { [unowned self] in ways }
    editing.wayEditor = { [unowned self] in edit($0) }
    editing.ghosts = { [unowned self] in ghosts }
    editing.movedBodies = { [unowned self] in movedBodies }
  }
}

extension AnimatorPart {
  /// Is true if Delete and Duplicate are meant for keys.
  var hasSelectedKeys: Bool { isShown && !selected.isEmpty }

  /// Returns true if an action is meant for keys, and not for what is on the stage.
  func takes(_ name: WindowAction) -> Bool {
    switch name {
    case .delete: hasSelectedKeys || isShown && chosen != nil
    case .duplicate: hasSelectedKeys
    case .copy, .cut: hasSelectedKeys && !selectedKeys.isEmpty
    case .paste: isShown && !copied.isEmpty
    default: false
    }
  }

  /// Does what `takes` is true for.
  func performOnKeys(_ name: WindowAction) {
    switch name {
    case .delete where !hasSelectedKeys: remove(chosen)
    case .delete: deleteKeys()
    case .duplicate: duplicateKeys()
    case .copy: copyKeys()
    case .cut:
      copyKeys()
      deleteKeys()
    case .paste: pasteKeys()
    default: break
    }
  }

  func perform(_ name: WindowAction) -> Bool {
    switch name {
    case .animate: open()
    case .newAnimation: openCard(of: nil)
    case .copy, .cut:
      // What is copied on the stage is what will be pasted.
      copied = []
      return false
    case .restart:
      futureStep = nil
      return false
    default: return performOnPaths(name)
    }
    return true
  }

  func obstacle(to name: WindowAction) -> String? {
    switch name {
    case .newAnimation where stage.names.isEmpty: "select something to animate it"
    default: obstacleOfPaths(to: name)
    }
  }

  func open() {
    isShown.toggle()
    guard isShown, scene.animations.isEmpty else { return }
    notices.tell(
      stage.names.isEmpty
        ? "select something to animate it" : "click a diamond in the inspector to add a key")
  }

  func perform(_ action: PanelAction) -> Bool {
    switch action {
    case .animator(let action): perform(action)
    case .setKey(let row, let isOn): setKey(ofRow: row, isOn)
    case .close(.animator): (isShown, chosen) = (false, nil)
    case .close(.animation): card = nil
    case .beginEdit(let row) where card != nil && row.hasPrefix(AnimationCard.prefix): card?.begin(row)
    case .edit(let row, let value) where card != nil && row.hasPrefix(AnimationCard.prefix):
      card?.edit(row, value, shown: shownValue)
    case .endEdit(let row) where card != nil && row.hasPrefix(AnimationCard.prefix): card?.end(row)
    case .animationLayer(let name, let action): perform(action, name)
    case .beginEdit(let path) where Self.isOwn(path):
      (isNumberHeld, pulledTime) = (true, nil)
      session.beginGesture(Self.name(ofChange: path))
    case .edit(let path, let value) where Self.isOwn(path): set(path, value)
    case .endEdit(let path) where Self.isOwn(path):
      if let pulledTime { moveKeys(to: pulledTime) }
      (isNumberHeld, pulledTime) = (false, nil)
      session.endGesture()
    case .beginEdit:
      beginSliding()
      return false
    case .endEdit:
      endSliding()
      return false
    case .chooseMenuItem(let item): return choose(item)
    case .close(.contextMenu):
      menu.subject = nil
      return false
    default: return false
    }
    return true
  }

  func worldChanged(isOther: Bool) {
    guard isOther else {
      // What was undone leaves no keys selected that are gone.
      selected = selected.filter { $0.index < scene.row($0.animation)?.count ?? 0 }
      // A member's place may be another's now.
      chosen = chosen.flatMap(scene.row).flatMap { $0.member == nil ? $0.id : nil }
      return
    }
    (selected, chosen, curved, range, offer, stretch) = ([], nil, nil, nil, nil, nil)
    (curvedObject, folded, copied, keptGhosts) = (nil, [], [], Kept())
    (values, preview, rulerLayer, futureStep, led) = (nil, [:], nil, nil, [:])
    editing.hasAutoKey = false
    stopMaking()
    (card, menu.subject) = (nil, nil)
  }

  func restore(_ settings: Settings) { isShown = settings.toggles["animator"] ?? false }

  func keep(in settings: inout Settings) { settings.toggles["animator"] = isShown }

  // MARK: - What is shown

  /// The scene's start, its layers as they run at the time that is shown.
  var scene: Scene {
    var scene = session.startScene
    let step = session.viewStep ?? session.world.steps
    for index in scene.layers.indices {
      let timing = session.world.layerTiming(scene.layers[index].id, at: step)
      if let timing, timing != scene.layers[index].timing { scene.layers[index].timing = timing }
    }
    return scene
  }

  /// The time that is shown, in seconds.
  var time: Double { Double(session.viewStep ?? session.world.steps) / Double(session.world.rate) }

  var present: Double { Double(session.world.steps) / Double(session.world.rate) }
  var step: Double { 1 / Double(session.world.rate) }

  /// The objects that are selected on the stage, made anew when they change.
  var stage: StageSelection {
    let objects = editing.selectedObjects(session)
    return keptStage.value(of: objects) { StageSelection(objects) }
  }

  var rows: AnimatorRows {
    let (scene, lit) = (scene, stage.names)
    return keptRows.value(of: scene, selected, lit, folded) {
      AnimatorRows(of: scene, selected: selected, lit: lit, folded: folded)
    }
  }

  /// The seconds that are in view.
  var shownRange: ClosedRange<Double> {
    if let range { return range }
    var end = max(5, lastEnd * 1.08)
    // Twice as many at once: a ruler that grew with each step could not be read while time runs.
    while end < present * 1.02 { end *= 2 }
    return 0...end
  }

  /// The end of the last animation that ends within an hour, in seconds of the world; 0 if there is none.
  private var lastEnd: Double {
    let scene = scene
    return keptEnd.value(of: scene) {
      let ends = scene.animations.flatMap { animation in
        let row = AnimationRow(animation, in: scene)
        return [row.end, row.clock.world(row.timing.endTime)].filter { $0.isFinite && $0 < 3600 }
      }
      return ends.max() ?? 0
    }
  }

  func show(in state: inout InterfaceState, at now: Duration) {
    if card?.follow(session) == false { card = nil }
    state.animation = card?.state()
    guard isShown else { return }
    if let items = menuItems {
      state.contextMenu = ContextMenuState(-menu.number, items)
    } else {
      // The menu is over with its subject, such as keys that it deleted.
      menu.subject = nil
    }
    let rows = rows
    followPlayhead()
    let range = shownRange
    var animator = AnimatorState(
      rows: rows.rows, time: futureTime ?? time, present: present, rate: session.world.rate, range: range,
      hasAutoKey: editing.hasAutoKey, curve: shownCurve)
    let keyed = Set(selectedKeys.compactMap { $0.old.animation.target?.object })
    animator.contacts = session.world.touches(of: keyed).map { Double($0) / Double(session.world.rate) }
    animator.offer = making == nil ? offer?.text : nil
    animator.making = making?.job.progress
    animator.tolerance.places = tolerance.places
    animator.tolerance.angles = tolerance.angles * 180 / .pi
    animator.stretch = stretch
    animator.hasMovers = !movers.isEmpty
    animator.hasPast = present > 0 && !stage.bodies.isEmpty
    animator.layers = layers
    (animator.clocks, animator.rulerLayer) = (clocks, layers.firstIndex { $0.name == rulerLayer })
    addFirings(to: &animator)
    animator.ghosts = ghostRows
    if !selected.isEmpty { animator.numbers = keyNumbers }
    if showsCurves {
      animator.graphs = curves
      animator.pulled = pulledCurves(curves)
      animator.values = values
      animator.isLevelled = levelsCurves
    }
    state.animator = animator
  }

  var curvedAnimation: AnimationRow? {
    let chosen = (curved ?? selected.first?.animation).flatMap(scene.row)
    if let chosen, chosen.keys != nil { return chosen }
    return scene.animations.first { $0.keys != nil }.map { AnimationRow($0, in: scene) }
  }

  var shownCurve: String? {
    let curves = Set(
      selectedKeys.flatMap { _, keys, places in places.filter { $0 > 0 }.map { keys[$0].timing } })
    guard curves.count == 1, let curve = curves.first else { return nil }
    return CurveGallery.name(of: curve)
  }

  /// The times of the selected keys, in seconds.
  var selectedTimes: [Double] { selectedKeys.flatMap { _, keys, places in places.map { keys[$0].time } } }

  /// The rows that have selected keys, by their ids, with all of their keys and the places of the selected
  /// ones.
  var selectedKeys: [SelectedKeys] {
    let (scene, selected) = (scene, selected)
    return keptSelected.value(of: scene, selected) {
      let groups = Dictionary(grouping: selected, by: \.animation).sorted { $0.key < $1.key }
      return groups.compactMap { id, selected in
        guard let old = scene.row(id), let keys = old.keys else { return nil }
        return (old, keys, Set(selected.map(\.index)).intersection(keys.indices))
      }
    }
  }

  /// Marks the rows of the inspector and of the world: which of them are animated, and where there is a key
  /// now.
  func mark(_ state: inout InterfaceState) {
    if let groups = state.inspector?.groups { state.inspector?.groups = marked(groups) }
    if let groups = state.world?.groups { state.world?.groups = marked(groups) }
  }

  private func marked(_ groups: [PropertyGroup]) -> [PropertyGroup] {
    var groups = groups
    let (scene, time) = (scene, time)
    for group in groups.indices {
      for row in groups[group].rows.indices {
        let targets = targets(ofRow: groups[group].rows[row].path)
        guard !targets.isEmpty else { continue }
        let moved = targets.filter { target in scene.animations.contains { $0.moves(target) } }
        let isKey = targets.allSatisfy { target in
          scene.keyedRow(of: target)?.keys?.contains { ($0.time - time).magnitude < step / 2 } ?? false
        }
        groups[group].rows[row].keying = isKey ? .key : moved.isEmpty ? PropertyRow.Keying.none : .moved
      }
    }
    return groups
  }

  func targets(ofRow row: String) -> [AnimationTarget] {
    guard let property = editing.inspector.properties[row] else { return [] }
    return property.objects.compactMap { Self.target($0, property.path) }
  }

  static func target(_ object: SceneObject, _ path: String) -> AnimationTarget? {
    guard let property = AnimatableProperty(settable: path, ofEmitter: object.kind == .emitter),
      property.owner == object.kind
    else { return nil }
    return AnimationTarget(object.name, property)
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
  func moves(_ target: AnimationTarget) -> Bool {
    self.target?.moves(target) ?? false || definition.content.moves(target)
  }
}

extension AnimationContent {
  fileprivate func moves(_ target: AnimationTarget) -> Bool {
    guard case .group(let members) = self else { return false }
    return members.contains { $0.target?.moves(target) ?? false || $0.animation.content.moves(target) }
  }
}
