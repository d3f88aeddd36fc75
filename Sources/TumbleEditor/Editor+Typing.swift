import TumbleFrames
import TumbleGeometry
import TumbleInput

// Numbers that are typed while something is pulled.
extension Editor {
  /// The measure that can be typed now; nil for none.
  package var measure: TypedMeasure? { drag?.measure }

  /// Adds to what is typed, unless no number can be typed now.
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

  /// Makes what a text was typed for: the text, or a picture of that name.
  ///
  /// - Parameter chosen: The picture's name, where it was chosen; nil: what was typed.
  package mutating func enterText(_ chosen: String? = nil, in view: EditorView) -> [EditorRequest] {
    guard let made = drag as? MadeDrag else { return [] }
    defer { drag = nil }
    return made.outlined(chosen ?? typed, in: view)
  }

  /// Is true if a place for a picture waits for its name.
  package var asksForPicture: Bool { (drag as? MadeDrag)?.asksForPicture ?? false }

  /// Makes what is pulled as large as was typed, and ends the pull.
  ///
  /// - Parameter values: In radians or points.
  package mutating func enter(_ values: [Double], in view: EditorView) -> [EditorRequest] {
    guard var drag, let pointer else { return [] }
    self.drag = nil
    return drag.set(values, in: view) + drag.end(at: pointer, in: view, &self)
  }
}

/// A measure that can be typed while something is pulled, in place of pulling it there.
package enum TypedMeasure: Hashable, Sendable {
  case angle
  /// One or two, such as a width and a height.
  case lengths
  case radius
  /// A number of teeth, and the module, in points, where that is typed too.
  case teeth
  /// A text, or the name of a picture.
  case text

  /// Returns true if what was typed can be made: numbers of teeth are whole.
  package func takes(_ values: [Double]) -> Bool {
    var lengths = values[...]
    if self == .teeth {
      guard let count = lengths.popFirst().flatMap({ Int(exactly: $0) }), Cog.counts.contains(count) else {
        return false
      }
    }
    return self == .angle || lengths.allSatisfy { $0 > 0 && Vector.bounded($0) == $0 }
  }
}
