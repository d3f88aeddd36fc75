import TumbleFrames

extension Session {
  /// Shows a step of the past, or what is kept nearest to it, without simulating anything; nil shows the present. The world
  /// stands meanwhile; `letGo` goes on from what is shown.
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
    // The time line shows the step that was asked for, and letting go goes there.
    viewed.bodyIDs = world.snapshot.bodyIDs
  }

  /// Pauses, and shows the step before the one that is shown.
  public func stepBack() {
    isPaused = true
    viewSpeed = 0
    view(step: (viewStep ?? world.steps) - 1)
  }

  /// Pauses, and shows the step after the one that is shown; in the present it takes one, unless a run again is under way.
  public func stepForward() throws {
    isPaused = true
    viewSpeed = 0
    guard again == nil else { return }
    guard let step = viewStep, step < world.steps else {
      viewStep = nil
      return try self.step()
    }
    view(step: step + 1 == world.steps ? nil : step + 1)
  }

  /// Plays the past that is shown, at its own speed.
  func playPast(by length: Duration) {
    guard let step = viewStep, viewSpeed != 0 else { return }
    let speed = min(max(viewSpeed, -16), 16)
    let moved = viewRemainder + speed * (length / .seconds(1)) * Double(world.rate)
    let whole = moved.rounded(.down)
    let (first, last) = (history.firstStep ?? 0, world.steps)
    let next = Double(step) + whole
    if next <= Double(first) || next >= Double(last) {
      // At either end it stands still.
      viewSpeed = 0
      show(next <= Double(first) ? first : last)
      viewRemainder = 0
    } else {
      show(Int(next))
      viewRemainder = moved - whole
    }
  }
}
