import Testing
import TumbleScenes

@testable import TumbleHeadlessCommands

@Suite("A measurement of a scene")
struct SceneBenchTests {
  @Test(
    "A measurement of a scene has the nearest rank of what was sorted",
    arguments: [
      (1, 50, 1), (2, 50, 1), (3, 50, 2), (100, 99, 99), (101, 99, 100), (200, 99, 198), (5, 99, 5),
    ])
  func percentile(count: Int, percent: Int, expected: Int) {
    let costs = (1...count).map { Duration.microseconds($0) }
    #expect(SceneBench.percentile(percent, of: costs) == .microseconds(expected))
  }

  @Test("A measurement of a scene counts by the clock that it is given")
  func measured() throws {
    let text = """
      tumble: 1
      bodies:
        - {id: floor, kind: static, line: {points: [[-50, 0], [50, 0]], radius: 1}}
        - {id: a, at: [0, 6.5], box: [10, 10], mass: 1}
      """
    let scene = try Scene(text: text)
    // Ten microseconds between two looks: each step takes that.
    var time = Duration.zero
    let bench = try SceneBench(
      scene, steps: 200,
      clock: {
        time += .microseconds(10)
        return time
      })
    #expect(bench.median == 10 && bench.percentile99 == 10 && bench.slowest == 10 && bench.build == 10)
    #expect(bench.steps == 200 && bench.stepsPerSecond.rounded() == 100_000 && bench.sizes.bodies == 2)
    #expect(bench.sizes.dynamicBodies == 1 && bench.sizes.shapes == 2 && bench.sizes.maxContacts == 1)
    #expect(bench.sizes.snapshotBytes > 0)
  }
}
