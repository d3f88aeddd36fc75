/// Makes shapes of what a file says of a body.
final class ShapeBuilder {
  private let reading: Reading
  private let parts: SceneParts
  /// Concave outlines that are known to fall into convex pieces.
  private var splitOutlines: Set<Polygon> = []

  init(reading: Reading, parts: SceneParts) { (self.reading, self.parts) = (reading, parts) }

  struct WrittenShape {
    var shape: Scene.Shape
    var record: Record
  }

  /// The shapes of a body: of its list, or its single one.
  func make(of body: Record) -> [WrittenShape] {
    var base = Scene.Shape.unwritten
    apply(body, to: &base, isBody: true)
    guard body.has("shapes") else { return shapes(body, base, group: body.text("group")) }
    return body.records("shapes").flatMap { record in
      var shape = base
      shape.name = record.text("id")
      apply(record, to: &shape, isBody: false)
      return shapes(record, shape, group: record.text("group") ?? body.text("group"))
    }
  }

  /// The shapes of a piece of something soft: its own, or one that suits; of a group, that the pieces pass
  /// through each other.
  func make(of body: Record, softly soft: SoftBody, id: String) -> [WrittenShape] {
    var made = make(of: body)
    if made.isEmpty, let form = soft.form, !Format.forms.contains(where: body.has), !body.has("shapes") {
      if case .circle(_, let radius) = form, !Bounds.extent.contains(radius) {
        reading.error(
          soft.record.place,
          "the pieces of the \(soft.kind) have a radius of \(radius.shortText), and need at least 0.001",
          hint: "make it larger")
        return []
      }
      var shape = Scene.Shape.unwritten
      apply(body, to: &shape, isBody: true)
      shape.form = form
      if let name = body.text("group") { shape.filter.group = parts.group(name) }
      made = [WrittenShape(shape: shape, record: body)]
    }
    let hasOwn = made.contains { $0.shape.filter.group != 0 }
    for index in made.indices where !hasOwn { made[index].shape.filter.group = parts.group(id) }
    return made
  }

  private func shapes(_ record: Record, _ base: Scene.Shape, group name: String?) -> [WrittenShape] {
    forms(of: record).map { form, before, after in
      var shape = base
      (shape.form, shape.before, shape.after) = (form, before, after)
      // Numbered where a shape has it, so that the numbers do not depend on what no shape uses.
      if let name { shape.filter.group = parts.group(name) }
      return WrittenShape(shape: shape, record: record)
    }
  }

  private func apply(_ record: Record, to shape: inout Scene.Shape, isBody: Bool) {
    if let name = record.text("material"), let material = parts.material(name, at: record.place("material")) {
      Format.surfaceFields.read(material, into: &shape)
    }
    Format.surfaceFields.read(record, into: &shape)
    if !isBody { Format.massField.read(record, &shape) }
    Format.sensorField.read(record, &shape)
    if record.has("categories") { shape.filter.categories = parts.bits(record, "categories") }
    if record.has("collidesWith") { shape.filter.mask = parts.bits(record, "collidesWith") }
    if record.has("ignores") { shape.filter.mask = ~parts.bits(record, "ignores") }
  }

  // MARK: - Forms

  /// A form and, of a segment, its neighbors' far ends.
  private typealias Piece = (form: Form, before: Vector?, after: Vector?)

  private func forms(of record: Record) -> [Piece] {
    if let line = record.record(LineForm.key.name) { return self.line(line) }
    if let segment = record.record(SegmentForm.key.name) { return self.segment(segment).map { [$0] } ?? [] }
    return form(of: record).map { [($0, nil, nil)] } ?? []
  }

  /// An outline with an area: of a shape or a region.
  func form(of record: Record) -> Form? {
    record.record(BoxForm.key.name).flatMap(box) ?? record.record(CircleForm.key.name).flatMap(circle)
      ?? record.record(PolygonForm.key.name).flatMap(polygon)
  }

  /// An outline that is drawn only: with an area, or a segment.
  func outline(of record: Record) -> Form? {
    record.record(SegmentForm.key.name).flatMap { segment($0)?.form } ?? form(of: record)
  }

  private func circle(_ record: Record) -> Form? {
    let circle = CircleForm(record)
    return circle.radius.map { .circle(center: circle.center, radius: $0) }
  }

  private func box(_ record: Record) -> Form? {
    let box = BoxForm(record)
    guard let size = box.size else { return nil }
    if box.center == .zero && box.angle == 0 { return .box(Size(size.x, size.y), radius: box.radius) }
    let place = Transform(translation: box.center, rotation: box.angle)
    let corners = Polygon(box: Size(size.x, size.y)).corners.map(place.apply)
    guard corners.allSatisfy({ reading.isReached($0, record.place, "a corner of the box") }) else {
      return nil
    }
    return .polygon(corners, radius: box.radius)
  }

  private func segment(_ record: Record) -> Piece? {
    let segment = SegmentForm(record)
    guard let from = segment.from, let to = segment.to else { return nil }
    guard from != to else {
      return reading.refuse(
        record.place("to"), "a segment needs two ends, and 'from' and 'to' are the same point")
    }
    guard isLong(from, to, record.place("to")) else { return nil }
    return (.segment(from: from, to: to, radius: segment.radius), segment.before, segment.after)
  }

  /// Returns true if the engine can distinguish two points; reported if not.
  private func isLong(_ from: Vector, _ to: Vector, _ place: SourcePlace) -> Bool {
    if from.distance(to: to) >= Bounds.distance.min { return true }
    return reading.refuse(place, "this point is less than 1e-9 points from the one before")
  }

  private func line(_ record: Record) -> [Piece] {
    let line = LineForm(record)
    let places = record.list("points").map(\.place)
    guard let points = distinct(line.points, places) else { return [] }
    if line.isClosed && points.count < 3 {
      reading.error(record.place("closed"), "a closed line needs three points")
      return []
    }
    let count = points.count
    let edges = 0..<(line.isClosed ? count : count - 1)
    for i in edges {
      let next = (i + 1) % count
      guard isLong(points[i], points[next], places[next]) else { return [] }
    }
    return edges.map { i in
      (
        .segment(from: points[i], to: points[(i + 1) % count], radius: line.radius),
        line.isClosed || i > 0 ? points[(i + count - 1) % count] : nil,
        line.isClosed || i + 2 < count ? points[(i + 2) % count] : nil
      )
    }
  }

  private func polygon(_ record: Record) -> Form? {
    let form = PolygonForm(record)
    let places = record.list("corners").map(\.place)
    guard var corners = distinct(form.corners, places, isClosed: true) else { return nil }
    let place = record.place("corners")
    let polygon = Polygon(corners)
    let area = polygon.signedArea
    guard !polygon.isFlat, area.isFinite else {
      return reading.refuse(place, "the outline encloses no area: its corners lie on a line")
    }
    if !polygon.isConvex, let (first, second) = polygon.crossing {
      return reading.refuse(
        place,
        "the outline crosses itself: its edge from corner \(first + 1) meets the one from corner "
          + "\(second + 1)",
        hint: "corners go once around the outline, in order")
    }
    guard abs(area) > 1e-9, polygon.isWide else {
      return reading.refuse(place, "the outline encloses no area to speak of")
    }
    if area < 0 { corners.reverse() }
    let outline = Polygon(corners)
    guard outline.isConvex || isSplit(outline, place) else { return nil }
    return .polygon(corners, radius: form.radius)
  }

  /// Returns true if a concave outline falls into convex pieces that the engine takes; reported if not.
  private func isSplit(_ outline: Polygon, _ place: SourcePlace) -> Bool {
    if splitOutlines.contains(outline) { return true }
    if case .pieces(let pieces) = outline.split(), pieces.allSatisfy({ $0.isConvex && $0.isWide }) {
      splitOutlines.insert(outline)
      return true
    }
    return reading.refuse(
      place, "the outline cannot be split into convex pieces: somewhere it is too narrow",
      hint: "leave out the corners that lie almost on a line, or almost on each other")
  }

  /// The points of an outline; nil if there are none, or if one is the same as the one before, which is
  /// reported.
  private func distinct(_ points: [Vector]?, _ places: [SourcePlace], isClosed: Bool = false) -> [Vector]? {
    guard let points, let first = points.first else { return nil }
    for (index, point) in points.enumerated().dropFirst() {
      let isRepeated = point == points[index - 1]
      guard isRepeated || (isClosed && index + 1 == points.count && point == first) else { continue }
      return reading.refuse(
        places[index], "this point is the same as the one \(isRepeated ? "before" : "at the start")")
    }
    return points
  }
}
