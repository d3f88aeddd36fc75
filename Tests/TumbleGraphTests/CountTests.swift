import CTumbleTestHooks
import Foundation
import Testing
import TumbleDrawing
import TumbleGeometry
import TumbleTestSupport

@testable import TumbleGraph

@Suite struct CountTests {
  @Test("A sample costs at most two tile redraws, whatever the width, the zoom and the history")
  func twoRedraws() {
    for (width, points, first) in [(64.0, 1.0, 0), (768, 2, 0), (3000, 1, -50), (300, 1.0 / 64, 1 << 40)] {
      var settings = bareSettings()
      settings.pointsPerSample = points
      settings.firstIndex = first
      settings.drawsInBackground = false
      settings.retention = 4096
      let graph = ScrollingGraph(channels: [GraphChannel(name: "a")], settings: settings)
      graph.layout(width: width, height: 30)
      for _ in 0..<200 { graph.append([0.1]) }
      _ = graph.frame()
      for i in 0..<600 {
        let before = graph.statistics.drawn
        graph.append([sin(Double(i))])
        _ = graph.frame()
        let entered =
          graph.grid.tile(of: graph.history.newestIndex) != graph.grid.tile(of: graph.history.newestIndex - 1)
        // A tile that enters the view is drawn a first time.
        #expect(graph.statistics.drawn - before <= 2 + (entered ? 1 : 0), "width \(width), sample \(i)")
      }
      #expect(graph.statistics.drawn <= graph.statistics.tilesMade + 2 * 600)
    }
  }

  @Test(
    "A steady scroll of 100,000 samples makes no tile, no texture and no heap allocation of ours",
    arguments: [(200.0, 10, true), (200, 10, false), (1, 50, true), (700, 100, true)])
  func steadyScroll(width: Double, perFrame: Int, inBackground: Bool) {
    var settings = GraphSettings()
    settings.title = "Steady"
    settings.rate = 120
    settings.drawsInBackground = inBackground
    settings.retention = 8192
    settings.limits = -2...2
    let graph = ScrollingGraph(
      channels: [GraphChannel(name: "a", unit: "J"), GraphChannel(name: "b", unit: "pt/s")],
      settings: settings,
      drawsNowhere: true)
    graph.layout(width: width, height: 90)
    var values = [0.0, 0.0]
    var highestID = 0
    var index = 0
    func run(_ frames: Int) {
      for _ in 0..<frames {
        for _ in 0..<perFrame {
          values[0] = Double(index % 97) * 0.02
          values[1] = -Double(index % 31) * 0.01
          graph.append(values)
          index += 1
        }
        let layers = graph.frame(slide: 0.5)
        for i in layers.indices { highestID = max(highestID, layers[i].id) }
      }
      graph.waitUntilIdle(slide: 0.5)
    }
    // The first screens, and twice round the history.
    run(20_000 / perFrame)
    let (made, id) = (graph.statistics.tilesMade, highestID)
    let before = ctumble_allocations()
    run(100_000 / perFrame)
    let allocated = ctumble_allocations() - before
    // Under the thread sanitizer, which this is for too, nothing is counted.
    #expect(allocated == 0)
    #expect(graph.statistics.tilesMade == made && highestID == id)
    #expect(made <= graph.grid.tilesNeeded(width: width))
    #expect(graph.statistics.rescales == 0)
  }

  @Test("Allocations are counted wherever no sanitizer has the allocator: the tests that count them do run")
  func counterCounts() { #expect(ctumble_counts_allocations() != ctumble_is_sanitized()) }

  @Test("The scale changes seldom: steps of 1, 2 and 5, and not to and fro")
  func rescales() {
    var settings = bareSettings(limits: nil)
    settings.drawsInBackground = false
    let graph = ScrollingGraph(channels: [GraphChannel(name: "a")], settings: settings)
    graph.layout(width: 200, height: 100)
    var early = 0
    for i in 0..<3000 {
      if i == 300 { early = graph.statistics.rescales }
      // Swings whose height itself swings a little, to and fro across a round limit.
      graph.append([(10 + sin(Double(i) * 0.01)) * sin(Double(i) * 0.2)])
      _ = graph.frame()
    }
    #expect(early <= 10 && graph.statistics.rescales - early <= 1, "\(early), \(graph.statistics.rescales)")
  }
}
