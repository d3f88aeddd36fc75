import TumbleAnimation
import TumbleFrames
import Yams

// What changes over time by a rule of the scene.
extension SceneModel {
  /// What an animation moves that changes a property of an object, by the path that sets it.
  package func target(_ owner: String, _ path: String) throws(EditRefusal) -> AnimationTarget {
    let kind = object(named: owner).kind
    if let property = AnimatableProperty(settable: path, ofEmitter: kind == .emitter), property.owner == kind
    {
      return AnimationTarget(owner, property)
    }
    let paths = AnimatableProperty.all(of: kind).compactMap(\.traits.key)
    let nearest = Nearest.word(to: path, in: paths).map { "did you mean '\($0)'?" }
    throw EditRefusal(
      "'\(Excerpts.short(path))' of '\(owner)' cannot change over time, only at once",
      hint: nearest ?? (paths.isEmpty ? nil : "what can: " + paths.joined(separator: ", ")))
  }

  /// What a text of the scene format says of a property that can be animated, by the reader's rules.
  package func value(of target: AnimationTarget, _ text: String) throws(EditRefusal) -> AnimatableValue {
    let pairs: [(Node, Node)] = [
      (Node("id"), Node("change")), (Node("of"), Node(target.description)), (Node("type"), Node("basic")),
      (Node("to"), try SceneSnippet.node(text)),
    ]
    let (animations, _) = try build(Node(pairs), as: Scene.Animation.self)
    guard case .basic(let ends)? = animations.first?.definition.content, let value = ends.to else {
      throw EditRefusal("'\(Excerpts.short(text))' is no value of '\(target)'")
    }
    return value
  }

  /// Notes the animation of a change, in place of the one of its id.
  package mutating func note(_ animation: Scene.Animation) {
    forget(animation: animation.id)
    scene.animations.append(animation)
  }

  /// A value as the scene format has it.
  package static func text(of value: AnimatableValue) -> String { SceneWriter().value(value).flow }
}
