import TumbleGeometry

/// An emitter made ready: its particles at any time.
///
/// A particle keeps the place and the direction of its emitter at its birth; the rest of its state is a function of the seed, its index
/// and its age. Particle i of a cell is born when the births counted, the integral of the rate, pass i + ½: so what is
/// emitted does not depend on how often it is looked at, and a changed rate leaves the particles that there are as they were.
public struct ParticleSystem: Sendable {
  public let emitter: Emitter
  /// All cells, each followed by its own ones.
  public let cells: [ParticleCell]
  /// The places of the cells that each cell emits, and of the emitter's own.
  private let children: [[Int]]
  private let roots: [Int]
  /// Of each cell the longest, and the longest of what it emits itself.
  private let ownLifetimes: [Double]
  private let emittedLifetimes: [Double]
  private let geometry: EmitterGeometry

  public init(_ emitter: Emitter) {
    self.emitter = emitter
    geometry = EmitterGeometry(emitter.shape, emitter.mode)
    var cells: [ParticleCell] = []
    var children: [[Int]] = []
    func add(_ cell: ParticleCell) -> Int {
      let place = cells.count
      cells.append(cell)
      children.append([])
      children[place] = cell.cells.map(add)
      return place
    }
    roots = emitter.cells.map(add)
    self.cells = cells
    self.children = children
    ownLifetimes = cells.map(\.longestOwnLifetime)
    emittedLifetimes = cells.map(\.longestEmittedLifetime)
  }

  /// For how long a particle of a cell, or what it emits itself, can be seen after its birth.
  private func longestLifetime(_ cell: Int, times multiplier: Double) -> Double {
    ownLifetimes[cell] * multiplier + emittedLifetimes[cell]
  }

  /// The particles of an emitter that stands still and is what it always was, those born first first for each cell.
  ///
  /// - Parameters:
  ///   - time: in seconds.
  ///   - position: where the emitter is, in points.
  ///   - angle: how far it is turned, in radians.
  public func forEachParticle(
    at time: Double, position: Vector = .zero, angle: Double = 0, _ act: (Particle) -> Void
  ) {
    guard time.isFinite else { return }
    let end = emitter.begin + emitter.timeActive(at: time)
    let now = sample(at: time, position, angle)
    cells.withUnsafeBufferPointer { cells in
      for (number, cell) in roots.enumerated() {
        // What was born earlier has gone.
        let life = longestLifetime(cell, times: emitter.multipliers.lifetime)
        let first = max(time - life, emitter.begin)
        let start = sample(at: first, position, angle)
        emit(cells, number, from: start, at: min(first, end), to: now, at: end, time, act)
      }
    }
  }

  private func sample(at time: Double, _ position: Vector, _ angle: Double) -> EmitterSample {
    EmitterSample(
      emitted: emitter.emitted(at: time), position: position, angle: angle, multipliers: emitter.multipliers)
  }

  /// The particles of an emitter that moves, or whose multipliers change, by samples of it at the ends of the latest steps.
  ///
  /// - Parameters:
  ///   - time: in seconds, at most that of the step.
  ///   - samples: that of step n stands at n modulo `range.count` in the range. ``Emitter/sampleCount(rate:)`` says how many there
  ///     should be.
  ///   - range: where they are.
  ///   - step: the latest step.
  ///   - rate: in steps per second.
  ///   - wasThere: whether it stood before step 0 where the sample of step 0 is, as it is there: one that begins before
  ///     that is then in full swing.
  public func forEachParticle(
    at time: Double, samples: [EmitterSample], in range: Range<Int>, step: Int, rate: Int,
    wasThere: Bool = false, _ act: (Particle) -> Void
  ) {
    guard time.isFinite, !range.isEmpty else { return }
    let earliest = max(step - range.count + 1, 0)
    var lifetimes = 0.0
    for step in stride(from: earliest, through: step, by: 1) {
      lifetimes = max(lifetimes, samples[range.lowerBound + step % range.count].multipliers.lifetime)
    }
    cells.withUnsafeBufferPointer { cells in
      for (number, cell) in roots.enumerated() {
        let birth = time - longestLifetime(cell, times: lifetimes)
        if wasThere, earliest == 0, birth < 0 {
          let zero = samples[range.lowerBound]
          var start = zero
          let (active, earlier) = (emitter.timeActive(at: 0), emitter.timeActive(at: birth))
          start.emitted -= (active - earlier) * zero.multipliers.rate
          let end = emitter.begin + active
          emit(cells, number, from: start, at: emitter.begin + earlier, to: zero, at: end, time, act)
        }
        let first = Int((birth * Double(rate)).rounded(.down).clamped(to: 0...1e15))
        for step in stride(from: max(first, earliest), to: step, by: 1) {
          emit(
            cells, number, from: samples[range.lowerBound + step % range.count],
            at: Double(step) / Double(rate), to: samples[range.lowerBound + (step + 1) % range.count],
            at: Double(step + 1) / Double(rate), time, act)
        }
      }
    }
  }

  /// The particles of a cell of the emitter's own that were born between two samples of it.
  ///
  /// Cells are used through a pointer: a copy of one, for each particle, would count references to its picture and its own cells.
  private func emit(
    _ cells: UnsafeBufferPointer<ParticleCell>, _ number: Int, from a: EmitterSample, at start: Double,
    to b: EmitterSample, at end: Double,
    _ time: Double,
    _ act: (Particle) -> Void
  ) {
    let place = roots[number]
    let (before, after) = (a.emitted * cells[place].birthRate, b.emitted * cells[place].birthRate)
    guard after > before else { return }
    var index = (before + 0.5).rounded(.down)
    guard index + 0.5 <= after else { return }
    let seed = Self.seed(emitter.seed, number)
    while index + 0.5 <= after {
      let share = (index + 0.5 - before) / (after - before)
      let birth = start + (end - start) * share
      if birth > time { return }
      if birth >= emitter.begin + cells[place].begin, birth < emitter.begin + cells[place].end {
        let origin = Origin(
          position: a.position + (b.position - a.position) * share,
          angle: a.angle + (b.angle - a.angle) * share, color: .white, multipliers: b.multipliers)
        visit(
          cells, place, Self.seed(seed, Int(index)), origin, isOnShape: true, age: time - birth, act)
      }
      index += 1
    }
  }

  /// What a particle gets from what emits it, at its birth.
  private struct Origin {
    var position: Vector
    var angle: Double
    var color: Color
    var multipliers = Emitter.Multipliers.one
  }

  /// A particle of an age, and what it has emitted itself.
  private func visit(
    _ cells: UnsafeBufferPointer<ParticleCell>, _ place: Int, _ seed: UInt64, _ origin: Origin,
    isOnShape: Bool, age: Double, _ act: (Particle) -> Void
  ) {
    guard age < longestLifetime(place, times: origin.multipliers.lifetime) else { return }
    let times = origin.multipliers
    var random = SplitMix64(seed: seed)
    // The order of these is that of the table in the manual: each particle has the same choices for good.
    let lifetime =
      (cells[place].lifetime + cells[place].lifetimeRange * (random.nextFraction() - 0.5)) * times.lifetime
    let speed =
      (cells[place].velocity + cells[place].velocityRange * (random.nextFraction() - 0.5)) * times.velocity
    var heading = origin.angle + cells[place].angle + cells[place].angleRange * (random.nextFraction() - 0.5)
    let (u, v) = (random.nextFraction(), random.nextFraction())
    let scale = cells[place].scale + cells[place].scaleRange * (random.nextFraction() - 0.5)
    let spin = (cells[place].spin + cells[place].spinRange * (random.nextFraction() - 0.5)) * times.spin
    let alpha = cells[place].alpha + cells[place].alphaRange * (random.nextFraction() - 0.5)
    let red = cells[place].color.red + cells[place].colorRange.red * (random.nextFraction() - 0.5)
    let green = cells[place].color.green + cells[place].colorRange.green * (random.nextFraction() - 0.5)
    let blue = cells[place].color.blue + cells[place].colorRange.blue * (random.nextFraction() - 0.5)
    guard lifetime > 0 else { return }

    var start = origin.position
    if isOnShape {
      let spot = geometry.place(u, v)
      start = start + spot.place.rotated(by: origin.angle)
      heading += spot.heading
    }
    let velocity = Vector(cosine(heading), sine(heading)) * speed
    func position(at age: Double) -> Vector {
      start + velocity * age + cells[place].acceleration * (age * age / 2)
    }
    func color(at age: Double, alpha: Double) -> Color {
      func component(_ value: Double, _ speed: Double, _ inherited: Double) -> Double {
        (value + speed * age).clamped(to: 0...1) * inherited
      }
      return Color(
        red: component(red, cells[place].colorSpeed.red, origin.color.red),
        green: component(green, cells[place].colorSpeed.green, origin.color.green),
        blue: component(blue, cells[place].colorSpeed.blue, origin.color.blue), alpha: alpha)
    }

    if age < lifetime {
      act(
        Particle(
          position: position(at: age), angle: origin.angle + spin * age,
          size: max(cells[place].size * (scale + cells[place].scaleSpeed * age) * times.scale, 0),
          color: color(at: age, alpha: (alpha + cells[place].alphaSpeed * age).clamped(to: 0...1)),
          cell: place))
    }

    for (number, child) in children[place].enumerated() {
      let end = min(cells[child].end, lifetime)
      let childSeed = Self.seed(seed &+ 1, number)
      let first = max(age - longestLifetime(child, times: 1), cells[child].begin, 0)
      var index = (first * cells[child].birthRate - 0.5).rounded(.up)
      while true {
        let birth = (index + 0.5) / cells[child].birthRate
        guard birth < end, birth <= age else { break }
        let flight = velocity + cells[place].acceleration * birth
        let direction = flight == .zero ? heading : arcTangent(flight.y, flight.x)
        visit(
          cells, child, Self.seed(childSeed, Int(index)),
          Origin(position: position(at: birth), angle: direction, color: color(at: birth, alpha: 1)),
          isOnShape: false, age: age - birth, act)
        index += 1
      }
    }
  }

  /// The seed of one of many that share a seed.
  private static func seed(_ seed: UInt64, _ index: Int) -> UInt64 {
    var random = SplitMix64(seed: seed &+ UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15)
    return random.next()
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
