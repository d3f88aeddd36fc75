import TumbleAnimation

/// A track and when its animation began, copied out of the schedule: there each look at a track would copy it, as the schedule
/// is made for any type of target.
struct PlacedTrack {
  let target: TrackTarget
  /// In whose time it plays.
  let layer: TimeHierarchy.Node
  /// In the layer's time: its own counts from here.
  let origin: MediaTime
  let sampler: AnimationSampler
}

/// Times of tracks at one moment. Most tracks in a row began together in one layer: their time is calculated once.
struct TrackClock {
  private let layers: TimeHierarchy
  private let now: MediaTime
  private var latest: (layer: TimeHierarchy.Node, origin: MediaTime, time: MediaTime)?

  init(_ layers: TimeHierarchy, at now: MediaTime) {
    self.layers = layers
    self.now = now
  }

  /// A track's own time, that its samples are asked in.
  mutating func time(of layer: TimeHierarchy.Node, _ origin: MediaTime) -> MediaTime {
    if let latest, latest.layer == layer, latest.origin == origin { return latest.time }
    let time = layers.localTime(of: layer, at: now) - origin
    latest = (layer, origin, time)
    return time
  }
}
