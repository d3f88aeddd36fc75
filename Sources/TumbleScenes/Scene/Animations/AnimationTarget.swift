import TumbleAnimation
import TumbleGeometry

/// What an animation of a scene moves: a property of a thing, by the thing's id, such as `platform.position`.
public struct AnimationTarget: Hashable, Sendable, CustomStringConvertible {
  /// The id of a body, a joint, a field, a fluid or an emitter, or `world`.
  public var object: String
  public var property: AnimatableProperty

  public init(_ object: String, _ property: AnimatableProperty) {
    self.object = object
    self.property = property
  }

  /// Reads `platform.position`; what stands before the first dot is the id.
  ///
  /// - Parameter isEmitter: Whether an id is that of an emitter, whose `scale` and `rate` are others than those of bodies and joints.
  public init(
    parsing text: String, isEmitter: (String) -> Bool = { _ in false }
  ) throws(CurveTextError) {
    guard let dot = text.firstIndex(of: ".") else {
      throw CurveTextError(
        text: text, offset: text.unicodeScalars.count,
        problem: "a target is an id and a property, such as platform.position")
    }
    let object = String(text[..<dot])
    let word = String(text[text.index(after: dot)...])
    guard !object.isEmpty else {
      throw CurveTextError(text: text, offset: 0, problem: "the id before the dot is missing")
    }
    let ofEmitter = isEmitter(object)
    guard
      let property = AnimatableProperty(name: word, ofEmitter: ofEmitter)
        ?? AnimatableProperty(name: word, ofEmitter: !ofEmitter)
    else {
      let names = AnimatableProperty.allCases.map(\.name).uniqued()
      throw CurveTextError(
        text: text, offset: object.unicodeScalars.count + 1,
        problem: "no property '\(word)' can be animated: use \(names.joined(separator: ", "))",
        suggestion: Nearest.word(to: word, in: names))
    }
    self.init(object, property)
  }

  public var description: String { object + "." + property.name }
}

extension AnimationTarget: AnimationKey {
  public var valueKind: AnimatableValue.Kind? { property.kind }
  public var isPosition: Bool { property == .position }
  public var propertyName: String { property.name }
}

/// An animation of a scene.
public typealias AnimationDefinition = KeyedAnimation<AnimationTarget>
public typealias AnimationContent = AnimationDefinition.Content
public typealias AnimationMember = AnimationDefinition.Member
