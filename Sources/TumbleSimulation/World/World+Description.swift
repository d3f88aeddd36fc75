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
          name: body.id, kind: .init(body.kind), outlines: body.shapes.flatMap(\.outlines),
          texture: body.appearance.texture?.path)
      },
      joints: scene.joints.map { JointDescription(name: $0.id, type: $0.form.word) })
  }
}

extension BodyDescription.Kind {
  init(_ kind: Scene.Body.Kind) {
    self =
      switch kind {
      case .dynamic: .dynamic
      case .kinematic: .kinematic
      case .static: .static
      }
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

extension Scene.JointForm {
  /// The scene file's word.
  var word: String {
    switch self {
    case .pin: "pin"
    case .slide: "slide"
    case .pivot: "pivot"
    case .groove: "groove"
    case .spring: "spring"
    case .rotarySpring: "rotary-spring"
    case .rotaryLimit: "rotary-limit"
    case .ratchet: "ratchet"
    case .gear: "gear"
    case .motor: "motor"
    }
  }
}
