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
