import Testing
import TumbleFrames
import TumbleGeometry
import TumbleInput
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
@testable import TumbleEditor
@testable import TumbleWindowCommands

@Suite("Things made by one drag")
struct MadeThingsTests {
  let bench: SceneEditingBench

  init() throws { bench = try SceneEditingBench() }

  @Test(
    "What a drag makes is in the world, selected, undone as one, saved, and replayed to the same hash",
    arguments: [
      (Tool.chain, 1), (.cloth, 1), (.blob, 1), (.text, 2), (.picture, 1), (.water, 1), (.wind, 1),
      (.magnet, 1), (.vortex, 1), (.plane, 1), (.cog, 1), (.brush, 1),
    ])
  func made(tool: Tool, count: Int) throws {
    let before = bench.world.sceneNow()
    bench.choose(tool)
    bench.drag(Vector(240, 200), Vector(300, 260))
    if tool == .text { bench.type("Ho") }
    if tool == .picture {
      // No picture of this name is there: it is said, and nothing is half made.
      bench.type("nope")
      #expect(bench.editing.editor.notice != nil && bench.world.sceneNow() == before)
      return
    }
    let made = bench.world.sceneNow()
    #expect(made != before, "\(bench.editing.editor.notice ?? "")")
    #expect(bench.session.log.count { $0.command.isEdit } >= count, "\(bench.session.log)")
    try bench.steps(1)
    bench.editing.update(bench.session, pointsPerUnit: 1)
    if tool != .brush { #expect(!bench.editing.editor.selection.isEmpty) }
    let text = SceneWriter().text(bench.session.startScene)
    let start = bench.session.startScene
    #expect(try Scene(text: text).bodies == start.bodies && Scene(text: text).joints == start.joints)
    #expect(try Scene(text: text).fields == made.fields && Scene(text: text).fluids == made.fluids)
    try bench.steps(30)
    try Session(replaying: bench.session.recording).run()
    try bench.undo()
    #expect(bench.session.startScene == before)
  }

  @Test("A drag with the knife cuts what it crosses, also while time runs; one that cuts nothing says so")
  func knife() throws {
    bench.choose(.knife)
    bench.drag(Vector(100, 80), Vector(100, 90))
    #expect(bench.editing.editor.notice?.contains("goes all through no body") == true)
    #expect(bench.session.undoName == nil)
    try bench.steps(3)
    bench.drag(Vector(100, 90), Vector(101, -20))
    #expect(bench.made("crate1-half-1") != nil && bench.made("crate1-half-2") != nil)
    #expect(bench.made("crate1") == nil && bench.session.undoName == "cut")
    try bench.undo()
    #expect(bench.made("crate1") != nil)
  }

  @Test("Letters stand beside each other on one line, each a body, with spaces between them")
  func letters() throws {
    bench.choose(.text)
    bench.drag(Vector(50, 200), Vector(90, 240))
    bench.type("Hi H")
    let letters = bench.world.sceneNow().bodies.filter { $0.id.hasPrefix("text1-") }
    #expect(letters.map { $0.shapes.count } == [1, 2, 1])
    let bounds = letters.map { body in
      Rect(around: body.shapes.flatMap { $0.form.points.map { $0 + body.position } }) ?? Rect(size: .zero)
    }
    for bound in bounds { #expect(abs(bound.min.y - 200) < 0.5, "\(bounds)") }
    #expect(abs(bounds[0].height - 40) < 0.5 && bounds[1].min.x > bounds[0].max.x)
    #expect(bounds[2].min.x - bounds[1].max.x > bounds[1].min.x - bounds[0].max.x)
    // Esc and another press leave nothing behind.
    bench.drag(Vector(50, 100), Vector(90, 140))
    _ = bench.editing.dismiss(bench.session)
    bench.type("x")
    #expect(bench.world.sceneNow().bodies.count { $0.id.hasPrefix("text") } == 3)
  }

  @Test(
    "The teeth of gear wheels that are drawn beside each other mesh: one turns the other, in their ratio",
    arguments: Seeds.list(default: 6))
  func gears(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let angle = random.nextFraction() * 2 * .pi
    let bench = try SceneEditingBench(
      Scene(text: "{tumble: 1, view: {size: [400, 300]}, world: {gravity: [0, 0]}}"))
    bench.choose(.cog)
    bench.drag(Vector(200, 150), Vector(200 + 40, 150), .control)
    let place = Vector(200, 150) + Vector(angle: angle, length: 63)
    bench.drag(place, place + Vector(20, 0), .control)
    let made = bench.world.sceneNow().bodies.filter { !$0.shapes.isEmpty }
    #expect(made.map(\.id) == ["cog1", "cog2"], "seed \(seed)")
    let teeth = made.map { $0.shapes[0].form.points.count / 4 }
    try bench.session.give(.edit(.set(.joint("hinge1"), path: "motor", value: "{speed: 1}")))
    func angles() throws -> [Double] {
      try ["cog1", "cog2"].map { try #require(bench.world.snapshot[$0]).angle }
    }
    try bench.steps(60)
    let first = try angles()
    try bench.steps(360)
    let turns = zip(try angles(), first).map { $0 - $1 }
    let ratio = -turns[1] / turns[0] * Double(teeth[1]) / Double(teeth[0])
    #expect(turns[0] > 2 && abs(ratio - 1) < 0.1, "\(turns), \(teeth), seed \(seed)")
    // They do not push each other away where they stand.
    let start = bench.session.startScene
    let still = try World(start.setting(\.joints, start.joints.filter { $0.id != "hinge1-motor" }))
    for _ in 0..<60 { try still.step() }
    #expect(abs(still.snapshot["cog1"]?.angularVelocity ?? 1) < 0.05, "seed \(seed)")
  }

  @Test("A field and a fluid are selected by their marks, moved, set in the inspector, and erased")
  func placed() throws {
    bench.choose(.water)
    bench.drag(Vector(240, 100), Vector(340, 160))
    bench.choose(.magnet)
    bench.drag(Vector(60, 200), Vector(110, 200))
    bench.choose(.select)
    bench.perform(.selectAll)
    bench.click(Vector(290, 130))
    #expect(bench.editing.selectedObjects(bench.session) == [.fluid("water1")])
    var rows = bench.editing.inspectorState(bench.session, plotted: []).groups.flatMap(\.rows)
    #expect(rows.contains { $0.path == "fluid.density" } && !rows.contains { $0.path == "fluid.at" })
    bench.drag(Vector(290, 130), Vector(310, 140), .control)
    let bounds = Rect(around: bench.world.sceneNow().fluids[0].liquid.outline)
    #expect(bounds?.center == Vector(310, 140) && bounds?.size == Size(100, 60))
    bench.click(Vector(60, 200))
    #expect(bench.editing.selectedObjects(bench.session) == [.field("magnet1")])
    rows = bench.editing.inspectorState(bench.session, plotted: []).groups.flatMap(\.rows)
    #expect(rows.contains { $0.path == "field.strength" })
    bench.drag(Vector(60, 200), Vector(80, 230), .control)
    let force = try #require(bench.world.sceneNow().fields.first?.force)
    guard case .gravity(let center, _, _) = force.effect else {
      Issue.record("\(force)")
      return
    }
    #expect(center.distance(to: Vector(80, 230)) < 1e-9)
    #expect(force.region.bounds?.center.distance(to: Vector(80, 230)) ?? 9 < 1e-9)
    bench.choose(.eraser)
    bench.click(Vector(80, 230))
    bench.click(Vector(310, 140))
    #expect(bench.world.sceneNow().fields.isEmpty && bench.world.sceneNow().fluids.isEmpty)
  }

  @Test("A path is drawn of a body that can move alone, and a click draws none")
  func refusedPaths() {
    bench.choose(.path)
    let refusals = [
      (Vector(5, 295), "no body"), (Vector(200, 150), "click is too short"), (Vector(250, 1), "static"),
    ]
    for (place, word) in refusals {
      bench.click(place)
      let notice = bench.editing.editor.notice ?? ""
      #expect(notice.contains(word), "\(notice)")
    }
    #expect(!bench.session.canUndo)
  }

  @Test("A click with the tracer lets a body leave all of its way as a line, a second takes that away")
  func tracer() throws {
    func trail() -> Trail? {
      bench.world.sceneNow().bodies.first { $0.id == "ball1" }?.style.trail
    }
    bench.choose(.tracer)
    bench.click(Vector(200, 150))
    #expect(trail() == Trail(length: .forever, width: 2))
    bench.click(Vector(200, 150))
    #expect(trail() == nil)
    bench.session.undo()
    try bench.session.finishRerun()
    #expect(trail()?.length == .forever)
    bench.click(Vector(5, 295))
    #expect(bench.editing.editor.notice?.contains("no body") == true)
  }

  @Test(
    "A row of the inspector becomes a slider of the scene, and is taken away again; each is undone as one")
  func slider() throws {
    bench.click(Vector(200, 150))
    func row(_ path: String) -> Bool? {
      bench.editing.inspectorState(bench.session, plotted: []).groups.flatMap(\.rows)
        .first { $0.path == path }?.isControl
    }
    #expect(row("body.friction") == false)
    #expect(row("body.color") == nil)
    bench.editing.setControl("body.friction", true, bench.session)
    bench.editing.setControl("body.velocity", true, bench.session)
    bench.editing.setControl("body.angle", true, bench.session)
    bench.editing.setControl("body.sensor", true, bench.session)
    let controls = bench.session.startScene.controls
    #expect(
      controls.map(\.properties) == [
        ["ball1.friction"], ["ball1.velocity[0]"], ["ball1.velocity[1]"], ["ball1.angle"], ["ball1.sensor"],
      ])
    try #require(controls.count == 5)
    #expect(controls[3].widget == .slider(-180...180, step: nil, unit: "deg"))
    #expect(row("body.friction") == true && row("body.velocity") == true)
    #expect(try Scene(text: SceneWriter().text(bench.session.startScene)).controls == controls)
    try bench.session.give(.control("ball1-friction", 1.5))
    #expect(bench.made("ball1")?.shapes[0].friction == 1.5)
    try Session(replaying: bench.session.recording).run()
    bench.editing.setControl("body.velocity", false, bench.session)
    #expect(bench.session.startScene.controls.count == 3)
    try bench.undo()
    #expect(bench.session.startScene.controls == controls)
    for _ in 0..<5 { try bench.undo() }
    #expect(bench.session.startScene.controls.isEmpty)
  }

  @Test("The words that a row chooses from become a choice of the scene, which is saved and sets them")
  func choiceOfWords() throws {
    bench.click(Vector(200, 150))
    _ = bench.editing.inspectorState(bench.session, plotted: [])
    bench.editing.setControl("body.kind", true, bench.session)
    let control = try #require(bench.session.startScene.controls.first)
    let words = ["dynamic", "kinematic", "static"]
    #expect(bench.session.undoName == "control of kind of ball1")
    #expect(control.widget == .choice(words.map { Scene.Control.Option($0, $0) }))
    #expect(try Scene(text: SceneWriter().text(bench.session.startScene)).controls == [control])
    #expect(bench.world.control(control.id) == 0)
    try bench.session.give(.control(control.id, 2))
    #expect(bench.made("ball1")?.kind == .static)
    #expect(bench.world.control(control.id) == 2)
    try Session(replaying: bench.session.recording).run()
  }

  @Test(
    "A size that is typed is taken, or refused with a word, and never ends the program",
    arguments: [Tool.blob, .cog, .chain, .cloth, .water, .magnet],
    ["1e9", "1e300", "0", "-5", "0.0001", "nan", "1e3, 1e-3"])
  func typedSize(tool: Tool, text: String) throws {
    let before = bench.world.sceneNow()
    bench.choose(tool)
    bench.send(.press(.left, clicks: 1), Vector(240, 200))
    bench.send(.move, Vector(280, 230))
    bench.type(text)
    bench.send(.release(.left), Vector(280, 230))
    let after = bench.world.sceneNow()
    #expect(after != before || bench.editing.editor.notice != nil)
    #expect(try Scene(text: SceneWriter().text(after)).bodies.count == after.bodies.count)
  }

  @Test("Backspace where a text is typed takes letters away, and no body, also once none is left")
  func backspace() throws {
    bench.perform(.selectAll)
    bench.choose(.text)
    bench.drag(Vector(50, 200), Vector(90, 240))
    _ = bench.editing.type(.text("H"), bench.session, pointsPerUnit: 1)
    for _ in 0..<3 { #expect(bench.editing.type(.delete, bench.session, pointsPerUnit: 1)) }
    #expect(bench.world.sceneNow().bodies.count == 3)
  }

  @Test("A picture that Tumble draws itself has no outline, which is said")
  func drawnPicture() throws {
    let before = bench.world.sceneNow()
    bench.choose(.picture)
    bench.drag(Vector(50, 200), Vector(90, 240))
    bench.type("@crate")
    #expect(bench.editing.editor.notice?.contains("no file to take an outline from") == true)
    // Another can be named for the same place.
    #expect(bench.editing.editor.asksForPicture && bench.editing.editor.typed == "@crate")
    #expect(bench.world.sceneNow() == before)
  }

  @Test("Sliders of things with long names have names of their own, which the format takes")
  func longNames() throws {
    var scene = Scene(name: "long", view: Scene.View(size: Size(400, 300)))
    let stem = String(repeating: "long-", count: 11)
    for (name, x) in [("one", 100.0), ("two", 200)] {
      var body = Scene.Body(id: stem + name)
      body.position = Vector(x, 100)
      body.shapes = [Scene.Shape(.circle(radius: 20))]
      scene.bodies.append(body)
    }
    let bench = try SceneEditingBench(scene)
    for x in [100.0, 200] {
      bench.click(Vector(x, 100))
      _ = bench.editing.inspectorState(bench.session, plotted: [])
      bench.editing.setControl("body.velocity", true, bench.session)
    }
    let controls = bench.session.startScene.controls
    #expect(controls.count == 4)
    #expect(Set(controls.map(\.id)).count == 4)
    #expect(try Scene(text: SceneWriter().text(bench.session.startScene)).controls == controls)
  }

  @Test("The torque of a wheel's motor becomes a slider of the scene, which is saved and sets it")
  func sliderOfPart() throws {
    bench.choose(.wheel)
    bench.drag(Vector(100, 20), Vector(115, 20))
    bench.editing.update(bench.session, pointsPerUnit: 1)
    #expect(bench.editing.selectedObjects(bench.session) == [.joint("axle1")])
    let rows = bench.editing.inspectorState(bench.session, plotted: []).groups.flatMap(\.rows)
    let row = try #require(rows.first { $0.label == "torque" }?.path)
    bench.editing.setControl(row, true, bench.session)
    let controls = bench.session.startScene.controls
    #expect(controls.map(\.properties) == [["axle1-motor.maxForce"]])
    #expect(try Scene(text: SceneWriter().text(bench.session.startScene)).controls == controls)
    let id = try #require(controls.first?.id)
    try bench.session.give(.control(id, 1500))
    #expect(bench.world.node(of: .joint("axle1-motor"))?["maxForce"]?.word == "1500")
    try Session(replaying: bench.session.recording).run()
  }

  @Test(
    "The arrow of a field that pulls, whirls or pushes is pulled on the stage, and sets how strongly it does")
  func fieldArrows() throws {
    func select(_ field: String, from start: Vector, to end: Vector) throws -> ForceField {
      bench.choose(.select)
      bench.editing.update(bench.session, pointsPerUnit: 1)
      bench.drag(start, end, .control)
      return try #require(bench.world.sceneNow().fields.first { $0.id == field }).force
    }
    bench.choose(.magnet)
    bench.drag(Vector(100, 200), Vector(160, 200))
    let magnet = try #require(bench.world.sceneNow().fields.first)
    // Half way out it pulls inwards, and a point of its arrow is 20 points per second squared.
    let pull = magnet.force.effect.acceleration(
      at: Vector(130, 200), strength: magnet.force.strength, time: 0, step: 1)
    let tip = Vector(130 + pull.x / 20, 200)
    let weaker = try select(magnet.id, from: tip, to: Vector(110, 230))
    #expect(weaker.strength == 20 * 20 * 30)
    // Pulled outwards it pushes away.
    #expect(try select(magnet.id, from: Vector(110, 200), to: Vector(150, 200)).strength == -20 * 20 * 30)
    #expect(bench.session.undoName == "pull \(magnet.id)")
    try bench.undo()
    #expect(bench.world.sceneNow().fields.first?.force.strength == weaker.strength)
    try bench.world.apply(
      .add(
        .field,
        "{id: push, type: uniform, direction: up, strength: 400, region: {at: [250, 100], box: [40, 40]}}"))
    bench.editing.update(bench.session, pointsPerUnit: 1)
    bench.click(Vector(250, 100))
    let turned = try select("push", from: Vector(250, 120), to: Vector(280, 140))
    #expect(turned.strength == 1000)
    guard case .uniform(let direction) = turned.effect else { return #expect(Bool(false), "a uniform field") }
    #expect(direction.distance(to: Vector(0.6, 0.8)) < 1e-9)
    #expect(try select("push", from: Vector(280, 140), to: Vector(253, 101)).strength == 0)
    try Session(replaying: bench.session.recording).run()
  }

  @Test("The arrow of a wind and of a fluid is pulled on the stage, and the pull is undone as one")
  func flow() throws {
    bench.choose(.water)
    bench.drag(Vector(220, 40), Vector(300, 100))
    bench.choose(.select)
    bench.editing.update(bench.session, pointsPerUnit: 1)
    // Still water has a short arrow to pull beside its mark.
    bench.drag(Vector(276, 70), Vector(310, 70), .control)
    #expect(bench.world.sceneNow().fluids.map(\.liquid.flow) == [Vector(200, 0)])
    #expect(bench.session.undoName == "pull water1")
    // The tip is where the flow gets in a quarter of a second; near the mark nothing flows.
    bench.drag(Vector(310, 70), Vector(262, 70), .control)
    #expect(bench.world.sceneNow().fluids.map(\.liquid.flow) == [.zero])
    try bench.undo()
    #expect(bench.world.sceneNow().fluids.map(\.liquid.flow) == [Vector(200, 0)])
    bench.choose(.wind)
    bench.drag(Vector(60, 200), Vector(120, 200))
    bench.choose(.select)
    bench.editing.update(bench.session, pointsPerUnit: 1)
    bench.drag(Vector(150, 200), Vector(90, 240), .control)
    guard case .wind(let velocity)? = bench.world.sceneNow().fields.first?.force.effect else {
      return #expect(Bool(false), "a wind")
    }
    #expect(velocity == Vector(0, 160))
    try Session(replaying: bench.session.recording).run()
  }

  @Test("A weld is one in the inspector, and has no motor; what slides on ice says so")
  func words() throws {
    try bench.session.give(
      .edit(.add(.joint, "{id: glue, type: weld, a: crate1, b: ball1, at: [150, 80]}")))
    bench.editing.select("glue", in: bench.session)
    bench.editing.update(bench.session, pointsPerUnit: 1)
    let state = bench.editing.inspectorState(bench.session, plotted: [])
    #expect(state.groups.map(\.title) == ["Joint"] && state.subtitle.hasPrefix("weld joint"))
    bench.click(Vector(200, 150))
    for (friction, word) in [("0.02", "ice"), ("0.5", "wood"), ("0.9", "rubber")] {
      try bench.session.give(.edit(.set(.body("ball1"), path: "friction", value: friction)))
      let rows = bench.editing.inspectorState(bench.session, plotted: []).groups.flatMap(\.rows)
      #expect(rows.first { $0.path == "body.friction" }?.label == "friction: \(word)")
    }
  }

  @Test("The slider of any number of the inspector has ends that hold the number, and its text reads back")
  func sliders() throws {
    for (select, kind) in [(Vector(200, 150), "body"), (Vector(-1, -1), "world")] {
      bench.click(select)
      _ = bench.editing.inspectorState(bench.session, plotted: [])
      _ = bench.editing.worldState(bench.session, plotted: [])
      for (name, property) in bench.editing.inspector.properties where name.hasPrefix(kind) {
        for control in property.controls {
          guard case .slider(let range, _, _) = control.widget else { continue }
          #expect(range.lowerBound < range.upperBound, "\(name)")
          guard case .slider(let value, _, _) = property.control else { continue }
          #expect(range.contains(value), "\(name): \(value) in \(range)")
        }
      }
    }
  }
}

extension Scene {
  fileprivate func setting<Value>(_ path: WritableKeyPath<Scene, Value>, _ value: Value) -> Scene {
    var scene = self
    scene[keyPath: path] = value
    return scene
  }
}
