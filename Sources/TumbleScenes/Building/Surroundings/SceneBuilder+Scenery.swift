import TumbleGeometry

extension SceneBuilder {
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
        reading.error(
          record.place("repeat"), "the scene has more than \(limit) pictures of scenery",
          hint: "repeaters count with all that they make")
        return
      }
      if case .polygon(let corners, _) = form { tally.corners += corners.count }
      guard tally.corners <= reading.limits.allCorners else {
        reading.error(
          record.place("polygon"), "the scene has more than \(reading.limits.allCorners) corners")
        return
      }
      var own = Scene.Scenery(
        id: id, form: form, position: at, angle: angle, repeater: repeater, places: places)
      if let name = record.text("texture") {
        own.texture = texture(name, at: record.place("texture"))
      }
      Format.sceneryFields.read(record, into: &own)
      scene.scenery.append(own)
      source.scenery.append(record)
    }
  }
}
