import TumbleFrames
import TumbleGeometry
import TumbleInput
import TumbleLooks

/// What a person does with the pointer and the keys to what is in the world: events go in, requests and a drawing come out.
///
/// It keeps a selection by ids and asks for what is to be done; the world does it, or refuses with a message.
package struct Editor {
  package private(set) var tool = Tool.select
  package var selection = Selection()
  package var grid = EditorGrid()
  /// Why the last thing that was tried could not be done; nil if it could.
  package internal(set) var notice: String?
  /// What was just joined, for a person.
  private var news: String?
  /// What was made last.
  var sizes = Sizes()
  private var groups = BodyGroups()
  /// What is to be selected as soon as the world has it, by name.
  private var awaited: [String] = []
  var drag: (any PointerDrag)? {
    didSet { if drag == nil { typed = "" } }
  }
  /// What was typed while something is pulled.
  package internal(set) var typed = ""
  /// Where a body was pressed that the mouse joint may pull: released there, it was a click.
  var pressed: Vector?
  /// Where the pointer is; nil while it is elsewhere.
  var pointer: Pointer?
  /// How often `paste` and `duplicate` moved their copies aside since the last `copy`.
  private var pastes = 0

  /// How large a click makes things.
  struct Sizes: Hashable, Sendable {
    var box: Size?
    var radius: Double?
  }

  /// What comes of an event.
  package struct Response {
    package var requests: [EditorRequest]
    /// False if the event is not handled here, and may start a drag by the mouse joint.
    package var isTaken: Bool
  }

  package init() {}
}

// MARK: - Tools and selection

extension Editor {
  /// Takes up another tool; a drag that is going on is given up.
  package mutating func choose(_ tool: Tool) -> [EditorRequest] {
    let requests = cancel()
    self.tool = tool
    notice = nil
    return requests
  }

  /// Whether the pointer is pulling something.
  package var isDragging: Bool { drag != nil }

  /// Gives up what the pointer is pulling.
  package mutating func cancel() -> [EditorRequest] {
    defer { drag = nil }
    return drag?.cancel() ?? []
  }

  /// Gives up a drag, a selection or a tool, in this order.
  ///
  /// - Returns: nil where there is nothing to give up.
  package mutating func dismiss() -> [EditorRequest]? {
    if drag != nil { return cancel() }
    if !selection.isEmpty {
      selection = Selection()
      return []
    }
    guard tool != .select else { return nil }
    return choose(.select)
  }

  /// Forgets everything about a world: another takes its place.
  package mutating func restart() {
    selection = Selection()
    groups = BodyGroups()
    awaited = []
    drag = nil
    notice = nil
  }

  /// Keeps what is selected and grouped by its names: another world takes the place of one of the same scene, of which the file
  /// may have more bodies by now, or fewer.
  package mutating func follow(_ old: WorldDescription, to new: WorldDescription) {
    selection = selection.following(old, to: new)
    groups.follow(old, to: new)
  }

  /// Takes note of what the world has: what is gone is not selected any more, what was made is.
  package mutating func update(_ view: EditorView) {
    if !selection.isEmpty { selection = selection.kept(in: view) }
    guard !awaited.isEmpty else { return }
    let names = Set(awaited)
    let bodies = view.snapshot.bodies.map(\.id).filter { names.contains(view.name($0)) }
    let joints = view.snapshot.joints.map(\.id).filter { names.contains(view.name($0)) }
    let made = Selection(
      bodies: bodies, joints: joints,
      emitters: view.emitters.filter { names.contains(view.name(ofEmitter: $0)) })
    guard !made.isEmpty else { return }
    selection = made
    awaited = []
  }

  /// What is to be selected as soon as the world has it.
  package mutating func expect(_ names: [String]) { awaited = names }

  /// Tells a person why something could not be done.
  package mutating func tell(_ notice: String?) { self.notice = notice }

  /// Tells a person what is joined by what was just asked for.
  mutating func report(_ news: String) { self.news = news }

  /// What has been joined since this was asked for last; nil for nothing.
  package mutating func takeNews() -> String? {
    defer { news = nil }
    return news
  }

  /// The selection with everything that is in a group with something of it.
  func grouped(_ selection: Selection) -> Selection { groups.completed(selection) }

  func snapping(_ pointer: Pointer, in view: EditorView) -> Snapping {
    guard grid.isOn, !pointer.isFree else { return Snapping(step: nil) }
    return Snapping(step: grid.step ?? PaperGrid.step(pointsPerUnit: view.pointsPerUnit))
  }

  /// Says why something cannot be done.
  mutating func refuse(_ text: String) -> [EditorRequest] {
    notice = text
    return []
  }

  /// Makes bodies, as a gesture.
  mutating func make(_ bodies: [NewBody], in view: EditorView) -> [EditorRequest] {
    make("add \(bodies.first?.name ?? "")", bodies.map(\.edit), selecting: bodies.map(\.name))
  }

  mutating func make(_ gesture: String, _ edits: [Edit], selecting names: [String]) -> [EditorRequest] {
    awaited = names
    return [.begin(gesture)] + edits.map { .edit($0) } + [.end]
  }

  /// Sets what is selected together from now on, and whether it is at all.
  mutating func setGroup(_ bodies: [BodyID], isGroup: Bool) {
    groups.set(bodies, isGroup: isGroup)
  }

  /// How far aside the next copy goes: a grid's step farther than the last.
  mutating func nextPasteOffset(in view: EditorView) -> Vector {
    pastes += 1
    let step = grid.step ?? PaperGrid.step(pointsPerUnit: view.pointsPerUnit)
    return Vector(step, -step) * Double(pastes)
  }

  mutating func forgetPastes() { pastes = 0 }
}
