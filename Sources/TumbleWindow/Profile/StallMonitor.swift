/// Finds out that the main thread stood still: once for a quarter of a second, or for five frames in a row of which each
/// took a twentieth.
///
/// It reads no clock and starts no thread: who watches asks it again and again.
package struct StallMonitor: Hashable, Sendable {
  /// A single frame that takes this long is a stall.
  package static let longStand = Duration.milliseconds(250)
  /// So many frames in a row that each take this long are a stall too.
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
  /// What it did.
  package var phase: Phase
  /// How long it had stood when that was seen.
  package var stood: Duration

  package var description: String {
    switch kind {
    case .once:
      "the window has stood still for \(Int(stood / .milliseconds(1))) ms, in \(phase.title)"
    case .inARow:
      "\(StallMonitor.shortStands) frames in a row took more than \(Int(StallMonitor.shortStand / .milliseconds(1))) ms, the last in \(phase.title)"
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
