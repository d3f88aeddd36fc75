extension SceneModel {
  /// Extends what triggers and inputs say of a body to its copy.
  package mutating func extendTriggers(to copy: String, as original: String) {
    /// The name of the copy's part for that of a part of the original.
    func part(_ name: String) -> String? {
      name.hasPrefix(original + ".") ? copy + name.dropFirst(original.count) : nil
    }
    for index in scene.triggers.indices {
      let event = scene.triggers[index].event
      scene.triggers[index].event =
        event.mapped(
          bodies: { selector in
            let copies = selector.names.compactMap { $0 == original ? copy : part($0) }
            return Scene.BodySelector(selector.names + copies, isAnything: selector.isAnything)
          },
          animations: { $0 + $0.compactMap(part) }) ?? event
    }
  }

  /// The trigger without what it says of what is gone; nil where it is about nothing else.
  func trigger(_ trigger: Scene.Trigger) -> Scene.Trigger? {
    guard let event = event(trigger.event) else { return nil }
    var trigger = trigger
    trigger.event = event
    trigger.actions = trigger.actions.compactMap { action in
      switch action {
      case .set(let property, _, _): return isOwner(Scene.BodySelector.owner(of: property)) ? action : nil
      case .start(let ids):
        let ids = ids.filter { animation($0) != nil }
        return ids.isEmpty ? nil : .start(ids)
      case .stop(let names, let keeps):
        let names = names.filter(isAnimationName)
        return names.isEmpty ? nil : .stop(names, keeps: keeps)
      case .impulse(let selector, let impulse): return there(selector).map { .impulse($0, impulse) }
      case .slice(let selector, let cut): return there(selector).map { .slice($0, cut) }
      case .burst(let selector, let impact, let strength):
        return there(selector).map { .burst($0, impact, strength: strength) }
      case .remove(let selector): return there(selector).map { .remove($0) }
      case .respawn(let selector): return there(selector).map { .respawn($0) }
      case .detach(let joints):
        let joints = joints.filter { joint($0) != nil || attachedJoints.contains($0) }
        return joints.isEmpty ? nil : .detach(joints)
      case .animate(let text): return canAdd(text) ? action : nil
      case .attach(let text): return canAdd(text) ? action : nil
      case .layers(let change, let ids):
        let ids = ids.filter { index(of: .layer, $0) != nil }
        return ids.isEmpty ? nil : .layers(change, ids)
      case .spawn(let spawn): return index(of: .template, spawn.template) == nil ? nil : action
      case .mark, .signal, .end: return action
      }
    }
    return trigger.actions.isEmpty ? nil : trigger
  }

  /// The event without what it says of what is gone; nil where it is about nothing else.
  func event(_ event: Scene.Event) -> Scene.Event? {
    switch event {
    case .sleeps, .wakes: guard scene.world.sleepAfter != nil else { return nil }
    case .crosses(let channel, _, _): guard isChannel(channel) else { return nil }
    default: break
    }
    func some(_ names: [String], _ isThere: (String) -> Bool) -> [String]? {
      let names = names.filter(isThere)
      return names.isEmpty ? nil : names
    }
    return event.mapped(
      bodies: there, joints: { some($0) { joint($0) != nil } }, animations: { some($0, isAnimationName) })
  }

  /// Returns true if there is, or may come to be, an animation of that name.
  private func isAnimationName(_ name: String) -> Bool {
    guard let dot = name.firstIndex(of: ".") else {
      return animation(name) != nil || Scene(triggers: triggers).animationsOfActions.contains(name)
    }
    let owner = String(name[..<dot])
    return isOwner(owner) || scene.templates.contains { $0.id == owner }
  }

  /// The ids of the joints that actions add.
  private var attachedJoints: Set<String> { Scene(triggers: triggers).jointsOfActions }

  /// Returns true if all that a mapping names is there.
  private func canAdd(_ text: String) -> Bool {
    guard let action = try? ActionText(text) else { return false }
    return action.owners.allSatisfy(isOwner) && action.layers.allSatisfy { index(of: .layer, $0) != nil }
  }

  /// Returns true if there is an object of that name whose properties can be set and animated.
  private func isOwner(_ name: String) -> Bool {
    scene.single(named: name) != nil || Scene.BodySelector.isOfEvent(name) || isNamed(name)
  }

  func drive(_ drive: Scene.Drive) -> Scene.Drive? {
    switch drive {
    case .motor(let id, _), .length(let id, _): joint(id) == nil ? nil : drive
    case .force(let selector, let force): there(selector).map { .force($0, force) }
    case .toward(let selector, let force, let reach):
      there(selector).map { .toward($0, force: force, reach: reach) }
    case .follow(let selector, let speed): there(selector).map { .follow($0, speed: speed) }
    }
  }

  /// Returns the bodies of a selector that are there; nil if none is.
  func there(_ selector: Scene.BodySelector) -> Scene.BodySelector? {
    let names = selector.names.filter { name in
      if Scene.BodySelector.isOfEvent(name) { return true }
      let id = Scene.BodySelector.owner(of: name)
      guard let body = body(id).map({ scene.bodies[$0] }) ?? scene.templates.first(where: { $0.id == id })
      else { return false }
      return id == name || body.shapes.contains { $0.name.map { "\(id).\($0)" == name } ?? false }
    }
    return names.isEmpty && !selector.isAnything
      ? nil : Scene.BodySelector(names, isAnything: selector.isAnything)
  }
}

extension Scene.Trigger {
  /// Returns true if it waits for an input, or does something that depends on it.
  func uses(_ input: Scene.Input) -> Bool {
    event.input == input.id
      || actions.contains { action in
        if case .slice(_, let cut) = action { return cut.stroke == input.id }
        if case .spawn(let spawn) = action { return spawn.isAtPointer && input.pointer != nil }
        return false
      }
  }

  var marks: [String] { actions.compactMap { if case .mark(let text) = $0 { text } else { nil } } }
}

extension Scene.Event {
  /// The input whose press or release it is.
  var input: String? {
    if case .input(let id, _) = self { id } else { nil }
  }
}

/// A mapping that an action adds as a joint or an animation, in which `it` and `other` stand for bodies.
package struct ActionText {
  private let node: FormatNode

  package init(_ text: String) throws(EditRefusal) { node = FormatNode(try SceneSnippet.node(text)) }

  private init(node: FormatNode) { self.node = node }

  package var id: String? { node["id"]?.word }

  package var text: String { node.flow }

  /// The ids of what it is about, `it` and `other` among them.
  package var owners: [String] { Self.words(node, of: ["a", "b", "of"]).map(Scene.BodySelector.owner) }

  /// The layers in whose time animations play.
  package var layers: [String] { Self.words(node, of: ["layer"]) }

  /// The properties that an animation moves, such as `lamp.opacity` and `it.position`.
  package var targets: [String] { Self.words(node, of: ["of"]) }

  /// The words of some keys, those of a group's members too.
  private static func words(_ node: FormatNode, of keys: Set<String>) -> [String] {
    node.entries.flatMap { key, value in
      if key == "animations" { return value.list.flatMap { words($0, of: keys) } }
      return keys.contains(key) ? [value.word ?? ""] : []
    }
  }

  /// Returns the text with the names of bodies in place of `it` and `other`. An animation that is about them
  /// has their name at the end of its id.
  package func named(it: String?, other: String?) throws(EditRefusal) -> ActionText {
    let names = [Scene.BodySelector.it: it, Scene.BodySelector.other: other].compactMapValues { $0 }
    var used: String?
    let named = Self.named(node, names, &used)
    guard let used, let id, node["type"] != nil, named["a"] == nil else { return ActionText(node: named) }
    return ActionText(node: named.setting("id", to: .plain("\(id)-\(used)")))
  }

  private static func named(
    _ node: FormatNode, _ names: [String: String], _ used: inout String?
  ) -> FormatNode {
    guard case .mapping(let mapping) = node else { return node }
    var entries: FormatNode.Mapping = []
    for (key, value) in mapping {
      var value = value
      switch key {
      case "a", "b": if let name = value.word.flatMap({ names[$0] }) { value = .plain(name) }
      case "of":
        guard let text = value.word, let dot = text.firstIndex(of: ".") else { break }
        if let name = names[String(text[..<dot])] {
          used = used ?? name
          value = .plain(name + text[dot...])
        }
      case "animations":
        var members: [FormatNode] = []
        for member in value.list { members.append(named(member, names, &used)) }
        value = .list(members)
      default: break
      }
      entries.append((key, value))
    }
    return .mapping(entries)
  }
}
