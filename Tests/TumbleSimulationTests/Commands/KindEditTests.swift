import Testing
import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
import TumbleTrace

/// Layers, triggers, controls, rules, templates and animations, which edits add, set and remove as they do
/// bodies.
@Suite("Edits of every kind")
struct KindEditTests {
  private static let text = """
    tumble: 1
    bodies:
      - {id: floor, kind: static, at: [150, 5], box: [300, 10]}
      - {id: a, at: [100, 60], box: [20, 20]}
      - {id: b, at: [180, 80], shapes: [{id: foot, box: [20, 10]}, {circle: 8}]}
      - {id: mover, kind: kinematic, at: [40, 150], box: [40, 5]}
    templates:
      drop: {circle: 4, at: [150, 250]}
      spare: {box: [6, 6], at: [20, 250]}
    rules:
      - {id: slick, between: [a, floor], friction: 0}
      - {between: [drop, b.foot], ignore: true}
    when:
      - {event: time, every: 200 ms, do: {action: spawn, template: drop, spread: [50, 0], max: 5}}
    layers: [{id: base, speed: 0.5}]
    animations:
      - {id: sway, of: mover.position, type: basic, by: [200, 0], duration: 2, repeat: forever, autoreverses: true, layer: base}
    controls: [{id: pull, slider: [-2000, 0], property: "world.gravity[1]"}]
    """
  private static let kinds: [SceneObject.Kind] = [.layer, .trigger, .control, .rule, .template, .animation]

  private static func session() throws -> Session {
    try Session(World(Scene(text: text)), timeline: TimelineOptions(historyBudget: 2 << 20))
  }

  /// An edit of a random kind in a scene as it is now.
  private static func edit(_ random: inout SeededGenerator, _ world: World) -> Edit {
    let now = world.sceneNow()
    let kind = random.pick(kinds)
    func names(_ kind: SceneObject.Kind) -> [String] {
      switch kind {
      case .layer: now.layers.map(\.id)
      case .trigger: now.triggers.enumerated().map { $1.id ?? "trigger-\($0 + 1)" }
      case .control: now.controls.map(\.id)
      case .rule: now.rules.enumerated().map { $1.id ?? "rule-\($0 + 1)" }
      case .template: now.templates.map(\.id)
      default: now.animations.map(\.id)
      }
    }
    let known = names(kind)
    switch random.int(in: 0...5) {
    case 0:
      if let id = known.randomElement(using: &random), let object = SceneObject(kind, id: id) {
        return .remove(object)
      }
    case 1, 2:
      if let id = known.randomElement(using: &random), let object = SceneObject(kind, id: id) {
        let (path, value): (String, String?) =
          switch kind {
          case .layer:
            random.pick([("speed", "2"), ("speed", "-0.5"), ("timeOffset", "1"), ("beginTime", nil)])
          case .trigger:
            random.pick([
              ("after", "100 ms"), ("times", "3"), ("do", "[{action: mark, text: seen}]"),
              ("do[0]", "{action: impulse, of: a, amount: [0, 300]}"),
            ])
          case .control: random.pick([("title", "Other"), ("property", "[world.damping]"), ("step", "0.5")])
          case .rule: random.pick([("between", "[[a, b], floor]"), ("friction", "0.9"), ("ignore", "true")])
          case .template:
            random.pick([("circle", "5"), ("friction", "0.1"), ("mass", "2"), ("color", "red")])
          default: random.pick([("duration", "1.5"), ("layer", "base"), ("layer", nil), ("speed", "2")])
          }
        return .set(object, path: path, value: value)
      }
    default: break
    }
    let id = world.freeName("n")
    let some = random.pick([Scene.BodySelector("a"), "b", ["a", "b"], "drop"])
    let number = random.double(in: 0.1...2)
    switch kind {
    case .layer:
      return .add(
        Scene.Layer(
          id: id, parent: random.bool() ? "base" : nil,
          timing: LayerTiming(beginTime: number, speed: random.double(in: -2...2), timeOffset: number)))
    case .trigger:
      let event = random.pick([
        Scene.Event.contact(.began, some, "floor"), .time(at: number, every: number), .signal("ping"),
        .region(.circle(center: Vector(100, 20), radius: 30), isEntering: random.bool(), some),
        .crosses(channel: "a.y", value: 20, isRising: random.bool()), .hit(some, .anything, above: 50),
      ])
      let action = random.pick([
        Scene.Action.impulse("a", Scene.Impulse(Vector(50, 200 * number))), .signal("ping"), .mark("here"),
        .spawn(
          Scene.Spawn(names(.template).first ?? "drop", at: Vector(150, 200), spread: Vector(80, 0), max: 8)),
        .layers(random.pick([.play, .pause, .rewind]), Array(names(.layer).prefix(1))),
        .set(AnimationTarget("a", .opacity), to: number / 2), .remove("b"),
      ])
      return .add(Scene.Trigger(id: id, event, delay: random.pick([0, 0.1]), times: 4, [action]))
    case .control:
      return .add(
        Scene.Control(
          id: id, title: "Some", .toggle(off: 0.2, on: number / 2), of: [AnimationTarget("a", .opacity)]))
    case .rule:
      return .addRule(
        id, between: some, and: random.pick([.anything, "floor", "b.foot"]),
        random.pick([
          .ignore, .oneWay(Vector(0, 1)), .sticky(number * 1e5),
          .override(Scene.Surface(friction: number, elasticity: number / 2)),
        ]))
    case .template:
      return .addTemplate(Scene.Body(id: id, at: Vector(60, 220), .circle(radius: 3 + number)))
    default:
      return .add(
        Scene.Animation(
          id: id, target: AnimationTarget("mover", random.pick([.angle, .opacity])),
          definition: AnimationDefinition(
            .basic(from: 0, to: number / 2), timing: MediaTiming(duration: number, repetition: .forever)),
          layer: random.bool() ? names(.layer).first : nil))
    }
  }

  /// The lists that the edits change.
  private static func lists(_ scene: Scene) -> Scene {
    Scene(
      rules: scene.rules, animations: scene.animations, layers: scene.layers, triggers: scene.triggers,
      templates: scene.templates, controls: scene.controls)
  }

  @Test(
    "Edits of every kind are recorded, undone and saved, in any order", arguments: Seeds.list(default: 16))
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let session = try Self.session()
    var made = 0
    for _ in 0..<40 {
      do {
        try session.give(Self.edit(&random, session.world))
        made += 1
      } catch {
        // Refused.
      }
      for _ in 0..<random.int(in: 0...8) { try session.step() }
      if random.int(in: 0...7) == 0 {
        session.undo()
        try session.finishRerun()
      }
    }
    #expect(made > 12, "seed \(seed)")
    let now = session.world.sceneNow()
    let read = try Scene(text: SceneWriter().text(now))
    #expect(Self.lists(read) == Self.lists(now), "seed \(seed)")
    let start = session.startScene
    #expect(Self.lists(try Scene(text: SceneWriter().text(start))) == Self.lists(start), "seed \(seed)")
    let recording = try Recording(bytes: session.recording.bytes)
    let again = try Session(replaying: recording)
    try again.run()
    for stamped in recording.commands where stamped.step == recording.end {
      try again.world.apply(stamped.command)
    }
    #expect(again.world.hash == session.world.hash, "seed \(seed)")
    #expect(again.world.snapshot == session.world.snapshot, "seed \(seed)")
  }

  @Test(
    "Edits of step 0 come to the same world as the scene that is saved with them",
    arguments: Seeds.list(default: 8)
  )
  func start(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let session = try Self.session()
    for _ in 0..<15 { try? session.give(Self.edit(&random, session.world)) }
    let saved = try World(Scene(text: SceneWriter().text(session.startScene)))
    for _ in 0..<240 {
      try session.step()
      try saved.step()
    }
    #expect(saved.hash == session.world.hash, "seed \(seed)")
  }

  @Test(
    "An animation or a layer that is edited at the start, by itself or with others at once, is as in the saved scene",
    arguments: [false, true])
  func startOfAnimations(atOnce: Bool) throws {
    let add = { (text: String) in Edit.add(.animation, "{id: x, \(text)}") }
    let way = "type: basic, from: [100, 150], to: [200, 150], duration: 1"
    let offset = Edit.set(.layer("base"), path: "timeOffset", value: "0.5")
    let gone = Edit.remove(.animation("sway"))
    for edits in [
      [offset], [.set(.layer("base"), path: "speed", value: "-1")], [gone],
      [gone, add("of: mover.position, \(way)")],
      [add("of: mover.position, \(way), beginTime: -0.5"), gone],
      [offset, gone, add("of: mover.position, layer: base, \(way)")],
      [gone, add("of: mover.position, layer: base, \(way)"), offset],
      [add("of: a.angle, type: basic, by: 1, duration: 1")],
      [.set(.body("mover"), path: "at", value: "[60, 180]")],
      [.set(.animation("sway"), path: "by", value: "[50, 0]")],
      [
        add("of: b.opacity, type: basic, from: 0.2, to: 0.6, duration: 1"),
        .set(.body("b"), path: "opacity", value: "0.5"),
      ],
    ] {
      let session = try Self.session()
      if atOnce {
        try session.giveAtStart(edits, named: "edit")
      } else {
        for edit in edits { try session.give(.edit(edit)) }
      }
      let saved = try World(Scene(text: SceneWriter().text(session.startScene)))
      #expect(saved.snapshot.bodies == session.world.snapshot.bodies, "\(edits)")
      for _ in 0..<240 {
        try session.step()
        try saved.step()
      }
      #expect(saved.hash == session.world.hash, "\(edits)")
    }
  }

  @Test("Of several edits of the start that are made at once, none is made where one is refused")
  func refusedAmongOthers() throws {
    let (session, other) = (try Self.session(), try Self.session())
    let edits: [Edit] = [
      .set(.layer("base"), path: "timeOffset", value: "0.5"), .remove(.animation("sway")),
      .set(.body("nobody"), path: "opacity", value: "0.5"),
    ]
    #expect(throws: WorldError.self) { try session.giveAtStart(edits, named: "edit") }
    try session.finishRerun()
    #expect(session.world.snapshot.bodies == other.world.snapshot.bodies)
    for _ in 0..<240 {
      try session.step()
      try other.step()
    }
    #expect(session.world.hash == other.world.hash)
  }

  @Test("A rule that is added holds from then on, and one that is removed no longer")
  func rules() throws {
    let world = try World(
      Scene(bodies: [
        Scene.Body(id: "floor", kind: .static, .box(Size(200, 10))),
        Scene.Body(id: "ball", at: Vector(0, 30), .circle(radius: 5)),
      ]))
    for _ in 0..<120 { try world.step() }
    #expect(try #require(world.snapshot["ball"]).position.y > 9)
    try world.apply(.addRule("through", between: "ball", and: "floor", .ignore))
    #expect(throws: WorldError.self) {
      try world.apply(.addRule("through", between: "ball", and: "floor", .ignore))
    }
    for _ in 0..<10 { try world.step() }
    #expect(try #require(world.snapshot["ball"]).position.y < 9)
    try world.apply(.remove(.rule("through")))
    for _ in 0..<120 { try world.step() }
    #expect(try #require(world.snapshot["ball"]).position.y > 0, "it is pushed out again")
  }

  @Test("A trigger waits from when it is added until it is removed, and sends what is not past")
  func triggers() throws {
    let world = try World(Scene(text: Self.text))
    for _ in 0..<60 { try world.step() }
    try world.apply(.add(Scene.Trigger(id: "tick", .time(at: 0.1, every: 0.1), [.mark("tick")])))
    try world.apply(.add(Scene.Trigger(id: "once", .time(at: 0.25, every: nil), [.mark("once")])))
    var marks: [Int] = []
    for _ in 0..<24 {
      try world.step()
      #expect(!world.marks.contains("once"))
      if world.marks == ["tick"] { marks.append(world.steps) }
    }
    #expect(marks == [72, 84])
    try world.apply(.set(.trigger("tick"), path: "do", value: "[{action: mark, text: tock}]"))
    for _ in 0..<12 { try world.step() }
    #expect(world.marks == ["tock"])
    try world.apply(.remove(.trigger("tick")))
    for _ in 0..<24 {
      try world.step()
      #expect(world.marks.isEmpty)
    }
    // One without an id goes by its place.
    try world.apply(.remove(.trigger("trigger-1")))
    #expect(world.sceneNow().triggers.compactMap(\.id).isEmpty)
    #expect(throws: WorldError.self) { try world.apply(.add(Scene.Trigger(.signal("x"), [.end]))) }
  }

  @Test(
    "A layer counts from when it is added, jumps at no other speed, and is kept while something plays in it")
  func layers() throws {
    let world = try World(Scene(text: Self.text))
    for _ in 0..<120 { try world.step() }
    try world.apply(.add(Scene.Layer(id: "slow", timing: LayerTiming(speed: 0.25))))
    for _ in 0..<120 { try world.step() }
    #expect(try #require(world.layerTime("slow")).time == 0.25)
    try world.apply(.set(.layer("slow"), path: "speed", value: "2"))
    #expect(try #require(world.layerTime("slow")).time == 0.25)
    for _ in 0..<60 { try world.step() }
    #expect(try #require(world.layerTime("slow")).time == 1.25)
    let error = #expect(throws: WorldError.self) { try world.apply(.remove(.layer("base"))) }
    #expect("\(try #require(error))".contains("the animation 'sway' plays in it"))
    try world.apply(.remove(.animation("sway")))
    try world.apply(.remove(.layer("base")))
    #expect(world.animationLayers.map(\.name) == ["slow"])
    #expect(throws: WorldError.self) { try world.apply(.run(layer: "base", speed: 1)) }
  }

  @Test("What speaks of a template goes with it, and a template to which nothing refers is saved")
  func templates() throws {
    var scene = try Scene(text: Self.text)
    #expect(scene.templates.map(\.id) == ["drop", "spare"])
    try scene.apply(.addTemplate(Scene.Body(id: "hail", .circle(radius: 2))))
    try scene.apply(.remove(.template("drop")))
    #expect(scene.triggers.isEmpty)
    #expect(scene.rules.map(\.id) == ["slick"])
    let read = try Scene(text: SceneWriter().text(scene))
    #expect(read.templates == scene.templates)
    #expect(throws: EditRefusal.self) { try scene.apply(.add(.body, "{id: hail, circle: 3}")) }
  }

  @Test("A template to which nothing refers keeps its group, beside one that cannot be made")
  func groupsOfUnusedTemplates() throws {
    let scene = try Scene(
      text: """
        tumble: 1
        templates:
          late: {circle: 2, group: team}
          broken: {circle: 3, group: nobody, material: none}
          early: {circle: 4, group: crew}
        bodies: [{id: a, at: [20, 20], circle: 5, group: crew}]
        """)
    #expect(scene.templates.map(\.id) == ["late", "early"])
    let groups = scene.templates.map { scene.groups[Int($0.shapes[0].filter.group) - 1] }
    #expect(groups == ["team", "crew"])
    #expect(try Scene(text: SceneWriter().text(scene)).templates.count == 2)
  }

  // MARK: - Found by reading

  private static let keyed = """
    tumble: 1
    bodies: [{id: a, at: [100, 60], box: [20, 20]}, {id: b, at: [180, 60], box: [20, 20]}]
    keys: [{id: jump, keys: Up, drive: []}]
    layers: [{id: base}]
    """

  @Test("Keys that were pressed before a trigger was added do not fire it")
  func oldPresses() throws {
    let world = try World(Scene(text: Self.keyed))
    for _ in 0..<3 {
      try world.step([.input("jump", 1)])
      try world.step([.input("jump", 0)])
    }
    try world.apply(
      .edit(.add(.trigger, "{id: leap, event: pressed, key: jump, do: {action: mark, text: up}}")))
    try world.step()
    #expect(world.marks.isEmpty)
    try world.step([.input("jump", 1)])
    #expect(world.marks == ["up"])
  }

  @Test("A step takes commands about what an edit of the same step adds")
  func commandsOfAnEdit() throws {
    let edits: [Edit] = [
      .add(.layer, "{id: late}"),
      .add(.control, "{id: pull, slider: [-2000, 0], property: 'world.gravity[1]'}"),
    ]
    let commands = edits.map(Command.edit) + [.run(layer: "late", speed: 2), .control("pull", -7)]
    let world = try World(Scene(text: Self.keyed))
    try world.step(commands)
    #expect(world.animationLayers.last?.speed == 2)
    #expect(world.snapshot.gravity.y == -7)
    let copy = try world.copy()
    #expect(copy.hash == world.hash)
  }

  @Test("A layer that no edit of the step adds is still refused")
  func missingLayer() throws {
    let world = try World(Scene(text: Self.keyed))
    #expect(throws: WorldError.self) {
      try world.step([.edit(.add(.layer, "{id: late}")), .run(layer: "lte", speed: 2)])
    }
  }

  @Test("The scene at the start has lost the triggers that were removed, and no others")
  func removedByPlace() throws {
    let marks = ["one", "two", "three"].map { "{event: time, at: 1, do: {action: mark, text: \($0)}}" }
    let scene = try Scene(text: Self.keyed + "\nwhen: [\(marks.joined(separator: ", "))]\n")
    let session = try Session(World(scene), timeline: TimelineOptions(historyBudget: 2 << 20))
    for name in ["trigger-1", "trigger-2"] {
      let object = try #require(SceneObject(.trigger, id: name))
      try session.give(.remove(object))
    }
    #expect(session.startScene.triggers == session.world.sceneNow().triggers)
    #expect(session.startScene.triggers.count == 1)
  }

  @Test("A rule about a template goes on for a body that a later rule names too")
  func ruleBesideTemplate() throws {
    let world = try World(
      Scene(
        text: """
          tumble: 1
          world: {gravity: [0, -1000]}
          templates: {drop: {circle: 4, mass: 1, at: [150, 60]}}
          bodies: [{id: floor, kind: static, at: [150, 5], box: [300, 10]}]
          rules: [{between: [drop, floor], ignore: true}]
          when: [{event: time, at: 10 ms, do: {action: spawn, template: drop}}]
          """))
    for _ in 0..<4 { try world.step() }
    let drop = try #require(world.snapshot.bodies.last)
    let name = world.description.bodies[drop.id.number].name
    try world.apply(.edit(.add(.rule, "{id: slick, between: [\(name), floor], friction: 0}")))
    for _ in 0..<120 { try world.step() }
    // It falls through the floor, as the first rule says.
    #expect((world.snapshot[name]?.position.y ?? 0) < 0)
  }

  @Test("A template's color leaves what sleeps asleep")
  func colorOfATemplate() throws {
    let world = try World(
      Scene(
        text: """
          tumble: 1
          world: {gravity: [0, -1000], sleepAfter: 200 ms}
          templates: {drop: {circle: 4, mass: 1}}
          bodies:
            - {id: floor, kind: static, at: [150, 5], box: [300, 10]}
            - {id: crate, at: [150, 30], box: [40, 40], mass: 1}
          rules: [{between: [drop, floor], ignore: true}]
          """))
    for _ in 0..<240 { try world.step() }
    #expect(world.snapshot["crate"]?.isSleeping == true)
    let drop = try #require(SceneObject(.template, id: "drop"))
    try world.apply(.edit(.set(drop, path: "color", value: "red")))
    try world.step()
    #expect(world.snapshot["crate"]?.isSleeping == true)
  }

  @Test("An action that plays in a layer goes with the layer from what is saved")
  func layerOfAnAction() throws {
    let text = """
      tumble: 1
      bodies: [{id: a, at: [100, 60], box: [20, 20]}]
      layers: [{id: base}]
      when:
        - event: time
          at: 1
          do:
            - {action: animate, animation: {id: x, of: a.opacity, type: basic, to: 0, duration: 1, layer: base}}
            - {action: mark, text: done}
      """
    let world = try World(Scene(text: text))
    let base = try #require(SceneObject(.layer, id: "base"))
    try world.apply(.edit(.remove(base)))
    let saved = SceneWriter().text(world.sceneNow())
    let read = try Scene(text: saved)
    #expect(read.triggers.first?.actions.count == 1)
  }
}
