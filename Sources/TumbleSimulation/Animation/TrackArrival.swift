import TumbleAnimation

/// What a track says of a moment, as far as the step that begins there needs it.
struct TrackArrival {
  /// In the time of the track's animation.
  let time: MediaTime
  let value: AnimatableValue
  let angle: Double?
  let iteration: Int
  let groupRestarts: Int

  init(_ sample: AnimationSample, at time: MediaTime) {
    self.time = time
    value = sample.value
    angle = sample.angle
    iteration = sample.state.iteration
    groupRestarts = sample.groupRestarts
  }
}
