import TumbleFrames
import TumbleGeometry

/// The rectangle around what is selected, with the handles that turn and scale it: turned with a single body, upright about
/// several.
struct SelectionFrame: Hashable, Sendable {
  var center: Vector
  /// In radians.
  var angle: Double
  /// Half its width and height, in points.
  var half: Vector
  /// Where a turn is about.
  var pivot: Vector
  /// Whether what is in it keeps its form only if both sides are scaled alike.
  var isUniform: Bool
  /// Between what is selected and the handles, in points.
  var margin: Double

  /// What is pulled.
  enum Handle: Hashable, Sendable {
    case turn
    /// -1, 0 or 1 along each axis, never both 0.
    case scale(x: Int, y: Int)
  }

  /// nil where nothing that is selected has an outline.
  init?(_ selection: Selection, in view: EditorView) {
    margin = view.units(5)
    if selection.bodies.count == 1, let id = selection.bodies.first {
      guard let place = view.transform(id), let outlines = view.description[id]?.outlines,
        let bounds = outlines.bounds, bounds.isFinite, let pose = view.snapshot[id]
      else { return nil }
      center = place.apply(bounds.center)
      angle = pose.angle
      half = Vector(bounds.width / 2, bounds.height / 2)
      pivot = place.translation
      isUniform = outlines.contains(where: \.isRound)
    } else {
      var all: Rect?
      for id in selection.bodies {
        guard let bounds = view.bounds(id), bounds.isFinite else { continue }
        all = all?.union(bounds) ?? bounds
      }
      guard let all else { return nil }
      center = all.center
      angle = 0
      half = Vector(all.width / 2, all.height / 2)
      pivot = all.center
      isUniform = true
    }
  }
}

extension SelectionFrame {
  /// From the frame's center to a point, along its axes.
  func local(_ point: Vector) -> Vector { (point - center).rotated(by: -angle) }

  func place(_ local: Vector) -> Vector { center + local.rotated(by: angle) }

  /// Where a handle is: at the frame, or where that cannot be seen, as near to it as can be reached.
  func place(_ handle: Handle, in view: EditorView) -> Vector {
    let place: Vector
    switch handle {
    case .turn:
      let above = self.place(Vector(0, half.y + margin + view.units(20)))
      let below = self.place(Vector(0, -half.y - margin - view.units(20)))
      place = isReachable(above, in: view) || !isReachable(below, in: view) ? above : below
    case .scale(let x, let y):
      place = self.place(Vector(Double(x) * (half.x + margin), Double(y) * (half.y + margin)))
    }
    guard let reach = reach(in: view) else { return place }
    return Vector(
      min(max(place.x, reach.min.x), reach.max.x), min(max(place.y, reach.min.y), reach.max.y))
  }

  /// Where handles are seen whole; nil where that is not known, or nothing of the frame is seen.
  private func reach(in view: EditorView) -> Rect? {
    guard let room = view.room else { return nil }
    let bounds = corners.dropFirst().reduce(Rect(min: corners[0], max: corners[0])) { $0.including($1) }
    let reach = room.insetBy(view.units(8))
    return room.intersects(bounds) && reach.width > 0 && reach.height > 0 ? reach : nil
  }

  private func isReachable(_ point: Vector, in view: EditorView) -> Bool {
    reach(in: view).map { $0.contains(point) } ?? true
  }

  var corners: [Vector] {
    let (x, y) = (half.x + margin, half.y + margin)
    return [Vector(-x, -y), Vector(x, -y), Vector(x, y), Vector(-x, y)].map(place)
  }

  /// Those that there is room for: something thin has its ends, something small its corners.
  func handles(in view: EditorView) -> [Handle] {
    let room = view.units(30)
    let isWide = 2 * (half.x + margin) >= room
    let isHigh = 2 * (half.y + margin) >= room
    var handles = [Handle.turn]
    if isUniform || isWide == isHigh {
      for x in [-1, 1] { for y in [-1, 1] { handles.append(.scale(x: x, y: y)) } }
    }
    guard !isUniform, isWide || isHigh else { return handles }
    if isWide { handles += [.scale(x: -1, y: 0), .scale(x: 1, y: 0)] }
    if isHigh { handles += [.scale(x: 0, y: -1), .scale(x: 0, y: 1)] }
    return handles
  }

  /// The handle under a point; the nearest of several.
  func handle(at point: Vector, in view: EditorView) -> Handle? {
    var nearest: (handle: Handle, distance: Double)?
    for handle in handles(in: view) {
      let distance = place(handle, in: view).distance(to: point)
      if distance <= view.units(7), distance < nearest?.distance ?? .infinity { nearest = (handle, distance) }
    }
    return nearest?.handle
  }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    drawing.frame(corners, .selection)
    let turn = place(.turn, in: view)
    let side = local(turn).y < 0 ? -1.0 : 1
    drawing.lines.append(
      EditorDrawing.Line(from: place(Vector(0, side * (half.y + margin))), to: turn, ink: .selection))
    for handle in handles(in: view) {
      drawing.marks.append(
        EditorDrawing.Mark(
          kind: handle == .turn ? .turn : .scale, place: place(handle, in: view), angle: angle))
    }
  }

  func cursor(_ handle: Handle) -> EditorDrawing.Cursor {
    guard case .scale(let x, let y) = handle else { return .turn }
    let direction = Vector(Double(x), Double(y)).rotated(by: angle).angle
    let eighths = Int((direction / (.pi / 4)).rounded())
    return .scale(((eighths % 4) + 4) % 4)
  }
}
