import Foundation
import TumbleFrames
import TumbleGeometry
import TumbleTestSupport

/// World descriptions and frames that the tests draw.
package enum Samples {
  /// The package's own pictures.
  package static func asset(_ name: String) -> String {
    ProjectFolder.assets.appendingPathComponent("\(name).png").path
  }

  package static let box = Polygon(box: Size(40, 40)).corners

  /// One of everything that can be drawn, in a view of 300 × 300 points.
  package static var zoo: (description: WorldDescription, frame: Frame) {
    let walls: [Outline] = [
      .segment(from: Vector(0, 0), to: Vector(300, 0), radius: 3),
      .segment(from: Vector(0, 0), to: Vector(0, 300), radius: 3),
      .polygon([Vector(200, 0), Vector(300, 0), Vector(300, 50)], radius: 0),
    ]
    let description = WorldDescription(
      name: "zoo", title: "One of everything", view: Rect(size: Size(300, 300)),
      bodies: [
        BodyDescription(name: "walls", kind: .static, outlines: walls),
        BodyDescription(
          name: "crate", kind: .dynamic, outlines: [.polygon(box, radius: 0)], texture: asset("crate")),
        BodyDescription(name: "ball", kind: .dynamic, outlines: [.circle(center: .zero, radius: 22)]),
        BodyDescription(
          name: "stick", kind: .dynamic,
          outlines: [.segment(from: Vector(-30, 0), to: Vector(30, 0), radius: 6)]),
        BodyDescription(
          name: "stone", kind: .dynamic,
          outlines: [.polygon([Vector(-20, -15), Vector(20, -15), Vector(0, 20)], radius: 6)]),
        BodyDescription(name: "lift", kind: .kinematic, outlines: [.polygon(box, radius: 4)]),
        BodyDescription(
          name: "lost", kind: .dynamic, outlines: [.polygon(box, radius: 0)], texture: "/no/such.png"),
        BodyDescription(
          name: "wheel", kind: .dynamic, outlines: [.circle(center: .zero, radius: 24)],
          texture: asset("wheel")),
        BodyDescription(
          name: "dumbbell", kind: .dynamic,
          outlines: [
            .circle(center: Vector(-22, 0), radius: 10), .circle(center: Vector(22, 0), radius: 10),
            .segment(from: Vector(-22, 0), to: Vector(22, 0), radius: 3),
          ]),
      ],
      joints: [
        JointDescription(name: "rod", kind: .pin, a: 0, b: 1),
        JointDescription(name: "rope", kind: .slide, a: 0, b: 1),
        JointDescription(name: "coil", kind: .spring, a: 0, b: 1),
        JointDescription(name: "axle", kind: .pivot, a: 0, b: 1),
      ])
    let places: [(Double, Double, Double)] = [
      (0, 0, 0), (60, 60, 0.4), (140, 40, 1), (80, 150, 0.7), (150, 130, -0.5), (230, 110, 0.2),
      (50, 230, 0.3),
      (140, 230, 0.5), (230, 240, -0.4),
    ]
    var bodies = places.enumerated().map {
      BodySnapshot(id: BodyID($0.offset), position: Vector($0.element.0, $0.element.1), angle: $0.element.2)
    }
    bodies[5].appearance = Appearance(opacity: 0.5, scale: Vector(1.4, 0.7))
    bodies[8].appearance.color = Color(hex: "#2a9d8f")
    let joints = [
      JointSnapshot(id: 0, a: Vector(60, 60), b: Vector(140, 40)),
      JointSnapshot(id: 1, a: Vector(80, 150), b: Vector(150, 130)),
      JointSnapshot(id: 2, a: Vector(150, 130), b: Vector(230, 110)),
      JointSnapshot(id: 3, a: Vector(140, 230), b: Vector(140, 230)),
    ]
    return (description, Frame(FrameSnapshot(step: 297, rate: 120, bodies: bodies, joints: joints)))
  }

  /// Small pictures among which some are large, far away, or turned.
  package static func scenery(_ random: inout SeededGenerator, most: Int) -> [SceneryDescription] {
    (0..<random.int(in: 1...4)).map { entry in
      let width = random.pick([0.5, 3, 8, 20, 900])
      let outline: Outline =
        random.bool()
        ? .rect(Rect(center: .zero, size: Size(width, width * random.double(in: 0.3...2))))
        : .circle(center: Vector(random.double(in: -5...5), 0), radius: width / 2)
      let isTurned = random.bool()
      let reach = random.pick([50.0, 400, 3000])
      var made = SceneryDescription(
        name: "entry\(entry)", outlines: [outline],
        places: (0..<random.int(in: 1...most)).map { _ in
          SceneryDescription.Place(
            position: Vector(random.double(in: -reach...reach), random.double(in: -reach...reach)),
            angle: isTurned ? random.double(in: -4...4) : 0)
        })
      made.color = random.bool() ? Color(red: random.double(in: 0...1), green: 0.5, blue: 0.2) : nil
      made.opacity = random.bool() ? 1 : random.double(in: 0.2...1)
      made.isInFront = random.int(in: 0...2) == 0
      return made
    }
  }
}
