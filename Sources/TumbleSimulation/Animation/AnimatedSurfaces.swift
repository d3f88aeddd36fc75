import TumbleGeometry
import TumblePhysics

/// The surfaces of a body whose velocity animations set.
struct AnimatedSurfaces {
  /// Each with its velocity where no animation says otherwise.
  private let shapes: [(shape: Shape, velocity: Vector)]
  /// What all have to have now; nil for their own. As for ``AnimatedNumber`` it is set once, if it differs.
  var shown: Vector?

  init(_ shapes: [Shape]) { self.shapes = shapes.map { ($0, $0.surfaceVelocity) } }

  /// The model velocity of the first.
  var model: Vector? { shapes.first?.velocity }

  func apply() {
    for i in shapes.indices {
      let velocity = shown ?? shapes[i].velocity
      if shapes[i].shape.surfaceVelocity != velocity { shapes[i].shape.surfaceVelocity = velocity }
    }
  }
}
