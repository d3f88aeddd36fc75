import TumbleInput
import TumblePanels
import TumbleSimulation

/// The triggers of a scene: a panel in which they are put together, made from the format's description.
///
/// An edit here is one of the scene's start, as that of an animation is. A trigger waits from the first step
/// on, so a rerun shows what it does to all that has been; `Ctrl+S` saves it into the scene's own text, where
/// an edit of the moment could not go; and as a command of step 0 it is recorded, undone and redone like any
/// other. Triggers that a recording or a program gives to a running world are not shown.
final class WhenPart: TellingPart {
  private let session: Session
  private let notices: Notices
  private var isShown = false
  /// The trigger whose properties are shown.
  private var open: String?
  private var inspector = Inspector()
  var events: [WindowEvent] = []
  /// The rows made last, and the scene, the bodies and the open trigger they were made of; nil once a row
  /// has changed in something else.
  private var latest: (scene: Scene, revision: Int, open: String?, rows: [TriggersState.Row])?

  init(_ session: Session, _ notices: Notices) { (self.session, self.notices) = (session, notices) }
}

extension WhenPart {
  private static let prefix = "trigger."
  private var model: SceneModel { session.startModel }

  func perform(_ name: WindowAction) -> Bool {
    guard name == .triggers else { return false }
    isShown.toggle()
    return true
  }

  func perform(_ action: PanelAction) -> Bool {
    switch action {
    case .beginEdit(let row) where row.hasPrefix(Self.prefix):
      inspector.begin(row)
      session.beginGesture(name(ofChange: row))
    case .edit(let row, let value) where row.hasPrefix(Self.prefix): edit(row, value)
    case .endEdit(let row) where row.hasPrefix(Self.prefix):
      inspector.end(row)
      session.endGesture()
    case .trigger(let action): perform(action)
    case .close(.triggers): isShown = false
    default: return false
    }
    latest = nil
    return true
  }

  private func perform(_ action: TriggerAction) {
    switch action {
    case .add: add(on: model.names(of: .body).isEmpty ? "time" : "hit")
    case .open(let id): open = open == id ? nil : id
    case .remove(let id): give(.remove(.trigger(id)), "remove \(id)")
    case .addAction(let id): changeActions(of: id, "action of \(id)") { $0.append(mark(id)) }
    case .removeAction(let id, let place):
      changeActions(of: id, "remove an action of \(id)") {
        if $0.indices.contains(place) { $0.remove(at: place) }
      }
    case .raiseAction(let id, let place):
      changeActions(of: id, "order of \(id)") {
        if place > 0, $0.indices.contains(place) { $0.swapAt(place, place - 1) }
      }
    }
    inspector.forgetRefusals()
    events.append(.changed)
  }

  /// Adds a trigger, and shows what it is made of.
  ///
  /// - Parameters:
  ///   - about: The object that the event is about; nil for any.
  ///   - animation: The animation that it starts, which then begins with the event alone; nil: it marks the
  ///     graph, until something else is chosen.
  func add(on event: String, about: String? = nil, starting animation: String? = nil) {
    let id = model.freeName("when")
    let start = animation.map {
      FormatNode.mapping([("action", .plain("start")), ("animations", .list([.text($0)]))])
    }
    let node = FormatNode.mapping([("id", .text(id)), ("do", .list([start ?? mark(about ?? event)]))])
    (isShown, latest) = (true, nil)
    var edits = [Edit.add(.trigger, model.trigger(node, on: event, about: about).flow)]
    if let animation {
      // It begins at the event, and not as long after it as it was to begin after the scene.
      edits += [
        .set(.animation(animation), path: "beginTime", value: nil), .setAutoplay(of: animation, to: false),
      ]
    }
    if give(edits, "add \(id)") {
      open = id
      if let falling = animation.flatMap(session.startScene.fallingUntilStarted) { notices.tell(falling) }
    }
    events.append(.changed)
  }

  private func mark(_ text: String) -> FormatNode {
    .mapping([("action", .plain("mark")), ("text", .text(text))])
  }

  private func changeActions(of id: String, _ name: String, _ change: (inout [FormatNode]) -> Void) {
    guard var actions = model.node(of: .trigger(id))?["do"]?.list else { return }
    change(&actions)
    give(.set(.trigger(id), path: "do", value: FormatNode.list(actions).flow), name)
  }

  private func edit(_ row: String, _ value: PropertyValue) {
    guard let property = inspector.properties[row], let id = property.objects.first?.id,
      let node = model.node(of: .trigger(id))
    else { return }
    inspector.refuse(row, nil)
    do {
      give(try edits(property, value, of: id, node), name(ofChange: row), of: row)
    } catch {
      inspector.refuse(row, "\(error)")
    }
  }

  private func name(ofChange row: String) -> String {
    "change \(inspector.properties[row]?.objects.first?.id ?? "a trigger")"
  }

  private func edits(
    _ property: InspectedProperty, _ value: PropertyValue, of id: String, _ node: FormatNode
  ) throws(EditRefusal) -> [Edit] {
    let plain = property.edits(value) { _ in node }
    if let part = ActionPart(keyAt: property.path), case .set(let object, _, let text)? = plain.first {
      let changed = try part.setting(property.property.name, to: text, in: node, model)
      return changed.map { [.set(object, path: part.path, value: $0.flow)] } ?? []
    }
    // Another property that is set has another value.
    if property.property.name == "of", case .text(let name) = value,
      case .set(let object, let path, _?)? = plain.first,
      let action = Self.action(at: path, in: node), action["action"]?.word == "set"
    {
      let place = String(path.dropLast(".of".count))
      return [.set(object, path: place, value: model.action(action, setting: name).flow)]
    }
    guard case .choice = value, case .set(let object, let path, let word?)? = plain.first else {
      return plain
    }
    switch property.property.name {
    // Another event, or another action, has other keys.
    case "event":
      let other = model.trigger(node, on: word)
      let named = FormatNode.mapping([("id", .text(id))] + other.entries.filter { $0.0 != "id" })
      return [.add(.trigger, named.flow)]
    case "action":
      guard let action = Self.action(at: path, in: node) else { return [] }
      // What is spawned is like a body of the scene, until there are templates to choose from.
      let template = model.template(for: word)
      var model = model
      if let template { _ = try model.take(template) }
      let other = model.action(action, word, on: node["event"]?.word)
      let change = Edit.set(object, path: String(path.dropLast(".action".count)), value: other.flow)
      return [template, change].compactMap { $0 }
    case "animation":
      guard let name = property.names.first(where: { FormatNode.text($0).flow == word }),
        let animation = model.animationToAdd(name)
      else { return [] }
      return [.set(object, path: path, value: animation.flow)]
    default: return plain
    }
  }

  /// The action that a path such as `do[1].of` is in.
  private static func action(at path: String, in trigger: FormatNode) -> FormatNode? {
    ActionPart.action(path).flatMap { trigger["do"]?.list.dropFirst($0).first }
  }

  @discardableResult
  private func give(_ edit: Edit, _ name: String) -> Bool { give([edit], name) }

  /// Gives edits of the scene's start; false if one is refused, which is told at the row that it is of.
  @discardableResult
  private func give(_ edits: [Edit], _ name: String, of row: String? = nil) -> Bool {
    do {
      let moved = try session.giveAtStart(edits, named: name)
      if !moved.isEmpty { notices.tell("\(moved.joined(separator: ", ")) is there from the start now") }
      return true
    } catch {
      let text = SceneEditing.text(error)
      if let row { inspector.refuse(row, text) } else { notices.tell(text) }
      return false
    }
  }

  func worldChanged(isOther: Bool) {
    latest = nil
    if isOther { (open, inspector) = (nil, Inspector()) }
  }

  func restore(_ settings: Settings) { isShown = settings.toggles["triggers"] ?? false }

  func keep(in settings: inout Settings) { settings.toggles["triggers"] = isShown }
}

// MARK: - What is shown

extension WhenPart {
  func show(in state: inout InterfaceState, at now: Duration) {
    guard isShown else { return }
    let shown = session.viewStep ?? session.world.steps
    let time = (shown - session.world.rate / 4)...shown
    let fired = Set(session.world.firings.lazy.filter { time.contains($0.step) }.map(\.trigger))
    var rows = rows
    for index in rows.indices where fired.contains(rows[index].id) { rows[index].isLit = true }
    state.triggers = TriggersState(rows)
  }

  private var rows: [TriggersState.Row] {
    let (scene, revision) = (session.startScene, session.world.descriptionRevision)
    if let latest, latest.open == open, latest.revision == revision, latest.scene == scene {
      // Of the same storage, so that the next comparison is quick.
      self.latest?.scene = scene
      return latest.rows
    }
    inspector.forgetRows()
    let model = model
    let rows = model.triggersInForce.compactMap { id in
      model.node(of: .trigger(id)).map { row(id, $0, model) }
    }
    latest = (scene, revision, open, rows)
    return rows
  }

  private func row(_ id: String, _ node: FormatNode, _ model: SceneModel) -> TriggersState.Row {
    let actions = node["do"]?.list ?? []
    let event = node["event"]?.word ?? ""
    let title =
      "\(Self.line(node, event)) → "
      + actions.map { Self.line($0, $0["action"]?.word ?? "") }
      .joined(separator: "; ")
    var row = TriggersState.Row(id, title)
    guard id == open else { return row }
    let own = SceneProperty.all(of: .trigger, type: event).filter { !["id", "do"].contains($0.name) }
    let subject = Inspector.Subject(object: .trigger(id), value: node)
    row.isOpen = true
    row.event = rows(own, of: subject, under: "", model, [])
    if let index = model.index(of: .trigger, id), let idle = model.scene.idleEvent(ofTrigger: index),
      let place = row.event.lastIndex(where: { $0.path.hasPrefix("\(Self.prefix)\(id).\(idle.key)") })
    {
      row.event[place].refusal = row.event[place].refusal ?? idle.text
    }
    row.actions = actions.enumerated().map { place, action in
      rows(
        SceneProperty.ofAction(action["action"]?.word), of: subject, under: "do[\(place)].", model,
        SceneModel.bodiesOfEvent(event), ofAction: place)
    }
    return row
  }

  /// The rows of an event or of an action.
  ///
  /// - Parameters:
  ///   - known: The bodies of the event that an action may speak of.
  ///   - action: The place of the action that has the properties; nil: the trigger has them.
  private func rows(
    _ properties: [SceneProperty], of subject: Inspector.Subject, under path: String, _ model: SceneModel,
    _ known: [String], ofAction action: Int? = nil
  ) -> [PropertyRow] {
    func owner(_ trigger: FormatNode) -> FormatNode? {
      action.map { trigger["do"]?.list.dropFirst($0).first } ?? trigger
    }
    return properties.flatMap { property in
      var (property, names, sides) = (property, [String](), 1)
      switch property.kind {
      case .reference(let what): names = model.names(for: what)
      case .references(let what, let count):
        (names, sides) = (model.names(for: what, ofEvent: known), count)
        // What a person added later comes to the start with the trigger.
        if what == "body or shape" { names += laterBodies(than: model) }
      case .text where property.name == "to":
        let set = owner(subject.value)?["of"]?.word.flatMap(model.settable)
        if let set { property.kind = set.known.kind }
      case .group:
        guard let part = action.flatMap({ ActionPart(key: property.name, ofAction: $0) }) else { break }
        return rows(of: part, property, of: subject, model)
      default: break
      }
      return (0..<sides).map { side in
        let place = path + property.name + (sides > 1 ? "[\(side)]" : "")
        let inspected = InspectedProperty([subject], property, at: place) { [property] trigger in
          let value = owner(trigger)?[property.name]
          if sides > 1 { return value?.list.dropFirst(side).first }
          // A value of any kind is kept as the text that it was written as.
          guard property.name == "to", let text = value?.word else { return value }
          return (try? FormatNode(read: text)) ?? value
        }
        // A body does not meet itself.
        let other = sides == 2 ? owner(subject.value)?[property.name]?.list.dropFirst(1 - side).first : nil
        let met = other.map { $0.word.map { [$0] } ?? $0.list.compactMap(\.word) }
        let names = names.filter { met != [$0] || model.index(of: .body, $0) == nil }
        var row = row(inspected, names, of: subject)
        if side > 0 { row.label = "and" }
        return row
      }
    }
  }

  /// The rows of what an action adds: for an animation a choice among those of the scene, whose copy it
  /// becomes, and then the keys of its own.
  private func rows(
    of part: ActionPart, _ property: SceneProperty, of subject: Inspector.Subject, _ model: SceneModel
  ) -> [PropertyRow] {
    var rows: [PropertyRow] = []
    let animations = model.names(of: .animation)
    if part.kind == .animation, !animations.isEmpty {
      var property = property
      property.kind = .reference(property.name)
      let copied = InspectedProperty([subject], property, at: part.path) {
        part.value(in: $0)?["id"]?.word.map { .text($0) }
      }
      rows = [row(copied, animations, of: subject)]
    }
    return rows
      + part.properties(in: subject.value, model).map { property, names in
        let inspected = InspectedProperty([subject], property, at: "\(part.path).\(property.name)") {
          part.value(in: $0)?[property.name]
        }
        var row = row(inspected, names, of: subject)
        AnimationCard.entitle(&row, property.name)
        return row
      }
  }

  private func row(
    _ property: InspectedProperty, _ names: [String], of subject: Inspector.Subject
  ) -> PropertyRow {
    var property = property
    property.names = names
    return inspector.row(
      property, named: "\(Self.prefix)\(subject.object.id ?? "").\(property.path)", Inspector.Facts())
  }

  private func laterBodies(than model: SceneModel) -> [String] {
    session.world.snapshot.bodies.lazy.compactMap { self.session.world.description[$0.id] }
      .filter { $0.template == nil && $0.original == nil && model.body($0.name) == nil }.map(\.name)
  }

  /// An event or an action on one line: its word, and what it is about.
  private static func line(_ node: FormatNode, _ word: String) -> String {
    let keys = [
      "between", "of", "animations", "animation", "joints", "layers", "template", "channel", "key", "name",
      "text",
    ]
    let values = keys.compactMap { node[$0] }.map { value -> String in
      if let word = value.word { return (try? ActionText(word).id) ?? word }
      return value.list.map { $0.word ?? $0.list.compactMap(\.word).joined(separator: " ") }.joined(
        separator: ", ")
    }
    let time = node["every"]?.number.map { ["every \($0.shortText) s"] } ?? []
    return ([word] + values + time).joined(separator: " ")
  }
}
