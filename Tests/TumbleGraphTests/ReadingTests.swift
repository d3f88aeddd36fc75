import Foundation
import Testing
import TumbleDrawing
import TumbleGeometry

@testable import TumbleGraph

/// Tests of the values that people read off a graph.
@Suite struct ReadingTests {
  private func graph(
    _ channels: Int, rate: Int = 120, width: Double = 400, height: Double = 200,
    _ change: (inout GraphSettings) -> Void = { _ in }
  ) -> ScrollingGraph {
    var settings = GraphSettings()
    settings.title = "Speeds"
    settings.rate = rate
    settings.drawsInBackground = false
    change(&settings)
    let graph = ScrollingGraph(
      channels: (0..<channels).map { GraphChannel(name: "crate\($0).speed", unit: "pt/s") },
      settings: settings)
    graph.layout(width: width, height: height)
    return graph
  }

  @Test("With fixed limits the grid depends on the settings and the size alone, not on what they were before")
  func fixedGrid() {
    let graph = graph(1) { $0.limits = 0...100 }
    let (lines, before) = (graph.tiles.look.lines, picture(of: graph))
    graph.layout(width: 400, height: 80)
    #expect(graph.tiles.look.lines.count < lines.count)
    graph.settings.limits = 0...7
    graph.settings.title = "Something else"
    graph.settings.limits = 0...100
    graph.settings.title = "Speeds"
    graph.layout(width: 400, height: 200)
    #expect(graph.tiles.look.lines == lines && difference(picture(of: graph), before) == 0)
  }

  @Test("A size of letters, a line width and a rate that make no sense are taken to ones that do")
  func senselessSettings() {
    for number in [Double.nan, -3, 0, .infinity, -.infinity, 1e300] {
      let graph = graph(2) {
        $0.style.fontSize = number
        $0.style.lineWidth = number
      }
      #expect((4...96).contains(graph.settings.style.fontSize))
      #expect((0.1...64).contains(graph.settings.style.lineWidth))
      graph.append([1, 2])
      _ = picture(of: graph)
      #expect(graph.picture(.everything).bitmap(size: Size(300, 200)).width == 300)
    }
    for rate in [Int.max, .min, 0, -1] {
      let graph = graph(1, rate: rate)
      graph.append([1])
      graph.hover = Vector(399, 100)
      _ = picture(of: graph)
      graph.beginRun()
      #expect((1...1_000_000).contains(graph.settings.rate))
      #expect(graph.picture(.everything).bitmap(size: Size(300, 200)).width == 300)
    }
  }

  @Test("Rounding's noise is written as 0; what is small on a small scale is not")
  func noise() {
    let graph = graph(1)
    for i in 0..<400 { graph.append([i < 100 ? 300 : 5.9e-31 * Double(i % 3)]) }
    _ = graph.frame()
    #expect(graph.snapshot.text(of: 0, at: 398, unit: "pt/s") == "0 pt/s")
    #expect(graph.snapshot.text(of: 0, at: 50, unit: "pt/s") == "300.0 pt/s")
    let small = self.graph(1)
    for i in 0..<400 { small.append([1e-12 * Double(i % 3)]) }
    _ = small.frame()
    #expect(small.snapshot.text(of: 0, at: 398, unit: "pt/s") == "2e-12 pt/s")
  }

  @Test("In a small graph the legend leaves the plot most of the height, and says how many names are missing")
  func smallLegend() {
    for (width, height) in [(300.0, 100.0), (200, 60), (120, 40), (640, 160)] {
      let graph = graph(9, width: width, height: height)
      let legend = graph.chrome.header.legend
      #expect(graph.plotHeight >= 0.6 * height, "\(width) × \(height)")
      #expect(legend.entries.allSatisfy { $0.max.y <= legend.height })
      _ = picture(of: graph)
      for (channel, entry) in legend.entries.enumerated() {
        #expect(graph.click(at: entry.center) && !graph.channels[channel].isOn)
      }
    }
    #expect(graph(9, width: 300, height: 100).chrome.header.legend.entries.count < 9)
    #expect(graph(3, width: 640, height: 160).chrome.header.legend.entries.count == 3)
  }

  @Test(
    "What the marks mean stands behind the switches, in a row of its own where there is one, or not at all")
  func legendOfMarks() {
    func legend(_ channels: Int, _ width: Double, _ height: Double) -> Legend {
      let graph = graph(channels, width: width, height: height) {
        $0.marks = [GraphMarkKind("hit"), GraphMarkKind("you", color: .white)]
      }
      #expect(graph.plotHeight >= 0.6 * height)
      _ = picture(of: graph)
      return graph.chrome.header.legend
    }
    let wide = legend(2, 900, 200)
    #expect(wide.markEntries.count == 2 && wide.rows == 1)
    #expect(wide.markEntries.allSatisfy { $0.min.x > wide.entries[1].max.x && $0.max.x < 900 - 60 })
    // A mark's name is no switch.
    #expect(wide.channel(at: wide.markEntries[0].center) == nil)
    let narrow = legend(2, 300, 200)
    #expect(narrow.markEntries.count == 2 && narrow.rows == 2)
    #expect(legend(2, 300, 60).markEntries.isEmpty)
    #expect(legend(9, 300, 100).markEntries.isEmpty)
  }

  @Test("The tooltip is where it covers none of the curves, and does not jump without need")
  func tooltipPlace() {
    let size = Size(100, 40)
    func spot(_ value: (Int) -> Double, current: TooltipPlacement.Spot = .init()) -> TooltipPlacement.Spot {
      let graph = graph(1) { $0.limits = -1...1 }
      for i in 0..<400 { graph.append([value(i)]) }
      _ = graph.frame()
      let placement = TooltipPlacement(size: size, x: 200, graph.snapshot)
      let spot = placement.spot(insteadOf: current)
      let rect = placement.rect(spot)
      for i in 0..<400 where (rect.min.x...rect.max.x).contains(graph.viewport.x(of: i)) {
        #expect(!(rect.min.y...rect.max.y).contains(graph.tiles.look.y(of: value(i))), "sample \(i)")
      }
      return spot
    }
    let top = TooltipPlacement.Spot()
    #expect(spot { _ in -0.9 } == top)
    #expect(spot { _ in 0.9 }.isRight && spot { _ in 0.9 }.y > 6)
    #expect(!spot { $0 > 210 ? sin(Double($0)) : -0.9 }.isRight)
    let left = TooltipPlacement.Spot(isRight: false, y: 6)
    #expect(spot({ _ in -0.9 }, current: left) == left)
    // Where there is no room at a side, it is at the other, and within the plot.
    let narrow = self.graph(1, width: 150, height: 100)
    for i in 0..<400 { narrow.append([Double(i)]) }
    _ = narrow.frame()
    for x in [0.0, 75, 150] {
      let placement = TooltipPlacement(size: size, x: x, narrow.snapshot)
      let rect = placement.rect(placement.spot(insteadOf: top))
      #expect(rect.min.x >= 0 && rect.max.x <= 150 && rect.min.y >= 0, "\(x)")
    }
  }

  @Test("The tooltip writes the time as the axis does")
  func tooltipTime() {
    let graph = graph(1, rate: 10)
    for i in 0..<700 { graph.append([Double(i)]) }
    #expect(Tooltip(at: 646, graph.snapshot).time == "1:04.600")
    #expect(Tooltip(at: 46, graph.snapshot).time == "4.600 s")
  }
}
