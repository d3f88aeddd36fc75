import TumbleGeometry

/// What the editor shows over the world, in the world's points: lines and marks keep their width on the screen.
package struct EditorDrawing: Hashable, Sendable {
  package var lines: [Line] = []
  package var shapes: [Shape] = []
  package var marks: [Mark] = []
  package var labels: [Label] = []
  package var cursor = Cursor.arrow

  package init() {}

  /// What something is there for; the theme has a color for each.
  package enum Ink: Hashable, Sendable {
    case selection
    /// What will be made.
    case preview
    /// The frame that selects.
    case band
    /// A line that shows alignment with another object.
    case guide
    /// What cannot be done, and the reason.
    case refusal
  }

  package struct Line: Hashable, Sendable {
    package var from: Vector
    package var to: Vector
    package var ink: Ink
    package var isDashed = false
  }

  package struct Shape: Hashable, Sendable {
    package var outline: Outline
    /// Where the outline's own coordinates begin: a body's outline is kept as it is, for it would be copied in each frame.
    package var position = Vector.zero
    /// In radians.
    package var angle = 0.0
    package var ink: Ink
    /// With a tint inside.
    package var isFilled = false
  }

  package struct Mark: Hashable, Sendable {
    package var kind: Kind
    package var place: Vector
    /// In radians.
    package var angle = 0.0
    package var ink = Ink.selection

    package enum Kind: Hashable, Sendable {
      /// A small square to pull.
      case scale
      /// A small disc to turn with.
      case turn
      /// Where a joint holds a body.
      case fastening
      /// Where a joint holds to the background.
      case nail
      /// Where particles come from.
      case emitter
    }
  }

  /// Words beside a point.
  package struct Label: Hashable, Sendable {
    package var text: String
    package var place: Vector
    package var ink: Ink
  }

  package enum Cursor: Hashable, Sendable {
    case arrow
    case crosshair
    case hand
    case move
    case turn
    /// The direction in which it pulls, in whole eighths of a turn from the right, 0 to 3.
    case scale(Int)
  }
}

extension EditorDrawing {
  /// Leaves the memory for the next frame.
  mutating func removeAll() {
    lines.removeAll(keepingCapacity: true)
    shapes.removeAll(keepingCapacity: true)
    marks.removeAll(keepingCapacity: true)
    labels.removeAll(keepingCapacity: true)
    cursor = .arrow
  }

  package var isEmpty: Bool { lines.isEmpty && shapes.isEmpty && marks.isEmpty && labels.isEmpty }

  /// The outline of a rectangle, turned about its center.
  mutating func frame(_ corners: [Vector], _ ink: Ink, isDashed: Bool = false) {
    for i in corners.indices {
      lines.append(Line(from: corners[i], to: corners[(i + 1) % corners.count], ink: ink, isDashed: isDashed))
    }
  }
}

/// Numbers for labels: tenths, and no more digits than they need.
enum LabelNumber {
  static func text(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "…" }
    let tenths = Int((abs(value) * 10).rounded())
    let sign = value < 0 && tenths > 0 ? "−" : ""
    return sign + "\(tenths / 10)" + (tenths % 10 == 0 ? "" : ".\(tenths % 10)")
  }

  /// In degrees.
  static func angle(_ radians: Double) -> String { text(radians * 180 / .pi) + "°" }

  static func point(_ point: Vector) -> String { text(point.x) + ", " + text(point.y) }

  static func size(_ size: Vector) -> String { text(size.x) + " × " + text(size.y) }
}
