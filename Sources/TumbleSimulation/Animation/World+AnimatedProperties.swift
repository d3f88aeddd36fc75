import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumblePhysics
import TumbleScenes

// What an animation sets and physics does not move: looks, gravity, joints' and surfaces' numbers. Each shows its model
// value, and over it the animation added last that applies.

extension World {
  /// The value of a sampler's target now, and how fast it changes per second; nil if it is gone.
  func presentation(
    of track: Track, at now: MediaTime
  ) -> (value: AnimatableValue, rate: AnimatableValue)? {
    if track.target.property.isMotion { return motion(of: track) }
    if let shown = animation.schedule.presentation(of: track.target, at: now) {
      return (shown.value, shown.rate)
    }
    guard let model = model(of: track.target.property, track.slot) else { return nil }
    return (model, model * 0)
  }

  private func model(of property: AnimatableProperty, _ slot: Int) -> AnimatableValue? {
    switch property {
    case .position, .positionX, .positionY, .angle: return nil
    case .scale: return .vector(model.scene.bodies[slot].appearance.scale)
    case .opacity: return .number(model.scene.bodies[slot].appearance.opacity)
    case .color: return .color(model.scene.bodies[slot].appearance.color ?? .white)
    case .size:
      let size = animation.sizes[slot] ?? .zero
      let scale = model.scene.bodies[slot].appearance.scale
      return .size(Size(size.width * scale.x, size.height * scale.y))
    case .surfaceVelocity: return animation.surfaces[slot]?.model.map { .vector($0) }
    case .restLength, .rate: return animation.numbers[slot].map { .number($0.model) }
    case .strength: return animation.strengths[slot].map { .number($0.model) }
    case .level: return animation.levels[slot].map { .number($0.model) }
    case .gravity: return .vector(animation.gravity)
    }
  }

  func showProperties(at time: MediaTime) {
    var gravity = animation.gravity
    // Held in hand: reaching through two types for each costs an allocation in a debug build.
    let (entries, layers) = (animation.schedule.entries, animation.schedule.layers)
    for i in entries.indices {
      let tracks = entries[i].tracks
      for j in tracks.indices { noteModel(tracks[j].target.property, tracks[j].slot) }
    }
    for i in entries.indices {
      let local = layers.localTime(of: entries[i].layer, at: time) - entries[i].origin
      let tracks = entries[i].tracks
      for j in tracks.indices {
        // In its place: a copy of a sampler costs as much as a sample.
        let property = tracks[j].target.property
        guard !property.isMotion, let value = tracks[j].sampler.value(at: local) else { continue }
        if property == .gravity {
          gravity = value.vector.map(Self.bounded) ?? gravity
        } else {
          note(value, property, tracks[j].slot)
        }
      }
    }
    // Only now physics hears of it: on the way there model values would be changes, and wake what sleeps.
    for i in entries.indices {
      let tracks = entries[i].tracks
      for j in tracks.indices { apply(tracks[j].target.property, tracks[j].slot) }
    }
    if animation.movesGravity { space.gravity = gravity }
  }

  /// Puts a property back to what it is without animations.
  func showModel(_ property: AnimatableProperty, _ slot: Int) {
    noteModel(property, slot)
    apply(property, slot)
  }

  private func noteModel(_ property: AnimatableProperty, _ slot: Int) {
    switch property {
    case .position, .positionX, .positionY, .angle, .gravity: break
    case .scale, .size: appearance[slot].scale = model.scene.bodies[slot].appearance.scale
    case .opacity: appearance[slot].opacity = model.scene.bodies[slot].appearance.opacity
    case .color: appearance[slot].color = model.scene.bodies[slot].appearance.color
    case .surfaceVelocity: animation.surfaces[slot]?.shown = nil
    case .restLength, .rate:
      if let model = animation.numbers[slot]?.model { animation.numbers[slot]?.shown = model }
    case .strength:
      if let model = animation.strengths[slot]?.model { animation.strengths[slot]?.shown = model }
    case .level:
      if let model = animation.levels[slot]?.model { animation.levels[slot]?.shown = model }
    }
  }

  private func note(_ value: AnimatableValue, _ property: AnimatableProperty, _ slot: Int) {
    switch (property, value) {
    case (.scale, .vector(let scale)): appearance[slot].scale = Self.bounded(scale)
    case (.opacity, .number(let opacity)): appearance[slot].opacity = min(max(opacity, 0), 1)
    case (.color, .color(let color)): appearance[slot].color = Self.visible(color)
    case (.size, .size(let size)):
      let own = animation.sizes[slot] ?? .zero
      appearance[slot].scale = Self.bounded(
        Vector(own.width > 0 ? size.width / own.width : 1, own.height > 0 ? size.height / own.height : 1))
    case (.surfaceVelocity, .vector(let velocity)): animation.surfaces[slot]?.shown = Self.bounded(velocity)
    case (.restLength, .number(let length)):
      animation.numbers[slot]?.shown = max(KinematicDriver.bounded(length), 0)
    case (.strength, .number(let strength)):
      // Beyond what a length may be, which is where other numbers end.
      let largest = ForceField.largestStrength
      animation.strengths[slot]?.shown = strength.isNaN ? 0 : min(max(strength, -largest), largest)
    case (.level, .number(let level)): animation.levels[slot]?.shown = KinematicDriver.bounded(level)
    case (.rate, .number(let rate)): animation.numbers[slot]?.shown = KinematicDriver.bounded(rate)
    default: break
    }
  }

  /// Tells physics of what was noted, if that is new to it.
  private func apply(_ property: AnimatableProperty, _ slot: Int) {
    switch property {
    case .surfaceVelocity:
      if bodies[slot] != nil { animation.surfaces[slot]?.apply() }
    case .restLength:
      guard let shown = animation.numbers[slot]?.shown, let spring = joints[slot] as? DampedSpring else {
        return
      }
      if spring.restLength != shown { spring.restLength = shown }
    case .rate:
      guard let shown = animation.numbers[slot]?.shown, let motor = joints[slot] as? Motor else { return }
      if motor.rate != shown { motor.rate = shown }
    case .strength: showAnimatedStrength(of: slot)
    case .level: showAnimatedLevel(of: slot)
    default: break
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
