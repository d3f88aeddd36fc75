import TumbleAnimation
import TumbleInput

/// The way along which animations lead a body, with the points that are pulled.
package struct EditorWay: Hashable, Sendable {
  package var body: String
  /// The places along it, a step from each to the next.
  package var line: [Vector]
  package var points: [PathPoints.Point]
  /// The indices of the points that are selected.
  package var selected: Set<Int>

  package init(body: String, line: [Vector], points: [PathPoints.Point], selected: Set<Int> = []) {
    (self.body, self.line, self.points, self.selected) = (body, line, points, selected)
  }

  /// The most points whose handles are all shown; of more points, those of selected ones.
  private static let most = 12

  private func showsHandles(_ index: Int) -> Bool { selected.contains(index) || points.count <= Self.most }

  /// Draws dots at even times, so far apart that they are told apart, and the points with their handles.
  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    var last = line.startIndex
    let length = line.lineLength
    let steps = length > 0 ? min(max(view.units(7) * Double(line.count) / length, 1), 1e6) : 1
    for index in line.indices {
      if index % Int(steps.rounded(.up)) == 0 { drawing.mark(.step, at: line[index], .guide) }
      // Short lines are not seen at each angle.
      let isFar = line[index].distance(to: line[last]) > view.units(5)
      guard isFar || index == line.count - 1 else { continue }
      drawing.line(line[last], line[index], .guide)
      last = index
    }
    for (index, point) in points.enumerated() where view.isPaused {
      if showsHandles(index) {
        draw(point[.before], of: point, on: &drawing)
        draw(point[.after], of: point, on: &drawing)
      }
      let ink = selected.contains(index) ? EditorDrawing.Ink.selection : .guide
      drawing.mark(.scale, at: point.place, ink)
    }
  }

  private func draw(_ handle: Vector?, of point: PathPoints.Point, on drawing: inout EditorDrawing) {
    guard let handle else { return }
    drawing.line(point.place, handle, .guide)
    drawing.mark(.turn, at: handle, .guide)
  }

  /// The point, or the handle of a point, that is nearest to a place within a reach.
  func part(at place: Vector, within reach: Double) -> WayEdit.Part? {
    var nearest: (part: WayEdit.Part, distance: Double)?
    func look(_ index: Int, _ handle: Path.Handle?, _ end: Vector?) {
      guard let distance = end?.distance(to: place), distance <= reach,
        distance < nearest?.distance ?? .infinity
      else { return }
      nearest = (WayEdit.Part(body: body, point: index, handle: handle), distance)
    }
    for (index, point) in points.enumerated() {
      // Handles go before points, which they may lie on.
      if showsHandles(index) {
        look(index, .before, point[.before])
        look(index, .after, point[.after])
      }
      look(index, nil, point.place)
    }
    return nearest?.part
  }

  func isNear(_ place: Vector, within reach: Double) -> Bool {
    zip(line, line.dropFirst()).contains { place.distance(toSegment: $0, $1) <= reach }
  }
}

/// An edit of the way along which a body is led.
package enum WayEdit: Hashable, Sendable {
  /// A point of the way of a body, or one of its handles.
  package struct Part: Hashable, Sendable {
    package var body: String
    package var point: Int
    package var handle: Path.Handle?

    package init(body: String, point: Int, handle: Path.Handle? = nil) {
      (self.body, self.point, self.handle) = (body, point, handle)
    }
  }

  case select(Part, isAdding: Bool)
  /// Puts a point or a handle elsewhere; a free handle doesn't turn the one across from it.
  case move(Part, to: Vector, isFree: Bool)
  /// Adds a point where the way is nearest to a place.
  case add(body: String, at: Vector)
  /// Makes a corner a smooth point, or the other way round.
  case toggleCorner(Part)
  /// Leads a body along a path from where it was at a step.
  case draw(Path, body: String, step: Int)
}

/// Pulls a point of a way, or a handle of one.
struct WayDrag: GestureDrag {
  private let part: WayEdit.Part
  private let start: Vector
  private var place: Vector
  var hasBegun = false

  init(_ part: WayEdit.Part, at pointer: Pointer) {
    (self.part, start, place) = (part, pointer.point, pointer.point)
  }

  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    guard hasBegun || pointer.point.distance(to: start) > view.units(3) else { return [] }
    let end = editor.snapping(pointer, in: view).point(pointer.end(from: start))
    guard !hasBegun || end != place else { return [] }
    place = end
    return going(on: "bend the way of \(part.body)", [.way(.move(part, to: end, isFree: pointer.isFree))])
  }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    guard hasBegun else { return }
    drawing.label(LabelNumber.point(place), at: place)
    drawing.cursor = .move
  }
}

/// Draws the path of a body: from where the body is, as the pointer goes from where it was pressed.
struct PathDrag: PointerDrag {
  private let body: BodyID
  private let start: Vector
  private let step: Int
  private var points: [Vector]
  /// A turn beyond this many radians is a corner, and another one is smooth.
  private static let corner = Double.pi / 3

  init(_ body: BodyID, at pointer: Pointer, in view: EditorView) {
    (self.body, step, points) = (body, view.snapshot.step, [pointer.point])
    start = view.pose(body)?.position ?? pointer.point
  }

  private func isClosed(in view: EditorView) -> Bool {
    points.lineLength > view.units(40)
      && points[0].distance(to: points[points.count - 1]) <= view.units(10)
  }

  /// The path that was drawn, smooth but for its corners; nil for a click.
  private func path(in view: EditorView) -> Path? {
    var line = points.simplified(view.units(7)).map { (start + $0 - points[0]).hundredths }
    guard line.count > 1, points.lineLength > view.units(8) else { return nil }
    if isClosed(in: view) { line[line.count - 1] = line[0] }
    var made = PathPoints(Path(start: line[0], segments: line.dropFirst().map { .line(to: $0) }))
    let corners = made.points.map(\.place)
    for index in corners.indices {
      guard made.isClosed || corners.indices.dropLast().dropFirst().contains(index) else { continue }
      let before = corners[index] - corners[(index + corners.count - 1) % corners.count]
      let after = corners[(index + 1) % corners.count] - corners[index]
      if after.rotated(by: -before.angle).angle.magnitude < Self.corner { made.toggleCorner(index) }
    }
    return made.path
  }

  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    points.draw(to: pointer.point, in: view)
    return []
  }

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    guard let path = path(in: view) else {
      return editor.refuse("draw the way that \(view.name(body)) is to go: a click is too short")
    }
    editor.selection = Selection(bodies: [body])
    // Its points are pulled next.
    return editor.choose(.select) + [.way(.draw(path, body: view.name(body), step: step))]
  }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    drawing.cursor = .crosshair
    let offset = start - points[0]
    for (from, to) in zip(points, points.dropFirst()) { drawing.line(from + offset, to + offset) }
    if isClosed(in: view) { drawing.label("a loop", at: points[0] + offset) }
  }
}

extension EditorView {
  /// The point or handle at a place, where it can be pulled: while time stands.
  func part(at place: Vector) -> WayEdit.Part? {
    isPaused ? ways.lazy.compactMap { $0.part(at: place, within: self.reach) }.first : nil
  }

  /// The body whose way lies at a place, where nothing else does.
  fileprivate func way(at place: Vector) -> String? {
    guard isPaused, let way = ways.first(where: { $0.isNear(place, within: reach) }) else { return nil }
    return targets(at: place).isEmpty ? way.body : nil
  }
}

extension Editor {
  /// Begins the path of the uppermost body at the pointer.
  mutating func pressPath(_ pointer: Pointer, in view: EditorView) -> [EditorRequest] {
    guard let body = view.bodies(at: pointer.point, within: view.reach / 2).first else {
      return refuse("there is no body here: press on the one that is to go along the path")
    }
    guard view.kind(body) != .static else {
      return refuse("\(view.name(body)) is static and does not move: make it kinematic first")
    }
    drag = PathDrag(body, at: pointer, in: view)
    return []
  }

  /// Presses a point of a way or a handle, or the way itself; nil where none is.
  mutating func pressWay(_ pointer: Pointer, clicks: Int, in view: EditorView) -> [EditorRequest]? {
    guard let part = view.part(at: pointer.point) else {
      guard let body = view.way(at: pointer.point) else { return nil }
      return clicks == 2 ? [.way(.add(body: body, at: pointer.point))] : []
    }
    if clicks == 2, part.handle == nil { return [.way(.toggleCorner(part))] }
    drag = WayDrag(part, at: pointer)
    return [.way(.select(part, isAdding: pointer.isConstrained))]
  }

  /// Is true if an event is about a way: those can be bent in the past too.
  package func isOfWay(_ event: PointerEvent, in view: EditorView) -> Bool {
    drag is WayDrag || way(at: event.point, in: view) != nil
  }

  /// The body whose way a press at a place is about, and the point there, or the point of the handle there;
  /// nil where no way can be pressed.
  package func way(at place: Vector, in view: EditorView) -> (body: String, point: WayEdit.Part?)? {
    guard drag == nil, tool == .select else { return nil }
    if let part = view.part(at: place) {
      return (part.body, WayEdit.Part(body: part.body, point: part.point))
    }
    return view.way(at: place).map { ($0, nil) }
  }

  /// The way, and the point of it, that a menu at a place is about; nil where there is none, or the body that
  /// goes along it lies there.
  package func wayOfMenu(at place: Vector, in view: EditorView) -> (body: String, point: WayEdit.Part?)? {
    guard let found = way(at: place, in: view),
      !view.bodies(at: place, within: 0).contains(where: { view.name($0) == found.body })
    else { return nil }
    return found
  }
}
