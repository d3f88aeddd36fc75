import Foundation
import Testing
import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleTestSupport

@Suite("An edit of a scene's text as values")
struct SceneEditTests {
  @Test("An edit of a scene does not count the corners of the body that it changes twice")
  func corners() throws {
    var scene = try Scene(
      text: "tumble: 1\nbodies: [{id: few, mass: 1, polygon: [[0, 0], [9, 0], [0, 9]]}]\n")
    var many = scene.bodies[0]
    many.id = "many"
    many.shapes[0].form = .polygon(Array(repeating: .zero, count: SceneLimits().allCorners - 3), radius: 0)
    scene.bodies.append(many)
    try scene.apply(.set(.body("few"), path: "friction", value: "0.25"))
    #expect(scene.bodies[0].shapes[0].friction == 0.25)
  }

  @Test("A trigger that is added takes the place of the one of its id, which keeps its name, or has none")
  func replacedTrigger() throws {
    var scene = try Scene(
      text: """
        tumble: 1
        when:
          - {id: first, event: time, at: 1 s, do: {action: mark, text: a}}
          - {event: time, at: 2 s, do: {action: mark, text: b}}
          - {id: last, event: time, at: 3 s, do: {action: mark, text: c}}

        """)
    let before = scene.triggers
    try scene.apply(.add(.trigger, "{id: trigger-2, event: signal, name: go, do: {action: end}}"))
    #expect(scene.triggers.map(\.id) == ["first", nil, "last"])
    #expect(scene.triggers[1].event == .signal("go") && scene.triggers[1].actions == [.end])
    #expect([scene.triggers[0], scene.triggers[2]] == [before[0], before[2]])
    #expect(throws: EditRefusal.self) {
      try scene.apply(.add(.trigger, "{id: last, event: breaks, of: rope, do: {action: end}}"))
    }
    #expect(scene.triggers[2] == before[2])
  }

  @Test(
    "An edit of a scene that sets a property to what it is changes nothing, for each property of every shipped scene"
  )
  func same() throws {
    let library = try SceneLibrary()
    // A property is tried with each value once: most objects of the scenes have those of others.
    var tried: Set<String> = []
    for name in library.names() {
      let scene = try Scene(text: library.read(name).content)
      let model = SceneModel(scene)
      let objects: [SceneObject] =
        [.world, .view] + scene.bodies.prefix(6).map { .body($0.id) }
        + scene.joints.prefix(12).map { .joint($0.id) } + scene.animations.prefix(8).map { .animation($0.id) }
        + scene.layers.map { .layer($0.id) } + scene.controls.map { .control($0.id) }
        + scene.rules.indices.map { .rule(scene.rules[$0].id ?? "rule-\($0 + 1)") }
        + scene.triggers.indices.map { .trigger(scene.triggers[$0].id ?? "trigger-\($0 + 1)") }
        + scene.templates.map { .template($0.id) }
      for object in objects {
        for property in SceneProperty.all(of: object.kind) {
          guard property.name != "id", let text = model.text(of: object, property.name),
            tried.insert("\(object.kind) \(property.name) \(text)").inserted
          else { continue }
          // Of a body whose shapes have densities of their own it is that of the first.
          if object.kind == .body, property.name == "density",
            let body = scene.bodies.first(where: { $0.id == object.id }),
            Set(body.shapes.map(\.mass)).count > 1
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

  @Test(
    "An edit of a scene that removes a body closes the lists up: joints, rules, animations and graphs speak of what is left"
  )
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

  @Test("The format tells a panel what each property is")
  func properties() throws {
    let friction = try #require(SceneProperty.ofShape.first { $0.name == "friction" })
    #expect(
      friction.defaultText == "0.5"
        && friction.kind == .number(unit: "no unit", units: ["%"], min: 0, max: 1e9))
    let motor = SceneProperty.all(of: .joint, type: "motor").map(\.name)
    #expect(motor.contains("rate") && !motor.contains("anchorA"))
    #expect(SceneProperty.outlines.first { $0.name == "circle" }?.parts.map(\.name) == ["radius", "center"])
  }

  /// A scene that refers, in every way that it can, to objects that an edit takes away.
  private static let speaking = """
    tumble: 1
    world: {sleepAfter: 500 ms}
    bodies:
      - {id: hook, kind: kinematic, circle: 5}
      - {id: stone, at: [50, 0], circle: 5, repeat: {grid: {columns: 3, spacing: 20}}}
      - {id: hero, at: [0, 50], shapes: [{id: foot, circle: 5}, {circle: 6}]}
    joints:
      - {id: sling, type: pin, a: hook, b: hero}
    pointer:
      - {id: cut, button: left, drive: {type: follow, of: hook}}
    when:
      - event: time
        at: 1 s
        do: [{action: start, animations: [swing, fade]}, {action: detach, joints: [sling, hold]}]
      - {event: finished, of: [swing], do: {action: mark, text: swung}}
      - event: began
        between: [hook, stone]
        do: {action: attach, joint: {id: hold, type: pin, a: hook, b: hero}}
      - {event: began, between: [hero.foot, stone], do: [{action: slice, of: stone, stroke: cut}]}
      - {event: sleeps, of: stone, do: {action: impulse, of: stone, amount: [1, 1]}}
    controls:
      - {id: grip, slider: [0, 1], property: [stone.friction, hook.opacity]}
    animations:
      - {id: swing, of: hook.position, type: basic, to: [9, 9], duration: 1 s}
      - {id: fade, of: hero.opacity, type: basic, to: 0, duration: 1 s}
    expect:
      - {check: mark, text: swung, by: 3 s}
      - {check: inView, of: stone, to: 1 s}
      - {check: asleep, of: stone, by: 9 s}
    """

  @Test(
    "An edit of a scene leaves nothing that speaks of what is gone, and names the copies of a repeater where each has an entry",
    arguments: [
      Edit.remove(.body("hook")), .remove(.body("hero")), .remove(.animation("swing")),
      .remove(.joint("sling")), .remove(.body("stone-2")), .set(.body("stone-2"), path: "mass", value: "9"),
      .set(.body("stone-1"), path: "kind", value: "static"), .set(.world, path: "sleepAfter", value: nil),
      .set(.body("hero"), path: "shapes", value: "[{circle: 5}]"),
    ])
  func references(edit: Edit) throws {
    var scene = try Scene(text: Self.speaking)
    try scene.apply(edit)
    let text = SceneWriter().text(scene)
    #expect(try SceneWriter().text(Scene(text: text)) == text)
    let patched = try SceneTextPatch().patched(Data(Self.speaking.utf8), to: scene)
    #expect(try SceneWriter().text(Scene(text: String(decoding: patched, as: UTF8.self))) == text)
  }

  @Test(
    "An edit of a scene after which something else could not be read is refused in the reader's words, and changes nothing",
    arguments: [
      (Edit.set(.body("hook"), path: "kind", value: "static"), "'hook' is static"),
      (.set(.body("hook"), path: "kind", value: "dynamic"), "'hook' is dynamic, and only a kinematic body"),
      (.set(.body("hero"), path: "kind", value: "static"), "neither 'hook' (kinematic) nor 'hero' (static)"),
    ])
  func refused(edit: Edit, message: String) throws {
    let scene = try Scene(text: Self.speaking)
    var edited = scene
    let refusal = #expect(throws: EditRefusal.self) { try edited.apply(edit) }
    #expect(refusal?.message.hasPrefix(message) == true, "\(refusal?.message ?? "none")")
    #expect(edited == scene)
  }

  @Test(
    "An edit of a scene of one joint of a cloth or a blob, removed or changed, is written into the file's text"
  )
  func pieces() throws {
    let text = """
      tumble: 1
      bodies:
        - {id: sheet, at: [0, 99], mass: 1, repeat: {cloth: {columns: 3, rows: 2, spacing: 12}}}
        - {id: jelly, at: [99, 99], repeat: {blob: {radius: 20, count: 6, stiffness: 90}}}
      """
    for edit in [
      Edit.remove(.joint("sheet-link-2")), .set(.joint("jelly-link-3"), path: "maxForce", value: "9"),
    ] {
      var scene = try Scene(text: text)
      try scene.apply(edit)
      let patched = try SceneTextPatch().patched(Data(text.utf8), to: scene)
      let read = try Scene(text: String(decoding: patched, as: UTF8.self))
      #expect(SceneWriter().text(read) == SceneWriter().text(scene), "\(edit)")
    }
  }

  /// The removal and one change of each object; of those that are numbered alike of one, at the ends or
  /// anywhere.
  private static func edits(of scene: Scene, using generator: inout SeededGenerator) -> [Edit] {
    func some(_ ids: [String]) -> [String] {
      let groups = Dictionary(grouping: ids) { $0.prefix { !$0.isNumber } }
      var picked: Set<String> = []
      for (_, group) in groups.sorted(by: { $0.key < $1.key }) {
        picked.insert(generator.pick([group[0], group[group.count - 1], generator.pick(group)]))
      }
      return ids.filter(picked.contains)
    }
    var objects: [SceneObject] = some(scene.bodies.map(\.id)).map { .body($0) }
    objects += some(scene.joints.map(\.id)).map { .joint($0) }
    objects += scene.fields.map { .field($0.id) } + scene.fluids.map { .fluid($0.id) }
    objects += scene.emitters.map { .emitter($0.id) } + scene.animations.map { .animation($0.id) }
    objects += scene.inputs.map { .input($0.id) }
    objects += scene.layers.map { .layer($0.id) } + scene.controls.map { .control($0.id) }
    objects += scene.rules.indices.map { .rule(scene.rules[$0].id ?? "rule-\($0 + 1)") }
    objects += scene.triggers.indices.map { .trigger(scene.triggers[$0].id ?? "trigger-\($0 + 1)") }
    objects += scene.templates.map { .template($0.id) }
    return objects.flatMap { [.remove($0), change(of: $0, using: &generator)] }
      + [.set(.world, path: "sleepAfter", value: nil), .set(.world, path: "pointsPerMeter", value: nil)]
  }

  private static func change(of object: SceneObject, using generator: inout SeededGenerator) -> Edit {
    let changes: [(String, String)] =
      switch object.kind {
      case .body:
        [
          ("at", "[12.5, 34.5]"), ("friction", "0.125"), ("color", "red"), ("kind", "static"),
          ("kind", "kinematic"), ("mass", "7"), ("circle", "6"),
        ]
      case .joint: [("maxForce", "12345"), ("stiffness", "77"), ("collide", "true"), ("type", "pivot")]
      case .field: [("strength", "77"), ("type", "drag")]
      case .fluid: [("drag", "0.75"), ("density", "0.5")]
      case .emitter: [("cells[0].rate", "7")]
      case .animation: [("duration", "1.25"), ("repeat", "3"), ("of", "world.gravity")]
      case .input: [("help", "other"), ("drive", "[]")]
      case .layer: [("speed", "0.125"), ("timeOffset", "3")]
      case .trigger: [("after", "250 ms"), ("times", "7"), ("do", "[{action: mark, text: now}]")]
      case .control: [("title", "Other"), ("help", "other")]
      case .rule: [("friction", "0.125"), ("id", "same"), ("ignore", "true")]
      case .template: [("friction", "0.125"), ("mass", "7"), ("circle", "6")]
      case .world, .view, .camera: []
      }
    let (path, value) = generator.pick(changes)
    return .set(object, path: path, value: value)
  }

  @Test(
    "An edit of a scene that is taken leaves a scene that reads, written anew and into its file's text",
    arguments: SceneTextPatchPropertyTests.names, Seeds.ofEachScene())
  func reads(name: String, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed &* 7919 &+ name.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
    let data = try SceneTextPatchPropertyTests.text(name)
    let scene = try SceneReader().read(data, file: name, name: name).get()
    let edits = Self.edits(of: scene, using: &generator)
    for _ in 0..<2 {
      let edit = generator.pick(edits)
      var edited = scene
      do { try edited.apply(edit) } catch { continue }
      let text = SceneWriter().text(edited)
      do {
        let again = try SceneReader().read(Data(text.utf8), file: name, name: name).get()
        #expect(SceneWriter().text(again) == text, "\(edit): written anew")
        let patched = try SceneTextPatch().patched(data, to: edited)
        let read = try SceneReader().read(patched, file: name, name: name).get()
        #expect(SceneWriter().text(read) == text, "\(edit): written into its file's text")
      } catch {
        // More than 500 copies of one entry are not written out, and the message says so.
        if "\(error)".contains("would write each of them out") { continue }
        Issue.record("\(edit): \(error)")
      }
    }
  }
}
