import TumbleFrames
import TumbleGeometry

extension SceneWriter {
  func body(_ body: Scene.Body, in scene: Scene) -> FormatNode.Mapping {
    var mapping: FormatNode.Mapping = [("id", .plain(body.id))] + Format.placementFields.write(body)
    if case .body(let mass, let moment) = body.mass {
      mapping.add("mass", mass)
      switch moment {
      case .fromShapes: break
      case .value(let value): mapping.add("moment", value)
      case .infinite: mapping.append(("moment", .plain("infinite")))
      }
    }
    mapping += [Format.centerField].write(body)
    if !body.shapes.isEmpty {
      mapping.append(("shapes", .list(body.shapes.map { .mapping(shape($0, in: scene)) })))
    }
    if let texture = body.texture { mapping.append(("texture", .text(texture.name))) }
    if body.texture == nil, let gradient = body.style.gradient {
      mapping.append(("gradient", self.gradient(gradient)))
    }
    mapping += (Format.appearanceFields + Format.styleFields).write(body) + edge(body.style)
    mapping += Format.motionFields.write(body)
    if let shatter = body.shatter {
      mapping.append(
        ("shatter", .mapping([("at", .number(shatter.impulse))] + Format.shatterFields.write(shatter))))
    }
    return mapping
  }

  func shape(_ shape: Scene.Shape, in scene: Scene) -> FormatNode.Mapping {
    var mapping: FormatNode.Mapping = shape.name.map { [("id", .plain($0))] } ?? []
    mapping += form(of: shape)
    mapping += (Format.surfaceFields + [Format.sensorField, Format.massField]).write(shape)
    filter(shape.filter, into: &mapping, in: scene)
    return mapping
  }

  private func filter(_ filter: ShapeFilter, into mapping: inout FormatNode.Mapping, in scene: Scene) {
    if filter.group > 0, filter.group <= scene.groups.count {
      mapping.append(("group", .plain(scene.groups[Int(filter.group) - 1])))
    }
    func names(_ bits: UInt32) -> FormatNode {
      .list(
        scene.categories.enumerated().filter { bits & 1 << UInt32($0.offset) != 0 }.map { .plain($0.element) }
      )
    }
    if filter.categories != ~0 { mapping.append(("categories", names(filter.categories))) }
    guard filter.mask != ~0 else { return }
    // Kinds without a name are among those that an `ignores` leaves.
    let named = scene.categories.count < 32 ? UInt32(1) << UInt32(scene.categories.count) - 1 : ~0
    if filter.mask & ~named == ~named {
      mapping.append(("ignores", names(~filter.mask)))
    } else {
      mapping.append(("collidesWith", names(filter.mask)))
    }
  }

  func form(of shape: Scene.Shape) -> FormatNode.Mapping {
    switch shape.form {
    case .rect(let rect, let radius) where rect.center == .zero:
      [BoxForm(size: Vector(rect.width, rect.height), radius: radius).written]
    case .circle(let center, let radius): [CircleForm(radius: radius, center: center).written]
    case .polygon, .rect: [PolygonForm(corners: shape.form.points, radius: shape.form.radius).written]
    case .segment(let from, let to, let radius):
      [SegmentForm(from: from, to: to, radius: radius, before: shape.before, after: shape.after).written]
    }
  }
}
