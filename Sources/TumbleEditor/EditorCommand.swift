import TumbleFrames
import TumbleGeometry
import TumbleLooks

/// What a key or a menu does to the selection.
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
        bodies: bodies, joints: view.snapshot.joints.map(\.id), emitters: view.emitters)
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

  /// Why a command has nothing to act on; nil if it has.
  package func obstacle(to command: EditorCommand) -> String? {
    let hasPlace = !selection.bodies.isEmpty || !selection.emitters.isEmpty
    switch command {
    case .selectAll, .paste: return nil
    case _ where selection.isEmpty: return "nothing is selected"
    case .cut, .copy, .duplicate:
      return hasPlace ? nil : "a joint is copied with its two bodies: select them too"
    case .group: return selection.bodies.count > 1 ? nil : "a group takes two bodies"
    case .nudge: return hasPlace ? nil : "select a body to move it"
    case .delete, .ungroup: return nil
    }
  }

  private mutating func copy(in view: EditorView) -> [EditorRequest] {
    forgetPastes()
    let bodies = view.withAnchors(selection.bodies)
    return [
      .copy(
        Selection(
          bodies: bodies, joints: view.joints(among: bodies),
          emitters: selection.emitters + view.emitters(on: bodies)))
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
    let emitters = Selection(emitters: selection.emitters + view.emitters(on: bodies)).emitters
    let names =
      bodies.map(view.name) + view.joints(among: bodies).map(view.name)
      + emitters.map(view.name(ofEmitter:))
    let copies = view.freeNames(for: names)
    let step = grid.step ?? PaperGrid.step(pointsPerUnit: view.pointsPerUnit)
    let edit = Edit.duplicate(names, names: copies, by: Vector(step, -step))
    let selected =
      zip(bodies, copies).filter { selection.contains(.body($0.0)) }.map(\.1)
      + zip(emitters, copies.suffix(emitters.count)).filter { selection.contains(.emitter($0.0)) }.map(\.1)
    return make("duplicate " + view.nameOfAll(selection), [edit], selecting: selected)
  }

  private mutating func nudge(_ direction: Vector, isFine: Bool, in view: EditorView) -> [EditorRequest] {
    let emitters = selection.subtracting(Selection(emitters: view.emitters(on: selection.bodies))).emitters
    guard !selection.bodies.isEmpty || !emitters.isEmpty else { return refuse("select a body to move it") }
    let step = grid.step ?? PaperGrid.step(pointsPerUnit: view.pointsPerUnit)
    let way = direction * (isFine ? step / 10 : step)
    let placements = view.withAnchors(selection.bodies).compactMap { id in
      view.snapshot[id].map { Placement(body: id, position: $0.position + way, angle: $0.angle) }
    }
    return [.begin("move " + view.nameOfAll(selection))] + EditorRequest.place(placements, in: view)
      + view.moving(
        emitters: emitters, from: emitters.map { view.description.emitters[$0].position }, by: way) + [.end]
  }
}
