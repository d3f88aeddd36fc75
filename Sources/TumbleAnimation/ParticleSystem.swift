/// An emitter made ready: its particles at any time.
///
/// A particle keeps the place and the direction of its emitter at its birth; the rest of its state is a
/// function of the seed, its index and its age. Particle i of a cell is born when the births counted, the
/// integral of the rate, pass i + ½: so what is emitted does not depend on how often it is looked at, and a
/// changed rate leaves the particles that there are as they were.
public struct ParticleSystem: Sendable {
  /// The emitter whose particles these are.
  public let emitter: Emitter
  /// All cells, each followed by its own ones.
  public let cells: [ParticleCell]
  /// The places of the cells that each cell emits, and of the emitter's own.
  private let children: [[Int]]
  private let roots: [Int]
  /// The longest lifetime of each cell, or of what it emits itself.
  private let ownLifetimes: [Double]
  private let emittedLifetimes: [Double]
  private let windows: [Window]
  private let geometry: EmitterGeometry

  /// Creates a value by its parts, which are the properties of the same names.
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
    windows = cells.map(Window.init)
  }

  /// The part of a life in which a cell is born, without its end.
  private struct Window {
    let births: PreciseNumber
    /// The begin; nil: from the beginning.
    let begin: PreciseNumber?
    /// The end; nil: to the end.
    let end: PreciseNumber?
    /// The range of the births in it, as indices at the cell's own rate: from the first to before the last.
    let first: Double
    let last: Double

    init(_ cell: ParticleCell) {
      births = PreciseNumber(cell.birthRate)
      let begin = PreciseNumber(cell.begin)
      self.begin = cell.begin > 0 ? begin : nil
      end = cell.duration.map { begin + PreciseNumber($0) }
      first = firstBirth(begin * births)
      last = end.map { [births] in firstBirth($0 * births) } ?? .infinity
    }
  }

  /// Returns the longest time for which a particle of a cell, or what it emits itself, can be seen after its
  /// birth; of one that emits nothing at most a limit.
  private func longestLifetime(_ cell: Int, times multiplier: Double, within limit: Double) -> Double {
    let longest = ownLifetimes[cell] * multiplier + emittedLifetimes[cell]
    return children[cell].isEmpty ? min(longest, limit) : longest
  }

  /// Calls with the particles of an emitter that stands still and was never changed: for each cell, the one
  /// born first comes first.
  ///
  /// - Parameters:
  ///   - time: In seconds.
  ///   - position: Where the emitter is, in points.
  ///   - angle: How far it is turned, in radians.
  public func forEachParticle(
    at time: Double, position: Vector = .zero, angle: Double = 0, _ act: (Particle) -> Void
  ) {
    forEachBirth(at: time, position: position, angle: angle) { act($0.particle(at: $1)) }
  }

  /// The same with the births and the ages of the particles.
  /// - Parameter limit: The age up to which particles are wanted, in seconds; some that are older come too.
  package func forEachBirth(
    at time: Double, position: Vector, angle: Double, within limit: Double = .infinity,
    _ act: (ParticleBirth, _ age: Double) -> Void
  ) {
    guard time.isFinite else { return }
    let sample = EmitterSample(position: position, angle: angle, multipliers: emitter.multipliers)
    let begin = PreciseNumber(emitter.begin)
    let now = PreciseNumber(time, units: 4)
    let end = emitter.duration.map { begin + PreciseNumber($0) } ?? now
    cells.withUnsafeBufferPointer { cells in
      for (number, cell) in roots.enumerated() {
        // What was born earlier has gone.
        let life = longestLifetime(cell, times: emitter.multipliers.lifetime, within: limit)
        let first = now - PreciseNumber(life)
        let stretch = Stretch(
          sample, from: (first - begin).isPositive ? first : begin, to: end, counted: .zero, at: begin)
        emit(cells, number, in: stretch, time, limit, act)
      }
    }
  }

  /// The particles of an emitter that moves, or whose multipliers change, by samples of it at the ends of the
  /// latest steps.
  ///
  /// - Parameters:
  ///   - time: In seconds, at most that of the step.
  ///   - samples: That of step n stands at n modulo `range.count` in the range.
  ///     ``Emitter/sampleCount(rate:)`` says how many there should be.
  ///   - range: Where they are.
  ///   - step: The latest step.
  ///   - rate: In steps per second.
  ///   - wasThere: Whether it stood before step 0 where the sample of step 0 is, as it is there: one that
  ///     begins before that is then in full swing.
  public func forEachParticle(
    at time: Double, samples: [EmitterSample], in range: Range<Int>, step: Int, rate: Int,
    wasThere: Bool = false, _ act: (Particle) -> Void
  ) {
    forEachBirth(at: time, samples: samples, in: range, step: step, rate: rate, wasThere: wasThere) {
      act($0.particle(at: $1))
    }
  }

  /// The same with the births and the ages of the particles.
  package func forEachBirth(
    at time: Double, samples: [EmitterSample], in range: Range<Int>, step: Int, rate: Int, wasThere: Bool,
    within limit: Double = .infinity, _ act: (ParticleBirth, _ age: Double) -> Void
  ) {
    guard time.isFinite, !range.isEmpty else { return }
    let earliest = max(step - range.count + 1, 0)
    var lifetimes = 0.0
    for step in stride(from: earliest, through: step, by: 1) {
      lifetimes = max(lifetimes, samples[range.lowerBound + step % range.count].multipliers.lifetime)
    }
    cells.withUnsafeBufferPointer { cells in
      for (number, cell) in roots.enumerated() {
        let birth = time - longestLifetime(cell, times: lifetimes, within: limit)
        if wasThere, earliest == 0, birth < 0 {
          let zero = samples[range.lowerBound]
          let end = PreciseNumber(emitter.begin) + PreciseNumber(emitter.timeActive(at: 0))
          let start = emitter.begin + emitter.timeActive(at: birth)
          let stretch = Stretch(
            zero, from: PreciseNumber(start, units: 4), to: end,
            counted: PreciseNumber(zero.emitted, units: 4), at: end)
          emit(cells, number, in: stretch, time, limit, act)
        }
        let first = Int(min(max((birth * Double(rate)).rounded(.down), 0), 1e15))
        for step in stride(from: max(first, earliest), to: step, by: 1) {
          let a = samples[range.lowerBound + step % range.count]
          let b = samples[range.lowerBound + (step + 1) % range.count]
          // Most steps bear nothing: to see that, doubles are enough.
          let births = cells[cell].birthRate
          guard
            (b.emitted * births + 0.5 + 1e-6).rounded(.down)
              > (a.emitted * births + 0.5 - 1e-6).rounded(.down)
          else { continue }
          emit(cells, number, in: stretch(from: a, to: b, step: step, rate: rate), time, limit, act)
        }
      }
    }
  }

  /// A stretch of time in which births are counted evenly, so that when a particle is born follows from its
  /// index alone, whatever moment is looked at.
  private struct Stretch {
    /// The start of the span. A birth at the start is not in it, a birth at the end is.
    let start: PreciseNumber
    let end: PreciseNumber
    /// The seconds of births counted up to the start and up to the end.
    let before: PreciseNumber
    let after: PreciseNumber
    /// The number that is counted in each second.
    let rate: PreciseNumber
    /// A moment, and the seconds of births counted up to then.
    private let origin: PreciseNumber
    private let counted: PreciseNumber
    /// The emitter at the start and at the end.
    let a: EmitterSample
    let b: EmitterSample

    /// Births of an emitter that stands still, with what it has counted at a moment.
    init(
      _ sample: EmitterSample, from start: PreciseNumber, to end: PreciseNumber, counted: PreciseNumber,
      at origin: PreciseNumber
    ) {
      (self.start, self.end, self.origin, self.counted) = (start, end, origin, counted)
      (a, b, rate) = (sample, sample, PreciseNumber(sample.multipliers.rate))
      before = counted + (start - origin) * rate
      after = counted + (end - origin) * rate
    }

    /// Creates the births within a step between two samples.
    init(from a: EmitterSample, at start: PreciseNumber, to b: EmitterSample, at end: PreciseNumber) {
      (self.a, self.b, self.start, self.end) = (a, b, start, end)
      // The same numbers for the step before and the one after: each birth is in one of them.
      (before, after) = (PreciseNumber(a.emitted, units: 4), PreciseNumber(b.emitted, units: 4))
      (origin, counted, rate) = (start, before, (after - before) / (end - start))
    }

    func counted(at time: PreciseNumber) -> PreciseNumber { counted + (time - origin) * rate }

    func birth(_ index: Double, births: Double) -> Double {
      origin.high + ((index + 0.5) / births - counted.high) / rate.high
    }
  }

  /// A step's, in which births lie as far as the emitter is active.
  private func stretch(from a: EmitterSample, to b: EmitterSample, step: Int, rate: Int) -> Stretch {
    var (start, end) = (
      MediaTime(step: step, rate: rate).number, MediaTime(step: step + 1, rate: rate).number
    )
    let begin = PreciseNumber(emitter.begin)
    let over = emitter.duration.map { begin + PreciseNumber($0) }
    let first = (begin - start).isPositive ? begin : start
    let last = over.map { (end - $0).isPositive ? $0 : end } ?? end
    // What was born before an edit of the emitter's times stays where it is.
    if (last - first).isPositive { (start, end) = (first, last) }
    return Stretch(from: a, at: start, to: b, at: end)
  }

  /// The particles of a cell of the emitter's own that were born in a stretch of time.
  ///
  /// Cells are used through a pointer: a copy of one, for each particle, would count references to its
  /// picture and its own cells.
  private func emit(
    _ cells: UnsafeBufferPointer<ParticleCell>, _ number: Int, in stretch: Stretch, _ time: Double,
    _ limit: Double, _ act: (ParticleBirth, _ age: Double) -> Void
  ) {
    let place = roots[number]
    let (births, begin) = (windows[place].births, PreciseNumber(emitter.begin))
    let now = PreciseNumber(time, units: 4)
    let isCut = (stretch.end - now).isPositive
    var index = max(lastBirth(stretch.before * births) + 1, 0)
    var end = lastBirth((isCut ? stretch.counted(at: now) : stretch.after) * births)
    if let opening = windows[place].begin {
      index = max(index, firstBirth(stretch.counted(at: begin + opening) * births))
    }
    if let closing = windows[place].end {
      end = min(end, firstBirth(stretch.counted(at: begin + closing) * births) - 1)
    }
    guard index <= end else { return }
    let seed = Self.seed(emitter.seed, number)
    let (start, length) = (stretch.start.high, (stretch.end - stretch.start).high)
    let (a, b) = (stretch.a, stretch.b)
    while index <= end {
      let birth = stretch.birth(index, births: cells[place].birthRate)
      let share = length > 0 ? (birth - start) / length : 0
      let origin = Origin(
        position: a.position + (b.position - a.position) * share,
        angle: a.angle + (b.angle - a.angle) * share, color: .white, multipliers: b.multipliers)
      visit(
        cells, place, Self.seed(seed, Int(index)), origin, isOnShape: true, age: max(time - birth, 0), limit,
        act)
      index += 1
    }
  }

  /// The values that a particle gets from what emits it, at its birth.
  private struct Origin {
    var position: Vector
    var angle: Double
    var color: Color
    var multipliers = Emitter.Multipliers.one
  }

  /// A particle of an age, and what it has emitted itself.
  private func visit(
    _ cells: UnsafeBufferPointer<ParticleCell>, _ place: Int, _ seed: UInt64, _ origin: Origin,
    isOnShape: Bool, age: Double, _ limit: Double, _ act: (ParticleBirth, _ age: Double) -> Void
  ) {
    guard age < longestLifetime(place, times: origin.multipliers.lifetime, within: limit) else { return }
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
    let birth = ParticleBirth(
      position: start, velocity: Vector(cosine(heading), sine(heading)) * speed,
      acceleration: cells[place].acceleration, lifetime: lifetime, angle: origin.angle, spin: spin,
      size: cells[place].size, scale: scale, scaleSpeed: cells[place].scaleSpeed, multiplier: times.scale,
      color: (red, green, blue), colorSpeed: cells[place].colorSpeed, inherited: origin.color, alpha: alpha,
      alphaSpeed: cells[place].alphaSpeed, cell: place)
    if age < lifetime { act(birth, age) }

    for (number, child) in children[place].enumerated() {
      let childSeed = Self.seed(seed &+ 1, number)
      let first = max(age - longestLifetime(child, times: 1, within: limit), 0)
      var index = max((first * cells[child].birthRate - 0.5).rounded(.up), windows[child].first)
      while index < windows[child].last {
        let born = (index + 0.5) / cells[child].birthRate
        guard born < lifetime, born <= age else { break }
        let flight = birth.velocity + birth.acceleration * born
        let direction = flight == .zero ? heading : arcTangent(flight.y, flight.x)
        visit(
          cells, child, Self.seed(childSeed, Int(index)),
          Origin(
            position: birth.position(at: born), angle: direction, color: birth.color(at: born, alpha: 1)),
          isOnShape: false, age: age - born, limit, act)
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

// Particle i is born where births have been counted up to i + ½.

/// The last one born up to there.
private func lastBirth(_ counted: PreciseNumber) -> Double {
  let index = counted - PreciseNumber(exactly: 0.5)
  return index.whole ?? index.floor
}

/// The first one born from there on.
private func firstBirth(_ counted: PreciseNumber) -> Double {
  let index = counted - PreciseNumber(exactly: 0.5)
  return index.whole ?? index.floor + 1
}
