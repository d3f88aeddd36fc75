import Foundation
import Testing
import TumbleDrawing
import TumbleGeometry
import TumbleTestSupport

@testable import TumbleGraph

/// Tests that lines with few corners look as those with all of them.
@Suite struct PathTests {
  /// Returns the rows that a line covers of each column of pixels, from its lowest to its highest.
  private func columns(_ corners: [PlotPath.Corner], width: Int, perPoint: Double) -> [ClosedRange<Double>?] {
    var columns: [ClosedRange<Double>?] = Array(repeating: nil, count: width)
    func cover(_ column: Int, _ a: Double, _ b: Double) {
      guard columns.indices.contains(column) else { return }
      let range = min(a, b)...max(a, b)
      columns[column] =
        columns[column].map { min($0.lowerBound, range.lowerBound)...max($0.upperBound, range.upperBound) }
        ?? range
    }
    for (place, corner) in corners.enumerated() {
      let b = Vector(corner.place.x * perPoint, corner.place.y)
      if b.x.magnitude < 1e6 { cover(Int(b.x.rounded(.down)), b.y, b.y) }
      guard place > 0, !corner.startsLine else { continue }
      let a = Vector(corners[place - 1].place.x * perPoint, corners[place - 1].place.y)
      guard b.x > a.x else { continue }
      let first = Int(max(a.x, -1).rounded(.down))
      let last = Int(min(b.x, Double(width) + 1).rounded(.down))
      guard first <= last else { continue }
      for column in first...last {
        let (left, right) = (max(a.x, Double(column)), min(b.x, Double(column + 1)))
        guard left <= right else { continue }
        func y(_ x: Double) -> Double { a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x) }
        cover(column, left == a.x ? a.y : y(left), right == b.x ? b.y : y(right))
      }
    }
    return columns
  }

  @Test(
    "At any zoom a line covers of every column of pixels just what it would with all its points",
    arguments: Seeds.list(default: 20))
  func exact(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = random.int(in: 1...10_000)
    let gaps = random.pick([0.0, 0.001, 0.2])
    var value = 0.0
    let isNoisy = random.int(in: 0...1) == 0
    let points = (0..<count).map { index -> Vector in
      value = isNoisy ? random.double(in: -1...1) : value + random.double(in: -0.1...0.1)
      return Vector(Double(index) / 60, random.double(in: 0...1) < gaps ? .nan : value)
    }
    let line = PlotLine("a", points)
    for _ in 0..<4 {
      let end = Double(count) / 60
      let middle = random.double(in: 0...end)
      let reach = end * random.pick([0.5, 0.1, 0.01, 0.001])
      let (width, perPoint) = (random.int(in: 10...300), random.pick([1.0, 2, 4]))
      let path = PlotPath(
        x: GraphScale(fixed: middle - reach...middle + reach), y: GraphScale(fixed: -2...2),
        frame: Rect(size: Size(Double(width), 100)), detail: .pixels(perPoint: perPoint))
      let reduced = path.corners(of: line)
      // All of it, by the same places.
      var startsLine = true
      var all: [PlotPath.Corner] = []
      for point in points {
        guard point.isFinite else {
          startsLine = true
          continue
        }
        all.append(.init(startsLine: startsLine, place: path.place(point)))
        startsLine = false
      }
      let pixels = Int(Double(width) * perPoint)
      let (a, b) = (
        columns(reduced, width: pixels, perPoint: perPoint), columns(all, width: pixels, perPoint: perPoint)
      )
      let wrong = (0..<pixels).first { column in
        guard let few = a[column], let many = b[column] else { return a[column] != b[column] }
        return abs(few.lowerBound - many.lowerBound) > 1e-6 || abs(few.upperBound - many.upperBound) > 1e-6
      }
      #expect(wrong == nil)
      if gaps == 0 { #expect(reduced.count <= 4 * (pixels + 5)) }
    }
  }

  @Test(
    "A simplified path passes all its points within the tolerance, and keeps its ends",
    arguments: Seeds.list(default: 60))
  func simplified(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let tolerance = random.pick([0.01, 0.1, 1])
    let step = random.pick([0.002, 0.05, 1, 30])
    var place = Vector.zero
    var direction = 0.0
    let path = (0..<random.int(in: 1...400)).map { _ -> Vector in
      direction += random.double(in: -1...1) * random.pick([0.01, 0.5, 3])
      place += Vector(cosine(direction), sine(direction)) * (step * random.double(in: 0...1))
      return place
    }
    let few = PathSimplifier.simplify(path, tolerance: tolerance)
    #expect(few.first == path.first && few.last == path.last && few.count <= path.count)
    func distance(_ point: Vector, _ a: Vector, _ b: Vector) -> Double {
      let along = b - a
      guard along.lengthSquared > 0 else { return (point - a).length }
      let part = min(max((point - a).dot(along) / along.lengthSquared, 0), 1)
      return (point - a - along * part).length
    }
    for point in path {
      let nearest = few.indices.dropFirst().map { distance(point, few[$0 - 1], few[$0]) }.min() ?? 0
      #expect(nearest <= tolerance * 1.0001, "\(point)")
    }
  }

  @Test("A smooth path keeps few corners, however many points it has")
  func cost() {
    let circle = (0...100_000).map { index -> Vector in
      let angle = Double(index) / 100_000 * 2 * .pi
      return Vector(cosine(angle), sine(angle)) * 100
    }
    #expect(PathSimplifier.simplify(circle, tolerance: 0.02).count < 300)
    let straight = (0...1000).map { Vector(Double($0), 2 * Double($0)) }
    #expect(PathSimplifier.simplify(straight, tolerance: 0.001) == [straight[0], straight[1000]])
  }

  @Test("A graph's columns are no wider than a pixel of any display, and points hold whole ones")
  func columnsOfTiles() {
    for columns in 1...4 {
      for samples in [1, 2, 3, 4, 6, 8, 16, 64] {
        let grid = TileGrid(pointsPerSample: 1 / Double(samples), columnsPerPoint: columns)
        #expect(samples.isMultiple(of: grid.samplesPerColumn))
        #expect(grid.samplesPerColumn == 1 || grid.samplesPerColumn * columns <= samples)
        #expect(grid.padding >= 2 * samples)
      }
    }
  }
}
