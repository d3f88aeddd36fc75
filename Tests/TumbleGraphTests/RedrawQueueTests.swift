import Foundation
import Synchronization
import Testing
import TumbleDrawing
import TumbleTestSupport

@testable import TumbleGraph

@Suite struct RedrawQueueTests {
  private func job(slot: Int, generation: Int) -> TileJob {
    var job = TileJob()
    job.slot = slot
    job.generation = generation
    job.content.look.height = 20
    job.content.look.background = .white
    job.bitmap = Bitmap(width: 32, height: 20)
    return job
  }

  @Test(
    "Every job comes out once, drawn or stale, whatever happens to its slot meanwhile",
    arguments: Seeds.list(default: 20))
  func everyJobEndsOnce(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let queue = RedrawQueue(inBackground: random.int(in: 0...3) > 0)
    var finished: [TileJob] = []
    var submitted: [Int] = []
    var generations = Array(repeating: 0, count: 8)
    for slot in 0..<8 { queue.setGeneration(0, of: slot) }
    for number in 0..<300 {
      let slot = random.int(in: 0...7)
      if random.int(in: 0...2) == 0 {
        generations[slot] += 1
        queue.setGeneration(generations[slot], of: slot)
      }
      var next = job(slot: slot, generation: generations[slot])
      next.tile = number
      submitted.append(number)
      var jobs = [next]
      queue.submit(&jobs)
      #expect(jobs.isEmpty)
      if random.bool() { queue.take(into: &finished) }
    }
    let closes = random.bool()
    if closes { queue.close() }
    queue.take(into: &finished, all: true)
    #expect(finished.map(\.tile).sorted() == submitted)
    for job in finished {
      #expect(job.state != .waiting)
      #expect(closes || job.state != .cancelled)
      if job.state == .drawn { #expect(job.bitmap[0, 0] == 0xFFFF_FFFF) }
    }
    var late = [job(slot: 0, generation: generations[0])]
    queue.close()
    queue.submit(&late)
    finished.removeAll()
    queue.take(into: &finished, all: true)
    #expect(finished.map(\.state) == [.cancelled])
  }

  @Test("A job whose slot has been given away before it is drawn is not drawn at all")
  func staleBefore() {
    let queue = RedrawQueue(inBackground: false)
    queue.setGeneration(2, of: 0)
    var jobs = [job(slot: 0, generation: 1), job(slot: 0, generation: 2)]
    queue.submit(&jobs)
    queue.take(into: &jobs)
    #expect(jobs.map(\.state) == [.stale, .drawn])
    #expect(jobs[0].bitmap.pixels.allSatisfy { $0 == 0 })
  }

  @Test("A tile given to another place never shows the old one's pixels", arguments: Seeds.list(default: 10))
  func neverStale(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var settings = bareSettings()
    settings.style.grid = .clear
    settings.style.zero = .clear
    settings.style.background = .black
    settings.style.lineWidth = 4
    let graph = ScrollingGraph(channels: [GraphChannel(name: "a", color: .white)], settings: settings)
    graph.layout(width: 128, height: 64)
    // Every tile has a height of its own, so a wrong tile's line would be at a wrong place.
    func level(_ tile: Int) -> Double { Double((tile % 7 + 7) % 7) / 4 - 0.75 }
    for _ in 0..<400 {
      for _ in 0..<random.int(in: 1...60) {
        graph.append([level(graph.viewport.grid.tile(of: graph.history.endIndex))])
      }
      if random.int(in: 0...9) == 0 { graph.scrollBack(by: random.double(in: -200...200)) }
      _ = graph.frame()
      for tile in graph.tiles.pool.tiles {
        guard let slot = graph.tiles.pool.slot(of: tile) else { continue }
        let bitmap = graph.tiles.slots[slot].layer.bitmap
        let lit = (0..<64).filter { bitmap[16, $0] & 0xFF > 200 }
        guard let first = lit.first else { continue }
        let center = Double(first + (lit.last ?? first) + 1) / 2
        #expect(abs(center - graph.tiles.look.y(of: level(tile))) < 1.5, "tile \(tile)")
      }
    }
  }

  /// A clock that has gone on by one whenever it is asked.
  private enum Ticks {
    static let count = Atomic<Int>(0)
    @Sendable static func now() -> Double {
      Double(count.add(1, ordering: .relaxed).newValue)
    }
  }

  @Test("What drawing takes is counted by the clock that is given, and nothing without one")
  func timed() {
    for inBackground in [true, false] {
      var settings = bareSettings()
      settings.drawsInBackground = inBackground
      let graph = ScrollingGraph(channels: [GraphChannel(name: "a")], settings: settings)
      graph.layout(width: 300, height: 40)
      for i in 0..<300 { graph.append([sin(Double(i))]) }
      graph.waitUntilIdle()
      #expect(graph.statistics.drawn > 0 && graph.statistics.drawingTime == 0)
      let before = graph.statistics.drawn
      graph.timeDrawing(by: Ticks.now)
      for i in 0..<50 {
        graph.append([sin(Double(i))])
        graph.waitUntilIdle()
      }
      // The clock is asked twice a tile, and one thread alone draws.
      #expect(graph.statistics.drawingTime == Double(graph.statistics.drawn - before))
    }
  }

  @Test("Closing while jobs wait cancels them, returns, and leaves a graph that still gives frames")
  func closing() {
    let graph = ScrollingGraph(channels: [GraphChannel(name: "a")], settings: bareSettings())
    graph.layout(width: 2000, height: 40)
    for i in 0..<3000 { graph.append([sin(Double(i))]) }
    _ = graph.frame()
    graph.close()
    let after = graph.statistics
    #expect(after.jobs == after.drawn + after.stale + after.cancelled)
    graph.append([1])
    #expect(!graph.frame().isEmpty)
    graph.close()
  }
}
