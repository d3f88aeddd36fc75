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
    if target.isMotion { return motion(of: target) }
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
      return animation.value(of: id, target.property).map {
        $0.model == .number(.infinity)
          ? target.property.bounded($0.model, of: joints[id.number]) : $0.model
      }
    case .field(let place): return animation.strengths[place].map { .number($0.model) }
    case .fluid(let place): return animation.levels[place].map { .number($0.model) }
    case .emitter(let place):
      return animation.multipliers[place].map { .number($0.model[target.property]) }
    case .body(let id):
      let appearance = model.scene.bodies[id.number].appearance
      switch target.property {
      case .scale: return .vector(appearance.scale)
      case .opacity: return .number(appearance.opacity)
      case .color: return .color(appearance.color ?? .white)
      case .size:
        let size = animation.sizes[id] ?? .zero
        return .size(Size(size.width * appearance.scale.x, size.height * appearance.scale.y))
      case .surfaceVelocity: return animation.surfaces[id.number]?.model.map { .vector($0) }
      default: return nil
      }
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
          gravity = value.vector.map(Self.bounded) ?? gravity
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
    case .joint(let id):
      if let value = animation.value(of: id, target.property) {
        animation.show(value.model, target.property, of: id)
      }
    case .field(let place):
      if let model = animation.strengths[place]?.model { animation.strengths[place]?.shown = model }
    case .fluid(let place):
      if let model = animation.levels[place]?.model { animation.levels[place]?.shown = model }
    case .emitter(let place):
      if let model = animation.multipliers[place]?.model[target.property] {
        animation.multipliers[place]?.shown[target.property] = model
      }
    case .body(let id):
      let own = model.scene.bodies[id.number].appearance
      switch target.property {
      case .scale, .size: appearance[id.number].scale = own.scale
      case .opacity: appearance[id.number].opacity = own.opacity
      case .color: appearance[id.number].color = own.color
      case .surfaceVelocity: animation.surfaces[id.number]?.shown = nil
      default: break
      }
    }
  }

  func note(_ value: AnimatableValue, _ target: TrackTarget) {
    switch target.object {
    case .world: break
    case .joint(let id):
      animation.show(target.property.bounded(value, of: joints[id.number]), target.property, of: id)
    case .body(let id): note(value, target.property, id)
    case .field(let place):
      // Beyond what a length may be, which is where other numbers end.
      let largest = ForceField.largestStrength
      guard case .number(let strength) = value else { return }
      animation.strengths[place]?.shown = strength.isNaN ? 0 : min(max(strength, -largest), largest)
    case .fluid(let place):
      if case .number(let level) = value { animation.levels[place]?.shown = KinematicDriver.bounded(level) }
    case .emitter(let place):
      // What an emitter can be it is held to where it takes effect.
      if case .number(let number) = value { animation.multipliers[place]?.shown[target.property] = number }
    }
  }

  private func note(_ value: AnimatableValue, _ property: AnimatableProperty, _ id: BodyID) {
    switch (property, value) {
    case (.scale, .vector(let scale)): appearance[id.number].scale = Self.bounded(scale)
    case (.opacity, .number(let opacity)): appearance[id.number].opacity = min(max(opacity, 0), 1)
    case (.color, .color(let color)): appearance[id.number].color = Self.visible(color)
    case (.size, .size(let size)):
      let own = animation.sizes[id] ?? .zero
      appearance[id.number].scale = Self.bounded(
        Vector(own.width > 0 ? size.width / own.width : 1, own.height > 0 ? size.height / own.height : 1))
    case (.surfaceVelocity, .vector(let velocity)):
      animation.surfaces[id.number]?.shown = Self.bounded(velocity)
    default: break
    }
  }

  /// Tells physics of what was noted, if that is new to it.
  private func apply(_ target: TrackTarget) {
    switch target.object {
    case .world: break
    case .body(let id):
      guard target.property == .surfaceVelocity, bodies[id.number] != nil else { return }
      animation.surfaces[id.number]?.apply()
    case .field(let place): showAnimatedStrength(of: place)
    case .fluid(let place): showAnimatedLevel(of: place)
    case .emitter(let place): showAnimatedMultipliers(of: place)
    case .joint(let id):
      guard let value = animation.value(of: id, target.property) else { return }
      joints[id.number]?.show(value.shown, of: target.property)
    }
  }

  static func bounded(_ vector: Vector) -> Vector {
    Vector(KinematicDriver.bounded(vector.x), KinematicDriver.bounded(vector.y))
  }

  /// A curve that overshoots leaves what can be drawn.
  private static func visible(_ color: Color) -> Color {
    func held(_ component: Double) -> Double { min(max(component, 0), 1) }
    return Color(
      red: held(color.red), green: held(color.green), blue: held(color.blue), alpha: held(color.alpha))
  }
}
