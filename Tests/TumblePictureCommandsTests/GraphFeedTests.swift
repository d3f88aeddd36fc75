import Foundation
import Testing
import TumbleGeometry
@testable import TumblePictureCommands
import TumbleScenes
import TumbleSimulation

@Suite("The graphs of a running scene")
struct GraphFeedTests {
  /// A rope that bears a lamp until a stone falls on it, and a weld of two of the engine's joints that breaks
  /// by itself.
  private static let text = """
    tumble: 1
    world: {gravity: [0, -1000]}
    bodies:
      - {id: hook, kind: static, at: [0, 200], circle: 1}
      - {id: lamp, at: [0, 100], mass: 10, box: [40, 10]}
      - {id: stone, at: [12, 250], mass: 20, circle: 8, velocity: [0, -100]}
      - {id: shelf, at: [200, 100], mass: 10, box: [40, 10]}
    joints:
      - {id: rope, type: slide, a: hook, b: lamp, max: 100, breakAt: 60000}
      - {id: glue, type: weld, a: hook, b: shelf, at: [180, 100], breakAt: 5}
    when:
      - {event: breaks, of: rope, do: {action: mark, text: dark}}
    """

  private func marks(_ world: World, _ feed: GraphFeed, steps: Int) throws -> [(step: Int, joint: String)] {
    var broken: [(Int, String)] = []
    for _ in 0..<steps {
      let report = try world.step()
      broken += report.broken.map { (report.step, $0) }
      feed.sample(world)
    }
    return broken
  }

  @Test(
    "The graphs of a running scene are marked at the step at which a joint breaks, with its name: a weld's once, which is two of the engine's"
  )
  func breaks() throws {
    let world = try World(Scene(text: Self.text))
    let feed = GraphFeed(world)
    let broken = try marks(world, feed, steps: 200)
    let steps = Dictionary(broken.map { ($0.joint, $0.step) }, uniquingKeysWith: { first, _ in first })
    try #require(broken.count == 3 && steps["rope"] != nil && steps["glue"] != nil)
    #expect(steps["rope"] != steps["glue"])
    for graph in feed.graphs {
      let found = graph.markers.filter { $0.label.hasSuffix("breaks") }
      #expect(found.map(\.label) == ["glue breaks", "rope breaks"], "\(graph.settings.title)")
      // Sample 0 is the state before any step.
      #expect(found.map(\.index) == [steps["glue"], steps["rope"]])
      #expect(found.allSatisfy { $0.color == .orange })
      #expect(graph.markers.first { $0.label == "dark" }?.index == steps["rope"])
      #expect(graph.settings.marks.contains { $0.color == .orange })
    }
    #expect(feed.graphs.count > 1)
  }

  @Test("A trigger without a mark of its own marks graphs by its name, and once where it fires on and on")
  func firings() throws {
    let text = """
      tumble: 1
      world: {rate: 100}
      bodies: [{id: ball, at: [0, 0], circle: 5}]
      when:
        - {id: late, event: time, at: 0.2 s, do: {action: signal, name: go}}
        - {id: marked, event: signal, name: go, do: {action: mark, text: gone}}
        - {id: always, event: time, at: 0, every: 0.02 s, do: {action: impulse, of: ball, amount: [0, 1]}}
        - {id: seldom, event: time, at: 0.3 s, every: 0.5 s, do: {action: impulse, of: ball, amount: [0, 1]}}
      """
    let session = try Session(World(Scene(text: text)))
    let feed = GraphFeed(session.world)
    for _ in 0..<100 {
      try session.step()
      feed.sample(session.world)
    }
    for isReadAgain in [false, true] {
      if isReadAgain { feed.readAll(session) }
      let graph = try #require(feed.graphs.first)
      #expect(graph.markers.filter { $0.label == "late" }.map(\.index) == [20])
      #expect(graph.markers.filter { $0.label == "gone" }.map(\.index) == [20])
      #expect(!graph.markers.contains { $0.label == "marked" })
      #expect(graph.markers.filter { $0.label == "seldom" }.map(\.index) == [30, 80])
      #expect(graph.markers.filter { $0.label == "always" }.count == 1)
      #expect(graph.settings.marks.contains { $0.name == "trigger" && $0.color == .green })
    }
  }
}
