import TumbleGeometry

extension SceneBuilder {
  /// The tables that a spring has in place of its stiffness and its damping; nil for each that is not given, or wrong.
  func springCurves(_ record: Record) -> (force: Scene.SpringCurve?, damping: [Vector]?) {
    let damping = table("dampingForce", record)
    guard record.has("force") else {
      if record.has("timing") {
        reading.error(
          record.place("timing"), "'timing' is how 'force' goes from point to point, and there is no 'force'",
          hint: "such as force: [[0, 0], [40, 2000]]")
      }
      return (nil, damping)
    }
    let timing = AnimationBuilder(reading: reading, names: names, scene: scene).curve(record, "timing")
    return (table("force", record).map { Scene.SpringCurve($0, timing: timing ?? .linear) }, damping)
  }

  /// The points of a table, which rise.
  private func table(_ key: String, _ record: Record) -> [Vector]? {
    guard record.has(key) else { return nil }
    var points: [Vector] = []
    for located in record.list(key) {
      guard case .vector(let point) = located.value else { return nil }
      if let last = points.last, point.x <= last.x {
        reading.error(
          located.place,
          "the points of '\(key)' must rise: \(point.x.shortText) comes after \(last.x.shortText)")
        return nil
      }
      points.append(point)
    }
    return points
  }
}
