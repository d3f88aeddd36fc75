import CTumbleSDL2
import CTumbleTestHooks
import Foundation
import TumbleAnimation
import TumbleLooks
import TumbleRendering
import TumbleScenes
import TumbleSimulation
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
  /// The most times as much that a frame may cost with the animator as with the inspector.
  private static let animatorBound = 1.3

  /// The panels that are open while frames are measured.
  private enum Open {
    case nothing, all, inspector
    /// The animator with ten thousand keys in three hundred rows.
    case animator

    var keys: [String] {
      switch self {
      case .nothing: []
      case .all: AllPanels.keys
      case .inspector: ["I"]
      case .animator: ["A"]
      }
    }
  }

  private struct Cost {
    var renderer: String
    /// The processor time in milliseconds of the whole process, for a renderer's threads count too.
    var milliseconds: Double
    /// The median frame's allocations by our code, and those of the frame with the most.
    var allocations: (median: UInt64, max: UInt64)
  }

  /// Gives a session three hundred animations with thirty-four keys each.
  static func addKeys(_ session: Session) throws {
    session.beginGesture("add keys")
    for row in 0..<300 {
      let target = AnimationTarget("crate\(row % 5 + 1)", .opacity)
      let keys = (0..<34).map {
        Keyframe(at: Double($0) * 0.5, AnimatableValue.number(1 - Double($0 % 2) / 10))
      }
      try session.giveAtStart(
        .add(Scene.Animation(id: "row\(row)", target: target, definition: AnimationDefinition(keys: keys))),
        named: "add keys")
    }
    session.endGesture()
    try session.finishRerun()
  }

  private func measure(_ open: Open) throws -> Cost {
    let scenes = try ScratchScenes(["crates"])
    let window = try DrivenWindow(
      "crates", library: scenes.library, display: onScreen ? .screen : .offscreen,
      size: PixelSize(960, 640), hasPanels: open != .nothing)
    let input = WindowInput(window)
    try input.wait(frames: 3)
    for keys in open.keys { try input.press(keys) }
    // The inspector alone gets them too: the world's work is the same.
    if open == .animator || open == .inspector { try Self.addKeys(window.session) }
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
    var rounds: (bare: [Cost], full: [Cost], inspector: [Cost], animator: [Cost]) = ([], [], [], [])
    for _ in 0..<5 {
      rounds.bare.append(try measure(.nothing))
      rounds.full.append(try measure(.all))
      rounds.inspector.append(try measure(.inspector))
      rounds.animator.append(try measure(.animator))
    }
    let (bare, full) = (Self.least(rounds.bare), Self.least(rounds.full))
    let (inspector, animator) = (Self.least(rounds.inspector), Self.least(rounds.animator))
    for (what, cost) in [
      ("without panels", bare), ("with all panels open", full),
      ("with the inspector alone, 10,200 keys", inspector),
      ("with the animator, 10,200 keys in 300 rows", animator),
    ] {
      say(
        String(
          format:
            "%@, %@: %.3f ms of processor time a frame; %llu allocations in the median frame, %llu at most",
          cost.renderer, what, cost.milliseconds, cost.allocations.median, cost.allocations.max))
    }
    let ratio = full.milliseconds / bare.milliseconds
    let animatorRatio = animator.milliseconds / inspector.milliseconds
    say(String(format: "%.2f times; the animator %.2f times the inspector", ratio, animatorRatio))
    // A display's driver allocates in this process too, the more the more is drawn, and takes what time it
    // takes.
    if onScreen { return }
    guard full.allocations.median == bare.allocations.median else {
      throw Failure("panels make the median frame allocate")
    }
    guard animator.allocations.median == bare.allocations.median else {
      throw Failure("the animator makes the median frame allocate")
    }
    guard animatorRatio <= Self.animatorBound else {
      throw Failure("the animator costs more than \(Self.animatorBound) times a frame with the inspector")
    }
    guard ratio <= Self.bound else {
      throw Failure("panels cost more than \(Self.bound) times a frame without them")
    }
  }
}
