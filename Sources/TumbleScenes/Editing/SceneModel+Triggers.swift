import TumbleFrames

extension SceneModel {
  /// What triggers and inputs say of a body holds for its copy.
  package mutating func extendTriggers(to copy: String, as original: String) {
    func extended(_ party: Scene.Party) -> Scene.Party {
      let copies = party.names.compactMap { name -> String? in
        if name == original { return copy }
        return name.hasPrefix(original + ".") ? copy + name.dropFirst(original.count) : nil
      }
      return Scene.Party(party.names + copies, isAnything: party.isAnything)
    }
    for index in scene.triggers.indices {
      switch scene.triggers[index].event {
      case .contact(let change, let first, let second):
        scene.triggers[index].event = .contact(change, extended(first), extended(second))
      case .hit(let first, let second, let above):
        scene.triggers[index].event = .hit(extended(first), extended(second), above: above)
      case .region(let region, let isEntering, let party):
        scene.triggers[index].event = .region(region, isEntering: isEntering, extended(party))
      case .leavesView(let party): scene.triggers[index].event = .leavesView(extended(party))
      case .sleeps(let party): scene.triggers[index].event = .sleeps(extended(party))
      case .wakes(let party): scene.triggers[index].event = .wakes(extended(party))
      case .breaks, .crosses, .time, .signal, .input: break
      }
    }
  }

  /// Without what it says of what is gone; nil where it is about nothing else.
  func trigger(_ trigger: Scene.Trigger) -> Scene.Trigger? {
    func isOwner(_ text: String) -> Bool {
      let owner = String(text.prefix { $0 != "." })
      return ["world", "view", Scene.Party.it, Scene.Party.other].contains(owner) || body(owner) != nil
        || joint(owner) != nil
    }
    var trigger = trigger
    switch trigger.event {
    case .contact(let change, let first, let second):
      guard let first = there(first), let second = there(second) else { return nil }
      trigger.event = .contact(change, first, second)
    case .hit(let first, let second, let impulse):
      guard let first = there(first), let second = there(second) else { return nil }
      trigger.event = .hit(first, second, above: impulse)
    case .region(let region, let isEntering, let party):
      guard let party = there(party) else { return nil }
      trigger.event = .region(region, isEntering: isEntering, party)
    case .leavesView(let party):
      guard let party = there(party) else { return nil }
      trigger.event = .leavesView(party)
    case .sleeps(let party):
      guard scene.world.sleepAfter != nil, let party = there(party) else { return nil }
      trigger.event = .sleeps(party)
    case .wakes(let party):
      guard scene.world.sleepAfter != nil, let party = there(party) else { return nil }
      trigger.event = .wakes(party)
    case .breaks(let joints):
      let joints = joints.filter { joint($0) != nil }
      guard !joints.isEmpty else { return nil }
      trigger.event = .breaks(joints)
    case .crosses(let channel, _, _): guard isChannel(channel) else { return nil }
    case .time, .signal, .input: break
    }
    trigger.actions = trigger.actions.compactMap { action in
      switch action {
      case .set(let property, _): return isOwner(property) ? action : nil
      case .start(let ids), .stop(let ids):
        let ids = ids.filter { animation($0) != nil }
        guard !ids.isEmpty else { return nil }
        if case .start = action { return .start(ids) } else { return .stop(ids) }
      case .impulse(let party, let impulse): return there(party).map { .impulse($0, impulse) }
      case .remove(let party): return there(party).map { .remove($0) }
      case .respawn(let party): return there(party).map { .respawn($0) }
      case .detach(let joints):
        let joints = joints.filter { joint($0) != nil || attachedJoints.contains($0) }
        return joints.isEmpty ? nil : .detach(joints)
      case .animate(let text): return canAdd(.animation, text) ? action : nil
      case .attach(let text): return canAdd(.joint, text) ? action : nil
      case .layers, .spawn, .mark, .signal, .end: return action
      }
    }
    return trigger.actions.isEmpty ? nil : trigger
  }

  /// The ids of the joints that actions add.
  private var attachedJoints: Set<String> {
    var ids: Set<String> = []
    for trigger in scene.triggers {
      for case .attach(let text) in trigger.actions {
        if let id = try? ActionText(text).id { ids.insert(id) }
      }
    }
    return ids
  }

  /// Whether all that a mapping names is there.
  private func canAdd(_ kind: SceneObject.Kind, _ text: String) -> Bool {
    guard let action = try? ActionText(text) else { return false }
    return action.owners.allSatisfy { name in
      ["world", Scene.Party.it, Scene.Party.other].contains(name) || body(name) != nil || joint(name) != nil
    }
  }

  func drive(_ drive: Scene.Drive) -> Scene.Drive? {
    switch drive {
    case .motor(let id, _), .length(let id, _): joint(id) == nil ? nil : drive
    case .force(let party, let force): there(party).map { .force($0, force) }
    }
  }

  /// Those of a party that are there; nil if none is.
  private func there(_ party: Scene.Party) -> Scene.Party? {
    let names = party.names.filter { name in
      if [Scene.Party.it, Scene.Party.other].contains(name) { return true }
      let id = String(name.prefix { $0 != "." })
      return body(id) != nil || scene.templates.contains { $0.id == id }
    }
    return names.isEmpty && !party.isAnything ? nil : Scene.Party(names, isAnything: party.isAnything)
  }
}
