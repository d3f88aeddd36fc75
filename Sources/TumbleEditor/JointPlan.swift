import TumbleFrames
import TumbleGeometry
import TumbleInput

/// A joint that is about to be made: what it holds, and where.
struct JointPlan: Hashable, Sendable {
  var tool: Tool
  var a: JointEnd
  var b: JointEnd
  /// The end of a groove, which begins at `a`.
  var end: Vector

  /// The reason why something cannot be made, in a sentence.
  struct Refusal: Error, Hashable, Sendable { var text: String }

  /// - Parameters:
  ///   - to: Where it was released; nearby for a click.
  ///   - isFree: True for a click that holds where it is, and not at a center, a corner or a middle nearby.
  /// - Throws: Why there can be no such joint.
  init(_ tool: Tool, from: Vector, to: Vector, isFree: Bool = false, in view: EditorView) throws(Refusal) {
    self.tool = tool
    let from = tool.isPlacedByClick && !isFree ? view.landmark(near: from) : from
    end = to
    let isClick = from.distance(to: to) <= view.units(4)
    let first = JointEnd(at: from, in: view)
    switch tool {
    case .pivot, .weld, .motor:
      // What lies on top turns on what lies below it.
      guard let top = first.body else { throw Refusal(text: "there is no body here: click one") }
      a = JointEnd(at: from, in: view, except: top)
      b = first
    case .groove:
      guard let held = first.body else {
        throw Refusal(text: "there is no body here: start on the one that is to slide")
      }
      guard !isClick else { throw Refusal(text: "drag along the line that \(view.name(held)) may slide on") }
      a = JointEnd(body: JointEnd(at: to, in: view, except: held).body, place: from)
      b = first
    case .rotarySpring, .rotaryLimit, .ratchet, .gear:
      guard let one = first.body else { throw Refusal(text: "there is no body here: start on one") }
      let second = JointEnd(at: to, in: view)
      if second.body != nil, second.body != one {
        a = first
        b = second
      } else if tool == .gear {
        throw Refusal(text: "a gear ties two wheels: drag from one to the other")
      } else {
        a = JointEnd(at: from, in: view, except: one)
        b = first
      }
    default:
      guard !isClick else { throw Refusal(text: "drag from one body to another, or to the background") }
      a = first
      b = JointEnd(at: to, in: view)
    }
    if let both = a.body, both == b.body {
      throw Refusal(text: "both ends are on \(view.name(both)), and a joint holds two bodies")
    }
    guard a.canMove(in: view) || b.canMove(in: view) else {
      throw Refusal(
        text: "neither \(a.name(in: view)) nor \(b.name(in: view)) can be moved: one must be dynamic")
    }
  }
}

extension JointPlan {
  /// Returns what it joins, for a person: `wheel and the background`.
  func joined(in view: EditorView) -> String { "\(b.name(in: view)) and \(a.name(in: view))" }

  /// The joint's name and what makes it, bodies of the background first; a motor becomes one of the pivot
  /// that is there.
  func edits(in view: EditorView) -> (name: String, edits: [Edit]) {
    guard let kind = tool.joint else { return ("", []) }
    let name = view.freeName(tool.stem)
    var edits: [Edit] = []
    func bodyName(_ end: JointEnd, _ suffix: String) -> String {
      if let body = end.body { return view.name(body) }
      edits.append(NewBody(name: name + suffix, kind: .static, position: end.place).edit)
      return name + suffix
    }
    let (nameA, nameB) = (bodyName(a, "-a"), bodyName(b, "-b"))
    if tool == .motor, let pivot = pivot(in: view) {
      return (pivot, [.set(.joint(pivot), path: "motor.speed", value: Self.speed)])
    }
    edits.append(joint(name, kind, nameA, nameB, in: view))
    return (name, edits)
  }

  /// The speed of a motor as a click makes it.
  private static let speed = "1 turn/s"

  private func joint(_ name: String, _ kind: JointKind, _ a: String, _ b: String, in view: EditorView) -> Edit
  {
    let composed: ComposedJoint? = tool == .weld ? .weld : tool == .motor ? .hinge : nil
    var all: FormatNode.Mapping = [
      ("id", .plain(name)), ("type", .plain(composed?.rawValue ?? kind.rawValue)), ("a", .plain(a)),
      ("b", .plain(b)),
    ]
    all += properties(kind, in: view)
    if tool == .motor { all.append(("motor", .mapping([("speed", .plain(Self.speed))]))) }
    return .add(.joint, all.flow)
  }

  /// The pivot about which the two turn already.
  private func pivot(in view: EditorView) -> String? {
    guard let other = b.body else { return nil }
    let joints = view.snapshot.joints.compactMap { view.description[$0.id] }
    // That of a weld does not turn.
    let welds = Set(joints.filter { $0.name.hasSuffix(ComposedJoint.Part.angle.suffix) }.compactMap(\.partOf))
    return joints.first { known in
      known.kind == .pivot && !welds.contains(known.name)
        && (a.body.map { [known.a, known.b] == [$0, other] || [known.a, known.b] == [other, $0] }
          ?? (known.b == other && known.name != Edit.pinJoint(view.name(known.a)) && view.isAnchor(known.a)
            && view.bodyCenter(known.a, isNear: a.place)))
    }?.name
  }

  private func properties(_ kind: JointKind, in view: EditorView) -> FormatNode.Mapping {
    let length = a.place.distance(to: b.place)
    let angle = b.angle(in: view) - a.angle(in: view)
    let anchors: FormatNode.Mapping = [
      ("anchorA", .vector(a.local(a.place, in: view))),
      ("anchorB", .vector(b.local(b.place, in: view))),
    ]
    func number(_ key: String, _ value: Double) -> (String, FormatNode) { (key, .number(value)) }
    let apart: FormatNode.Mapping = [("collideBodies", .plain("false"))]
    switch kind {
    case .pin: return anchors + [number("length", length)]
    case .slide: return anchors + [number("max", length)]
    case .pivot: return anchors + apart
    case .groove:
      return [
        ("from", .vector(a.local(a.place, in: view))),
        ("to", .vector(a.local(end, in: view))),
        ("anchorB", .vector(b.local(b.place, in: view))),
      ] + apart
    case .spring:
      let (stiffness, damping) = Self.softness(of: lighterMass(in: view))
      return anchors + [
        number("restLength", length), number("stiffness", stiffness), number("damping", damping),
      ]
    case .rotarySpring:
      let (stiffness, damping) = Self.softness(of: lighterMoment(in: view))
      return [number("restAngle", angle), number("stiffness", stiffness), number("damping", damping)]
    case .rotaryLimit: return [number("min", angle - .pi / 2), number("max", angle + .pi / 2)]
    case .ratchet: return [number("phase", angle), ("click", .plain("30 deg"))]
    case .gear:
      let ratio = gearRatio(in: view)
      return [number("phase", b.angle(in: view) * ratio - a.angle(in: view) + 0), number("ratio", ratio)]
    case .motor: return []
    }
  }
}

// MARK: - What suits the bodies

extension JointPlan {
  /// Stiffness and damping with which a mass (or a moment) swings three times in two seconds, and less each
  /// time.
  ///
  /// k = m ω², and the damping is a tenth of the critical 2 √(k m).
  private static func softness(of mass: Double) -> (stiffness: Double, damping: Double) {
    let frequency = 2 * Double.pi * 1.5
    let stiffness = mass * frequency * frequency
    return (stiffness.threeDigits, (0.2 * (stiffness * mass).squareRoot()).threeDigits)
  }

  private var movable: [BodyID] { [a.body, b.body].compactMap { $0 } }

  private func lighterMass(in view: EditorView) -> Double {
    movable.filter { view.kind($0) == .dynamic }.map(view.mass).min() ?? 1
  }

  /// Returns the smaller moment of discs as large as the bodies: half of the mass times the square of the
  /// radius.
  private func lighterMoment(in view: EditorView) -> Double {
    movable.filter { view.kind($0) == .dynamic }
      .map { view.mass($0) * view.radius($0) * view.radius($0) / 2 }.min() ?? 1
  }

  /// The turns of `a` that make one of `b`, as of wheels that touch: the other way round.
  private func gearRatio(in view: EditorView) -> Double {
    guard let one = a.body, let other = b.body else { return -1 }
    let ratio = view.radius(other) / view.radius(one)
    return -min(max(ratio.isFinite ? ratio : 1, 0.01), 100).threeDigits
  }
}

extension EditorView {
  /// The center of a body, or a corner of it, or the middle of an edge, that is nearest to a point and near
  /// it; that point where none is.
  func landmark(near point: Vector) -> Vector {
    let near = units(8)
    let places = bodies(at: point, within: near).flatMap { body in
      outlines(body).flatMap { outline -> [Vector] in
        let corners = outline.points
        let middles = zip(corners, corners.dropFirst() + corners.prefix(1)).map { ($0 + $1) * 0.5 }
        return corners + middles + [outline.bounds?.center].compactMap { $0 }
      } + [transform(body)?.translation].compactMap { $0 }
    }
    let nearest = places.min { $0.distance(to: point) < $1.distance(to: point) }
    return nearest.flatMap { $0.distance(to: point) <= near ? $0 : nil } ?? point
  }
}

extension Double {
  /// The number rounded to three digits, which is what a person reads.
  var threeDigits: Double {
    guard isFinite, self != 0 else { return self }
    var scale = 1.0
    var rest = abs(self)
    while rest >= 1000 {
      rest /= 10
      scale *= 10
    }
    while rest < 100, scale > 1e-12 {
      rest *= 10
      scale /= 10
    }
    // Multiplied or divided by a whole number, so that 0.3 is 0.3.
    return scale >= 1 ? (self / scale).rounded() * scale : (self / scale).rounded() / (1 / scale).rounded()
  }
}

/// The body or background that a joint holds at one of its ends.
struct JointEnd: Hashable, Sendable {
  /// The body; nil: the background. A static body without shapes is put there.
  var body: BodyID?
  /// The point in the world, in points.
  var place: Vector
}

extension JointEnd {
  /// Creates an end on what lies uppermost at a point, except a body.
  init(at place: Vector, in view: EditorView, except other: BodyID? = nil) {
    self.init(body: view.bodies(at: place, within: view.reach / 2).first { $0 != other }, place: place)
  }

  /// Returns the end where a line to another point leaves its body: links within it would push it about. The
  /// same where all of the line is in it.
  func atSurface(towards other: Vector, in view: EditorView) -> JointEnd {
    func isWithin(_ point: Vector) -> Bool { view.bodies(at: point, within: 0).contains { $0 == body } }
    guard body != nil, isWithin(place), !isWithin(other) else { return self }
    var (within, outside) = (place, other)
    for _ in 0..<40 {
      let middle = within.interpolated(to: outside, by: 0.5)
      if isWithin(middle) { within = middle } else { outside = middle }
    }
    return JointEnd(body: body, place: within.hundredths)
  }

  func canMove(in view: EditorView) -> Bool { body.map { view.kind($0) == .dynamic } ?? false }

  func name(in view: EditorView) -> String { body.map(view.name) ?? "the background" }

  /// A point of the world as the body that is held sees it.
  func local(_ point: Vector, in view: EditorView) -> Vector {
    guard let body, let now = view.snapshot[body] else { return point - place }
    return (point - now.position).rotated(by: -now.angle)
  }

  func angle(in view: EditorView) -> Double { body.flatMap { view.snapshot[$0]?.angle } ?? 0 }

  /// Draws the joint's mark, and the outline of the body that is held.
  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    drawing.mark(body == nil ? .nail : .fastening, at: place, .preview)
    if let body { drawing.outline(body, in: view) }
  }
}
