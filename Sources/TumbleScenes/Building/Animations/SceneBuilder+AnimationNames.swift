import TumbleAnimation
import TumbleGeometry

// An event or an action names animations by their ids, and the changes over time of properties by the
// properties.
extension SceneBuilder {
  /// Animations by their names; nil where one cannot be, which has then been reported. A repeater stands for
  /// its bodies.
  ///
  /// - Parameter words: What may own a property besides: `it` and `other`.
  func animationNames(_ record: Record, _ key: String, _ words: [String] = []) -> [String]? {
    let list = record.list(key)
    var found: [String] = []
    for located in list {
      guard case .text(let name) = located.value, let names = names(ofAnimation: name, located.place, words)
      else { return nil }
      found += names
    }
    return found.uniqued()
  }

  private func names(ofAnimation name: String, _ place: SourcePlace, _ words: [String]) -> [String]? {
    guard let dot = name.firstIndex(of: ".") else {
      if actionIDs("animation").contains(name) { return [name] }
      let known = Dictionary(scene.animations.map { ($0.id, ()) }, uniquingKeysWith: { first, _ in first })
      return names.resolve(name, at: place, among: known, what: "animation").map { _ in [name] }
    }
    let (owner, path) = (String(name[..<dot]), String(name[name.index(after: dot)...]))
    let ofEmitter = names[.emitter][owner] != nil
    guard let property = AnimatableProperty(settable: path, ofEmitter: ofEmitter) else {
      let all = AnimatableProperty.allCases.filter {
        $0.traits.key != nil && ($0.owner == .emitter) == ofEmitter
      }
      .map(\.name)
      reading.error(
        place, "'\(Excerpts.short(path))' is nothing that changes over time",
        hint: reading.didYouMean(path, all) ?? "what does: " + all.joined(separator: ", "))
      return nil
    }
    switch property.owner {
    case .world:
      if owner == "world" { return [AnimationTarget(owner, property).description] }
      reading.error(
        place, "only the world has '\(property.name)'", hint: "write world.\(property.name)")
      return nil
    case .joint, .field, .fluid, .emitter:
      let known = names[property.owner]
      return names.resolve(owner, at: place, among: known, what: property.owner.rawValue).map { _ in
        [AnimationTarget(owner, property).description]
      }
    case .view, .animation, .input, .layer, .trigger, .control, .rule, .template: return nil
    case .body:
      let text = Located(value: .list([Located(value: .text(owner), place: place)]), place: place)
      guard let selector = bodySelector(text, words) else { return nil }
      guard !selector.isAnything else {
        reading.error(place, "a property is that of a body, a repeater or a template, not of anything")
        return nil
      }
      return selector.names.map { AnimationTarget($0, property).description }
    }
  }
}

extension Scene {
  /// The ids of the animations that actions add. Of one that is about `it` each body's has the body's name at
  /// its end.
  var animationsOfActions: Set<String> {
    idsOfActions { if case .animate(let text) = $0 { text } else { nil } }
  }

  /// The ids of the joints that actions add.
  var jointsOfActions: Set<String> { idsOfActions { if case .attach(let text) = $0 { text } else { nil } } }

  /// The ids of what actions add, by the mappings of those that add something.
  func idsOfActions(_ text: (Action) -> String?) -> Set<String> {
    Set(triggers.flatMap(\.actions).compactMap { text($0).flatMap { try? ActionText($0).id } })
  }
}
