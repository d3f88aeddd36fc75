import TumbleGeometry
import TumbleScenes

extension Scene {
  /// Bodies where nothing falls.
  static func weightless(_ bodies: [Body]) -> Scene {
    var scene = Scene(bodies: bodies)
    scene.world.gravity = .zero
    return scene
  }
}

extension Scene.Body {
  /// A body with one shape, a ball of radius 5 unless said otherwise.
  init(
    _ id: String, _ kind: Kind = .dynamic, at position: Vector = .zero,
    _ form: Scene.Form = .circle(radius: 5),
    _ change: (inout Scene.Body) -> Void = { _ in }
  ) {
    self.init(id: id)
    (self.kind, self.position, shapes) = (kind, position, [Scene.Shape(form)])
    change(&self)
  }

  /// A line to lie on.
  static func floor(y: Double = 0) -> Scene.Body {
    Scene.Body("floor", .static, .segment(from: Vector(-1_000, y), to: Vector(1_000, y), radius: 1))
  }
}
