import TumbleFrames
import TumbleGeometry
import TumbleInput
import TumbleLooks

/// The drawing that the editor shows over the world, in the world's points: lines and marks keep their width
/// on the screen.
package struct EditorDrawing: Hashable, Sendable {
  package var lines: [Line] = []
  package var shapes: [Shape] = []
  package var marks: [Mark] = []
  package var labels: [Label] = []
  package var cursor = Cursor.arrow

  package init() {}

  /// The purpose of a mark; the theme has a color for each.
  package enum Ink: Hashable, Sendable {
    case selection
    /// A preview of what will be made.
    case preview
    /// The frame that selects.
    case band
    /// A line that shows alignment with another object.
    case guide
    /// A refusal of what cannot be done, with the reason.
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
    /// The origin of the outline's own coordinates: a body's outline is kept as it is, for it would be copied
    /// in each frame.
    package var position = Vector.zero
    /// The angle in radians.
    package var angle = 0.0
    package var ink: Ink
    /// Is true if it has a tint inside.
    package var isFilled = false
  }

  package struct Mark: Hashable, Sendable {
    package var kind: Kind
    package var place: Vector
    /// The angle in radians.
    package var angle = 0.0
    package var ink = Ink.selection

    package enum Kind: Hashable, Sendable {
      /// A small square to pull.
      case scale
      /// A small disc to turn with.
      case turn
      /// A point at which a joint holds a body.
      case fastening
      /// A point at which a joint holds to the background.
      case nail
      /// A place at a step of a motion.
      case step
      /// The origin of particles.
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

  mutating func line(_ from: Vector, _ to: Vector, _ ink: Ink = .preview, isDashed: Bool = false) {
    lines.append(Line(from: from, to: to, ink: ink, isDashed: isDashed))
  }

  /// - Parameters:
  ///   - position: The origin of the outline's own coordinates.
  ///   - angle: In radians.
  package mutating func shape(
    _ outline: Outline, at position: Vector = .zero, angle: Double = 0, _ ink: Ink = .preview,
    isFilled: Bool = false
  ) {
    shapes.append(Shape(outline: outline, position: position, angle: angle, ink: ink, isFilled: isFilled))
  }

  package mutating func mark(_ kind: Mark.Kind, at place: Vector, angle: Double = 0, _ ink: Ink) {
    marks.append(Mark(kind: kind, place: place, angle: angle, ink: ink))
  }

  mutating func label(_ text: String, at place: Vector, _ ink: Ink = .preview) {
    labels.append(Label(text: text, place: place, ink: ink))
  }

  /// Adds the outlines of a body that something is made for.
  mutating func outline(_ body: BodyID, in view: EditorView) {
    for outline in view.outlines(body) { shape(outline) }
  }

  /// Adds the outline of a rectangle by its corners, which may be turned.
  mutating func frame(_ corners: [Vector], _ ink: Ink, isDashed: Bool = false) {
    for i in corners.indices { line(corners[i], corners[(i + 1) % corners.count], ink, isDashed: isDashed) }
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

  /// Returns an angle in degrees, as text.
  static func angle(_ radians: Double) -> String { text(radians * 180 / .pi) + "°" }

  static func point(_ point: Vector) -> String { text(point.x) + ", " + text(point.y) }

  static func size(_ size: Vector) -> String { text(size.x) + " × " + text(size.y) }
}

extension EditorDrawing {
  /// Adds it to what is drawn over the stage.
  package func add(to marks: inout Marks, _ inks: EditorInks, pointsPerUnit: Double) {
    let unit = pointsPerUnit
    for shape in shapes where shape.isFilled {
      marks.surface(
        of: shape.outline, position: shape.position, angle: shape.angle,
        inks[shape.ink].withAlpha(shape.ink == .band ? 0.1 : 0.22))
    }
    for shape in shapes {
      marks.outline(
        shape.outline, position: shape.position, angle: shape.angle,
        width: shape.ink == .selection ? 2 : 1.5, inks[shape.ink])
    }
    for line in lines {
      guard line.isDashed else {
        marks.line(line.from, line.to, width: 1.5, inks[line.ink])
        continue
      }
      line.forEachDash(of: 5 * unit) { marks.line($0, $1, width: 1.5, inks[line.ink]) }
    }
    for mark in self.marks { mark.add(to: &marks, inks, unit: unit) }
    for label in labels {
      marks.add(.label(label.text, at: label.place, offset: Vector(14, -14), Self.labelColor(label.ink)))
    }
  }

  /// Returns the color of words on their dark plate.
  private static func labelColor(_ ink: Ink) -> Color {
    (ink == .refusal ? Color(hex: "#ffc857") : Color(hex: "#e8e6e1")) ?? .white
  }
}

extension EditorDrawing.Line {
  /// Calls with the ends of each dash; a line that is too long for that is drawn in one.
  fileprivate func forEachDash(of length: Double, _ dash: (Vector, Vector) -> Void) {
    let way = to - from
    let count = way.length / length
    guard count.isFinite, count < 400 else { return dash(from, to) }
    var start = 0.0
    while start < count {
      dash(from + way * (start / count), from + way * (min(start + 1, count) / count))
      start += 1.8
    }
  }
}

extension EditorDrawing.Mark {
  fileprivate func add(to marks: inout Marks, _ inks: EditorInks, unit: Double) {
    switch kind {
    case .scale:
      square(4.5 * unit, inks[ink], on: &marks)
      square(3 * unit, inks.handle, on: &marks)
    case .turn:
      marks.dot(place, radius: 5.5, inks[ink])
      marks.dot(place, radius: 4, inks.handle)
    case .fastening: marks.dot(place, radius: 4, inks[ink])
    case .step: marks.dot(place, radius: 2.2, inks[ink])
    case .nail:
      marks.dot(place, radius: 2, inks[ink])
      marks.add(.ring(place, radius: 6, width: 1.5, inks[ink]))
    case .emitter:
      // A spark on a plate, so that it is seen over its particles.
      marks.dot(place, radius: 8, inks.handle)
      marks.add(.ring(place, radius: 8, width: 1.5, inks[ink]))
      for number in 0..<6 {
        let ray = Vector(angle: Double(number) * .pi / 3 + .pi / 6) * unit
        marks.line(place + ray * 2, place + ray * 5.5, width: 1.5, inks[ink])
      }
    }
  }

  /// Adds a square by half its side, turned with the handle.
  private func square(_ half: Double, _ color: Color, on marks: inout Marks) {
    let corners = [Vector(-half, -half), Vector(half, -half), Vector(half, half), Vector(-half, half)]
      .map { place + $0.rotated(by: angle) }
    marks.add(.triangle(corners[0], corners[1], corners[2], color))
    marks.add(.triangle(corners[0], corners[2], corners[3], color))
  }
}

extension EditorDrawing.Cursor {
  /// The nearest of the shapes that desktops have.
  package var shape: Cursor {
    switch self {
    case .arrow: .arrow
    case .crosshair: .cross
    case .hand, .turn: .hand
    case .move: .move
    case .scale(let eighths): eighths == 0 ? .leftRight : eighths == 2 ? .upDown : .move
    }
  }
}

/// The colors of what the editor shows: strong enough to be seen on light paper, or on a dark background.
package struct EditorInks: Hashable, Sendable {
  package var selection: Color
  package var preview: Color
  package var band: Color
  package var guide: Color
  package var refusal: Color
  package var handle: Color

  private static let onLight = EditorInks(isLight: true)
  private static let onDark = EditorInks(isLight: false)

  /// Read once and kept, for they are asked for in every frame.
  ///
  /// - Parameter background: What the world is drawn on.
  package static func on(_ background: Color) -> EditorInks {
    background.red + background.green + background.blue > 1.5 ? onLight : onDark
  }

  private init(isLight: Bool) {
    func color(_ light: String, _ dark: String) -> Color { Color(hex: isLight ? light : dark) ?? .black }
    selection = color("#1f6feb", "#7cb7ff")
    preview = color("#0f766e", "#5eead4")
    band = color("#1f6feb", "#7cb7ff")
    guide = color("#c026d3", "#f0a6ff")
    refusal = color("#c2410c", "#ffb07c")
    handle = color("#ffffff", "#1b2330")
  }

  subscript(ink: EditorDrawing.Ink) -> Color {
    switch ink {
    case .selection: selection
    case .preview: preview
    case .band: band
    case .guide: guide
    case .refusal: refusal
    }
  }
}
