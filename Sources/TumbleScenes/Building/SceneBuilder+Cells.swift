import TumbleGeometry

extension SceneBuilder {
  /// A shape is kept in every cell of a spatial hash that it covers: one wall over small cells would fill memory.
  func checkCells() {
    guard let cell = scene.world.spatialHash?.cell else { return }
    for (index, body) in scene.bodies.enumerated() {
      let transform = body.transform
      for shape in body.shapes {
        let (points, radius) = shape.form.span
        guard var rect = Rect(around: points.map(transform.apply))?.insetBy(-radius) else { continue }
        if body.kind != .static {
          let reach = rect.max.distance(to: rect.min)
          rect = Rect(center: rect.center, size: Size(reach, reach))
        }
        let cells = (rect.width / cell + 1) * (rect.height / cell + 1)
        guard cells > Self.maxCells else { continue }
        reading.error(
          bodyRecords[index].place("id"),
          "a shape of '\(body.id)' covers more than \(Int(Self.maxCells)) cells of the spatial hash",
          hint: "larger cells, or the tree: leave spatialHash out")
        break
      }
    }
  }

  /// Likewise for what the engine keeps of shapes whose bounds meet.
  func checkCrowd() {
    guard let (pairs, body) = PairEstimate(scene, convexPieces).pairs(), pairs > reading.limits.pairs else {
      return
    }
    reading.error(
      bodyRecords[body].place("id"),
      "too many bodies start in one place, '\(scene.bodies[body].id)' among them: \(pairs) pairs of shapes meet, and \(reading.limits.pairs) may",
      hint: "move them apart; of a repeater, by its spacing")
  }

  /// A little less than the engine's wrapper allows, which measures with other roundings.
  private static let maxCells = 9_990.0
}
