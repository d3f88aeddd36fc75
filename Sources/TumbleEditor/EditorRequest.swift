import TumbleFiles
import TumbleFrames
import TumbleGeometry

/// What the editor asks for.
///
/// Everything between `begin` and `end` is one gesture: it is undone and redone as one.
package enum EditorRequest: Hashable, Sendable {
  /// With what a person would call it, such as `move crate1`.
  case begin(String)
  case end
  /// Ends it, and takes back what was done since `begin`.
  case abandon
  case edit(Edit)
  /// Scales the shapes of bodies, and where joints hold them.
  case scale([Scaling])
  /// Remembers bodies, and the joints among them, for `paste`.
  case copy(Selection)
  /// Adds what was remembered, moved by a displacement in points.
  case paste(by: Vector)
}

/// How much larger the shapes of a body are to be.
package struct Scaling: Hashable, Sendable {
  package var body: BodyID
  /// Along the body's own axes; both positive, and alike for a body with a circle.
  package var factor: Vector
  /// Where the body is to be, in points.
  package var position: Vector
}

/// Where a body was, or is to be.
struct Placement: Hashable, Sendable {
  var body: BodyID
  /// In points.
  var position: Vector
  /// In radians.
  var angle: Double
}

extension EditorRequest {
  /// Puts bodies where they are to be; of their angles only those that change.
  static func place(_ placements: [Placement], turning: Bool = false, in view: EditorView) -> [EditorRequest]
  {
    var requests: [EditorRequest] = []
    for placement in placements {
      guard placement.position.isFinite, placement.angle.isFinite else { continue }
      let body = SceneObject.body(view.name(placement.body))
      requests.append(.edit(.set(body, path: "at", value: FormatNode.vector(placement.position).flow)))
      if turning { requests.append(.edit(.set(body, path: "angle", value: placement.angle.shortText))) }
    }
    return requests
  }

  /// Removes what is selected; joints and emitters go with their bodies, and parts with their joint.
  static func remove(_ selection: Selection, in view: EditorView) -> [EditorRequest] {
    let goneAlong = Selection(
      joints: view.joints(of: selection.bodies), emitters: view.emitters(on: selection.bodies))
    let left = selection.subtracting(goneAlong)
    let names = Set(left.joints.map(view.name))
    let wholes = left.joints.filter { joint in
      view.description[joint]?.partOf.map { !names.contains($0) } ?? true
    }
    let joints =
      wholes.map { SceneObject.joint(view.name($0)) }
      + left.emitters.map { .emitter(view.name(ofEmitter: $0)) }
    let bodies = selection.bodies.map { SceneObject.body(view.name($0)) }
    return (joints + bodies).map { .edit(.remove($0)) }
  }
}
