import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation

@Suite("What happens when something happens")
struct TriggerTests {
  static func scene(_ text: String) throws -> Scene {
    try SceneLinter().lint(SceneReader().read(Data(("tumble: 1\n" + text).utf8), file: "t.yaml", name: "t"))
      .get()
  }

  static func world(_ text: String) throws -> World { try World(scene(text)) }

  /// The steps after which marks were made, with what they say.
  static func marks(_ world: World, steps: Int, _ commands: [Int: [Command]] = [:]) throws -> [String] {
    var found: [String] = []
    for step in 0..<steps {
      try world.step(commands[step] ?? [])
      for mark in world.marks { found.append("\(world.steps) \(mark)") }
    }
    return found
  }

  static let floor = """
    world: {gravity: [0, -1000], rate: 100 Hz}
    bodies:
      - {id: floor, kind: static, line: [[-500, 0], [0, 0], [500, 0]]}
      - {id: ball, at: [2, 100], circle: 10, mass: 2}

    """

  @Test("A trigger counts a touch of two bodies once, however many of their shapes touch, and its end once")
  func touches() throws {
    let world = try Self.world(
      """
      world: {gravity: [0, -1000], rate: 100 Hz}
      bodies:
        - {id: floor, kind: static, line: [[-500, 0], [0, 0], [500, 0]], elasticity: 0}
        - {id: table, at: [0, 40], elasticity: 0, shapes: [{box: {size: [4, 20], center: [-10, 0]}}, {box: {size: [4, 20], center: [10, 0]}}]}
      when:
        - {event: began, between: [table, floor], do: {action: mark, text: down}}
        - {event: ended, between: [floor, table], do: {action: mark, text: up}}
        - {event: time, at: 2 s, do: {action: impulse, of: table, amount: [0, 20]}}
      """)
    let marks = try Self.marks(world, steps: 400)
    #expect(marks.count == 3 && marks[0].hasSuffix("down") && marks[1].hasSuffix("up"), "\(marks)")
    #expect(marks[1].hasPrefix("20") && marks[2].hasSuffix("down"))
  }

  @Test("A trigger tells a shape of a body from the others by its name")
  func shapes() throws {
    let world = try Self.world(
      """
      world: {gravity: [0, -1000], rate: 100 Hz}
      bodies:
        - {id: floor, kind: static, line: [[-500, 0], [500, 0]]}
        - {id: hero, at: [0, 40], shapes: [{id: head, circle: {radius: 5, center: [0, 20]}}, {id: foot, box: [20, 8]}]}
      when:
        - {event: began, between: [hero.foot, floor], do: {action: mark, text: foot}}
        - {event: began, between: [hero.head, anything], do: {action: mark, text: head}}
      """)
    let marks = try Self.marks(world, steps: 100)
    #expect(marks.count == 1 && marks[0].hasSuffix("foot"), "\(marks)")
  }

  @Test(
    "A trigger tells of a hit as its impulse gets there, not again while it stays, and not of softer ones")
  func hits() throws {
    let world = try Self.world(
      Self.floor + """
        when:
          - {event: hit, between: [ball, floor], above: 500, do: {action: mark, text: hard}}
          - {event: hit, between: [ball, anything], above: 5, do: {action: mark, text: soft}}
        """)
    let marks = try Self.marks(world, steps: 500)
    #expect(marks.count { $0.hasSuffix("hard") } == 1, "424 points per second × 2 kg × 1.1")
    // At rest each step has 20.
    #expect(marks.count { $0.hasSuffix("soft") } < 8 && world.contacts.allSatisfy { $0.kind != .hit })
    world.hitThreshold = 1
    try world.step()
    #expect(world.contacts.contains { $0.kind == .hit }, "as a program asks for")
  }

  @Test("A trigger tells of what enters and leaves a region by its centre, and not of what begins there")
  func regions() throws {
    let world = try Self.world(
      """
      world: {gravity: [0, 0], rate: 100 Hz}
      bodies:
        - {id: inside, at: [0, 0], velocity: [100, 0], circle: 3}
        - {id: outside, at: [-100, 0], velocity: [100, 0], circle: 3}
      when:
        - {event: enters, of: [inside, outside], region: {box: [40, 40]}, do: [{action: mark, text: in}, {action: set, of: it.color, to: red}]}
        - {event: leaves, of: anything, region: {circle: 20}, do: {action: mark, text: out}}
        - {event: enters, of: outside, region: {at: [50, 0], polygon: [[-5, -5], [5, -5], [0, 5]]}, do: {action: mark, text: tip}}
      """)
    let marks = try Self.marks(world, steps: 200)
    #expect(marks.map { $0.split(separator: " ")[1] } == ["out", "in", "out", "tip"], "\(marks)")
    let red = Color(hex: "#ff0000")
    #expect(
      world.snapshot["outside"]?.appearance.color == red && world.snapshot["inside"]?.appearance.color != red)
  }

  @Test("A trigger puts what fell out of the view back to its start, as fast as it started, after a while")
  func respawn() throws {
    let world = try Self.world(
      """
      view: {size: [300, 300]}
      world: {gravity: [0, -1000], rate: 100 Hz}
      bodies:
        - {id: ball, at: [150, 200], velocity: [0, 50], angularVelocity: 2, circle: 10}
        - {id: hidden, at: [600, -200], circle: 10, gravityScale: 0}
      when:
        - {id: again, event: leavesView, of: anything, after: 500 ms, do: [{action: respawn, of: it}, {action: mark, text: back}]}
      """)
    var gone: Int?
    for _ in 0..<300 {
      try world.step()
      let ball = try #require(world.snapshot["ball"])
      if gone == nil, ball.position.y < -10 { gone = world.steps }
      if !world.marks.isEmpty { break }
    }
    let ball = try #require(world.snapshot["ball"])
    #expect(world.steps == gone.map { $0 + 50 })
    #expect(ball.position == Vector(150, 200) && ball.velocity == Vector(0, 50))
    #expect(ball.angle == 0 && ball.angularVelocity == 2)
    #expect(world.previous["ball"]?.position == ball.position, "it did not fly there")
    #expect(world.snapshot["hidden"]?.position == Vector(600, -200))
  }

  @Test("A trigger tells of what falls asleep and of what wakes")
  func sleep() throws {
    let world = try Self.world(
      """
      world: {gravity: [0, -1000], rate: 100 Hz, sleepAfter: 200 ms}
      bodies:
        - {id: floor, kind: static, line: [[-500, 0], [500, 0]], elasticity: 0}
        - {id: box, at: [0, 10], box: [20, 20], elasticity: 0}
      when:
        - {event: sleeps, of: box, do: {action: mark, text: asleep}}
        - {event: wakes, of: box, do: {action: mark, text: awake}}
        - {event: time, at: 3 s, do: {action: impulse, of: box, amount: [0, 50]}}
      """)
    let marks = try Self.marks(world, steps: 400).map { $0.split(separator: " ")[1] }
    #expect(Array(marks.prefix(2)) == ["asleep", "awake"], "\(marks)")
  }

  @Test("A trigger tells of a channel that goes over a value or under it, each time it does")
  func channels() throws {
    let world = try Self.world(
      """
      world: {gravity: [0, -1000], rate: 100 Hz}
      bodies: [{id: ball, at: [0, 0], velocity: [0, 400], circle: 5}]
      when:
        - {event: rises, channel: ball.y, value: 50, do: {action: mark, text: over}}
        - {event: falls, channel: ball.velocity.y, value: 0, do: {action: mark, text: top}}
        - {event: falls, channel: ball.y, value: 50, do: {action: mark, text: under}}
      """)
    let marks = try Self.marks(world, steps: 200)
    #expect(marks.map { $0.split(separator: " ")[1] } == ["over", "top", "under"])
    #expect(marks[1].hasPrefix("40 "))
  }

  @Test("A trigger comes at a time and after each interval, exactly, and no more often than it may")
  func times() throws {
    let world = try Self.world(
      """
      world: {rate: 120 Hz}
      bodies: [{id: ball, circle: 5}]
      when:
        - {event: time, at: 100 ms, do: {action: mark, text: once}}
        - {event: time, every: 0.1 s, times: 3, do: {action: mark, text: each}}
        - {event: time, at: 0, every: 250 ms, after: 50 ms, do: {action: mark, text: late}}
      """)
    let marks = try Self.marks(world, steps: 70)
    #expect(marks == ["7 late", "12 once", "12 each", "24 each", "36 each", "36 late", "66 late"])
  }

  @Test(
    "A trigger passes signals on within a step, in the order of the triggers, and refuses those that come back"
  )
  func signals() throws {
    let world = try Self.world(
      """
      world: {rate: 100 Hz}
      bodies: [{id: ball, circle: 5}]
      when:
        - {event: signal, name: b, do: {action: mark, text: second}}
        - {event: signal, name: a, do: [{action: mark, text: first}, {action: signal, name: b}]}
        - {event: time, at: 50 ms, do: [{action: signal, name: b}, {action: signal, name: a}]}
        - {event: signal, name: b, after: 10 ms, do: {action: mark, text: later}}
      """)
    #expect(
      try Self.marks(world, steps: 20) == [
        "5 second", "5 first", "5 second", "6 later", "6 later",
      ])
    var scene = Scene(bodies: [Scene.Body("ball")])
    scene.triggers = [Scene.Trigger(id: "loop", .signal("a"), [.signal("a")])]
    #expect(throws: WorldError.unbuildable(reason: "the trigger 'loop' triggers itself within one step")) {
      try World(scene)
    }
  }

  @Test("What a trigger did is there for a step's commands, also those given between two steps, and replays")
  func boundary() throws {
    let text =
      Self.floor + """
        when:
          - {event: began, between: [ball, floor], do: {action: set, of: it.velocity, to: [50, 300]}}
          - {event: time, every: 300 ms, do: {action: set, of: world.gravity, to: [0, -800]}}
        """
    let session = try Session(
      World(Self.scene(text)), timeline: TimelineOptions(historyBudget: 1 << 20, checkpoints: 3))
    for step in 0..<200 {
      if step % 30 == 0 {
        try session.give(.set(.world, path: "gravity", value: "[0, -1200]"))
        try session.give(.set(.body("ball"), path: "velocity", value: "[0, \(step)]"))
      }
      try session.step()
    }
    let replayed = try World(session.world.scene)
    for step in 0..<200 {
      try replayed.step(session.log.filter { $0.step == step }.map(\.command))
    }
    #expect(replayed.hash == session.world.hash)
    session.view(step: 90)
    session.resume()
    try session.finishRerun()
    session.undo()
    try session.finishRerun()
    #expect(session.world.steps == 200 && session.world.hash == replayed.hash)
  }

  @Test("A trigger is in a moment that is written down, with what was spawned")
  func moment() throws {
    let world = try Self.world(Self.fountain)
    for _ in 0..<75 { try world.step() }
    let text = SceneWriter().text(world.sceneNow())
    let outcome = SceneReader().read(Data(text.utf8), file: "now.yaml", name: "now")
    #expect(outcome.diagnostics.filter { $0.severity == .error }.map(\.description) == [])
    let moment = try World(outcome.get())
    #expect(moment.snapshot.bodies.map(\.position) == world.snapshot.bodies.map(\.position))
    #expect(moment.snapshot.bodies.count > 6)
    for _ in 0..<100 { try moment.step() }
    let first = world.description.bodies[2].name
    #expect(
      first == "drop-1" && moment.snapshot[first] == nil, "what was spawned before goes as the rest does")
  }

  @Test("A trigger works out the variables of the scene before it runs")
  func variables() throws {
    let world = try Self.world(
      """
      variables: {fast: 200, bounce: 90 %, long: 60 pt}
      world: {gravity: [0, 0], rate: 100 Hz}
      bodies: [{id: ball, circle: 5}, {id: hook, kind: static, at: [0, 50]}]
      when:
        - event: time
          at: 100 ms
          do:
            - {action: set, of: ball.elasticity, to: bounce}
            - {action: set, of: ball.velocity, to: [fast / 2, 3]}
            - {action: attach, joint: {id: rope, type: slide, a: hook, b: ball, min: 0, max: 2 * long}}
      """)
    for _ in 0..<10 { try world.step() }
    #expect(world.text(of: .body("ball"), path: "elasticity") == "0.9")
    #expect(world.snapshot["ball"]?.velocity == Vector(100, 3))
    #expect(world.text(of: .joint("rope"), path: "max") == "120")
  }

  @Test("A scene has rules for what is spawned from a template, as for the bodies of the file")
  func rulesOfTemplates() throws {
    func world(_ rules: String) throws -> World {
      try Self.world(
        """
        world: {gravity: [0, -1000], rate: 100 Hz}
        templates: {drop: {circle: 5, elasticity: 0}, stone: {circle: 5}}
        bodies: [{id: floor, kind: static, line: [[-500, 0], [500, 0]]}]
        \(rules)
        when:
          - {event: time, at: 0.1 s, do: [{action: spawn, template: drop, at: [0, 50]}, {action: spawn, template: stone, at: [100, 50]}]}
        """)
    }
    let (plain, ruled) = (try world(""), try world("rules: [{between: [[drop], floor], ignore: true}]"))
    for _ in 0..<100 {
      try plain.step()
      try ruled.step()
    }
    #expect((plain.snapshot["drop-1"]?.position.y ?? -100) > 0)
    #expect((ruled.snapshot["drop-1"]?.position.y ?? 0) < -50)
    #expect((ruled.snapshot["stone-1"]?.position.y ?? -100) > 0)
    // It stays in the file, and what was spawned keeps it: it is one of the bodies then.
    let moment = ruled.sceneNow()
    #expect(
      moment.rules.count == 1 && moment.rules[0].first == .bodies([1])
        && moment.rules[0].firstTemplates == ["drop"])
    let again = try Scene(text: SceneWriter().text(moment), name: "t")
    #expect(again.rules == moment.rules)
  }
}
