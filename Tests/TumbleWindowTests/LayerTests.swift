import Testing
import TumbleFrames
import TumbleGeometry
@testable import TumbleLooks
import TumbleSamples
@testable import TumbleWindow

@Suite("Layers")
struct LayerTests {
  @Test("A circle is drawn round, whatever its size and the camera: no line is a quarter of a point off it")
  func roundCircles() {
    for (radius, unit) in [(2.0, 1.0), (20, 1), (300, 1), (300, 0.25), (5000, 10), (3, 0.01)] {
      var marks = Marks()
      marks.pointsPerUnit = unit
      marks.outline(.circle(center: .zero, radius: radius), position: .zero, angle: 0, .white)
      var lines = 0
      for case .line(let from, let to, _, _) in marks.all where from != .zero {
        lines += 1
        #expect(radius - from.interpolated(to: to, by: 0.5).length <= 0.26 * unit, "\(radius) at \(unit)")
      }
      #expect(lines <= 360)
    }
  }

  private func marks(_ layers: Layers, _ frame: Frame? = nil, facts: LayerFacts = LayerFacts()) -> [Mark] {
    var (description, zoo) = Samples.zoo
    description.fields = [FieldDescription(name: "f", force: ForceField(.uniform(Vector(1, 0))))]
    var marks = Marks()
    LayerDrawing(
      layers: layers, frame: frame ?? zoo, description: description, facts: facts, unit: 0.5
    ).draw(Trails(), into: &marks)
    return marks.all
  }

  @Test("Each layer draws something of its own, and none draws nothing")
  func each() {
    #expect(marks([]).isEmpty)
    var facts = LayerFacts()
    facts.touches = [Touch(a: 0, b: 1, point: Vector(60, 40), normal: Vector(0, 1), impulse: Vector(0, 9))]
    facts.sleepSpeed = 8
    var (_, frame) = Samples.zoo
    frame.current.bodies[1].velocity = Vector(30, 0)
    frame.current.bodies[2].isSleeping = true
    // Two of them overlap.
    frame.current.bodies[4].position = frame.current.bodies[3].position
    frame.current.strengths = [100]
    frame.previous = frame.current
    for layer in DrawingLayer.allCases where layer != .trails && layer != .blending {
      #expect(!marks(Layers(layer), frame, facts: facts).isEmpty, "\(layer)")
    }
    let all = DrawingLayer.allCases.map(\.rawValue)
    #expect(Layers(names: all).names == all && Layers(names: all).shown == Set(DrawingLayer.allCases))
    #expect(Layers(names: ["nonsense", "trails"]) == .trails)
  }

  @Test("An outline's marks lie on its edge, round corners and turned bodies included")
  func outlines() {
    let outlines: [Outline] = [
      .circle(center: Vector(3, 0), radius: 10), .segment(from: .zero, to: Vector(20, 5), radius: 4),
      .polygon([Vector(0, 0), Vector(30, 0), Vector(20, 20)], radius: 5),
      .polygon([Vector(0, 0), Vector(30, 0), Vector(20, 20)], radius: 0),
    ]
    for outline in outlines {
      var marks = Marks()
      marks.outline(outline, position: Vector(7, 9), angle: 0.6, .black)
      #expect(marks.all.count > 2)
      var onEdge = 0
      for mark in marks.all {
        guard case .line(let from, let to, _, _) = mark else { continue }
        for end in [from, to] {
          let place = (end - Vector(7, 9)).rotated(by: -0.6)
          if abs(outline.distance(to: place)) < 0.15 { onEdge += 1 }
        }
      }
      // A circle has a spoke from its middle.
      #expect(onEdge >= 2 * marks.all.count - 1, "\(outline)")
    }
  }

  @Test("The broad phase draws the pairs whose boxes overlap, and no others")
  func broadPhase() {
    func pairs(_ places: [Vector]) -> Int {
      let body = BodyDescription(
        name: "b", kind: .dynamic, outlines: [.circle(center: .zero, radius: 10)])
      let description = WorldDescription(
        name: "t", view: Rect(size: Size(100, 100)), bodies: Array(repeating: body, count: places.count))
      let bodies = places.enumerated().map {
        BodySnapshot(id: BodyID($0.offset), position: $0.element, angle: 0)
      }
      var marks = Marks()
      LayerDrawing(
        layers: .broadPhase, frame: Frame(FrameSnapshot(step: 0, rate: 120, bodies: bodies)),
        description: description, facts: LayerFacts(), unit: 1
      ).draw(Trails(), into: &marks)
      return marks.all.count
    }
    #expect(pairs([Vector(0, 0), Vector(50, 0), Vector(0, 50)]) == 0)
    #expect(pairs([Vector(0, 0), Vector(15, 15), Vector(100, 0)]) == 1)
    #expect(pairs([Vector(0, 0), Vector(5, 5), Vector(10, 0)]) == 3)
  }

  @Test("A body that moves too much to fall asleep is told from one that only waits")
  func awake() {
    func isRestless(_ speed: Double, _ spin: Double) -> Bool {
      LayerDrawing.isRestless(
        BodySnapshot(id: 0, position: .zero, angle: 0, velocity: Vector(speed, 0), angularVelocity: spin),
        BodyFacts(mass: 2, moment: 200), sleepSpeed: 8)
    }
    #expect(!isRestless(7, 0) && isRestless(9, 0))
    // A hundred square points turn at 0.9 radians per second as fast as at 9 points per second.
    #expect(isRestless(0, 0.9) && !isRestless(0, 0.7))
  }

  @Test("A trail follows a body, is as long as it may be, and begins again after winding back")
  func trails() {
    let description = WorldDescription(
      name: "t", view: Rect(size: Size(100, 100)),
      bodies: [
        BodyDescription(name: "b", kind: .dynamic, outlines: []),
        BodyDescription(name: "w", kind: .static, outlines: []),
      ])
    var trails = Trails()
    func lines() -> [Mark] {
      var marks = Marks()
      trails.draw(.black, into: &marks)
      return marks.all
    }
    func add(_ step: Int) {
      trails.add(
        FrameSnapshot(
          step: step, rate: 120,
          bodies: [
            BodySnapshot(id: 0, position: Vector(Double(step), 0), angle: 0),
            BodySnapshot(id: 1, position: .zero, angle: 0),
          ]), description)
    }
    add(0)
    #expect(lines().isEmpty)
    add(2)
    #expect(lines().isEmpty)
    add(4)
    guard case .line(let from, let to, _, _) = lines().first else { return #expect(Bool(false), "a line") }
    #expect(lines().count == 1 && from == Vector(0, 0) && to == Vector(4, 0))
    for step in stride(from: 8, through: 4000, by: 4) { add(step) }
    #expect(lines().count == Trails.length - 1)
    add(100)
    #expect(lines().isEmpty)
  }

  @Test("The body under the mouse is the one drawn on top, else the nearest within reach")
  func picking() {
    var (description, frame) = Samples.zoo
    func pick(_ x: Double, _ y: Double) -> String? {
      BodyPicker.body(at: Vector(x, y), in: frame, description).flatMap { description[$0]?.name }
    }
    #expect(pick(60, 60) == "crate" && pick(140, 40) == "ball")
    #expect(pick(140, 66) == "ball" && pick(140, 72) == nil)
    frame.current.bodies[3].position = Vector(60, 60)
    frame.previous = frame.current
    #expect(pick(60, 60) == "stick")
    description.bodies[1].depth = 1
    #expect(pick(60, 60) == "crate")
    description.bodies[1].depth = 0
    description.bodies[3].kind = .static
    #expect(BodyPicker.body(at: Vector(60, 60), in: frame, description, kinds: [.dynamic]) == BodyID(1))
  }

  @Test("A word about the body under the mouse says id, mass and speed")
  func words() {
    let crate = BodyDescription(name: "crate1", kind: .dynamic, outlines: [])
    var body = BodySnapshot(id: 0, position: .zero, angle: 0, velocity: Vector(30, 40))
    let facts = BodyFacts(mass: 2.25, moment: 1)
    #expect(Feedback.words(body, crate, facts) == "crate1 · 2.3 kg · 50 pt/s")
    #expect(Feedback.words(body, crate, nil, mover: "sway") == "crate1 · moved by sway · 50 pt/s")
    body.isSleeping = true
    #expect(Feedback.words(body, crate, nil) == "crate1 · asleep")
    let wall = BodyDescription(name: "wall", kind: .static, outlines: [])
    #expect(Feedback.words(body, wall, facts) == "wall · static")
  }
}
