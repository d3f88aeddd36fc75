import Foundation
import Testing
import TumbleDrawing
import TumbleGeometry
import TumbleTestSupport

@testable import TumbleGraph

@Suite struct LineReducerTests {
  private func reduce(_ values: [Double], _ perColumn: Int) -> [LinePoint] {
    var points: [LinePoint] = []
    var line = LineReducer(origin: 0, samplesPerColumn: perColumn)
    for (i, value) in values.enumerated() { line.add(value, at: i, startsRun: false, to: &points) }
    line.finish(&points)
    return points
  }

  @Test(
    "Of each column the first, the lowest, the highest and the last sample remain, at their own times",
    arguments: Seeds.list(default: 50))
  func four(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let perColumn = random.int(in: 2...20)
    let values = (0..<random.int(in: 1...500)).map { _ in random.double(in: -1...1) }
    let points = reduce(values, perColumn)
    #expect(points.allSatisfy { values[$0.index] == $0.value })
    #expect(points.map(\.startsLine) == points.indices.map { $0 == 0 })
    for start in stride(from: 0, to: values.count, by: perColumn) {
      let column = start..<min(start + perColumn, values.count)
      let kept = points.map(\.index).filter(column.contains)
      let (low, high) = (column.min { values[$0] < values[$1] }, column.max { values[$0] < values[$1] })
      let wanted = Set([column.lowerBound, column.upperBound - 1, low ?? 0, high ?? 0]).sorted()
      #expect(kept == wanted)
    }
  }

  @Test("A column without values interrupts the line; a gap within one does not")
  func gaps() {
    let points = reduce([1, .nan, 2, 3, .nan, .nan, .nan, .nan, 4, .nan, .nan, 5], 4)
    #expect(points.map(\.index) == [0, 3, 8, 11] && points.map(\.startsLine) == [true, false, true, false])
  }

  @Test("A smooth line with many samples per point looks like the line through all of them")
  func noStairs() {
    func draw(_ perColumn: Int) -> Bitmap {
      let values = (0..<4000).map { 60 - 50 * sin(Double($0) * 0.004) }
      var bitmap = Bitmap(width: 500, height: 120)
      bitmap.draw { canvas in
        canvas.clear(.black)
        for point in reduce(values, perColumn) {
          canvas.line(to: Vector(Double(point.index) / 8, point.value))
        }
        canvas.stroke(.white, Stroke(width: 1.5))
      }
      return bitmap
    }
    #expect(difference(draw(8), draw(1)) <= 8)
  }
}
