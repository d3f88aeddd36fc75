import Foundation
import Testing
import TumbleDrawing
import TumbleGeometry

@testable import TumbleGraph

@Suite struct ViewTests {
  private func graph(samples: Int = 1000) -> ScrollingGraph {
    var settings = GraphSettings()
    settings.title = "View"
    settings.rate = 100
    settings.drawsInBackground = false
    let graph = ScrollingGraph(
      channels: [GraphChannel(name: "a", unit: "s"), GraphChannel(name: "b")], settings: settings)
    graph.layout(width: 400, height: 120)
    for i in 0..<samples { graph.append([Double(i), -Double(i)]) }
    return graph
  }

  @Test("Frozen, the view stands still while data keeps coming, and follows again when told")
  func freeze() {
    let graph = graph()
    graph.freeze()
    let edge = graph.rightEdge
    let before = picture(of: graph)
    for i in 0..<300 { graph.append([Double(i), 0]) }
    #expect(graph.rightEdge == edge && !graph.isFollowing)
    let after = picture(of: graph)
    // The plot is the same but for the line's end, which goes on now; the header above it has new values.
    let top = graph.viewport.headerInPixels
    #expect((top..<before.height).allSatisfy { y in (0..<397).allSatisfy { before[$0, y] == after[$0, y] } })
    graph.follow()
    #expect(graph.rightEdge == SamplePosition(index: 1299))
  }

  @Test("Scrolling back stops at the oldest sample; scrolling on to the newest follows again")
  func scroll() {
    let graph = graph()
    graph.scrollBack(by: 50)
    #expect(graph.rightEdge == SamplePosition(index: 949) && !graph.isFollowing)
    graph.scrollBack(by: 1e12)
    #expect(graph.rightEdge == SamplePosition(index: 400))
    graph.scrollBack(by: -598.5)
    #expect(graph.rightEdge == SamplePosition(index: 998, fraction: 0.5) && !graph.isFollowing)
    graph.scrollBack(by: -1e12)
    #expect(graph.isFollowing)
    graph.scrollBack(by: .nan)
    #expect(graph.isFollowing)
    let short = self.graph(samples: 20)
    short.scrollBack(by: 10)
    #expect(short.isFollowing)
  }

  @Test("Zooming keeps the time under the mouse where it is, and stops at the ends")
  func zoom() {
    let graph = graph(samples: 20_000)
    graph.scrollBack(by: 5000)
    let under = graph.sample(at: 100)
    graph.zoom(by: -1, around: 100)
    #expect(graph.viewport.grid.pointsPerSample == 0.5 && graph.sample(at: 100) == under)
    graph.zoom(by: -100)
    #expect(graph.viewport.grid.pointsPerSample == 1.0 / 64)
    graph.zoom(by: 100)
    #expect(graph.viewport.grid.pointsPerSample == 2)
    graph.zoom(by: .max)
    graph.zoom(by: .min)
    graph.zoom(by: 1, around: .nan)
    _ = picture(of: graph)
  }

  @Test("The sample under the mouse is the one that is drawn there")
  func hover() {
    let graph = graph()
    #expect(graph.sample(at: 400) == 999 && graph.sample(at: 399.4) == 998 && graph.sample(at: 0) == 599)
    #expect(graph.sample(at: -1) == nil && graph.sample(at: 401) == nil && graph.sample(at: .nan) == nil)
    graph.hover = Vector(200, 60)
    let with = graph.frame().count
    graph.hover = Vector(200, 5)
    #expect(graph.frame().count == with - 2)
    graph.hover = nil
    #expect(graph.frame().count == with - 2)
  }

  @Test("A click on a name in the legend switches its channel; elsewhere it does nothing")
  func legend() {
    let graph = graph()
    _ = graph.frame()
    let place = graph.chrome.header.legend.entries[1].center
    #expect(graph.click(at: place) && !graph.channels[1].isOn)
    #expect(graph.click(at: place) && graph.channels[1].isOn)
    #expect(!graph.click(at: Vector(200, 100)) && !graph.click(at: Vector(.nan, .infinity)))
  }

  @Test("What is seen is exported as seen, everything as everything")
  func exports() throws {
    let graph = graph()
    graph.setOn(false, channel: 1)
    graph.scrollBack(by: 100)
    let seen = graph.csv(.seen).split(separator: "\n")
    #expect(seen.first == "sample,time,a" && seen[1] == "499,4.99,499.0" && seen.last == "899,8.99,899.0")
    let all = graph.csv(.everything).split(separator: "\n")
    #expect(all.count == 1001 && all.first == "sample,time,a,b" && all.last == "999,9.99,999.0,-999.0")
    for extent in [ScrollingGraph.Extent.seen, .everything] {
      let picture = graph.picture(extent)
      #expect(picture.bitmap(size: Size(300, 150)).width == 300)
      #expect(String(decoding: picture.svg(size: Size(300, 150)), as: UTF8.self).contains("<svg"))
      #expect(picture.bitmap(size: Size(.nan, -4), scale: .infinity).width == 64)
    }
    #expect(Plot([]).bitmap(size: Size(200, 100)).height == 100)
    #expect(Plot([PlotPanel()]).bitmap(size: Size(200, 100)).height == 100)
  }

  @Test("A still picture names what happened, as much of it as finds room")
  func markedPicture() throws {
    let graph = graph()
    func names(_ count: Int) -> Int {
      var picture = graph.picture(.everything)
      picture.panels[0].marks = (0..<count).map {
        PlotMark(x: Double(10 + $0 * 980 / count) / 100, label: "bump")
      }
      let svg = String(decoding: picture.svg(size: Size(800, 300)), as: UTF8.self)
      return svg.components(separatedBy: ">bump</text>").count - 1
    }
    #expect(names(1) == 1)
    #expect(names(6) == 6)
    // In some 700 points there is room for a name every 30 or 40.
    #expect((12..<28).contains(names(300)), "\(names(300))")
  }

  @Test("A name with a comma is quoted, a missing value is an empty cell")
  func table() {
    var history = SampleHistory(channelCount: 1)
    history.append([.nan])
    history.append([0.1])
    let table = SampleTable(channels: [GraphChannel(name: "a,\"b\"")], history: history, rate: 2)
    #expect(table.csv == "sample,time,\"a,\"\"b\"\"\"\n0,0.0,\n1,0.5,0.1\n")
  }
}
