import Foundation
import Testing
import TumbleDrawing
import TumbleGeometry
import TumbleTestSupport

@testable import TumbleGraph

/// The axes of the live graph: limits by hand, a second axis, logarithms, one channel over another.
@Suite struct AxesTests {
  private func graph(_ units: [String] = ["pt", "pt/s"], _ change: (inout GraphSettings) -> Void = { _ in })
    -> ScrollingGraph
  {
    var settings = GraphSettings()
    settings.title = "Crates"
    settings.drawsInBackground = false
    settings.style.fontFamily = Font.builtInFamily
    change(&settings)
    let graph = ScrollingGraph(
      channels: units.enumerated().map { GraphChannel(name: "c\($0)", unit: $1) }, settings: settings)
    graph.layout(width: 400, height: 200)
    return graph
  }

  @Test("Channels of another unit have an axis of their own, where one is asked for")
  func second() {
    let graph = graph { $0.hasSecondAxis = true }
    for i in 0..<300 { graph.append([Double(i % 10), 1000 + Double(i)]) }
    _ = picture(of: graph)
    #expect(graph.shownLimits.first == 0...10)
    #expect(graph.shownLimits.second.map { $0.lowerBound <= 1000 && $0.upperBound >= 1299 } == true)
    // Each fills the height.
    let look = graph.snapshot.look
    #expect(
      abs(look.y(of: 10) - look.y(of: graph.shownLimits.second?.upperBound ?? 0, isSecond: true)) < 1e-9)
    #expect(graph.snapshot.y(of: 1200, channel: 1) > 0 && graph.snapshot.y(of: 1200, channel: 0) < -1000)
    #expect(graph.frame().contains { $0.id == GraphChrome.secondValuesID })
    graph.settings.hasSecondAxis = false
    _ = picture(of: graph)
    #expect(graph.shownLimits.second == nil && graph.shownLimits.first.upperBound >= 1299)
    #expect(!graph.frame().contains { $0.id == GraphChrome.secondValuesID })
    graph.settings.hasSecondAxis = true
    // With one unit left there is nothing for a second axis.
    graph.setOn(false, channel: 1)
    _ = picture(of: graph)
    #expect(graph.shownLimits.second == nil && graph.shownLimits.first == 0...10)
  }

  @Test("Limits by hand hold on both axes, and follow the values again when they are taken back")
  func limits() {
    let graph = graph {
      $0.hasSecondAxis = true
      $0.limits = -5...5
      $0.secondLimits = 0...2000
    }
    for i in 0..<300 { graph.append([Double(i), Double(i)]) }
    _ = picture(of: graph)
    #expect(graph.shownLimits.first == -5...5 && graph.shownLimits.second == 0...2000)
    graph.settings.limits = nil
    graph.settings.secondLimits = nil
    _ = picture(of: graph)
    #expect(graph.shownLimits.first == 0...300 && graph.shownLimits.second == 0...300)
  }

  @Test("A logarithmic graph has gaps for what is not above 0, and a scale of the rest")
  func logarithmic() {
    let graph = graph(["pt"]) { $0.isLogarithmic = true }
    for i in 0..<300 { graph.append([i % 50 == 7 ? -3 : i % 50 == 8 ? 0 : pow(10, Double(i % 5))]) }
    _ = picture(of: graph)
    #expect(graph.shownLimits.first == 1...10_000)
    let look = graph.snapshot.look
    #expect(abs(look.y(of: 100) - (look.y(of: 1) + look.y(of: 10_000)) / 2) < 1e-9)
    #expect(look.lines == [1, 10, 100, 1000, 10_000])
    var content = TileContent()
    content.look = look
    content.fill(from: graph.content, origin: 0, samples: 0..<300)
    #expect(!content.points.contains { $0.value <= 0 })
    #expect(content.points.filter(\.startsLine).count == 7)
    graph.settings.isLogarithmic = false
    _ = picture(of: graph)
    #expect(graph.shownLimits.first.lowerBound < 0)
    graph.settings.isLogarithmic = true
    _ = picture(of: graph)
    #expect(graph.shownLimits.first == 1...10_000)
  }

  @Test("A logarithmic graph without a value above 0 is empty, and its scale is one of positive numbers")
  func nothingAboveZero() {
    for value in [0.0, -0.0, -4, .nan, -.infinity] {
      let graph = graph(["pt"]) { $0.isLogarithmic = true }
      for _ in 0..<100 { graph.append([value]) }
      graph.hover = Vector(350, 100)
      _ = picture(of: graph)
      #expect(graph.shownLimits.first == 1...10, "\(value)")
    }
    let limited = graph(["pt"]) {
      $0.isLogarithmic = true
      $0.limits = -10...100
    }
    limited.append([5])
    _ = picture(of: limited)
    #expect(limited.shownLimits.first.lowerBound > 0 && limited.shownLimits.first.upperBound == 100)
  }

  @Test("One channel over another is one picture in place of the tiles, drawn again when samples come")
  func phase() {
    let graph = graph { $0.phase = GraphPhase(x: 0, y: 1) }
    for i in 0..<300 { graph.append([10 * cos(Double(i) / 30), 5 * sin(Double(i) / 30)]) }
    graph.waitUntilIdle()
    let layers = graph.frame()
    #expect(layers.map(\.id) == [GraphChrome.phaseID, GraphChrome.headerID])
    let before = layers[0].generation
    // Nothing new, nothing drawn.
    #expect(graph.frame()[0].generation == before)
    graph.append([0, 0])
    #expect(graph.frame()[0].generation == before + 1)
    graph.settings.phase = GraphPhase(x: 0, y: 9)
    #expect(graph.frame().contains { $0.id >= GraphChrome.id(ofTile: 0) })
  }

  @Test("A phase view shows no sample whose two values are of different moments")
  func phaseOfOldSamples() {
    let graph = graph {
      $0.phase = GraphPhase(x: 0, y: 1)
      $0.memory = 1
      $0.pointsPerSample = 0.05
    }
    // They stand on a parabola that opens upwards.
    for i in 0..<4000 {
      let value = Double(i * 7919 % 100)
      graph.append([value, (value - 50) * (value - 50)])
    }
    _ = graph.frame()
    // The least of the one beside the least of the other would be in the corner.
    let bottom = graph.viewport.headerHeight + graph.plotHeight - 20
    graph.hover = Vector(10, bottom)
    _ = graph.frame()
    #expect(graph.chrome.header.reading == nil)
    graph.hover = Vector(200, bottom)
    _ = graph.frame()
    #expect(graph.chrome.header.reading != nil)
  }

  @Test("The mouse reads the nearest sample of a phase view in the legend")
  func phaseReading() {
    let graph = graph { $0.phase = GraphPhase(x: 0, y: 1) }
    for i in 0..<200 { graph.append([Double(i), Double(i)]) }
    _ = graph.frame()
    #expect(graph.chrome.header.reading == nil)
    graph.hover = Vector(200, graph.viewport.headerHeight + graph.plotHeight / 2)
    _ = graph.frame()
    #expect(graph.chrome.header.reading.map { (80...120).contains($0) } == true)
    graph.hover = nil
    _ = graph.frame()
    #expect(graph.chrome.header.reading == nil)
  }

  @Test("What the mouse reads never covers a curve: where there is no room, the legend says it")
  func reading() {
    for (isFull, height) in [(false, 200.0), (true, 200), (true, 90), (false, 90)] {
      let graph = graph(["pt"])
      graph.layout(width: 400, height: height)
      // Up and down through all of the height, or only at its bottom.
      for i in 0..<400 { graph.append([isFull ? Double(i % 2) : i == 0 ? 1 : 0.01 * Double(i % 3)]) }
      graph.settings.limits = 0...1
      graph.hover = Vector(200, height / 2)
      graph.waitUntilIdle()
      let layers = graph.frame()
      let box = layers.first { $0.id == GraphChrome.tooltipID }
      #expect((box == nil) == (graph.chrome.header.reading != nil))
      if isFull { #expect(box == nil) }
      guard let box else { continue }
      for i in 0..<400 {
        let x = Int(graph.viewport.x(of: i))
        guard (box.x...box.x + box.bitmap.width).contains(x) else { continue }
        let y = graph.viewport.headerInPixels + Int(graph.snapshot.y(of: graph.history[0, i], channel: 0))
        #expect(!(box.y...box.y + box.bitmap.height).contains(y), "sample \(i)")
      }
    }
  }

  @Test("An exported graph has a panel for each unit, or two axes, and the limits by hand")
  func exports() {
    let graph = graph(["pt", "pt/s", "pt"]) { $0.limits = 0...50 }
    for i in 0..<100 { graph.append([Double(i), Double(i), Double(i)]) }
    let panels = graph.picture(.everything).panels
    #expect(panels.map(\.y.unit) == ["pt", "pt/s"] && panels.map(\.lines.count) == [2, 1])
    #expect((panels[0].y.lower, panels[0].y.upper) == (0, 50) && panels[1].y.upper == nil)
    graph.settings.hasSecondAxis = true
    let one = graph.picture(.everything).panels
    #expect(one.count == 1 && one[0].secondY?.unit == "pt/s")
    #expect(one[0].lines.map(\.isOnSecondAxis) == [false, true, false])
  }
}
