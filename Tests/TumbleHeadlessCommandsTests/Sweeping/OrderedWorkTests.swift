import Dispatch
import Synchronization
import Testing
import TumbleTestSupport

@testable import TumbleHeadlessCommands

@Suite("Work by several threads")
struct OrderedWorkTests {
  private struct Failure: Error {}

  /// The products that left, and the most that were in work or waiting.
  private final class Log: Sendable {
    let released = Mutex<[Int]>([])
    let begun = Mutex<(now: Int, most: Int)>((0, 0))

    func begin() { begun.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }
    func release(_ index: Int) {
      begun.withLock { $0.now -= 1 }
      released.withLock { $0.append(index) }
    }
  }

  /// Some work that takes longer for some indices than for others.
  private static func spin(_ index: Int, _ seed: UInt64) {
    var random = SeededGenerator(seed: seed &+ UInt64(index))
    for _ in 0..<random.int(in: 0...3000) { _ = random.next() }
  }

  @Test(
    "Work by several threads leaves in order, whatever takes how long, and no more waits than may",
    arguments: Seeds.list(default: 10)
  )
  func order(seed: UInt64) throws {
    for (threads, capacity) in [(1, 1), (2, 1), (4, 3), (8, 64)] {
      let log = Log()
      let work = OrderedWork(
        5..<205, capacity: capacity,
        work: { index in
          log.begin()
          Self.spin(index, seed)
          return index
        }, release: { log.release($0) })
      #expect(try work.run(threads: threads) == 205)
      #expect(log.released.withLock { $0 } == Array(5..<205))
      #expect(log.begun.withLock { $0.most } <= capacity)
    }
  }

  @Test(
    "Work by several threads that is interrupted finishes what it has begun, and begins nothing else",
    arguments: Seeds.list(default: 10))
  func interruption(seed: UInt64) throws {
    let log = Log()
    let work = OrderedWork(
      0..<1_000_000, capacity: 16,
      isInterrupted: { log.released.withLock { $0.count } >= 50 },
      work: { index in
        log.begin()
        Self.spin(index, seed)
        return index
      }, release: { log.release($0) })
    let end = try work.run(threads: 4)
    #expect((50..<70).contains(end))
    #expect(log.released.withLock { $0 } == Array(0..<end) && log.begun.withLock { $0.now } == 0)
  }

  @Test(
    "Work by several threads ends where a product cannot leave, with nothing after it",
    arguments: Seeds.list(default: 10))
  func failure(seed: UInt64) throws {
    let log = Log()
    let work = OrderedWork(
      0..<1000, capacity: 3, work: { $0 },
      release: { index in
        guard index < 20 else { throw Failure() }
        log.release(index)
      })
    #expect(throws: Failure.self) { try work.run(threads: 6) }
    #expect(log.released.withLock { $0 } == Array(0..<20))
  }

  @Test("Work by several threads of no index ends at once")
  func nothing() throws {
    let work = OrderedWork(7..<7, capacity: 4, work: { $0 }, release: { _ in })
    #expect(try work.run(threads: 2) == 7)
  }
}
