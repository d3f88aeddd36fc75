// Edits of values. Each is the edit in text that says the same, so that recordings, undo and replays know one
// kind of edit only; numbers are written so that they read back to the same bits. Bodies are named by their
// ids.

// MARK: - Adding

extension Edit {
  /// Adds a body.
  ///
  /// - Parameter scene: The scene whose categories and groups the filters of its shapes number.
  public static func add(_ body: Scene.Body, in scene: Scene = Scene()) -> Edit {
    .add(.body, SceneWriter().body(body, in: scene).flow)
  }

  /// Adds a joint between the bodies of two ids; its own `a` and `b` are of no account.
  public static func add(_ joint: Scene.Joint, between a: String, and b: String) -> Edit {
    .add(.joint, SceneWriter().joint(joint, between: a, and: b).flow)
  }

  /// Adds a field, in the coordinates of the body of an id, or of the world; its own `body` is of no account.
  ///
  /// - Parameter scene: The scene whose categories it numbers.
  public static func add(_ field: Scene.Field, on body: String? = nil, in scene: Scene = Scene()) -> Edit {
    var own = field
    own.body = nil
    return .add(.field, SceneWriter().field(own, in: scene, on: body).flow)
  }

  /// Adds a fluid.
  ///
  /// - Parameter scene: The scene whose categories it numbers.
  public static func add(_ fluid: Scene.Fluid, in scene: Scene = Scene()) -> Edit {
    .add(.fluid, SceneWriter().fluid(fluid, in: scene).flow)
  }

  /// Adds an emitter, on the body of an id or standing still; its own `body` is of no account.
  public static func add(_ emitter: Scene.Emitter, on body: String? = nil) -> Edit {
    var own = emitter
    own.body = nil
    return .add(.emitter, SceneWriter().emitter(own, in: Scene(), on: body).flow)
  }

  /// Adds an animation, which begins now, or puts it in the place of the one of its id.
  public static func add(_ animation: Scene.Animation) -> Edit {
    .add(.animation, SceneWriter().animation(animation).flow)
  }

  /// Adds a layer, whose time counts from now.
  public static func add(_ layer: Scene.Layer) -> Edit { .add(.layer, SceneWriter().layer(layer).flow) }

  /// Adds a trigger, which waits from now on, or puts it in the place of the one of its id, which it must
  /// have.
  public static func add(_ trigger: Scene.Trigger) -> Edit {
    .add(.trigger, SceneWriter().trigger(trigger).flow)
  }

  /// Adds a control.
  public static func add(_ control: Scene.Control) -> Edit {
    .add(.control, SceneWriter().control(control).flow)
  }

  /// Adds a rule of an id between bodies, their shapes (`hero.foot`) and what is spawned from templates, by
  /// their names.
  public static func addRule(
    _ id: String, between first: Scene.BodySelector, and second: Scene.BodySelector, _ effect: Scene.Effect
  ) -> Edit {
    .add(.rule, SceneWriter().rule(id, [first, second], effect).flow)
  }

  /// Adds a template, of which triggers make bodies.
  ///
  /// - Parameter scene: The scene whose categories and groups the filters of its shapes number.
  public static func addTemplate(_ body: Scene.Body, in scene: Scene = Scene()) -> Edit {
    .add(.template, SceneWriter().body(body, in: scene).flow)
  }

  /// Adds an input of keys or of a gamepad.
  public static func add(_ input: Scene.Input) -> Edit {
    .add(.input, SceneWriter().input(input, in: Scene()).flow)
  }

  /// The id of the layer that it adds; nil for one that adds none.
  package var addedLayer: String? {
    guard case .add(.layer, let text) = self, let node = try? SceneSnippet.node(text) else { return nil }
    return PropertyTree(node, .layer)["id"]
  }

  /// Sets the keys of an animation that has such, by rising times from its begin.
  ///
  /// - Parameter member: The path of a member of a group, such as `animations[0]`; nil: of the whole.
  public static func setKeys(
    of id: String, member: String? = nil, to keys: [Keyframe<AnimatableValue>]
  ) -> Edit {
    .set(
      .animation(id), path: path("keyframes", of: member),
      value: FormatNode.list(keys.map(SceneWriter().key)).flow)
  }

  /// Sets the ends, the times and the curve of an animation from one value to another; of another none.
  package static func setEnds(
    of id: String, member: String? = nil, to definition: AnimationDefinition
  ) -> [Edit] {
    guard case .basic(let ends) = definition.content else { return [] }
    let writer = SceneWriter()
    let values: [(String, FormatNode?)] = [
      ("from", ends.from.map(writer.value)), ("to", ends.to.map(writer.value)),
      ("beginTime", .number(definition.timing.beginTime)), ("duration", .number(definition.timing.duration)),
      ("timing", .text("\(definition.timingFunction)")),
    ]
    return values.compactMap { key, value in
      value.map { .set(.animation(id), path: path(key, of: member), value: $0.flow) }
    }
  }

  /// Sets the way of an animation along a path.
  package static func setPath(of id: String, member: String? = nil, to path: Path) -> Edit {
    .set(.animation(id), path: Self.path("path", of: member), value: SceneWriter().path(path).flow)
  }

  /// Sets whether an animation begins by itself.
  package static func setAutoplay(of id: String, to autoplay: Bool) -> Edit {
    .set(.animation(id), path: "autoplay", value: "\(autoplay)")
  }

  /// Puts an animation in the place of a member of a group; only its target and its definition count.
  package static func setMember(_ member: String, of id: String, to animation: Scene.Animation) -> Edit {
    .set(
      .animation(id), path: member,
      value: SceneWriter().definition(animation.definition, of: animation.target).flow)
  }

  /// Gives other members to a group, or to a group that is a member of one.
  package static func setMembers(_ member: String?, of id: String, to members: [AnimationMember]) -> Edit {
    let written = members.map { FormatNode.mapping(SceneWriter().definition($0.animation, of: $0.target)) }
    return .set(.animation(id), path: path("animations", of: member), value: FormatNode.list(written).flow)
  }

  package static func path(_ key: String, of member: String?) -> String {
    member.map { $0 + "." + key } ?? key
  }
}

// MARK: - Setting

extension Edit {
  /// Sets a property of a body, such as `set(body: "ball", \.gravityScale, to: 0.5)`.
  ///
  /// - Throws: `EditRefusal` for a property that no single key of the scene format sets. So do the others.
  public static func set<Value>(
    body id: String, _ property: KeyPath<Scene.Body, Value>, to value: Value
  ) throws(EditRefusal) -> Edit {
    try set(.body(id), property, of: Format.bodyFields, to: value)
  }

  /// Sets a property of all shapes of a body, or of the one of an index, such as `friction`.
  public static func set<Value>(
    shapesOf id: String, _ property: KeyPath<Scene.Shape, Value>, at index: Int? = nil, to value: Value
  ) throws(EditRefusal) -> Edit {
    let fields = Format.surfaceFields + [Format.sensorField, Format.massField]
    return try set(.body(id), property, of: fields, under: index.map { "shapes[\($0)]." } ?? "", to: value)
  }

  /// Sets a property of a joint, such as `maxForce`.
  public static func set<Value>(
    joint id: String, _ property: KeyPath<Scene.Joint, Value>, to value: Value
  ) throws(EditRefusal) -> Edit {
    try set(.joint(id), property, of: Format.jointFields, to: value)
  }

  /// Sets a property of a fluid, such as `liquid.level`.
  public static func set<Value>(
    fluid id: String, _ property: KeyPath<Scene.Fluid, Value>, to value: Value
  ) throws(EditRefusal) -> Edit {
    try set(.fluid(id), property, of: Format.fluidFields, to: value)
  }

  /// Sets a property of the world, such as `gravity`.
  public static func set<Value>(
    world property: KeyPath<Scene.World, Value>, to value: Value
  ) throws(EditRefusal) -> Edit {
    try set(.world, property, of: Format.worldFields + [Format.pointsPerMeterField], to: value)
  }

  /// Sets a property of the view, such as `size`.
  public static func set<Value>(
    view property: KeyPath<Scene.View, Value>, to value: Value
  ) throws(EditRefusal) -> Edit {
    try set(.view, property, of: Format.viewFields, to: value)
  }

  /// Sets a property that animations can move, such as `set(.joint("motor"), .rate, to: 3)`.
  ///
  /// - Throws: `EditRefusal` for a property that no key of the scene format sets, for one of another kind of
  ///   object, and for a value of another kind.
  public static func set(
    _ object: SceneObject, _ property: AnimatableProperty, to value: some KeyedValue
  ) throws(EditRefusal) -> Edit {
    let value = value.animatable
    guard let key = property.traits.key, property.owner == object.kind else {
      throw EditRefusal("'\(property.name)' of \(object) cannot be set")
    }
    guard property.kind == value.kind else {
      throw EditRefusal("'\(property.name)' is a \(property.kind.rawValue), not a \(value.kind.rawValue)")
    }
    return .set(object, path: key, value: SceneWriter().value(value).flow)
  }

  private static func set<Object: FormatObject, Value>(
    _ object: SceneObject, _ property: KeyPath<Object, Value>, of fields: [Field<Object>],
    under prefix: String = "", to value: Value
  ) throws(EditRefusal) -> Edit {
    guard let field = fields.first(where: { $0.path as PartialKeyPath<Object> == property }) else {
      throw EditRefusal(
        "no single key of the scene format sets this property of \(object)",
        hint: "those that one sets: " + fields.map(\.key.name).joined(separator: ", "))
    }
    return .set(object, path: prefix + field.key.name, value: field.written(value)?.flow)
  }
}

// MARK: - Actions and controls

extension Scene.Action {
  /// Sets a property that animations can move: at once, or by an animation.
  public static func set(
    _ target: AnimationTarget, to value: some KeyedValue, _ timing: Scene.ChangeTiming? = nil
  ) -> Scene.Action {
    .set(target.settableName, to: SceneWriter().value(value.animatable).flow, timing)
  }

  /// Adds an animation, which begins at once; `it` and `other` stand for the bodies of the event.
  public static func animate(_ animation: Scene.Animation) -> Scene.Action {
    .animate(SceneWriter().animation(animation).flow)
  }

  /// Adds a joint between the bodies of two ids, or `it` and `other`; none if there is one of its id.
  public static func attach(_ joint: Scene.Joint, between a: String, and b: String) -> Scene.Action {
    .attach(SceneWriter().joint(joint, between: a, and: b).flow)
  }
}

extension Scene.Control {
  /// A control of properties that animations can move.
  public init(
    id: String, title: String = "", help: String = "", _ widget: Widget, of targets: [AnimationTarget]
  ) {
    self.init(id: id, title: title, help: help, widget, of: targets.map(\.settableName))
  }
}

extension Scene.Control.Widget {
  /// A switch between two values.
  public static func toggle<Value: KeyedValue>(off: Value, on: Value) -> Scene.Control.Widget {
    .toggle(off: SceneWriter().value(off.animatable).flow, on: SceneWriter().value(on.animatable).flow)
  }
}

extension Scene.Control.Option {
  /// Creates an option of a value, which is written as the scene format has it.
  public init(_ name: String, _ value: some KeyedValue) {
    self.init(name, SceneWriter().value(value.animatable).flow)
  }
}

extension AnimationTarget {
  /// The object and the key that sets the property, such as `ball.at`; the property's own name where no key
  /// does.
  var settableName: String { object + "." + (property.traits.key ?? property.name) }
}

extension Scene {
  /// Makes an edit in the scene as it is written: what is set is what it starts with. The places of bodies
  /// and joints in their lists move up where one is removed.
  ///
  /// - Throws: `EditRefusal`, and nothing has changed.
  public mutating func apply(_ edit: Edit) throws(EditRefusal) {
    var model = SceneModel(self)
    _ = try model.take(edit)
    self = model.compact
  }

  /// A property as it is written, such as `0.5`; nil where there is none, or it is left out.
  public func text(of object: SceneObject, path: String) -> String? {
    SceneModel(self).text(of: object, path)
  }
}

/// The reason why an edit of a scene cannot be made: what the reader of scene files would say.
public struct EditRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fault, in a sentence without a full stop.
  public var message: String
  /// The hint at what was expected, or the word that was likely meant.
  public var hint: String?

  /// Creates a value by its parts, which are the properties of the same names.
  public init(_ message: String, hint: String? = nil) { (self.message, self.hint) = (message, hint) }

  public var description: String { hint.map { "\(message)\n    \($0)" } ?? message }

  /// The first error that was found; nil if there is none.
  package init?(_ found: DiagnosticList) {
    guard let first = found.report().first(where: { $0.severity == .error }) else { return nil }
    self.init(first.message, hint: first.hint)
  }

  init(_ refusal: TextScan.Refusal) { self.init(refusal.message, hint: refusal.hint) }
}
