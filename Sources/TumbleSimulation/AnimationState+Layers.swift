import TumbleAnimation
import TumbleFrames

extension AnimationState {
  mutating func run(_ layer: String, speed: Double, at now: Double) {
    guard let layer = layers[layer] else { return }
    scrubs.removeAll { $0.layer == layer }
    schedule.layers.setSpeed(speed, of: layer, at: now)
  }

  /// As a speed that gets there in the step. Its own parent may stand still: then it is there at once.
  mutating func scrub(_ layer: String, to goal: Double, from now: Double, over step: Double) {
    guard let layer = layers[layer] else { return }
    scrubs.removeAll { $0.layer == layer }
    let way = goal - schedule.layers.localTime(of: layer, at: now)
    let parentSpeed = schedule.layers.parentSpeed(of: layer)
    guard parentSpeed.magnitude > 1e-9 else {
      schedule.layers[layer].speed = 0
      schedule.layers.seek(layer, to: goal, at: now)
      return
    }
    schedule.layers.setSpeed(way / (step * parentSpeed), of: layer, at: now)
    scrubs.append((layer, goal))
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
