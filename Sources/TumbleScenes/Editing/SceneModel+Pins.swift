import TumbleFrames
import TumbleGeometry

// Pins hold a body to the background: a static body without shapes, and a pivot.
extension SceneModel {
  mutating func pin(
    _ id: String, at place: Vector, name: String, _ motion: (Int) -> Motion?
  ) throws(EditRefusal) -> [SceneChange] {
    let index = try find(.body, id)
    guard scene.bodies[index].kind == .dynamic else {
      throw EditRefusal(
        "'\(id)' is \(scene.bodies[index].kind.rawValue), and only a dynamic body can be pinned")
    }
    let holder: FormatNode.Mapping = [
      ("id", .text(name)), ("kind", .plain("static")), ("at", .vector(place)),
    ]
    let joint: FormatNode.Mapping = [
      ("id", .text(Edit.pinJoint(name))), ("type", .plain("pivot")), ("a", .text(name)), ("b", .plain(id)),
      ("at", .vector(place)),
    ]
    return try add(.body, SceneSnippet.node(holder.flow), motion)
      + add(.joint, SceneSnippet.node(joint.flow), motion)
  }

  mutating func unpin(_ id: String) throws(EditRefusal) -> [SceneChange] {
    let index = try find(.body, id)
    let pins = joints(of: index).compactMap { joint -> Int? in
      let (a, name) = (scene.joints[joint].a, scene.joints[joint].id)
      return name == Edit.pinJoint(scene.bodies[a].id) && scene.bodies[a].shapes.isEmpty
        && scene.bodies[a].kind == .static ? a : nil
    }
    guard !pins.isEmpty else { throw EditRefusal("'\(id)' is not pinned") }
    var changes: [SceneChange] = []
    for pin in pins { changes += try remove(.body(scene.bodies[pin].id)) }
    return changes
  }
}
