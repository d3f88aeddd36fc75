import TumbleAnimation
import TumbleFrames
import TumbleScenes

extension Emitter.Multipliers {
  /// The properties of an emitter, each a multiplier.
  static let properties = AnimatableProperty.all(of: .emitter)

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
