import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumblePhysics
import TumbleScenes

// What an animation sets and physics does not move: appearance, gravity, joints' and surfaces' numbers. Each shows its
// model value, and over it the animation added last that applies.

extension World {
  /// The value of a target now, and how fast it changes per second; nil if it is gone.
  func presentation(
    of target: TrackTarget, at now: MediaTime
  ) -> (value: AnimatableValue, rate: AnimatableValue)? {
    guard let object = object(target.object) else { return nil }
    if target.isMotion { return object.motion(target.property) }
    if let shown = animation.schedule.presentation(of: target, at: now) {
      return (shown.value, shown.rate)
    }
    return object.modelValue(of: target.property, in: self).map { ($0, $0 * 0) }
  }

  func showProperties(at time: MediaTime) {
    animation.placeTracks()
    var gravity = animation.gravity
    var clock = TrackClock(animation.schedule.layers, at: time)
    // Through a pointer samplers are used in their places: a copy of one costs as much as a sample.
    let looks = animation.looks
    looks.withUnsafeBufferPointer { tracks in
      for i in tracks.indices {
        object(tracks[i].target.object)?.showModel(of: tracks[i].target.property, in: self)
      }
      for i in tracks.indices {
        let local = clock.time(of: tracks[i].layer, tracks[i].origin)
        guard let value = tracks[i].sampler.value(at: local) else { continue }
        if tracks[i].target.property == .gravity {
          gravity = value.vector?.bounded ?? gravity
        } else {
          object(tracks[i].target.object)?.show(value, of: tracks[i].target.property)
        }
      }
      // Only now physics hears of it: on the way there model values would be changes, and wake what sleeps.
      for i in tracks.indices {
        object(tracks[i].target.object)?.apply(tracks[i].target.property, in: self)
      }
    }
    if animation.movesGravity { space.gravity = gravity }
  }

  /// Puts a property back to what it is without animations.
  func showModel(_ target: TrackTarget) {
    let object = object(target.object)
    object?.showModel(of: target.property, in: self)
    object?.apply(target.property, in: self)
  }
}
