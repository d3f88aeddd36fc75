import Foundation
import Testing
import TumbleDrawing
import TumbleGeometry
import TumbleTestSupport

@testable import TumbleGraph

@Suite struct SeamTests {
  /// A graph that was shown in every way while samples came.
  private func wornGraph(_ random: inout SeededGenerator, scale: Double, channels count: Int, noise: Double)
    -> ScrollingGraph
  {
    var settings = bareSettings(limits: random.bool() ? -1...1 : nil)
    settings.tileWidth = random.pick([16, 32, 32, 32, 48])
    settings.pointsPerSample = random.pick([1.0 / 64, 1.0 / 8, 0.5, 1, 1, 1.3, 2])
    settings.style.lineWidth = random.pick([1, 1.5, 2, 2, 3.7])
    settings.firstIndex = random.pick([0, -777, 1 << 31, 1 << 53])
    settings.drawsInBackground = random.bool()
    if random.bool() { settings.thresholds = [GraphThreshold(value: 0.3)] }
    let graph = ScrollingGraph(
      channels: (0..<count).map { GraphChannel(name: "c\($0)") }, settings: settings)
    graph.layout(width: random.double(in: 1...300), height: random.double(in: 20...80), scale: scale)
    for _ in 0..<random.int(in: 1...60) {
      for _ in 0..<random.int(in: 1...random.pick([2, 2, 40])) {
        let t = Double(graph.history.count) * 0.1
        graph.append(
          (0..<count).map { channel in
            if random.int(in: 0...19) == 0 { return .nan }
            return sin(t + Double(channel)) * (1 - noise) + noise * random.double(in: -1...1)
          })
        if random.int(in: 0...40) == 0 { graph.mark("hit") }
      }
      switch random.int(in: 0...12) {
      case 0: graph.scrollBack(by: random.double(in: -50...90))
      case 1: graph.freeze()
      case 2: graph.follow()
      case 3:
        graph.layout(width: random.double(in: 1...300), height: graph.viewport.size.height, scale: scale)
      case 4: graph.setOn(random.bool(), channel: count - 1)
      default: break
      }
      _ = graph.frame(slide: random.bool() ? 1 : random.double(in: 0...1))
    }
    return graph
  }

  @Test(
    "Tiles drawn piece by piece equal one whole drawing, whatever is shown and however it came",
    arguments: [1, 1.5, 2, 3], Seeds.list(default: 16))
  func tilesEqualWhole(scale: Double, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let graph = wornGraph(
      &random, scale: scale, channels: random.int(in: 1...5), noise: random.pick([0, 0.02, 0.4, 1]))
    let slide = random.double(in: 0...1)
    let tiles = picture(of: graph, slide: slide)
    let whole = wholeDrawing(of: graph)
    let found = difference(tiles, whole)
    // Nothing at all with Cairo 1.16.
    #expect(found <= 4, "differs by \(found) in 255")
    if found > 4, let folder = ProcessInfo.processInfo.environment["TUMBLE_PICTURES"] {
      try PNG.write(tiles, to: "\(folder)/seed-\(seed)-tiles.png")
      try PNG.write(whole, to: "\(folder)/seed-\(seed)-whole.png")
    }
    #expect(graph.statistics.tilesMade <= graph.viewport.grid.tilesNeeded(width: 300))
    graph.close()
    let done = graph.statistics
    #expect(done.jobs == done.drawn + done.stale + done.cancelled, "\(done)")
  }

  @Test("Markers go over tiles' edges without a seam, wherever in a column their samples are")
  func markersAtEdges() {
    for points in [1.0 / 8, 1, 2] {
      for shift in 0..<8 {
        var settings = bareSettings()
        (settings.pointsPerSample, settings.drawsInBackground) = (points, false)
        let graph = ScrollingGraph(channels: [GraphChannel(name: "a")], settings: settings)
        graph.layout(width: 200, height: 30)
        for i in 0..<Int(200 / points) {
          graph.append([0])
          if (i + shift).isMultiple(of: max(Int(5 / points), 1) - 1) { graph.mark("hit") }
        }
        #expect(difference(picture(of: graph), wholeDrawing(of: graph)) <= 4, "\(points), \(shift)")
      }
    }
  }

  @Test(
    "Tiles, drawn on their side, show what Cairo draws upright but for its coarser samples",
    arguments: Seeds.list(default: 12))
  func tilesEqualUpright(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let graph = wornGraph(
      &random, scale: random.pick([1, 2]), channels: 1, noise: random.pick([0, 0.02, 0.4, 1]))
    let tiles = picture(of: graph)
    let upright = wholeDrawing(of: graph, upright: true)
    let differences = zip(tiles.pixels, upright.pixels).map { difference($0, $1) }
    let found = differences.max() ?? 0
    let mean = Double(differences.reduce(0, +)) / Double(max(differences.count, 1))
    // A fifteenth at each of two edges.
    #expect(found <= 40 && mean < 2, "differs by \(found), \(mean) on average")
  }

  @Test(
    "A history that starts at 2^31 or 2^53 gives the same pixels as one that starts at 0",
    arguments: [31, 53])
  func farIndices(power: Int) {
    func draw(first: Int) -> Bitmap {
      var settings = GraphSettings()
      settings.rate = 64
      settings.title = "Far"
      settings.firstIndex = first
      settings.drawsInBackground = false
      let graph = ScrollingGraph(
        channels: [GraphChannel(name: "a", unit: "J"), GraphChannel(name: "b")], settings: settings)
      graph.layout(width: 333, height: 140)
      for i in 0..<1000 {
        graph.append([sin(Double(i) * 0.05), Double(i % 17) * 0.1])
        if i % 200 == 150 { graph.mark("m") }
        if i % 3 == 0 { _ = graph.frame() }
      }
      graph.hover = Vector(200, 80)
      return picture(of: graph, slide: 0.4)
    }
    #expect(difference(draw(first: 0), draw(first: 1 << power)) == 0)
  }

  @Test("Translucent tiles for SDL's blending are the others' with color divided by alpha, however they came")
  func straightAlpha() {
    func tiles(straight: Bool, framePerSample: Bool) -> [Bitmap] {
      var settings = bareSettings()
      settings.style.background = Color(red: 0.1, green: 0.2, blue: 0.4, alpha: 0.6)
      (settings.straightAlpha, settings.drawsInBackground) = (straight, false)
      let graph = ScrollingGraph(channels: [GraphChannel(name: "a")], settings: settings)
      graph.layout(width: 100, height: 40)
      for i in 0..<150 {
        graph.append([sin(Double(i) * 0.3)])
        if framePerSample { _ = graph.frame() }
      }
      return graph.frame().map(\.bitmap)
    }
    for (straight, plain) in zip(
      tiles(straight: true, framePerSample: true), tiles(straight: false, framePerSample: false))
    {
      var converted = plain
      converted.convertToStraightAlpha()
      #expect(difference(straight, converted) <= 8)
    }
  }

  @Test("Corners of the line are round")
  func roundJoins() {
    var settings = bareSettings()
    settings.style.lineWidth = 8
    settings.style.grid = .clear
    settings.style.zero = .clear
    settings.pointsPerSample = 2
    let graph = ScrollingGraph(channels: [GraphChannel(name: "a", color: .white)], settings: settings)
    graph.layout(width: 64, height: 60)
    // A steep peak: a mitered corner would reach far above it.
    for i in 0..<33 { graph.append([max(-0.9, 0.2 - abs(Double(i) - 16) * 0.6)]) }
    let bitmap = picture(of: graph)
    let top = graph.tiles.look.y(of: 0.2)
    let inked = (0..<60).first { row in (0..<64).contains { bitmap[$0, row] & 0xFF > 128 } }
    #expect(inked.map { abs(Double($0) - (top - 4)) <= 1.5 } == true, "row \(inked ?? -1), peak \(top)")
  }
}
