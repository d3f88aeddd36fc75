import Foundation
import Testing
import TumbleAnimation
import TumbleGeometry

@Suite("Transitions, by a table")
struct TransitionTests {
  @Test("Each kind from each side shows the parts that were worked out point by point")
  func table() throws {
    let rows = try Table("transitions").rows
    for row in rows {
      let kind = try #require(Transition.Kind(rawValue: row["kind"] ?? ""))
      let side = try #require(Transition.Side(rawValue: row["side"] ?? ""))
      let quads = Transition(kind, from: side).quads(at: row.number("progress"))
      // What is seen at a point: which picture is on top, where in it, how opaque, and how opaque the other
      // is below.
      let point = Vector(row.number("x"), row.number("y"))
      let seen = quads.filter { $0.destination.contains(point) }
      let name = "\(kind) from \(side) at \(row.number("progress")), (\(point.x), \(point.y))"
      let top = try #require(seen.last, "\(name)")
      let place = point - top.destination.min + top.source.min
      #expect(top.isOld == (row["top"] == "old"), "\(name)")
      #expect((place - Vector(row.number("u"), row.number("v"))).length < 1e-12, "\(name)")
      #expect((top.opacity - row.number("opacity")).magnitude < 1e-12, "\(name)")
      let below = seen.count > 1 ? seen[0].opacity : 0
      #expect((below - row.number("below")).magnitude < 1e-12, "\(name)")
    }
    #expect(rows.count > 1000)
  }

  @Test("Progress goes from the start to the end by the curve, and is none outside the duration")
  func progress() {
    let transition = Transition(
      .push, from: .top, duration: 2, timingFunction: .easeIn, startProgress: 0.25, endProgress: 0.75)
    #expect(transition.progress(at: -0.001) == nil && transition.progress(at: 2) == nil)
    #expect(transition.progress(at: 0) == 0.25)
    let half = TimingFunction.easeIn.value(at: 0.5)
    #expect(abs((transition.progress(at: 1) ?? 0) - (0.25 + half / 2)) < 1e-12)
    #expect(Transition(duration: 0).progress(at: 0) == nil)
    for curve in [TimingFunction.easeOut, .easing(Easing(.back, .out)), .easing(Easing(.elastic, .out))] {
      for step in 0..<100 {
        let progress = Transition(duration: 1, timingFunction: curve).progress(at: Double(step) / 100)
        #expect((0...1).contains(progress ?? -1), "what overshoots stays within")
      }
    }
  }

  @Test("What cannot be is said, and shows nothing")
  func problems() {
    for wrong in [
      Transition(duration: -1), Transition(duration: .nan), Transition(duration: .infinity),
      Transition(startProgress: -0.1), Transition(endProgress: 1.1),
      Transition(startProgress: 0.6, endProgress: 0.5),
      Transition(startProgress: .nan),
    ] {
      #expect(problem(wrong.check) != nil && wrong.progress(at: 0) == nil)
    }
    #expect(problem(Transition(startProgress: 0.5, endProgress: 0.5).check) == nil)
  }

  @Test("Nothing lies outside the square, at any progress, and all ends with the new picture alone")
  func bounds() {
    for kind in Transition.Kind.allCases {
      for side in Transition.Side.allCases {
        let transition = Transition(kind, from: side)
        for step in -10...110 {
          for quad in transition.quads(at: Double(step) / 100) {
            for rect in [quad.source, quad.destination] {
              #expect(rect.min.x >= -1e-12 && rect.min.y >= -1e-12, "\(kind) \(side) \(step)")
              #expect(rect.max.x <= 1 + 1e-12 && rect.max.y <= 1 + 1e-12, "\(kind) \(side) \(step)")
            }
          }
        }
        #expect(transition.quads(at: 0).last?.isOld == true || transition.quads(at: 0).count == 2)
        let whole = Rect(min: .zero, max: Vector(1, 1))
        #expect(
          transition.quads(at: 1).last { !$0.isOld }
            == TransitionQuad(isOld: false, source: whole, destination: whole))
        #expect(!transition.quads(at: 1).contains { $0.isOld && $0.opacity > 0 } || kind == .moveIn)
      }
    }
  }
}
