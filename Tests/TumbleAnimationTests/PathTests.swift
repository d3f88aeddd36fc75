import Foundation
import Testing
import TumbleAnimation
import TumbleGeometry
import TumbleTestSupport

@Suite("Paths")
struct PathTests {
  static let ship = Path(
    start: Vector(0, 150),
    segments: [.cubic(control1: Vector(75, 0), control2: Vector(225, 300), to: Vector(300, 150))])
  static let loop = Path(
    start: .zero,
    segments: [.cubic(control1: Vector(400, 300), control2: Vector(-300, 300), to: Vector(100, 0))])
  static let bow = Path(start: .zero, segments: [.quadratic(control: Vector(50, 200), to: Vector(100, 0))])

  private static func path(_ random: inout SeededGenerator) -> Path {
    func point() -> Vector { Vector(random.double(in: 0...300), random.double(in: 0...300)) }
    let segments = (0...random.int(in: 0...5)).map { _ -> Path.Segment in
      switch random.int(in: 0...3) {
      case 0: .line(to: point())
      case 1: .quadratic(control: point(), to: point())
      case 2: .cubic(control1: point(), control2: point(), to: point())
      default: .arc(center: point(), sweep: random.double(in: -9...9))
      }
    }
    return Path(start: point(), segments: segments)
  }

  @Test("Lengths agree with the limit of many chords")
  func lengths() throws {
    let lengths = Dictionary(
      uniqueKeysWithValues: try Table("lengths").rows.map { ($0["path"] ?? "", $0.number("length")) })
    for (name, path) in [("ship", Self.ship), ("loop", Self.loop), ("bow", Self.bow)] {
      let track = try PathTrack(PathAnimation(path))
      let expected = try #require(lengths[name])
      #expect(
        (track.length - expected).magnitude < 1e-8 * expected, "\(name): \(track.length), not \(expected)")
    }
    let circle = Path(start: Vector(10, 0), segments: [.arc(center: .zero, sweep: 2 * .pi)])
    #expect((try PathTrack(PathAnimation(circle)).length - 20 * .pi).magnitude < 1e-11)
  }

  @Test(
    "A paced body covers equal lengths in equal times and moves at one speed",
    arguments: Seeds.list(default: 60))
  func paced(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let track = try PathTrack(PathAnimation(Self.path(&random), pacing: .paced))
    for _ in 0..<10 {
      let p = random.double(in: 0...0.999)
      #expect(
        (track.sample(at: p).slope.length - track.length).magnitude < 1e-6 * track.length)
    }
    // By chords: a thousand small ones are the path but for a little at its corners.
    let points = (0...1000).map { track.sample(at: Double($0) / 1000).position }
    for (a, b) in zip(points, points.dropFirst()) {
      #expect(a.distance(to: b) <= track.length / 1000 * (1 + 1e-6))
    }
  }

  @Test(
    "Position starts and ends exactly, and its slope is its derivative", arguments: Seeds.list(default: 100))
  func slopes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let path = Self.path(&random)
    let pacing = random.pick(PathAnimation.Pacing.allCases)
    let track = try PathTrack(PathAnimation(path, pacing: pacing, rotation: .along))
    #expect(track.sample(at: 0).position.distance(to: path.start) < 1e-9)
    let p = random.double(in: 0.01...0.99)
    let h = 1e-7
    let (a, b) = (track.sample(at: p - h), track.sample(at: p + h))
    let (slope, here) = ((b.position - a.position) / (2 * h), track.sample(at: p))
    // Not across a corner, where there is no derivative.
    guard (a.slope - b.slope).length < 0.01 * here.slope.length else { return }
    #expect((slope - here.slope).length < 1e-3 * (1 + here.slope.length), "at \(p)")
    let turn = (b.angle - a.angle) / (2 * h)
    #expect(
      (turn - here.angleSlope).magnitude < 1e-2 * (1 + here.angleSlope.magnitude), "at \(p)")
  }

  @Test("A path in parts ends exactly, at any pacing")
  func pathEnds() throws {
    #expect(try PathTrack(PathAnimation(Self.ship)).sample(at: 1).position == Vector(300, 150))
    #expect(
      try PathTrack(PathAnimation(Self.ship, pacing: .paced)).sample(at: 1).position == Vector(300, 150))
  }

  @Test("A body turns along the path or against it, and goes on turning past half a turn")
  func rotation() throws {
    let turns = Path(start: Vector(10, 0), segments: [.arc(center: .zero, sweep: 6 * .pi)])
    let along = try PathTrack(PathAnimation(turns, rotation: .along))
    let against = try PathTrack(PathAnimation(turns, rotation: .against))
    for i in 0...60 {
      let p = Double(i) / 60
      #expect((along.sample(at: p).angle - (.pi / 2 + p * 6 * .pi)).magnitude < 1e-9)
      #expect((against.sample(at: p).angle - along.sample(at: p).angle - .pi).magnitude < 1e-12)
    }
    #expect(try PathTrack(PathAnimation(turns)).sample(at: 0.5).angle == 0)
  }

  @Test(
    "A body turns the shorter way round a corner, never at once by more than half a turn",
    arguments: Seeds.list(default: 40))
  func corners(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let track = try PathTrack(PathAnimation(Self.path(&random), pacing: .paced, rotation: .along))
    func angle(_ part: Double) -> Double { track.sample(at: part).angle }
    for i in 1...2000 {
      let (start, end) = (Double(i - 1) / 2000, Double(i) / 2000)
      guard (angle(end) - angle(start)).magnitude > .pi else { continue }
      // Round a hairpin it turns fast, but never at once by more than a half: a corner takes the shorter way.
      let parts = (0...10_000).map { angle(start + (end - start) * Double($0) / 10_000) }
      let jump = zip(parts.dropFirst(), parts).map { ($0 - $1).magnitude }.max() ?? 0
      #expect(jump <= .pi + 1e-3, "at \(i)")
    }
  }

  @Test("Control points on top of each other leave a direction all the same")
  func degenerate() throws {
    let path = Path(
      start: .zero, segments: [.cubic(control1: .zero, control2: Vector(10, 10), to: Vector(10, 10))])
    let track = try PathTrack(PathAnimation(path, pacing: .paced, rotation: .along))
    for p in [0, 0.3, 1] { #expect((track.sample(at: p).angle - .pi / 4).magnitude < 1e-9) }
    let point = try PathTrack(
      PathAnimation(Path(start: .zero, segments: [.line(to: .zero)]), pacing: .paced, rotation: .along))
    #expect(point.sample(at: 0.5).position == .zero && point.rotation == .none)
  }

  @Test("Where a path stays where it is a body keeps the direction that it came with, or leaves in")
  func standstill() throws {
    let here = Vector(10, 0)
    let stays: [Path.Segment] = [
      .arc(center: Vector(10, 5), sweep: 0), .arc(center: here, sweep: 1), .line(to: here),
      .quadratic(control: here, to: here), .cubic(control1: here, control2: here, to: here),
    ]
    for stay in stays {
      for pacing in PathAnimation.Pacing.allCases {
        func angles(_ start: Vector, _ segments: [Path.Segment]) throws -> [Double] {
          let way = PathAnimation(Path(start: start, segments: segments), pacing: pacing, rotation: .along)
          let track = try PathTrack(way)
          #expect(track.rotation == .along)
          return (0...20).map { track.sample(at: Double($0) / 20).angle }
        }
        let up = try angles(Vector(10, -10), [.line(to: here), stay])
        #expect(up.allSatisfy { ($0 - .pi / 2).magnitude < 1e-9 }, "\(stay)")
        let on = try angles(here, [stay, .line(to: Vector(10, 10))])
        #expect(on.allSatisfy { ($0 - .pi / 2).magnitude < 1e-9 }, "\(stay)")
        let alone = PathAnimation(Path(start: here, segments: [stay]), pacing: pacing, rotation: .along)
        #expect(try PathTrack(alone).rotation == .none, "\(stay)")
      }
    }
  }
}
