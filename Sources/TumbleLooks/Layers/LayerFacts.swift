import TumbleFrames
import TumbleGeometry

/// What layers show that is in no snapshot: read from the world for the frame that is drawn, and only while it is shown.
package struct LayerFacts: Hashable, Sendable {
  /// Where bodies touch.
  package var touches: [Touch] = []
  /// By body id; nil for one that is not there.
  package var bodies: [BodyFacts?] = []
  /// Of the body under the mouse.
  package var hovered: BodyFacts?
  /// The speed below which a body falls asleep, in points per second; nil where none does.
  package var sleepSpeed: Double?

  package init() {}

  subscript(id: BodyID) -> BodyFacts? { bodies.indices.contains(id.number) ? bodies[id.number] : nil }
}
