import Testing
import TumbleAnimation
import TumbleGeometry
import TumbleTestSupport
@testable import TumbleLooks
@testable import TumblePanels

@Suite("The rows of the animator")
struct AnimatorViewTests {
  private static func state(_ rows: [AnimatorState.Row], selected: Set<Int> = []) -> InterfaceState {
    var state = InterfaceState()
    state.timeline = TimelineState(rate: 100, newest: 400)
    state.animator = AnimatorState(
      rows: rows, time: 1, present: 4, rate: 100, range: 0...10)
    return state
  }

  private static let rows = [
    AnimatorState.Row("box"),
    AnimatorState.Row(
      animation: "box-x", "position.x", depth: 1, begin: 2, end: 6, keys: [2, 4, 6]),
  ]

  /// The place of a time in a row.
  private static func place(_ hand: InterfaceHand, row: Int, at time: Double) -> Vector {
    let dock = hand.layout.animator
    let labels = min(172, dock.width * 0.36)
    let track = Rect(
      min: Vector(dock.min.x + labels + 10, dock.min.y + 30), max: Vector(dock.max.x - 10, dock.min.y + 50))
    let y = dock.min.y + 50 + (Double(row) + 0.5) * AnimatorView.rowHeight
    return Vector(track.min.x + track.width * time / 10, y)
  }

  @Test("A key that is dragged is selected and moved by whole steps, once it is let go")
  func dragKey() throws {
    var hand = try InterfaceHand(Self.state(Self.rows))
    let (from, to) = (Self.place(hand, row: 1, at: 4), Self.place(hand, row: 1, at: 5))
    hand.move(from)
    hand.press()
    #expect(hand.taken() == [.animator(.select([AnimatorKey("box-x", 1)], isAdding: false))])
    hand.state.animator?.rows[1].selected = [1]
    for part in 1...4 { hand.move(from.interpolated(to: to, by: Double(part) / 4)) }
    #expect(hand.taken().isEmpty, "nothing is edited while it is held")
    hand.release()
    let actions = hand.taken()
    guard case .animator(.moveKeys(let way))? = actions.last else {
      return #expect(Bool(false), "\(actions)")
    }
    #expect(abs(way - 1) < 0.03, "\(way)")
    #expect(abs(way * 100 - (way * 100).rounded()) < 1e-9, "whole steps")
  }

  @Test(
    "A key that is dragged snaps to a contact, another key, the playhead and a mark of the ruler",
    arguments: [(4.637, "contact"), (5.305, "key"), (1.25, "playhead"), (7.0, "mark")])
  func snap(_ goal: Double, _ name: String) throws {
    var state = Self.state(
      Self.rows + [AnimatorState.Row(animation: "box-y", "position.y", end: 6, keys: [0, 5.305])])
    state.animator?.contacts = [4.637]
    state.animator?.time = 1.25
    state.animator?.rows[1].selected = [1]
    var hand = try InterfaceHand(state)
    let (from, to) = (Self.place(hand, row: 1, at: 4), Self.place(hand, row: 1, at: goal + 0.034))
    hand.drag(from: from, to: to)
    guard case .animator(.moveKeys(let way))? = hand.taken().last else {
      return #expect(Bool(false), "\(name): nothing was moved")
    }
    #expect(abs(4 + way - goal) < 1e-9, "\(name): \(4 + way)")
    // Shift, once the key is held, keeps to steps.
    hand.move(from)
    hand.press()
    hand.frames(1, [.modifiers(control: false, shift: true, alt: false)])
    hand.move(to)
    hand.release()
    guard case .animator(.moveKeys(let plain))? = hand.taken().last else {
      return #expect(Bool(false), "\(name): nothing was moved with Shift")
    }
    #expect(abs(4 + plain - goal) > 0.015, "\(name): \(4 + plain)")
    #expect(abs(plain * 100 - (plain * 100).rounded()) < 1e-9, "whole steps")
  }

  @Test("With Control the selected keys are drawn apart about the playhead, in whole steps")
  func scaleKeys() throws {
    var hand = try InterfaceHand(Self.state(Self.rows))
    hand.state.animator?.rows[1].selected = [1, 2]
    hand.frames(1, [.modifiers(control: true, shift: false, alt: false)])
    hand.drag(from: Self.place(hand, row: 1, at: 4), to: Self.place(hand, row: 1, at: 5.5))
    guard case .animator(.scaleKeys(let factor, 1))? = hand.taken().last else {
      return #expect(Bool(false), "the keys were not scaled")
    }
    #expect(abs(factor - 1.5) < 0.02, "from 3 seconds behind the playhead to 4.5")
    let end = (1 + 3 * factor) * 100
    #expect(abs(end - end.rounded()) < 1e-9, "whole steps")
  }

  @Test("A bar is dragged, and pulled at its end")
  func dragBar() throws {
    var hand = try InterfaceHand(Self.state(Self.rows))
    hand.drag(from: Self.place(hand, row: 1, at: 3), to: Self.place(hand, row: 1, at: 4))
    guard case .animator(.place("box-x", let begin, let end))? = hand.taken().last else {
      return #expect(Bool(false), "the bar was not moved")
    }
    #expect(abs(begin - 3) < 0.03 && abs(end - 7) < 0.03, "\(begin), \(end)")
    // Beside the key at the end, which lies over the bar's edge.
    let edge = Self.place(hand, row: 1, at: 6) + Vector(2.5, 0)
    hand.state.animator?.rows[1].keys = nil
    hand.frames(3)
    hand.drag(from: edge, to: edge + Vector(60, 0))
    guard case .animator(.place("box-x", 2, let longer))? = hand.taken().last else {
      return #expect(Bool(false), "the end was not pulled")
    }
    #expect(longer > 6.3)
  }

  @Test("The buttons beside a row's name open its menu and hold its last value")
  func rowButtons() throws {
    var hand = try InterfaceHand(Self.state(Self.rows))
    let (dock, y) = (hand.layout.animator, Self.place(hand, row: 1, at: 0).y)
    let end = dock.min.x + min(172, dock.width * 0.36)
    hand.click(Vector(end - 36, y))
    #expect(hand.taken() == [.animator(.openMenu(animation: "box-x"))])
    hand.click(Vector(end - 16, y))
    #expect(hand.taken() == [.animator(.hold(animation: "box-x", true))])
  }

  @Test("A box selects the keys in it, and a click on a label chooses the row")
  func boxAndLabel() throws {
    var hand = try InterfaceHand(Self.state(Self.rows))
    let corner = Self.place(hand, row: 1, at: 8) + Vector(0, 4)
    hand.drag(from: corner, to: Self.place(hand, row: 1, at: 3.5) - Vector(0, 6))
    #expect(
      hand.taken().last
        == .animator(.select([AnimatorKey("box-x", 1), AnimatorKey("box-x", 2)], isAdding: false)))
    let dock = hand.layout.animator
    hand.click(Vector(dock.min.x + 40, Self.place(hand, row: 1, at: 0).y))
    #expect(hand.taken().last == .animator(.choose(row: 1)))
  }

  @Test("A handle of a line without height is pulled in time, and keeps the height that another line shows")
  func flatHandle() throws {
    var state = Self.state(Self.rows)
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
    let from = Vector(Self.place(hand, row: 0, at: 5).x, y)
    hand.drag(from: from, to: Vector(Self.place(hand, row: 0, at: 4).x, y - 10))
    guard case .animator(.bend(AnimatorKey("box-x", 1), let first, let second, 1, nil))? = hand.taken().last
    else {
      return #expect(Bool(false), "no handle was pulled")
    }
    #expect(first == Vector(0.25, 0))
    #expect(abs(second.x - 0.5) < 0.01 && second.y == 0.75, "\(second)")
  }

  @Test(
    "In a small window the tools that have no room are in a list, in which only what can be used does anything"
  )
  func toolsInSmallWindow() throws {
    var found: [[AnimatorAction]] = []
    for selected in [[1], []] as [Set<Int>] {
      var state = Self.state(Self.rows)
      state.animator?.rows[1].selected = selected
      let line = AnimatorCurves.Line("", keys: [Keyframe(at: 2, 0), Keyframe(at: 6, 9)])
      state.animator?.graphs = [
        AnimatorCurves(animation: "box-x", title: "box.x", unit: "pt", lines: [line])
      ]
      var hand = try InterfaceHand(state, size: PixelSize(480, 360))
      let list = hand.layout.animator.min + Vector(333, 15)
      hand.click(list)
      hand.frames(4)
      let opened = try #require(hand.interface.drawnBounds.last)
      for y in stride(from: opened.min.y + 2, to: opened.max.y, by: 6) {
        hand.click(Vector(opened.min.x + 20, y))
        hand.frames(3)
        hand.click(list)
        hand.frames(4)
      }
      found.append(hand.taken().compactMap { if case .animator(let action) = $0 { action } else { nil } })
    }
    for tool in [AnimatorAction.smooth, .flatten, .level(true)] { #expect(found[0].contains(tool)) }
    #expect(found[1].contains(.level(true)) && !found[1].contains(.smooth) && !found[1].contains(.flatten))
  }

  @Test("Values so large that lines fall together are drawn all the same")
  func hugeValues() throws {
    var state = Self.state(Self.rows)
    let line = AnimatorCurves.Line("", keys: [Keyframe(at: 2, 1e17), Keyframe(at: 6, 1e17)])
    state.animator?.graphs = [
      AnimatorCurves(animation: "box-x", title: "motor.maxForce", unit: "N", lines: [line])
    ]
    let hand = try InterfaceHand(state)
    #expect(hand.interface.drawnBounds.count > 0)
  }

  @Test("The ruler leads to a moment of the past, and beyond the present to what animations will say")
  func ruler() throws {
    var hand = try InterfaceHand(Self.state(Self.rows))
    let y = hand.layout.animator.min.y + 40
    hand.click(Vector(Self.place(hand, row: 0, at: 2).x, y))
    guard case .timeline(.scrub(let step))? = hand.taken().last else {
      return #expect(Bool(false), "no step is shown")
    }
    #expect(abs(step - 200) <= 3)
    hand.click(Vector(Self.place(hand, row: 0, at: 9).x, y))
    guard case .animator(.showFuture(let future?))? = hand.taken().last else {
      return #expect(Bool(false), "no future is shown")
    }
    #expect(abs(future - 900) <= 3)
  }

  @Test("With auto key the world is run on to the future at which the ruler is let go")
  func rulerWithAutoKey() throws {
    for hasAutoKey in [false, true] {
      var state = Self.state(Self.rows)
      state.animator?.hasAutoKey = hasAutoKey
      var hand = try InterfaceHand(state)
      let y = hand.layout.animator.min.y + 40
      hand.click(Vector(Self.place(hand, row: 0, at: 9).x, y))
      hand.frames()
      let isRunOn = hand.taken().contains { action in
        if case .chooseMenuItem("simulate-to-here") = action { true } else { false }
      }
      #expect(isRunOn == hasAutoKey)
    }
  }

  @Test("Ten thousand keys in three hundred rows cost what the rows in sight cost")
  func manyRows() throws {
    func shapes(_ count: Int) throws -> Int {
      let rows = (0..<count).map { index in
        AnimatorState.Row(
          animation: "a\(index)", "angle", depth: 1, begin: 0, end: 9,
          keys: (0..<33).map { Double($0) * 0.27 })
      }
      let hand = try InterfaceHand(Self.state(rows))
      return hand.interface.drawnBounds.count
    }
    #expect(try shapes(300) == shapes(20))
  }

  @Test("It lies within the window whatever the size", arguments: [(480, 360), (1000, 700), (3840, 2160)])
  func sizes(width: Int, height: Int) throws {
    let hand = try InterfaceHand(Self.state(Self.rows), size: PixelSize(width, height))
    let dock = hand.layout.animator
    #expect(dock.height >= 100)
    #expect(dock.max.y <= Double(height))
    #expect(hand.layout.stage.height > 60)
  }

  /// Curves with keys at 2, 4 and 6 seconds, in two units.
  private static func curves(selected: Set<Int>) -> InterfaceState {
    var state = state(rows, selected: selected)
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
    return Vector(place(hand, row: 0, at: time).x, ValueScale(bounds: bounds, track: area).y(value))
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
        guard keys.allSatisfy({ abs($0.time - time) > 1e-9 }), let value = line.value(at: time) else { continue }
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

  @Test("A heading is folded by its arrow, and chosen by its name")
  func fold() throws {
    var state = Self.state(Self.rows)
    state.animator?.rows[0].isFolded = false
    var hand = try InterfaceHand(state)
    let row = Self.place(hand, row: 0, at: 0).y
    hand.click(Vector(hand.layout.animator.min.x + 14, row))
    #expect(hand.taken() == [.animator(.fold(row: 0))])
    hand.click(Vector(hand.layout.animator.min.x + 60, row))
    #expect(hand.taken() == [.animator(.choose(row: 0))])
  }

  @Test("The wheel shows more or fewer seconds over the ruler, and with Shift later ones")
  func wheel() throws {
    var hand = try InterfaceHand(Self.state(Self.rows))
    let ruler = Vector(Self.place(hand, row: 0, at: 4).x, hand.layout.animator.min.y + 40)
    hand.move(ruler)
    hand.frames(1, [.wheel(Vector(0, 1))])
    hand.frames(2)
    guard case .animator(.zoom(let factor, let time))? = hand.taken().last else {
      return #expect(Bool(false), "nothing was zoomed")
    }
    #expect(factor < 1)
    #expect(abs(time - 4) < 0.05, "\(time)")
    hand.move(Self.place(hand, row: 1, at: 5))
    hand.frames(1, [.wheel(Vector(-1, 0))])
    hand.frames(2)
    guard case .animator(.pan(let way))? = hand.taken().last else {
      return #expect(Bool(false), "nothing went along")
    }
    #expect(way > 0)
  }

  @Test("A layer's row stops it, and its ruler is pulled along to scrub, which is one gesture")
  func layer() throws {
    var state = Self.state(Self.rows)
    var row = AnimatorState.Row("layer slow")
    (row.layer, row.isFolded) = (0, false)
    state.animator?.rows.append(row)
    state.animator?.layers = [AnimatorState.Layer("slow", speed: 0.5, time: 2)]
    var hand = try InterfaceHand(state)
    let (dock, y) = (hand.layout.animator, Self.place(hand, row: 2, at: 0).y)
    hand.click(Vector(dock.min.x + min(172, dock.width * 0.36) - 16, y))
    #expect(hand.taken() == [.animationLayer(name: "slow", .pause(true))])
    hand.drag(
      from: Vector(Self.place(hand, row: 2, at: 4).x, y), to: Vector(Self.place(hand, row: 2, at: 2).x, y))
    let actions = hand.taken()
    #expect(actions.first == .beginEdit(path: "layers.slow.time"))
    #expect(actions.last == .endEdit(path: "layers.slow.time"))
    guard case .animationLayer("slow", .scrub(let time))? = actions.dropLast().last else {
      return #expect(Bool(false), "\(actions)")
    }
    #expect(abs(time - 3) < 0.03, "two of its world's seconds are one of its own: \(time)")
  }
}
