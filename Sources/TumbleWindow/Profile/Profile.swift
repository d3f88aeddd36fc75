import TumbleLooks
import TumbleRendering

/// The time of the latest frames: seconds by phase and frame, in memory of a fixed size.
///
/// It reads no clock: the times come with the calls. Writing allocates nothing.
package struct Profile: Sendable {
  /// Frames kept.
  package static let frames = 240
  private static let phases = Phase.allCases.count
  /// The parts of each phase, by its raw value.
  private static let parts = Phase.allCases.map { whole in Phase.allCases.filter { $0.whole == whole } }

  /// The seconds by phase and, within it, by frame.
  private var seconds = Array(repeating: 0.0, count: phases * frames)
  /// The counts by kind and, within it, by frame; see `note`.
  private var counts = Array(repeating: 0.0, count: FrameCount.allCases.count * frames)
  /// The place of the frame that is being written.
  private var place = 0
  /// Frames that are whole.
  package private(set) var count = 0
  private var phase = Phase.waiting
  private var since: Duration?
  /// The working memory for the percentile.
  private var scratch = Array(repeating: 0.0, count: frames)

  package init() {}
}

extension Profile {
  /// The phase that is on; see `begin`.
  package var current: Phase { phase }

  /// Another phase begins; the one before it ends.
  package mutating func begin(_ phase: Phase, at now: Duration) {
    if let since { seconds[self.phase.rawValue * Self.frames + place] += max((now - since) / .seconds(1), 0) }
    self.phase = phase
    since = now
  }

  /// Ends the frame and begins the next one.
  package mutating func endFrame(at now: Duration) {
    begin(phase, at: now)
    count = min(count + 1, Self.frames - 1)
    place = (place + 1) % Self.frames
    for phase in 0..<Self.phases { seconds[phase * Self.frames + place] = 0 }
    for count in FrameCount.allCases.indices { counts[count * Self.frames + place] = 0 }
  }

  /// Adds what was drawn in the frame that is on.
  package mutating func note(_ drawn: DrawCounts, window: PixelSize) {
    for count in FrameCount.allCases {
      counts[count.rawValue * Self.frames + place] += count.value(of: drawn, window: window)
    }
  }

  /// A count of a whole frame; the newest has age 0.
  package func value(of kind: FrameCount, age: Int) -> Double {
    guard age >= 0, age < count else { return 0 }
    return counts[kind.rawValue * Self.frames + (place - 1 - age + 2 * Self.frames) % Self.frames]
  }

  /// Returns the time of a phase in a whole frame, in seconds; the newest has age 0.
  package func time(of phase: Phase, age: Int) -> Double {
    guard age >= 0, age < count else { return 0 }
    return seconds[phase.rawValue * Self.frames + (place - 1 - age + 2 * Self.frames) % Self.frames]
  }

  /// Returns the time of a phase in a whole frame together with its parts, in seconds.
  package func total(of phase: Phase, age: Int) -> Double {
    var sum = time(of: phase, age: age)
    for part in Self.parts[phase.rawValue] { sum += time(of: part, age: age) }
    return sum
  }

  /// Returns the time of all phases but waiting in a whole frame, in seconds.
  package func work(age: Int) -> Double {
    Phase.allCases.reduce(0) { $1 == .waiting ? $0 : $0 + time(of: $1, age: age) }
  }
}

// MARK: What it is told

extension Profile {
  /// The times of a phase, or of all together, over the frames kept; in seconds.
  package struct Summary: Hashable, Sendable {
    /// The phase; nil: all but waiting.
    package var phase: Phase?
    package var now: Double
    package var average: Double
    /// The time that one of a hundred frames exceeds.
    package var percentile99: Double
  }

  /// The summary of a count over frames.
  package struct CountSummary: Hashable, Sendable {
    package var kind: FrameCount
    package var now: Double
    package var average: Double
    /// The count that one of a hundred frames exceeds.
    package var percentile99: Double
  }

  /// Returns the summary of a phase; nil: of all but waiting.
  package mutating func summary(of phase: Phase?) -> Summary {
    for age in 0..<count { scratch[age] = phase.map { total(of: $0, age: age) } ?? work(age: age) }
    let numbers = summarize()
    return Summary(
      phase: phase, now: numbers.now, average: numbers.average, percentile99: numbers.percentile99)
  }

  /// Returns the summary of a count over the frames kept.
  package mutating func summary(of kind: FrameCount) -> CountSummary {
    for age in 0..<count { scratch[age] = value(of: kind, age: age) }
    let numbers = summarize()
    return CountSummary(
      kind: kind, now: numbers.now, average: numbers.average, percentile99: numbers.percentile99)
  }

  /// Summarizes the numbers in `scratch`, of which the newest is the first.
  private mutating func summarize() -> (now: Double, average: Double, percentile99: Double) {
    guard count > 0 else { return (0, 0, 0) }
    var sum = 0.0
    for age in 0..<count { sum += scratch[age] }
    return (scratch[0], sum / Double(count), select(rank: count * 99 / 100))
  }

  /// All phases, and all together last.
  package mutating func summaries() -> [Summary] {
    (Phase.allCases.map(Optional.some) + [nil]).map { summary(of: $0) }
  }

  /// The element of `scratch` that would have that place in order (Hoare's way): the library's sorting
  /// allocates.
  private mutating func select(rank: Int) -> Double {
    var (low, high) = (0, count - 1)
    while low < high {
      let pivot = scratch[(low + high) / 2]
      var (i, j) = (low, high)
      while i <= j {
        while scratch[i] < pivot { i += 1 }
        while scratch[j] > pivot { j -= 1 }
        if i <= j {
          scratch.swapAt(i, j)
          (i, j) = (i + 1, j - 1)
        }
      }
      if rank <= j {
        high = j
      } else if rank >= i {
        low = i
      } else {
        break
      }
    }
    return scratch[rank]
  }
}

/// The work of the main thread in a frame, one phase after the other.
package enum Phase: Int, Hashable, Sendable, CaseIterable {
  /// Reading keys and the mouse, and doing what they ask for.
  case events
  /// Commands and animations, before the engine's step.
  case animation
  /// The engine's step, less its parts that follow.
  case physics
  /// The part of the physics that moves bodies by their velocities.
  case positions
  /// The part of the physics that finds what touches.
  case contacts
  /// The part of the physics that computes the impulses of contacts and joints.
  case solving
  /// Contacts and snapshots, after it.
  case snapshot
  /// The graph: samples, and drawing them.
  case graph
  /// Panels and the menu.
  case interface
  /// The world.
  case drawing
  /// Handing the picture to the display, and waiting for it where that is what the display wants.
  case presenting
  /// Waiting for the next frame, or for something to be done.
  case waiting

  package var title: String { Self.titles[rawValue] }
  // Made once: ten times a second each is shown.
  private static let titles = allCases.map { "\($0)" }

  /// The phase that it is a part of; nil for a whole one.
  package var whole: Phase? {
    switch self {
    case .positions, .contacts, .solving: .physics
    default: nil
    }
  }
}

/// Finds out that the main thread stood still: once for a quarter of a second, or for five frames in a row of
/// which each took a twentieth.
///
/// It reads no clock and starts no thread: who watches asks it again and again.
package struct StallMonitor: Hashable, Sendable {
  /// A single frame that takes this long is a stall.
  package static let longStand = Duration.milliseconds(250)
  /// The duration from which a frame belongs to a row that is a stall too.
  package static let shortStand = Duration.milliseconds(50)
  package static let shortStands = 5

  /// The frame of the latest stand that was counted, and how many there were in a row.
  private var slowFrame: Int?
  private var inARow = 0
  /// The frame whose long stand was reported.
  private var toldFrame: Int?

  package init() {}
}

/// The main thread stood still.
package struct Stall: Hashable, Sendable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable { case once, inARow }

  package var kind: Kind
  package var phase: Phase
  /// The time that it had stood when that was seen.
  package var stood: Duration

  package var description: String {
    switch kind {
    case .once: "the window has stood still for \(Int(stood / .milliseconds(1))) ms, in \(phase.title)"
    case .inARow:
      """
      \(StallMonitor.shortStands) frames in a row took more than \
      \(Int(StallMonitor.shortStand / .milliseconds(1))) ms, the last in \(phase.title)
      """
    }
  }
}

extension StallMonitor {
  /// Looks at what the main thread does.
  ///
  /// - Parameters:
  ///   - frame: The number of the frame it is in, which rises by 1.
  ///   - began: When that began.
  ///   - phase: What it does now; while it waits it does not stand still.
  /// - Returns: A stall that was not told of yet.
  package mutating func look(frame: Int, began: Duration, phase: Phase, now: Duration) -> Stall? {
    guard phase != .waiting else { return nil }
    let stood = now - began
    if stood >= Self.longStand, toldFrame != frame {
      toldFrame = frame
      (slowFrame, inARow) = (frame, 0)
      return Stall(kind: .once, phase: phase, stood: stood)
    }
    guard stood >= Self.shortStand, slowFrame != frame else { return nil }
    inARow = slowFrame == frame - 1 ? inARow + 1 : 1
    slowFrame = frame
    guard inARow == Self.shortStands else { return nil }
    inARow = 0
    return Stall(kind: .inARow, phase: phase, stood: stood)
  }
}
