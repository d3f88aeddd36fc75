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
        guard let region = self.region(region) else { continue }
        field.force.region = region
      }
      field.force.categories = categories(record)
      let measure: Format.StrengthMeasure = record.value("as")
      field.force.isForce = measure == .force
      names.fields[id] = scene.fields.count
      scene.fields.append(field)
      source.fields.append(record)
    }
  }

  func readFluids() {
    for record in root.records("fluids") where !reading.isFull {
      guard let id = record.text("id"), names.claim(id, at: record.place("id")), !record.isBroken else {
        continue
      }
      var corners: [Vector]
      if record.has("box") {
        guard let box = box(record, "box") else { continue }
        corners = box.corners
      } else {
        guard let outline = outline(record) else { continue }
        corners = outline
      }
      if Polygon(corners).signedArea < 0 { corners.reverse() }
      var fluid = Scene.Fluid(id: id, liquid: Fluid(outline: corners))
      Format.fluidFields.read(record, into: &fluid)
      fluid.liquid.categories = categories(record)
      names.fluids[id] = scene.fluids.count
      scene.fluids.append(fluid)
      source.fluids.append(record)
    }
  }

  private func effect(_ record: Record) -> ForceField.Effect? {
    let center = record.vector("at") ?? .zero
    switch record.text("type") {
    case "gravity":
      return .gravity(center: center, falloff: record.value("falloff"), core: record.value("core"))
    case "vortex":
      return .vortex(center: center, falloff: record.value("falloff"), core: record.value("core"))
    case "spring": return .spring(center: center, damping: record.value("damping"))
    case "uniform": return record.vector("direction").map { .uniform($0) }
    case "wind": return record.vector("velocity").map { .wind(velocity: $0) }
    case "drag": return .drag(quadratic: record.value("quadratic"))
    case "noise":
      let seed: Int = record.value("seed")
      return .noise(scale: record.value("scale"), rate: record.value("rate"), seed: UInt64(seed))
    default: return nil
    }
  }

  /// The kinds that a record names; all where it names none.
  private func categories(_ record: Record) -> UInt32 {
    record.has("categories") ? parts.bits(record, "categories") : ~0
  }

  private func region(_ record: Record) -> ForceField.Region? {
    if record.has("box") { return box(record, "box").map { .box($0) } }
    if let circle = record.record("circle"), let radius = circle.number("radius") {
      return .circle(center: circle.value("center"), radius: radius)
    }
    return outline(record).map { .polygon($0) }
  }

  private func corners(_ record: Record, _ key: String) -> [Vector] {
    record.list(key).compactMap { if case .vector(let corner) = $0.value { corner } else { nil } }
  }

  private func box(_ record: Record, _ key: String) -> Rect? {
    guard let box = Rect(around: corners(record, key)) else { return nil }
    guard box.width >= 0.001, box.height >= 0.001 else {
      reading.error(
        record.place(key), "the two corners of a box must differ in x and in y",
        hint: "such as [[0, 0], [300, 100]]")
      return nil
    }
    return box
  }

  /// An outline that falls into convex pieces; told if it does not.
  private func outline(_ record: Record) -> [Vector]? {
    let corners = corners(record, "polygon")
    let (polygon, place) = (Polygon(corners), record.place("polygon"))
    guard polygon.isWide, abs(polygon.signedArea) > 1e-9 else {
      reading.error(place, "the outline encloses no area: its corners lie on a line")
      return nil
    }
    if let (first, second) = polygon.isConvex ? nil : polygon.crossing {
      reading.error(
        place,
        "the outline crosses itself: its edge from corner \(first + 1) meets the one from corner \(second + 1)",
        hint: "corners go once around the outline, in order")
      return nil
    }
    guard case .pieces = polygon.split() else {
      reading.error(place, "the outline is too narrow to be filled")
      return nil
    }
    return corners
  }
}
