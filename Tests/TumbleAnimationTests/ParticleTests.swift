import Testing
import TumbleAnimation
import TumbleGeometry
import TumbleTestSupport

@Suite("Particles")
struct ParticleTests {
  private func particles(_ emitter: Emitter, at time: Double) -> [Particle] {
    var particles: [Particle] = []
    ParticleSystem(emitter).forEachParticle(at: time) { particles.append($0) }
    return particles
  }

  @Test("Births are evenly spaced, the first after half a gap, and each lives exactly its lifetime")
  func births() {
    let emitter = Emitter(begin: 1, duration: 1, cells: [ParticleCell(birthRate: 4, lifetime: 0.5)])
    let counts = [0, 1, 1.124, 1.125, 1.374, 1.375, 1.624, 1.625, 1.875, 2.25, 2.374, 2.375].map {
      particles(emitter, at: $0).count
    }
    #expect(counts == [0, 0, 0, 1, 1, 2, 2, 2, 2, 1, 1, 0])
  }

  @Test(
    "What is born exactly where its cell begins is there in every frame, what is born where it ends in none",
    arguments: Seeds.list(default: 100))
  func boundaries(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // In thousandths of a second: births are `gap` apart, the first after half of that.
    let gap = 2 * random.pick([20, 50, 100, 125])
    let (begin, first) = (random.pick([-500, 0, 100, 300]), random.int(in: 0...3))
    let count = random.int(in: 1...4)
    let opening = gap * first + gap / 2
    let cell = ParticleCell(
      birthRate: 1000 / Double(gap), begin: Double(opening) / 1000, duration: Double(gap * count) / 1000,
      lifetime: 20)
    var emitter = Emitter(begin: Double(begin) / 1000, cells: [cell])
    if random.bool() {
      emitter.multipliers.rate = 4
      emitter.cells[0].birthRate /= 4
    }
    let system = ParticleSystem(emitter)
    let rate = random.pick([60, 120, 240])
    var ring: [EmitterSample] = []
    var last = 0
    for step in 0...2 * rate {
      ring.append(
        EmitterSample(
          emitted: emitter.emitted(at: Double(step) / Double(rate)),
          multipliers: emitter.multipliers))
      let time = Double(step) / Double(rate)
      let born = (0..<count).filter { 1000 * step >= rate * (begin + opening + gap * $0) }.count
      #expect(particles(emitter, at: time).count == born, "frame \(step)")
      guard born != last || step % 16 == 0 else { continue }
      last = born
      var sampled = 0
      system.forEachParticle(
        at: time, samples: ring, in: 0..<ring.count, step: step, rate: rate, wasThere: true
      ) { _ in sampled += 1 }
      #expect(sampled == born, "frame \(step), by samples")
    }
  }

  @Test("What a particle emits exactly where its cell begins is emitted, and where it ends is not")
  func boundariesOfEmitted() {
    for gap in [0.1, 0.3, 0.7, 0.05] {
      let spark = ParticleCell(birthRate: 1 / gap, begin: gap * 1.5, duration: gap * 2, lifetime: 50)
      let rocket = ParticleCell(birthRate: 1, lifetime: 30, cells: [spark])
      let emitter = Emitter(duration: 1, cells: [rocket])
      #expect(particles(emitter, at: 25).count == 3, "\(gap)")
    }
  }

  @Test(
    "A moment shows the same after every other moment, and after none", arguments: Seeds.list(default: 30))
  func pure(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let emitter = Emitter(
      shape: .circle(radius: 20), mode: .outline, seed: seed,
      cells: [
        ParticleCell(
          birthRate: random.double(in: 1...50), lifetime: 1, lifetimeRange: 1, velocity: 50, angleRange: 3,
          cells: [ParticleCell(birthRate: 9, lifetime: 0.4, velocity: 9, angleRange: 6)])
      ])
    let times = (0..<20).map { _ in random.double(in: 0...20) }
    let first = times.map { particles(emitter, at: $0) }
    let again = times.reversed().map { particles(emitter, at: $0) }
    #expect(first == again.reversed())
    #expect(particles(emitter, at: .nan).isEmpty && particles(emitter, at: -1).isEmpty)
  }

  @Test(
    "An emitter that stands still has the same particles by samples as without",
    arguments: Seeds.list(default: 30))
  func samples(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let cell = ParticleCell(
      birthRate: random.double(in: 1...300), lifetime: random.double(in: 0.01...2), velocity: 40,
      angleRange: 6,
      acceleration: Vector(0, -90))
    let emitter = Emitter(shape: .line(length: 50), seed: seed, begin: 0.3, duration: 2, cells: [cell])
    let system = ParticleSystem(emitter)
    let rate = random.pick([60, 120, 1000])
    let step = random.int(in: 0...4 * rate)
    let time = (Double(step) - random.double(in: 0...0.99)) / Double(rate)
    let count = emitter.sampleCount(rate: rate)
    var ring = [EmitterSample](repeating: EmitterSample(), count: count)
    for old in max(step - count + 1, 0)...step {
      ring[old % count] = EmitterSample(emitted: emitter.emitted(at: Double(old) / Double(rate)))
    }
    var sampled: [Particle] = []
    system.forEachParticle(at: time, samples: ring, in: 0..<count, step: step, rate: rate) {
      sampled.append($0)
    }
    let plain = particles(emitter, at: time)
    #expect(sampled.count == plain.count)
    let way = zip(sampled, plain).map { ($0.position - $1.position).length }.max() ?? 0
    #expect(way < 1e-6)
  }

  @Test("A body that moves on leaves its particles behind, and a changed rate leaves them as they were")
  func leftBehind() {
    let emitter = Emitter(cells: [ParticleCell(birthRate: 64, lifetime: 1)])
    let system = ParticleSystem(emitter)
    func seen(_ rates: [Double]) -> [Vector] {
      var ring = [EmitterSample](repeating: EmitterSample(), count: 130)
      var emitted = 0.0
      for (step, rate) in rates.enumerated() {
        ring[step] = EmitterSample(emitted: emitted, position: Vector(Double(step), 0))
        emitted += rate / 128
      }
      var places: [Vector] = []
      system.forEachParticle(
        at: Double(rates.count - 1) / 128, samples: ring, in: 0..<130, step: rates.count - 1, rate: 128
      ) { places.append($0.position) }
      return places
    }
    let steady = seen(Array(repeating: 1, count: 61))
    #expect(steady.map(\.x) == (0..<30).map { 1 + 2 * Double($0) })
    let stopped = seen(Array(repeating: 1, count: 40) + Array(repeating: 0, count: 21))
    #expect(stopped == Array(steady.prefix(20)))
    let doubled = seen(Array(repeating: 1, count: 40) + Array(repeating: 2, count: 21))
    #expect(Array(doubled.prefix(20)) == Array(steady.prefix(20)) && doubled.count == 40)
  }

  @Test("Places lie on their shape, and spread over all of it", arguments: Seeds.list(default: 10))
  func places(seed: UInt64) {
    let corners = [
      Vector(0, 0), Vector(60, 0), Vector(60, 20), Vector(20, 20), Vector(20, 60), Vector(0, 60),
    ]
    let polygon = Polygon(corners)
    func spots(_ mode: EmitterShape.Mode, _ corners: [Vector]) -> [Vector] {
      let cell = ParticleCell(birthRate: 1000, lifetime: 2)
      let emitter = Emitter(shape: .polygons([corners]), mode: mode, seed: seed, cells: [cell])
      return particles(emitter, at: 1).map(\.position)
    }
    for corners in [corners, corners.reversed()] {
      let inside = spots(.volume, corners)
      #expect(inside.count == 1000 && inside.allSatisfy { polygon.contains($0) })
      // By area: 2000 of it are in the two arms, in equal parts, beside the square of 400.
      let right = inside.filter { $0.x > 20 }.count
      #expect((330...470).contains(right), "\(right)")
      let edge = spots(.outline, corners)
      #expect(
        edge.allSatisfy { $0.x.magnitude < 1e-9 || $0.y.magnitude < 1e-9 || $0.x >= 19.9 || $0.y >= 19.9 })
      #expect((190...310).contains(edge.filter { $0.y.magnitude < 1e-9 }.count))
      #expect(Set(spots(.points, corners)) == Set(corners))
    }
  }

  @Test("From an outline particles fly outwards, whichever way round its corners run")
  func outwards() {
    let box = Rect(center: .zero, size: Size(40, 20)).corners
    for shape in [
      EmitterShape.circle(radius: 10), .rectangle(Size(40, 20)), .polygons([box]),
      .polygons([box.reversed()]),
    ] {
      let cell = ParticleCell(birthRate: 500, lifetime: 9, velocity: 100)
      let emitter = Emitter(shape: shape, mode: .outline, cells: [cell])
      // A second after the last of them was born none is near.
      let emitting = Emitter(shape: shape, mode: .outline, begin: 0, duration: 1, cells: [cell])
      #expect(particles(emitting, at: 2.5).allSatisfy { $0.position.length > 100 })
      #expect(particles(emitter, at: 2).count == 1000)
    }
  }

  @Test("The number of particles is estimated with those that particles emit")
  func estimate() {
    let spark = ParticleCell(birthRate: 400, begin: 1, duration: 0.1, lifetime: 2)
    let rocket = ParticleCell(birthRate: 2, lifetime: 1.5, cells: [spark])
    #expect((Emitter(cells: [rocket]).expectedCount - (3 + 2 * 40 * 2)).magnitude < 1e-9)
    #expect(Emitter(cells: [rocket]).longestLifetime == 3.5)
  }
}
