import TumbleFrames

extension Session {
  /// Shows a step of the past, or the nearest one kept, without simulating; nil shows the present. The world
  /// is paused meanwhile; `resume` continues from the shown step.
  public func view(step: Int?) {
    viewRemainder = 0
    guard let step, let first = history.firstStep else {
      viewStep = nil
      return
    }
    show(min(max(step, first), world.steps))
  }

  private func show(_ step: Int) {
    viewStep = step
    history.nearest(step, into: &viewed)
    // The timeline shows the requested step, and `resume` goes there.
    viewed.bodyIDs = world.snapshot.bodyIDs
  }

  /// Pauses and shows the previous step.
  public func stepBack() {
    isPaused = true
    viewSpeed = 0
    view(step: (viewStep ?? world.steps) - 1)
  }

  /// Pauses and shows the next step; in the present it takes one, unless a rerun is in progress.
  public func stepForward() throws {
    isPaused = true
    viewSpeed = 0
    guard rerun == nil else { return }
    guard let step = viewStep, step < world.steps else {
      viewStep = nil
      return try self.step()
    }
    view(step: step + 1 == world.steps ? nil : step + 1)
  }

  /// Plays the shown past at `viewSpeed`.
  func playPast(by length: Duration) {
    guard let step = viewStep, viewSpeed != 0 else { return }
    let speed = min(max(viewSpeed, -16), 16)
    let moved = viewRemainder + speed * (length / .seconds(1)) * Double(world.rate)
    let whole = moved.rounded(.down)
    let (first, last) = (history.firstStep ?? 0, world.steps)
    let next = Double(step) + whole
    if speed < 0 ? next <= Double(first) : next >= Double(last) {
      // It stops at the end that it comes to, and not at the one where it began.
      viewSpeed = 0
      show(speed < 0 ? first : last)
      viewRemainder = 0
    } else {
      show(Int(next))
      viewRemainder = moved - whole
    }
  }
}
