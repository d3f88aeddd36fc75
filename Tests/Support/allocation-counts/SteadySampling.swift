import CTumbleTestHooks
import TumbleAnimation

/// Animations of every kind, alone, in a group and in a schedule, sampled over and over.
struct SteadySampling: CustomStringConvertible {
  let bound: UInt64 = 0
  let description = "animations of every kind, sampled 100 times each"

  private static let way = KeyedAnimation<String>.Content.basic(.init(from: .number(0), to: .number(100)))
  private static let forever = MediaTiming(duration: 2, repetition: .forever, autoreverses: true)

  private static var definitions: [KeyedAnimation<String>] {
    let texts = ["ease-in-out", "steps(4)", "linear(0, 0.2 50%, 1)", "spring(response: 0.5, damping: 0.7)"]
    let curves = texts.compactMap { try? TimingFunction(parsing: $0) } + Easing.all.map(TimingFunction.easing)
    var definitions = curves.map { KeyedAnimation(way, timing: forever, timingFunction: $0) }
    let values = (0..<1000).map { AnimatableValue.number(Double($0 * $0 % 77)) }
    for mode in KeyframeAnimation<AnimatableValue>.Mode.allCases {
      definitions.append(
        KeyedAnimation(
          .keyframe(KeyframeAnimation(values: values, timing: [.easeIn], mode: mode)), timing: forever))
    }
    definitions.append(
      KeyedAnimation(
        .spring(
          SpringAnimation(from: .number(0), to: .number(1), spring: .bouncy, velocity: .number(3)))))
    let loop = Path(
      start: .zero,
      segments: [.cubic(control1: Vector(400, 300), control2: Vector(-300, 300), to: Vector(100, 0))])
    for pacing in PathAnimation.Pacing.allCases {
      definitions.append(
        KeyedAnimation(.path(PathAnimation(loop, pacing: pacing, rotation: .along)), timing: forever))
    }
    return definitions
  }

  /// The heap allocations of 100 rounds, after as many to warm up.
  func run() throws -> UInt64 {
    let definitions = Self.definitions
    let group = KeyedAnimation<String>(
      .group(definitions.map { KeyedAnimation.Member("a", $0) }), timing: Self.forever)
    let samplers = try (definitions.flatMap { try $0.tracks(of: "a") } + group.tracks(of: nil)).map(\.sampler)
    var schedule = AnimationSchedule<String>()
    for (index, definition) in definitions.enumerated() {
      try schedule.add(definition, of: "a", key: "\(index)", at: 0)
    }
    var total = 0.0
    func sampleAll() {
      for step in 0..<100 {
        let time = MediaTime(step: step, rate: 33)
        for sampler in samplers { total += sampler.sample(at: time)?.rate.length ?? 0 }
        total += schedule.presentation(of: "a", at: time)?.rate.length ?? 0
      }
    }
    sampleAll()
    let before = ctumble_allocations()
    sampleAll()
    let made = ctumble_allocations() - before
    precondition(total.isFinite, "every sample is finite")
    return UInt64(made)
  }
}
