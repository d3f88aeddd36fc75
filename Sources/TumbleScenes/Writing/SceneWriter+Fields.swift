import TumbleFrames
import TumbleGeometry

extension SceneWriter {
  /// - Parameter body: The id of the body that it is on, in place of the field's own.
  func field(_ field: Scene.Field, in scene: Scene, on body: String? = nil) -> FormatNode.Mapping {
    let force = field.force
    var mapping: FormatNode.Mapping = [
      ("id", .plain(field.id)), ("type", .plain(force.effect.kind.rawValue)),
    ]
    mapping.append(("strength", .number(force.strength)))
    switch force.effect {
    case .gravity(let center, let falloff, let core):
      mapping += pull(center, falloff, core, default: 2)
    case .vortex(let center, let falloff, let core):
      mapping += pull(center, falloff, core, default: 1)
    case .uniform(let direction): mapping.append(("direction", .vector(direction)))
    case .wind(let velocity): mapping.append(("velocity", .vector(velocity)))
    case .drag(let quadratic): mapping.add("quadratic", quadratic, unless: 0)
    case .spring(let center, let damping):
      mapping.add("at", center, unless: .zero)
      mapping.add("damping", damping, unless: 0)
    case .noise(let scale, let rate, let seed):
      mapping += [("scale", .number(scale)), ("rate", .number(rate)), ("seed", .plain("\(seed)"))]
    }
    if force.isForce { mapping.append(("as", .plain(Format.StrengthMeasure.force.rawValue))) }
    if let body = body ?? field.body.map({ scene.bodies[$0].id }) { mapping.append(("body", .plain(body))) }
    if force.hasReaction { mapping.append(("reaction", .plain("true"))) }
    if let region = region(force.region) { mapping.append(("region", region)) }
    categories(force.categories, into: &mapping, in: scene)
    return mapping
  }

  func fluid(_ fluid: Scene.Fluid, in scene: Scene) -> FormatNode.Mapping {
    var mapping: FormatNode.Mapping = [("id", .plain(fluid.id))]
    mapping.append(PolygonForm(corners: fluid.liquid.outline).written)
    mapping += Format.fluidFields.write(fluid)
    categories(fluid.liquid.categories, into: &mapping, in: scene)
    return mapping
  }

  private func pull(_ center: Vector, _ falloff: Int, _ core: Double, default defaultFalloff: Int)
    -> FormatNode.Mapping
  {
    var mapping: FormatNode.Mapping = []
    mapping.add("at", center, unless: .zero)
    if falloff != defaultFalloff { mapping.append(("falloff", .plain("\(falloff)"))) }
    mapping.add("core", core, unless: 1)
    return mapping
  }

  /// nil for everywhere.
  func region(_ region: Region) -> FormatNode? {
    switch region {
    case .everywhere: nil
    // By its corners, to the bit.
    case .box(let rect): .mapping([PolygonForm(corners: rect.corners).written])
    case .circle(let center, let radius): .mapping([CircleForm(radius: radius, center: center).written])
    case .polygon(let corners): .mapping([PolygonForm(corners: corners).written])
    }
  }

  private func categories(_ bits: UInt32, into mapping: inout FormatNode.Mapping, in scene: Scene) {
    guard bits != ~0 else { return }
    let names = scene.categories.enumerated().filter { bits & 1 << UInt32($0.offset) != 0 }.map(\.element)
    mapping.append(("categories", .list(names.map { .plain($0) })))
  }
}
