import TumbleFrames
import TumbleGeometry

/// The chosen objects, by rising ids.
package struct Selection: Hashable, Sendable {
  package private(set) var bodies: [BodyID]
  package private(set) var joints: [JointID]
  package private(set) var placed: [Placed]

  package init(
    bodies: some Sequence<BodyID> = [], joints: some Sequence<JointID> = [],
    placed: some Sequence<Placed> = []
  ) {
    self.bodies = Array(Set(bodies)).sorted()
    self.joints = Array(Set(joints)).sorted()
    self.placed = Array(Set(placed)).sorted()
  }

  package init(_ target: Target) {
    switch target {
    case .body(let id): self.init(bodies: [id])
    case .joint(let id): self.init(joints: [id])
    case .placed(let thing): self.init(placed: [thing])
    }
  }

  /// A thing that can be chosen.
  package enum Target: Hashable, Sendable {
    case body(BodyID)
    case joint(JointID)
    case placed(Placed)
  }
}

/// A thing that is no body and has a place: an emitter, a field or a fluid, by its index in the description.
package struct Placed: Hashable, Sendable, Comparable {
  package let kind: SceneObject.Kind
  package let index: Int

  package init(_ kind: SceneObject.Kind, _ index: Int) { (self.kind, self.index) = (kind, index) }

  package static func < (a: Placed, b: Placed) -> Bool {
    (a.index, a.kind.rawValue) < (b.index, b.kind.rawValue)
  }
}

extension WorldDescription {
  /// All that there ever were.
  var placed: [Placed] {
    emitters.indices.map { Placed(.emitter, $0) } + fields.indices.map { Placed(.field, $0) }
      + fluids.indices.map { Placed(.fluid, $0) }
  }

  /// Returns true for a thing that there ever was: an undo may take away what a drag still knows of.
  func has(_ thing: Placed) -> Bool {
    switch thing.kind {
    case .emitter: emitters.indices.contains(thing.index)
    case .field: fields.indices.contains(thing.index)
    default: fluids.indices.contains(thing.index)
    }
  }

  /// The name of a thing; empty for what there never was.
  package func name(of thing: Placed) -> String {
    guard has(thing) else { return "" }
    return switch thing.kind {
    case .emitter: emitters[thing.index].name
    case .field: fields[thing.index].name
    default: fluids[thing.index].name
    }
  }
}

extension Selection {
  package var isEmpty: Bool { bodies.isEmpty && joints.isEmpty && placed.isEmpty }
  package var count: Int { bodies.count + joints.count + placed.count }

  package func contains(_ target: Target) -> Bool {
    switch target {
    case .body(let id): bodies.sortedIndex(of: id) { $0 } != nil
    case .joint(let id): joints.sortedIndex(of: id) { $0 } != nil
    case .placed(let thing): placed.contains(thing)
    }
  }

  package func union(_ other: Selection) -> Selection {
    Selection(bodies: bodies + other.bodies, joints: joints + other.joints, placed: placed + other.placed)
  }

  package func subtracting(_ other: Selection) -> Selection {
    Selection(
      bodies: bodies.filter { !other.contains(.body($0)) },
      joints: joints.filter { !other.contains(.joint($0)) },
      placed: placed.filter { !other.contains(.placed($0)) })
  }

  /// The same things by their names in another world.
  func following(_ old: WorldDescription, to new: WorldDescription) -> Selection {
    Selection(
      bodies: bodies.compactMap { new.counterpart(of: $0, in: old) },
      joints: joints.compactMap { new.counterpart(of: $0, in: old) },
      placed: placed.compactMap { thing in
        let name = old.name(of: thing)
        return new.placed.last { $0.kind == thing.kind && new.name(of: $0) == name }
      })
  }

  /// The selection without what is not there any more.
  func kept(in view: EditorView) -> Selection {
    let snapshot = view.snapshot
    if bodies.allSatisfy({ snapshot[$0] != nil }) && joints.allSatisfy({ snapshot[$0] != nil })
      && placed.allSatisfy({ view.place(of: $0) != nil })
    {
      return self
    }
    return Selection(
      bodies: bodies.filter { snapshot[$0] != nil }, joints: joints.filter { snapshot[$0] != nil },
      placed: placed.filter { view.place(of: $0) != nil })
  }
}

/// The rectangle around what is selected, with the handles that turn and scale it: turned with a single body,
/// upright about several.
struct SelectionFrame: Hashable, Sendable {
  var center: Vector
  /// The angle in radians.
  var angle: Double
  /// The half of its width and height, in points.
  var half: Vector
  /// The point that a turn is about.
  var pivot: Vector
  /// Is true if what is in it keeps its form only if both sides are scaled alike.
  var isUniform: Bool
  /// The distance between what is selected and the handles, in points.
  var margin: Double

  enum Handle: Hashable, Sendable {
    case turn
    /// -1, 0 or 1 along each axis, never both 0.
    case scale(x: Int, y: Int)
  }

  /// Creates a frame; nil if nothing that is selected has an outline.
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
      // A circle keeps its form only if both axes are scaled alike.
      isUniform = outlines.contains(where: \.isCircle)
    } else {
      guard let all = view.bounds(of: selection.bodies) else { return nil }
      center = all.center
      angle = 0
      half = Vector(all.width / 2, all.height / 2)
      pivot = all.center
      isUniform = true
    }
  }
}

extension SelectionFrame {
  /// Returns the vector from the frame's center to a point, along its axes.
  func local(_ point: Vector) -> Vector { (point - center).rotated(by: -angle) }

  func place(_ local: Vector) -> Vector { center + local.rotated(by: angle) }

  /// Returns the position of a handle: at the frame, or if that cannot be seen, as near to it as can be
  /// reached.
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
    return reach.nearest(to: place)
  }

  /// Returns the part in which handles are seen whole; nil if that is not known, or nothing of the frame is
  /// seen.
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

  /// Returns the handles that there is room for: something thin has its ends, something small its corners.
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
    drawing.line(place(Vector(0, side * (half.y + margin))), turn, .selection)
    for handle in handles(in: view) {
      drawing.mark(handle == .turn ? .turn : .scale, at: place(handle, in: view), angle: angle, .selection)
    }
  }

  func cursor(_ handle: Handle) -> EditorDrawing.Cursor {
    guard case .scale(let x, let y) = handle else { return .turn }
    let direction = Vector(Double(x), Double(y)).rotated(by: angle).angle
    let eighths = Int((direction / (.pi / 4)).rounded())
    return .scale(((eighths % 4) + 4) % 4)
  }
}

extension Outline {
  /// The outline scaled about the origin along the axes. A circle takes the smaller of the two factors; the
  /// thickness of a line and the rounding of corners change only with both.
  package func scaled(by factor: Vector) -> Outline {
    func scaled(_ point: Vector) -> Vector { Vector(point.x * factor.x, point.y * factor.y) }
    let radius = factor.x == factor.y ? self.radius * factor.x : self.radius
    switch self {
    case .circle(let center, let radius):
      return .circle(center: scaled(center), radius: radius * min(factor.x, factor.y))
    case .segment(let from, let to, _): return .segment(from: scaled(from), to: scaled(to), radius: radius)
    case .polygon(let corners, _): return .polygon(corners.map(scaled), radius: radius)
    case .rect(let rect, _): return .rect(Rect(min: scaled(rect.min), max: scaled(rect.max)), radius: radius)
    }
  }
}

/// Sets of bodies that are selected together; a body is in one at most.
struct BodyGroups {
  private var groups: [[BodyID]] = []

  /// A selection with everything that is in a group with something of it.
  func completed(_ selection: Selection) -> Selection {
    groups.reduce(selection) { all, group in
      group.contains { selection.contains(.body($0)) } ? all.union(Selection(bodies: group)) : all
    }
  }

  /// Returns true if one of some bodies is in a group.
  func holds(_ bodies: [BodyID]) -> Bool { groups.contains { $0.contains(where: bodies.contains) } }

  /// Selects the same bodies, by their names, in another world.
  mutating func follow(_ old: WorldDescription, to new: WorldDescription) {
    groups = groups.map { $0.compactMap { new.counterpart(of: $0, in: old) } }.filter { $0.count > 1 }
  }

  /// Takes bodies out of their groups, and makes them one where that is wanted.
  mutating func set(_ bodies: [BodyID], isGroup: Bool) {
    groups = groups.map { group in group.filter { !bodies.contains($0) } }.filter { $0.count > 1 }
    if isGroup, bodies.count > 1 { groups.append(bodies) }
  }
}
