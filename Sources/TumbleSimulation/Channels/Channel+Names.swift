import TumbleGeometry
import TumbleFrames

/// Why a word is no channel.
public struct ChannelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// As it was written.
  public var name: String
  public var problem: String
  /// What was most likely meant.
  public var suggestion: String?

  public var description: String {
    "no channel '\(name)': \(problem)" + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
  }
}

extension Channel {
  /// Finds a channel by name: of the whole, of a body (`crate1.y`), a joint (`rope.impulse`), a field, a fluid or an emitter.
  public init(_ name: String, in description: WorldDescription) throws(ChannelError) {
    if let whole = OfWorld(rawValue: name) {
      self.init(name: name, quantity: .world(whole))
    } else if let loop = OfLoop(rawValue: name) {
      self.init(name: name, quantity: .loop(loop))
    } else {
      let dot = name.firstIndex(of: ".") ?? name.endIndex
      let (owner, word) = (String(name[..<dot]), String(name[dot...].dropFirst()))
      if let id = description.body(owner) {
        guard let quantity = OfBody(rawValue: word) else {
          throw Self.unknown(name, word, of: "the body '\(owner)'", OfBody.allCases.map(\.rawValue))
        }
        self.init(name: name, quantity: .body(id, quantity))
      } else if let id = description.joint(owner) {
        guard let quantity = OfJoint(rawValue: word) else {
          throw Self.unknown(name, word, of: "the joint '\(owner)'", OfJoint.allCases.map(\.rawValue))
        }
        self.init(name: name, quantity: .joint(id, quantity))
      } else if let place = description.field(owner) {
        guard let quantity = OfField(rawValue: word) else {
          throw Self.unknown(name, word, of: "the field '\(owner)'", OfField.allCases.map(\.rawValue))
        }
        self.init(name: name, quantity: .field(place, quantity))
      } else if let place = description.fluid(owner) {
        guard let quantity = OfFluid(rawValue: word) else {
          throw Self.unknown(name, word, of: "the fluid '\(owner)'", OfFluid.allCases.map(\.rawValue))
        }
        self.init(name: name, quantity: .fluid(place, quantity))
      } else if let place = description.emitter(owner) {
        guard let quantity = OfEmitter(rawValue: word) else {
          throw Self.unknown(name, word, of: "the emitter '\(owner)'", OfEmitter.allCases.map(\.rawValue))
        }
        self.init(name: name, quantity: .emitter(place, quantity))
      } else {
        throw Self.unknown(name, word, owner: owner, description)
      }
    }
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
