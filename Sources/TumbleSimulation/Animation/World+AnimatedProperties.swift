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
    if target.isMotion {
      guard case .body(let id) = target.object else { return nil }
      return bodies[id.number].motion(target.property)
    }
    if let shown = animation.schedule.presentation(of: target, at: now) {
      return (shown.value, shown.rate)
    }
    guard let model = model(of: target) else { return nil }
    return (model, model * 0)
  }

  /// What a target is where no animation says otherwise; nil for a body's motion and for what nothing has prepared.
  func model(of target: TrackTarget) -> AnimatableValue? {
    switch target.object {
    case .world: return .vector(animation.gravity)
    case .joint(let id):
      // A curve cannot start at infinity (no limit): it starts at the largest value that a file may give.
      return animation.values[target].map {
        $0.model == .number(.infinity)
          ? target.property.bounded($0.model, of: joints[id.number]) : $0.model
      }
    case .field, .fluid, .emitter: return animation.values[target]?.model
    case .body(let id): return bodies[id.number].modelValue(of: target.property, in: self)
    }
  }

  /// The value that an object has by itself, were there no animations; nil for a body's motion and looks.
  func plainValue(of target: TrackTarget) -> AnimatableValue? {
    switch target.object {
    case .world: nil
    case .joint(let id): joints[id.number]?.value(of: target.property)
    case .field(let index): .number(model.scene.fields[index].force.strength)
    case .fluid(let index): .number(model.scene.fluids[index].liquid.surface)
    case .emitter(let index): .number(model.scene.emitters[index].emitter.multipliers[target.property])
    case .body(let id): bodies[id.number].plainValue(of: target.property, in: self)
    }
  }

  /// The value of a property of an object that is there, after the latest step; nil where it has none.
  func value(of property: AnimatableProperty, _ object: ObjectID) -> AnimatableValue? {
    switch object {
    case .world: return .vector(snapshot.gravity)
    case .joint(let id): return joints[id.number]?.value(of: property)
    case .field(let index): return .number(snapshot.strengths[index])
    case .fluid(let index): return .number(snapshot.levels[index])
    case .emitter(let index): return .number(emitters[index].multipliers[property])
    case .body(let id): return bodies[id.number].value(of: property, in: self)
    }
  }

  func showProperties(at time: MediaTime) {
    animation.placeTracks()
    var gravity = animation.gravity
    var clock = TrackClock(animation.schedule.layers, at: time)
    // Through a pointer samplers are used in their places: a copy of one costs as much as a sample.
    let looks = animation.looks
    looks.withUnsafeBufferPointer { tracks in
      for i in tracks.indices { noteModel(tracks[i].target) }
      for i in tracks.indices {
        let local = clock.time(of: tracks[i].layer, tracks[i].origin)
        guard let value = tracks[i].sampler.value(at: local) else { continue }
        if tracks[i].target.property == .gravity {
          gravity = value.vector?.bounded ?? gravity
        } else {
          note(value, tracks[i].target)
        }
      }
      // Only now physics hears of it: on the way there model values would be changes, and wake what sleeps.
      for i in tracks.indices { apply(tracks[i].target) }
    }
    if animation.movesGravity { space.gravity = gravity }
  }

  /// Puts a property back to what it is without animations.
  func showModel(_ target: TrackTarget) {
    noteModel(target)
    apply(target)
  }

  private func noteModel(_ target: TrackTarget) {
    switch target.object {
    case .world: break
    case .joint, .field, .fluid, .emitter: animation.values.showModel(target)
    case .body(let id): bodies[id.number].showModel(of: target.property, in: self)
    }
  }

  func note(_ value: AnimatableValue, _ target: TrackTarget) {
    switch target.object {
    case .world: break
    case .joint(let id):
      animation.values.show(target.property.bounded(value, of: joints[id.number]), target)
    case .field, .fluid, .emitter: animation.values.show(target.property.bounded(value, of: nil), target)
    case .body(let id): bodies[id.number].show(value, of: target.property)
    }
  }

  /// Tells physics of what was noted, if that is new to it.
  private func apply(_ target: TrackTarget) {
    switch target.object {
    case .world: break
    case .body(let id): bodies[id.number].apply(target.property, in: self)
    case .field(let place): showAnimatedStrength(of: place)
    case .fluid(let place): showAnimatedLevel(of: place)
    case .emitter(let place): showAnimatedMultipliers(of: place)
    case .joint(let id):
      guard let value = animation.values[target] else { return }
      joints[id.number]?.show(value.shown, of: target.property)
    }
  }
}
