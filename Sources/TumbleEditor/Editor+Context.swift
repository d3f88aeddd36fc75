import TumbleFrames
import TumbleGeometry

// What lies under a click with the right button, and what fits it.
extension Editor {
  /// Selects what is meant, unless it is selected already; nothing there leaves the selection as it is.
  package mutating func point(at point: Vector, in view: EditorView) -> Selection.Target? {
    update(view)
    guard let target = view.targets(at: point).first else { return nil }
    if !selection.contains(target) { selection = grouped(Selection(target)) }
    return target
  }

  /// What is selected, in the world's points; nil for nothing with a place.
  package func selectionBounds(in view: EditorView) -> Rect? {
    let bodies = selection.bodies.compactMap { view.bounds($0) }
    let points =
      selection.joints.flatMap { view.ends($0).map { [$0.a, $0.b] } ?? [] }
      + selection.emitters.compactMap { view.place(ofEmitter: $0) }
    let all = bodies + points.map { Rect(min: $0, max: $0) }
    return all.dropFirst().reduce(all.first) { $0?.union($1) }
  }
}

extension EditorView {
  package func isPinnable(_ body: BodyID) -> Bool { kind(body) == .dynamic || isPinned(body) }

  /// Whether a pin holds it.
  package func hasPin(_ body: BodyID) -> Bool { isPinned(body) }

  package func name(of target: Selection.Target) -> String {
    switch target {
    case .body(let id): name(id)
    case .joint(let id): name(id)
    case .emitter(let place): name(ofEmitter: place)
    }
  }
}
