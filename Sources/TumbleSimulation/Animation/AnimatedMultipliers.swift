import TumbleAnimation
import TumbleScenes

/// The multipliers of an emitter that animations set.
struct AnimatedMultipliers {
  /// What they are where no animation says otherwise.
  let model: Emitter.Multipliers
  /// What they have to be now.
  var shown: Emitter.Multipliers
}

extension Emitter.Multipliers {
  /// The one that a property of an emitter is; 1 for what is none.
  subscript(property: AnimatableProperty) -> Double {
    get {
      switch property {
      case .emitterRate: rate
      case .emitterLifetime: lifetime
      case .emitterVelocity: velocity
      case .emitterScale: scale
      case .emitterSpin: spin
      default: 1
      }
    }
    set {
      switch property {
      case .emitterRate: rate = newValue
      case .emitterLifetime: lifetime = newValue
      case .emitterVelocity: velocity = newValue
      case .emitterScale: scale = newValue
      case .emitterSpin: spin = newValue
      default: break
      }
    }
  }
}
