import TumbleFrames
import TumbleGeometry

/// An operation of a key or a menu on the selection.
package enum EditorCommand: Hashable, Sendable {
  case selectAll
  case cut
  case copy
  case paste
  case duplicate
  case delete
  case group
  case ungroup
  /// A step of the grid in a direction; a tenth of it where it is fine.
  case nudge(Vector, isFine: Bool)
}

extension Editor {
  /// Does what a key asks for; why it could not be done is in `notice`.
  package mutating func perform(_ command: EditorCommand, in view: EditorView) -> [EditorRequest] {
    let given = cancel()
    update(view)
    tell(nil)
    return given + requests(command, in: view)
  }

  private mutating func requests(_ command: EditorCommand, in view: EditorView) -> [EditorRequest] {
    switch command {
    case .selectAll:
      let bodies = view.snapshot.bodies.map(\.id).filter { !(view.description[$0]?.outlines.isEmpty ?? true) }
      selection = Selection(
        bodies: bodies, joints: view.snapshot.joints.map(\.id).filter { !view.isInner($0) },
        placed: view.placed)
      return []
    case .paste: return [.paste(by: nextPasteOffset(in: view))]
    default: break
    }
    if let obstacle = obstacle(to: command) { return refuse(obstacle) }
    switch command {
    case .selectAll, .paste: return []
    case .copy: return copy(in: view)
    case .cut: return copy(in: view) + remove("cut", in: view)
    case .delete: return remove("delete", in: view)
    case .duplicate: return duplicate(in: view)
    case .group:
      setGroup(selection.bodies, isGroup: true)
      return []
    case .ungroup:
      setGroup(selection.bodies, isGroup: false)
      return []
    case .nudge(let direction, let isFine): return nudge(direction, isFine: isFine, in: view)
    }
  }

  /// Returns the reason why a command has nothing to act on; nil if it has.
  package func obstacle(to command: EditorCommand) -> String? {
    let hasPlace = !selection.bodies.isEmpty || !selection.placed.isEmpty
    switch command {
    case .selectAll, .paste: return nil
    case _ where selection.isEmpty: return "nothing is selected"
    case .cut, .copy, .duplicate:
      if !selection.bodies.isEmpty || !selection.emitters.isEmpty { return nil }
      return selection.placed.isEmpty
        ? "a joint is copied with its two bodies: select them too" : "a field or a fluid is not copied"
    case .group: return selection.bodies.count > 1 ? nil : "a group takes two bodies"
    case .nudge: return hasPlace ? nil : "select a body to move it"
    case .ungroup: return isGrouped(selection.bodies) ? nil : "nothing of what is selected is in a group"
    case .delete: return nil
    }
  }

  private mutating func copy(in view: EditorView) -> [EditorRequest] {
    forgetPastes()
    let bodies = view.withAnchors(selection.bodies)
    return [
      .copy(
        Selection(
          bodies: bodies, joints: view.joints(among: bodies),
          placed: selection.emitters + view.emitters(on: bodies)))
    ]
  }

  private mutating func remove(_ verb: String, in view: EditorView) -> [EditorRequest] {
    let name = verb + " " + view.nameOfAll(selection)
    let gone = view.withOrphans(selection)
    selection = Selection()
    return [.begin(name)] + EditorRequest.remove(gone, in: view) + [.end]
  }

  private mutating func duplicate(in view: EditorView) -> [EditorRequest] {
    let bodies = view.withAnchors(selection.bodies)
    let emitters = Selection(placed: selection.emitters + view.emitters(on: bodies)).placed
    let names =
      bodies.map(view.name) + view.joints(among: bodies).map(view.name)
      + emitters.map(view.description.name(of:))
    let copies = view.freeNames(for: names)
    let step = grid.step(in: view)
    let edit = Edit.duplicate(names, names: copies, by: Vector(step, -step))
    let selected =
      zip(bodies, copies).filter { selection.contains(.body($0.0)) }.map(\.1)
      + zip(emitters, copies.suffix(emitters.count)).filter { selection.contains(.placed($0.0)) }.map(\.1)
    return make("duplicate " + view.nameOfAll(selection), [edit], selecting: selected)
  }

  private mutating func nudge(_ direction: Vector, isFine: Bool, in view: EditorView) -> [EditorRequest] {
    let placed = selection.subtracting(Selection(placed: view.emitters(on: selection.bodies))).placed
    guard !selection.bodies.isEmpty || !placed.isEmpty else { return refuse("select a body to move it") }
    let step = grid.step(in: view)
    let way = direction * (isFine ? step / 10 : step)
    let placements = view.placements(of: selection.bodies).map {
      Placement(body: $0.body, position: $0.position + way, angle: $0.angle)
    }
    return [.begin("move " + view.nameOfAll(selection))] + EditorRequest.place(placements, in: view)
      + view.moving(placed, from: placed.map(view.origin), by: way, after: .zero) + [.end]
  }
}

/// A request of the editor.
///
/// Everything between `begin` and `end` is one gesture: it is undone and redone as one.
package enum EditorRequest: Hashable, Sendable {
  /// The begin of a gesture, with its name for a person, such as `move crate1`.
  case begin(String)
  case end
  /// Ends it, and takes back what was done since `begin`.
  case abandon
  case edit(Edit)
  /// Scales the shapes of bodies, and where joints hold them.
  case scale([Scaling])
  /// Remembers bodies, and the joints among them, for `paste`.
  case copy(Selection)
  /// Adds what was remembered, moved by a displacement in points.
  case paste(by: Vector)
  case way(WayEdit)
  /// Adds bodies with the outlines of letters, or of a picture.
  case outline(OutlineOrder)
}

/// The bodies that are wanted of a text or a picture.
package struct OutlineOrder: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A body for each letter of a text.
    case letters
    /// A text that is to be read, and takes part in nothing.
    case note
    /// A body with the outline of a picture.
    case picture
  }

  package var kind: Kind
  /// The text, or the picture's name as `texture` has it.
  package var text: String
  /// The lower left corner, of a text the beginning of its line, in points.
  package var origin: Vector
  /// The height of a capital letter, or of the picture, in points.
  package var height: Double
  /// The name of the body, of letters before a dash and their number.
  package var name: String
}

/// The factors by which the shapes of a body are to be larger.
package struct Scaling: Hashable, Sendable {
  package var body: BodyID
  /// The factors along the body's own axes; both positive, and alike for a body with a circle.
  package var factor: Vector
  /// The position that the body is to have, in points.
  package var position: Vector
}

/// The position and angle that a body had, or is to have.
struct Placement: Hashable, Sendable {
  var body: BodyID
  /// The position in points.
  var position: Vector
  /// The angle in radians.
  var angle: Double
}

extension EditorRequest {
  /// Puts bodies where they are to be; of their angles only those that change.
  static func place(_ placements: [Placement], turning: Bool = false, in view: EditorView) -> [EditorRequest]
  {
    var requests: [EditorRequest] = []
    for placement in placements {
      guard placement.position.isFinite, placement.angle.isFinite else { continue }
      let body = SceneObject.body(view.name(placement.body))
      requests.append(.edit(.set(body, path: "at", value: FormatNode.vector(placement.position).flow)))
      if turning { requests.append(.edit(.set(body, path: "angle", value: placement.angle.shortText))) }
    }
    return requests
  }

  /// Removes what is selected; joints and emitters go with their bodies, and parts with their joint.
  static func remove(_ selection: Selection, in view: EditorView) -> [EditorRequest] {
    let goneAlong = Selection(
      joints: view.joints(of: selection.bodies), placed: view.emitters(on: selection.bodies))
    let left = selection.subtracting(goneAlong)
    let names = Set(left.joints.map(view.name))
    let wholes = left.joints.filter { joint in
      view.description[joint]?.partOf.map { !names.contains($0) } ?? true
    }
    let joints =
      wholes.map { SceneObject.joint(view.name($0)) }
      + left.placed.compactMap { SceneObject($0.kind, id: view.description.name(of: $0)) }
    let bodies = selection.bodies.map { SceneObject.body(view.name($0)) }
    // A key that drives nothing else goes too.
    let gone = Set((selection.joints + goneAlong.joints).map(view.name))
    let inputs = view.inputs(driving: gone).map { SceneObject.input($0) }
    return (inputs + joints + bodies).map { .edit(.remove($0)) }
  }
}

/// A body to be made, with one form or none.
struct NewBody: Hashable, Sendable {
  /// The name, not used before in the world.
  var name: String
  var kind = BodyKind.dynamic
  var position: Vector
  /// The angle in radians.
  var angle = 0.0
  /// The mass in kilograms; nil: by its form.
  var mass: Double?
  /// The form in the body's own coordinates.
  var form: Form?
}

extension NewBody {
  var edit: Edit {
    var entries: FormatNode.Mapping = [("id", .plain(name))]
    if kind != .dynamic { entries.append(("kind", .plain(kind.rawValue))) }
    entries.append(("at", .vector(position)))
    if angle != 0 { entries.append(("angle", .number(angle))) }
    if let mass { entries.append(("mass", .number(mass))) }
    if let form { entries.append(form.entry) }
    return .add(.body, entries.flow)
  }

  /// The outline in the world.
  var outline: Outline? { form?.placed(by: Transform(translation: position, rotation: angle)) }
}

extension Form {
  /// The key and the value that the format has for the form; short where there is nothing more to say.
  package var entry: (String, FormatNode) {
    func entry(_ key: String, _ first: (String, FormatNode), _ more: FormatNode.Mapping) -> (
      String, FormatNode
    ) { (key, more.isEmpty ? first.1 : .mapping([first] + more)) }
    func placed(_ center: Vector) -> FormatNode.Mapping {
      center == .zero ? [] : [("center", .vector(center))]
    }
    let rounding: FormatNode.Mapping = radius == 0 ? [] : [("radius", .number(radius))]
    switch self {
    case .rect(let rect, _):
      return entry("box", ("size", .vector(rect.width, rect.height)), placed(rect.center) + rounding)
    case .circle(let center, let radius): return entry("circle", ("radius", .number(radius)), placed(center))
    case .segment(let from, let to, _):
      return ("segment", .mapping([("from", .vector(from)), ("to", .vector(to))] + rounding))
    case .polygon(let corners, _): return entry("polygon", ("corners", .vectors(corners)), rounding)
    }
  }
}
