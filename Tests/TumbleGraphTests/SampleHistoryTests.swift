import Testing
import TumbleTestSupport

@testable import TumbleGraph

@Suite struct SampleHistoryTests {
  @Test(
    "What is kept reads the same before and after a trim, and what is gone is NaN",
    arguments: [0, -7, 1 << 53])
  func trim(first: Int) {
    var history = SampleHistory(channelCount: 2, retention: 10, firstIndex: first)
    #expect(history.isEmpty && history.newestIndex == first - 1)
    for i in 0..<100 {
      history.append([Double(i), Double(-i)])
      #expect(history.endIndex == first + i + 1)
      #expect(history.count >= min(i + 1, 10) && history.count < 20)
      for index in history.indices {
        #expect(history[0, index] == Double(index - first) && history[1, index] == -Double(index - first))
      }
      #expect(history[0, history.startIndex - 1].isNaN && history[0, history.endIndex].isNaN)
    }
  }

  @Test("Too few values are filled with NaN, too many are ignored")
  func wrongCount() {
    var history = SampleHistory(channelCount: 2, retention: 4)
    history.append([1])
    history.append([1, 2, 3])
    #expect(history[1, 0].isNaN && history[1, 1] == 2)
  }

  @Test("A range reaching beyond what is kept gives what there is")
  func ranges() {
    var history = SampleHistory(channelCount: 1, retention: 4)
    for i in 0..<9 { history.append([Double(i)]) }
    #expect(history.withValues(channel: 0, in: -10..<100) { Array($0) } == [4, 5, 6, 7, 8])
    #expect(history.withValues(channel: 0, in: 200..<300) { Array($0) } == [])
    history.retain(atLeast: 100)
    history.retain(atLeast: 1)
    for i in 9..<100 { history.append([Double(i)]) }
    #expect(history.count == 96)
  }
}
