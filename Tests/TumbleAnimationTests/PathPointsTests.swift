import Testing
import TumbleAnimation
import TumbleGeometry
import TumbleTestSupport

@Suite("The points of a path, as a hand edits them")
struct PathPointsTests {
  private static func place(_ random: inout SeededGenerator) -> Vector {
    Vector(random.double(in: -200...200), random.double(in: -200...200))
  }

  private static func path(_ random: inout SeededGenerator, closed: Bool = false) -> Path {
    var path = Path(start: place(&random), segments: [])
    for _ in 0..<random.int(in: 1...5) {
      switch random.int(in: 0...3) {
      case 0: path.segments.append(.line(to: place(&random)))
      case 1: path.segments.append(.quadratic(control: place(&random), to: place(&random)))
      case 2:
        path.segments.append(
          .cubic(control1: place(&random), control2: place(&random), to: place(&random)))
      default: path.segments.append(.arc(center: place(&random), sweep: random.double(in: -5...5)))
      }
    }
    if closed { path.segments.append(.line(to: path.start)) }
    return path
  }

  /// Places along a path, each segment at some parameters.
  private static func samples(_ path: Path) throws -> [Vector] {
    let track = try PathTrack(PathAnimation(path))
    return (0...400).map { track.sample(at: Double($0) / 400).position }
  }

  /// Returns true if a path leads along the same places at the same times, to a thousandth of a point: a
  /// curve that turns round within a hundredth of one is not measured better.
  private static func isSame(_ a: Path, _ b: Path, _ pacing: PathAnimation.Pacing = .uniform) throws -> Bool {
    let tracks = try [a, b].map { try PathTrack(PathAnimation($0, pacing: pacing)) }
    return (0...200).allSatisfy { part in
      let places = tracks.map { $0.sample(at: Double(part) / 200).position }
      return places[0].distance(to: places[1]) < 1e-3
    }
  }

  @Test("A path and its points are the same, and what was a line, a cubic curve or an arc keeps its digits")
  func reading() throws {
    for seed in Seeds.list(default: 60) {
      var random = SeededGenerator(seed: seed)
      let path = Self.path(&random, closed: seed % 3 == 0)
      let read = PathPoints(path).path
      #expect(try Self.isSame(path, read), "seed \(seed): \(path)")
      let hasQuadratic = path.segments.contains { if case .quadratic = $0 { true } else { false } }
      if !hasQuadratic { #expect(read == path, "seed \(seed)") }
    }
  }

  @Test(
    "A point goes where it is pulled with its handles, and all others stay",
    arguments: Seeds.list(default: 60))
  func moving(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let old = PathPoints(Self.path(&random, closed: seed % 3 == 0))
    let (index, place) = (random.int(in: 0...old.points.count - 1), Self.place(&random))
    var points = old
    points.move(index, to: place)
    // As it is read again.
    let read = PathPoints(points.path)
    #expect(read.isClosed == old.isClosed, "seed \(seed)")
    #expect(read.points.count == old.points.count, "seed \(seed)")
    for (number, point) in old.points.enumerated() {
      let way = number == index ? place - point.place : .zero
      let now = read.points[number]
      #expect(now.place.distance(to: point.place + way) < 1e-6, "seed \(seed), point \(number)")
      for handle in Path.Handle.allCases {
        guard let before = point[handle], let after = now[handle] else { continue }
        #expect(after.distance(to: before + way) < 1e-6, "seed \(seed), \(handle) of \(number)")
      }
    }
  }

  @Test("A point that is added leaves the form as it is", arguments: Seeds.list(default: 60))
  func adding(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let path = Self.path(&random, closed: seed % 3 == 0)
    var points = PathPoints(path)
    points.add(at: try Self.samples(path)[random.int(in: 1...399)])
    #expect(points.path.segments.count == path.segments.count + 1, "seed \(seed)")
    #expect(try Self.isSame(path, points.path, .paced), "seed \(seed): \(path)")
  }

  @Test(
    "A point that is removed is gone, all others stay, and the last two too",
    arguments: Seeds.list(default: 60))
  func removing(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let old = PathPoints(Self.path(&random, closed: seed % 3 == 0))
    let index = random.int(in: 0...old.points.count - 1)
    var points = old
    points.remove(index)
    var rest = old.points.map(\.place)
    if rest.count > 2 { rest.remove(at: index) }
    let read = PathPoints(points.path).points.map(\.place)
    #expect(read.count == rest.count, "seed \(seed)")
    #expect(zip(read, rest).allSatisfy { $0.distance(to: $1) < 1e-6 }, "seed \(seed): \(read), \(rest)")
  }

  @Test("A handle that is pulled turns the one across from it along, unless it is free or there is a corner")
  func handles() throws {
    let smooth = PathPoints(
      Path(
        start: Vector(0, 0),
        segments: [
          .cubic(control1: Vector(0, 30), control2: Vector(70, 0), to: Vector(100, 0)),
          .cubic(control1: Vector(110, 0), control2: Vector(200, 30), to: Vector(200, 0)),
        ]))
    var pulled = smooth
    pulled.move(.before, of: 1, to: Vector(100, -30))
    #expect(pulled.points[1][.before] == Vector(100, -30))
    let across = try #require(pulled.points[1][.after])
    #expect(across.distance(to: Vector(100, 10)) < 1e-12)
    var free = smooth
    free.move(.before, of: 1, to: Vector(100, -30), isFree: true)
    #expect(free.points[1][.after] == Vector(110, 0))
    // What is a corner now stays one.
    free.move(.after, of: 1, to: Vector(100, 40))
    #expect(free.points[1][.before] == Vector(100, -30))
    var end = smooth
    end.move(.before, of: 0, to: Vector(5, 5))
    #expect(end == smooth, "an end has no such handle")
  }

  private static let corner = Path(
    start: Vector(0, 0), segments: [.line(to: Vector(90, 0)), .line(to: Vector(90, 90))])

  @Test("A corner becomes smooth, and the smooth point a corner again")
  func corners() throws {
    var points = PathPoints(Self.corner)
    points.toggleCorner(1)
    let before = try #require(points.points[1][.before]) - Vector(90, 0)
    let after = try #require(points.points[1][.after]) - Vector(90, 0)
    #expect(abs(before.cross(after)) < 1e-9)
    #expect(before.dot(after) < 0)
    #expect(abs(after.x - after.y) < 1e-9 && after.x > 0, "along the line between its neighbours")
    points.toggleCorner(1)
    #expect(points.path == Self.corner)
    points.toggleCorner(0)
    #expect(points.points[0][.after] == Vector(30, 0))
    points.toggleCorner(0)
    #expect(points.path == Self.corner, "an end")
  }

  @Test("A path is closed by a line, moved at its start as one point, and opened again")
  func closing() {
    var points = PathPoints(Self.corner)
    points.toggleClosed()
    #expect(points.isClosed)
    #expect(points.points.count == 3)
    points.move(0, to: Vector(-10, 5))
    #expect(points.path.segments.last == .line(to: Vector(-10, 5)))
    points.move(0, to: .zero)
    points.toggleClosed()
    #expect(points.path == Self.corner)
    var circle = PathPoints(Path(start: Vector(50, 0), segments: [.arc(center: .zero, sweep: 2 * .pi)]))
    #expect(circle.points.count == 1)
    circle.move(0, to: Vector(60, 10))
    #expect(circle.path.segments == [.arc(center: Vector(10, 10), sweep: 2 * .pi)])
  }
}
