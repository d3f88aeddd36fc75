extension SceneWriter {
  func layer(_ layer: Scene.Layer) -> FormatNode.Mapping {
    var mapping: FormatNode.Mapping = [("id", .plain(layer.id))]
    if let parent = layer.parent { mapping.append(("parent", .plain(parent))) }
    return mapping + Format.layerFields.write(layer.timing)
  }

  func animation(_ animation: Scene.Animation) -> FormatNode.Mapping {
    var mapping: FormatNode.Mapping = [("id", .text(animation.id))]
    if let layer = animation.layer { mapping.append(("layer", .plain(layer))) }
    mapping += Format.wholeAnimationFields.write(animation)
    return mapping + definition(animation.definition, of: animation.target)
  }

  func definition(_ definition: AnimationDefinition, of target: AnimationTarget?)
    -> FormatNode.Mapping
  {
    var mapping: FormatNode.Mapping = target.map { [("of", .text($0.description))] } ?? []
    var wholeKey = "timing"
    switch definition.content {
    case .basic(let basic):
      mapping.append(("type", .plain("basic")))
      ends(basic, into: &mapping)
    case .keyframe(let keyframe):
      mapping.append(("type", .plain("keyframe")))
      mapping.append(("values", .list(keyframe.values.map(value))))
      if let times = keyframe.keyTimes { mapping.append(("keyTimes", .list(times.map { .number($0) }))) }
      if !keyframe.timing.isEmpty {
        mapping.append(("timing", .list(keyframe.timing.map { .text($0.description) })))
      }
      if keyframe.mode != .linear { mapping.append(("mode", .plain(keyframe.mode.rawValue))) }
      wholeKey = "timingFunction"
    case .keys(let keys):
      mapping.append(("type", .plain("keyframe")))
      mapping.append(("keyframes", .list(keys.map(key))))
      wholeKey = "timingFunction"
    case .path(let path):
      mapping.append(("type", .plain("path")))
      mapping.append(("path", self.path(path.path)))
      if path.pacing != .uniform { mapping.append(("pacing", .plain(path.pacing.rawValue))) }
      if path.rotation != .none { mapping.append(("rotation", .plain(path.rotation.rawValue))) }
    case .spring(let spring):
      mapping.append(("type", .plain("spring")))
      ends(spring.ends, into: &mapping)
      mapping.append(("spring", .text(TimingFunction.spring(spring.spring).description)))
      if let velocity = spring.velocity { mapping.append(("velocity", value(velocity))) }
    case .group(let members):
      mapping.append(("type", .plain("group")))
      let written = members.map { FormatNode.mapping(self.definition($0.animation, of: $0.target)) }
      mapping.append(("animations", .list(written)))
    }
    if definition.timingFunction != .linear {
      mapping.append((wholeKey, .text(definition.timingFunction.description)))
    }
    var timing = definition.timing
    if case .keys = definition.content { (timing.duration, timing.isInstant) = (0, false) }
    self.timing(timing, into: &mapping)
    if definition.isCumulative { mapping.append(("cumulative", .plain("true"))) }
    return mapping
  }

  func key(_ key: Keyframe<AnimatableValue>) -> FormatNode {
    var mapping: FormatNode.Mapping = [("at", .number(key.time)), ("to", value(key.value))]
    if key.timing != .linear, let timing = key.timing.written { mapping.append(("timing", timing)) }
    return .mapping(mapping)
  }

  private func ends(_ ends: BasicAnimation<AnimatableValue>, into mapping: inout FormatNode.Mapping) {
    for (key, end) in [("from", ends.from), ("to", ends.to), ("by", ends.by)] {
      if let end { mapping.append((key, value(end))) }
    }
  }

  private func timing(_ timing: MediaTiming, into mapping: inout FormatNode.Mapping) {
    mapping += Format.clockFields.write(timing)
    switch timing.repetition {
    case .forever: mapping.append(("repeat", .plain("forever")))
    case .count(let count): mapping.add("repeat", count, unless: 1)
    case .duration(.infinity): mapping.append(("repeatDuration", .plain("forever")))
    case .duration(let duration): mapping.add("repeatDuration", duration)
    }
    mapping += Format.cycleFields.write(timing)
  }

  func value(_ value: AnimatableValue) -> FormatNode {
    switch value {
    case .number(let number): .number(number)
    case .vector(let vector): .vector(vector)
    case .size(let size): .vector(size.width, size.height)
    case .rect(let rect): .list([.vector(rect.min), .vector(rect.max)])
    case .color(let color): .text(color.hex)
    }
  }

  func path(_ path: Path) -> FormatNode {
    let steps: [FormatNode] = path.segments.map { segment in
      switch segment {
      case .line(let to): .vector(to)
      case .quadratic(let control, let to): .mapping([("curve", .list([.vector(control), .vector(to)]))])
      case .cubic(let control1, let control2, let to):
        .mapping([("curve", .list([.vector(control1), .vector(control2), .vector(to)]))])
      case .arc(let center, let sweep):
        .mapping([("arc", .mapping([("center", .vector(center)), ("turn", .number(sweep))]))])
      }
    }
    return .mapping([("from", .vector(path.start)), ("steps", .list(steps))])
  }

  /// - Parameter body: The id of the body that it is on, in place of the field's own.
  func field(_ field: Scene.Field, in scene: Scene, on body: String? = nil) -> FormatNode.Mapping {
    let force = field.force
    var mapping: FormatNode.Mapping = [
      ("id", .plain(field.id)), ("type", .plain(force.effect.kind.rawValue)),
    ]
    mapping.append(("strength", .number(force.strength)))
    switch force.effect {
    case .gravity(let center, let falloff, let core): mapping += pull(center, falloff, core, default: 2)
    case .vortex(let center, let falloff, let core): mapping += pull(center, falloff, core, default: 1)
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

  /// Returns the region as it is written; nil for everywhere.
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

  /// - Parameter body: The id of the body that it is on, in place of the emitter's own.
  func emitter(_ own: Scene.Emitter, in scene: Scene, on body: String? = nil) -> FormatNode.Mapping {
    var mapping: FormatNode.Mapping = [("id", .plain(own.id))]
    if let body = body ?? own.body.map({ scene.bodies[$0].id }) { mapping.append(("body", .plain(body))) }
    mapping += Format.placeFields.write(own)
    switch own.emitter.shape {
    case .point: break
    case .line(let length): mapping.append(("line", .number(length)))
    case .rectangle(let size): mapping.append(("box", .vector(size.width, size.height)))
    case .circle(let radius): mapping.append(("circle", .number(radius)))
    case .polygons: mapping.append(("outline", .plain("true")))
    }
    mapping += Format.emitterFields.write(own.emitter)
    mapping.append(("cells", cells(own.emitter.cells)))
    return mapping
  }

  private func cells(_ cells: [ParticleCell]) -> FormatNode {
    .list(
      cells.map { cell in
        var mapping = Format.particleFields.write(cell)
        if let picture = cell.picture { mapping.append(("picture", .text(picture))) }
        if !cell.cells.isEmpty { mapping.append(("cells", self.cells(cell.cells))) }
        return .mapping(mapping)
      })
  }
}
