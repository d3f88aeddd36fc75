import CTumbleCairo
import CTumbleTestHooks
import Foundation
import TumbleLooks
import TumblePhysics
import TumbleSimulation
import TumbleTestSupport
import TumbleWindowCommands
import TumbleWindowDriver

/// A session in which anything is done to the window, and what is asked of it: that it goes on, that its
/// recording replays to the same hashes, that its past stays within its budget, and that nothing of it is
/// left afterwards.
struct WildSession {
  let seed: UInt64
  let inputs: Int

  /// The scenes: cheap ones that have something of all there is.
  private static let scenes = [
    "crates", "bridge", "clock", "door", "elevator", "motor-car", "newtons-cradle", "sorter", "timing",
    "color-pulse", "one-way", "springs", "fireworks",
  ]
  private static let historyBudget = 4 << 20
  /// The number of inputs between two replays of what was recorded so far.
  private static let inputsBetweenReplays = 500

  /// - Returns: A line about it.
  /// - Throws: What is not as it should be.
  func run() throws -> String {
    var random = SeededGenerator(seed: seed)
    let scenes = try ScratchScenes(Self.scenes)
    try scenes.enter()
    defer { _ = FileManager.default.changeCurrentDirectoryPath("/") }
    // Small ones, for what takes the time is drawing.
    let size = random.pick([PixelSize(480, 360), PixelSize(640, 400), PixelSize(720, 400)])
    let window = try DrivenWindow(
      scenes.path(of: random.pick(Self.scenes)), library: scenes.library, folders: scenes.userFolders,
      timeline: TimelineOptions(historyBudget: Self.historyBudget, checkpoints: Int(seed % 4) * 2),
      size: size)
    var wild = RandomInput(
      WindowInput(window), seed: seed, size: size, folder: scenes.folder, waitsForReruns: seed % 2 == 0)
    var (steps, replayed, most) = (0, 0, 0)
    window.session.observers.append { _ in steps += 1 }
    do {
      try wild.input.wait()
      var nextReplay = 0
      while wild.inputs < inputs {
        try wild.act()
        most = max(most, ctumble_heap_bytes())
        let history = window.session.history
        guard history.bytesUsed <= history.budget else {
          throw Failure("the past takes \(history.bytesUsed) bytes of \(history.budget)")
        }
        guard wild.inputs >= nextReplay || wild.inputs >= inputs else { continue }
        nextReplay = wild.inputs + Self.inputsBetweenReplays
        try wild.input.waitForRerun()
        try window.session.checkReplay(library: scenes.library, path: nil)
        replayed += window.session.world.steps
      }
    } catch {
      throw Failure("seed \(seed): \(error)\nlately:\n  " + wild.lately.joined(separator: "\n  "))
    }
    return
      "seed \(seed): \(wild.inputs) inputs, \(steps) steps, \(replayed) replayed; at most \(most >> 20) MiB"
  }

  /// Runs seeds, and compares what they leave on the heap.
  static func run(seeds: ClosedRange<UInt64>, inputs: Int) throws {
    var before: [Int] = []
    for seed in seeds {
      say(try WildSession(seed: seed, inputs: inputs).run())
      let left = settledHeap()
      say("  left behind: \(left >> 10) KiB")
      before.append(left)
      #if DEBUG
        let alive = LifetimeCount.now
        guard alive == (0, 0, 0, 0) else { throw Failure("seed \(seed) left alive: \(alive)") }
      #endif
    }
    // The first fill caches that stay: fonts, tables, locale. What each session leaves would add up.
    guard before.count >= 4 else { return }
    let growth = before[before.count - 1] - before[1]
    guard growth < 400_000 * (before.count - 2) else {
      throw Failure("each session leaves memory behind: \(before.map { "\($0 >> 10) KiB" })")
    }
  }

  /// The heap's bytes once the threads of a session have ended, which takes a moment, and without the glyphs
  /// that Cairo keeps of every font and size that it has met: each seed meets others. Cairo ends the program
  /// if an object of its own is alive still.
  private static func settledHeap() -> Int {
    var least = Int(ctumble_heap_bytes())
    for _ in 0..<20 {
      usleep(20_000)
      least = min(least, Int(ctumble_heap_bytes()))
    }
    cairo_debug_reset_static_data()
    return min(least, Int(ctumble_heap_bytes()))
  }
}

struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
