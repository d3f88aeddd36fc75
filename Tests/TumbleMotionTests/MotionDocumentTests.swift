import Testing
import TumbleFrames
import TumbleGeometry
import TumbleTestSupport

@testable import TumbleMotion

@Suite("A run as layers with keys")
struct MotionDocumentTests {
  @Test("Every body is where the run had it, within the tolerance", arguments: TracedRun.scenes)
  func places(scene: String) throws {
    let traced = try TracedRun(scene, seconds: 4)
    try traced.expect { layer, seconds in
      let step = seconds * traced.document.frameRate - Double(layer.frames.lowerBound)
      return (Vector(layer[.x].value(at: step), layer[.y].value(at: step)), layer[.angle].value(at: step))
    }
    let report = traced.document.report
    #expect(report.placeError <= 0.1 && report.placeError > 0)
    #expect(report.angleError <= 0.1)
    #expect(report.keyCount * 10 < report.sampleCount)
    #expect(Set(traced.document.layers.map(\.identifier)).count == traced.document.layers.count)
  }

  @Test("Samples that lie several steps apart become keys too")
  func stride() throws {
    let traced = try TracedRun("crates", seconds: 4, stride: 4)
    #expect(traced.document.frameRate == 30)
    #expect(traced.document.frameCount == 121)
    try traced.expect { layer, seconds in
      // Its keys count from its first frame.
      let step = seconds * 30 - Double(layer.frames.lowerBound)
      return (Vector(layer[.x].value(at: step), layer[.y].value(at: step)), layer[.angle].value(at: step))
    }
  }

  @Test("A body that comes and goes and comes again is two layers, each for its frames")
  func presence() throws {
    var made = MadeRun()
    for step in 0..<30 { made.add(step < 10 || step >= 20 ? [MadeRun.body(0, x: Double(step))] : []) }
    let layers = try made.document().moving
    #expect(layers.map(\.frames) == [0..<10, 20..<30])
    #expect(layers.map(\.identifier) == ["a", "a_2"])
    #expect(layers[1][.x].value(at: 5) == 25)
  }

  @Test("A change of its picture begins another layer, and a transition is told")
  func looks() throws {
    var made = MadeRun()
    made.description.pictures = ["missing.png"]
    for step in 0..<10 {
      let change = LookChange(body: 0, step: 5, picture: 0, oldPicture: nil, transition: 0)
      made.add([MadeRun.body(0, x: 10)], looks: step < 5 ? [] : [change])
    }
    let document = try made.document()
    #expect(document.moving.map(\.frames) == [0..<5, 5..<10])
    #expect(document.missing.contains("transitions between pictures"))
  }

  @Test("What is never in the view has no layer, unless it is asked for")
  func unseen() throws {
    var made = MadeRun()
    for _ in 0..<5 { made.add([MadeRun.body(0, x: 900)]) }
    #expect(try made.document().moving.isEmpty)
    var asked = MadeRun()
    asked.run = MotionRun(stride: 1, bodies: BodyPatterns(["a"]))
    for _ in 0..<5 { asked.add([MadeRun.body(0, x: 900)]) }
    #expect(try asked.document().layers.map(\.name) == ["a"])
  }

  @Test("Bodies are drawn in the stage's order: what is static behind, then layers, then ids")
  func order() throws {
    var made = MadeRun()
    made.description.bodies = [
      BodyDescription(name: "front", kind: .dynamic, outlines: [.box(Size(20, 20))]),
      BodyDescription(name: "low", kind: .dynamic, outlines: [.box(Size(20, 20))]),
      BodyDescription(name: "wall", kind: .static, outlines: [.box(Size(20, 20))]),
    ]
    made.description.bodies[0].depth = 1
    made.add((0..<3).map { MadeRun.body($0, x: 50) })
    #expect(try made.document().layers.map(\.name) == ["paper", "wall", "low", "front"])
  }

  @Test("Opacity is the body's times its color's, and colors are straight lines between keys")
  func colors() throws {
    var made = MadeRun()
    for step in 0...60 {
      let part = Double(step) / 60
      let color = Color(red: part, green: step < 30 ? 0 : 1, blue: 0, alpha: 0.5)
      made.add([MadeRun.body(0, x: 10, Appearance(opacity: 0.5, color: color))])
    }
    let layer = try #require(try made.document().moving.first)
    #expect(layer[.opacity].values[0] == 0.25)
    #expect(layer.colors.map(\.frame) == [0, 29, 30, 60])
    #expect(layer.colors.last?.color == Color(red: 1, green: 1, blue: 0))
  }

  @Test(
    "A caption is as opaque as its body, whatever the alpha of the body's color", arguments: [false, true])
  func captions(isUpright: Bool) throws {
    func layers(alpha: Double) throws -> [MotionLayer] {
      var made = MadeRun()
      made.description.bodies[0].style.caption = Caption("a", size: 10, isUpright: isUpright)
      for _ in 0..<3 {
        made.add([MadeRun.body(0, x: 10, Appearance(opacity: 0.5, color: Color.white.withAlpha(alpha)))])
      }
      return try made.document().layers.filter { $0.name != "paper" }
    }
    let clear = try layers(alpha: 0)
    #expect(clear.map(\.name) == ["a", "a-caption"])
    #expect(clear.map { $0[.opacity].values[0] } == [0, 0.5])
    let opaque = try layers(alpha: 1)
    #expect(opaque.map(\.name) == (isUpright ? ["a", "a-caption"] : ["a"]))
    #expect(opaque.allSatisfy { $0[.opacity].values[0] == 0.5 })
  }

  @Test("A rope that hangs is several bars, one that is taut is one")
  func ropes() throws {
    func bars(_ length: Double) throws -> Int {
      var made = MadeRun()
      made.description.bodies.append(
        BodyDescription(name: "b", kind: .dynamic, outlines: [.circle(radius: 5)]))
      var joint = JointDescription(name: "rope", kind: .slide, a: 0, b: 1)
      joint.length = length
      made.description.joints = [joint]
      for _ in 0..<3 {
        made.add(
          [MadeRun.body(0, x: 50), MadeRun.body(1, x: 150)],
          joints: [JointSnapshot(id: 0, a: Vector(50, 100), b: Vector(150, 100))])
      }
      return try made.document().layers.filter { $0.name == "rope" }.count
    }
    #expect(try bars(100) == 1)
    #expect(try bars(160) == 8)
  }

  @Test("Numbers that are not finite leave a body out, and abort nothing")
  func notFinite() throws {
    var made = MadeRun()
    for step in 0..<4 { made.add([MadeRun.body(0, x: step == 2 ? .nan : 10)]) }
    #expect(try made.document().moving.map(\.frames) == [0..<2, 3..<4])
  }

  @Test("Names of any signs become identifiers, each another one")
  func identifiers() {
    var maker = IdentifierMaker()
    let names = ["crate1", "crate-1", "crate_1", "1", "", "\"*/}{<b>", "é", "crate1"]
    let made = names.map { maker.identifier(for: $0) }
    #expect(
      made == ["crate1", "crate_1", "crate_1_2", "body1", "body", "body_b_", "body_", "crate1_2"])
  }

  @Test("What a form does not have is named")
  func missing() throws {
    let document = try TracedRun("fireworks", seconds: 0.1).document
    #expect(document.missing(in: .svg).contains { $0.hasPrefix("the particles of ") })
    #expect(document.missing(in: .keys).contains("joints"))
  }
}
