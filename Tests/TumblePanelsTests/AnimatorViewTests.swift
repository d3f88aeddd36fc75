import Testing
import TumbleAnimation
import TumbleDrawing
import TumbleGeometry
import TumbleRendering
import TumbleTestSupport
@testable import TumbleLooks
@testable import TumblePanels

@Suite("The rows of the animator")
struct AnimatorViewTests {
  static func state(_ rows: [AnimatorState.Row], selected: Set<Int> = []) -> InterfaceState {
    var state = InterfaceState()
    state.timeline = TimelineState(rate: 100, newest: 400)
    state.animator = AnimatorState(
      rows: rows, time: 1, present: 4, rate: 100, range: 0...10)
    return state
  }

  static let rows = [
    AnimatorState.Row("box"),
    AnimatorState.Row(
      animation: "box-x", "position.x", depth: 1, begin: 2, end: 6, keys: [2, 4, 6]),
  ]

  /// The place of a time in a row.
  static func place(_ hand: InterfaceHand, row: Int, at time: Double) -> Vector {
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

  @Test("A right click opens the menu of the key that it is on, else that of the row, and moves nothing")
  func menus() throws {
    var hand = try InterfaceHand(Self.state(Self.rows))
    let key = Self.place(hand, row: 1, at: 4)
    hand.clickRight(key)
    #expect(hand.taken() == [.animator(.openKeyMenu(AnimatorKey("box-x", 1)))])
    for (away, isOver) in [(7.0, true), (8, false)] {
      hand.clickRight(key + Vector(away, 0))
      let menu = isOver ? AnimatorAction.openKeyMenu(AnimatorKey("box-x", 1)) : .openMenu(animation: "box-x")
      #expect(hand.taken() == [.animator(menu)], "\(away) points beside the key")
    }
    // On the bar, behind its end, and on the name.
    for place in [Self.place(hand, row: 1, at: 3), Self.place(hand, row: 1, at: 9), Vector(30, key.y)] {
      hand.clickRight(place)
      #expect(hand.taken() == [.animator(.openMenu(animation: "box-x"))], "\(place)")
    }
    // An object's heading has no menu, and below the rows there is none.
    hand.clickRight(Self.place(hand, row: 0, at: 3))
    hand.clickRight(Self.place(hand, row: Self.rows.count, at: 3))
    #expect(hand.taken() == [])
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
    guard case .animator(.zoom(let factor, let time))? = hand.turnWheel(Vector(0, 1)) else {
      return #expect(Bool(false), "nothing was zoomed")
    }
    #expect(factor < 1)
    #expect(abs(time - 4) < 0.05, "\(time)")
    hand.move(Self.place(hand, row: 1, at: 5))
    guard case .animator(.pan(let way))? = hand.turnWheel(Vector(-1, 0)) else {
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

  @Test("A box is begun below the rows, on a heading, and with Alt or Shift on a bar, and selects alike")
  func boxBegins() throws {
    let wanted = [AnimatorKey("box-x", 1), AnimatorKey("box-x", 2)]
    for (row, time, isAlt, isShift) in [
      (3.0, 8.0, false, false), (0, 8, false, false), (1, 3.5, true, false), (1, 3.5, false, true),
    ] {
      var hand = try InterfaceHand(Self.state(Self.rows))
      hand.frames(1, [.modifiers(control: false, shift: isShift, alt: isAlt)])
      let from = Self.place(hand, row: 0, at: time) + Vector(0, row * AnimatorView.rowHeight + 9)
      let end = Self.place(hand, row: 1, at: time == 8 ? 3.5 : 8) - Vector(0, row == 0 ? -8 : 8)
      hand.drag(from: from, to: end)
      #expect(
        hand.taken().last == .animator(.select(wanted, isAdding: isShift)), "from row \(row), \(time) s")
    }
    // A click where nothing is selects none.
    var hand = try InterfaceHand(Self.state(Self.rows))
    hand.click(Self.place(hand, row: 4, at: 3))
    #expect(hand.taken() == [.animator(.select([], isAdding: false))])
  }

  @Test("Shift-drag on the ruler marks a stretch in whole steps, a click with Shift takes it away")
  func stretch() throws {
    var hand = try InterfaceHand(Self.state(Self.rows))
    let y = hand.layout.animator.min.y + 40
    hand.frames(1, [.modifiers(control: false, shift: true, alt: false)])
    hand.drag(
      from: Vector(Self.place(hand, row: 0, at: 3).x, y), to: Vector(Self.place(hand, row: 0, at: 1).x, y))
    let actions = hand.taken()
    guard case .animator(.markStretch(let stretch?))? = actions.first, actions.count == 1 else {
      return #expect(Bool(false), "\(actions)")
    }
    #expect(abs(stretch.lowerBound - 1) < 0.03 && abs(stretch.upperBound - 3) < 0.03, "\(stretch)")
    #expect(abs(stretch.upperBound * 100 - (stretch.upperBound * 100).rounded()) < 1e-9)
    hand.click(Vector(Self.place(hand, row: 0, at: 2).x, y))
    #expect(hand.taken() == [.animator(.markStretch(nil))])
  }

  @Test("The tolerances of an offer are typed at the left end of the ruler", arguments: [480, 1000])
  func tolerance(width: Int) throws {
    var state = Self.state(Self.rows)
    state.animator?.offer = "box: 9 keys in place of 300 values"
    var hand = try InterfaceHand(state, size: PixelSize(width, 700))
    let dock = hand.layout.animator
    for (x, path) in [(75.0, "animator.offer.places"), (140, "animator.offer.angles")] {
      hand.click(dock.min + Vector(x, 40))
      hand.frames(4)
      hand.type("1")
      hand.press(.enter)
      hand.frames(3)
      #expect(hand.taken().contains(.edit(path: path, .typed("1"))), "\(path)")
    }
  }

  @Test("A key that is dragged snaps to what a trigger did, by its name, and to the marks of a layer's time")
  func snapToOthers() throws {
    var state = Self.state(Self.rows)
    state.animator?.rows[1].selected = [1]
    state.animator?.marks = [AnimatorState.Mark(4.637, "when-1")]
    // Its own time is 3 at the present, 4, and two of the world's seconds are one of its own.
    state.animator?.layers = [AnimatorState.Layer("slow", speed: 0.5, time: 3.3)]
    state.animator?.rulerLayer = 0
    for (goal, mouse) in [(4.637, 4.66), (7.4, 7.43)] {
      var hand = try InterfaceHand(state)
      hand.drag(from: Self.place(hand, row: 1, at: 4), to: Self.place(hand, row: 1, at: mouse))
      guard case .animator(.moveKeys(let way))? = hand.taken().last else {
        return #expect(Bool(false), "nothing was moved to \(goal)")
      }
      #expect(abs(4 + way - goal) < 1e-9, "\(goal): \(4 + way)")
    }
  }

  @Test("The ruler counts the time that is chosen at its left end")
  func clocks() throws {
    var state = Self.state(Self.rows)
    state.animator?.layers = [AnimatorState.Layer("slow", speed: 0.5, time: 3)]
    state.animator?.clocks = ["time of the world", "time of slow"]
    // The list has two lines; each is clicked somewhere in a window of its own.
    var found: [PanelAction] = []
    for y in [12.0, 24, 36, 44] {
      var hand = try InterfaceHand(state)
      hand.click(hand.layout.animator.min + Vector(60, 40))
      hand.frames(4)
      let list = try #require(hand.interface.drawnBounds.last)
      guard y < list.height else { continue }
      hand.click(list.min + Vector(20, y))
      hand.frames(3)
      found += hand.taken()
    }
    #expect(Set(found) == [.animator(.countTime(ofLayer: 0))])
  }

  @Test("Behind a bar it says whether the value is held, where there is room")
  func nameOfHold() throws {
    /// The pixels behind a bar that are not those of an empty row.
    func differing(_ change: (inout AnimatorState.Row) -> Void) throws -> Int {
      let size = PixelSize(1000, 700)
      var rows = Self.rows
      change(&rows[1])
      func picture(_ rows: [AnimatorState.Row]) throws -> Bitmap {
        let hand = try InterfaceHand(Self.state(rows), size: size)
        let target = try RenderTarget(size)
        try hand.interface.draw(on: target)
        return try target.bitmap()
      }
      let (shown, empty) = (try picture(rows), try picture([Self.rows[0]]))
      let hand = try InterfaceHand(Self.state(rows), size: size)
      let left = Self.place(hand, row: 1, at: rows[1].end) + Vector(8, 0)
      return (Int(left.x)..<min(Int(left.x) + 44, size.width)).reduce(0) { sum, x in
        sum + (Int(left.y) - 10..<Int(left.y) + 10).filter { shown[x, $0] != empty[x, $0] }.count
      }
    }
    #expect(try differing { _ in } > 30, "lets go")
    #expect(try differing { $0.fillsAfter = true } > 30, "holds")
    #expect(
      try differing {
        $0.keys = nil; $0.end = 9.9; $0.lastEnd = 9.9
      } < 20, "no room")
  }
}
