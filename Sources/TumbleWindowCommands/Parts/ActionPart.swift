import TumblePanels
import TumbleScenes

/// An animation or a joint that an action of a trigger adds: a mapping within that of the action, which is
/// kept as text.
struct ActionPart {
  /// The kind of what is added.
  let kind: SceneObject.Kind
  /// The place of the action among those of its trigger.
  private let place: Int

  /// - Parameter key: The key of an action, such as `animation`; nil for keys that hold something else.
  init?(key: String, ofAction place: Int) {
    let kinds: [SceneObject.Kind] = [.animation, .joint]
    guard let kind = kinds.first(where: { $0.rawValue == key }) else { return nil }
    (self.kind, self.place) = (kind, place)
  }

  /// - Parameter path: The path of a key of such a mapping, such as `do[1].animation.duration`; nil for
  ///   others.
  init?(keyAt path: String) {
    let steps = path.split(separator: ".")
    guard steps.count == 3, let place = Self.action(steps[0]) else { return nil }
    self.init(key: String(steps[1]), ofAction: place)
  }

  /// The place that `do[1]` stands for; nil for what is no action.
  static func action(_ step: some StringProtocol) -> Int? {
    step.hasPrefix("do[") ? Int(step.dropFirst(3).prefix { $0 != "]" }) : nil
  }

  /// The path of the mapping in that of the trigger.
  var path: String { "do[\(place)].\(kind.rawValue)" }

  /// The mapping in that of a trigger; nil where there is none.
  func value(in trigger: FormatNode) -> FormatNode? {
    guard let value = trigger["do"]?.list.dropFirst(place).first?[kind.rawValue] else { return nil }
    return (try? FormatNode(read: value.word ?? value.flow)) ?? value
  }

  /// Returns the mapping with another value of a key; nil where there is no mapping.
  ///
  /// - Parameters:
  ///   - text: The value as the format has it; nil leaves the key out.
  ///   - trigger: The trigger's mapping.
  func setting(
    _ key: String, to text: String?, in trigger: FormatNode, _ model: SceneModel
  ) throws(EditRefusal) -> FormatNode? {
    guard let mapping = value(in: trigger) else { return nil }
    guard let text else { return .mapping(mapping.entries.filter { $0.0 != key }) }
    // Another type of joint has other keys.
    if kind == .joint, key == "type" { return model.joint(mapping, text, on: trigger["event"]?.word) }
    let value = try FormatNode(read: text)
    return mapping[key] == nil ? .mapping(mapping.entries + [(key, value)]) : mapping.setting(key, to: value)
  }

  /// The properties of the mapping that have rows, each with the names that it may have.
  func properties(in trigger: FormatNode, _ model: SceneModel) -> [(property: SceneProperty, names: [String])]
  {
    guard let mapping = value(in: trigger) else { return [] }
    let bodies = SceneModel.bodiesOfEvent(trigger["event"]?.word) + model.names(of: .body)
    let target = mapping["of"]?.word.flatMap { name in
      try? AnimationTarget(parsing: name) { model.names(of: .emitter).contains($0) }
    }
    let known = SceneProperty.all(of: kind, type: mapping["type"]?.word)
    let own = known.filter { $0.name == "of" } + AnimationCard.parts(of: target?.property, known)
    return (kind == .animation ? own : known)
      .compactMap { property in
        guard property.name != "id", property.kind != .group else { return nil }
        guard case .reference(let what) = property.kind else { return (property, []) }
        let names = what.hasPrefix("body") ? bodies : model.names(for: what)
        return names.isEmpty ? nil : (property, names)
      }
  }
}
