import TumbleGeometry
import TumbleStage

/// Bodies that were copied, the joints among them, and emitters, as text: they may be put into a world after they have gone from it,
/// or into another.
struct SceneClipping {
  private var bodies: [FlowValue] = []
  private var joints: [FlowValue] = []
  private var emitters: [FlowValue] = []

  /// - Parameters:
  ///   - bodies: Mappings of the scene format, as the scene writer writes them.
  ///   - joints: Likewise; each holds two of the bodies.
  ///   - emitters: Likewise.
  init(bodies: [String] = [], joints: [String] = [], emitters: [String] = []) {
    self.bodies = bodies.compactMap { FlowValue($0) }
    self.joints = joints.compactMap { FlowValue($0) }
    self.emitters = emitters.compactMap { FlowValue($0) }
  }

  var isEmpty: Bool { bodies.isEmpty && emitters.isEmpty }

  /// The names that its objects had: bodies, joints, emitters.
  var names: [String] { (bodies + joints + emitters).map { $0["id"]?.word ?? "" } }

  /// What adds them under other names, moved by a displacement.
  ///
  /// - Parameter newNames: In the order of `names`.
  func texts(named newNames: [String], movedBy offset: Vector) -> (
    bodies: [String], joints: [String], emitters: [String]
  ) {
    let renamed = Dictionary(zip(names, newNames), uniquingKeysWith: { first, _ in first })
    func name(_ value: FlowValue, _ key: String) -> String {
      let old = value[key]?.word ?? ""
      return renamed[old] ?? old
    }
    return (
      bodies.map { body in
        let place = (body["at"]?.vector ?? .zero) + offset
        return body.setting("id", to: name(body, "id")).setting("at", to: FlowText.vector(place)).text
      },
      joints.map { joint in
        ["id", "a", "b"].reduce(joint) { $0.setting($1, to: name($0, $1)) }.text
      },
      emitters.map { emitter in
        let copy = emitter.setting("id", to: name(emitter, "id"))
        // An emitter on a copied body moves with that body; any other is moved itself.
        if let body = emitter["body"]?.word, let new = renamed[body] {
          return copy.setting("body", to: new).text
        }
        let place = (emitter["at"]?.vector ?? .zero) + offset
        return copy.setting("at", to: FlowText.vector(place)).text
      }
    )
  }
}
