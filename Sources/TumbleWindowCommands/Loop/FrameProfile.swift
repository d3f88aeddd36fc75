import TumbleLooks
import TumbleRendering
import TumbleSimulation
import TumbleWindow

/// Measures what frames are spent on, and lets the watch know what the main thread does.
final class FrameProfile {
  private(set) var profile = Profile()
  private let watch: StallWatch?
  private let clock: () -> Duration

  /// - Parameters:
  ///   - watch: nil without a display.
  ///   - clock: Does not jump.
  init(watch: StallWatch?, clock: @escaping () -> Duration) {
    self.watch = watch
    self.clock = clock
  }

  func begin(_ phase: Phase) {
    profile.begin(phase, at: clock())
    watch?.note(phase)
  }

  func beginFrame() {
    let now = clock()
    profile.endFrame(at: now)
    watch?.beginFrame(at: now)
  }

  /// What was drawn in this frame.
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

  /// What is shown of it.
  func summaries() -> [Profile.Summary] { profile.summaries() }

  func counts() -> [Profile.CountSummary] { FrameCount.allCases.map { profile.summary(of: $0) } }
}
