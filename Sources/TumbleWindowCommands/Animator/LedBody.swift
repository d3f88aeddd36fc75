import TumbleScenes

/// A track of a scene's animation that moves a place or an angle, and the id of the layer in whose time it
/// plays; nil: in the world's.
typealias MotionTrack = (layer: String?, track: AnimationTrack<AnimationTarget>)

extension Scene {
  /// The tracks of places and angles, those of groups too, by the ids of the bodies.
  ///
  /// - Parameters:
  ///   - body: The one that is meant; nil: all.
  ///   - waiting: Whether animations count too that do not begin by themselves.
  func motionTracks(of body: String? = nil, waiting: Bool = false) -> [String: [MotionTrack]] {
    var tracks: [String: [MotionTrack]] = [:]
    for animation in animations where animation.autoplay || waiting {
      if let target = animation.target, !target.property.isMotion || target.object != body ?? target.object {
        continue
      }
      for track in (try? animation.definition.tracks(of: animation.target)) ?? []
      where track.target.property.isMotion {
        tracks[track.target.object, default: []].append((animation.layer, track))
      }
    }
    return tracks
  }
}

/// The animations of a body's place and angle, made ready to say where they lead it.
struct LedBody {
  private let start: (position: Vector, angle: Double)
  private var tracks: [MotionTrack]
  /// Is true if a value was left open, so that the start's stands for what will be there then.
  private(set) var isGuess = false

  /// - Parameters:
  ///   - tracks: Of its place and its angle.
  ///   - position: Its place where none of them says one, and what they leave open.
  ///   - angle: The same of its angle, in radians.
  init(_ tracks: [MotionTrack], at position: Vector, angle: Double) {
    start = (position, angle)
    self.tracks = tracks
    for index in tracks.indices where tracks[index].track.sampler.isOpen {
      let property = tracks[index].track.target.property
      guard let own = property.motionValue(position: position, angle: angle) else { continue }
      isGuess = true
      self.tracks[index].track.sampler.resolve(value: own, rate: own * 0, at: 0)
    }
  }

  /// Returns the place and the angle, and whether any animation says something of them then.
  ///
  /// - Parameter time: The time of a layer, of nil the world's.
  func pose(_ time: (String?) -> MediaTime) -> (position: Vector, angle: Double, isLed: Bool) {
    var pose = (position: start.position, angle: start.angle, isLed: false)
    for (layer, track) in tracks {
      guard let sample = track.sampler.sample(at: time(layer)) else { continue }
      pose.isLed = true
      switch (track.target.property, sample.value) {
      case (.position, .vector(let value)): pose.position = value
      case (.positionX, .number(let value)): pose.position.x = value
      case (.positionY, .number(let value)): pose.position.y = value
      case (.angle, .number(let value)): pose.angle = value
      default: break
      }
      pose.angle = sample.angle ?? pose.angle
    }
    return pose
  }
}

extension AnimatableProperty {
  /// The value that a place and an angle have of the property; nil of one that is neither.
  func motionValue(position: Vector, angle: Double) -> AnimatableValue? {
    switch self {
    case .position: .vector(position)
    case .positionX: .number(position.x)
    case .positionY: .number(position.y)
    case .angle: .number(angle)
    default: nil
    }
  }
}
