import Testing
import TumbleTestSupport

@testable import TumbleGraph

@Suite struct SampleHistoryTests {
  @Test("The newest samples read as they came, and what is not there is NaN", arguments: [0, -7, 1 << 53])
  func newest(first: Int) {
    var history = SampleHistory(channelCount: 2, fullSamples: 128, firstIndex: first)
    #expect(history.isEmpty && history.newestIndex == first - 1)
    for i in 0..<1000 {
      history.append([Double(i), Double(-i)])
      #expect(history.endIndex == first + i + 1 && history.startIndex == first)
      #expect(history.fullIndices.count >= min(i + 1, 128))
      for index in history.fullIndices {
        #expect(history[0, index] == Double(index - first) && history[1, index] == -Double(index - first))
      }
      #expect(history[0, history.startIndex - 1].isNaN && history[0, history.endIndex].isNaN)
    }
  }

  @Test("A history whose newest sample was replaced is as if the other one had come")
  func replaced() {
    var history = SampleHistory(channelCount: 2, fullSamples: 128)
    var plain = history
    history.replaceNewest([1, 1])
    #expect(history.isEmpty)
    for i in 0..<1000 {
      let values = [Double(i * 7 % 11), Double(-i)]
      history.append([100, .nan])
      // What is missing is NaN, as of a sample that comes.
      history.replaceNewest(i.isMultiple(of: 5) ? [values[0]] : values)
      plain.append(i.isMultiple(of: 5) ? [values[0]] : values)
      #expect(history.endIndex == plain.endIndex)
    }
    for index in plain.indices {
      for channel in 0..<2 {
        #expect(history[channel, index].bitPattern == plain[channel, index].bitPattern, "\(index)")
      }
    }
  }

  @Test("As many of the newest samples as were asked for stay as they came", arguments: 125...140)
  func full(asked: Int) {
    var history = SampleHistory(channelCount: 1, fullSamples: asked)
    for i in 0..<3 * asked {
      history.append([i.isMultiple(of: 3) ? 1 : 0])
      let newest = max(0, i + 1 - asked)..<i + 1
      #expect(history.fullIndices.lowerBound <= newest.lowerBound)
      #expect(newest.allSatisfy { history[0, $0] == ($0.isMultiple(of: 3) ? 1 : 0) })
    }
  }

  @Test("A table of a long history has the samples that are kept as they came, and no other row")
  func table() {
    var history = SampleHistory(channelCount: 1, fullSamples: 128)
    for i in 0..<1000 { history.append([Double(i * i)]) }
    let rows = SampleTable(channels: [GraphChannel(name: "a")], history: history, rate: 1).csv
      .split(separator: "\n").dropFirst()
    #expect(rows.count == history.fullIndices.count)
    #expect(rows.elementsEqual(history.fullIndices.map { "\($0),\(Double($0)),\(Double($0 * $0))" }))
  }

  @Test("However many samples come, a history takes no more memory than it may, and keeps the whole run")
  func budget() {
    for (channels, memory) in [(1, 1 << 14), (3, 1 << 16), (8, 1 << 18)] {
      var history = SampleHistory(channelCount: channels, memory: memory)
      let values = Array(repeating: 1.5, count: channels)
      for _ in 0..<1_000_000 { history.append(values) }
      #expect(history.storedCount * 8 <= memory)
      #expect(history.storedCount * 8 > memory / 2)
      #expect(history.startIndex == 0 && history.count == 1_000_000)
    }
    // As little as there can be: 2 KiB per channel. What does not fit is gone.
    var least = SampleHistory(channelCount: 1, memory: 0)
    for i in 0..<3_000_000 { least.append([Double(i)]) }
    #expect(least.storedCount <= 256)
    #expect(least.startIndex > 0 && least.startIndex < 3_000_000 - 128 * 1000)
    #expect(least[0, least.startIndex - 1].isNaN && least[0, least.startIndex].isFinite)
  }

  @Test(
    "Of old samples the extremes remain: of any group that became one, of all, and in their order",
    arguments: Seeds.list(default: 20))
  func extremes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var history = SampleHistory(channelCount: 1, fullSamples: 128)
    var all: [Double] = []
    for _ in 0..<random.int(in: 1...20_000) {
      all.append(random.int(in: 0...9) == 0 ? .nan : random.double(in: -1...1))
      history.append([all[all.count - 1]])
    }
    func range(_ samples: Range<Int>) -> ClosedRange<Double>? {
      let values = all[samples].filter(\.isFinite)
      return values.min().flatMap { low in values.max().map { low...$0 } }
    }
    #expect(history.extremes(channel: 0, in: history.indices) == range(0..<all.count))
    func stored(in samples: Range<Int>) -> Int {
      var count = 0
      history.forEachValue(channel: 0, in: samples) { index, _, _ in
        if samples.contains(index) { count += 1 }
      }
      return count
    }
    // Groups of 2^k samples that are no part of a larger one.
    var group = 1 << 16
    while group >= 4 {
      for start in stride(from: 0, to: all.count - group, by: group) where random.int(in: 0...20) == 0 {
        let samples = start..<start + group
        let isWhole =
          stored(in: samples) >= 2 || samples.lowerBound >= history.fullIndices.lowerBound
        guard isWhole else { continue }
        #expect(history.extremes(channel: 0, in: samples) == range(samples), "\(samples)")
      }
      group /= 2
    }
    // Every value that is passed was there, and where it is said to be but for its group.
    var before = -1
    history.forEachValue(channel: 0, in: history.indices) { index, value, _ in
      #expect(index > before)
      before = index
      #expect(value.isNaN || all.contains(value))
    }
  }

  @Test("A line that only rises keeps its corners where they were, however old it is")
  func rising() {
    var history = SampleHistory(channelCount: 1, fullSamples: 128)
    for i in 0..<50_000 { history.append([Double(i)]) }
    history.forEachValue(channel: 0, in: 0..<50_000) { index, value, _ in #expect(value == Double(index)) }
    var indices: [Int] = []
    // A range within one group gets the group's ends, which the line through it leads to.
    history.forEachValue(channel: 0, in: 10_001..<10_002) { index, _, _ in indices.append(index) }
    #expect(indices.first.map { $0 <= 10_001 } == true && indices.last.map { $0 >= 10_001 } == true)
  }

  @Test("A gap before a constant line stays one when the samples are old")
  func oldGap() {
    var history = SampleHistory(channelCount: 1, fullSamples: 128)
    for i in 0..<400 { history.append([i < 202 ? .nan : 5]) }
    #expect(history[0, 199].isNaN && history[0, 208] == 5)
  }

  @Test("Too few values are filled with NaN, too many are ignored")
  func wrongCount() {
    var history = SampleHistory(channelCount: 2)
    history.append([1])
    history.append([1, 2, 3])
    #expect(history[1, 0].isNaN && history[1, 1] == 2)
    #expect(history[2, 0].isNaN && history[-1, 0].isNaN)
  }

  @Test("A new run counts its own samples, after a gap, and no run begins twice at one sample")
  func runs() {
    var history = SampleHistory(channelCount: 1)
    history.beginRun(afterGapOf: 3)
    #expect(history.runStarts == [0])
    for _ in 0..<10 { history.append([1]) }
    history.beginRun(afterGapOf: 3)
    history.beginRun(afterGapOf: 3)
    #expect(history.runStarts == [0, 13] && history.endIndex == 13)
    history.append([2])
    #expect(history.samplesIntoRun(13) == 0 && history.samplesIntoRun(9) == 9)
    #expect(history[0, 10].isNaN && history[0, 12].isNaN)
    var starts: [Int] = []
    history.forEachValue(channel: 0, in: history.indices) { index, _, startsRun in
      if startsRun { starts.append(index) }
    }
    #expect(starts == [13])
    for _ in 0..<5000 {
      history.beginRun(afterGapOf: 0)
      history.append([3])
    }
    #expect(history.runStarts.count <= 1024 && history.startIndex == history.runStarts[0])
  }

  @Test("A history at the end of what an index can be goes on", arguments: [1 << 62, .max, .min])
  func farthest(first: Int) {
    var settings = GraphSettings()
    settings.firstIndex = first
    settings.drawsInBackground = false
    let graph = ScrollingGraph(channels: [GraphChannel(name: "a")], settings: settings)
    graph.layout(width: 300, height: 100)
    for i in 0..<300 { graph.append([Double(i)]) }
    graph.scrollBack(by: 20)
    graph.zoom(by: -6)
    graph.zoom(by: 3, around: 100)
    graph.hover = .init(100, 60)
    _ = picture(of: graph)
    #expect(graph.history.count == 300)
    let far = SamplePosition(index: first, fraction: 1e300).advanced(by: -1e300).advanced(by: .infinity)
    #expect(far == far.advanced(by: 0))
    let grid = TileGrid()
    #expect(grid.tiles(drawing: first).contains(grid.tile(of: min(max(first, -1 << 62), 1 << 62))))
    #expect(grid.drawnSamples(of: first).count > 0)
  }
}
