import TumbleAnimation
import TumbleGeometry

/// Works out where a repeater puts its copies.
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
    guard let made = self.repeater(repeater, bounds: body.bounds) else { return [] }
    // One more than there may be is enough to tell.
    return places(made, written: repeater, at: body.position, limit: reading.limits.bodies + 1)
      .map { Place(position: $0.position, angle: $0.angle) }
  }

  /// - Parameters:
  ///   - bounds: Of what is repeated, for spacings that are left out.
  /// - Returns: nil, and reported, for what is not one.
  func repeater(_ record: Record, bounds: Rect?) -> Scene.Repeater? {
    if let grid = record.record("grid"), let columns = grid.count("columns"),
      let spacing = grid.vector("spacing")
    {
      return .grid(columns: columns, rows: grid.value("rows"), spacing: spacing)
    }
    if let stack = record.record("stack"), let count = stack.count("count") {
      return .stack(count: count, spacing: stack.number("spacing") ?? bounds?.height ?? 0)
    }
    if let pyramid = record.record("pyramid"), let rows = pyramid.count("rows") {
      let size = bounds.map { Vector($0.width, $0.height) } ?? .zero
      return .pyramid(rows: rows, spacing: pyramid.vector("spacing") ?? size)
    }
    if let ring = record.record("ring"), let count = ring.count("count"), let radius = ring.number("radius") {
      return .ring(count: count, radius: radius, isTurned: ring.value("turn"))
    }
    if let along = record.record("along"), let path = along.record("path")?.path,
      let count = along.count("count")
    {
      return .along(path, count: count, isTurned: along.value("turn"))
    }
    if let scatter = record.record("scatter"), let count = scatter.count("count"),
      let area = scatter.vector("area")
    {
      return .scatter(
        count: count, area: area, gap: scatter.value("gap"), isTurned: scatter.value("turn"),
        seed: scatter.value("seed"))
    }
    return nil
  }

  /// - Parameters:
  ///   - written: Where it was read from, for errors.
  ///   - limit: The most that are made.
  func places(_ repeater: Scene.Repeater, written: Record, at: Vector, limit: Int) -> [Scene.Place] {
    let places = repeater.places(at: at, limit: limit)
    let wanted = min(repeater.count, limit)
    guard places.count < wanted else { return places }
    if let along = written.record("along") {
      reading.error(along.place("path"), "this path has no length")
    } else if let scatter = written.record("scatter") {
      reading.error(
        scatter.place("gap"), "only \(places.count) of \(wanted) fit into the area with this gap",
        hint: "a larger area, a smaller gap, or fewer")
    }
    return places
  }
}
