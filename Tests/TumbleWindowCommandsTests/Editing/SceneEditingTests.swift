import Testing
import TumbleEditor
import TumbleFrames
import TumbleGeometry
import TumbleInput
import TumblePanels
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
@testable import TumbleWindowCommands

@Suite("Editing a scene that runs")
struct SceneEditingTests {
  let bench: SceneEditingBench

  init() throws { bench = try SceneEditingBench() }

  @Test("A box that is drawn falls, and undone it is gone, and redone it falls again")
  func box() throws {
    bench.choose(.box)
    bench.drag(Vector(280, 200), Vector(320, 240))
    #expect(bench.world.snapshot["box1"]?.position == Vector(300, 220))
    #expect(bench.editing.editor.notice == nil)
    #expect(bench.session.undoName == "add box1")
    try bench.steps(30)
    let fallen = bench.world.snapshot
    #expect(try #require(fallen["box1"]).position.y < 200)
    try bench.undo()
    #expect(bench.world.snapshot["box1"] == nil)
    #expect(bench.world.steps == 30)
    try bench.redo()
    #expect(bench.world.snapshot == fallen)
  }

  @Test("An emitter is added, set in the inspector, copied, undone and written into the scene")
  func emitter() throws {
    bench.choose(.emitter)
    bench.click(Vector(300, 200))
    bench.click(Vector(205, 150))
    bench.editing.update(bench.session, pointsPerUnit: 1)
    #expect(bench.world.description.emitters.map(\.name) == ["emitter1", "emitter2"])
    #expect(bench.world.description.emitters[1].body == bench.world.body("ball1"))
    #expect(bench.session.undoName == "add emitter2")
    var state = bench.editing.inspectorState(bench.session, plotted: ["emitter2.rate"])
    #expect(state.title == "emitter2" && state.subtitle == "emitter on ball1")
    #expect(state.groups.map(\.title) == ["Emitter", "Particles"])
    let rows = Dictionary(uniqueKeysWithValues: state.groups.flatMap(\.rows).map { ($0.path, $0) })
    for property in SceneProperty.all(of: .emitter) where !["id", "body", "cells"].contains(property.name) {
      #expect(rows["emitter.\(property.name)"] != nil, "\(property.name)")
    }
    for property in SceneProperty.ofParticles
    where !["cells", "colorRange", "colorSpeed"].contains(property.name) {
      #expect(rows["emitter.cells[0].\(property.name)"] != nil, "\(property.name)")
    }
    #expect(rows["emitter.rate"]?.isPlotted == true && rows["emitter.cells[0].rate"]?.isPlotted == nil)
    #expect(bench.editing.channels(of: "emitter.rate") == ["emitter2.rate"])

    for (row, value) in [("emitter.rate", 3.0), ("emitter.cells[0].lifetime", 2.5)] {
      bench.editing.beginEdit(row, bench.session)
      bench.editing.edit(row, .number(value), bench.session)
      bench.editing.endEdit(row, bench.session)
    }
    #expect(bench.session.undoName == "lifetime of emitter2")
    bench.editing.edit("emitter.rate", .number(-5), bench.session)
    state = bench.editing.inspectorState(bench.session, plotted: [])
    #expect(state.groups[0].rows.first { $0.path == "emitter.rate" }?.refusal?.contains("must be") == true)
    bench.perform(.duplicate)
    bench.editing.update(bench.session, pointsPerUnit: 1)
    #expect(bench.editing.editor.selection.placed == [Placed(.emitter, 2)])
    bench.perform(.copy)
    bench.perform(.paste)
    try bench.steps(20)
    let scene = bench.world.sceneNow()
    #expect(scene.emitters.map(\.id) == ["emitter1", "emitter2", "emitter3", "emitter4"])
    #expect(scene.emitters.map(\.emitter.multipliers.rate) == [1, 3, 3, 3])
    #expect(scene.emitters.map { $0.emitter.cells[0].lifetime } == [1, 2.5, 2.5, 2.5])
    let before = bench.world.snapshot.emitterCounts
    try bench.undo()
    try bench.undo()
    #expect(bench.world.sceneNow().emitters.count == 2)
    try bench.redo()
    try bench.redo()
    #expect(bench.world.snapshot.emitterCounts == before && bench.world.sceneNow().emitters.count == 4)
  }

  @Test("A body is duplicated, and removed, with the emitters that are on it")
  func emitterOnBody() throws {
    try bench.session.give(.edit(.add(.emitter, "{id: tail, body: ball1, at: [5, 0], cells: {rate: 9}}")))
    bench.editing.update(bench.session, pointsPerUnit: 1)
    bench.click(Vector(200, 140))
    bench.perform(.duplicate)
    bench.editing.update(bench.session, pointsPerUnit: 1)
    var emitters = bench.world.sceneNow().emitters
    #expect(emitters.map(\.id) == ["tail", "tail1"] && emitters[1].position == Vector(5, 0))
    #expect(emitters[1].body.map { bench.world.sceneNow().bodies[$0].id } == "ball2")
    #expect(bench.editing.editor.selection.bodies.count == 1)
    bench.perform(.delete)
    emitters = bench.world.sceneNow().emitters
    #expect(emitters.map(\.id) == ["tail"])
  }

  @Test("What a right click is on is selected, unless it is selected already, and the paper changes nothing")
  func rightClick() throws {
    func point(_ x: Double, _ y: Double) -> Selection.Target? {
      bench.editing.point(at: Vector(x, y), bench.session, pointsPerUnit: 1)?.target
    }
    let ball = try #require(bench.world.body("ball1"))
    #expect(point(200, 150) == .body(ball))
    #expect(bench.editing.editor.selection == Selection(bodies: [ball]))
    #expect(point(350, 250) == nil && bench.editing.editor.selection == Selection(bodies: [ball]))
    bench.perform(.selectAll)
    let all = bench.editing.editor.selection
    #expect(point(200, 150) == .body(ball) && bench.editing.editor.selection == all)
    bench.editing.toggle(.pin, at: Vector(200, 150), bench.session, pointsPerUnit: 1)
    #expect(bench.world.snapshot.joints.count == 1 && bench.session.undoName == "pin ball1")
    let view = try #require(bench.editing.point(at: Vector(200, 140), bench.session, pointsPerUnit: 1)?.view)
    #expect(view.hasPin(ball) && view.isPinnable(ball))
    bench.editing.toggle(.pin, at: Vector(200, 150), bench.session, pointsPerUnit: 1)
    #expect(bench.world.snapshot.joints.isEmpty)
  }

  @Test("The menu at the mouse has what fits: of a body, a joint, an emitter and the paper")
  func contextMenu() throws {
    var menu = ContextMenu(target: .body(0), name: "crate1", isPinnable: true, isPinned: true)
    menu.isPlotted = { $0 == "crate1.y" }
    func titles(_ menu: ContextMenu) -> [String] { menu.items.map(\.title).filter { !$0.isEmpty } }
    #expect(
      titles(menu) == [
        "crate1", "Inspect", "Pin", "Follow", "Trace", "Plot", "Animate…", "When this is hit…", "Duplicate",
        "Copy",
        "Cut", "Delete",
      ])
    #expect(menu.items.first { $0.title == "Pin" }?.isChecked == true)
    #expect(menu.items.first { $0.title == "Duplicate" }?.shortcut == "Ctrl+D")
    let plots = try #require(menu.items.first { $0.title == "Plot" }).items
    #expect(plots.filter(\.isChecked).map(\.title) == ["y"])
    // Each channel is one, and each item means something.
    for plot in plots {
      guard case .plot(let channel)? = ContextMenu.Item(plot.id) else {
        Issue.record("\(plot)")
        continue
      }
      #expect(throws: Never.self) { try Channel(channel, in: bench.world.description) }
    }
    menu.isPinnable = false
    #expect(!titles(menu).contains("Pin"))
    #expect(titles(ContextMenu(target: .joint(0), name: "rope")) == ["rope", "Inspect", "Plot", "Delete"])
    #expect(
      titles(ContextMenu(target: .placed(Placed(.emitter, 0)), name: "fire"))
        == ["fire", "Inspect", "Plot", "Animate…", "Duplicate", "Copy", "Cut", "Delete"])
    let paper = ContextMenu(target: nil, name: "").items.filter { !$0.title.isEmpty }
    #expect(paper.dropLast().allSatisfy { WindowAction(rawValue: $0.id) != nil })
    #expect(paper.first?.id == "paste")
    #expect(paper.last?.title == "Animate…")
    #expect(paper.last?.items.map(\.title) == ["gravity", "camera offset", "camera zoom", "camera shake"])
  }

  @Test("What is made is selected, and shown in the inspector")
  func made() throws {
    bench.choose(.circle)
    bench.drag(Vector(300, 200), Vector(330, 200))
    bench.editing.update(bench.session, pointsPerUnit: 1)
    let state = bench.editing.inspectorState(bench.session, plotted: [])
    #expect(state.title == "ball2")
    #expect(state.groups.flatMap(\.rows).contains { $0.path == "body.friction" })
  }

  @Test("A drag moves a body at once while time stands, and is undone as one")
  func move() throws {
    let before = bench.world.snapshot
    bench.drag(Vector(90, 30), Vector(150, 130), .control)
    #expect(bench.world.snapshot["crate1"]?.position == Vector(160, 122))
    #expect(bench.session.undoName == "move crate1")
    try bench.undo()
    #expect(bench.world.snapshot == before)
    #expect(!bench.session.canUndo)
  }

  @Test("A drag that is given up leaves nothing to undo or redo")
  func abandon() throws {
    let before = bench.world.snapshot
    bench.send(.press(.left, clicks: 1), Vector(90, 30))
    bench.send(.move, Vector(150, 130))
    #expect(bench.world.snapshot != before)
    let isDismissed = bench.editing.dismiss(bench.session)
    try bench.session.finishRerun()
    #expect(isDismissed)
    #expect(bench.world.snapshot == before)
    #expect(!bench.session.canUndo && !bench.session.canRedo)
  }

  @Test("A body that is scaled has larger outlines and stays where its other corner was")
  func scale() throws {
    bench.click(Vector(90, 30))
    // The handle of the upper right corner.
    bench.drag(Vector(125, 47), Vector(165, 87), .control)
    let crate = try #require(bench.world.body("crate1"))
    #expect(bench.world.snapshot[crate]?.position == Vector(120, 42))
    #expect(bench.world.description[crate]?.outlines.bounds?.size == Size(80, 80))
    #expect(bench.world.facts(of: crate)?.mass == 6.4)
    try bench.undo()
    #expect(bench.world.description[crate]?.outlines.bounds?.size == Size(40, 40))
  }

  @Test("A pivot on the background holds a body there, and deleting it lets it fall")
  func pivot() throws {
    bench.choose(.pivot)
    bench.click(Vector(200, 165))
    try bench.steps(120)
    #expect(try #require(bench.world.snapshot["ball1"]).position.distance(to: Vector(200, 165)) < 16)
    bench.perform(.delete)
    #expect(bench.world.snapshot.joints.isEmpty)
    #expect(bench.world.snapshot["hinge1-a"] == nil)
    try bench.steps(120)
    #expect(try #require(bench.world.snapshot["ball1"]).position.y < 60)
  }

  @Test("A hinge with a motor is one thing: set in one panel, driven by keys, deleted whole, and undone")
  func hinge() throws {
    bench.choose(.motor)
    bench.click(Vector(205, 150))
    bench.editing.update(bench.session, pointsPerUnit: 1)
    #expect(bench.world.description.joints.map(\.name) == ["hinge1", "hinge1-motor"])
    func state() -> InspectorState { bench.editing.inspectorState(bench.session, plotted: []) }
    #expect(state().title == "hinge1")
    #expect(state().groups.map(\.title) == ["Hinge", "Motor", "Spring", "Keys"])
    func edit(_ row: String, _ value: PropertyValue) {
      _ = state()
      bench.editing.beginEdit(row, bench.session)
      bench.editing.edit(row, value, bench.session)
      bench.editing.endEdit(row, bench.session)
    }
    edit("joint.motor.torque", .number(5e7))
    edit("joint.limits", .text("[-30 deg, 30 deg]"))
    edit("joint.spring.stiffness", .number(1e5))
    edit("joint.key", .text("Right"))
    edit("joint.back", .text("Left"))
    edit("joint.keyRate", .text("90 deg/s"))
    let node = try #require(bench.world.node(of: .joint("hinge1")))
    #expect(node["motor"]?.flow == "{speed: 0, torque: 50000000}")
    #expect(node["limits"]?.vector.map { abs($0.y - .pi / 6) < 1e-9 } == true)
    #expect(state().groups.flatMap(\.rows).allSatisfy { $0.refusal == nil })
    let input = try #require(bench.world.presentInputs.first)
    #expect((input.keys, input.reverseKeys) == (["Right"], ["Left"]))
    #expect(input.drives == [.motor("hinge1-motor", rate: .pi / 2)])
    #expect(bench.world.description.joints.count == 4, "each part came once")
    // The key turns it, as far as its limits let it.
    bench.session.isPaused = false
    try bench.session.give(.input("hinge1-keys", 1))
    try bench.steps(30)
    let turned = try #require(bench.world.snapshot["ball1"]?.angle)
    #expect(turned > 0.2)
    try bench.steps(200)
    #expect(abs(try #require(bench.world.snapshot["ball1"]?.angle) - .pi / 6) < 0.02)
    let before = bench.world.snapshot
    // One thing to a click, to Delete and to undo.
    bench.session.isPaused = true
    bench.choose(.select)
    let hinge = try #require(bench.world.joint("hinge1").flatMap { before[$0] })
    // The first click goes on to the ball below, for the hinge is selected; its parts are not among these.
    bench.click(hinge.b)
    bench.click(hinge.b)
    #expect(bench.editing.selectedObjects(bench.session) == [.joint("hinge1")])
    bench.perform(.delete)
    #expect(bench.world.snapshot.joints.isEmpty)
    #expect(bench.world.presentInputs.isEmpty)
    try bench.undo()
    #expect(bench.world.snapshot == before)
    #expect(bench.world.presentInputs.map(\.id) == ["hinge1-keys"])
    let text = SceneWriter().text(bench.world.sceneNow())
    #expect(text.contains("type: hinge") && !text.contains("partOf"))
    try Session(replaying: bench.session.recording).run()
  }

  @Test("A rope carries what hangs on it")
  func rope() throws {
    bench.choose(.rope)
    bench.drag(Vector(200, 280), Vector(200, 165))
    #expect(bench.editing.editor.notice == nil)
    try bench.steps(480)
    let ball = try #require(bench.world.snapshot["ball1"]).position
    #expect(ball.distance(to: Vector(200, 150)) < 25, "\(ball)")
    try bench.undo()
    #expect(bench.world.snapshot.bodies.count == 3)
  }

  @Test("A weld keeps two bodies together as they are")
  func weld() throws {
    bench.choose(.box)
    bench.drag(Vector(180, 140), Vector(260, 160), .control)
    bench.choose(.weld)
    bench.click(Vector(200, 150))
    #expect(bench.editing.editor.notice == nil)
    try bench.steps(240)
    let (ball, box) = (
      try #require(bench.world.snapshot["ball1"]), try #require(bench.world.snapshot["box1"])
    )
    #expect(abs(ball.angle - box.angle) < 0.02)
    #expect(abs((box.position - ball.position).length - 20) < 1)
  }

  @Test("A weld is erased whole, and done again after it was undone")
  func weldTakenOut() throws {
    bench.choose(.box)
    bench.drag(Vector(180, 140), Vector(260, 160), .control)
    bench.choose(.weld)
    bench.click(Vector(200, 150))
    func joints() -> [String] {
      bench.world.snapshot.joints.map { bench.world.description[$0.id]?.name ?? "" }
    }
    #expect(joints() == ["weld1", "weld1-angle"])
    bench.choose(.eraser)
    bench.click(Vector(200, 150))
    #expect(bench.editing.editor.notice == nil)
    #expect(joints().isEmpty)
    try bench.undo()
    #expect(joints() == ["weld1", "weld1-angle"])
  }

  @Test("A pin holds a body, and taken out lets it go")
  func pin() throws {
    bench.choose(.pin)
    bench.click(Vector(200, 150))
    try bench.steps(60)
    #expect(try #require(bench.world.snapshot["ball1"]).position.distance(to: Vector(200, 150)) < 1)
    bench.click(Vector(200, 150))
    try bench.steps(60)
    #expect(try #require(bench.world.snapshot["ball1"]).position.y < 100)
  }

  @Test("What is copied can be pasted after it is gone, with its joints")
  func cutAndPaste() throws {
    bench.choose(.pinJoint)
    bench.drag(Vector(100, 30), Vector(200, 150))
    bench.choose(.select)
    bench.click(Vector(90, 10))
    bench.click(Vector(210, 160), .shift)
    bench.perform(.cut)
    #expect(bench.world.snapshot["crate1"] == nil && bench.world.snapshot["ball1"] == nil)
    bench.perform(.paste)
    #expect(bench.editing.editor.notice == nil)
    #expect(bench.world.snapshot["crate2"] != nil && bench.world.snapshot["ball2"] != nil)
    #expect(bench.world.snapshot.joints.count == 1)
    #expect(bench.session.undoName == "paste 2 bodies")
    bench.editing.update(bench.session, pointsPerUnit: 1)
    #expect(bench.editing.editor.selection.bodies.count == 2)
  }

  @Test("A duplicate is like its original and beside it")
  func duplicate() throws {
    bench.click(Vector(200, 150))
    bench.perform(.duplicate)
    #expect(bench.world.snapshot["ball2"]?.position == Vector(220, 130))
  }

  @Test("What the world refuses is reported, and nothing half made stays")
  func refused() throws {
    // A motor's pivot and its background come first: the motor itself cannot be, for its name is taken.
    let before = bench.world.snapshot
    bench.editing.edit("body.mass", .typed("-3"), bench.session)
    #expect(bench.world.snapshot == before)
    bench.click(Vector(200, 150))
    _ = bench.editing.inspectorState(bench.session, plotted: [])
    bench.editing.edit("body.mass", .typed("-3"), bench.session)
    let state = bench.editing.inspectorState(bench.session, plotted: [])
    let row = try #require(state.groups.flatMap(\.rows).first { $0.path == "body.mass" })
    #expect(row.refusal?.hasPrefix("'mass' must be more than 0") == true, "\(row.refusal ?? "")")
  }

  @Test("The inspector sets what it shows, a slider's pull as one")
  func inspector() throws {
    bench.click(Vector(200, 150))
    _ = bench.editing.inspectorState(bench.session, plotted: [])
    bench.editing.beginEdit("body.friction", bench.session)
    for i in 1...9 { bench.editing.edit("body.friction", .number(Double(i) / 10), bench.session) }
    bench.editing.endEdit("body.friction", bench.session)
    #expect(bench.world.text(of: .body("ball1"), path: "friction") == "0.9")
    #expect(bench.session.undoName == "friction of ball1")
    try bench.undo()
    #expect(bench.world.text(of: .body("ball1"), path: "friction") ?? "0.5" == "0.5")
    #expect(!bench.session.canUndo)
  }

  @Test("The world's panel sets gravity at once")
  func world() throws {
    _ = bench.editing.worldState(bench.session, plotted: [])
    bench.editing.beginEdit("world.gravity", bench.session)
    bench.editing.edit("world.gravity", .component(1, 100), bench.session)
    bench.editing.endEdit("world.gravity", bench.session)
    #expect(bench.world.snapshot.gravity == Vector(0, 100))
    try bench.steps(60)
    #expect(try #require(bench.world.snapshot["ball1"]).position.y > 150)
  }
}

@Suite("Any use of the editor")
struct EditorStormTests {
  private static let scenes = [
    "crates", "bridge", "springs", "motor-car", "ragdoll", "elevator", "sorter", "clock",
  ]

  @Test(
    "Whatever a hand does to a scene is done or refused with a word, is undone gesture by gesture, and replays",
    arguments: Seeds.list(default: 8))
  func storm(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let scene = try SceneLibrary().scene(Self.scenes[Int(seed) % Self.scenes.count])
    let bench = try SceneEditingBench(scene)
    for _ in 0..<60 {
      let before = (bench.world.snapshot, bench.session.log.count)
      act(on: bench, &random)
      try bench.session.finishRerun()
      for body in bench.world.snapshot.bodies { #expect(body.position.isFinite) }
      if bench.session.log.count > before.1, random.int(in: 0...3) == 0, bench.session.isPaused {
        try bench.undo()
        #expect(bench.world.snapshot == before.0)
        try bench.redo()
      }
    }
    let again = try World(scene)
    let log = bench.session.log
    var next = 0
    while again.steps < bench.world.steps || next < log.count {
      while next < log.count, log[next].step == again.steps, case .edit = log[next].command {
        try again.apply(log[next].command)
        next += 1
      }
      guard again.steps < bench.world.steps else { break }
      try again.step()
    }
    #expect(again.snapshot == bench.world.snapshot)
  }

  /// One thing that a person does: a drag with a tool, a key, a row of the inspector, some steps.
  private func act(on bench: SceneEditingBench, _ random: inout SeededGenerator) {
    let view = bench.world.description.view
    func point() -> Vector {
      if random.bool(), let body = bench.world.snapshot.bodies.randomElement(using: &random) {
        return body.position
      }
      return Vector(
        random.double(in: view.min.x...view.max.x), random.double(in: view.min.y...view.max.y))
    }
    let modifiers: Modifiers = random.pick([[], [], .shift, .control])
    switch random.int(in: 0...9) {
    case 0...3:
      bench.choose(random.pick(Tool.allCases))
      bench.drag(point(), point(), modifiers)
    case 4:
      bench.choose(.select)
      bench.click(point(), modifiers)
    case 5:
      bench.perform(
        random.pick([
          .copy, .cut, .paste, .duplicate, .delete, .group, .nudge(Vector(1, 0), isFine: false),
        ]))
    case 6, 7:
      let state = bench.editing.inspectorState(bench.session, plotted: [])
      guard let row = state.groups.flatMap(\.rows).randomElement(using: &random) else { return }
      let value: PropertyValue = random.pick([
        .number(random.double(in: -10...100)), .typed("3 kg"), .typed("-1e400"), .typed("[{"), .typed(""),
        .toggle(random.bool()), .choice(random.int(in: 0...3)),
        .component(random.int(in: 0...1), random.double(in: -10...400)),
        .text("crate"),
        .color(Color(red: random.double(in: 0...1), green: 0, blue: 1)),
      ])
      bench.editing.beginEdit(row.path, bench.session)
      bench.editing.edit(row.path, value, bench.session)
      bench.editing.endEdit(row.path, bench.session)
    default:
      bench.choose(.select)
      try? bench.steps(random.int(in: 1...20))
    }
  }
}
