import TumbleAnimation
import TumbleGeometry

/// What a world remembers of an emitter. It follows from the state, and nothing of the state from it.
///
/// An emitter that stands still and is what it always was has no samples: its particles are a function of the time. One on a body has
/// them from the beginning, and any other from its first change on.
struct EmitterState {
  /// In effect, held within what an emitter may be.
  private(set) var multipliers: Emitter.Multipliers
  /// Births are counted by the integral of the rate. This is how far it was at the latest change, and how long the emitter had been
  /// active: from there it is the rate times the time. So nothing is summed up while the rate stays the same.
  private(set) var base = (emitted: 0.0, active: 0.0)
  /// How it was at the ends of the latest steps: that of step n stands at n modulo their count.
  private(set) var samples: [EmitterSample] = []
  /// The latest step of which there is a sample.
  private(set) var latest = -1
  /// Whether an edit removed it.
  var isGone = false

  init(_ multipliers: Emitter.Multipliers) { self.multipliers = multipliers }

  /// The integral of its rate up to a time, in seconds.
  func emitted(_ emitter: Emitter, at time: Double) -> Double {
    base.emitted + multipliers.rate * (emitter.timeActive(at: time) - base.active)
  }

  /// Notes how it is at the end of a step, once: an edit between two steps is seen at the end of the next one, as if it had come with it.
  mutating func note(_ sample: EmitterSample, step: Int) {
    guard !samples.isEmpty, step > latest else { return }
    samples[step % samples.count] = sample
    latest = step
  }

  /// Corrects where it is at step 0: animations of its body have been placed since it was noted.
  mutating func place(_ position: Vector, _ angle: Double) {
    guard !samples.isEmpty, latest == 0 else { return }
    (samples[0].position, samples[0].angle) = (position, angle)
  }

  /// Begins to remember, with the latest steps as they were.
  mutating func startSampling(_ emitter: Emitter, step: Int, rate: Int, _ sample: (Int) -> EmitterSample) {
    guard samples.isEmpty else { return }
    let count = emitter.sampleCount(rate: rate)
    samples = Array(repeating: EmitterSample(), count: count)
    for step in max(step - count + 1, 0)...step { samples[step % count] = sample(step) }
    latest = step
  }

  /// Remembers at least so many steps.
  mutating func remember(_ count: Int) {
    guard !samples.isEmpty, count > samples.count else { return }
    // A lifetime that rises bit by bit asks often.
    let more = max(count, samples.count * 2)
    var longer = Array(repeating: EmitterSample(), count: more)
    for step in max(latest - samples.count + 1, 0)..<max(latest + 1, 0) {
      longer[step % more] = samples[step % samples.count]
    }
    samples = longer
  }

  /// Changes the multipliers, or all of the emitter, at a time: what was born up to then stays as it is.
  mutating func change(
    to multipliers: Emitter.Multipliers, from old: Emitter, to new: Emitter, at time: Double, rate: Int
  ) {
    base = (emitted(old, at: time), new.timeActive(at: time))
    self.multipliers = multipliers
    var lasting = new
    lasting.multipliers = multipliers
    remember(lasting.sampleCount(rate: rate))
  }
}
