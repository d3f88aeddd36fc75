import TumbleEditor
import TumbleFrames
import TumbleGeometry

/// A body made larger or smaller: its outlines, where joints hold it, and where it weighs.
struct BodyScaling {
  private let scaling: Scaling
  private let name: String

  init(_ scaling: Scaling, name: String) { (self.scaling, self.name) = (scaling, name) }

  func edits(body: FormatNode, joints: [FormatNode]) -> [Edit] {
    let object = SceneObject.body(name)
    var edits: [Edit] = []
    for (index, shape) in (body["shapes"]?.list ?? []).enumerated() {
      guard let (key, value) = scaled(shape) else { continue }
      edits.append(.set(object, path: "shapes[\(index)].\(key)", value: value.flow))
    }
    if let center = body["centerOfGravity"]?.vector {
      edits.append(.set(object, path: "centerOfGravity", value: FormatNode.vector(scaled(center)).flow))
    }
    for joint in joints { edits += scaled(joint: joint) }
    edits.append(.set(object, path: "at", value: FormatNode.vector(scaling.position).flow))
    return edits
  }

  private func scaled(_ point: Vector) -> Vector {
    Vector(point.x * scaling.factor.x, point.y * scaling.factor.y)
  }

  /// The outline's key and what it becomes.
  private func scaled(_ shape: FormatNode) -> (String, FormatNode)? {
    guard let form = Form(shape) else { return nil }
    var (key, value) = form.scaled(by: scaling.factor).entry
    // Where a line goes on stays true.
    if case .segment = form, case .mapping(var entries) = value, let segment = shape["segment"] {
      for end in ["before", "after"] {
        if let point = segment[end]?.vector { entries.append((end, .vector(scaled(point)))) }
      }
      value = .mapping(entries)
    }
    return (key, value)
  }

  private func scaled(joint: FormatNode) -> [Edit] {
    guard let id = joint["id"]?.word else { return [] }
    let isA = joint["a"]?.word == name
    let keys = isA ? ["anchorA", "from", "to"] : ["anchorB"]
    return keys.compactMap { key in
      guard let point = joint[key]?.vector, point != .zero else { return nil }
      return .set(.joint(id), path: key, value: FormatNode.vector(scaled(point)).flow)
    }
  }
}

extension Form {
  /// Creates the scaling of a shape as the scene format has it; nil for what has none.
  init?(_ shape: FormatNode) {
    if let box = shape["box"] {
      guard let size = (box["size"] ?? box).vector else { return nil }
      let center = box["center"]?.vector ?? .zero
      // A box that is turned is written as a polygon.
      self = .rect(Rect(center: center, size: Size(size.x, size.y)), radius: box["radius"]?.number ?? 0)
    } else if let circle = shape["circle"] {
      guard let radius = (circle["radius"] ?? circle).number else { return nil }
      self = .circle(center: circle["center"]?.vector ?? .zero, radius: radius)
    } else if let segment = shape["segment"] {
      guard let from = segment["from"]?.vector, let to = segment["to"]?.vector else { return nil }
      self = .segment(from: from, to: to, radius: segment["radius"]?.number ?? 0)
    } else if let polygon = shape["polygon"] {
      let corners = (polygon["corners"] ?? polygon).list.compactMap(\.vector)
      guard corners.count > 2 else { return nil }
      self = .polygon(corners, radius: polygon["radius"]?.number ?? 0)
    } else {
      return nil
    }
  }
}
