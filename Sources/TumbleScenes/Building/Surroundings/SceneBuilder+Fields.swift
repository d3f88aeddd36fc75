import TumbleGeometry

extension SceneBuilder {
  func readFields() {
    for record in root.records("fields") where !reading.isFull {
      guard let id = record.text("id"), names.claim(id, at: record.place("id")), let effect = effect(record),
        !record.isBroken
      else { continue }
      var field = Scene.Field(id: id, force: ForceField(effect, strength: record.value("strength")))
      if let name = record.text("body") {
        guard let index = names.body(name, at: record.place("body")) else { continue }
        field.body = index
      }
      if let region = record.record("region") {
        guard let form = formInWorld(region) else { continue }
        field.force.region = Region(covering: form)
      }
      field.force.categories = categories(record)
      field.force.hasReaction = record.flag("reaction") ?? false
      if field.force.hasReaction, field.body == nil {
        reading.error(
          record.place("reaction"), "a field without a 'body' has nothing to pull back",
          hint: "'body' names what the field is on")
        continue
      }
      let measure: Format.StrengthMeasure = record.value("as")
      field.force.isForce = measure == .force
      names.add(id, .field, at: scene.fields.count)
      scene.fields.append(field)
      source.fields.append(record)
    }
  }

  func readFluids() {
    for record in root.records("fluids") where !reading.isFull {
      guard let id = record.text("id"), names.claim(id, at: record.place("id")), !record.isBroken else {
        continue
      }
      guard let form = formInWorld(record) else { continue }
      var fluid = Scene.Fluid(id: id, liquid: Fluid(outline: form.points))
      Format.fluidFields.read(record, into: &fluid)
      fluid.liquid.categories = categories(record)
      names.add(id, .fluid, at: scene.fluids.count)
      scene.fluids.append(fluid)
      source.fluids.append(record)
    }
  }

  private func effect(_ record: Record) -> ForceField.Effect? {
    let center = record.vector("at") ?? .zero
    guard let kind = ForceField.Effect.Kind.read("type", of: record) else { return nil }
    switch kind {
    case .gravity:
      return .gravity(center: center, falloff: record.value("falloff"), core: record.value("core"))
    case .vortex:
      return .vortex(center: center, falloff: record.value("falloff"), core: record.value("core"))
    case .spring: return .spring(center: center, damping: record.value("damping"))
    case .uniform: return record.vector("direction").map { .uniform($0) }
    case .wind: return record.vector("velocity").map { .wind(velocity: $0) }
    case .drag: return .drag(quadratic: record.value("quadratic"))
    case .noise:
      let seed: Int = record.value("seed")
      return .noise(scale: record.value("scale"), rate: record.value("rate"), seed: UInt64(seed))
    }
  }

  /// The kinds that a record names; all where it names none.
  private func categories(_ record: Record) -> UInt32 {
    record.has("categories") ? parts.bits(record, "categories") : ~0
  }
}
