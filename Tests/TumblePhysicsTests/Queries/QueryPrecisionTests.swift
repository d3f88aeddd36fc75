import CTumbleChipmunk
import Testing
import TumbleTestSupport

@testable import TumblePhysics

/// Every query has an answer: finite numbers and directions of length 1, on edges, corners and centers too.
@Suite struct QueryPrecisionTests {
  @Test(
    "The nearest point lies on the surface, as far away as the distance says, along a direction of length 1",
    arguments: Seeds.list(default: 10))
  func nearest(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for form in Forms.all(&random) {
      let shape = try Forms.placed(form, &random)
      for point in Forms.telling(of: shape, &random) {
        let hit = try #require(shape.hit(near: point))
        let tolerance = 3e-5 + 1e-12 * (abs(point.x) + abs(point.y))
        #expect(hit.point.isFinite && hit.distance.isFinite, "\(form) at \(point): \(hit.point)")
        #expect(abs(hit.direction.length - 1) < 1e-12, "\(form) at \(point): \(hit.direction)")
        let way = hit.point - point
        #expect(abs(way.length - abs(hit.distance)) <= tolerance, "\(form) at \(point): \(hit)")
        // Out of the shape from inside, back to it from outside.
        if abs(hit.distance) > 0.001 {
          let turn = way.dot(hit.direction) * (hit.distance < 0 ? 1 : -1)
          #expect(turn >= 0.9 * abs(hit.distance), "\(form) at \(point): \(hit)")
        }
        let onSurface = try #require(shape.hit(near: hit.point))
        #expect(abs(onSurface.distance) <= tolerance, "\(form) at \(point): \(hit)")
      }
    }
  }

  @Test(
    "Where the engine's own point query has an answer, this is its distance and point to the bit",
    arguments: Seeds.list(default: 10))
  func asEngine(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for form in Forms.all(&random) {
      let shape = try Forms.placed(form, &random)
      cpShapeCacheBB(shape.pointer)
      for point in Forms.telling(of: shape, &random) {
        var info = cpPointQueryInfo()
        let distance = cpShapePointQuery(shape.pointer, point.c, &info)
        let hit = try #require(shape.hit(near: point))
        // Nearer to its core than 1e-5 the engine's answer is one of rounding.
        guard abs(distance + form.radius) > 1e-5 else { continue }
        #expect(hit.distance == distance && hit.point == Vector(info.point), "\(form) at \(point)")
      }
    }
  }

  @Test(
    "A line meets a shape where it first comes within its radius, and faces the normal there",
    arguments: Seeds.list(default: 10))
  func lines(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for form in Forms.all(&random) {
      let shape = try Forms.placed(form, &random)
      let points = Forms.telling(of: shape, &random).filter { $0.distance(to: shape.body.position) < 1000 }
      for _ in 0..<60 {
        let (from, to) = (random.pick(points), random.pick(points))
        let margin = random.bool() ? 0 : random.double(in: 0...20)
        let words = "\(form), \(shape.body.pose.position): \(from) to \(to), radius \(margin)"
        func gap(_ fraction: Double) throws -> Double {
          try #require(shape.hit(near: from.interpolated(to: to, by: fraction))).distance - margin
        }
        let length = from.distance(to: to)
        guard let hit = shape.hit(from: from, to: to, radius: margin) else {
          for i in 0...50 { #expect(try gap(Double(i) / 50) > -1e-6, "\(words): none") }
          continue
        }
        #expect(hit.point.isFinite && (0...1).contains(hit.fraction), "\(words): \(hit)")
        #expect(abs(hit.normal.length - 1) < 1e-12, "\(words): \(hit)")
        let center = from.interpolated(to: to, by: hit.fraction)
        if hit.fraction == 0 {
          // From inside, or in touch from the start: it is there that it meets.
          #expect(try gap(0) <= 1e-6, "\(words): \(hit)")
          #expect(hit.point.distance(to: from) <= margin + 1e-6, "\(words): \(hit)")
        } else {
          #expect(try abs(gap(hit.fraction)) < 1e-5, "\(words): \(hit)")
          #expect(hit.normal.dot(to - from) <= 1e-9 * length, "\(words): \(hit)")
          #expect(hit.point.distance(to: center - hit.normal * margin) < 1e-9, "\(words): \(hit)")
          for i in 0..<50 { #expect(try gap(hit.fraction * Double(i) / 50) > -1e-6, "\(words): \(hit)") }
        }
      }
    }
  }

  @Test(
    "Overlaps of any two forms have finite points and a normal of length 1", arguments: Seeds.list(default: 5)
  )
  func overlaps(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for form in Forms.all(&random) {
      let space = try Space()
      let shape = try Forms.placed(form, &random)
      try space.add(shape.body)
      try space.add(shape)
      for probe in Forms.all(&random) {
        for point in Forms.telling(of: shape, &random) {
          let body = try Body(BodyDefinition(kind: .static, position: point, angle: shape.body.angle))
          for hit in space.shapes(overlapping: try Shape(probe, on: body)) {
            #expect(abs(hit.normal.length - 1) < 1e-9, "\(probe) at \(point) on \(form): \(hit.normal)")
            #expect(hit.points.allSatisfy { $0.onA.isFinite && $0.onB.isFinite && $0.depth.isFinite })
          }
        }
      }
    }
  }

  @Test("At a circle's centre the nearest point of its edge is above, and a line from there begins there")
  func center() throws {
    let body = try Body(BodyDefinition(kind: .static, position: Vector(3, 4)))
    let circle = try Shape(.circle(radius: 2), on: body)
    let hit = try #require(circle.hit(near: Vector(3, 4)))
    #expect(hit.point == Vector(3, 6) && hit.distance == -2 && hit.direction == Vector(0, 1))
    let line = try #require(circle.hit(from: Vector(4, 4), to: Vector(30, 4)))
    #expect(line.point == Vector(4, 4) && line.fraction == 0 && line.normal == Vector(1, 0))
    let inBox = try #require(Shape(.box(Size(4, 2)), on: body).hit(from: Vector(3, 4.5), to: Vector(3, 40)))
    #expect(inBox.point == Vector(3, 4.5) && inBox.normal == Vector(0, 1))
  }
}

/// Forms of every kind, somewhere, and the places where queries about them are hardest.
private enum Forms {
  static func all(_ random: inout SeededGenerator) -> [Form] {
    let radius = random.pick([0, 1e-9, 0.5, 8])
    let side = random.double(in: 1...50)
    let corners = (0..<random.int(in: 3...8)).map { i in
      Vector(angle: Double(i) * 0.7, length: random.double(in: 20...30))
    }
    return [
      .circle(radius: side), .circle(radius: 10, offset: Vector(7, -3)),
      .segment(from: Vector(-side, 2), to: Vector(10, 2), radius: radius),
      .segment(from: Vector(3, 3), to: Vector(random.double(in: 5...30), -9), radius: radius),
      .box(Size(side, 12), radius: radius),
      .rect(Rect(min: Vector(-4, 1), max: Vector(side, 5)), radius: radius),
      .polygon(Polygon.convexHull(of: corners)?.corners ?? corners, radius: radius),
    ]
  }

  static func placed(_ form: Form, _ random: inout SeededGenerator) throws -> Shape {
    let position =
      random.bool() ? .zero : Vector(random.double(in: -300...300), random.double(in: -300...300))
    let angle = random.pick([0, 0, Double.pi / 2, Double.pi / 4, random.double(in: -7...7)])
    return try Shape(form, on: Body(BodyDefinition(kind: .static, position: position, angle: angle)))
  }

  /// Corners, middles, points on edges, next to them and anywhere.
  static func telling(of shape: Shape, _ random: inout SeededGenerator) -> [Vector] {
    let outline = shape.outline.placed(by: shape.body.transform)
    let (corners, radius) = (outline.points, outline.radius)
    var points: [Vector] = []
    for (i, corner) in corners.enumerated() {
      let next = corners[(i + 1) % corners.count]
      let share = random.double(in: 0...1)
      for place in [corner, corner.interpolated(to: next, by: 0.5), corner.interpolated(to: next, by: share)]
      {
        points.append(place)
        points.append(Vector(place.x.nextUp, place.y))
        points.append(
          place + Vector(angle: random.double(in: 0...6.3), length: random.pick([1e-12, 1e-6, 1e-4])))
        points.append(place + Vector(0, radius))
        points.append(place + Vector(angle: random.double(in: 0...6.3), length: radius))
      }
    }
    for _ in 0..<10 {
      points.append(
        shape.body.position + Vector(random.double(in: -60...60), random.double(in: -60...60)))
    }
    points.append(Vector(1e9, -1e9))
    return points
  }
}
