import TumbleGeometry
import TumbleInput
import TumbleLooks

extension EditorDrawing {
  /// Adds it to what is drawn over the stage.
  ///
  /// - Parameter pointsPerUnit: Points of the world for each of the desktop's.
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

  /// On the dark plate that words have.
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
    case .fastening:
      marks.dot(place, radius: 4, inks[ink])
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

  /// A square of so many points to each side, turned with the handle.
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
