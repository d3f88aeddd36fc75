import TumbleAnimation
import TumbleFrames

extension AnimationState {
  mutating func run(_ layer: String, speed: Double, at now: MediaTime) {
    guard let layer = layers[layer] else { return }
    // The command before it in the same step has not moved the time yet.
    schedule.layers.cancelSlide(of: layer)
    schedule.layers.setSpeed(speed, of: layer, at: now)
  }

  /// Over the step, whatever the step's other commands do to the layers above, before it or after.
  mutating func scrub(_ layer: String, to goal: Double, from now: MediaTime, until next: MediaTime) {
    guard let layer = layers[layer] else { return }
    schedule.layers.cancelSlide(of: layer)
    schedule.layers.slide(layer, to: goal, from: now, until: next)
    scrubs.append(layer)
  }

  /// What was scrubbed in the step stands where it was taken, to the bit.
  mutating func endScrubs(at now: MediaTime) {
    guard !scrubs.isEmpty else { return }
    for layer in scrubs { schedule.layers.endSlide(of: layer, at: now) }
    scrubs.removeAll(keepingCapacity: true)
  }
}

extension LayerTiming {
  /// Whether the numbers are such as a scene file and a command may give.
  var isUsable: Bool {
    speed.magnitude <= Command.maxSpeed && beginTime.magnitude <= Command.maxTime
      && timeOffset.magnitude <= Command.maxTime
  }
}
