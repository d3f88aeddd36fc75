import Testing
import TumbleAnimation
import TumbleGeometry
import TumbleTestSupport

@Suite("Properties and transactions")
struct PropertyStoreTests {
  private typealias Store = PropertyStore<String, Double>

  /// A store with one property of 0 whose changes animate.
  private func store() -> Store {
    var store = Store()
    store.actions.defaults["x"] = .basic()
    store.set("x", of: "a", to: 0, at: 0)
    return store
  }

  @Test("Model and presentation are both readable, and a transaction takes a quarter of a second by itself")
  func quarterSecond() {
    var store = store()
    store.transaction { $0.set("x", of: "a", to: 8, at: 1) }
    #expect(store.model("x", of: "a") == 8)
    let seen = [1, 1.125, 1.25].map { store.presentation("x", of: "a", at: $0) }
    #expect(seen == [0, 8 * TimingFunction.ease.value(at: 0.5), 8])
    #expect(store.isAnimating("x", of: "a", at: 1.2499) && !store.isAnimating("x", of: "a", at: 1.25))
    #expect(store.presentation("x", of: "a", at: 0) == 0, "a time before the change shows what was seen")
    #expect(store.model("y", of: "a") == nil && store.presentation("y", of: "a", at: 1) == nil)
  }

  @Test(
    "Outside a transaction, with actions disabled or with duration 0 a change shows at once and ends what ran"
  )
  func atOnce() {
    for transaction in [nil, Transaction(disablesActions: true), Transaction(duration: 0)] {
      var store = store()
      store.transaction { $0.set("x", of: "a", to: 8, at: 0) }
      let set = { (store: inout Store) in store.set("x", of: "a", to: 2, at: 0.125) }
      if let transaction { store.transaction(transaction, set) } else { set(&store) }
      #expect(store.presentation("x", of: "a", at: 0.125) == 2)
      #expect(store.takeEvents(at: 9) == [.ended(ObjectProperty("a", "x"), .interrupted)])
    }
  }

  @Test("Setting the value that a property already has leaves its animation alone")
  func sameValue() {
    var store = store()
    store.transaction(Transaction(duration: 1, timingFunction: .linear)) {
      $0.set("x", of: "a", to: 8, at: 0)
      $0.set("x", of: "a", to: 8, at: 0.5)
    }
    store.set("x", of: "a", to: 8, at: 0.5)
    #expect(store.presentation("x", of: "a", at: 0.75) == 6)
  }

  @Test("Cancelling shows the model value or keeps what is seen, and is distinguished from an end")
  func cancelling() {
    let ended = { PropertyEvent.ended(ObjectProperty("a", "x"), $0) }
    for (keeps, value) in [(false, 8.0), (true, 2)] {
      var store = store()
      store.transaction(Transaction(duration: 1, timingFunction: .linear)) {
        $0.set("x", of: "a", to: 8, at: 0)
      }
      store.cancel("x", of: "a", keepsPresentation: keeps, at: 0.25)
      #expect(store.presentation("x", of: "a", at: 0.25) == value && store.model("x", of: "a") == value)
      #expect(store.takeEvents(at: 9) == [ended(.interrupted)])
      #expect(store.takeEvents(at: 9) == [])
    }
    var store = store()
    store.transaction { $0.set("x", of: "a", to: 8, at: 0) }
    store.cancel("x", of: "a", keepsPresentation: true, at: 0.25)
    #expect(store.takeEvents(at: 9) == [ended(.finished)], "it is over by then")
    store.transaction { $0.set("x", of: "a", to: 0, at: 10) }
    store.remove("a", at: 10.125)
    #expect(store.takeEvents(at: 10.125) == [ended(.interrupted)] && store.model("x", of: "a") == nil)
  }

  @Test("A completion comes after the last animation of its transaction and of those within it")
  func completions() {
    var store = store()
    for name in ["y", "z"] {
      store.actions.defaults[name] = .basic()
      store.set(name, of: "a", to: 0, at: 0)
    }
    store.transaction(Transaction(duration: 1, completion: "outer")) {
      $0.set("x", of: "a", to: 1, at: 0)
      $0.transaction(Transaction(duration: 2, completion: "inner")) {
        $0.set("y", of: "a", to: 1, at: 0)
        $0.transaction(Transaction()) { $0.set("z", of: "a", to: 1, at: 0) }
      }
      $0.transaction(Transaction(duration: 9, completion: "nothing")) { $0.set("x", of: "a", to: 1, at: 0) }
    }
    func ended(_ name: String) -> PropertyEvent<String> { .ended(ObjectProperty("a", name), .finished) }
    #expect(store.takeEvents(at: 0) == [.completed("nothing", .finished)])
    #expect(store.takeEvents(at: 1) == [ended("x")])
    #expect(store.takeEvents(at: 1.999) == [])
    let last: [PropertyEvent<String>] = [
      ended("y"), ended("z"), .completed("inner", .finished), .completed("outer", .finished),
    ]
    #expect(store.takeEvents(at: 2) == last)
  }

  @Test("A completion tells if an animation was replaced, also by one of the same transaction")
  func interruptedCompletion() {
    var store = store()
    store.transaction(Transaction(duration: 1, completion: "done")) {
      $0.set("x", of: "a", to: 1, at: 0)
      $0.set("x", of: "a", to: 2, at: 0)
    }
    let property = ObjectProperty("a", "x")
    #expect(store.takeEvents(at: 0.5) == [.ended(property, .interrupted)])
    #expect(store.takeEvents(at: 1) == [.ended(property, .finished), .completed("done", .interrupted)])
  }

  @Test("A change at whatever step takes the steps that its duration says, and not one more")
  func boundaries() {
    for step in 0..<1000 {
      for (duration, steps) in [(0.25, 30), (0.4, 48), (0.1, 12)] {
        var store = store()
        store.transaction(Transaction(duration: duration)) {
          $0.set("x", of: "a", to: 1, at: MediaTime(step: step, rate: 120))
        }
        let last = MediaTime(step: step + steps - 1, rate: 120)
        let end = MediaTime(step: step + steps, rate: 120)
        #expect(store.isAnimating("x", of: "a", at: last) && store.takeEvents(at: last) == [])
        #expect(!store.isAnimating("x", of: "a", at: end) && store.takeEvents(at: end).count == 1)
      }
    }
  }

  @Test(
    "However often springs are retargeted, neither place nor velocity jumps, and all comes to rest at the model",
    arguments: Seeds.list(default: 100))
  func retargeted(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var store = PropertyStore<Int, Vector>()
    store.actions.defaults["at"] = .spring(
      try Spring(response: random.double(in: 0.2...2), dampingRatio: random.double(in: 0.3...2)))
    store.set("at", of: 1, to: .zero, at: 0)
    var time = 0.0
    for _ in 0..<20 {
      time += random.double(in: 0...0.4)
      let before = store.presentation("at", of: 1, at: time) ?? .zero
      let velocity = store.velocity("at", of: 1, at: time) ?? .zero
      store.transaction {
        $0.set("at", of: 1, to: Vector(random.double(in: -99...99), random.double(in: -99...99)), at: time)
      }
      let after = store.presentation("at", of: 1, at: time) ?? .zero
      #expect((after - before).length < 1e-9)
      #expect(((store.velocity("at", of: 1, at: time) ?? .zero) - velocity).length < 1e-6)
    }
    #expect(store.presentation("at", of: 1, at: time + 1000) == store.model("at", of: 1))
  }

  @Test(
    "Each animation reports its end once, each transaction completes once, and both in the order of their times",
    arguments: Seeds.list(default: 100))
  func events(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var store = PropertyStore<Int, Double>()
    let names = ["x", "y", "z"]
    for name in names { store.actions.defaults[name] = .basic() }
    for object in 0..<3 { for name in names { store.set(name, of: object, to: 0, at: 0) } }
    var (time, begun, transactions) = (0.0, 0, 0)
    var seen: [PropertyEvent<Int>] = []
    for _ in 0..<60 {
      time += random.double(in: 0...0.3)
      if random.int(in: 0...3) == 0 { seen += store.takeEvents(at: time) }
      transactions += 1
      store.transaction(Transaction(duration: random.double(in: 0.01...1), completion: "\(transactions)")) {
        for _ in 0..<random.int(in: 0...3) {
          let (object, name) = (random.int(in: 0...2), random.pick(names))
          if random.int(in: 0...5) == 0 {
            $0.cancel(name, of: object, keepsPresentation: random.bool(), at: time)
          } else {
            begun += 1
            $0.set(name, of: object, to: Double(begun), at: time)
          }
        }
      }
    }
    seen += store.takeEvents(at: time + 2)
    let ends = seen.filter { if case .ended = $0 { true } else { false } }
    #expect(ends.count == begun)
    let completed = seen.compactMap { if case .completed(let name, _) = $0 { name } else { nil } }
    #expect(Set(completed).count == transactions && completed.count == transactions)
    #expect(store.takeEvents(at: time + 99) == [])
  }

  @Test("Any type that is interpolatable animates, and an action may be any animation")
  func otherTypes() throws {
    var names = PropertyStore<String, String>()
    names.actions.defaults["texture"] = .basic(duration: 1)
    names.set("texture", of: "a", to: "day", at: 0)
    names.transaction { $0.set("texture", of: "a", to: "night", at: 0) }
    #expect([0, 0.25, 1].map { names.presentation("texture", of: "a", at: $0) } == ["day", "day", "night"])
    #expect(
      names.velocity("texture", of: "a", at: 0.5) == nil && names.isAnimating("texture", of: "a", at: 0.5))

    var store = Store()
    store.actions.defaults["x"] = PropertyAction { change in
      try? ValueAnimation(
        KeyframeAnimation(values: [change.from, change.to + 10, change.to]),
        timing: MediaTiming(duration: change.duration))
    }
    store.set("x", of: "a", to: 0, at: 0)
    store.transaction(Transaction(duration: 2)) { $0.set("x", of: "a", to: 4, at: 0) }
    #expect([0, 0.5, 1, 1.5, 2].map { store.presentation("x", of: "a", at: $0) } == [0, 7, 14, 9, 4])
    store.actions.defaults["x"] = PropertyAction { change in
      ValueAnimation(from: change.from, to: change.to, timing: MediaTiming(duration: .nan))
    }
    store.transaction { $0.set("x", of: "a", to: 5, at: 3) }
    #expect(store.presentation("x", of: "a", at: 3) == 5, "a timing with a problem animates nothing")
  }
}
