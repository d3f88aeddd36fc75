import Testing
import TumbleDrawing
import TumbleGeometry

@testable import TumbleGraph

@Suite struct RunTests {
  /// A line at the bottom, a restart, and a line at the top.
  private func restarted(
    after first: Int = 150, then second: Int = 50, _ change: (inout GraphSettings) -> Void = { _ in }
  ) -> ScrollingGraph {
    var settings = bareSettings()
    settings.drawsInBackground = false
    settings.rate = 120
    settings.style.background = .black
    settings.style.grid = .clear
    settings.style.zero = .clear
    change(&settings)
    let graph = ScrollingGraph(channels: [GraphChannel(name: "a", color: .white)], settings: settings)
    graph.layout(width: 200, height: 60)
    for _ in 0..<first { graph.append([-0.9]) }
    _ = graph.frame()
    graph.beginRun()
    for _ in 0..<second { graph.append([0.9]) }
    return graph
  }

  /// Is true if something of a line is in rows of pixels.
  private func isLit(_ bitmap: Bitmap, _ rows: Range<Int>) -> Bool {
    rows.contains { y in (0..<200).contains { bitmap[$0, y] & 0xFF > 60 } }
  }

  @Test("A restart interrupts the lines, from near and from afar", arguments: [1, 1.0 / 8, 1.0 / 64])
  func gap(pointsPerSample: Double) {
    let graph = restarted(after: Int(150 / pointsPerSample)) { $0.pointsPerSample = pointsPerSample }
    let bitmap = picture(of: graph)
    #expect(isLit(bitmap, 0..<10) && isLit(bitmap, 50..<60) && !isLit(bitmap, 20..<40))
    // From near there are columns without a line.
    guard pointsPerSample == 1 else { return }
    let empty = (0..<200).count { x in !(0..<60).contains { bitmap[x, $0] & 0xFF > 60 } }
    #expect((4..<12).contains(empty), "\(empty)")
  }

  @Test("A restart interrupts the lines when its samples are old, too")
  func oldGap() {
    let graph = restarted(after: 301, then: 700) { $0.memory = 0 }
    graph.scrollBack(by: 650)
    #expect(!isLit(picture(of: graph), 20..<40))
  }

  @Test("After a restart, times count from 0, on the axis as in the tooltip and in the table")
  func times() {
    let graph = restarted()
    let start = graph.history.runStarts[1]
    #expect(graph.time(of: start) == 0 && graph.time(of: start + 12) == 0.1 && graph.time(of: 12) == 0.1)
    var lines: [Int] = []
    graph.tiles.look.timeAxis.forEachLine(in: start - 5..<start + 200, of: graph.history) { lines.append($0) }
    let step = graph.tiles.look.timeAxis.step
    #expect(lines == [start, start + step])
    #expect(Tooltip(at: start + 6, graph.snapshot).time == "0.050 s")
    let rows = graph.csv(.everything).split(separator: "\n")
    #expect(rows[1] == "0,0.0,-0.9" && rows.contains("\(start),0.0,0.9"))
  }

  @Test("The tiles with a restart on them equal one whole drawing")
  func seams() {
    let graph = restarted()
    #expect(difference(picture(of: graph), wholeDrawing(of: graph)) <= 4)
  }
}
