import TumbleFrames
import TumbleGeometry
import TumblePhysics
import TumbleScenes

extension WorldDescription {
  /// Who a scene's bodies and joints are, for a window.
  public init(of scene: Scene) {
    self.init(
      name: scene.name, title: scene.title, view: scene.view.rect,
      bodies: scene.bodies.map { body in
        BodyDescription(
          name: body.id, kind: body.kind, outlines: body.shapes.flatMap(\.outlines),
          texture: body.appearance.texture?.path)
      },
      joints: scene.joints.map { JointDescription(name: $0.id, kind: $0.form.kind) })
  }
}

extension Scene.Shape {
  /// A concave polygon with rounded corners has several: the pieces it is simulated as.
  fileprivate var outlines: [Outline] {
    switch form {
    case .box(let size, let radius): [.polygon(Polygon(box: size).corners, radius: radius)]
    case .circle(let center, let radius): [.circle(center: center, radius: radius)]
    case .segment(let segment): [.segment(from: segment.from, to: segment.to, radius: segment.radius)]
    case .polygon(let polygon, let radius) where radius == 0 || polygon.isConvex:
      [.polygon(polygon.signedArea < 0 ? polygon.corners.reversed() : polygon.corners, radius: radius)]
    case .polygon(let polygon, let radius):
      ((try? polygon.convexPieces()) ?? [polygon]).map { .polygon($0.corners, radius: radius) }
    }
  }
}
