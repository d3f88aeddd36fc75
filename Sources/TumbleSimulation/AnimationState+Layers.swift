import TumbleAnimation
import TumbleFrames

extension AnimationState {
  mutating func run(_ layer: String, speed: Double, at now: Double) {
    guard let layer = layers[layer] else { return }
    scrubs.removeAll { $0.layer == layer }
    schedule.layers.setSpeed(speed, of: layer, at: now)
  }

  mutating func scrub(_ layer: String, to goal: Double) {
    guard let layer = layers[layer] else { return }
    scrubs.removeAll { $0.layer == layer }
    scrubs.append((layer, goal))
  }

  /// Gives what is scrubbed in a step the speed that gets there in it, once all of the step's commands are known: that of a
  /// layer depends on its parent's, which may come later. Where the parent stands still it is there at once.
  mutating func beginScrubs(at now: Double, over step: Double) {
    guard !scrubs.isEmpty else { return }
    // A layer is younger than its parent.
    scrubs.sort { $0.layer.index < $1.layer.index }
    for (layer, goal) in scrubs {
      let way = goal - schedule.layers.localTime(of: layer, at: now)
      let parentSpeed = schedule.layers.parentSpeed(of: layer)
      if parentSpeed.magnitude > 1e-9 {
        schedule.layers.setSpeed(way / (step * parentSpeed), of: layer, at: now)
      } else {
        schedule.layers[layer].speed = 0
        schedule.layers.seek(layer, to: goal, at: now)
      }
    }
  }

  /// What was scrubbed in the step before stands where it was taken, to the bit.
  mutating func endScrubs(at now: Double) {
    guard !scrubs.isEmpty else { return }
    for (layer, goal) in scrubs {
      schedule.layers[layer].speed = 0
      schedule.layers.seek(layer, to: goal, at: now)
    }
    scrubs.removeAll(keepingCapacity: true)
  }
}

extension LayerTiming {
  /// Whether the numbers are such as a scene file and a command may give.
  var isUsable: Bool {
    speed.magnitude <= Command.mostSpeed && beginTime.magnitude <= Command.mostTime
      && timeOffset.magnitude <= Command.mostTime
  }
}
