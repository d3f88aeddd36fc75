import Testing
import TumbleAnimation
import TumbleGeometry
import TumbleTestSupport
@testable import TumbleLooks
@testable import TumblePanels

@Suite("The curves of the animator")
struct AnimatorCurvesViewTests {
  /// Curves with keys at 2, 4 and 6 seconds, in two units.
  private static func curves(selected: Set<Int>) -> InterfaceState {
    var state = AnimatorViewTests.state(AnimatorViewTests.rows, selected: selected)
    state.animator?.rows[1].selected = selected
    func line(_ low: Double, _ high: Double) -> AnimatorCurves.Line {
      AnimatorCurves.Line("", keys: [Keyframe(at: 2, low), Keyframe(at: 4, high), Keyframe(at: 6, low)])
    }
    state.animator?.graphs = [
      AnimatorCurves(animation: "box-x", title: "box.position.x", unit: "pt", lines: [line(0, 100)]),
      AnimatorCurves(animation: "box-o", title: "box.opacity", unit: "", lines: [line(0, 1)]),
    ]
    return state
  }

  /// The place of a time and a value in the curves.
  private static func point(
    _ hand: InterfaceHand, _ bounds: ClosedRange<Double>, _ time: Double, _ value: Double
  )
    -> Vector
  {
    let dock = hand.layout.animator
    let area = Rect(min: Vector(0, dock.min.y + 58), max: Vector(1, dock.max.y - 8))
    return Vector(
      AnimatorViewTests.place(hand, row: 0, at: time).x, ValueScale(bounds: bounds, track: area).y(value))
  }

  @Test("A handle of a line without height is pulled in time, and keeps the height that another line shows")
  func flatHandle() throws {
    var state = AnimatorViewTests.state(AnimatorViewTests.rows)
    let curve = TimingFunction.cubicBezier(try CubicBezier(0.25, 0, 0.75, 0.75))
    let line = { (name: String, end: Double) in
      AnimatorCurves.Line(name, keys: [Keyframe(at: 2, 50), Keyframe(at: 6, end, timing: curve)])
    }
    state.animator?.graphs = [
      AnimatorCurves(
        animation: "box-x", title: "box.position", unit: "pt", lines: [line("x", 50), line("y", 150)])
    ]
    var hand = try InterfaceHand(state)
    let dock = hand.layout.animator
    let area = Rect(min: Vector(0, dock.min.y + 58), max: Vector(1, dock.max.y - 8))
    let y = ValueScale(bounds: 50...150, track: area).y(50)
    let from = Vector(AnimatorViewTests.place(hand, row: 0, at: 5).x, y)
    hand.drag(from: from, to: Vector(AnimatorViewTests.place(hand, row: 0, at: 4).x, y - 10))
    guard case .animator(.bend(AnimatorKey("box-x", 1), let first, let second, 1, nil))? = hand.taken().last
    else {
      return #expect(Bool(false), "no handle was pulled")
    }
    #expect(first == Vector(0.25, 0))
    #expect(abs(second.x - 0.5) < 0.01 && second.y == 0.75, "\(second)")
  }

  @Test("Values so large that lines fall together are drawn all the same")
  func hugeValues() throws {
    var state = AnimatorViewTests.state(AnimatorViewTests.rows)
    let line = AnimatorCurves.Line("", keys: [Keyframe(at: 2, 1e17), Keyframe(at: 6, 1e17)])
    state.animator?.graphs = [
      AnimatorCurves(animation: "box-x", title: "motor.maxForce", unit: "N", lines: [line])
    ]
    let hand = try InterfaceHand(state)
    #expect(hand.interface.drawnBounds.count > 0)
  }

  @Test("A curve passes through every key, holds without a slope, and is at any time where its track is")
  func curvesAsPlayed() throws {
    for seed in Seeds.list(default: 40) {
      var random = SeededGenerator(seed: seed)
      let curves: [TimingFunction] = [
        .linear, .hold, .easeInOut, .steps(try Steps(4, .both)), .easing(Easing(.elastic, .out)),
        .cubicBezier(try CubicBezier(1.0 / 3, -40, 2.0 / 3, 7)),
      ]
      let count = random.pick([1, 2, 3, 60, 500, 9000])
      let keys = (0..<count).map { place in
        Keyframe(
          at: 0.5 + Double(place) + random.double(in: 0...0.9), random.double(in: -200...200),
          timing: random.pick(curves))
      }
      let line = AnimatorCurves.Line("x", keys: keys)
      let places = Set(line.points)
      #expect(keys.allSatisfy { places.contains(Vector($0.time, $0.value)) }, "seed \(seed)")
      #expect(line.points.count <= 6000 + 9 * count, "seed \(seed)")
      #expect(zip(line.points, line.points.dropFirst()).allSatisfy { $0.x <= $1.x }, "seed \(seed)")
      guard let first = keys.first, let last = keys.last, count > 1 else { continue }
      for (from, to) in zip(keys, keys.dropFirst()) where to.timing == .hold {
        let between = line.points.filter { $0.x > from.time && $0.x < to.time }
        #expect(between.allSatisfy { $0.y == from.value }, "seed \(seed)")
        #expect(places.contains(Vector(to.time, from.value)), "seed \(seed): it ends with a step")
      }
      let whole = keys.map { Keyframe(at: $0.time - first.time, $0.value, timing: $0.timing) }
      let track = try KeyframeTrack(KeyframeAnimation(whole))
      for _ in 0..<60 {
        let time = random.double(in: first.time...last.time)
        // A hair beside a step either value is right.
        guard keys.allSatisfy({ abs($0.time - time) > 1e-9 }), let value = line.value(at: time) else {
          continue
        }
        let played = track.value(at: (time - first.time) / (last.time - first.time))
        #expect(abs(value - played) < 1e-6 * max(abs(played), 1), "seed \(seed), \(time) s")
      }
      #expect(line.value(at: first.time - 0.01) == nil && line.value(at: last.time + 0.01) == nil)
    }
  }

  @Test("Several selected keys of a curve go along with one that is dragged, in time and in value")
  func shiftKeys() throws {
    var hand = try InterfaceHand(Self.curves(selected: [1, 2]))
    let from = Self.point(hand, 0...100, 4, 100)
    hand.drag(from: from, to: Self.point(hand, 0...100, 5, 50))
    guard case .animator(.shiftKeys(let way, 0, let value))? = hand.taken().last else {
      return #expect(Bool(false), "nothing was moved")
    }
    #expect(abs(way - 1) < 0.03, "\(way)")
    #expect(abs(value + 50) < 2, "\(value)")
  }

  @Test("With Control the values of several selected keys are drawn apart about the curve at the playhead")
  func scaleValues() throws {
    var state = Self.curves(selected: [1, 2])
    state.animator?.time = 3
    var hand = try InterfaceHand(state)
    let from = Self.point(hand, 0...100, 4, 100)
    hand.frames(1, [.modifiers(control: true, shift: false, alt: false)])
    hand.drag(from: from, to: Self.point(hand, 0...100, 4, 75))
    guard case .animator(.scaleValues(0, let factor, 50))? = hand.taken().last else {
      return #expect(Bool(false), "nothing was scaled")
    }
    #expect(abs(factor - 0.5) < 0.05, "\(factor)")
  }

  @Test("In one height a curve of another unit has keys as far apart as the first")
  func oneHeight() throws {
    var state = Self.curves(selected: [])
    state.animator?.isLevelled = true
    var hand = try InterfaceHand(state)
    // The second curve lies over the first one then: its key is found where the first's is.
    hand.drag(from: Self.point(hand, 0...1, 4, 1), to: Self.point(hand, 0...1, 4, 0.5))
    guard case .animator(.setKey(let key, 0, _, let value))? = hand.taken().last else {
      return #expect(Bool(false), "no key was there")
    }
    #expect(abs(value - (key.animation == "box-o" ? 0.5 : 50)) < (key.animation == "box-o" ? 0.03 : 3))
  }

  @Test("The time and the values of selected keys are typed")
  func typedNumbers() throws {
    var state = Self.curves(selected: [1])
    state.animator?.numbers = AnimatorState.KeyNumbers(time: 4, numbers: [.init("", 100)], unit: "pt")
    var hand = try InterfaceHand(state)
    let dock = hand.layout.animator
    hand.click(Vector(dock.min.x + 120, dock.max.y - 15))
    hand.frames(4)
    hand.type("42")
    hand.press(.enter)
    hand.frames(3)
    let actions = hand.taken()
    #expect(actions.contains(.edit(path: "animator.key.0", .typed("42"))), "\(actions)")
  }

  @Test("What is pulled is shown as it would be before it is let go, once for each place of the mouse")
  func preview() throws {
    var hand = try InterfaceHand(Self.curves(selected: [1]))
    let (from, to) = (Self.point(hand, 0...100, 4, 100), Self.point(hand, 0...100, 5, 50))
    hand.move(from)
    hand.press()
    hand.move(to)
    hand.frames(5)
    let previews = hand.taken()
    guard case .animator(.preview(.setKey(AnimatorKey("box-x", 1), 0, let time, let value)))? = previews.last
    else {
      return #expect(Bool(false), "\(previews)")
    }
    #expect(abs(time - 5) < 0.03 && abs(value - 50) < 2)
    #expect(previews.count == 1)
    hand.release()
    #expect(hand.taken() == [.animator(.setKey(AnimatorKey("box-x", 1), number: 0, at: time, to: value))])
  }

  @Test("A box in the curves selects the keys of all of them that lie in it, and a click beside them none")
  func box() throws {
    var hand = try InterfaceHand(Self.curves(selected: []))
    hand.drag(
      from: Self.point(hand, 0...100, 3.2, 112), to: Self.point(hand, 0...100, 6.5, -6), steps: 8)
    #expect(
      hand.taken().last
        == .animator(
          .select(
            [
              AnimatorKey("box-x", 1), AnimatorKey("box-x", 2), AnimatorKey("box-o", 1),
              AnimatorKey("box-o", 2),
            ], isAdding: false)))
    hand.click(Self.point(hand, 0...100, 8, 50))
    #expect(hand.taken() == [.animator(.select([], isAdding: false))])
  }

  @Test("Values that are in view are as high as the curves, and the wheel with Control and Shift zooms them")
  func values() throws {
    var state = Self.curves(selected: [])
    state.animator?.values = 50...110
    var hand = try InterfaceHand(state)
    hand.drag(from: Self.point(hand, 50...110, 4, 100), to: Self.point(hand, 50...110, 4, 70))
    guard case .animator(.setKey(AnimatorKey("box-x", 1), 0, _, let value))? = hand.taken().last else {
      return #expect(Bool(false), "no key was there")
    }
    #expect(abs(value - 70) < 1, "\(value)")
    hand.move(Self.point(hand, 50...110, 7, 80))
    hand.frames(1, [.modifiers(control: true, shift: true, alt: false)])
    guard case .animator(.zoomValues(let factor, let middle))? = hand.turnWheel(Vector(0, 1)) else {
      return #expect(Bool(false), "nothing was zoomed")
    }
    #expect(factor < 1)
    #expect(abs(middle - 80) < 1, "\(middle)")
  }
}
