import ArgumentParser
import Foundation
import Synchronization
import TumbleHeadlessCommands
import TumbleLooks
import TumbleRendering
import TumbleSimulation
import TumbleWindow

/// Measures what frames are spent on, and lets the watch know what the main thread does.
final class FrameProfile {
  var profile = Profile()
  private let watch: StallWatch?
  private let clock: () -> Duration

  /// - Parameters:
  ///   - watch: nil without a display.
  ///   - clock: Does not jump.
  init(watch: StallWatch?, clock: @escaping () -> Duration) { (self.watch, self.clock) = (watch, clock) }

  func begin(_ phase: Phase) {
    profile.begin(phase, at: clock())
    watch?.note(phase)
  }

  func beginFrame() {
    let now = clock()
    profile.endFrame(at: now)
    watch?.beginFrame(at: now)
  }

  /// Notes what was drawn in this frame.
  func note(_ drawn: DrawCounts, window: PixelSize) { profile.note(drawn, window: window) }

  /// Measures the parts of a world's steps; after each the graph takes its sample.
  func measure(_ world: World) {
    world.onPhase = { [unowned self] phase in
      switch phase {
      case .animation: begin(.animation)
      case .physics: begin(.physics)
      case .positions: begin(.positions)
      case .contacts: begin(.contacts)
      case .solving: begin(.solving)
      case .snapshot: begin(.snapshot)
      case .end: begin(.graph)
      }
    }
  }

  /// The stalls found since the last call.
  func takeStalls() -> [Stall] { watch?.takeFound() ?? [] }

  func counts() -> [Profile.CountSummary] { FrameCount.allCases.map { profile.summary(of: $0) } }
}

/// Frames per second over the last half second.
struct FrameRate {
  private(set) var perSecond = 0
  private var frames = 0
  private var since = Duration.zero

  mutating func count(_ now: Duration) {
    frames += 1
    let time = now - since
    guard time >= .milliseconds(500) else { return }
    perSecond = Int((Double(frames) / (time / .seconds(1))).rounded())
    (frames, since) = (0, now)
  }
}

/// The lengths that the frames of a run without a display are said to have.
enum FrameLengths: Hashable, Sendable {
  case constant(Duration)
  /// Any length up to 50 ms, and now and then a stall of up to a second; the same for a seed every time.
  case random(seed: UInt64)
}

extension FrameLengths: ExpressibleByArgument {
  /// `16.7ms` or `random:SEED`.
  init?(argument: String) {
    if argument.hasPrefix("random:"), let seed = UInt64(argument.dropFirst("random:".count)) {
      self = .random(seed: seed)
      return
    }
    guard argument.hasSuffix("ms"), let milliseconds = Double(argument.dropLast(2)),
      milliseconds >= 0.001, milliseconds <= 60_000
    else { return nil }
    self = .constant(.nanoseconds(Int64((milliseconds * 1_000_000).rounded())))
  }
}

extension FrameLengths {
  /// Gives out one length after the other.
  struct Source {
    private let lengths: FrameLengths
    private var random = SplitMix64(seed: 0)

    init(_ lengths: FrameLengths) {
      self.lengths = lengths
      if case .random(let seed) = lengths { random = SplitMix64(seed: seed) }
    }

    mutating func next() -> Duration {
      switch lengths {
      case .constant(let length): return length
      case .random:
        let longest: UInt64 = random.next() % 50 == 0 ? 1_000_000_000 : 50_000_000
        return .nanoseconds(Int64(random.next() % longest))
      }
    }
  }
}

/// A thread that watches whether the main thread stands still.
///
/// The main thread says what it is doing; the watch checks a hundred times per second, so a stall is reported
/// while it lasts, too.
final class StallWatch: Sendable {
  private let state = Mutex(State())
  private let tell: @Sendable (Stall) -> Void
  private let clock: @Sendable () -> Duration

  private struct State {
    var frame = 0
    var began = Duration.zero
    var phase = Phase.waiting
    var isOver = false
    var found: [Stall] = []
    var reported: Duration?
  }

  /// A machine that is busy otherwise would fill the screen with reports.
  private static let silence = Duration.seconds(10)

  /// - Parameters:
  ///   - clock: Does not jump; read on the watch's thread.
  ///   - tell: Called on that thread for each stall, while it lasts.
  init(clock: @escaping @Sendable () -> Duration, tell: @escaping @Sendable (Stall) -> Void) {
    self.clock = clock
    self.tell = tell
  }

  /// Starts the thread, which ends with `stop`.
  func start() {
    Thread.detachNewThread { [self] in
      var monitor = StallMonitor()
      while look(&monitor) { Thread.sleep(forTimeInterval: 0.01) }
    }
  }

  func stop() { state.withLock { $0.isOver = true } }

  /// Notes what the main thread does now in a frame.
  func note(_ phase: Phase) { state.withLock { $0.phase = phase } }

  /// Notes that the main thread begins a frame.
  func beginFrame(at now: Duration) {
    state.withLock { state in
      state.frame += 1
      state.began = now
    }
  }

  /// The stalls found since the last call.
  func takeFound() -> [Stall] {
    state.withLock { state in
      guard !state.found.isEmpty else { return [] }
      defer { state.found.removeAll() }
      return state.found
    }
  }

  /// One look; false once it is over.
  func look(_ monitor: inout StallMonitor) -> Bool {
    let now = clock()
    let (stall, isOver): (Stall?, Bool) = state.withLock { state in
      let stall = monitor.look(frame: state.frame, began: state.began, phase: state.phase, now: now)
      guard let stall else { return (nil, state.isOver) }
      state.found.append(stall)
      if let reported = state.reported, now - reported < Self.silence { return (nil, state.isOver) }
      state.reported = now
      return (stall, state.isOver)
    }
    if let stall, !isOver { tell(stall) }
    return !isOver
  }
}

/// The times and counts of a run's frames: a row each in a file, and a table of all at the end.
final class ProfileReport {
  private let file: OutputFile
  /// The values of all frames by column; times in milliseconds.
  private var values: [[Double]]
  private var failure: (any Error)?

  /// All work first, then the phases, then the counts.
  private static let columns: [(name: String, key: String, decimals: Int)] =
    [("all but waiting", "work", 3)] + Phase.allCases.map { ($0.title, $0.title, 3) }
    + FrameCount.allCases.map { ($0.title, $0.key, $0.decimals) }

  /// - Parameters:
  ///   - path: `-` is standard output.
  ///   - sparing: Files that must not be overwritten.
  init(_ path: String, sparing: [String?]) throws {
    file = try OutputFile(path: path, sparing: sparing)
    values = Array(repeating: [], count: Self.columns.count)
    let keys = Self.columns.enumerated().map { index, column in
      index <= Phase.allCases.count ? column.key + ".ms" : column.key
    }
    try file.write((["frame"] + keys).joined(separator: ",") + "\n")
  }

  /// Adds the latest whole frame of a profile.
  func add(_ profile: Profile) {
    guard failure == nil, profile.count > 0 else { return }
    let row =
      [profile.work(age: 0) * 1000] + Phase.allCases.map { profile.total(of: $0, age: 0) * 1000 }
      + FrameCount.allCases.map { count in
        // In a file, pixels are pixels.
        profile.value(of: count, age: 0) * (count == .blendedPixels ? 1000 : 1)
      }
    for (column, value) in row.enumerated() { values[column].append(value) }
    let texts = row.enumerated().map { index, value in
      index <= Phase.allCases.count || Self.columns[index].decimals > 0
        ? String(format: "%.3f", value) : String(format: "%.0f", value)
    }
    do {
      try file.write("\(values[0].count)," + texts.joined(separator: ",") + "\n")
    } catch {
      failure = error
    }
  }

  /// Finishes the file and prints the table.
  func finish() throws {
    if let failure { throw failure }
    try file.finish()
    for line in table { Program.tell(line) }
  }

  /// A row for each column of the file: the average, the median, what one of a hundred frames exceeds, and
  /// the most.
  var table: [String] {
    guard let frames = values.first?.count, frames > 0 else { return ["no frame was drawn"] }
    func padded(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(width - text.count, 0)) + text
    }
    func row(_ name: String, _ cells: [String]) -> String {
      name + String(repeating: " ", count: max(24 - name.count, 0)) + cells.map { padded($0, 11) }.joined()
    }
    var lines = [row("\(frames) frames, in ms", ["average", "median", "99 %", "most"])]
    for (index, column) in Self.columns.enumerated() {
      if index == Phase.allCases.count + 1 { lines.append("drawn a frame") }
      let scale = column.key == FrameCount.blendedPixels.key ? 0.001 : 1
      let sorted = values[index].map { $0 * scale }.sorted()
      let average = sorted.reduce(0, +) / Double(frames)
      let isPart = Phase.allCases.first { $0.title == column.name }?.whole != nil
      lines.append(
        row(
          (isPart ? "  " : "") + column.name,
          [average, sorted[frames / 2], sorted[frames * 99 / 100], sorted[frames - 1]].map {
            String(format: "%.\(index > Phase.allCases.count && column.decimals == 0 ? 0 : 2)f", $0)
          }))
    }
    return lines
  }
}
