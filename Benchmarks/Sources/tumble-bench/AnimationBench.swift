import Foundation
import TumbleAnimation
import TumbleGeometry
import TumbleScenes
import TumbleSimulation

/// Measurements of sampling animations: each curve against libm's sine, positions in a long track and late in
/// a run against early ones in order, and ten thousand animations at once against the time that a step has.
enum AnimationBench {
  static func measurements() -> [Measurement] { curves + tracks + worlds + particles }

  // MARK: - Curves

  private static var curves: [Measurement] {
    let texts =
      [
        "linear", "ease-in-out", "cubic-bezier(1, 0, 0.75, 1)", "cubic-bezier(1, 0, 0, 1)", "steps(4, end)",
        "linear(0, 0.25 75%, 1)", "spring(response: 0.5, damping: 0.7)", "spring(response: 0.5, damping: 1)",
        "spring(response: 0.5, damping: 2)",
      ] + Easing.all.map(\.name)
    return texts.compactMap { text in
      guard let curve = try? TimingFunction(parsing: text) else { return nil }
      return Measurement(
        name: "animation/curve \(text)", ours: { each { curve.value(at: $0) } }, base: { each { sin($0) } })
    }
  }

  /// Nanoseconds a call, over times that differ.
  private static func each(_ work: (Double) -> Double) -> Double {
    var sum = 0.0
    let cost = threadTimed(per: 20_000) {
      for i in 0..<20_000 { sum += work(Double(i % 1009) / 1009) }
    }
    keep(sum)
    return cost
  }

  /// Keeps a result that nobody reads from being optimised away.
  private static func keep(_ value: Double) {
    if value.isNaN { print(value) }
  }

  // MARK: - Particles

  /// Nanoseconds for each particle of many, as a frame asks for them.
  private static var particles: [Measurement] {
    [5_000, 20_000].map { count in
      let cell = ParticleCell(birthRate: Double(count) / 2, lifetime: 2, velocity: 80, size: 6, alpha: 0.8)
      let system = ParticleSystem(Emitter(cells: [cell]))
      return Measurement(
        name: "animation/particles \(count)",
        ours: {
          var sum = 0.0
          let cost = threadTimed(per: count) {
            system.forEachParticle(at: 10) { sum += $0.position.x + $0.color.alpha }
          }
          keep(sum)
          return cost
        }, base: { each { sin($0) } })
    }
  }

  // MARK: - Tracks

  private static var tracks: [Measurement] {
    let values = (0..<1000).map { AnimatableValue.vector(Vector(Double($0 * $0 % 301), Double($0 % 211))) }
    // Uneven, so that the place has to be searched for.
    let times = (0..<1000).map { $0 == 999 ? 1 : Double($0 * $0) / Double(999 * 999) }
    func sampler(_ timing: MediaTiming) -> AnimationSampler? {
      let keyframes = KeyframeAnimation(values: values, keyTimes: times)
      return try? AnimationDefinition(.keyframe(keyframes), timing: timing).tracks(
        of: AnimationTarget("a", .position)
      ).map(\.sampler).first
    }
    guard let track = sampler(MediaTiming(duration: 1)),
      let endless = sampler(MediaTiming(duration: 1, repetition: .forever, autoreverses: true))
    else { return [] }
    func sample(_ sampler: AnimationSampler, _ time: (Int) -> Double) -> Double {
      var sum = 0.0
      let cost = threadTimed(per: 20_000) {
        for i in 0..<20_000 { sum += sampler.sample(at: time(i))?.value.length ?? 0 }
      }
      keep(sum)
      return cost
    }
    func order(_ i: Int) -> Double { Double(i) / 20_000 }
    func random(_ i: Int) -> Double { Double(i * 7919 % 20_000) / 20_000 }
    return [
      Measurement(
        name: "animation/track-1000-random", promised: 3,
        ours: { sample(track, random) }, base: { sample(track, order) }),
      Measurement(
        name: "animation/hour-in", promised: 1.25,
        ours: { sample(endless) { 3600 + order($0) } }, base: { sample(endless, order) }),
    ]
  }

  // MARK: - Ten thousand at once

  /// A step of a world with this many animations, in nanoseconds.
  private static func world(_ count: Int, _ property: AnimatableProperty, kind: Scene.Body.Kind) -> World? {
    var scene = Scene(name: "many")
    scene.bodies = (0..<count).map {
      var body = Scene.Body(id: "b\($0)")
      (body.kind, body.position) = (kind, Vector(Double($0 % 100) * 30, Double($0 / 100) * 30))
      return body
    }
    let timing = MediaTiming(duration: 3, repetition: .forever, autoreverses: true)
    scene.animations = (0..<count).map {
      let end: AnimatableValue = property == .opacity ? .number(0.2) : .vector(Vector(Double($0), 10))
      return Scene.Animation(
        id: "a\($0)", target: AnimationTarget("b\($0)", property),
        definition: AnimationDefinition(.basic(.init(to: end)), timing: timing, timingFunction: .easeInOut))
    }
    return try? World(scene)
  }

  private static func step(_ world: World?) -> Double {
    guard let world else { return .nan }
    return threadTimed(per: 20) {
      for _ in 0..<20 { _ = try? world.step() }
    }
  }

  private static var worlds: [Measurement] {
    // Made when they are first needed: most patterns leave them out.
    let appearance = Lazy { world(10_000, .opacity, kind: .static) }
    let bodies = Lazy { world(10_000, .position, kind: .kinematic) }
    return [
      Measurement(
        name: "animation/10000-looks", promised: 0.5, rounds: 5, ours: { step(appearance.value) },
        base: { 1e9 / 120 }),
      Measurement(
        name: "animation/10000-bodies", promised: 0.5, rounds: 5, ours: { step(bodies.value) },
        base: { 1e9 / 120 }),
    ]
  }

  private final class Lazy {
    private let make: () -> World?
    private(set) lazy var value = make()

    init(_ make: @escaping () -> World?) { self.make = make }
  }
}
