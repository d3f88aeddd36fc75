import TumbleGeometry
import TumbleFrames

/// The reason why a word is no channel.
public struct ChannelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name as it was written.
  public var name: String
  public var problem: String
  /// The word that was most likely meant.
  public var suggestion: String?

  public var description: String {
    "no channel '\(name)': \(problem)" + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
  }
}

extension Channel {
  /// Finds a channel by name: of the whole, of a body (`crate1.y`), a joint (`rope.impulse`), a field, a
  /// fluid or an emitter.
  public init(_ name: String, in description: WorldDescription) throws(ChannelError) {
    if let quantity = Quantity(name, object: description.object) {
      self.init(name: name, quantity: quantity)
      return
    }
    let (owner, word) = Quantity.parts(of: name)
    guard let object = description.object(owner) else {
      throw Self.unknown(name, word, owner: owner, description)
    }
    throw Self.unknown(
      name, word, of: "the \(object.kind.rawValue) '\(owner)'", Number.all(of: object.kind).map(\.name))
  }

  private static func unknown(_ name: String, _ word: String, of owner: String, _ words: [String])
    -> ChannelError
  {
    let nearest = Nearest.word(to: word, in: words).map { name.dropLast(word.count) + $0 }
    return ChannelError(
      name: name, problem: "\(owner) has \(words.joined(separator: ", "))",
      suggestion: nearest.map(String.init))
  }

  private static func unknown(_ name: String, _ word: String, owner: String, _ description: WorldDescription)
    -> ChannelError
  {
    let things =
      description.bodies.map(\.name) + description.joints.map(\.name) + description.fields.map(\.name)
      + description.fluids.map(\.name) + description.emitters.map(\.name)
    let nearest =
      Nearest.word(to: name, in: common)
      ?? Nearest.word(to: owner, in: things).map { word.isEmpty ? $0 : $0 + "." + word }
    return ChannelError(
      name: name,
      problem:
        "there are \(common.joined(separator: ", ")), and BODY.y, BODY.speed, JOINT.impulse and the like",
      suggestion: nearest)
  }
}
