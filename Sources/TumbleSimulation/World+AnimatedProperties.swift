import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumblePhysics
import TumbleScenes

// What an animation sets and physics does not move: looks, gravity, joints' and surfaces' numbers. Each shows its model
// value, and over it the animation added last that applies.

extension World {
  /// The value of a sampler's target now, and how fast it changes a second; nil if it is gone.
  func presentation(
    of sampler: AnimationSampler, at now: Double
  ) -> (value: AnimatableValue, rate: AnimatableValue)? {
    if sampler.target.property.isMotion { return motion(of: sampler) }
    // Looked for only where there is another: else ten thousand would each look through all.
    if animation.isShared(sampler.target),
      let shown = animation.schedule.presentation(of: sampler.target, at: now)
    {
      return (shown.value, shown.rate)
    }
    guard let model = model(of: sampler.target.property, sampler.slot) else { return nil }
    return (model, model * 0)
  }

  private func model(of property: AnimatableProperty, _ slot: Int) -> AnimatableValue? {
    switch property {
    case .position, .positionX, .positionY, .angle: return nil
    case .scale: return .vector(scene.bodies[slot].looks.scale)
    case .opacity: return .number(scene.bodies[slot].looks.opacity)
    case .color: return .color(scene.bodies[slot].looks.color ?? .white)
    case .size:
      let size = animation.sizes[slot] ?? .zero
      let scale = scene.bodies[slot].looks.scale
      return .size(Size(size.width * scale.x, size.height * scale.y))
    case .surfaceVelocity: return animation.surfaces[slot]?.first.map { .vector($0.velocity) }
    case .restLength: return animation.restLengths[slot].map { .number($0) }
    case .rate: return animation.rates[slot].map { .number($0) }
    case .gravity: return .vector(animation.gravity)
    }
  }

  func showProperties(at time: Double) {
    var gravity = animation.gravity
    // Held in hand: reaching through two types for each costs an allocation in a debug build.
    let entries = animation.schedule.entries
    for i in entries.indices {
      let samplers = entries[i].samplers
      for j in samplers.indices { showModel(samplers[j].target.property, samplers[j].slot) }
    }
    for i in entries.indices {
      let (local, samplers) = (time - entries[i].origin, entries[i].samplers)
      for j in samplers.indices {
        // In its place: a copy of a sampler costs as much as a sample.
        let property = samplers[j].target.property
        // A curve may be written whose numbers overflow: what is not finite shows nothing.
        guard !property.isMotion, let sample = samplers[j].sample(at: local), sample.value.isFinite
        else { continue }
        if property == .gravity {
          gravity = sample.value.vector.map(Self.bounded) ?? gravity
        } else {
          show(sample.value, property, samplers[j].slot)
        }
      }
    }
    if animation.movesGravity { space.gravity = gravity }
  }

  /// Puts a property back to what it is without animations.
  func showModel(_ property: AnimatableProperty, _ slot: Int) {
    switch property {
    case .position, .positionX, .positionY, .angle, .gravity: break
    case .scale, .size: looks[slot].scale = scene.bodies[slot].looks.scale
    case .opacity: looks[slot].opacity = scene.bodies[slot].looks.opacity
    case .color: looks[slot].color = scene.bodies[slot].looks.color
    case .surfaceVelocity: setSurfaces(of: slot, nil)
    case .restLength, .rate: if let model = model(of: property, slot) { show(model, property, slot) }
    }
  }

  private func show(_ value: AnimatableValue, _ property: AnimatableProperty, _ slot: Int) {
    switch (property, value) {
    case (.scale, .vector(let scale)): looks[slot].scale = scale
    case (.opacity, .number(let opacity)): looks[slot].opacity = min(max(opacity, 0), 1)
    case (.color, .color(let color)): looks[slot].color = Self.visible(color)
    case (.size, .size(let size)):
      let own = animation.sizes[slot] ?? .zero
      looks[slot].scale = Vector(
        own.width > 0 ? size.width / own.width : 1, own.height > 0 ? size.height / own.height : 1)
    case (.surfaceVelocity, .vector(let velocity)): setSurfaces(of: slot, Self.bounded(velocity))
    case (.restLength, .number(let length)):
      guard let spring = joints[slot] as? DampedSpring else { return }
      let length = min(max(length, 0), BodyDrive.farthest)
      // A setter wakes both bodies; nothing changed is no reason to.
      if spring.restLength != length { spring.restLength = length }
    case (.rate, .number(let rate)):
      guard let motor = joints[slot] as? Motor else { return }
      let rate = min(max(rate, -BodyDrive.farthest), BodyDrive.farthest)
      // A scene's rate is that of b against a, the engine's of a against b.
      if motor.rate != -rate { motor.rate = -rate }
    default: break
    }
  }

  private func setSurfaces(of body: Int, _ velocity: Vector?) {
    guard bodies[body] != nil, let surfaces = animation.surfaces[body] else { return }
    for i in surfaces.indices {
      let velocity = velocity ?? surfaces[i].velocity
      if surfaces[i].shape.surfaceVelocity != velocity { surfaces[i].shape.surfaceVelocity = velocity }
    }
  }

  static func bounded(_ vector: Vector) -> Vector {
    let limit = BodyDrive.farthest
    return Vector(min(max(vector.x, -limit), limit), min(max(vector.y, -limit), limit))
  }

  /// A curve that overshoots leaves what can be drawn.
  private static func visible(_ color: Color) -> Color {
    func held(_ component: Double) -> Double { min(max(component, 0), 1) }
    return Color(
      red: held(color.red), green: held(color.green), blue: held(color.blue), alpha: held(color.alpha))
  }
}
