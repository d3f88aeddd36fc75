import Testing
import TumbleAnimation
import TumbleTestSupport

@Suite("Time in a hierarchy")
struct TimeHierarchyTests {
  private static func tree(_ random: inout SeededGenerator) -> (TimeHierarchy, [TimeHierarchy.Node]) {
    var tree = TimeHierarchy()
    var nodes = [TimeHierarchy.root]
    for _ in 0..<random.int(in: 1...12) {
      let timing = LayerTiming(
        beginTime: random.double(in: -5...5),
        speed: random.pick([1, 2, 0.5, -1, random.double(in: 0.1...3)]),
        timeOffset: random.double(in: -5...5))
      nodes.append(tree.add(timing, under: random.pick(nodes)))
    }
    return (tree, nodes)
  }

  @Test(
    "Converting there and back is where one was, and by the root is the same",
    arguments: Seeds.list(default: 300))
  func inverse(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (tree, nodes) = Self.tree(&random)
    let (a, b) = (random.pick(nodes), random.pick(nodes))
    let time = random.double(in: -10...10)
    let there = try #require(tree.convert(time, from: a, to: b))
    let back = try #require(tree.convert(there, from: b, to: a))
    #expect((back - time).magnitude < 1e-6)
    let root = try #require(tree.convert(time, from: a, to: TimeHierarchy.root))
    #expect((tree.localTime(of: b, at: root) - there).magnitude < 1e-6)
  }

  @Test(
    "Whatever is paused, resumed, rewound or sped up, no time below it jumps",
    arguments: Seeds.list(default: 200))
  func continuous(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (tree, nodes) = Self.tree(&random)
    var now = 0.0
    for _ in 0..<20 {
      now += random.double(in: 0...2)
      let before = nodes.map { tree.localTime(of: $0, at: now) }
      let node = random.pick(Array(nodes.dropFirst()))
      tree.setSpeed(random.pick([0, 1, -1, 3, 0.25]), of: node, at: now)
      for (old, node) in zip(before, nodes) {
        #expect(
          (tree.localTime(of: node, at: now) - old).magnitude < 1e-6 * (1 + old.magnitude))
      }
    }
  }

  @Test("A paused layer stands, goes on from there, and can be scrubbed by hand")
  func pauseAndScrub() {
    var layer = LayerTiming(beginTime: 2, speed: 2)
    #expect(layer.localTime(at: 5) == 6)
    layer.pause(at: 5)
    #expect(layer.localTime(at: 5) == 6 && layer.localTime(at: 100) == 6)
    #expect(layer.parentTime(at: 6) == nil)
    layer.seek(to: 1.5, at: 100)
    #expect(layer.localTime(at: 200) == 1.5)
    layer.resume(at: 200)
    #expect(layer.localTime(at: 200) == 1.5 && layer.localTime(at: 201) == 2.5)
    layer.setSpeed(-1, at: 201)
    #expect(layer.localTime(at: 203) == 0.5)
  }

  @Test("Two layers under one that stands still convert between each other, but not up past it")
  func standing() {
    var tree = TimeHierarchy()
    let still = tree.add(LayerTiming(speed: 0, timeOffset: 7))
    let a = tree.add(LayerTiming(beginTime: 1), under: still)
    let b = tree.add(LayerTiming(speed: 2), under: still)
    #expect(tree.convert(3, from: a, to: b) == 8)
    #expect(tree.convert(3, from: a, to: TimeHierarchy.root) == nil)
    #expect(tree.convert(3, from: TimeHierarchy.root, to: a) == 6)
  }

  @Test("An animation's value is continuous while its layer is paused and resumed")
  func value() throws {
    var tree = TimeHierarchy()
    let layer = tree.add()
    let definition = AnimationDefinition(
      .basic(.init(from: .number(0), to: .number(100))), timing: MediaTiming(duration: 10),
      timingFunction: .easeInOut)
    let sampler = try #require(
      try definition.tracks(of: AnimationTarget("a", .opacity)).map(\.sampler).first)
    func value(_ now: Double) -> Double {
      sampler.sample(at: tree.localTime(of: layer, at: now))?.value.number ?? .nan
    }
    let atFour = value(4)
    tree.setSpeed(0, of: layer, at: 4)
    #expect(value(4) == atFour && value(50) == atFour)
    tree.setSpeed(1, of: layer, at: 50)
    #expect(value(50) == atFour && value(51) > atFour)
    tree.setSpeed(-1, of: layer, at: 51)
    #expect((value(52) - atFour).magnitude < 1e-12)
  }
}
