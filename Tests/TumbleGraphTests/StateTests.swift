import Foundation
import Testing
import TumbleDrawing
import TumbleGeometry
import TumbleTestSupport

@testable import TumbleGraph

@Suite struct StateTests {
  /// A graph with one white line of width 2 on black, fixed limits, and no grid.
  private func graph(_ change: (inout GraphSettings) -> Void = { _ in }) -> ScrollingGraph {
    var settings = bareSettings()
    (settings.style.background, settings.style.grid, settings.style.zero) = (.black, .clear, .clear)
    settings.style.lineWidth = 2
    settings.drawsInBackground = false
    change(&settings)
    return ScrollingGraph(channels: [GraphChannel(name: "a", color: .white)], settings: settings)
  }

  /// The columns with something lit.
  private func lit(_ bitmap: Bitmap) -> [Int] {
    (0..<bitmap.width).filter { x in (0..<bitmap.height).contains { bitmap[x, $0] & 0xFF > 60 } }
  }

  @Test("Empty, it shows its background")
  func empty() {
    let graph = graph()
    graph.layout(width: 100, height: 40)
    #expect(picture(of: graph).pixels.allSatisfy { $0 == 0xFF00_0000 })
    #expect(graph.visibleIndices.isEmpty && graph.sample(at: 50) == nil && graph.isFollowing)
  }

  @Test("One sample is a dot at the right edge")
  func oneSample() {
    let graph = graph()
    graph.layout(width: 100, height: 40)
    graph.append([0])
    #expect(lit(picture(of: graph)) == [99])
    // Half slid in, it is not there yet.
    #expect(lit(picture(of: graph, slide: 0)).isEmpty)
  }

  @Test(
    "Behind the newest sample, it looks as it looked when that had come", arguments: [1, 2, 31, 32, 33, 79])
  func lag(lag: Int) {
    let (behind, before) = (graph(), graph())
    for graph in [behind, before] { graph.layout(width: 100, height: 40) }
    for i in 0..<80 {
      let value = [sin(Double(i) / 5)]
      behind.append(value)
      if i < 80 - lag { before.append(value) }
    }
    behind.lag = lag
    #expect(behind.isFollowing)
    #expect(behind.rightEdge == SamplePosition(index: 79 - lag))
    // At the very edge the line to the next sample begins.
    func seen(_ graph: ScrollingGraph) -> [UInt32] {
      let picture = picture(of: graph)
      return (0..<40).flatMap { y in (0..<97).map { picture[$0, y] } }
    }
    #expect(seen(behind) == seen(before))
    behind.lag = 0
    for i in 80 - lag..<80 { before.append([sin(Double(i) / 5)]) }
    #expect(seen(behind) == seen(before))
  }

  @Test("Half a tile of samples reaches from its first sample to the right edge")
  func halfTile() {
    let graph = graph()
    graph.layout(width: 100, height: 40)
    for _ in 0..<16 { graph.append([0]) }
    let columns = lit(picture(of: graph))
    #expect(columns.first.map { (83...85).contains($0) } == true && columns.last == 99)
  }

  @Test("The newest sample slides in at a linear pace", arguments: [0.0, 0.25, 0.5, 1])
  func slides(slide: Double) {
    let graph = graph { $0.pointsPerSample = 2 }
    graph.layout(width: 128, height: 40, scale: 2)
    for i in 0..<40 { graph.append([i == 20 ? 0.9 : -0.9]) }
    let bitmap = picture(of: graph, slide: slide)
    let row = Int((graph.tiles.look.y(of: 0.9) * 2).rounded())
    let columns = (0..<bitmap.width).filter { bitmap[$0, row] & 0xFF > 100 }
    let center = columns.isEmpty ? -1 : Double(columns[0] + columns[columns.count - 1] + 1) / 2
    // Sample 20 is 19 behind the newest; 4 pixels a sample.
    #expect(abs(center - (256 - (18 + slide) * 4)) <= 1.5, "at \(center)")
  }

  @Test(
    "A width of nothing, of a point, and of more than the history is right", arguments: [0.0, 1, 33, 2000])
  func widths(width: Double) {
    let graph = graph()
    graph.layout(width: width, height: 40)
    for _ in 0..<300 { graph.append([0]) }
    let bitmap = picture(of: graph)
    #expect(bitmap.width == Int(width))
    #expect(lit(bitmap) == Array((max(Int(width) - 300, 0)..<Int(width))))
    #expect(graph.tiles.pool.tiles.count <= graph.viewport.grid.tilesNeeded(width: width))
  }

  @Test("Sizes that make no sense show nothing and break nothing")
  func senselessSizes() {
    let graph = graph { $0.showsHeader = true }
    for (width, height, scale) in [
      (-1.0, 40.0, 1.0), (.nan, 40, 1), (40, .infinity, 1), (40, 0, 1), (40, 3, 1), (1e9, 40, 1),
      (40, 40, .nan),
      (40, 40, 0), (40, 40, 1e9), (33, 33, 1.37),
    ] {
      graph.layout(width: width, height: height, scale: scale)
      graph.append([0.5])
      _ = picture(of: graph)
    }
  }

  @Test(
    "Shrinking, widening and rescaling while jobs run ends in the right picture",
    arguments: Seeds.list(default: 8))
  func resizing(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let graph = graph { $0.drawsInBackground = true }
    for i in 0..<500 { graph.append([sin(Double(i) * 0.1)]) }
    for _ in 0..<30 {
      graph.layout(
        width: random.double(in: 0...400), height: random.double(in: 10...60),
        scale: random.pick([1, 1, 1, 2]))
      graph.append([random.double(in: -1...1)])
      _ = graph.frame()
    }
    graph.layout(width: 200, height: 50, scale: 1)
    #expect(difference(picture(of: graph), wholeDrawing(of: graph)) <= 4)
  }

  @Test("Only NaN is empty; a gap is a gap; a value alone between gaps is a dot")
  func gaps() {
    let graph = graph()
    graph.layout(width: 64, height: 40)
    for _ in 0..<64 { graph.append([.nan]) }
    #expect(lit(picture(of: graph)).isEmpty)
    for i in 0..<64 { graph.append([i == 32 ? 0 : [.nan, .infinity, -.infinity][i % 3]]) }
    // The dot's round ends reach a point to either side of sample 32, which is 31 before the newest at 64.
    #expect(lit(picture(of: graph)) == [32, 33])
    // Across a tile's edge, and within a tile.
    for i in 0..<64 { graph.append([(20..<40).contains(i) || (45..<55).contains(i) ? .nan : 0]) }
    let columns = lit(picture(of: graph))
    for seen in [10, 43, 60] { #expect(columns.contains(seen)) }
    #expect(!columns.contains { (23...38).contains($0) || (48...53).contains($0) })
  }

  @Test(
    "With many samples a point, one that stands out is seen, wherever it is in its column", arguments: 0..<8)
  func standsOut(place: Int) {
    let graph = graph { $0.pointsPerSample = 1.0 / 8 }
    graph.layout(width: 64, height: 40)
    for i in 0..<512 { graph.append([i == 256 + place ? 0.9 : i == 128 + place ? -0.9 : 0]) }
    let bitmap = picture(of: graph)
    func lowest(_ column: Int) -> Int { (0..<40).first { bitmap[column, $0] & 0xFF > 60 } ?? 40 }
    func highest(_ column: Int) -> Int { (0..<40).last { bitmap[column, $0] & 0xFF > 60 } ?? -1 }
    // The newest sample is in the last column but one: it stands at the right edge.
    let (up, down) = (graph.tiles.look.y(of: 0.9), graph.tiles.look.y(of: -0.9))
    #expect((29...34).contains { abs(Double(lowest($0)) - up) <= 2 })
    #expect((13...18).contains { abs(Double(highest($0)) - down) <= 2 })
    #expect((22...26).allSatisfy { lowest($0) > 15 && highest($0) < 25 })
  }

  @Test(
    "A constant is a line in the middle; its limits are round and around it",
    arguments: [0.0, 5, -3e-9, 1e200])
  func constant(value: Double) {
    let graph = graph { $0.limits = nil }
    graph.layout(width: 64, height: 100)
    for _ in 0..<100 { graph.append([value]) }
    let bitmap = picture(of: graph)
    let rows = (0..<100).filter { bitmap[30, $0] & 0xFF > 100 }
    #expect(rows.count == 2, "\(rows)")
    #expect(rows.allSatisfy { (15..<85).contains($0) })
    let scale = graph.tiles.look.scale
    #expect(scale.span >= abs(value) / 10 && scale.span <= max(abs(value), 2) && scale.lines.count >= 2)
  }

  @Test("Noise that is tiny beside what was seen before is a flat line")
  func noiseFloor() {
    let graph = graph { $0.limits = nil }
    graph.layout(width: 64, height: 60)
    for i in 0..<400 {
      graph.append([i < 50 ? Double(i) : 1e-16 * Double(i % 2)])
      _ = graph.frame()
    }
    let bitmap = picture(of: graph)
    #expect((0..<60).count { bitmap[30, $0] & 0xFF > 100 } <= 3 && graph.tiles.look.scale.span > 1e-9)
  }

  @Test("A spike of 1e300 is shown, takes the scale along, and leaves it when it has gone by")
  func spike() {
    let graph = graph { $0.limits = nil }
    graph.layout(width: 64, height: 60)
    for i in 0..<100 { graph.append([i == 90 ? 1e300 : sin(Double(i))]) }
    _ = picture(of: graph)
    #expect(graph.tiles.look.scale.upper >= 1e300 && graph.tiles.look.scale.upper.isFinite)
    for i in 0..<200 {
      graph.append([sin(Double(i))])
      _ = graph.frame()
    }
    #expect(graph.tiles.look.scale.upper <= 5)
    // Beyond fixed limits it goes off the top and comes back.
    let fixed = self.graph()
    fixed.layout(width: 64, height: 60)
    for i in 0..<64 { fixed.append([i == 32 ? 1e300 : i == 40 ? -1e300 : 0]) }
    #expect(difference(picture(of: fixed), wholeDrawing(of: fixed)) <= 4)
  }

  @Test("With old samples kept as extremes alone, a layout shows as much of the line as before")
  func relayoutOfCoarseSamples() {
    let graph = graph { $0.memory = 0 }
    graph.layout(width: 320, height: 40)
    for i in 0..<3000 {
      graph.append([sin(Double(i) * 0.1)])
      guard i > 400, i.isMultiple(of: 150) else { continue }
      graph.layout(width: 320, height: i.isMultiple(of: 300) ? 40 : 44)
      #expect(lit(picture(of: graph)).count == 320, "sample \(i)")
      #expect(difference(picture(of: graph), wholeDrawing(of: graph)) <= 4)
    }
    #expect(graph.history.fullIndices.count <= 128)
  }

  @Test("A switched-off channel is neither drawn nor counts for the scale")
  func switchedOff() {
    var settings = bareSettings(limits: nil)
    settings.drawsInBackground = false
    let graph = ScrollingGraph(
      channels: [GraphChannel(name: "small"), GraphChannel(name: "large")], settings: settings)
    graph.layout(width: 100, height: 60)
    for i in 0..<100 { graph.append([sin(Double(i)), 1000]) }
    _ = picture(of: graph)
    #expect(graph.tiles.shownScale.upper >= 1000)
    graph.setOn(false, channel: 1)
    _ = picture(of: graph)
    #expect(graph.tiles.shownScale.upper < 10)
    graph.setOn(false, channel: 7)
  }
}
