import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleScenes

/// What a track moves: a property of an object that is known by its id, so that a sample looks up no name.
struct TrackTarget: AnimationKey {
  let object: ObjectID
  let property: AnimatableProperty

  /// Whether it is a body's position or angle, which physics moves too.
  var isMotion: Bool { property.isMotion }
}

/// What an animation does with one property of the world.
typealias Track = AnimationTrack<TrackTarget>
