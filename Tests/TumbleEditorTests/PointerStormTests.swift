import Testing
@testable import TumbleEditor
import TumbleFrames
import TumbleGeometry
@testable import TumbleInput
import TumbleTestSupport

@Suite("Any use of the pointer")
struct PointerStormTests {
  @Test(
    "Any storm of presses, moves and keys leaves every gesture closed and traps nowhere",
    arguments: Seeds.list(default: 40))
  func storm(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var bench = EditorBench()
    bench.ways = [WayTests.way]
    bench.pointsPerUnit = [0.01, 1, 50].randomElement(using: &random) ?? 1
    for _ in 0..<400 {
      act(on: &bench, &random)
      _ = bench.drawing
    }
    bench.choose(.select)
    var isOpen = false
    for request in bench.requests {
      switch request {
      case .begin:
        #expect(!isOpen)
        isOpen = true
      case .end, .abandon:
        #expect(isOpen)
        isOpen = false
      case .edit, .scale, .outline, .way(.move): #expect(isOpen)
      case .copy, .paste, .way: #expect(!isOpen)
      }
    }
    #expect(!isOpen)
  }

  private func act(on bench: inout EditorBench, _ random: inout SeededGenerator) {
    var point = Vector(
      Double.random(in: -20...420, using: &random), Double.random(in: -20...320, using: &random))
    if Int.random(in: 0..<100, using: &random) == 0 { point = Vector(.infinity, .nan) }
    if Int.random(in: 0..<100, using: &random) == 0 { point = Vector(1e12, -1e300) }
    let modifiers = [Modifiers(), .shift, .control, [.shift, .control]].randomElement(using: &random) ?? []
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<5:
      bench.send(.press(.left, clicks: Int.random(in: 1...2, using: &random)), point, modifiers)
    case 5..<12: bench.send(.move, point, modifiers)
    case 12..<16: bench.send(.release(.left), point, modifiers)
    case 16: bench.choose(Tool.allCases.randomElement(using: &random) ?? .select)
    case 17:
      let commands: [EditorCommand] = [
        .selectAll, .copy, .paste, .duplicate, .group, .ungroup, .nudge(Vector(0, 1), isFine: true),
      ]
      bench.perform(commands.randomElement(using: &random) ?? .copy)
    case 18: bench.isPaused.toggle()
    default: bench.send(.press(.right, clicks: 1), point, modifiers)
    }
  }
}
