import TumbleAnimation
import TumbleFiles
import TumbleGeometry

extension SceneBuilder {
  func readAnimations() {
    let builder = AnimationBuilder(reading: reading, names: names, scene: scene)
    var ids: [String: SourcePlace] = [:]
    for record in root.records("animations") where !reading.isFull {
      guard let id = record.text("id") else { continue }
      if let before = ids[id] {
        reading.error(
          record.place("id"), "there is another animation '\(id)'",
          hint: reading.given(before))
        continue
      }
      ids[id] = record.place("id")
      if id.contains("."), record.text("of") != id {
        reading.error(
          record.place("id"), "an id with a dot is that of the property that the animation moves",
          hint: record.text("of").map { "its property is '\($0)'" })
        continue
      }
      guard isKnownLayer(record), let (target, definition) = builder.animation(record) else { continue }
      // A layer may begin at any time, and go back.
      let timing = definition.timing
      let isOver = timing.isInstant ? timing.beginTime < 0 : timing.endTime <= 0
      // A spring without a duration takes the time that it needs, which depends on where it begins.
      var isOpen = false
      if case .spring = definition.content, timing.duration == 0, !timing.isInstant { isOpen = true }
      if !record.has("layer"), isOver, !isOpen, !timing.fillMode.showsAfter {
        reading.error(
          record.place("beginTime"), "the animation '\(id)' is over before the scene begins",
          hint:
            "it ends at \(timing.endTime.shortText) s; fillMode: forwards keeps its end")
      }
      scene.animations.append(
        Scene.Animation(id: id, target: target, definition: definition, layer: record.text("layer")))
      source.animations.append(record)
    }
  }
}
