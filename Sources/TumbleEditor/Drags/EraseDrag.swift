import TumbleFrames
import TumbleGeometry

/// Removes what the pointer goes over.
struct EraseDrag: PointerDrag {
  private var last: Vector
  private var erased = Selection()
  /// The ids of the inputs of thrusters that are gone.
  private var inputs: Set<String> = []
  /// Why nothing was erased, where there was something.
  private var refusal: String?

  init(at pointer: Pointer) { last = pointer.point }

  /// What lies uppermost where it was pressed.
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
    let emitter = view.emitters(at: point, within: view.units(8)).first { !erased.contains(.emitter($0)) }
    guard let target = emitter.map({ .emitter($0) }) ?? view.targets(at: point).first,
      !erased.contains(target)
    else { return [] }
    let gone = view.withOrphans(Selection(target)).subtracting(erased)
    defer {
      erased = erased.union(gone).union(
        Selection(joints: view.joints(of: gone.bodies), emitters: view.emitters(on: gone.bodies)))
    }
    return begin() + EditorRequest.remove(gone, in: view)
  }

  private var isEmpty: Bool { erased.isEmpty && inputs.isEmpty }

  /// What comes before the first removal.
  private func begin() -> [EditorRequest] { isEmpty ? [.begin("erase")] : [] }

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    guard isEmpty else { return [.end] }
    return editor.refuse(refusal ?? "there is nothing to erase here")
  }

  func cancel() -> [EditorRequest] { isEmpty ? [] : [.abandon] }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) { drawing.cursor = .crosshair }
}
