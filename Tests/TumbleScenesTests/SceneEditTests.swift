import Foundation
import Testing
import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleTestSupport

@Suite("An edit of a scene's text as values")
struct SceneEditTests {
  @Test("that sets a property to what it is changes nothing, for each property of every shipped scene")
  func same() throws {
    let library = try SceneLibrary()
    for name in library.names() {
      let scene = try Scene(text: library.read(name).content)
      let objects: [SceneObject] =
        [.world, .view] + scene.bodies.prefix(6).map { .body($0.id) }
        + scene.joints.prefix(12).map { .joint($0.id) } + scene.animations.prefix(8).map { .animation($0.id) }
      for object in objects {
        for property in SceneProperty.all(of: object.kind) {
          guard property.name != "id", let text = scene.text(of: object, path: property.name) else {
            continue
          }
          // Of a body whose shapes have densities of their own it is that of the first.
          if case .body(let id) = object, property.name == "density",
            let body = scene.bodies.first(where: { $0.id == id }), Set(body.shapes.map(\.mass)).count > 1
          {
            continue
          }
          var edited = scene
          do {
            try edited.apply(.set(object, path: property.name, value: text))
          } catch {
            // Several shapes have several outlines.
            guard error.message.contains("shapes") else {
              Issue.record("\(name): \(property.name) of \(object) to \(text): \(error)")
              continue
            }
          }
          #expect(edited == scene, "\(name): \(property.name) of \(object) to \(text)")
        }
      }
    }
  }

  @Test("that removes a body closes the lists up: joints, rules, animations and graphs speak of what is left")
  func remove() throws {
    var scene = try Scene(
      text:
        """
        tumble: 1
        bodies:
          - {id: a, circle: 5}
          - {id: b, at: [50, 0], circle: 5}
          - {id: c, at: [90, 0], circle: 5}
        joints:
          - {id: ab, type: pin, a: a, b: b}
          - {id: bc, type: pin, a: b, b: c}
        rules:
          - {between: [a, [b, c]], ignore: true}
          - {between: [a, anything], friction: 0}
        animations:
          - {id: fade, of: a.opacity, type: basic, to: 0, duration: 1}
          - {id: both, type: group, duration: 1, animations: [{of: a.opacity, type: basic, to: 0}, {of: c.opacity, type: basic, to: 0}]}
        graph:
          - {channels: [a.y, energy.total]}
          - {channels: [ab.length]}
        """)
    try scene.apply(.remove(.body("a")))
    #expect(scene.bodies.map(\.id) == ["b", "c"])
    #expect(scene.joints.map(\.id) == ["bc"] && scene.joints[0].a == 0 && scene.joints[0].b == 1)
    #expect(scene.rules.isEmpty && scene.animations.map(\.id) == ["both"])
    #expect(scene.graphs.map(\.channels) == [["energy.total"]])
    #expect(try Scene(text: SceneWriter().text(scene)).bodies == scene.bodies)
  }

  @Test("of Swift values adds what they say")
  func values() throws {
    var scene = try Scene(text: "tumble: 1\nbodies: [{id: a, circle: 5}, {id: b, at: [50, 0], circle: 5}]")
    var body = Scene.Body(id: "c")
    body.shapes = [Scene.Shape(.circle(radius: 4))]
    let joint = Scene.Joint(id: "j", form: .pivot(anchorA: .zero, anchorB: Vector(1, 0.1)), a: 0, b: 1)
    let (before, edits) = (scene, [Edit.adding(body), .adding(joint, in: scene)])
    for edit in edits { try scene.apply(edit) }
    #expect(scene.bodies == before.bodies + [body] && scene.joints == [joint])
  }

  @Test("tells a panel what each property is")
  func properties() throws {
    let friction = try #require(SceneProperty.ofShape.first { $0.name == "friction" })
    #expect(
      friction.defaultText == "0.5"
        && friction.kind == .number(unit: "no unit", units: ["%"], min: 0, max: 1e9))
    let motor = SceneProperty.all(of: .joint, type: "motor").map(\.name)
    #expect(motor.contains("rate") && !motor.contains("anchorA"))
    #expect(SceneProperty.outlines.first { $0.name == "circle" }?.parts.map(\.name) == ["radius", "center"])
  }
}
