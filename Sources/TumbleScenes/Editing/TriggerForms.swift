// Triggers that a person puts together: an event or an action that is chosen by its word gets what it needs
// from the examples of the format's description, with objects of this scene in place of the examples' own.
extension SceneModel {
  /// The bodies of an event that its actions may speak of.
  ///
  /// - Parameter event: The event's word.
  package static func bodiesOfEvent(_ event: String?) -> [String] {
    let words = [Scene.BodySelector.it, Scene.BodySelector.other]
    guard let event else { return [] }
    if Format.contactEvents.contains(event) { return words }
    return (Format.bodyEvents + Format.animationEvents).contains(event) ? [words[0]] : []
  }

  /// The names that a key of a trigger may have, by what it refers to: `joint`.
  ///
  /// - Parameter event: The bodies of an event that an action may speak of, which come first.
  package func names(for reference: String, ofEvent event: [String] = []) -> [String] {
    switch reference {
    case "body or shape": event + ["anything"] + names(of: .body) + names(of: .template)
    case "pointer": scene.inputs.filter { $0.pointer.map { $0 != .always } ?? false }.map(\.id)
    case "joint": names(of: .joint).filter { joint($0).map { !scene.joints[$0].isInner } ?? true }
    default: SceneObject.Kind(rawValue: reference).map { names(of: $0) } ?? []
    }
  }

  /// The names of the triggers that speak of something that is there, in their order.
  package var triggersInForce: [String] {
    present(.trigger).filter { trigger(scene.triggers[$0]) != nil }.map(name(ofTrigger:))
  }

  /// Returns a trigger with another event, which keeps what both have. Actions that spoke of a body of the
  /// event before speak of one of the scene where the new one has none.
  ///
  /// - Parameter about: An object that the event is about, if it is about such.
  package func trigger(_ node: FormatNode, on event: String, about: String? = nil) -> FormatNode {
    let known = Self.bodiesOfEvent(event)
    var made = choosing(event, for: node, .trigger, about.map { [$0] } ?? [])
    for word in Self.bodiesOfEvent("hit") where !known.contains(word) {
      made = made.renaming(word, to: known.first ?? firstBody)
    }
    return made
  }

  /// Returns an action with another word, which keeps what both have.
  ///
  /// - Parameter event: The word of the event that it follows.
  package func action(_ node: FormatNode, _ word: String, on event: String?) -> FormatNode {
    choosing(word, for: node, .action, Self.bodiesOfEvent(event))
  }

  /// Returns a joint that an action adds with another type, which keeps what both have.
  ///
  /// - Parameter event: The word of the event that the action follows.
  package func joint(_ node: FormatNode, _ type: String, on event: String?) -> FormatNode {
    choosing(type, for: node, .joint, Self.bodiesOfEvent(event))
  }

  /// Returns an action that sets a property as one that sets another: to the value that this has now, unless
  /// it is the same of another object.
  package func action(_ node: FormatNode, setting text: String) -> FormatNode {
    let action = node.setting("of", to: .text(text))
    guard let now = settable(text), node["of"]?.word.flatMap(settable)?.path != now.path else {
      return action
    }
    let read = self.text(of: now.object, now.path).flatMap { try? FormatNode(read: $0) }
    let value = read ?? now.known.defaultValue ?? now.known.kind.example
    return value.map { action.setting("to", to: $0) } ?? action
  }

  /// Returns the object of a property that an action can set, for `it` the first body, its path, and what the
  /// format has to say of it; nil for what is gone, and for parts such as `at[0]`.
  package func settable(_ text: String) -> (object: SceneObject, path: String, known: SceneProperty)? {
    let owner = String(text.prefix { $0 != "." })
    let isOfEvent = Self.bodiesOfEvent("hit").contains(owner)
    guard let (object, path) = property((isOfEvent ? firstBody : owner) + text.dropFirst(owner.count)) else {
      return nil
    }
    let type = node(of: object)?["type"]?.word
    let known = SceneProperty.settable(of: object.kind, type: type).first { $0.name == path }
    return known.map { (object, path, $0) }
  }

  /// Returns an animation of the scene as an action adds it: it begins then.
  package func animationToAdd(_ id: String) -> FormatNode? {
    node(of: .animation(id)).map { .mapping($0.entries.filter { $0.0 != "beginTime" }) }
  }

  /// Returns the edit that adds a template like the first body that moves; nil where one is there already, or
  /// none is needed.
  ///
  /// - Parameter action: The word of the action that needs one.
  package func template(for action: String?) -> Edit? {
    guard action == ActionWord.spawn.rawValue, names(of: .template).isEmpty,
      let node = node(of: .body(firstBody))
    else { return nil }
    let ofPlace = [
      "id", "at", "angle", "velocity", "angularVelocity", "asleep", "repeat", "template", "follow",
    ]
    let known = Set(SceneProperty.all(of: .template).map(\.name)).subtracting(ofPlace)
    let own = node.entries.filter { known.contains($0.0) }
    return .add(.template, FormatNode.mapping([("id", .text(freeName(firstBody)))] + own).flow)
  }

  private var firstBody: String {
    let bodies = present(.body).map { scene.bodies[$0] }
    return (bodies.first { $0.kind != .static } ?? bodies.first)?.id ?? "anything"
  }

  private func choosing(
    _ word: String, for node: FormatNode, _ name: SectionName, _ preferred: [String]
  ) -> FormatNode {
    let section = name.section
    guard let chooser = section.chooser else { return node }
    let before = node[chooser]?.word
    let examples = section.examples.compactMap { try? FormatNode(read: $0) }
    let own = examples.first { $0[chooser]?.word == word }
    var mapping: FormatNode.Mapping = []
    for key in section.keys where key.belongs(to: word) && !mapping.has(key.name) {
      func isSame(_ other: String?) -> Bool { section.key(key.name, for: other)?.only == key.only }
      if key.name == chooser {
        mapping.append((chooser, .plain(word)))
      } else if let kept = node[key.name], isSame(before) {
        mapping.append((key.name, kept))
      } else if !key.only.isEmpty {
        let other = examples.first { $0[key.name] != nil && isSame($0[chooser]?.word) }
        // Where no example has one, a mark says mark; what has a default has it.
        let example = own?[key.name] ?? (key.isAlwaysRequired ? other?[key.name] ?? .text(word) : nil)
        guard key.isAlwaysRequired || example != nil && key.defaultValue == nil else { continue }
        if let value = value(key.type, like: example, preferred) { mapping.append((key.name, value)) }
      }
    }
    return .mapping(mapping)
  }

  /// Returns a value of a type with names of this scene; nil where there is none.
  private func value(_ type: ValueType, like example: FormatNode?, _ preferred: [String]) -> FormatNode? {
    func name(_ reference: String) -> String? {
      let names = names(for: reference, ofEvent: preferred)
      let usual = reference == "body or shape" ? firstBody : names.first
      return preferred.first(where: names.contains) ?? usual
    }
    let body = name("body or shape") ?? firstBody
    switch type {
    case .reference(let what), .list(.reference(let what), _, _): return name(what).map { .text($0) }
    case .list(.list(.reference, _, _), _, _): return .list([.text(body), .plain("anything")])
    case .source(.animation):
      if let id = names(of: .animation).first { return animationToAdd(id) }
      return example?.setting("of", to: .text("\(body).opacity"))
    case .source:
      let other = names(of: .body).first { $0 != body && $0 != firstBody } ?? firstBody
      return example?.setting("id", to: .text(freeName("joint"))).setting("a", to: .text(other))
        .setting("b", to: .text(body))
    case .text:
      // A property or a channel of a body.
      guard let word = example?.word, let dot = word.firstIndex(of: ".") else { return example }
      return .text((preferred.isEmpty ? firstBody : body) + word[dot...])
    default: return example
    }
  }
}

extension FormatNode {
  /// A value of the scene format from its text, as the reader takes it apart.
  package init(read text: String) throws(EditRefusal) { self.init(try SceneSnippet.node(text)) }
}

extension SceneProperty.Kind {
  /// A value where nothing is known of what a property is.
  fileprivate var example: FormatNode? {
    switch self {
    case .number(_, _, let low, let high): .number(Swift.min(Swift.max(0, low), high))
    case .count(let range): .number(Double(range.lowerBound))
    case .vector: .vector(.zero)
    case .color: .text(Color.white.hex)
    case .flag: .plain("false")
    case .choice(let words): words.first.map { .plain($0) }
    case .text, .reference, .references, .group: nil
    }
  }
}

extension FormatNode {
  /// Returns the value with another name for a body, alone and before a property.
  fileprivate func renaming(_ name: String, to new: String) -> FormatNode {
    func renamed(_ word: String) -> String {
      word == name ? new : word.hasPrefix(name + ".") ? new + word.dropFirst(name.count) : word
    }
    return switch self {
    case .plain(let word): .plain(renamed(word))
    case .text(let word): .text(renamed(word))
    case .list(let list): .list(list.map { $0.renaming(name, to: new) })
    case .mapping(let mapping): .mapping(mapping.map { ($0.0, $0.1.renaming(name, to: new)) })
    }
  }
}
