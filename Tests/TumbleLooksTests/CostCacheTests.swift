import Testing
@testable import TumbleLooks
import TumbleTestSupport

@Suite("A cache with a cost limit")
struct CostCacheTests {
  /// A cache whose objects say their keys, and what it gave up.
  private final class Evicted { var keys: [Int] = [] }

  private func cache(count: Int = 0, cost: Int = 0) -> (CostCache<Int, String>, Evicted) {
    var cache = CostCache<Int, String>(countLimit: count, totalCostLimit: cost)
    let evicted = Evicted()
    cache.onEviction = { key, value in
      #expect(value == "\(key)")
      evicted.keys.append(key)
    }
    return (cache, evicted)
  }

  @Test(
    "A cache with a cost limit keeps as many objects as its limit says, and gives up the one that was used longest ago"
  )
  func counts() {
    var (cache, evicted) = cache(count: 3)
    for key in 1...3 { cache.set("\(key)", for: key) }
    #expect(evicted.keys == [])
    // Used, so the second is the oldest now; looking without using changes nothing.
    #expect(cache.object(for: 1) == "1" && cache.peek(2) == "2")
    cache.set("4", for: 4)
    #expect(evicted.keys == [2] && cache.keys == [3, 1, 4])
    #expect(cache.object(for: 2) == nil)
    cache.set("3", for: 3)
    #expect(evicted.keys == [2] && cache.keys == [1, 4, 3], "replacing is no eviction, and is a use")
  }

  @Test(
    "A cache with a cost limit keeps a sum of costs up to its limit and not beyond",
    arguments: [(99, []), (100, []), (101, [1])] as [(Int, [Int])])
  func costs(sum: Int, gone: [Int]) {
    var (cache, evicted) = cache(cost: 100)
    cache.set("1", for: 1, cost: 40)
    cache.set("2", for: 2, cost: sum - 40)
    #expect(evicted.keys == gone && cache.totalCost == (gone.isEmpty ? sum : sum - 40))
  }

  @Test(
    "A cache with a cost limit gives up several for one that is expensive, and does not keep one that alone is too expensive"
  )
  func expensive() {
    var (cache, evicted) = cache(cost: 100)
    for key in 1...5 { cache.set("\(key)", for: key, cost: 20) }
    cache.set("6", for: 6, cost: 60)
    #expect(evicted.keys == [1, 2, 3] && cache.keys == [4, 5, 6])
    cache.set("7", for: 7, cost: 101)
    #expect(evicted.keys == [1, 2, 3, 7] && cache.keys == [4, 5, 6] && cache.object(for: 7) == nil)
    cache.set("8", for: 8, cost: 100)
    #expect(cache.keys == [8])
  }

  @Test("A cache without limits keeps everything; a limit that is set takes effect at once")
  func limits() {
    var (cache, evicted) = cache()
    for key in 0..<1000 { cache.set("\(key)", for: key, cost: 1 << 40) }
    #expect(cache.count == 1000 && evicted.keys == [])
    cache.countLimit = 2
    #expect(cache.keys == [998, 999])
    cache.totalCostLimit = 1 << 40
    #expect(cache.keys == [999])
  }

  @Test(
    "A cache with a cost limit does not give up what is in use; once it no longer is, what is too much goes")
  func inUse() {
    var (cache, evicted) = cache(cost: 100)
    let used = Evicted()
    used.keys = [1, 3]
    cache.mayEvict = { key, _ in !used.keys.contains(key) }
    for key in 1...3 { cache.set("\(key)", for: key, cost: 60) }
    #expect(cache.keys == [1, 3] && evicted.keys == [2] && cache.totalCost == 120)
    used.keys = [3]
    cache.trim()
    #expect(cache.keys == [3] && evicted.keys == [2, 1])
  }

  @Test(
    "A cache with a cost limit is as a plain list of its objects by their latest use would be",
    arguments: Seeds.list(default: 200))
  func model(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (cache, evicted) = cache(count: random.int(in: 0...6), cost: random.int(in: 0...40))
    let used = Evicted()
    cache.mayEvict = { key, _ in !used.keys.contains(key) }
    var list: [(key: Int, cost: Int)] = []
    var gone: [Int] = []
    func trim() {
      var place = 0
      while place < list.count,
        cache.countLimit > 0 && list.count > cache.countLimit
          || cache.totalCostLimit > 0 && list.reduce(0, { $0 + $1.cost }) > cache.totalCostLimit
      {
        if used.keys.contains(list[place].key) {
          place += 1
        } else {
          gone.append(list.remove(at: place).key)
        }
      }
    }
    for _ in 0..<200 {
      let key = random.int(in: 0...9)
      let place = list.firstIndex { $0.key == key }
      switch random.int(in: 0...9) {
      case 0...3:
        let cost = random.int(in: 0...25)
        if let place { list.remove(at: place) }
        if cache.totalCostLimit > 0, cost > cache.totalCostLimit, !used.keys.contains(key) {
          gone.append(key)
        } else {
          list.append((key, cost))
          trim()
        }
        cache.set("\(key)", for: key, cost: cost)
      case 4...6:
        #expect(cache.object(for: key) == (place == nil ? nil : "\(key)"))
        if let place { list.append(list.remove(at: place)) }
      case 7:
        #expect(cache.remove(key) == (place == nil ? nil : "\(key)"))
        if let place { list.remove(at: place) }
      case 8:
        used.keys = (0..<random.int(in: 0...2)).map { _ in random.int(in: 0...9) }
        cache.trim()
        trim()
      default:
        #expect(cache.peek(key) == (place == nil ? nil : "\(key)"))
      }
      #expect(cache.keys == list.map(\.key) && cache.count == list.count)
      #expect(cache.totalCost == list.reduce(0) { $0 + $1.cost })
      #expect(evicted.keys == gone)
    }
    cache.removeAll()
    #expect(cache.keys == [] && cache.totalCost == 0)
  }
}
