import CTumbleSDL2
import CTumbleTestHooks
import Foundation
import TumbleLooks
import TumbleRendering
import TumbleWindow
import TumbleWindowCommands
import TumbleWindowDriver

/// The cost of frames of `crates` with all panels open, and without any.
struct PanelCost {
  let frames: Int
  /// Is true on the display that there is, with its renderer; otherwise SDL's software renderer draws
  /// offscreen.
  let onScreen: Bool
  /// The most times as much that a frame may cost with all panels as without any, in memory.
  private static let bound = 2.0

  private struct Cost {
    var renderer: String
    /// The processor time in milliseconds of the whole process, for a renderer's threads count too.
    var milliseconds: Double
    /// The median frame's allocations by our code, and those of the frame with the most.
    var allocations: (median: UInt64, max: UInt64)
  }

  private func measure(hasPanels: Bool) throws -> Cost {
    let scenes = try ScratchScenes(["crates"])
    let window = try DrivenWindow(
      "crates", library: scenes.library, display: onScreen ? .screen : .offscreen,
      size: PixelSize(960, 640), hasPanels: hasPanels)
    let input = WindowInput(window)
    try input.wait(frames: 3)
    if hasPanels { for keys in AllPanels.keys { try input.press(keys) } }
    // What a key does may come some frames later.
    try input.wait(frames: 10)
    // The layers that come with their panel are drawn on the stage: they are no panel.
    if window.stage.marks.showsLayers { try input.press("D") }
    // The hint of the first seconds has faded, and the five crates lie on each other.
    try input.wait(frames: 900)
    var allocations: [UInt64] = []
    allocations.reserveCapacity(frames)
    let start = Self.processTime
    for _ in 0..<frames {
      let before = ctumble_allocations()
      try input.wait()
      allocations.append(ctumble_allocations() - before)
    }
    let spent = Self.processTime - start
    allocations.sort()
    return Cost(
      renderer: window.stage.rendererName, milliseconds: spent / Double(frames) * 1000,
      allocations: (allocations[allocations.count / 2], allocations.last ?? 0))
  }

  /// The cheapest: what else runs on the machine makes a round dearer, never cheaper.
  private static func least(_ costs: [Cost]) -> Cost {
    costs.sorted { $0.milliseconds < $1.milliseconds }[0]
  }

  /// The process's processor time in seconds.
  static var processTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// - Throws: `Failure` where panels cost more than they may in memory.
  func run() throws {
    // What SDL allocates is not ours to count.
    SDL_SetMemoryFunctions(
      ctumble_uncounted_malloc, ctumble_uncounted_calloc, ctumble_uncounted_realloc, ctumble_uncounted_free)
    // By turns: another program may be busy meanwhile.
    var rounds: (bare: [Cost], full: [Cost]) = ([], [])
    for _ in 0..<5 {
      rounds.bare.append(try measure(hasPanels: false))
      rounds.full.append(try measure(hasPanels: true))
    }
    let (bare, full) = (Self.least(rounds.bare), Self.least(rounds.full))
    for (what, cost) in [("without panels", bare), ("with all panels open", full)] {
      say(
        String(
          format:
            "%@, %@: %.3f ms of processor time a frame; %llu allocations in the median frame, %llu at most",
          cost.renderer, what, cost.milliseconds, cost.allocations.median, cost.allocations.max))
    }
    let ratio = full.milliseconds / bare.milliseconds
    say(String(format: "%.2f times", ratio))
    // A display's driver allocates in this process too, the more the more is drawn, and takes what time it
    // takes.
    if onScreen { return }
    guard full.allocations.median == bare.allocations.median else {
      throw Failure("panels make the median frame allocate")
    }
    guard ratio <= Self.bound else {
      throw Failure("panels cost more than \(Self.bound) times a frame without them")
    }
  }
}
