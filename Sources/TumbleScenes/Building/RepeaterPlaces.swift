import TumbleAnimation
import TumbleGeometry

/// Works out where a repeater puts its bodies.
struct RepeaterPlaces {
  let reading: Reading

  struct Place {
    var position: Vector
    var angle = 0.0
    /// nil: as the file says.
    var kind: Scene.Body.Kind?
  }

  /// Where a repeater puts its bodies, in their order; the first error ends it.
  func places(_ repeater: Record, about body: Scene.Body) -> [Place] {
    let at = body.position
    if let grid = repeater.record("grid") { return self.grid(grid, at) }
    if let stack = repeater.record("stack") { return self.stack(stack, body) }
    if let pyramid = repeater.record("pyramid") { return self.pyramid(pyramid, body) }
    if let ring = repeater.record("ring") { return self.ring(ring, at) }
    if let along = repeater.record("along") { return self.along(along, at) }
    if let scatter = repeater.record("scatter") { return self.scatter(scatter, at) }
    return []
  }

  /// One more than there may be is enough to tell.
  private var placeLimit: Int { reading.limits.bodies + 1 }

  private func grid(_ record: Record, _ at: Vector) -> [Place] {
    guard let columns = record.count("columns"), let spacing = record.vector("spacing") else { return [] }
    let rows: Int = record.value("rows")
    return (0..<min(rows * columns, placeLimit)).map { index in
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      return Place(position: at + Vector(Double(column) * spacing.x, Double(row) * spacing.y))
    }
  }

  private func stack(_ record: Record, _ body: Scene.Body) -> [Place] {
    guard let count = record.count("count") else { return [] }
    let spacing = record.number("spacing") ?? body.bounds?.height ?? 0
    return (0..<count).map { Place(position: body.position + Vector(0, Double($0) * spacing)) }
  }

  private func pyramid(_ record: Record, _ body: Scene.Body) -> [Place] {
    guard let rows = record.count("rows") else { return [] }
    let spacing = record.vector("spacing") ?? body.bounds.map { Vector($0.width, $0.height) } ?? .zero
    return (0..<rows).flatMap { row in
      (0..<rows - row).map { column in
        let x = (Double(column) - Double(rows - row - 1) / 2) * spacing.x
        return Place(position: body.position + Vector(x, Double(row) * spacing.y))
      }
    }
  }

  private func ring(_ record: Record, _ at: Vector) -> [Place] {
    guard let count = record.count("count"), let radius = record.number("radius") else { return [] }
    let isTurned: Bool = record.value("turn")
    return (0..<count).map { index in
      let angle = 2 * .pi * Double(index) / Double(count)
      return Place(position: at + Vector(angle: angle, length: radius), angle: isTurned ? angle : 0)
    }
  }

  private func along(_ record: Record, _ at: Vector) -> [Place] {
    guard let written = record.record("path"), let path = written.path, let count = record.count("count")
    else {
      return []
    }
    let isTurned: Bool = record.value("turn")
    let animation = PathAnimation(path, pacing: .paced, rotation: isTurned ? .along : .none)
    guard let track = try? PathTrack(animation), track.length > 0 else {
      reading.error(record.place("path"), "this path has no length")
      return []
    }
    // On a closed one the last is not put upon the first.
    let isClosed =
      track.sample(at: 0).position.distance(to: track.sample(at: 1).position) < 1e-9 * track.length
    return (0..<count).map { index in
      let sample = track.sample(at: Double(index) / Double(isClosed ? count : count - 1))
      return Place(position: at + sample.position, angle: sample.angle)
    }
  }

  private func scatter(_ record: Record, _ at: Vector) -> [Place] {
    guard let count = record.count("count"), let area = record.vector("area") else { return [] }
    let gap: Double = record.value("gap")
    let isTurned: Bool = record.value("turn")
    var scatter = Scatter(seed: UInt64(record.value("seed") as Int), area: area, gap: gap)
    var places: [Place] = []
    for _ in 0..<count {
      guard let point = scatter.next() else {
        reading.error(
          record.place("gap"), "only \(places.count) of \(count) fit into the area with this gap",
          hint: "a larger area, a smaller gap, or fewer")
        break
      }
      places.append(Place(position: at + point, angle: isTurned ? scatter.angle() : 0))
    }
    return places
  }
}
