import TumbleFrames
import TumbleGeometry
import TumbleInput
import TumbleLooks
import TumbleRendering

/// The marks over a frame: layers, trails, the answer to the mouse, the tilt, and those of the editor.
package final class FrameMarks {
  /// The layers that are drawn over the bodies while `showsLayers`.
  package var layers = Layers.standard
  package var showsLayers = false
  /// Adds marks to those of a frame.
  package var extra: ((inout Marks, Viewport) -> Void)?
  /// Is true if the body under the mouse is outlined and named: a tool has words of its own there.
  package var namesBodies = true
  /// Says by its name what animates the place or the angle of a body.
  package var mover: ((String) -> String?)?
  private(set) var feedback = Feedback()
  private var trails = Trails()
  private var marks = Marks()
  private let painter: MarkPainter
  /// The scene's own gravity, from which a tilt is measured.
  var gravity: Vector

  init(_ painter: MarkPainter, gravity: Vector) { (self.painter, self.gravity) = (painter, gravity) }
}

extension FrameMarks {
  /// The values that a frame's marks depend on, beside the frame.
  struct Surroundings {
    var description: WorldDescription
    var facts: LayerFacts
    var viewport: Viewport
    /// The position of the mouse in the world; nil if it is not over the stage.
    var pointer: Vector?
    /// Is true if a person has tilted gravity: a scene may change it too, as a part of its play.
    var isTilted: Bool
  }

  /// Draws the marks of a frame over it.
  func draw(_ frame: Frame, _ surroundings: Surroundings) throws(StageError) {
    let (description, facts, viewport) = (surroundings.description, surroundings.facts, surroundings.viewport)
    marks.removeAll()
    guard viewport.scale > 0 else { return }
    let unit = viewport.density / viewport.scale
    marks.pointsPerUnit = unit
    trails.add(frame.current, description)
    if showsLayers {
      LayerDrawing(
        layers: layers, frame: frame, description: description, facts: facts, unit: unit
      ).draw(trails, into: &marks)
    }
    feedback.point(at: surroundings.pointer, in: frame, description, reach: BodyPicker.reach)
    if namesBodies {
      feedback.draw(frame, description, facts: facts.hovered, mover: mover, unit: unit, into: &marks)
    }
    if surroundings.isTilted {
      let corner = Vector(viewport.area.max.x, viewport.area.min.y) + Vector(-44, 44) * viewport.density
      Feedback.drawTilt(
        frame.current.gravity, upright: gravity, at: viewport.point(corner), unit: unit, into: &marks)
    }
    extra?(&marks, viewport)
    try painter.draw(marks, in: viewport)
  }

  /// The facts that `draw` needs of the world beside its frame.
  var factsWanted: Stage.FactsWanted {
    let shown = showsLayers ? layers : []
    return Stage.FactsWanted(
      touches: shown.contains(.contacts), bodies: !shown.isDisjoint(with: [.contacts, .centers, .awake]),
      hovered: feedback.hovered)
  }

  /// Shows the mouse joint from the next frame on, if there is a body to take hold of.
  func grab(at point: Vector, in frame: Frame, _ description: WorldDescription) {
    feedback.grab(at: point, in: frame, description)
  }

  func release() { feedback.release() }

  /// Forgets what was held and where bodies were.
  func restart() {
    feedback = Feedback()
    trails.removeAll()
  }

  func discardTextures() { painter.discardTextures() }
}

/// Immediate feedback: the body under the mouse, the mouse joint's line, and the direction of tilted gravity.
package struct Feedback: Hashable, Sendable {
  /// The body under the mouse.
  package private(set) var hovered: BodyID?
  /// The body of the mouse joint, and the joint's anchor in the body's coordinates.
  private var held: Held?
  /// The position of the mouse in the world.
  private var pointer: Vector?

  private struct Held: Hashable {
    let id: BodyID
    let place: Vector
  }

  package init() {}
}

extension Feedback {
  /// Finds what is under the mouse, which is somewhere else, or under which the world has moved.
  ///
  /// - Parameters:
  ///   - point: In the world; nil where it is not over the stage.
  ///   - reach: So near counts as under the mouse, in points.
  package mutating func point(
    at point: Vector?, in frame: Frame, _ description: WorldDescription, reach: Double = BodyPicker.reach
  ) {
    pointer = point
    // A wall would be outlined nearly always.
    hovered = point.flatMap {
      BodyPicker.body(at: $0, in: frame, description, within: reach, kinds: [.dynamic, .kinematic])
    }
  }

  /// Shows a mouse joint, by the rule by which the world makes it.
  package mutating func grab(at point: Vector, in frame: Frame, _ description: WorldDescription) {
    held = nil
    guard let id = BodyPicker.body(at: point, in: frame, description, kinds: [.dynamic]),
      let body = frame.current[id]
    else { return }
    held = Held(id: id, place: (point - body.position).rotated(by: -body.angle))
  }

  package mutating func release() { held = nil }

  /// The shape that the mouse takes.
  package func cursor(_ description: WorldDescription, isPanning: Bool) -> Cursor {
    if isPanning { return .move }
    if held != nil { return .hold }
    guard let hovered, description[hovered]?.kind == .dynamic else { return .arrow }
    return .hand
  }
}

// MARK: Drawing

extension Feedback {
  private static let outline = Color(red: 1, green: 0.72, blue: 0.1)
  private static let hand = Color(red: 0.85, green: 0.35, blue: 0.1)
  private static let word = Color(red: 1, green: 0.96, blue: 0.85)

  /// - Parameters:
  ///   - facts: Of the body under the mouse; nil if unknown.
  ///   - unit: World points for each of the desktop's points.
  func draw(
    _ frame: Frame, _ description: WorldDescription, facts: BodyFacts?,
    mover: ((String) -> String?)? = nil, unit: Double, into marks: inout Marks
  ) {
    drawHand(frame, unit: unit, into: &marks)
    guard held == nil, let hovered, let pointer, let known = description[hovered] else { return }
    frame.forEachBody { body, pose in
      guard body.id == hovered else { return }
      for outline in known.outlines {
        marks.outline(
          outline, position: pose.position, angle: pose.angle, scale: pose.appearance.scale, width: 2,
          Self.outline)
      }
      marks.add(
        .label(
          Self.words(body, known, facts, mover: mover?(known.name)), at: pointer, offset: Vector(16, -18),
          Self.word))
    }
  }

  private func drawHand(_ frame: Frame, unit: Double, into marks: inout Marks) {
    guard let held, let pointer else { return }
    frame.forEachBody { body, pose in
      guard body.id == held.id, pose.isFinite else { return }
      let place = pose.position + held.place.rotated(by: pose.angle)
      marks.line(place, pointer, width: 2, Self.hand)
      marks.dot(place, radius: 4, Self.hand)
      marks.dot(pointer, radius: 3, Self.hand)
    }
  }

  /// Returns words about a body, such as `crate1 · 100 kg · 213 pt/s`.
  static func words(
    _ body: BodySnapshot, _ description: BodyDescription, _ facts: BodyFacts?, mover: String? = nil
  ) -> String {
    var words = [description.name]
    if let mover { words.append("moved by \(mover)") }
    if description.kind != .dynamic { words.append("\(description.kind)") }
    if description.kind == .dynamic, let mass = facts?.mass, mass.isFinite {
      words.append("\(short(mass)) kg")
    }
    if description.kind != .static {
      words.append(body.isSleeping ? "asleep" : "\(short(body.velocity.length)) pt/s")
    }
    return words.joined(separator: " · ")
  }

  /// Returns a number with about three figures.
  private static func short(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e15 else { return "\(number)" }
    if abs(number) >= 99.95 || number == number.rounded() { return "\(Int(number.rounded()))" }
    return "\((number * 10).rounded() / 10)"
  }

  /// Draws an arrow in the corner of the stage while gravity is not the scene's own.
  static func drawTilt(
    _ gravity: Vector, upright: Vector, at place: Vector, unit: Double, into marks: inout Marks
  ) {
    let strength = upright.length > 0 ? upright.length : 1000
    guard gravity.distance(to: upright) > strength * 0.02 else { return }
    marks.dot(place, radius: 30, Color(red: 0.17, green: 0.19, blue: 0.22, alpha: 0.28))
    guard gravity.length > strength * 0.02 else { return marks.dot(place, radius: 5, hand) }
    let way = gravity / strength * (24 * unit)
    marks.arrow(place - way * 0.5, place + way * 0.5, head: 10 * unit, width: 4, hand)
  }
}
