import TumbleDrawing
import TumbleFrames
import TumbleGeometry
import TumbleLooks
import TumbleRendering

/// The marks over a frame: layers, trails, the answer to the mouse, the tilt, and those of the editor.
package final class FrameMarks {
  /// What is drawn over the bodies while `showsLayers`.
  package var layers = Layers.standard
  package var showsLayers = false
  /// Adds marks to those of a frame.
  package var extra: ((inout Marks, Viewport) -> Void)?
  private(set) var feedback = Feedback()
  private var trails = Trails()
  private var marks = Marks()
  private let painter: MarkPainter
  /// The scene's own gravity, from which a tilt is measured.
  var gravity: Vector

  init(_ painter: MarkPainter, gravity: Vector) {
    self.painter = painter
    self.gravity = gravity
  }
}

extension FrameMarks {
  /// What a frame's marks depend on, beside the frame.
  struct Surroundings {
    var description: WorldDescription
    var facts: LayerFacts
    var viewport: Viewport
    /// Where the mouse is in the world; nil where it is not over the stage.
    var pointer: Vector?
    /// Whether a person has tilted gravity: a scene may change it too, as a part of its play.
    var isTilted: Bool
  }

  /// Draws the marks of a frame over it.
  func draw(_ frame: Frame, _ surroundings: Surroundings) throws(StageError) {
    let (description, facts, viewport) = (
      surroundings.description, surroundings.facts, surroundings.viewport
    )
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
    feedback.draw(frame, description, facts: facts.hovered, unit: unit, into: &marks)
    if surroundings.isTilted {
      let corner = Vector(viewport.area.max.x, viewport.area.min.y) + Vector(-44, 44) * viewport.density
      Feedback.drawTilt(
        frame.current.gravity, upright: gravity, at: viewport.point(corner), unit: unit, into: &marks)
    }
    extra?(&marks, viewport)
    try painter.draw(marks, in: viewport)
  }

  /// What `draw` needs to know of the world beside its frame.
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
