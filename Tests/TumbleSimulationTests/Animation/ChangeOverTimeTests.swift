import Foundation
import Testing
import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

/// Properties of each kind of object.
private enum ChangedProperties {
  /// Each with the values of a change over time and of one at once.
  static let all: [(path: String, over: String, atOnce: String)] = [
    ("lamp.opacity", "0.5", "0.25"), ("lamp.glow", "0.5", "0.25"), ("lamp.scale", "[2, 2]", "[3, 3]"),
    ("lamp.surfaceVelocity", "[5, 0]", "[7, 0]"), ("drive.rate", "5", "7"), ("drive.maxForce", "50", "70"),
    ("coil.restLength", "50", "70"), ("rope.max", "150", "170"), ("nail.anchorA", "[5, 0]", "[7, 0]"),
    ("breeze.strength", "5", "7"), ("pool.level", "250", "270"), ("smoke.rate", "0.5", "0"),
    ("smoke.lifetime", "2", "3"), ("world.gravity", "[0, -5]", "[0, -7]"), ("camera.zoom", "2", "3"),
  ]
}

@Suite("A property that a rule changes over time")
struct ChangeOverTimeTests {
  /// Bodies without weight, at 100 steps per second.
  private static func world(_ rest: String) throws -> World {
    try TriggerTests.world(
      """
      world: {gravity: [0, 0], rate: 100 Hz}
      bodies:
        - {id: lamp, at: [50, 50], circle: 10, mass: 1}
        - {id: lift, kind: kinematic, at: [150, 50], box: [20, 4]}

      """ + rest)
  }

  private static let opacity = AnimationTarget("lamp", .opacity)

  @Test(
    "A property that changes over time has the new model value at once, and goes there along the curve from what is seen"
  )
  func curve() throws {
    let world = try Self.world(
      """
      when:
        - {event: time, at: 100 ms, do: {action: set, of: lamp.opacity, to: 0.2, over: 1 s, timing: ease-out}}
      """)
    for _ in 0..<10 { try world.step() }
    #expect(world.modelValue(of: Self.opacity) == .number(0.2))
    #expect(world.presentationValue(of: Self.opacity) == .number(1), "nothing has moved yet")
    for step in 1...100 {
      try world.step()
      let expected = 1 - 0.8 * TimingFunction.easeOut.value(at: Double(step) / 100)
      let seen = try #require(world.snapshot["lamp"]).appearance.opacity
      #expect((seen - expected).magnitude < 1e-12, "after \(step) steps")
      #expect(world.presentationValue(of: Self.opacity) == .number(seen))
    }
    #expect(world.animationEvents == [AnimationEvent(key: "lamp.opacity", outcome: .finished)])
    try world.step()
    #expect(world.snapshot["lamp"]?.appearance.opacity == 0.2 && world.animationKeys.isEmpty)
    #expect(world.sceneNow().animations.isEmpty, "the scene keeps nothing of it")
  }

  @Test(
    "A property of any object that is set at once has that value after a change over time and during one",
    arguments: ChangedProperties.all.map(\.path), [150, 80])
  func setAtOnce(path: String, end: Int) throws {
    let (_, over, atOnce) = try #require(ChangedProperties.all.first { $0.path == path })
    let world = try Self.world(
      """
      camera: {}
      joints:
        - {id: drive, type: motor, a: lift, b: lamp, rate: 1, maxForce: 10}
        - {id: coil, type: spring, a: lift, b: lamp, restLength: 100, stiffness: 1}
        - {id: rope, type: slide, a: lift, b: lamp, max: 120}
        - {id: nail, type: pivot, a: lift, b: lamp, at: [100, 50], maxForce: 1}
      fields: [{id: breeze, type: noise, strength: 1, scale: 100, rate: 1}]
      fluids: [{id: pool, polygon: [[0, 200], [10, 200], [10, 300], [0, 300]], level: 210}]
      emitters: [{id: smoke, cells: {rate: 10, lifetime: 1, velocity: 3}}]
      when:
        - {event: time, at: 100 ms, do: {action: set, of: \(path), to: \(over), over: 1 s}}
        - {event: time, at: \(end * 10) ms, do: {action: set, of: \(path), to: \(atOnce)}}
      """)
    let (owner, name) = try #require(path.firstIndex(of: ".").map { (path[..<$0], path[$0...].dropFirst()) })
    let property = try #require(
      AnimatableProperty(settable: String(name), ofEmitter: owner == "smoke"), "\(path)")
    let target = AnimationTarget(String(owner), property)
    for step in 1...200 {
      try world.step()
      guard step >= end else { continue }
      let model = try #require(world.modelValue(of: target))
      try #require(world.presentationValue(of: target) == model, "\(path) after \(step) steps")
      try #require(model.isWritten(atOnce), "\(path) is \(model) after \(step) steps")
    }
  }

  @Test(
    "A property that changes over time takes 250 ms where only a curve is named, and shows at once without either and in no time"
  )
  func defaults() throws {
    for (keys, expected) in [("", 0.2), (", over: 0", 0.2), (", timing: linear", 0.6)] {
      let world = try Self.world(
        "when: [{event: time, at: 10 ms, do: {action: set, of: lamp.opacity, to: 0.2\(keys)}}]")
      for _ in 0...12 { try world.step() }
      let seen = try #require(world.snapshot["lamp"]).appearance.opacity
      // 12 of 25 steps.
      let value = expected == 0.6 ? 1 - 0.8 * 12 / 25 : expected
      #expect((seen - value).magnitude < 1e-12, "\(keys)")
    }
  }

  @Test(
    "A property that changes over time is seen as a property store shows it that is told the same, however often it is retargeted",
    arguments: Seeds.list(default: 12))
  func store(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var store = PropertyStore<String, Double>()
    store.set("opacity", of: "lamp", to: 1, at: 0)
    var triggers = ""
    var changes: [Int: (value: Double, timing: Scene.ChangeTiming?)] = [:]
    for step in 1...300 where random.int(in: 0...14) == 0 {
      let value = Double(random.int(in: 2...8)) / 10
      let timing: (String, Scene.ChangeTiming?) = random.pick([
        ("", nil), (", over: 40 ms", .curve(.ease, duration: 0.04)),
        (", over: 0.5 s, timing: ease-in-out", .curve(.easeInOut, duration: 0.5)),
        (", over: 2 s, timing: linear", .curve(.linear, duration: 2)),
        (
          ", spring: \"spring(response: 0.4, damping: 0.8)\"",
          .spring(try Spring(response: 0.4, dampingRatio: 0.8))
        ),
      ])
      triggers +=
        "\n  - {event: time, at: \(step * 10) ms, do: {action: set, of: lamp.opacity, to: \(value)\(timing.0)}}"
      changes[step] = (value, timing.1)
    }
    let world = try Self.world(triggers.isEmpty ? "" : "when:" + triggers)
    for step in 1...600 {
      try world.step()
      let time = MediaTime(step: step, rate: 100)
      if let change = changes[step] {
        switch change.timing {
        case .transition?: Issue.record("no number has a transition")
        case nil:
          // A store goes on with a change to the value that is set once more; a trigger without a time shows
          // it at once.
          store.set("opacity", of: "lamp", to: change.value, at: time)
          store.cancel("opacity", of: "lamp", at: time)
        case .spring(let spring)?:
          store.actions.defaults["opacity"] = .spring(spring)
          store.transaction { $0.set("opacity", of: "lamp", to: change.value, at: time) }
        case .curve(let curve, let duration)?:
          store.actions.defaults["opacity"] = .basic()
          store.transaction(Transaction(duration: duration, timingFunction: curve)) {
            $0.set("opacity", of: "lamp", to: change.value, at: time)
          }
        }
      }
      let expected = try #require(store.presentation("opacity", of: "lamp", at: time))
      let seen = try #require(world.snapshot["lamp"]).appearance.opacity
      #expect((seen - min(max(expected, 0), 1)).magnitude < 1e-9, "seed \(seed), step \(step)")
      #expect(
        world.modelValue(of: Self.opacity) == store.model("opacity", of: "lamp").map { .number($0) },
        "seed \(seed), step \(step)")
    }
  }

  @Test(
    "A property that changes over time may be any number of the world, of joints, fields and fluids: half way after half the time"
  )
  func properties() throws {
    let cases = [
      ("world.gravity", "[0, -400]"), ("rope.restLength", "80"), ("engine.rate", "6"),
      ("rope.maxForce", "500"),
      ("cord.max", "90"), ("rope.anchorA", "[8, -4]"), ("wind.strength", "3"), ("pool.level", "40"),
      ("lamp.color", "\"#000000\""), ("lamp.scale", "[2, 4]"), ("belt.surfaceVelocity", "[30, 0]"),
    ]
    for (property, value) in cases {
      let world = try TriggerTests.world(
        """
        view: {size: [300, 300]}
        world: {gravity: [0, 0], rate: 100 Hz, sleepAfter: 50 ms}
        bodies:
          - {id: hook, kind: static, at: [100, 200]}
          - {id: lamp, at: [100, 150], circle: 10, mass: 1, color: "#ffffff"}
          - {id: wheel, at: [200, 150], circle: 10, mass: 1}
          - {id: belt, kind: static, at: [200, 20], box: [80, 4], surfaceVelocity: [10, 0]}
        joints:
          - {id: rope, type: spring, a: hook, b: lamp, restLength: 50, stiffness: 20, damping: 1, maxForce: 900}
          - {id: cord, type: slide, a: hook, b: lamp, max: 60}
          - {id: engine, type: motor, a: hook, b: wheel, rate: 2}
        fields: [{id: wind, type: wind, velocity: [10, 0], strength: 1}]
        fluids: [{id: pool, at: [50, 40], box: [80, 80], level: 20}]
        when:
          - {event: time, at: 1 s, do: {action: set, of: \(property), to: \(value), over: 1 s, timing: linear}}
        """)
      let target = try AnimationTarget(parsing: property)
      let start = try #require(world.presentationValue(of: target), "\(property)")
      for _ in 0..<150 { try world.step() }
      let goal = try #require(world.modelValue(of: target))
      let half = try #require(world.presentationValue(of: target))
      #expect(start != goal && half.distance(to: start.interpolated(to: goal, by: 0.5)) < 1e-9, "\(property)")
      for _ in 0..<50 { try world.step() }
      #expect(world.presentationValue(of: target) == goal, "\(property)")
      #expect(world.animationEvents.map(\.outcome) == [.finished], "\(property)")
    }
  }

  @Test(
    "A property that changes over time moves a kinematic body with a velocity, and lets a dynamic one go with the curve's"
  )
  func motion() throws {
    let world = try Self.world(
      """
      when:
        - {event: time, at: 1 s, do: [{action: set, of: lift.at, to: [150, 150], over: 1 s, timing: linear},
           {action: set, of: lamp.angle, to: 2, over: 1 s, timing: linear}]}
        - {event: time, at: 1500 ms, do: {action: set, of: "lift.at[0]", to: 160, spring: "spring(response: 0.5, damping: 1)"}}
        - {event: time, at: 3 s, do: {action: set, of: lift.position.y, to: 100, over: 500 ms}}
      """)
    for _ in 0..<149 { try world.step() }
    let lift = try #require(world.snapshot["lift"])
    #expect((lift.position - Vector(150, 99)).length < 1e-9 && (lift.velocity - Vector(0, 100)).length < 1e-9)
    for _ in 0..<60 { try world.step() }
    let lamp = try #require(world.snapshot["lamp"])
    #expect((lamp.angularVelocity - 2).magnitude < 1e-9 && lamp.angle > 2, "it goes on turning")
    #expect(try #require(world.snapshot["lift"]).position.y == 150)
    for _ in 0..<400 { try world.step() }
    #expect(world.snapshot["lift"]?.position == Vector(160, 100))
  }

  @Test(
    "A property that changes over time goes on where the same value is set again, and ends where one is set at once"
  )
  func sameValue() throws {
    let world = try Self.world(
      """
      when:
        - {event: time, at: 100 ms, do: {action: set, of: lamp.opacity, to: 0.2, over: 1 s, timing: linear}}
        - {event: time, at: 300 ms, do: {action: set, of: lamp.opacity, to: 0.2, over: 9 s}}
        - {event: time, at: 700 ms, do: {action: set, of: lamp.color, to: red}}
      """)
    for _ in 0..<70 { try world.step() }
    #expect(abs((world.snapshot["lamp"]?.appearance.opacity ?? 0) - 0.52) < 1e-12)
    #expect(world.snapshot["lamp"]?.appearance.color == Color(hex: "#ff0000"), "beside it")
    try world.apply(.edit(.set(.body("lamp"), path: "opacity", value: "0.9")))
    #expect(world.snapshot["lamp"]?.appearance.opacity == 0.9 && world.animationKeys.isEmpty)
    try world.step()
    #expect(world.animationEvents == [AnimationEvent(key: "lamp.opacity", outcome: .interrupted)])
  }

  @Test(
    "A property that changes over time is cancelled by a rule: the value that was set shows, or what is seen stays"
  )
  func cancelling() throws {
    for (keep, after) in [("", 0.2), (", keep: true", 0.6)] {
      let world = try Self.world(
        """
        when:
          - {event: time, at: 100 ms, do: {action: set, of: lamp.opacity, to: 0.2, over: 1 s, timing: linear}}
          - {event: time, at: 600 ms, do: {action: stop, animations: lamp.opacity\(keep)}}
          - {event: finished, of: lamp.opacity, do: {action: mark, text: finished}}
          - {event: interrupted, of: lamp.opacity, do: {action: mark, text: interrupted}}
        """)
      #expect(try TriggerTests.marks(world, steps: 200) == ["61 interrupted"])
      #expect(abs((world.snapshot["lamp"]?.appearance.opacity ?? 0) - after) < 1e-12)
      #expect(world.modelValue(of: Self.opacity) == world.presentationValue(of: Self.opacity))
    }
    let world = try Self.world(
      """
      animations: [{id: up, of: lift.position.y, type: basic, by: 100, duration: 1 s}]
      when:
        - {event: time, at: 500 ms, do: {action: stop, animations: up}}
        - {event: interrupted, of: up, do: [{action: mark, text: stopped}, {action: set, of: it.angle, to: 1}]}
      """)
    #expect(try TriggerTests.marks(world, steps: 100) == ["51 stopped"])
    #expect(world.snapshot["lift"]?.position.y == 100 && world.snapshot["lift"]?.angle == 1)
  }

  @Test(
    "A property that changes over time ends with an event of the body that it moved, by the name of the repeater"
  )
  func events() throws {
    let world = try TriggerTests.world(
      """
      view: {size: [300, 300]}
      world: {gravity: [0, 0], rate: 100 Hz}
      bodies:
        - {id: brick, at: [20, 100], box: [10, 10], mass: 1, repeat: {grid: {columns: 3, rows: 1, spacing: [40, 0]}}}
      when:
        - {event: time, at: 100 ms, do: [{action: set, of: brick-2.opacity, to: 0, over: 200 ms}]}
        - {event: finished, of: brick.opacity, do: {action: remove, of: it}}
        - {event: time, at: 500 ms, do: {action: set, of: brick-1.scale, to: 3, over: 100 ms}}
      """)
    _ = try TriggerTests.marks(world, steps: 29)
    #expect(world.snapshot["brick-2"] != nil)
    try world.step()
    #expect(world.snapshot["brick-2"] == nil, "faded, and gone in that step")
    _ = try TriggerTests.marks(world, steps: 100)
    #expect(world.snapshot["brick-3"] != nil && world.snapshot["brick-1"]?.appearance.scale == Vector(3, 3))
  }

  @Test(
    "A property that changes over time of a spawned body is meant by the name of its template, and what `animate` adds for it by the id given"
  )
  func templates() throws {
    let world = try TriggerTests.world(
      """
      view: {size: [300, 300]}
      world: {gravity: [0, -500], rate: 100 Hz}
      templates: {drop: {circle: 4, mass: 1}}
      bodies: [{id: floor, kind: static, line: [[0, 0], [300, 0]]}]
      when:
        - {event: time, at: 50 ms, do: {action: spawn, template: drop, at: [150, 10], count: 2, spread: [50, 0]}}
        - {event: began, between: [drop, floor], do: {action: set, of: it.opacity, to: 0.5, over: 200 ms}}
        - {event: finished, of: drop.opacity, do: [{action: mark, text: faded},
           {action: animate, animation: {id: blink, of: it.opacity, type: basic, to: 0, duration: 100 ms}}]}
        - {event: finished, of: blink, do: [{action: mark, text: blinked}, {action: remove, of: it}]}
      """)
    let marks = try TriggerTests.marks(world, steps: 200).map { $0.split(separator: " ")[1] }
    #expect(marks.count { $0 == "faded" } == 2 && marks.count { $0 == "blinked" } == 2, "\(marks)")
    #expect(world.snapshot.bodies.count == 1)
  }

  @Test(
    "A property that changes over time stays seen where another property of the same body is set in the same step"
  )
  func noFlash() throws {
    let world = try Self.world(
      """
      animations: [{id: pulse, of: lamp.opacity, type: basic, from: 0, to: 0.5, duration: 10 s}]
      when: [{event: time, every: 10 ms, do: {action: set, of: lamp.color, to: red}}]
      """)
    for step in 1...20 {
      try world.step()
      let seen = try #require(world.snapshot["lamp"]).appearance.opacity
      #expect((seen - Double(step) / 2000).magnitude < 1e-12)
    }
  }

  @Test(
    "A property that changes over time goes on in a moment that is saved as a scene, to the bit, read from its text"
  )
  func moments() throws {
    let world = try Self.world(
      """
      when:
        - {event: time, at: 100 ms, do: [{action: set, of: lamp.opacity, to: 0.2, over: 1 s}, {action: set, of: lift.at, to: [170, 90], over: 1 s},
           {action: set, of: world.gravity, to: [0, -90], over: 700 ms}, {action: set, of: lamp.color, to: "#204060", over: 1 s}]}
        - {event: time, at: 400 ms, do: [{action: set, of: lamp.opacity, to: 0.9, spring: "spring(response: 0.5, damping: 0.9)"},
           {action: set, of: lamp.color, to: orange, over: 1 s}]}
      """)
    for _ in 0..<60 { try world.step() }
    var now = world.sceneNow()
    now.triggers = []
    let text = SceneWriter().text(now)
    let again = try World(
      Scene(text: text))
    for step in 0..<120 {
      for id in ["lamp", "lift"] {
        let (a, b) = (try #require(world.snapshot[id]), try #require(again.snapshot[id]))
        #expect((a.appearance.opacity - b.appearance.opacity).magnitude < 1e-12, "\(step)")
        #expect(
          (a.position - b.position).length < 1e-9 && a.appearance.color == b.appearance.color, "\(step)")
      }
      #expect((world.snapshot.gravity - again.snapshot.gravity).length < 1e-9)
      try world.step()
      try again.step()
    }
  }
}

extension AnimatableValue {
  /// Returns true for the value that the scene format writes as a text.
  fileprivate func isWritten(_ text: String) -> Bool {
    let numbers = text.split { "[], ".contains($0) }.compactMap { Double($0) }
    switch self {
    case .number(let number): return [number] == numbers
    case .vector(let vector): return [vector.x, vector.y] == numbers
    default: return false
    }
  }
}
