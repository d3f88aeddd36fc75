// Numbers that are typed while something is pulled.
extension Editor {
  /// What can be typed now; nil for nothing.
  package var measure: TypedMeasure? { drag?.measure }

  /// Adds to what is typed; nothing where that can be no number.
  package mutating func type(_ text: String) {
    guard measure != nil, typed.count + text.count <= 40 else { return }
    typed += text
    notice = nil
  }

  /// Takes back what was typed last; false where nothing was.
  package mutating func eraseTyped(all: Bool) -> Bool {
    guard !typed.isEmpty else { return false }
    if all { typed = "" } else { typed.removeLast() }
    return true
  }

  /// What is pulled becomes as large as was typed, and the pull ends.
  ///
  /// - Parameter values: In radians or points.
  package mutating func enter(_ values: [Double], in view: EditorView) -> [EditorRequest] {
    guard var drag, let pointer else { return [] }
    self.drag = nil
    return drag.set(values, in: view) + drag.end(at: pointer, in: view, &self)
  }
}
