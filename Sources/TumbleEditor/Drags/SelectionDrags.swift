import TumbleFrames
import TumbleGeometry

/// Selects what lies within a frame from corner to corner.
struct BandDrag: PointerDrag {
  private let start: Vector
  private var end: Vector
  /// The selection that stays, whatever lies in the frame.
  private let base: Selection

  init(from pointer: Pointer, base: Selection) {
    start = pointer.point
    end = pointer.point
    self.base = base
  }

  private var band: Rect { Rect(min: start, max: start).including(end) }

  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    end = pointer.point
    return []
  }

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    guard start.distance(to: end) > view.units(3) else {
      editor.selection = base
      return []
    }
    editor.selection = base.union(editor.grouped(inside(view)))
    return []
  }

  private func inside(_ view: EditorView) -> Selection {
    let band = band
    let bodies = view.snapshot.bodies.map(\.id).filter { id in
      guard let bounds = view.bounds(id) else { return false }
      return band.contains(bounds.min) && band.contains(bounds.max)
    }
    let joints = view.snapshot.joints.map(\.id).filter { id in
      guard let ends = view.ends(id) else { return false }
      return band.contains(ends.a) && band.contains(ends.b)
    }
    let placed = view.isPaused ? view.placed.filter { view.place(of: $0).map(band.contains) ?? false } : []
    return Selection(bodies: bodies, joints: joints, placed: placed)
  }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    let (low, high) = (band.min, band.max)
    drawing.shape(
      .polygon([low, Vector(high.x, low.y), high, Vector(low.x, high.y)], radius: 0), .band, isFilled: true)
  }
}

/// Moves what is selected, or the body that was pressed. Released where it was pressed, it was a click.
struct MoveDrag: GestureDrag {
  private let start: Pointer
  /// The selection once something moves.
  private let selection: Selection
  /// The placements of the bodies before the drag.
  private let placements: [Placement]
  /// The other things that no body takes along, and where they were, in the coordinates of what they are on.
  private let placed: [Placed]
  private let origins: [Vector]
  private let name: String
  /// The point that snaps to the grid: the position of the body that was pressed.
  private let anchor: Vector
  private let guides: AlignmentGuides
  var hasBegun = false
  private var offset = Vector.zero
  private var alignment = AlignmentGuides.Alignment()

  /// - Parameter targets: What lies at the pointer, the uppermost first.
  init(_ targets: [Selection.Target], at pointer: Pointer, in view: EditorView, _ editor: Editor) {
    start = pointer
    // A joint is in the way of what it holds only for a click.
    let pressed = targets.first { target in
      if case .joint = target { return false }
      return true
    }
    let isSelected = targets.contains(where: editor.selection.contains)
    selection = isSelected ? editor.selection : editor.grouped(Selection(pressed ?? targets[0]))
    placements = view.placements(of: selection.bodies)
    placed = selection.subtracting(Selection(placed: view.emitters(on: selection.bodies))).placed
    origins = placed.map(view.origin)
    name = "move " + view.nameOfAll(Selection(bodies: selection.bodies, placed: placed))
    if case .body(let id)? = pressed, let body = view.snapshot[id] {
      anchor = body.position
    } else if case .placed(let thing)? = pressed, let place = view.place(of: thing) {
      anchor = place
    } else {
      anchor = placements.first?.position ?? pointer.point
    }
    guides = AlignmentGuides(moving: selection.bodies, in: view)
  }

  var isRepeated: Bool { hasBegun }

  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    var way = pointer.point - start.point
    guard !placements.isEmpty || !placed.isEmpty, hasBegun || way.length > view.units(3) else { return [] }
    if pointer.isConstrained {
      if abs(way.x) >= abs(way.y) { way.y = 0 } else { way.x = 0 }
    }
    let snapping = editor.snappingSelected(pointer, in: view)
    alignment = AlignmentGuides.Alignment()
    if snapping.step != nil {
      let snapped = snapping.point(anchor + way) - anchor
      alignment = guides.alignment(of: way, within: view.units(5))
      way = Vector(alignment.x?.offset ?? snapped.x, alignment.y?.offset ?? snapped.y)
      // A straight way stays straight.
      if pointer.isConstrained {
        let isLevel = abs(pointer.point.x - start.point.x) >= abs(pointer.point.y - start.point.y)
        if isLevel { way.y = 0 } else { way.x = 0 }
      }
    }
    guard !hasBegun || way != offset || !view.isPaused else { return [] }
    let before = offset
    offset = way
    if !hasBegun { editor.selection = selection }
    let requests =
      EditorRequest.place(
        placements.map { Placement(body: $0.body, position: $0.position + way, angle: $0.angle) }, in: view)
      + view.moving(placed, from: origins, by: way, after: before)
    return going(on: name, requests)
  }

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    if hasBegun { return [.end] }
    editor.click(at: start.point, in: view)
    return []
  }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    guard hasBegun else { return }
    guides.draw(alignment, movedBy: offset, on: &drawing)
    drawing.label(LabelNumber.point(anchor + offset), at: start.point + offset)
    drawing.cursor = .move
  }
}

/// Turns what is selected: a single body about its position, several about their middle.
struct TurnDrag: GestureDrag {
  private let pivot: Vector
  private let placements: [Placement]
  private let name: String
  /// The angle of a single body, in radians: it comes to whole steps itself. Several are turned by whole
  /// steps.
  private let startAngle: Double
  /// The direction from the pivot to the pointer, in radians.
  private var direction: Double
  /// The angle by which the pointer went round, which may be more than one turn.
  private var way = 0.0
  private var turn = 0.0
  var hasBegun = false

  init(_ selection: Selection, _ frame: SelectionFrame, at pointer: Pointer, in view: EditorView) {
    pivot = frame.pivot
    placements = view.placements(of: selection.bodies)
    startAngle =
      selection.bodies.count == 1 ? selection.bodies.first.flatMap { view.snapshot[$0]?.angle } ?? 0 : 0
    name = "turn " + view.nameOfAll(selection)
    direction = (pointer.point - frame.pivot).angle
  }

  var isRepeated: Bool { hasBegun }

  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    let now = (pointer.point - pivot).angle
    var difference = now - direction
    if difference > .pi { difference -= 2 * .pi }
    if difference < -.pi { difference += 2 * .pi }
    direction = now
    way += difference
    let snapping =
      pointer.isConstrained ? Snapping(step: 1) : editor.snappingSelected(pointer, in: view)
    return turn(by: snapping.angle(startAngle + way) - startAngle, in: view)
  }

  var measure: TypedMeasure? { .angle }

  /// A single body comes to the angle, several are turned by it.
  mutating func set(_ values: [Double], in view: EditorView) -> [EditorRequest] {
    values.first.map { turn(by: $0 - startAngle, in: view) } ?? []
  }

  private mutating func turn(by angle: Double, in view: EditorView) -> [EditorRequest] {
    guard angle != turn || hasBegun && !view.isPaused, angle.isFinite else { return [] }
    turn = angle
    let turned = placements.map {
      Placement(
        body: $0.body, position: pivot + ($0.position - pivot).rotated(by: angle), angle: $0.angle + angle)
    }
    return going(on: name, EditorRequest.place(turned, turning: true, in: view))
  }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    let end = pivot + Vector(angle: direction) * view.units(30)
    drawing.line(pivot, end, isDashed: true)
    drawing.label(LabelNumber.angle(startAngle + turn), at: end)
    drawing.cursor = .turn
  }
}

/// Scales what is selected: the side or corner that is pulled moves, the one across from it stays. What comes
/// of it is shown, and the bodies change once it is released.
struct ScaleDrag: PointerDrag {
  private let frame: SelectionFrame
  private let x: Int
  private let y: Int
  private let bodies: [BodySnapshot]
  private let name: String
  /// The vector from the pointer to what it pulls.
  private let slack: Vector
  private var factor = Vector(1, 1)
  /// The minimum length of a side, in points.
  private static let minSide = 0.5

  init(
    _ selection: Selection, _ frame: SelectionFrame, x: Int, y: Int, at pointer: Pointer, in view: EditorView
  ) {
    (self.frame, self.x, self.y) = (frame, x, y)
    bodies = selection.bodies.compactMap { view.snapshot[$0] }
    name = "scale " + view.nameOfAll(selection)
    slack = frame.local(frame.place(.scale(x: x, y: y), in: view)) - frame.local(pointer.point)
  }

  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    let snapping = editor.snappingSelected(pointer, in: view)
    let place = frame.local(pointer.point) + slack
    func factor(_ side: Int, _ place: Double, _ half: Double) -> Double? {
      guard side != 0, half > 0 else { return nil }
      let wanted = place * Double(side) - frame.margin + half
      let size = max(snapping.step == nil ? wanted : snapping.extent(wanted), Self.minSide)
      return min(max(size / (2 * half), 1e-3), 1e3)
    }
    let along = (x: factor(x, place.x, frame.half.x), y: factor(y, place.y, frame.half.y))
    if frame.isUniform || pointer.isConstrained {
      // The side that is pulled farther decides.
      let both = [along.x, along.y].compactMap { $0 }.max { abs($0 - 1) < abs($1 - 1) } ?? 1
      self.factor = Vector(both, both)
    } else {
      self.factor = Vector(along.x ?? 1, along.y ?? 1)
    }
    return []
  }

  var measure: TypedMeasure? { .lengths }

  /// Takes a width and a height; one number is that of the side that is pulled, and of a corner the width.
  mutating func set(_ values: [Double], in view: EditorView) -> [EditorRequest] {
    guard let first = values.first, first > 0, values.allSatisfy({ $0.isFinite && $0 > 0 }) else { return [] }
    func factor(_ size: Double, _ half: Double) -> Double {
      half > 0 ? min(max(max(size, Self.minSide) / (2 * half), 1e-3), 1e3) : 1
    }
    let isHeight = x == 0 && values.count == 1
    let one = factor(first, isHeight ? frame.half.y : frame.half.x)
    if frame.isUniform || values.count == 1 && x != 0 && y != 0 {
      self.factor = Vector(one, one)
    } else if values.count == 1 {
      self.factor = isHeight ? Vector(1, one) : Vector(one, 1)
    } else {
      self.factor = Vector(one, factor(values[1], frame.half.y))
    }
    return []
  }

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    guard factor != Vector(1, 1), !bodies.isEmpty else { return [] }
    return [.begin(name), .scale(scalings), .end]
  }

  private var scalings: [Scaling] {
    // What stays where it is, from the center.
    let fixed = Vector(Double(-x) * frame.half.x, Double(-y) * frame.half.y)
    return bodies.map { body in
      let local = frame.local(body.position) - fixed
      let moved = Vector(local.x * factor.x, local.y * factor.y) + fixed
      return Scaling(body: body.id, factor: factor, position: frame.place(moved))
    }
  }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    for (scaling, body) in zip(scalings, bodies) {
      let place = Transform(translation: scaling.position, rotation: body.angle)
      for outline in view.description[scaling.body]?.outlines ?? [] {
        drawing.shape(outline.scaled(by: factor).placed(by: place))
      }
    }
    let size = Vector(frame.half.x * 2 * factor.x, frame.half.y * 2 * factor.y)
    drawing.label(LabelNumber.size(size), at: frame.place(.scale(x: x, y: y), in: view))
    drawing.cursor = frame.cursor(.scale(x: x, y: y))
  }
}

/// Removes what the pointer goes over.
struct EraseDrag: PointerDrag {
  private var last: Vector
  private var erased = Selection()
  /// The ids of the inputs of thrusters that are gone.
  private var inputs: Set<String> = []
  /// The reason why nothing was erased where there was something.
  private var refusal: String?

  init(at pointer: Pointer) { last = pointer.point }

  /// Erases what lies uppermost where it was pressed.
  mutating func press(in view: EditorView) -> [EditorRequest] { erase(at: last, in: view) }

  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    let (start, way) = (last, pointer.point - last)
    // A hand that shakes does not erase what lies below.
    guard way.length >= view.reach, way.isFinite else { return [] }
    last = pointer.point
    // Points so near to each other that nothing falls between them; not without end where the pointer leaps.
    let count = Int(min((way.length / view.reach).rounded(.up), 100))
    return (1...count).flatMap { erase(at: start + way * (Double($0) / Double(count)), in: view) }
  }

  private mutating func erase(at point: Vector, in view: EditorView) -> [EditorRequest] {
    // A thruster's arrow lies over the bodies.
    if let thruster = view.thruster(at: point) {
      // It goes with its body.
      guard !inputs.contains(thruster.input), !erased.contains(.body(thruster.body)) else { return [] }
      guard thruster.isAlone else {
        refusal = "'\(thruster.input)' drives more than this: take it out of the file"
        return []
      }
      defer { inputs.insert(thruster.input) }
      return begin() + [.edit(.remove(.input(thruster.input)))]
    }
    // The view may be from before the last removals; what lies below something that is gone was not meant.
    let thing = view.placed(at: point, within: view.units(8)).first { !erased.contains(.placed($0)) }
    guard let target = thing.map({ .placed($0) }) ?? view.targets(at: point).first, !erased.contains(target)
    else { return [] }
    let gone = view.withOrphans(Selection(target)).subtracting(erased)
    defer {
      erased = erased.union(gone).union(
        Selection(joints: view.joints(of: gone.bodies), placed: view.emitters(on: gone.bodies)))
    }
    return begin() + EditorRequest.remove(gone, in: view)
  }

  private var isEmpty: Bool { erased.isEmpty && inputs.isEmpty }

  /// Returns the requests before the first removal.
  private func begin() -> [EditorRequest] { isEmpty ? [.begin("erase")] : [] }

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    guard isEmpty else { return [.end] }
    return editor.refuse(refusal ?? "there is nothing to erase here")
  }

  func cancel() -> [EditorRequest] { isEmpty ? [] : [.abandon] }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) { drawing.cursor = .crosshair }
}
