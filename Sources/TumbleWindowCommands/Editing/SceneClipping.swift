import TumbleFrames
import TumbleGeometry

/// Bodies that were copied, the joints among them, and emitters: they may be put into a world after they have
/// gone from it, or into another.
struct SceneClipping {
  var bodies: [FormatNode] = []
  /// Joints that each hold two of the bodies.
  var joints: [FormatNode] = []
  var emitters: [FormatNode] = []

  var isEmpty: Bool { bodies.isEmpty && emitters.isEmpty }

  var names: [String] { (bodies + joints + emitters).map { $0["id"]?.word ?? "" } }

  /// Returns the texts that add the objects under other names, moved by a displacement.
  ///
  /// - Parameter newNames: In the order of `names`.
  func texts(named newNames: [String], movedBy offset: Vector) -> (
    bodies: [String], joints: [String], emitters: [String]
  ) {
    let renamed = Dictionary(zip(names, newNames), uniquingKeysWith: { first, _ in first })
    func name(_ value: FormatNode, _ key: String) -> FormatNode {
      let old = value[key]?.word ?? ""
      return .plain(renamed[old] ?? old)
    }
    return (
      bodies.map { body in
        let place = (body["at"]?.vector ?? .zero) + offset
        return body.setting("id", to: name(body, "id")).setting("at", to: .vector(place)).flow
      },
      joints.map { joint in
        ["id", "a", "b", "partOf"].filter { joint[$0] != nil }
          .reduce(joint) { $0.setting($1, to: name($0, $1)) }.flow
      },
      emitters.map { emitter in
        let copy = emitter.setting("id", to: name(emitter, "id"))
        // An emitter on a copied body moves with that body; any other is moved itself.
        if let body = emitter["body"]?.word, let new = renamed[body] {
          return copy.setting("body", to: .plain(new)).flow
        }
        let place = (emitter["at"]?.vector ?? .zero) + offset
        return copy.setting("at", to: .vector(place)).flow
      }
    )
  }
}

extension [FormatNode] {
  /// The joints without those that the entry of a hinge among them makes.
  var withoutPartsOfHinges: [FormatNode] {
    let made = flatMap { joint in
      ComposedJoint.Part.allCases.filter { joint[$0.rawValue] != nil }
        .map { (joint["id"]?.word ?? "") + $0.suffix }
    }
    return filter { !made.contains($0["id"]?.word ?? "") }
  }
}
