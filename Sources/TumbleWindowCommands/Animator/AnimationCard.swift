import TumblePanels
import TumbleScenes
import TumbleSimulation

/// An animation that is being made, or changed, and that the scene does not have yet: the rows of a card, and
/// how it plays.
struct AnimationCard {
  static let prefix = "card."
  private static let propertyRow = prefix + "property"
  private static let keys = [
    "from", "to", "by", "duration", "beginTime", "autoreverses", "repeat", "timing", "layer", "fillMode",
  ]

  private static let afterwards =
    "After that physics has the body again, which flies on and falls, unless it holds its end."

  /// Is true if it is to replace the animation of the scene that has its id.
  let isChange: Bool
  private let properties: [AnimatableProperty]
  private var scene: SceneModel
  /// The scene with the animation.
  private var model: SceneModel
  /// The animation as the scene has it, without what the card changes.
  private var original: Scene.Animation
  /// The edits of it that the rows of the card have made.
  private var edits: [Edit] = []
  private var id = ""
  private var inspector = Inspector()

  /// - Throws: `EditRefusal` for one that the scene cannot have.
  init(
    _ animation: Scene.Animation, isChange: Bool, _ properties: [AnimatableProperty], in scene: SceneModel
  ) throws(EditRefusal) {
    (self.isChange, self.properties, self.scene, model) = (isChange, properties, scene, scene)
    original = animation
    try show(animation)
  }

  /// The animation as it is now.
  var animation: Scene.Animation? { model.scene.animations.first { $0.id == id } }

  private mutating func show(_ animation: Scene.Animation) throws(EditRefusal) {
    var next = scene
    _ = try next.take(.add(animation))
    (model, id) = (next, animation.id)
  }

  /// Takes over how the animation that it changes is by now, in its row or by undo, below what the card has
  /// changed itself.
  ///
  /// - Returns: false where the animation is gone, or has keys now.
  mutating func follow(_ session: Session) -> Bool {
    guard isChange else { return true }
    guard let now = session.startScene.animations.first(where: { $0.id == id }) else { return false }
    guard now != original else { return true }
    (scene, original) = (session.startModel, now)
    guard case .basic = now.definition.content, (try? show(now)) != nil else { return false }
    for edit in edits { _ = try? model.take(edit) }
    return true
  }

  mutating func begin(_ row: String) { inspector.begin(row) }
  mutating func end(_ row: String) { inspector.end(row) }

  /// - Parameter shown: The value of a target now; nil for what cannot be seen.
  mutating func edit(_ row: String, _ value: PropertyValue, shown: (AnimationTarget) -> AnimatableValue?) {
    inspector.refuse(row, nil)
    do {
      if row == Self.propertyRow, case .choice(let choice) = value, properties.indices.contains(choice),
        var animation, let object = animation.target?.object
      {
        let target = AnimationTarget(object, properties[choice])
        guard let from = shown(target) else { throw EditRefusal("it has no \(target.property.name) now") }
        if !isChange { animation.id = scene.scene.freeAnimationID(for: target) }
        animation.target = target
        animation.definition.content = .basic(
          BasicAnimation(from: from, to: target.property.example(from: from)))
        try show(animation)
        edits = [.add(animation)]
      } else {
        for edit in inspector.edits(row, value, { model.node(of: $0) }) {
          _ = try model.take(edit)
          edits.append(edit)
        }
      }
    } catch {
      inspector.refuse(row, "\(error)")
    }
  }

  /// The card; nil where the animation is gone.
  mutating func state() -> AnimationCardState? {
    guard let animation, let target = animation.target, let node = model.node(of: .animation(id)) else {
      return nil
    }
    let known = Self.parts(of: target.property, SceneProperty.all(of: .animation, type: "basic"))
    let layers = model.names(of: .layer)
    var rows = [
      PropertyRow(
        Self.propertyRow, "property",
        .choice(properties.firstIndex(of: target.property) ?? 0, of: properties.map(\.name.words)))
    ]
    for property in known where property.name != "layer" || !layers.isEmpty {
      let name = property.name
      let subject = Inspector.Subject(object: .animation(id), value: node)
      var inspected = InspectedProperty([subject], property, at: name) { $0[name] }
      if name == "layer" { inspected.names = layers }
      if name == "timing" { inspected.timing = animation.definition.timing }
      var row = inspector.row(inspected, named: Self.prefix + name, Inspector.Facts())
      Self.entitle(&row, name)
      if name == "repeat", target.property.isMotion { row.help += " " + Self.afterwards }
      rows.append(row)
    }
    return AnimationCardState(
      title: isChange ? "Change \(id)" : "Animate \(target.object)", isChange: isChange,
      groups: [PropertyGroup("", rows)])
  }

  /// Gives a row of a key of an animation the words of the animator.
  static func entitle(_ row: inout PropertyRow, _ key: String) {
    if key == "autoreverses" { row.label = "back and forth" }
    if key == "fillMode", case .choice(let mode, _) = row.control {
      row.label = "outside its time"
      row.control = .choice(mode, of: MediaTiming.FillMode.allCases.map(\.title))
    }
  }

  /// Returns the properties of an animation that have rows, in their order, with the kind of values of what
  /// it moves.
  ///
  /// - Parameters:
  ///   - target: What it moves; nil where that cannot be known.
  ///   - known: The properties of its type.
  static func parts(of target: AnimatableProperty?, _ known: [SceneProperty]) -> [SceneProperty] {
    keys.compactMap { name in
      guard var property = known.first(where: { $0.name == name }) else { return nil }
      if let target, name == "by" { property.kind = target.valueKind }
      if let target, ["from", "to"].contains(name) { property.kind = target.limitedKind }
      return property
    }
  }
}

extension MediaTiming.FillMode {
  /// The words of the animator's rows for what it does.
  fileprivate var title: String {
    switch self {
    case .removed: "lets go"
    case .forwards: "holds its end"
    case .backwards: "holds its begin"
    case .both: "holds both"
    }
  }
}

extension AnimatableProperty {
  /// A value that an animation from another may go to, so that one sees it.
  func example(from: AnimatableValue) -> AnimatableValue {
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

  /// The kind of its values, for a row that sets one: within the limits of the key that sets it.
  fileprivate var limitedKind: SceneProperty.Kind {
    let known = SceneProperty.all(of: owner).filter { $0.name == traits.key }.map(\.kind)
    switch (known.count, known.first) {
    case (1, .number(let unit, let units, let min, let max)?) where traits.kind == .number:
      return .number(unit: unit, units: units, min: min, max: max)
    default: return valueKind
    }
  }

  /// The kind of its values and of what is added to them, for a row that sets one.
  fileprivate var valueKind: SceneProperty.Kind {
    let (unit, units) = (traits.quantity.plain, traits.quantity.units.first.map { [$0.name] } ?? [])
    return switch traits.kind {
    case .number: .number(unit: unit, units: units, min: -1e9, max: 1e9)
    case .vector, .size: .vector(unit: unit, units: units, min: -1e9, max: 1e9)
    case .color: .color
    case .rect: .text
    }
  }
}

extension AnimatorPart {
  /// Opens the card of an animation of the scene, or of a new one of what is selected.
  func openCard(of id: String?) {
    guard let id else {
      guard let object = editing.selectedObjects(session).first, let property = animatable(object).first
      else { return notices.tell("select something to animate it") }
      return openCard(object, property)
    }
    guard let animation = scene.animations.first(where: { $0.id == id }), let target = animation.target,
      case .basic = animation.definition.content, let object = target.ownerObject
    else { return notices.tell("'\(id)' has keys, which are changed in its row and its curves") }
    show(animation, isChange: true, of: object)
  }

  /// Opens the card of a new animation: back and forth, once a second, from where it is.
  func openCard(_ object: SceneObject, _ property: AnimatableProperty) {
    let target = AnimationTarget(object.name, property)
    guard let from = shownValue(of: target) else {
      return notices.tell("there is no \(property.name) to animate")
    }
    var timing = MediaTiming(beginTime: time, duration: 1, repetition: .forever, autoreverses: true)
    if comesToStart(target) { timing.fillMode = .backwards }
    let definition = AnimationDefinition(
      .basic(BasicAnimation(from: from, to: property.example(from: from))), timing: timing,
      timingFunction: .easeInOut)
    let name = scene.freeAnimationID(for: target)
    show(Scene.Animation(id: name, target: target, definition: definition), isChange: false, of: object)
  }

  private func show(_ animation: Scene.Animation, isChange: Bool, of object: SceneObject) {
    // What was added later is there in the world, and comes to the start with the animation.
    let (start, isThere) = (session.startModel, session.startModel.node(of: object) != nil)
    do {
      var model = isThere ? start : SceneModel(session.world.sceneNow())
      for edit in animation.target.map(needs) ?? [] { _ = try model.take(edit) }
      card = try AnimationCard(animation, isChange: isChange, animatable(object), in: model)
    } catch {
      notices.tell("\(error)")
    }
    events.append(.changed)
  }

  /// Gives the card's animation to the scene, as one edit. The card stays where that is refused.
  func takeCard() {
    guard let card, let animation = card.animation, let target = animation.target,
      give(needs(of: target) + [.add(animation)], "\(card.isChange ? "change" : "animate") \(target)")
    else { return }
    (self.card, isShown, curved) = (nil, true, animation.id)
    scene.row(animation.id).map(reveal)
    let others = scene.animations.filter { $0.id != animation.id && $0.autoplay && $0.moves(target) }
    if !card.isChange, let other = others.last {
      notices.tell("'\(other.id)' moves it too: while both play, the one that was added last is seen")
    }
  }

  private func animatable(_ object: SceneObject) -> [AnimatableProperty] {
    guard object.kind == .joint else { return AnimatableProperty.all(of: object.kind) }
    let joint = object.id.flatMap(session.world.joint)
    return joint.flatMap { session.world.description[$0]?.kind.properties } ?? []
  }
}
