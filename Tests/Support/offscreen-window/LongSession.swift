import CTumbleTestHooks
import Foundation
import TumbleLooks
import TumbleSimulation
import TumbleTestSupport
import TumbleWindowCommands
import TumbleWindowDriver

/// Hours of a world in a window whose panels are open, with looks at the past: memory stays at its budget.
struct LongSession {
  /// The length of the session in minutes of the world's time.
  let minutes: Int

  /// The size of the history in bytes: so little that it is full within the first minutes, and is thinned out
  /// from then on.
  private static let historyBudget = 4 << 20
  /// The bound for the heap's growth from the first quarter to the end, in bytes: a hash a second is kept.
  private static let allowedGrowth = 1 << 20
  /// The bound for what each body leaves that was spawned meanwhile, in bytes: the world, its two checkpoints
  /// and the time line, whose past has it, keep its values and what it looked like.
  private static let allowedGrowthPerBody = 12 << 10

  func run() throws {
    let scenes = try ScratchScenes(["crates"])
    try scenes.enter()
    let window = try DrivenWindow(
      "crates", library: scenes.library, folders: scenes.userFolders,
      timeline: TimelineOptions(historyBudget: Self.historyBudget, checkpoints: 2), size: PixelSize(640, 400))
    let (input, session) = (WindowInput(window), window.session)
    var random = SeededGenerator(seed: 1)
    try input.wait(frames: 3)
    for keys in AllPanels.keys { try input.press(keys) }
    session.speed = 16
    // A sixteenth of a second a frame: a second of the world.
    input.frameLength = .microseconds(62_500)
    var (heaps, bodies): ([Int], [Int]) = ([], [])
    let rate = session.world.rate
    while heaps.count < minutes {
      let end = (heaps.count + 1) * 60 * rate
      while session.world.steps < end {
        try input.wait()
        if random.int(in: 0...29) == 0 { try lookBack(input, &random) }
      }
      let history = session.history
      guard history.bytesUsed <= history.budget else {
        throw Failure("the past takes \(history.bytesUsed) bytes of \(history.budget)")
      }
      guard history.firstStep == 0, (history.lastStep ?? 0) >= end else {
        throw Failure(
          "the past of \(end) steps is kept from \(history.firstStep ?? -1) to \(history.lastStep ?? -1)")
      }
      session.waitForCheckpoints()
      // The graph's tiles of what was looked at before are not measured: they come and go in the background.
      try input.wait(frames: 30)
      heaps.append(ctumble_heap_bytes())
      bodies.append(session.world.description.bodies.count)
      if heaps.count % 10 == 0 || heaps.count == minutes {
        say(
          "minute \(heaps.count): \(heaps[heaps.count - 1] >> 10) KiB on the heap, \(history.bytesUsed >> 10) KiB of the past in \(history.count) moments"
        )
      }
    }
    try session.checkReplay(library: scenes.library, path: nil)
    let settled = heaps.count / 4
    let most = heaps[...settled].max() ?? 0
    let later = heaps[settled...].max() ?? 0
    let spawned = (bodies.last ?? 0) - bodies[settled]
    guard later <= most + Self.allowedGrowth + spawned * Self.allowedGrowthPerBody else {
      throw Failure("the heap grew from \(most) to \(later) bytes: \(heaps.map { "\($0 >> 10) KiB" })")
    }
    say(
      "\(minutes) minutes: the heap stays within \((later - most) >> 10) KiB of \(most >> 10) KiB, with "
        + "\(spawned) bodies more")
  }

  /// Some frames of the past, played back and forth; now and then the world goes on from there.
  private func lookBack(_ input: WindowInput, _ random: inout SeededGenerator) throws {
    let session = input.window.session
    let now = session.world.steps
    session.view(step: random.int(in: 0...now))
    session.viewSpeed = random.pick([-16, -1, 0, 4])
    try input.wait(frames: 4)
    if random.int(in: 0...9) == 0 {
      session.view(step: max(now - random.int(in: 1...10) * session.world.rate, 0))
      session.resume()
      try input.waitForRerun()
    } else {
      session.view(step: nil)
    }
  }
}

/// A sequence of inputs that opens all panels that can be open at once, with everything selected.
enum AllPanels {
  static let keys = ["Ctrl+A", "I", "W", "Shift+D", "F3", "A"]
}
