import TumbleAnimation
import TumbleGeometry

extension SceneBuilder {
  func readEmitters() {
    var (particles, steps) = (0.0, 0.0)
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
      particles += own.emitter.expectedCount
      if own.body != nil { steps += own.emitter.longestLifetime * Double(scene.world.rate) }
      guard particles <= Double(Format.particleLimit) else {
        reading.error(
          record.place("cells"),
          "the emitters have more than \(Format.particleLimit) particles at a time",
          hint: "a lower rate or a shorter lifetime; particles count times those that each emits")
        return
      }
      guard steps <= Double(Format.emitterStepLimit) else {
        reading.error(
          record.place("cells"),
          "the emitters on bodies would remember more than \(Format.emitterStepLimit) steps",
          hint: "a shorter lifetime: each remembers its place for as long as its particles live")
        return
      }
      scene.emitters.append(own)
      source.emitters.append(record)
    }
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
