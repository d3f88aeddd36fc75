import TumbleAnimation
import TumbleScenes

/// A layer of a scene as it stands now.
public struct AnimationLayer: Hashable, Sendable {
  /// The layer's id in the scene.
  public var name: String
  /// Of its own seconds for each of its parent's.
  public var speed: Double
  /// Its own time, in seconds.
  public var time: Double
  /// When the last of its animations has gone through once, in its own seconds: where a line to scrub on may end.
  public var duration: Double
}

extension World {
  /// The scene's layers, in the order of the file.
  public var animationLayers: [AnimationLayer] {
    scene.layers.compactMap { layer -> AnimationLayer? in
      guard let node = animation.layers[layer.id] else { return nil }
      let ends = scene.animations.filter { $0.layer == layer.id }.map {
        max($0.definition.timing.beginTime + $0.definition.timing.cycleDuration, 0)
      }
      return AnimationLayer(
        name: layer.id, speed: animation.schedule.layers[node].speed,
        time: animation.schedule.layers.localTime(of: node, at: now).seconds, duration: ends.max() ?? 0)
    }
  }
}
