import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleScenes

/// The animations of a body's place and angle, made ready to say where they lead it.
struct LedBody {
  private let start: (position: Vector, angle: Double)
  private var tracks: [(property: AnimatableProperty, sampler: AnimationSampler)] = []
  /// Is true if a value was left open, so that the start's stands for what will be there then.
  private(set) var isGuess = false

  /// - Parameters:
  ///   - animations: Of places and angles, in the world's time.
  ///   - position: Its place where none of them says one, and what they leave open.
  ///   - angle: The same of its angle, in radians.
  init(_ animations: [Scene.Animation], at position: Vector, angle: Double) {
    start = (position, angle)
    for animation in animations {
      guard let property = animation.target?.property,
        let own = property.motionValue(position: position, angle: angle),
        var sampler = try? animation.definition.tracks(of: animation.target).first?.sampler
      else { continue }
      if sampler.isOpen { isGuess = true }
      sampler.resolve(value: own, rate: own * 0, at: 0)
      tracks.append((property, sampler))
    }
  }

  var isEmpty: Bool { tracks.isEmpty }

  /// Returns the place and the angle at a time, and whether any animation says something of them then.
  func pose(at time: MediaTime) -> (position: Vector, angle: Double, isLed: Bool) {
    var pose = (position: start.position, angle: start.angle, isLed: false)
    for (property, sampler) in tracks {
      guard let sample = sampler.sample(at: time) else { continue }
      pose.isLed = true
      switch (property, sample.value) {
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
