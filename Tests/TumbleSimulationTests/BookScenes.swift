import TumbleGeometry
import TumbleScenes

/// The book's two scenes as values, apart from any file.
enum BookScenes {
  /// The scene of listing 11.3.
  static var crate: Scene {
    Scene(
      name: "crate", title: "One crate", bodies: [crate("crate", left: 100, top: 0, width: 100, height: 100)])
  }

  /// The scene of listing 11.4.
  static var crates: Scene {
    var walls = Scene.Body(id: "walls")
    walls.kind = .static
    let corners = Rect(size: Size(300, 300)).corners
    for i in 0..<4 {
      var wall = Scene.Shape(.segment(from: corners[i], to: corners[(i + 1) % 4], radius: 1))
      (wall.friction, wall.elasticity) = (0.5, 0.8)
      walls.shapes.append(wall)
    }
    let boxes: [(Double, Double, Double)] = [(0, 0, 32), (32, 0, 32), (64, 0, 64), (128, 0, 32), (0, 32, 64)]
    return Scene(
      name: "crates", title: "Crates in a box",
      bodies: [walls]
        + boxes.enumerated().map { crate("crate\($0 + 1)", left: $1.0, top: $1.1, width: $1.2, height: $1.2) }
    )
  }

  private static func crate(_ id: String, left: Double, top: Double, width: Double, height: Double)
    -> Scene.Body
  {
    Scene.Body(id, at: Vector(left + width / 2, 300 - top - height / 2), .box(Size(width, height))) {
      $0.mass = .body(100, .fromShapes)
      ($0.shapes[0].friction, $0.shapes[0].elasticity) = (0.5, 0.8)
    }
  }
}
