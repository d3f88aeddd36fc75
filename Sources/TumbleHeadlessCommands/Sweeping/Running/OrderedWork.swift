import Dispatch
import Foundation
import Synchronization

/// Work on a row of indices by several threads at once, whose products leave in the indices' order.
///
/// Only so many products wait for one before them that takes longer: then no further work is begun.
final class OrderedWork<Product: Sendable>: Sendable {
  private let state: Mutex<State>
  /// As many as products may be in work or waiting.
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
    self.isInterrupted = isInterrupted
    self.work = work
    self.release = release
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
