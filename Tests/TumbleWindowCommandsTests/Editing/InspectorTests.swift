import Testing
import TumbleFrames
import TumbleGeometry
import TumblePanels
import TumbleScenes
@testable import TumbleWindowCommands

extension Inspector.Subject {
  /// - Parameter text: A mapping of the scene format; the keys of one that cannot be read are missing.
  init(object: SceneObject, text: String, known: [String: FormatNode] = [:]) {
    self.init(object: object, value: (try? FormatNode(read: text)) ?? .plain(text), known: known)
  }
}

@Suite("Inspector")
struct InspectorTests {
  var inspector = Inspector()
  private let crate = Inspector.Subject(
    object: .body("crate1"),
    text: """
      {id: crate1, at: [16, 284], angle: 0.5, mass: 100, shapes: [{box: [32, 16], friction: 0.7}], \
      texture: "crate", maxSpeed: 400}
      """)

  private func rows(_ state: InspectorState) -> [String: PropertyRow] {
    Dictionary(state.groups.flatMap(\.rows).map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
  }

  @Test("A body has a row for each of the format's keys that can be set, and one for each of its outline's")
  mutating func keys() {
    let state = inspector.state(of: [crate], Inspector.Facts(id: 7))
    let names = Set(state.groups.flatMap(\.rows).map(\.path))
    for property in SceneProperty.all(of: .body) where !["id", "group"].contains(property.name) {
      switch property.kind {
      case .group, .reference, .references:
        #expect(!names.contains("body.\(property.name)"), "\(property.name)")
      default: #expect(names.contains("body.\(property.name)"), "\(property.name)")
      }
    }
    #expect(names.isSuperset(of: ["body.shapes[0].box.size", "body.shapes[0].box.radius"]))
    #expect(state.title == "crate1")
    #expect(state.subtitle == "dynamic body · id 7")
  }

  @Test("A row shows what the body has, or the default of what it leaves out")
  mutating func values() throws {
    let rows = rows(inspector.state(of: [crate], Inspector.Facts()))
    #expect(rows["body.at"]?.control == .vector(Vector(16, 284)))
    #expect(rows["body.at"]?.unit == "pt")
    #expect(rows["body.friction"]?.control == .slider(0.7, range: 0...2))
    #expect(rows["body.elasticity"]?.control == .slider(0.2, range: 0...2))
    #expect(rows["body.opacity"]?.control == .slider(1, range: 0...1))
    #expect(rows["body.kind"]?.control == .choice(0, of: ["dynamic", "kinematic", "static"]))
    #expect(rows["body.sensor"]?.control == .toggle(false))
    #expect(rows["body.texture"]?.control == .text("crate"))
    #expect(rows["body.shapes[0].box.size"]?.control == .vector(Vector(32, 16)))
    #expect(rows["body.angularVelocity"]?.label == "angular velocity")
    let help = try #require(rows["body.elasticity"]?.help)
    #expect(help.hasPrefix("How much of a bounce is kept"))
  }

  @Test("A body has a row for each part of a gradient, a border and a caption, which sets that part")
  mutating func looks() {
    let sign = Inspector.Subject(
      object: .body("sign"),
      text: #"{id: sign, box: [9, 9], layer: 2, border: 3, caption: {text: "Hi", upright: true}}"#)
    let rows = rows(inspector.state(of: [sign], Inspector.Facts()))
    #expect(rows["body.layer"]?.control == .slider(2, range: -1000...1000))
    guard case .slider(3, _, _)? = rows["body.border.width"]?.control else {
      Issue.record("\(String(describing: rows["body.border.width"]))")
      return
    }
    #expect(rows["body.border.width"]?.label == "border width" && rows["body.border.width"]?.unit == "pt")
    #expect(rows["body.caption.text"]?.control == .text("Hi"))
    #expect(rows["body.caption.upright"]?.control == .toggle(true))
    #expect(rows["body.gradient.colors"]?.control == .text(""))
    #expect(
      inspector.edits("body.gradient.colors", .text("[red, blue]")) == [
        .set(sign.object, path: "gradient.colors", value: "[red, blue]")
      ])
    #expect(
      inspector.edits("body.caption.text", .text("Stop: 7")) == [
        .set(sign.object, path: "caption.text", value: "\"Stop: 7\"")
      ])
    #expect(
      inspector.edits("body.border.color", .color(.white)) == [
        .set(sign.object, path: "border.color", value: "\"#ffffff\"")
      ])
  }

  @Test("What is nothing without a part goes with it: a caption without a text, a spring without a frequency")
  mutating func wholes() {
    let sign = Inspector.Subject(
      object: .body("sign"),
      text: "{id: sign, box: [9, 9], caption: Hi, follow: {frequency: 4, damping: 0.7}}")
    let parts = ["frequency", "damping", "maxForce", "maxTorque"]
    var rows = rows(inspector.state(of: [sign], Inspector.Facts()))
    #expect(parts.allSatisfy { rows["body.follow.\($0)"] != nil })
    #expect(rows["body.follow.frequency"]?.control == .slider(4, range: 0...100))
    #expect(rows["body.follow.frequency"]?.unit == "Hz")
    #expect(rows["body.follow.maxForce"]?.control == .text(""))
    #expect(rows["body.follow.maxForce"]?.label == "follow max force")
    #expect(
      inspector.edits("body.follow.frequency", .typed("3 Hz")) == [
        .set(sign.object, path: "follow.frequency", value: "3 Hz")
      ])
    #expect(
      inspector.edits("body.follow.frequency", .typed("")) == [
        .set(sign.object, path: "follow", value: nil)
      ])
    #expect(
      inspector.edits("body.follow.damping", .typed(" ")) == [
        .set(sign.object, path: "follow.damping", value: nil)
      ])
    #expect(
      inspector.edits("body.caption.text", .text("")) == [.set(sign.object, path: "caption", value: nil)])
    rows = self.rows(inspector.state(of: [crate], Inspector.Facts()))
    #expect(rows["body.follow.frequency"]?.control == .text(""), "it follows nothing")
  }

  @Test(
    "The inspector offers the materials of the scene's file before the usual ones, and sets what they give")
  mutating func ownMaterials() {
    inspector.materials = [
      SurfacePreset(name: "felt", friction: 0.7, elasticity: nil),
      SurfacePreset(name: "ice", friction: 0.01, elasticity: 0),
    ]
    let usual = SurfacePreset.all.map(\.name).filter { $0 != "ice" }
    let row = rows(inspector.state(of: [crate], Inspector.Facts()))["body.surface"]
    guard case .choice(_, let names)? = row?.control else { return #expect(row != nil) }
    #expect(names == ["of its own", "felt", "ice"] + usual)
    #expect(
      inspector.edits("body.surface", .choice(1)) == [
        .set(crate.object, path: "friction", value: "0.7")
      ])
    #expect(
      inspector.edits("body.surface", .choice(2)).map { edit in
        if case .set(_, let path, let value) = edit { "\(path) \(value ?? "")" } else { "" }
      } == ["friction 0.01", "elasticity 0"])
  }

  @Test("A material sets friction and elasticity of all that is selected, and is shown where a body has both")
  mutating func materials() {
    let names = ["of its own"] + SurfacePreset.all.map(\.name)
    #expect(
      rows(inspector.state(of: [crate], Inspector.Facts()))["body.surface"]?.control == .choice(0, of: names))
    let ice = Inspector.Subject(
      object: .body("floor"), text: "{id: floor, shapes: [{box: [9, 9], friction: 0.02, elasticity: 0.05}]}")
    let both = inspector.state(of: [ice, crate], Inspector.Facts())
    #expect(rows(both)["body.surface"]?.control == .choice(5, of: names))
    #expect(inspector.gesture("body.surface") == "material of several")
    #expect(
      inspector.edits("body.surface", .choice(4)) == [
        .set(.body("floor"), path: "friction", value: "0.9"),
        .set(.body("floor"), path: "elasticity", value: "0.8"),
        .set(.body("crate1"), path: "friction", value: "0.9"),
        .set(.body("crate1"), path: "elasticity", value: "0.8"),
      ])
    #expect(inspector.edits("body.surface", .choice(0)).isEmpty)
  }

  @Test("What is left out and follows from something else shows what that is now")
  mutating func known() {
    var subject = Inspector.Subject(
      object: .body("ball"), text: "{id: ball, at: [0, 0], shapes: [{circle: 16}]}")
    subject.known = ["mass": .number(0.8)]
    let rows = rows(inspector.state(of: [subject], Inspector.Facts()))
    #expect(rows["body.mass"]?.control == .slider(0.8, range: 0.01...10, isLogarithmic: true))
    #expect(rows["body.maxSpeed"]?.control == .text(""))
  }

  @Test("A text is shown as it is, and not as it is escaped in a file")
  mutating func escapes() {
    let sign = Inspector.Subject(
      object: .body("sign"), text: #"{id: sign, box: 9, caption: "say \"a\\b\""}"#)
    let rows = rows(inspector.state(of: [sign], Inspector.Facts()))
    #expect(rows["body.caption.text"]?.control == .text(#"say "a\b""#))
  }

  @Test("Angles are shown in degrees, and a number that is typed alone is in degrees too")
  mutating func angles() {
    let subject = Inspector.Subject(
      object: .body("plank"), text: "{id: plank, at: [0, 0], angle: \(30 * Double.pi / 180)}")
    let rows = rows(inspector.state(of: [subject], Inspector.Facts()))
    #expect(rows["body.angle"]?.control == .slider(30, range: -180...180))
    #expect(rows["body.angle"]?.unit == "°")
    let plank = SceneObject.body("plank")
    #expect(inspector.edits("body.angle", .typed("45")) == [.set(plank, path: "angle", value: "45 deg")])
    #expect(
      inspector.edits("body.angle", .typed(" 0.25 turn ")) == [.set(plank, path: "angle", value: "0.25 turn")]
    )
    #expect(
      inspector.edits("body.angle", .number(90)) == [
        .set(plank, path: "angle", value: "\(90 * Double.pi / 180)")
      ])
  }

  @Test("A word that may be left out is chosen from a list that begins with none")
  mutating func noWord() throws {
    let skins = ["–", "water", "slime", "sand", "lava"]
    let plain = rows(inspector.state(of: [crate], Inspector.Facts()))
    #expect(plain["body.skin"]?.control == .choice(0, of: skins))
    #expect(inspector.edits("body.skin", .choice(3)) == [.set(crate.object, path: "skin", value: "sand")])
    let hot = Inspector.Subject(object: crate.object, text: "{id: crate1, circle: 5, skin: lava}")
    let shown = rows(inspector.state(of: [hot], Inspector.Facts()))
    #expect(shown["body.skin"]?.control == .choice(4, of: skins))
    #expect(inspector.edits("body.skin", .choice(0)) == [.set(crate.object, path: "skin", value: nil)])
    #expect(inspector.edits("body.skin", .choice(5)).isEmpty)
  }

  @Test("What is set is text for the reader, and nothing typed is the default")
  mutating func edits() {
    _ = inspector.state(of: [crate], Inspector.Facts())
    let object = crate.object
    #expect(
      inspector.edits("body.friction", .number(0.25)) == [.set(object, path: "friction", value: "0.25")])
    #expect(inspector.edits("body.friction", .typed("")) == [.set(object, path: "friction", value: nil)])
    #expect(
      inspector.edits("body.maxSpeed", .typed("3 m/s")) == [.set(object, path: "maxSpeed", value: "3 m/s")])
    #expect(
      inspector.edits("body.at", .component(0, 2.5)) == [.set(object, path: "at", value: "[2.5, 284]")])
    #expect(
      inspector.edits("body.at", .typed("20 cm", component: 1)) == [
        .set(object, path: "at", value: "[16, 20 cm]")
      ])
    #expect(inspector.edits("body.kind", .choice(2)) == [.set(object, path: "kind", value: "static")])
    #expect(inspector.edits("body.sensor", .toggle(true)) == [.set(object, path: "sensor", value: "true")])
    #expect(
      inspector.edits("body.color", .color(Color(red: 1, green: 0.5, blue: 0)))
        == [.set(object, path: "color", value: "\"#ff8000\"")])
    #expect(
      inspector.edits("body.texture", .text("ball")) == [.set(object, path: "texture", value: "\"ball\"")])
    #expect(
      inspector.edits("body.shapes[0].box.size", .component(1, 9))
        == [.set(object, path: "shapes[0].box.size", value: "[32, 9]")])
    #expect(inspector.edits("body.nothing", .number(1)) == [])
  }

  @Test("Several bodies have the rows that they share, and are set together")
  mutating func several() {
    let ball = Inspector.Subject(
      object: .body("ball"), text: "{id: ball, at: [0, 0], shapes: [{circle: 16}]}")
    let state = inspector.state(of: [crate, ball], Inspector.Facts())
    let rows = rows(state)
    #expect(state.title == "2 selected")
    #expect(rows["body.at"] == nil)
    #expect(rows["body.shapes[0].box.size"] == nil)
    #expect(
      inspector.edits("body.friction", .number(1))
        == [
          .set(.body("crate1"), path: "friction", value: "1"),
          .set(.body("ball"), path: "friction", value: "1"),
        ])
  }

  @Test("A row of several says where they differ, also by a default, and nowhere else")
  mutating func mixed() {
    let text = "{id: b, velocity: [1, 2], angle: 0, shapes: [{circle: 16, friction: 0.5}]}"
    func with(_ key: String, _ value: String) -> Inspector.Subject {
      Inspector.Subject(
        object: .body("c"), text: "{id: c, \(key): \(value), " + text.dropFirst("{id: b, ".count))
    }
    let body = Inspector.Subject(object: .body("b"), text: text)
    func mixedRows(_ other: Inspector.Subject) -> Set<String> {
      let state = inspector.state(of: [body, other, body], Inspector.Facts())
      return Set(state.groups.flatMap(\.rows).filter(\.isMixed).map(\.path))
    }
    #expect(mixedRows(body).isEmpty)
    // The defaults, written out.
    for (key, value) in [("elasticity", "0.2"), ("kind", "dynamic"), ("sensor", "false"), ("opacity", "1")] {
      #expect(mixedRows(with(key, value)).isEmpty, "\(key)")
    }
    #expect(mixedRows(with("kind", "static")) == ["body.kind"])
    #expect(mixedRows(with("sensor", "true")) == ["body.sensor"])
    #expect(mixedRows(with("color", "\"#123456\"")) == ["body.color"])
    #expect(mixedRows(with("layer", "3")) == ["body.layer"])
    #expect(mixedRows(with("border", "3")) == ["body.border.width"])
    #expect(mixedRows(with("friction", "0.9")) == ["body.friction", "body.surface"])
    // The world has nothing to differ from.
    let world = inspector.worldState(
      .mapping([("gravity", .vector(0, 1))]), view: Inspector.Subject(object: .view, text: "{}"),
      camera: Inspector.Subject(object: .camera, text: "{}"), speed: 1, Inspector.Facts())
    #expect(world.groups.flatMap(\.rows).allSatisfy { !$0.isMixed })
  }

  @Test("One component of several vectors is set, and each keeps its other one")
  mutating func components() {
    let subjects = [1.0, 2].map {
      Inspector.Subject(
        object: .body("b\($0)"), text: "{id: b, velocity: [3, \($0)], shapes: [{circle: 16}]}")
    }
    let state = inspector.state(of: subjects, Inspector.Facts())
    #expect(rows(state)["body.velocity"]?.isMixed == true)
    #expect(
      inspector.edits("body.velocity", .component(0, 7)) == [
        .set(.body("b1.0"), path: "velocity", value: "[7, 1]"),
        .set(.body("b2.0"), path: "velocity", value: "[7, 2]"),
      ])
    #expect(
      inspector.edits("body.velocity", .typed("2 m/s", component: 0)).last
        == .set(.body("b2.0"), path: "velocity", value: "[2 m/s, 2]"))
  }

  @Test("Joints of several types have the rows that all of them have")
  mutating func joints() {
    let subjects = [
      "{id: j, type: spring, a: x, b: y, restLength: 60, stiffness: 400, damping: 5}",
      "{id: k, type: motor, a: x, b: y, rate: 2}",
    ].map { Inspector.Subject(object: .joint("j"), text: $0) }
    let names = Set(rows(inspector.state(of: subjects, Inspector.Facts())).keys)
    #expect(names.isSuperset(of: ["joint.maxForce", "joint.collideBodies"]))
    #expect(names.isDisjoint(with: ["joint.restLength", "joint.stiffness", "joint.rate"]))
  }

  @Test(
    "A joint has the rows of its type",
    arguments: [
      (
        "{id: j, type: spring, a: x, b: y, restLength: 60, stiffness: 400, damping: 5}",
        ["restLength", "stiffness"]
      ),
      ("{id: j, type: motor, a: x, b: y, rate: 2}", ["rate"]),
      ("{id: j, type: slide, a: x, b: y, min: 0, max: infinite}", ["min", "max"]),
      ("{id: j, type: gear, a: x, b: y, phase: 0, ratio: 2}", ["phase", "ratio"]),
    ])
  mutating func joint(_ text: String, _ keys: [String]) {
    let state = inspector.state(of: [Inspector.Subject(object: .joint("j"), text: text)], Inspector.Facts())
    let names = Set(state.groups.flatMap(\.rows).map(\.path))
    #expect(names.isSuperset(of: keys.map { "joint.\($0)" } + ["joint.maxForce", "joint.collideBodies"]))
    #expect(!names.contains("joint.type") && !names.contains("joint.a") && !names.contains("joint.at"))
    #expect(state.subtitle.hasSuffix("joint of x and y"))
  }

  @Test("A slider keeps its ends while it is pulled")
  mutating func held() {
    func friction(_ value: Double) -> Inspector.Subject {
      Inspector.Subject(
        object: .body("b"), text: "{id: b, at: [0, 0], shapes: [{circle: 1, friction: \(value)}]}")
    }
    _ = inspector.state(of: [friction(0.5)], Inspector.Facts())
    inspector.begin("body.friction")
    var rows = rows(inspector.state(of: [friction(1.9)], Inspector.Facts()))
    #expect(rows["body.friction"]?.control == .slider(1.9, range: 0...2))
    rows = self.rows(inspector.state(of: [friction(6)], Inspector.Facts()))
    #expect(rows["body.friction"]?.control == .slider(6, range: 0...2))
    inspector.end("body.friction")
    rows = self.rows(inspector.state(of: [friction(6)], Inspector.Facts()))
    #expect(rows["body.friction"]?.control == .slider(6, range: 0...20))
  }

  @Test("What was refused stands at its row until it is touched again")
  mutating func refusal() {
    _ = inspector.state(of: [crate], Inspector.Facts())
    inspector.refuse("body.friction", "'friction' must be 0 or more, not '-1'")
    var rows = rows(inspector.state(of: [crate], Inspector.Facts()))
    #expect(rows["body.friction"]?.refusal == "'friction' must be 0 or more, not '-1'")
    inspector.begin("body.friction")
    rows = self.rows(inspector.state(of: [crate], Inspector.Facts()))
    #expect(rows["body.friction"]?.refusal == nil)
  }

  @Test("What a graph can show can be plotted, by the names of its channels")
  mutating func plot() {
    let facts = Inspector.Facts(plotted: ["crate1.angle"])
    let rows = rows(inspector.state(of: [crate], facts))
    #expect(rows["body.angle"]?.isPlotted == true)
    #expect(rows["body.at"]?.isPlotted == false)
    #expect(rows["body.friction"]?.isPlotted == nil)
    #expect(inspector.channels("body.at") == ["crate1.x", "crate1.y"])
  }

  @Test("The world's panel has the world's keys and the view's")
  mutating func world() {
    let state = inspector.worldState(
      .mapping([("gravity", .vector(0, -1000)), ("rate", .number(120)), ("iterations", .number(10))]),
      view: Inspector.Subject(object: .view, text: "{size: [300, 200]}"),
      camera: Inspector.Subject(object: .camera, text: "{follow: ball, zoom: 2}"), speed: 1, Inspector.Facts()
    )
    let rows = Dictionary(
      state.groups.flatMap(\.rows).map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    #expect(rows["world.gravity"]?.control == .vector(Vector(0, -1000)))
    #expect(rows["world.gravity"]?.isPlotted == false)
    #expect(rows["camera.zoom"]?.control == .slider(2, range: 0.01...100, isLogarithmic: true))
    #expect(rows["camera.shake"] != nil && rows["camera.lag"] != nil)
    #expect(inspector.edits("camera.zoom", .number(3)) == [.set(.camera, path: "zoom", value: "3")])
    #expect(rows["world.iterations"]?.control == .slider(10, range: 1...1000, isLogarithmic: true))
    #expect(rows["world.damping"]?.control == .slider(1, range: 0...1))
    #expect(rows["world.rate"]?.control == .slider(120, range: 1...10_000, isLogarithmic: true))
    #expect(rows["view.size"]?.control == .vector(Vector(300, 200)))
    #expect(
      inspector.edits("world.iterations", .number(20.4)) == [.set(.world, path: "iterations", value: "20")])
  }

  @Test("Nothing selected says what to do")
  mutating func nothing() {
    #expect(inspector.state(of: [], Inspector.Facts()).message.isEmpty == false)
  }
}
