/// One pull of the pointer, from the press to the release.
protocol PointerDrag: Sendable {
  /// The pointer came to another place.
  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest]
  /// It was released; the selection and the words of the editor may follow from that.
  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest]
  /// It was given up: nothing of it may stay.
  func cancel() -> [EditorRequest]
  func draw(in view: EditorView, on drawing: inout EditorDrawing)
  /// What can be typed; nil for nothing.
  var measure: TypedMeasure? { get }
  /// It is to be as large as was typed: in radians or points, one or two of them.
  mutating func set(_ values: [Double], in view: EditorView) -> [EditorRequest]
}

extension PointerDrag {
  /// For one that asks for nothing before it ends.
  func cancel() -> [EditorRequest] { [] }

  var measure: TypedMeasure? { nil }
  mutating func set(_ values: [Double], in view: EditorView) -> [EditorRequest] { [] }
}
