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
      add(field, from: record)
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
      add(fluid, from: record)
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

  func readEmitters() {
    var particles = emittersBefore.reduce(0) { $0 + $1.emitter.expectedCount }
    var steps = emittersBefore.reduce(0) { $0 + stepsRemembered($1) }
    for record in root.records("emitters") where !reading.isFull {
      guard let id = record.text("id"), names.claim(id, at: record.place("id")), !record.isBroken else {
        continue
      }
      var own = Scene.Emitter(id: id, emitter: Emitter())
      if let name = record.text("body") {
        guard let index = names.body(name, at: record.place("body")) else { continue }
        own.body = index
      }
      guard let shape = emitterShape(record) else { continue }
      Format.placeFields.read(record, into: &own)
      Format.emitterFields.read(record, into: &own.emitter)
      own.emitter.shape = shape
      own.emitter.cells = particleCells(record, depth: 1, into: &own.textures)
      guard emittersBefore.count + scene.emitters.count < Scene.Emitter.maxCount else {
        return reading.error(record.place, "there are more than \(Scene.Emitter.maxCount) emitters")
      }
      particles += own.emitter.expectedCount
      steps += stepsRemembered(own)
      guard particles <= Scene.Emitter.maxParticles else {
        return reading.error(
          record.place("cells"),
          "the emitters have more than \(Int(Scene.Emitter.maxParticles)) particles at a time",
          hint: "a lower rate or a shorter lifetime; particles count times those that each emits")
      }
      guard steps <= Scene.Emitter.maxSteps else {
        return reading.error(
          record.place("cells"),
          "the emitters on bodies would remember more than \(Int(Scene.Emitter.maxSteps)) steps",
          hint: "a shorter lifetime: each remembers its place for as long as its particles live")
      }
      add(own, from: record)
    }
  }

  /// Steps whose poses an emitter on a body must remember for its particles; none for one that stands still.
  private func stepsRemembered(_ own: Scene.Emitter) -> Double {
    own.body == nil ? 0 : own.emitter.longestLifetime * Double(scene.world.rate)
  }

  /// Reads an emitter's shape; nil, and reported, for what is none.
  private func emitterShape(_ record: Record) -> EmitterShape? {
    if let length = record.number("line") { return .line(length: length) }
    if let radius = record.number("circle") { return .circle(radius: radius) }
    if let box = record.vector("box") {
      guard box.x > 0, box.y > 0 else {
        return reading.refuse(record.place("box"), "'box' must be a width and a height of more than 0")
      }
      return .rectangle(Size(box.x, box.y))
    }
    guard record.flag("outline") == true else { return .point }
    guard record.has("body") else {
      return reading.refuse(
        record.place("outline"), "'outline' is the shape of a body, and this emitter is on none",
        hint: "name one as 'body', or give 'box', 'circle' or 'line'")
    }
    return .polygons([])
  }

  private func particleCells(
    _ record: Record, depth: Int, into textures: inout [Scene.Texture]
  ) -> [ParticleCell] {
    let records = record.records("cells")
    guard depth <= Format.particleDepth || records.isEmpty else {
      reading.error(record.place("cells"), "particles within particles go only \(Format.particleDepth) deep")
      return []
    }
    return records.map { record in
      var cell = Format.particleFields.object(record)
      if let name = record.text("picture"), let texture = texture(name, at: record.place("picture")) {
        cell.picture = texture.name
        if !textures.contains(texture) { textures.append(texture) }
      }
      cell.cells = particleCells(record, depth: depth + 1, into: &textures)
      return cell
    }
  }

  func readScenery() {
    var pictures = 0
    for record in root.records("scenery") where !reading.isFull {
      guard let id = record.text("id"), names.claim(id, at: record.place("id")),
        let form = shapes.outline(of: record), !record.isBroken
      else { continue }
      let at: Vector = record.value("at")
      let angle: Double = record.value("angle")
      var (repeater, places) = (Scene.Repeater?.none, [Scene.Place(position: at)])
      let limit = reading.limits.scenery
      if let written = record.record("repeat") {
        let placing = RepeaterPlaces(reading: reading)
        guard let made = placing.repeater(written, bounds: form.bounds) else { continue }
        places = placing.places(made, written: written, at: at, limit: limit - pictures + 1)
        guard
          places.allSatisfy({
            reading.isReached($0.position, record.place("repeat"), "a copy of '\(id)'")
              && reading.isTurnable(
                $0.angle + angle, record.place("repeat"), "the angle of a copy of '\(id)'")
          })
        else { continue }
        repeater = made
      }
      pictures += places.count
      guard pictures <= limit else {
        return reading.error(
          record.place("repeat"), "the scene has more than \(limit) pictures of scenery",
          hint: "repeaters count with all that they make")
      }
      if case .polygon(let corners, _) = form { tally.corners += corners.count }
      guard tally.corners <= reading.limits.allCorners else {
        return reading.error(
          record.place("polygon"), "the scene has more than \(reading.limits.allCorners) corners")
      }
      var own = Scene.Scenery(
        id: id, form: form, position: at, angle: angle, repeater: repeater, places: places)
      if let name = record.text("texture") { own.texture = texture(name, at: record.place("texture")) }
      if let gradient = record.record("gradient") { own.gradient = self.gradient(gradient) }
      Format.sceneryFields.read(record, into: &own)
      add(own, from: record)
    }
  }
}
