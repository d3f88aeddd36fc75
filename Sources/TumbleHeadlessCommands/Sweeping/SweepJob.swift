import Dispatch
import Foundation
import Synchronization
import TumbleSimulation

/// A sweep that is ready to run: each run is worked out from its index, by any thread.
struct SweepJob: Sendable {
  let scene: SweepScene
  let plan: SweepPlan
  /// The measures as they are written: the objects that they name may have other ids in each run's world.
  let measures: [String]
  let length: RunLength

  /// - Throws: What is wrong with the sweep as a whole.
  init(_ scene: SweepScene, _ plan: SweepPlan, measures: [String], length: RunLength) throws {
    try scene.check(plan)
    let world = try World(scene.scene)
    _ = try RunMeasures(measures, of: world)
    (self.scene, self.plan, self.measures, self.length) = (scene, plan, measures, length)
    _ = try length.steps(at: scene.scene.world.rate)
  }

  /// Runs one, and says in its row what went wrong.
  func row(_ index: Int) -> SweepRow {
    let point = plan.point(index)
    do { return SweepRow(point, results: try results(scene.scene(point, plan.settings))) } catch {
      return SweepRow(point, failure: Self.reason(error))
    }
  }

  private func results(_ scene: Scene) throws -> [MeasuredValue] {
    let world = try World(scene)
    let measures = try RunMeasures(self.measures, of: world)
    let session = try Session(world, lastStep: try length.steps(at: world.rate))
    session.observers.append { measures.observe($0) }
    try session.run()
    return measures.values(world, lost: session.lostBodies)
  }

  /// Returns the reason for a row: without the position in the file, which is the same in all.
  private static func reason(_ error: any Error) -> String {
    switch error {
    case SceneError.invalid(let diagnostics):
      guard let first = diagnostics.first(where: { $0.severity == .error }) else { return "\(error)" }
      return first.message + (first.hint.map { "; \($0)" } ?? "")
    case let refusal as EditRefusal: return refusal.message + (refusal.hint.map { "; \($0)" } ?? "")
    default: return "\(error)"
    }
  }
}

/// The result of one run of a sweep.
struct SweepRow: Hashable, Sendable {
  var point: SweepPoint
  /// One a measure; empty where the run failed.
  var results: [MeasuredValue]
  /// The reason why there are no results, on one line.
  var error: String?

  init(_ point: SweepPoint, results: [MeasuredValue]) { (self.point, self.results) = (point, results) }

  init(_ point: SweepPoint, failure: String) {
    self.point = point
    results = []
    // A row is a line.
    let words = failure.split { $0.isNewline }.map { $0.drop { $0 == " " } }
    error = words.joined(separator: "; ")
  }
}

/// Work on a row of indices by several threads at once, whose products leave in the indices' order.
///
/// Only so many products wait for one before them that takes longer: then no further work is begun.
final class OrderedWork<Product: Sendable>: Sendable {
  private let state: Mutex<State>
  /// The number of products that may be in work or waiting.
  private let places: DispatchSemaphore
  private let end: Int
  private let isInterrupted: @Sendable () -> Bool
  private let work: @Sendable (Int) -> Product
  private let release: @Sendable (Product) throws -> Void

  private struct State {
    var next: Int
    /// The index whose product leaves next.
    var released: Int
    var waiting: [Int: Product] = [:]
    var failure: (any Error)?
  }

  /// - Parameters:
  ///   - indices: In this order.
  ///   - capacity: The most products in work or waiting.
  ///   - isInterrupted: Asked before each; once it is so what is in work is finished, and nothing else begun.
  ///   - work: Called by any thread.
  ///   - release: Gets the products in order, one at a time. If it throws no other gets there.
  init(
    _ indices: Range<Int>, capacity: Int, isInterrupted: @escaping @Sendable () -> Bool = { false },
    work: @escaping @Sendable (Int) -> Product, release: @escaping @Sendable (Product) throws -> Void
  ) {
    state = Mutex(State(next: indices.lowerBound, released: indices.lowerBound))
    // Not begun with the capacity: a semaphore may not go with less than it began with.
    places = DispatchSemaphore(value: 0)
    for _ in 0..<capacity { places.signal() }
    end = indices.upperBound
    (self.isInterrupted, self.work, self.release) = (isInterrupted, work, release)
  }

  /// Works until all is done, by so many threads.
  ///
  /// - Returns: The index after the last whose product left.
  /// - Throws: What `release` threw.
  func run(threads: Int) throws -> Int {
    let group = DispatchGroup()
    for _ in 0..<threads {
      group.enter()
      let thread = Thread { [self] in
        workOn()
        group.leave()
      }
      // A scene's file may be nested deeply: as much as the main thread has.
      thread.stackSize = 8 << 20
      thread.start()
    }
    group.wait()
    return try state.withLock { state in
      if let failure = state.failure { throw failure }
      return state.released
    }
  }

  private func workOn() {
    while true {
      places.wait()
      guard let index = claim() else {
        // The next thread that waits sees the same.
        places.signal()
        return
      }
      hand(work(index), of: index)
    }
  }

  private func claim() -> Int? {
    state.withLock { state in
      guard state.next < end, state.failure == nil, !isInterrupted() else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  private func hand(_ product: Product, of index: Int) {
    state.withLock { state in
      guard state.failure == nil else {
        places.signal()
        return
      }
      state.waiting[index] = product
      do {
        while let product = state.waiting.removeValue(forKey: state.released) {
          try release(product)
          state.released += 1
          places.signal()
        }
      } catch {
        state.failure = error
        places.signal()
      }
    }
  }
}

/// A sweep was interrupted: its rows so far are kept.
struct SweepInterruption: Error, CustomStringConvertible {
  let rows: Int
  let count: Int
  /// The command that goes on with it; nil where it cannot be gone on with.
  let continuation: String?

  var description: String {
    "interrupted after \(rows) of \(count) runs; "
      + (continuation.map { "to go on: \($0)" }
        ?? "only a sweep that writes to a file (-o FILE) can be gone on with")
  }
}
