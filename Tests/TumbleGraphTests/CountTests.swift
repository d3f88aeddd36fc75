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
      settings.memory = 1 << 16
      let graph = ScrollingGraph(channels: [GraphChannel(name: "a")], settings: settings)
      graph.layout(width: width, height: 30)
      for _ in 0..<200 { graph.append([0.1]) }
      _ = graph.frame()
      for i in 0..<600 {
        let before = graph.statistics.drawn
        graph.append([sin(Double(i))])
        _ = graph.frame()
        let entered =
          graph.viewport.grid.tile(of: graph.history.newestIndex)
          != graph.viewport.grid.tile(of: graph.history.newestIndex - 1)
        // A tile that enters the view is drawn a first time.
        #expect(graph.statistics.drawn - before <= 2 + (entered ? 1 : 0), "width \(width), sample \(i)")
      }
      #expect(graph.statistics.drawn <= graph.statistics.tilesMade + 2 * 600)
    }
  }

  @Test(
    "A steady scroll of 100,000 samples makes no tile and no texture",
    arguments: [(200.0, 10, true), (200, 10, false), (1, 50, true), (700, 100, true)])
  func steadyScroll(width: Double, perFrame: Int, inBackground: Bool) {
    var settings = GraphSettings()
    settings.title = "Steady"
    settings.rate = 120
    settings.drawsInBackground = inBackground
    settings.memory = 1 << 18
    settings.limits = -2...2
    let nowhere = DrawingSurface { _, body in body(Canvas(owning: nil)) }
    let graph = ScrollingGraph(
      channels: [GraphChannel(name: "a", unit: "J"), GraphChannel(name: "b", unit: "pt/s")],
      settings: settings, surface: nowhere)
    graph.layout(width: width, height: 90)
    var highestID = 0
    func scroll(samples: Int) {
      for i in 0..<samples {
        graph.append([Double(i % 97) * 0.02, -Double(i % 31) * 0.01])
        guard i.isMultiple(of: perFrame) else { continue }
        for layer in graph.frame(slide: 0.5) { highestID = max(highestID, layer.id) }
      }
      graph.waitUntilIdle(slide: 0.5)
    }
    scroll(samples: 20_000)
    let (made, id) = (graph.statistics.tilesMade, highestID)
    scroll(samples: 100_000)
    #expect(graph.statistics.tilesMade == made && highestID == id)
    #expect(made <= graph.viewport.grid.tilesNeeded(width: width))
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
