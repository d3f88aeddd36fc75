import Foundation
import Testing
import TumbleAnimation
import TumbleGeometry
import TumbleScenes
import TumbleTestSupport

@Suite("Animations that are written")
struct AnimationWritingTests {
  private static let springs = [
    Spring(), try? Spring(response: 0.5, dampingRatio: 0.7),
    try? Spring(mass: 2, damping: 3, initialVelocity: -1),
  ].compactMap { $0 }

  private static func scene(_ definitions: [(AnimationTarget?, AnimationDefinition)]) -> Scene {
    var body = Scene.Body(id: "a")
    body.kind = .kinematic
    body.shapes = [Scene.Shape(.box(Size(20, 20), radius: 0))]
    return Scene(
      name: "written", bodies: [body],
      animations: definitions.enumerated().map {
        Scene.Animation(id: "x\($0)", target: $1.0, definition: $1.1)
      })
  }

  @Test(
    "A definition whatever its timing reads back as the same, to the bit", arguments: Seeds.list(default: 100)
  )
  func definitions(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let definitions = (0..<8).map { _ in Self.definition(&random, depth: 0) }
    let scene = Self.scene(definitions)
    let text = SceneWriter().text(scene)
    let outcome = SceneReader().read(Data(text.utf8), file: "again.yaml", name: scene.name)
    let errors = outcome.diagnostics.filter { $0.severity == .error }.map(\.description)
    #expect(errors == [])
    guard errors.isEmpty else { return }
    #expect(try outcome.get().animations == scene.animations, "\(text)")
  }

  private static func definition(
    _ random: inout SeededGenerator, depth: Int
  ) -> (AnimationTarget?, AnimationDefinition) {
    let number = AnimatableValue.number(random.double(in: -3...3))
    let content: AnimationContent
    switch random.int(in: 0...(depth < 2 ? 5 : 4)) {
    case 0: content = .basic(.init(from: number, to: .number(random.double(in: -3...3))))
    case 1:
      let count = random.int(in: 1...4)
      content = .keyframe(
        .init(
          values: (0...count).map { .number(Double($0)) }, timing: random.pick([[], [.easeIn]]),
          mode: random.pick(KeyframeAnimation<AnimatableValue>.Mode.allCases)))
    case 2:
      content = .spring(
        .init(to: number, spring: random.pick(springs), velocity: random.pick([nil, .number(2)])))
    case 3:
      var time = random.pick([0, 0.3])
      let keys = (0...random.int(in: 0...4)).map { index -> Keyframe<AnimatableValue> in
        if index > 0 { time += random.double(in: 0.01...2) }
        return Keyframe(
          at: time, number, timing: random.pick([.linear, .hold, .easeIn, .cubicBezier(.ease)]))
      }
      content = .keys(keys)
    case 4:
      let path = PathAnimation(Path(start: .zero, segments: [.line(to: Vector(1, 2))]), rotation: .along)
      return (AnimationTarget("a", .position), AnimationDefinition(.path(path), timing: timing(&random)))
    default:
      let members = (0...random.int(in: 0...2)).map { _ in
        var (target, member) = definition(&random, depth: depth + 1)
        // What begins after the group's end is an error.
        member.timing.beginTime = 0
        return AnimationMember(target, member)
      }
      content = .group(members)
    }
    var timing = timing(&random)
    // A group that takes no time has none for its members.
    if case .group = content, timing.isInstant { timing = MediaTiming() }
    var target: AnimationTarget? = AnimationTarget("a", random.pick([.angle, .opacity, .positionX]))
    if case .group = content { target = nil }
    var whole = AnimationDefinition(
      content, timing: timing,
      timingFunction: random.pick([.linear, .easeInOut, .easing(Easing(.back, .out)), .cubicBezier(.ease)]),
      isCumulative: random.bool())
    whole.fitDuration()
    // What takes no time is not repeated.
    if whole.timing.isInstant { whole.timing.repetition = .once }
    return (target, whole)
  }

  private static func timing(_ random: inout SeededGenerator) -> MediaTiming {
    if random.int(in: 0...7) == 0 { return MediaTiming(fillMode: .both, isInstant: true) }
    return MediaTiming(
      beginTime: random.pick([0, random.double(in: 0...5)]),
      duration: random.pick([0, random.double(in: 0.01...100)]),
      speed: random.pick([1, 0, -1, random.double(in: -5...5)]),
      timeOffset: random.pick([0, random.double(in: -5...5)]),
      repetition: random.pick([
        .once, .forever, .count(0), .count(2.5), .count(1e9), .count(.greatestFiniteMagnitude), .duration(0),
        .duration(.infinity), .duration(1e300), .duration(random.double(in: 0.01...9)),
      ]),
      autoreverses: random.bool(), fillMode: random.pick(MediaTiming.FillMode.allCases))
  }

  @Test("The former name of a key is read with a warning, and not beside the new one")
  func formerNames() throws {
    func outcome(_ text: String) -> SceneReader.Outcome {
      let scene = """
        tumble: 1
        bodies: [{id: a, kind: kinematic, box: [10, 10]}]
        animations: [{id: x, of: a.angle, type: keyframe, values: [0, 1], \(text)}]
        """
      return SceneReader().read(Data(scene.utf8), file: "former.yaml", name: "former")
    }
    let now = outcome("timing: ease-in, timingFunction: ease-out")
    let former = outcome("timing: ease-in, pace: ease-out")
    #expect(now.diagnostics.isEmpty)
    #expect(former.diagnostics.map(\.severity) == [.warning])
    #expect(former.diagnostics[0].message == "'pace' is now called 'timingFunction'")
    #expect(try former.get().animations == now.get().animations)
    #expect(throws: (any Error).self) { try outcome("pace: ease-in, timingFunction: ease-in").get() }
  }

  @Test("A repeat of 0 is once, as in Core Animation, and the word 'forever' stands for all three")
  func zeros() throws {
    func repetition(_ text: String) throws -> MediaTiming.Repetition {
      let scene = """
        tumble: 1
        bodies: [{id: a, kind: kinematic, box: [10, 10]}]
        animations: [{id: x, of: a.angle, type: basic, to: 2, \(text)}]
        """
      let outcome = SceneReader().read(Data(scene.utf8), file: "zero.yaml", name: "zero")
      #expect(outcome.diagnostics.map(\.description) == [], "\(text)")
      return try outcome.get().animations[0].definition.timing.repetition
    }
    #expect(try repetition("repeat: 0") == .count(0) && repetition("repeatCount: 0") == .count(0))
    #expect(try repetition("repeatDuration: 0") == .duration(0))
    #expect(try repetition("repeat: forever") == .forever && repetition("repeatCount: forever") == .forever)
    #expect(try repetition("repeatDuration: forever") == .duration(.infinity))
    for zero in [MediaTiming.Repetition.count(0), .duration(0)] {
      #expect(MediaTiming(duration: 2, repetition: zero).endTime == 2)
    }
  }
}
