import Foundation
import Testing
import TumbleAnimation
import TumbleGeometry
import TumbleScenes
import TumbleTestSupport

@Suite("Keys at times in a scene")
struct KeyframesTests {
  private func read(_ animation: String) -> SceneReader.Outcome {
    let text =
      "tumble: 1\nbodies:\n  - {id: a, at: [0, 0], kind: kinematic, circle: 5}\nanimations:\n  - \(animation)\n"
    return SceneReader().read(Data(text.utf8), file: "keys.yaml", name: "keys")
  }

  private func errors(_ animation: String) -> [String] {
    read(animation).diagnostics.filter { $0.severity == .error }.map(\.message)
  }

  @Test("Keys are read with their times and curves")
  func keys() throws {
    let text = """
      {id: k, of: a.position.x, type: keyframe, color: orange, note: the way up, keyframes: [{at: 0.5 s, to: 10}, \
      {at: 1500 ms, to: 30, timing: ease-out}, {at: 2, to: 30, timing: hold}]}
      """
    let animation = try #require(try read(text).get().animations.first)
    let keys: [Keyframe<AnimatableValue>] = [
      Keyframe(at: 0.5, .number(10)), Keyframe(at: 1.5, .number(30), timing: .easeOut),
      Keyframe(at: 2, .number(30), timing: .hold),
    ]
    #expect(animation.definition.content == .keys(keys))
    #expect(animation.definition.timing.duration == 2)
    #expect(animation.color == Color(hex: "#ffa500"))
    #expect(animation.note == "the way up")
  }

  @Test("Plain values under that word are those of values, as before")
  func plainValues() throws {
    let one = try read("{id: k, of: a.position, type: keyframe, keyframes: [[1, 2], [3, 4]], duration: 2 s}")
      .get()
    let two = try read("{id: k, of: a.position, type: keyframe, values: [[1, 2], [3, 4]], duration: 2 s}")
      .get()
    #expect(one.animations == two.animations)
    let numbers = try read(
      "{id: k, of: a.angle, type: keyframe, keyframes: [1, 2, 3], keyTimes: [0, 0.1, 1]}"
    ).get()
    let values: [AnimatableValue] = [.number(1), .number(2), .number(3)]
    #expect(
      numbers.animations.first?.definition.content
        == .keyframe(KeyframeAnimation(values: values, keyTimes: [0, 0.1, 1])))
  }

  @Test(
    "What is wrong with keys is said where it stands",
    arguments: [
      ("keyframes: [{at: 0, to: 1}, {at: 0, to: 2}]", "the times of keys must rise: 0 s follows 0 s"),
      ("keyframes: [{at: 0, to: 1}, {to: 2}]", "a key needs 'at'"),
      ("keyframes: [{at: 0, to: 1}], duration: 1 s", "'duration' cannot stand beside keyframes with times"),
      (
        "keyframes: [{at: 0, to: 1}], values: [1]", "'values' cannot stand beside 'keyframes' in an animation"
      ),
      ("keyframes: [{at: 0}]", "a key needs 'to'"),
      ("keyframes: [{at: -1, to: 1}]", "'at' must be from 0 to 1000000, not '-1'"),
      ("keyframes: [{at: 0, to: [1, 2]}]", "'to' of 'angle' must be a number"),
      ("keyframes: [{at: 0, to: 1, timing: bounc-out}]", "no timing curve: there is no curve 'bounc-out'"),
      ("keyframes: []", "'keyframes' is a list of at least 1, not of 0"),
      ("duration: 1 s", "a keyframe needs 'values'"),
    ])
  func wrong(keys: String, message: String) {
    #expect(errors("{id: k, of: a.angle, type: keyframe, \(keys)}") == [message])
  }

  @Test("Ten thousand keys are set by one edit")
  func manyKeys() throws {
    var scene = try read("{id: k, of: a.angle, type: keyframe, keyframes: [{at: 0, to: 1}]}").get()
    let keys = (0..<10_000).map { "{at: \(Double($0) / 120), to: \(sin(Double($0))), timing: ease-in-out}" }
    try scene.apply(.set(.animation("k"), path: "keyframes", value: "[\(keys.joined(separator: ", "))]"))
    guard case .keys(let read)? = scene.animations.first?.definition.content else {
      Issue.record("they are no keys")
      return
    }
    #expect(read.count == 10_000)
    #expect(read.last?.time == Double(9999) / 120)
  }
}
