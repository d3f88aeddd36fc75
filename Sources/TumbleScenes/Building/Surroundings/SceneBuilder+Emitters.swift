import TumbleAnimation
import TumbleGeometry

extension SceneBuilder {
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
        reading.error(
          record.place("cells"),
          "the emitters have more than \(Int(Scene.Emitter.maxParticles)) particles at a time",
          hint: "a lower rate or a shorter lifetime; particles count times those that each emits")
        return
      }
      guard steps <= Scene.Emitter.maxSteps else {
        reading.error(
          record.place("cells"),
          "the emitters on bodies would remember more than \(Int(Scene.Emitter.maxSteps)) steps",
          hint: "a shorter lifetime: each remembers its place for as long as its particles live")
        return
      }
      names.add(id, .emitter, at: scene.emitters.count)
      scene.emitters.append(own)
      source.emitters.append(record)
    }
  }

  /// Steps whose poses an emitter on a body must remember for its particles; none for one that stands still.
  private func stepsRemembered(_ own: Scene.Emitter) -> Double {
    own.body == nil ? 0 : own.emitter.longestLifetime * Double(scene.world.rate)
  }

  /// nil, and reported, for what is not one.
  private func emitterShape(_ record: Record) -> EmitterShape? {
    if let length = record.number("line") { return .line(length: length) }
    if let radius = record.number("circle") { return .circle(radius: radius) }
    if let box = record.vector("box") {
      guard box.x > 0, box.y > 0 else {
        reading.error(record.place("box"), "'box' must be a width and a height of more than 0")
        return nil
      }
      return .rectangle(Size(box.x, box.y))
    }
    guard record.flag("outline") == true else { return .point }
    guard record.has("body") else {
      reading.error(
        record.place("outline"), "'outline' is the shape of a body, and this emitter is on none",
        hint: "name one as 'body', or give 'box', 'circle' or 'line'")
      return nil
    }
    return .polygons([])
  }

  private func particleCells(
    _ record: Record, depth: Int, into textures: inout [Scene.Texture]
  ) -> [ParticleCell] {
    let records = record.records("cells")
    guard depth <= Format.particleDepth || records.isEmpty else {
      reading.error(
        record.place("cells"), "particles within particles go only \(Format.particleDepth) deep")
      return []
    }
    return records.map { record in
      var cell = ParticleCell()
      Format.particleFields.read(record, into: &cell)
      if let name = record.text("picture"), let texture = texture(name, at: record.place("picture")) {
        cell.picture = texture.name
        if !textures.contains(texture) { textures.append(texture) }
      }
      cell.cells = particleCells(record, depth: depth + 1, into: &textures)
      return cell
    }
  }
}
