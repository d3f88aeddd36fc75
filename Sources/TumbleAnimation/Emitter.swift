/// A source of particles: a shape that cells are emitted from.
///
/// Nothing here moves or counts: where each particle is at a time follows from the seed, its index, its birth
/// and the time; see ``ParticleSystem``.
public struct Emitter: Hashable, Sendable {
  /// The shape from which particles come.
  public var shape: EmitterShape
  /// The part of the shape from which particles come.
  public var mode: EmitterShape.Mode
  /// The way in which particles are drawn over each other.
  public var blend: Blend
  /// Another seed, other particles.
  public var seed: UInt64
  /// The time at which it begins to emit, in seconds.
  public var begin: Double
  /// The time for which it emits, in seconds; nil: without end.
  public var duration: Double?
  /// The kinds of particles.
  public var cells: [ParticleCell]
  /// The factors of the cells' values; all 1 by default.
  public var multipliers: Multipliers

  /// The factors with which values of the emitter's own cells are multiplied, as in Core Animation's emitter
  /// layer. The cells of its particles keep their values.
  ///
  /// The rate counts while time passes; the others count at a particle's birth, which keeps what it was born
  /// with.
  public struct Multipliers: Hashable, Sendable {
    /// The factor of the births per second.
    public var rate: Double
    /// The factor of the lifetime.
    public var lifetime: Double
    /// The factor of the speed.
    public var velocity: Double
    /// The factor of the size, at any age.
    public var scale: Double
    /// The factor of the spin.
    public var spin: Double

    /// Creates a value by its parts, which are the properties of the same names.
    public init(
      rate: Double = 1, lifetime: Double = 1, velocity: Double = 1, scale: Double = 1, spin: Double = 1
    ) {
      self.rate = rate
      self.lifetime = lifetime
      self.velocity = velocity
      self.scale = scale
      self.spin = spin
    }

    /// All factors 1, which changes nothing.
    public static let one = Multipliers()
  }

  /// Creates a value by its parts, which are the properties of the same names.
  public init(
    shape: EmitterShape = .point, mode: EmitterShape.Mode = .volume, blend: Blend = .normal, seed: UInt64 = 1,
    begin: Double = 0, duration: Double? = nil, cells: [ParticleCell] = [], multipliers: Multipliers = .one
  ) {
    self.shape = shape
    self.mode = mode
    self.blend = blend
    self.seed = seed
    self.begin = begin
    self.duration = duration
    self.cells = cells
    self.multipliers = multipliers
  }
}

extension Emitter {
  /// The longest time for which a particle, or one that it emitted itself, can be seen after its birth, in
  /// seconds.
  public var longestLifetime: Double {
    cells.map { $0.longestLifetime(times: multipliers.lifetime) }.max() ?? 0
  }

  /// The greatest number of particles at a time, roughly.
  public var expectedCount: Double {
    cells.reduce(0) {
      $0 + $1.expectedCount(births: $1.birthRate * multipliers.rate, lifetimes: multipliers.lifetime)
    }
  }

  /// Returns the time for which it has emitted up to a time, in seconds.
  public func timeActive(at time: Double) -> Double { min(max(time - begin, 0), duration ?? .infinity) }

  /// The integral of its rate up to a time, in seconds, if that was never changed: the births of a cell are
  /// this times the cell's rate.
  public func emitted(at time: Double) -> Double { timeActive(at: time) * multipliers.rate }

  /// Returns the number of the latest steps of a clock, in steps per second, that must be remembered for
  /// particles that keep the position of their birth; one more, because births lie between steps.
  public func sampleCount(rate: Int) -> Int { Int((longestLifetime * Double(rate)).rounded(.up)) + 2 }
}

/// An emitter at the end of a step of a clock.
public struct EmitterSample: Hashable, Sendable {
  /// The integral of its rate, in seconds: the births of a cell up to then are this times the cell's rate.
  public var emitted: Double
  /// The position in points.
  public var position: Vector
  /// The angle in radians.
  public var angle: Double
  /// The multipliers of particles that were born in the step.
  public var multipliers: Emitter.Multipliers

  /// Creates a value by its parts, which are the properties of the same names.
  public init(
    emitted: Double = 0, position: Vector = .zero, angle: Double = 0, multipliers: Emitter.Multipliers = .one
  ) {
    self.emitted = emitted
    self.position = position
    self.angle = angle
    self.multipliers = multipliers
  }
}

/// The shape from which an emitter's particles come, about its position.
public enum EmitterShape: Hashable, Sendable {
  /// A single point.
  case point
  /// A line along the emitter's x axis, its middle at the emitter; the length in points.
  case line(length: Double)
  /// A rectangle with its center at the emitter.
  case rectangle(Size)
  /// A circle about the emitter; the radius in points.
  case circle(radius: Double)
  /// Polygons by their corners in either direction round, such as the outline of a body.
  case polygons([[Vector]])

  /// The part of the shape that particles come from.
  public enum Mode: String, CaseIterable, Hashable, Sendable {
    /// The corners, or a line's ends; a circle's center.
    case points
    /// The line around it, evenly by length. Angles are then measured from the outward direction.
    case outline
    /// All of it, evenly by area; a line by length.
    case surface
    /// The volume; in the plane the same as `surface`.
    case volume
  }
}

/// An emitter's shape made ready: a place on it by two fractions.
struct EmitterGeometry: Sendable {
  private enum Kind {
    case point
    case points([Vector])
    case line(length: Double)
    case rectangle(Size)
    case circle(radius: Double, isOutline: Bool)
    /// Edges by their ends, and the length up to the end of each.
    case edges([(from: Vector, to: Vector)], ends: [Double])
    /// Triangles, and the area up to the end of each.
    case triangles([(Vector, Vector, Vector)], ends: [Double])
  }

  private let kind: Kind

  init(_ shape: EmitterShape, _ mode: EmitterShape.Mode) {
    switch (shape, mode) {
    case (.point, _), (.circle, .points): kind = .point
    case (.line(let length), .points): kind = .points([Vector(-length / 2, 0), Vector(length / 2, 0)])
    case (.line(let length), _): kind = .line(length: length)
    case (.rectangle(let size), .surface), (.rectangle(let size), .volume): kind = .rectangle(size)
    case (.rectangle(let size), _): kind = Self.kind([Polygon(box: size).corners], mode)
    case (.circle(let radius), _): kind = .circle(radius: radius, isOutline: mode == .outline)
    case (.polygons(let polygons), _): kind = Self.kind(polygons, mode)
    }
  }

  private static func kind(_ polygons: [[Vector]], _ mode: EmitterShape.Mode) -> Kind {
    let polygons = polygons.filter { !$0.isEmpty }.map { Polygon($0).signedArea < 0 ? $0.reversed() : $0 }
    switch mode {
    case .points: return polygons.isEmpty ? .point : .points(polygons.flatMap { $0 })
    case .outline:
      var edges: [(from: Vector, to: Vector)] = []
      for corners in polygons {
        for i in corners.indices { edges.append((corners[i], corners[(i + 1) % corners.count])) }
      }
      return .edges(edges, ends: sums(edges.map { ($0.to - $0.from).length }))
    case .surface, .volume:
      var triangles: [(Vector, Vector, Vector)] = []
      for corners in polygons {
        guard case .pieces(let pieces) = Polygon(corners).split() else { continue }
        for piece in pieces {
          for i in 1..<max(piece.corners.count - 1, 1) {
            triangles.append((piece.corners[0], piece.corners[i], piece.corners[i + 1]))
          }
        }
      }
      return .triangles(
        triangles, ends: sums(triangles.map { ($0.1 - $0.0).cross($0.2 - $0.0).magnitude / 2 }))
    }
  }

  private static func sums(_ numbers: [Double]) -> [Double] {
    var sum = 0.0
    return numbers.map { number in
      sum += number
      return sum
    }
  }

  /// A place, and where angles are measured from, in radians, both in the emitter's coordinates.
  /// - Parameters:
  ///   - u: The first random number, from 0 up to 1.
  ///   - v: The second random number, from 0 up to 1.
  func place(_ u: Double, _ v: Double) -> (place: Vector, heading: Double) {
    switch kind {
    case .point: return (.zero, 0)
    case .points(let points): return (points[min(Int(u * Double(points.count)), points.count - 1)], 0)
    case .line(let length): return (Vector((u - 0.5) * length, 0), 0)
    case .rectangle(let size): return (Vector((u - 0.5) * size.width, (v - 0.5) * size.height), 0)
    case .circle(let radius, let isOutline):
      let angle = 2 * Double.pi * u
      let distance = isOutline ? radius : radius * v.squareRoot()
      return (Vector(cosine(angle), sine(angle)) * distance, isOutline ? angle : 0)
    case .edges(let edges, let ends):
      guard let (i, share) = Self.part(u, ends) else { return (.zero, 0) }
      let way = edges[i].to - edges[i].from
      return (edges[i].from + way * share, arcTangent(-way.x, way.y))
    case .triangles(let triangles, let ends):
      guard let (i, share) = Self.part(u, ends) else { return (.zero, 0) }
      let (a, b, c) = triangles[i]
      // Evenly by area: the root spreads what would crowd at the corner.
      let root = share.squareRoot()
      return (a + (b - a) * (root * (1 - v)) + (c - a) * (root * v), 0)
    }
  }

  /// The part that a fraction of the whole falls into, and how far along it; nil if there is none.
  private static func part(_ u: Double, _ ends: [Double]) -> (Int, Double)? {
    guard let whole = ends.last, whole > 0 else { return nil }
    let goal = u * whole
    let i = min(ends.partitioningIndex { $0 > goal }, ends.count - 1)
    let start = i > 0 ? ends[i - 1] : 0
    let length = ends[i] - start
    return (i, length > 0 ? min(max((goal - start) / length, 0), 1) : 0)
  }
}

/// A kind of particle, as Core Animation's emitter cells are.
///
/// A value with a range is chosen for each particle evenly between half the range below and half the range
/// above; a speed changes it from then on, per second.
public struct ParticleCell: Hashable, Sendable {
  /// Births per second. The first is after half the time between two.
  public var birthRate: Double
  /// The part of the life of what emits it in which it is born: its begin, in seconds from that birth, and
  /// its duration; nil: to the end of that life.
  public var begin: Double
  /// The length of that part in seconds.
  public var duration: Double?
  /// The lifetime in seconds.
  public var lifetime: Double
  /// The range of the lifetime in seconds.
  public var lifetimeRange: Double
  /// The speed in points per second.
  public var velocity: Double
  /// The range of the speed in points per second.
  public var velocityRange: Double
  /// The direction of the velocity, in radians from the emitter's x axis (from the outward direction in
  /// ``EmitterShape/Mode/outline``), and from the direction of flight of the particle that emits it.
  public var angle: Double
  /// The range of the direction in radians.
  public var angleRange: Double
  /// The acceleration in points per second squared, along the axes of the world.
  public var acceleration: Vector
  /// The width of its picture, in points, at scale 1.
  public var size: Double
  /// The factor of the size at birth.
  public var scale: Double
  /// The range of the factor.
  public var scaleRange: Double
  /// The change of the factor per second.
  public var scaleSpeed: Double
  /// The spin in radians per second.
  public var spin: Double
  /// The range of the spin in radians per second.
  public var spinRange: Double
  /// The straight alpha, 0 to 1.
  public var alpha: Double
  /// The range of alpha.
  public var alphaRange: Double
  /// The change of alpha per second.
  public var alphaSpeed: Double
  /// Times that of the particle that emits it, as it is at the birth. Its own alpha does not count.
  public var color: Color
  /// The range of red, green and blue, each chosen by itself.
  public var colorRange: ColorChange
  /// The change of the color per second.
  public var colorSpeed: ColorChange
  /// The name or path of a picture, which the color is multiplied with; nil for a round, soft spot.
  public var picture: String?
  /// The cells that each particle emits itself, from where it is.
  public var cells: [ParticleCell]

  /// Differences of red, green and blue.
  public struct ColorChange: Hashable, Sendable {
    /// The difference of red.
    public var red: Double
    /// The difference of green.
    public var green: Double
    /// The difference of blue.
    public var blue: Double

    /// Creates a value by its parts, which are the properties of the same names.
    public init(_ red: Double, _ green: Double, _ blue: Double) {
      self.red = red
      self.green = green
      self.blue = blue
    }

    /// No difference.
    public static let none = ColorChange(0, 0, 0)
  }

  /// Creates a value by its parts, which are the properties of the same names.
  public init(
    birthRate: Double = 10, begin: Double = 0, duration: Double? = nil, lifetime: Double = 1,
    lifetimeRange: Double = 0, velocity: Double = 0, velocityRange: Double = 0, angle: Double = 0,
    angleRange: Double = 0, acceleration: Vector = .zero, size: Double = 6, scale: Double = 1,
    scaleRange: Double = 0, scaleSpeed: Double = 0, spin: Double = 0, spinRange: Double = 0,
    alpha: Double = 1,
    alphaRange: Double = 0, alphaSpeed: Double = 0, color: Color = .white, colorRange: ColorChange = .none,
    colorSpeed: ColorChange = .none, picture: String? = nil, cells: [ParticleCell] = []
  ) {
    self.birthRate = birthRate
    self.begin = begin
    self.duration = duration
    self.lifetime = lifetime
    self.lifetimeRange = lifetimeRange
    self.velocity = velocity
    self.velocityRange = velocityRange
    self.angle = angle
    self.angleRange = angleRange
    self.acceleration = acceleration
    self.size = size
    self.scale = scale
    self.scaleRange = scaleRange
    self.scaleSpeed = scaleSpeed
    self.spin = spin
    self.spinRange = spinRange
    self.alpha = alpha
    self.alphaRange = alphaRange
    self.alphaSpeed = alphaSpeed
    self.color = color
    self.colorRange = colorRange
    self.colorSpeed = colorSpeed
    self.picture = picture
    self.cells = cells
  }
}

extension ParticleCell {
  /// The longest time for which a particle, or what it emits itself, can be seen after its birth, in seconds.
  public var longestLifetime: Double { longestLifetime(times: 1) }

  /// Returns the longest time for which a particle, or what it emits itself, can be seen, with its own
  /// lifetime multiplied as an emitter's ``Emitter/Multipliers`` do.
  public func longestLifetime(times multiplier: Double) -> Double {
    longestOwnLifetime * multiplier + longestEmittedLifetime
  }

  /// The longest time for which a particle can be seen after its birth, in seconds, without those that it
  /// emits.
  var longestOwnLifetime: Double { max(lifetime + lifetimeRange.magnitude / 2, 0) }
  var longestEmittedLifetime: Double { cells.map(\.longestLifetime).max() ?? 0 }

  /// The end of the part of the emitting life in which it is born.
  var end: Double { duration.map { begin + $0 } ?? .infinity }

  func expectedCount(births: Double, lifetimes: Double = 1) -> Double {
    let life = longestOwnLifetime * lifetimes
    return cells.reduce(births * life) { count, cell in
      let window = max(min(cell.end, life) - cell.begin, 0)
      return count + cell.expectedCount(births: births * cell.birthRate * window)
    }
  }
}
