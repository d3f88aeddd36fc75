import Foundation
import Testing
import TumbleScenes
import TumbleTestSupport

@Suite("A scene of joints with numbers as far out as may be")
struct JointRoundTripTests {
  @Test(
    "A scene of joints with numbers as far out as may be is refused with a place, or reads back as it was written",
    arguments: Seeds.list(default: 300))
  func roundTrip(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let text = Self.scene(&random)
    let outcome = SceneReader().read(Data(text.utf8), file: "f", name: "f")
    guard let scene = outcome.scene else {
      #expect(outcome.diagnostics.first.map { $0.line > 0 } == true)
      return
    }
    let written = SceneWriter().text(scene)
    let again = SceneReader().read(Data(written.utf8), file: "f", name: "f")
    #expect(again.diagnostics.filter { $0.severity == .error }.map(\.description) == [])
    #expect(again.scene == scene)
  }

  @Test("A scene of joints with numbers as far out as may be may have a slide joint without an upper limit")
  func endless() throws {
    let text = """
      tumble: 1
      bodies: [{id: a, circle: 5}, {id: b, circle: 5, at: [50, 0]}]
      joints: [{id: j, type: slide, a: a, b: b, min: 20, max: infinite}]
      """
    let scene = try Scene(text: text, name: "f")
    #expect(scene.joints[0].form == .slide(anchorA: .zero, anchorB: .zero, min: 20, max: .infinity))
    #expect(SceneWriter().text(scene).contains("max: infinite"))
    try WriterTests.roundTrip(scene)
  }

  private static func scene(_ random: inout SeededGenerator) -> String {
    func number(_ random: inout SeededGenerator) -> String {
      random.pick(["1e9", "-1e9", "999999999.5", "0", "3", "-0.5", "1e-9", "7e8"])
    }
    func pair(_ random: inout SeededGenerator) -> String { "[\(number(&random)), \(number(&random))]" }
    func body(_ id: String, _ random: inout SeededGenerator) -> String {
      "{id: \(id), mass: 1, circle: 5, at: \(pair(&random)), angle: \(number(&random))}"
    }
    let way = random.pick(["ring: {count: 3, radius: 50, turn: true}", "grid: {columns: 3, spacing: 9}"])
    let crowd =
      "{id: c, mass: 1, circle: 5, angle: \(number(&random)), at: \(pair(&random)), repeat: {\(way)}}"
    let form = random.pick([
      "type: pin", "type: slide", "type: slide, max: infinite", "type: pivot, at: \(pair(&random))",
      "type: groove, from: \(pair(&random)), to: \(pair(&random)), anchorB: \(pair(&random))",
      "type: spring, stiffness: 1", "type: rotary-spring, stiffness: 1",
      "type: spring, force: [\(pair(&random)), [3, 1e15], \(pair(&random))], timing: ease-in-out",
      "type: rotary-spring, force: [\(pair(&random))], dampingForce: [[-1e9, -1e15], \(pair(&random))]",
      "type: rotary-limit, min: -1e9, max: \(number(&random))",
      "type: ratchet, phase: \(number(&random)), click: \(number(&random))",
      "type: gear, ratio: \(number(&random))", "type: motor, rate: \(number(&random))",
    ])
    return """
      tumble: 1
      bodies: [\(body("a", &random)), \(body("b", &random)), \(crowd)]
      joints: [{id: j, a: a, b: b, \(form)}, {id: k, chain: c, type: \(random.pick(["pin", "slide", "rotary-spring, stiffness: 1"]))}]
      """
  }
}
