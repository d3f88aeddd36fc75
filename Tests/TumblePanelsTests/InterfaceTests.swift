import Testing
import TumbleGeometry
@testable import TumbleInput
@testable import TumbleLooks
@testable import TumblePanels

/// The tests that draw, one after the other.
@Suite("The panels", .serialized)
struct PanelsTests {}

extension PanelsTests {
  /// A column with one part, so that its rows lie where `InterfaceHand.row` says.
  private func hand(_ rows: PropertyRow...) throws -> InterfaceHand {
    var state = InterfaceState()
    state.inspector = InspectorState(title: "crate1", groups: [PropertyGroup("", rows)])
    return try InterfaceHand(state)
  }

  @Test("A click on a tool chooses it, and the mouse is the interface's over panels only")
  func clickTool() throws {
    var state = InterfaceState()
    state.tools = ToolPaletteState()
    var hand = try InterfaceHand(state)
    let corner = hand.layout.tools.min + Vector(4, 4)
    let circle = try #require(Tool.allCases.firstIndex(of: .circle))
    let (size, columns) = (hand.layout.toolSize, hand.layout.toolColumns)
    let place = Vector(Double(circle % columns) + 0.5, Double(circle / columns) + 0.5)
    hand.click(corner + place * size)
    #expect(hand.taken() == [.chooseTool(.circle)])
    #expect(hand.interface.wantsMouse)
    hand.click(Vector(500, 350))
    #expect(hand.taken().isEmpty && !hand.interface.wantsMouse)
    hand.state.tools?.isEnabled = false
    hand.click(corner + Vector(16, 16))
    #expect(hand.taken().isEmpty)
  }

  @Test("Esc closes the menu that is open, and only that: without one it is the stage's")
  func closeMenu() throws {
    var state = InterfaceState()
    state.menus = InterfaceSamples.menus
    var hand = try InterfaceHand(state)
    let within = Vector(60, 50)
    #expect(!hand.interface.closeMenus())
    hand.click(Vector(30, 14))
    hand.move(within)
    #expect(hand.interface.wantsMouse && hand.interface.covers(within))
    #expect(hand.interface.hasMenu, "an open menu has the keys")
    #expect(hand.interface.closeMenus())
    #expect(!hand.interface.hasMenu, "a key right after it is the stage's again")
    hand.frames(3)
    #expect(!hand.interface.covers(within) && !hand.interface.closeMenus())
    #expect(hand.taken().isEmpty)
  }

  @Test(
    "A menu opens at the mouse, gives what is chosen, and closes by that, by Esc and by a press elsewhere")
  func contextMenu() throws {
    var hand = try InterfaceHand(InterfaceState())
    let place = Vector(500, 350)
    hand.move(place)
    let menu = [
      MenuItem("title", "crate1", isEnabled: false), MenuItem("inspector", "Inspector"),
      MenuItem("context-plot", "Plot", items: [MenuItem("context-plot:crate1.y", "y")]),
    ]
    hand.state.contextMenu = ContextMenuState(1, menu)
    hand.frames(4)
    #expect(hand.taken().isEmpty && hand.interface.covers(place + Vector(10, 40)))
    // The second line: the first names what it is about, and does nothing.
    hand.click(place + Vector(30, 12))
    #expect(!hand.taken().contains { if case .chooseMenuItem = $0 { true } else { false } })
    hand.click(place + Vector(30, 32))
    let actions = hand.taken()
    #expect(actions.first == .chooseMenuItem("inspector") && actions.contains(.close(.contextMenu)))
    hand.state.contextMenu = nil
    hand.frames(3)
    #expect(!hand.interface.covers(place + Vector(10, 40)))
    for number in 2...3 {
      hand.state.contextMenu = ContextMenuState(number, menu)
      hand.frames(4)
      _ = hand.taken()
      if number == 2 {
        #expect(hand.interface.closeMenus())
        hand.frames(3)
      } else {
        hand.click(Vector(50, 600))
      }
      #expect(Set(hand.taken()) == [.close(.contextMenu)])
      hand.state.contextMenu = nil
      hand.frames(3)
    }
  }

  @Test("A file's name is typed into its card at once, Enter confirms it, Esc closes the card")
  func nameFile() throws {
    var state = InterfaceState()
    state.naming = NamingState(title: "Save the new scene")
    #expect(state.isModal && state.holdsTime)
    var hand = try InterfaceHand(state)
    hand.frames(4)
    hand.type("swing")
    // In each frame, until the state has it.
    #expect(Set(hand.taken()) == [.typeName("swing")])
    hand.state.naming?.name = "swing"
    // Refused, it is typed on, whether Enter or the button asked.
    for isEnter in [true, false] {
      if isEnter {
        hand.press(.enter)
      } else {
        // The button at the right end, below the field and the line of text.
        let card = hand.interface.drawnBounds.min { $0.width * $0.height < $1.width * $1.height }
        let corner = try #require(card).max * (1 / hand.surface.scale)
        hand.click(corner - Vector(40, 30))
      }
      #expect(hand.taken() == [.confirmName], "\(isEnter)")
      hand.state.naming?.refusal = "swing.yaml already exists"
      hand.frames(4)
      hand.type("2")
      let typed = isEnter ? "swing2" : "swing22"
      #expect(Set(hand.taken()) == [.typeName(typed)], "\(isEnter)")
      hand.state.naming?.name = typed
      hand.state.naming?.refusal = nil
      hand.frames(2)
      _ = hand.taken()
    }
    hand.press(.escape)
    #expect(hand.taken().last == .close(.naming))
    // An error is shown over a world that continues.
    hand.state.error = InterfaceSamples.error
    #expect(hand.state.isModal && !hand.state.holdsTime)
  }

  @Test("The question whether to save lies over an error, and a key that is held does not answer it")
  func heldEnter() throws {
    var hand = try InterfaceHand(InterfaceState())
    hand.frames(1, [.key(.enter, isDown: true)])
    hand.state.error = InterfaceSamples.error
    hand.state.leaving = LeavingState(scene: "My car", detail: "edits of its start")
    #expect(hand.state.holdsTime && hand.state.openCard == .leaving)
    hand.frames(90)
    #expect(hand.taken().isEmpty)
    hand.frames(2, [.key(.enter, isDown: false)])
    hand.press(.enter)
    #expect(hand.taken() == [.leave(saving: true)])
  }

  @Test("The time line has room for a discarded part, which cannot be shown")
  func discardedPart() throws {
    var state = InterfaceState()
    state.timeline = TimelineState(rate: 100, newest: 200, oldest: 0, givenUp: 400)
    var hand = try InterfaceHand(state)
    let bar = hand.layout.timeline
    // Dragging into the discarded part shows the present, the last step that there is.
    hand.drag(from: Vector(bar.min.x + 330, bar.center.y), to: Vector(bar.max.x - 300, bar.center.y))
    let steps = hand.taken().compactMap { action -> Int? in
      guard case .timeline(.scrub(let step)) = action else { return nil }
      return step
    }
    #expect(steps.last == 200 && steps.allSatisfy { (0...200).contains($0) } && steps.contains { $0 < 200 })
  }

  @Test(
    "Where the time line is pressed is the step that it lands on, whatever the press shows and whatever its width",
    arguments: [360, 479, 480, 699, 700, 1099, 1100])
  func steadyLine(width: Int) throws {
    var presses = 0
    for fraction in stride(from: 0.05, through: 0.95, by: 0.08) {
      var state = InterfaceState()
      state.timeline = TimelineState(rate: 100, newest: 1000)
      var hand = try InterfaceHand(state, size: PixelSize(width, 500))
      let bar = hand.layout.timeline
      // Of what lies on the bar the line is what answers a press by a step.
      hand.move(Vector(bar.min.x + bar.width * fraction, bar.center.y))
      hand.press()
      guard case .timeline(.scrub(let pressed))? = hand.taken().first else { continue }
      presses += 1
      // As a session does: the past is shown, and some steps were taken since the panel was made.
      hand.state.timeline?.newest = 1020
      hand.state.timeline?.shown = pressed < 1000 ? pressed : 1020
      hand.frames(4)
      let meanwhile = hand.taken()
      #expect(meanwhile.isEmpty || pressed == 1000, "\(width), \(fraction): \(meanwhile)")
      hand.release()
      let landed = pressed < 1000 ? pressed : 1020
      #expect(hand.taken().last == .timeline(.scrub(step: landed)))
      // Pressed again, in the past now, it lands on the same part of what is there.
      hand.press()
      guard case .timeline(.scrub(let again))? = hand.taken().first, pressed < 1000 else { continue }
      #expect(abs(Double(again) / 1020 - Double(pressed) / 1000) < 0.002)
    }
    // A narrow line lies between two of these places.
    #expect(presses >= 1)
  }

  @Test(
    "The time line's buttons of the past lie beside the line, and answer", arguments: [360, 640, 1000, 1200])
  func buttonsOfThePast(width: Int) throws {
    var state = InterfaceState()
    state.timeline = TimelineState(rate: 100, newest: 1000, shown: 400)
    var hand = try InterfaceHand(state, size: PixelSize(width, 500))
    let bar = hand.layout.timeline
    var found: [PanelAction] = []
    for x in stride(from: bar.max.x - 4, to: bar.center.x, by: -9) {
      hand.click(Vector(x, bar.center.y))
      found += hand.taken()
    }
    #expect(found.contains(.timeline(.leavePast)))
    #expect(found.contains(.timeline(.resume(step: 400))))
  }

  @Test(
    "The marks of what is exported are pulled on the time line, each by its own end, while the world goes on",
    arguments: [480, 1000])
  func exportedMarks(width: Int) throws {
    var state = InterfaceState()
    state.timeline = TimelineState(rate: 100, newest: 1000, shown: 500)
    state.timeline?.exported = 0...1000
    var hand = try InterfaceHand(state, size: PixelSize(width, 500))
    let bar = hand.layout.timeline
    // Below the track the marks alone answer; where they are is found by pressing.
    func ends(_ y: Double) -> [(x: Double, isEnd: Bool)] {
      stride(from: bar.min.x, to: bar.max.x, by: 3).compactMap { x in
        hand.move(Vector(x, y))
        hand.press()
        hand.move(Vector(x + 1, y))
        defer { hand.release() }
        let marks = hand.taken().compactMap { action -> Bool? in
          guard case .timeline(.mark(_, let isEnd)) = action else { return nil }
          return isEnd
        }
        return marks.first.map { (x, $0) }
      }
    }
    let found = ends(bar.center.y + 10)
    #expect(Set(found.map(\.isEnd)) == [false, true])
    let begin = try #require(found.first { !$0.isEnd })
    let end = try #require(found.last { $0.isEnd })
    let middle = (begin.x + end.x) / 2
    for (mark, isEnd) in [(begin, false), (end, true)] {
      hand.move(Vector(mark.x + (isEnd ? -2 : 2), bar.center.y + 10))
      hand.press()
      _ = hand.taken()
      // Steps that are taken meanwhile do not move what is held.
      hand.state.timeline?.newest = 1100
      hand.move(Vector(middle, bar.center.y))
      hand.frames(3)
      hand.release()
      let marks = hand.taken()
      guard case .timeline(.mark(let step, isEnd))? = marks.last else {
        Issue.record("\(marks)")
        continue
      }
      #expect(abs(step - 500) < 30, "\(step)")
      hand.state.timeline?.newest = 1000
      hand.frames(2)
    }
  }

  @Test("The time line tells how many minutes of a scene the history has room for")
  func roomForThePast() {
    // A thousand bytes for each step, of 120 in a second.
    var state = TimelineState(rate: 120, newest: 600, memory: 600_000, budget: 216_000_000, moments: 600)
    #expect(state.minutesOfRoom == 30)
    // Thinned out: what is kept spans more than the budget would hold of every step.
    (state.newest, state.memory, state.moments) = (1_000_000, 216_000_000, 216_000)
    #expect(state.minutesOfRoom == 30)
    // After less than a second it cannot be told.
    (state.newest, state.memory, state.moments) = (10, 10_000, 10)
    #expect(state.minutesOfRoom == nil)
    #expect(TimelineView.minutes(30) == "30 min" && TimelineView.minutes(0.7) == "42 s")
  }

  @Test("What is pulled and let go of between two frames is let go of where the mouse is")
  func quickRelease() throws {
    var hand = try hand(PropertyRow("a", "Friction", .slider(0, range: 0...1)))
    hand.state.timeline = TimelineState(rate: 120, newest: 1000)
    hand.frames(4)
    let bar = hand.layout.timeline
    func pull(_ start: Vector, _ end: Vector) -> [PanelAction] {
      hand.move(start)
      hand.press()
      _ = hand.taken()
      hand.frames(4, [.move(end), .button(.left, isDown: false)])
      return hand.taken()
    }
    #expect(
      pull(Vector(600, bar.center.y), Vector(10, bar.center.y))
        == [.timeline(.scrub(step: 0)), .timeline(.scrub(step: 0))])
    let track = hand.row(0).min.x + hand.row(0).width * 0.36
    #expect(
      pull(Vector(track + 30, hand.row(0).center.y), Vector(3000, hand.row(0).center.y))
        == [.edit(path: "a", .number(1)), .endEdit(path: "a")])
  }

  @Test("A button that goes down and up between two frames is a click all the same")
  func quickClick() throws {
    var state = InterfaceState()
    state.tools = ToolPaletteState()
    var hand = try InterfaceHand(state)
    // The first of the second row.
    let tool = Tool.allCases[hand.layout.toolColumns]
    let place = hand.layout.tools.min + Vector(20, 4 + 1.5 * hand.layout.toolSize)
    hand.frames(6, [.move(place), .button(.left, isDown: true), .button(.left, isDown: false), .move(.zero)])
    #expect(hand.taken() == [.chooseTool(tool)])
  }

  @Test("A number is typed with its unit after a click, and comes as it was typed, as one gesture")
  func typeNumber() throws {
    let path = "bodies.crate1.angle"
    var hand = try hand(PropertyRow(path, "Angle", .number(12), unit: "°"))
    let field = Vector(hand.row(0).max.x - 20, hand.row(0).center.y)
    hand.click(field)
    hand.frames(4)
    #expect(hand.interface.wantsKeyboard)
    hand.type("30 deg")
    hand.press(.enter)
    #expect(
      hand.taken() == [
        .beginEdit(path: path), .edit(path: path, .typed("30 deg")), .endEdit(path: path),
      ])
    hand.frames(4)
    #expect(!hand.interface.wantsKeyboard)
    // Esc takes it back.
    hand.click(field)
    hand.frames(4)
    hand.type("99")
    hand.press(.escape)
    #expect(hand.taken().isEmpty && !hand.interface.wantsKeyboard)
  }

  @Test(
    "What is typed counts when a button is pressed next, be it built before the field or after, and whatever it is in",
    arguments: [PropertyControl.number(1), .text("1")])
  func typeAndPress(control: PropertyControl) throws {
    let isText = if case .text = control { true } else { false }
    var state = InterfaceState()
    state.animation = AnimationCardState(
      title: "Change box", isChange: true,
      groups: [PropertyGroup("", [PropertyRow("card.duration", "duration", control)])])
    var hand = try InterfaceHand(state)
    let (field, button) = (hand.row(0).right(20).center, hand.row(0).right(100).min + Vector(50, -16))
    hand.click(button)
    #expect(hand.taken() == [.animator(.takeCard)], "the place of the button")
    for way in 0..<3 {
      hand.click(field)
      hand.frames(4)
      hand.type("12")
      if way == 2 { hand.press(.escape) }
      hand.click(way == 1 ? field + Vector(0, 200) : button)
      hand.frames(4)
      let typed: PropertyValue = isText ? .text("12") : .typed("12")
      let path = "card.duration"
      let edit: [PanelAction] = [.beginEdit(path: path), .edit(path: path, typed), .endEdit(path: path)]
      let isTaken: [PanelAction] = way == 1 ? [] : [.animator(.takeCard)]
      #expect(hand.taken() == (way == 2 ? [] : edit) + isTaken, "way \(way)")
    }
  }

  @Test("A field that another one above takes the keyboard from has its own text", arguments: [true, false])
  func typeAndEnterAnother(isTyped: Bool) throws {
    var state = InterfaceState()
    let rows = [
      PropertyRow("card.by", "by", .text("above")), PropertyRow("card.repeat", "repeat", .text("1")),
    ]
    state.animation = AnimationCardState(title: "Change box", groups: [PropertyGroup("", rows)])
    var hand = try InterfaceHand(state)
    hand.click(hand.row(1).right(20).center)
    hand.frames(4)
    if isTyped { hand.type("12") }
    hand.click(hand.row(0).right(20).center)
    hand.frames(4)
    let path = "card.repeat"
    #expect(
      hand.taken()
        == (isTyped ? [.beginEdit(path: path), .edit(path: path, .text("12")), .endEdit(path: path)] : []))
  }

  @Test("What is undone in a field is what was typed into it since it was entered, not what it had before")
  func undoInField() throws {
    let path = "bodies.crate1.angle"
    var hand = try hand(PropertyRow(path, "Angle", .number(12)))
    let field = Vector(hand.row(0).max.x - 20, hand.row(0).center.y)
    func control(_ key: InterfaceInput.Key) {
      hand.frames(1, [.modifiers(control: true, shift: false, alt: false)])
      hand.press(key)
      hand.frames(1, [.modifiers(control: false, shift: false, alt: false)])
    }
    hand.click(field)
    hand.frames(4)
    for _ in 0..<20 { hand.type("9") }
    hand.press(.escape)
    // Dear ImGui keeps a field's history by its id, while the text is another by now.
    hand.click(field)
    hand.frames(4)
    for _ in 0..<5 {
      control(.z)
      control(.y)
    }
    hand.type("3")
    control(.z)
    control(.y)
    hand.press(.enter)
    #expect(hand.taken().contains(.edit(path: path, .typed("123"))))
  }

  @Test("The y of a vector is distinguished from its x")
  func typeVector() throws {
    let path = "world.gravity"
    var hand = try hand(PropertyRow(path, "Gravity", .vector(Vector(0, -1000))))
    hand.click(Vector(hand.row(0).max.x - 20, hand.row(0).center.y))
    hand.frames(4)
    hand.type("-500")
    hand.press(.enter)
    #expect(hand.taken().contains(.edit(path: path, .typed("-500", component: 1))))
  }

  @Test(
    "What several have in common is not said where they differ: a click types anew, and turns all of them on")
  func mixed() throws {
    let path = "body.mass"
    func mixed(_ control: PropertyControl) -> PropertyRow {
      PropertyRow(path, "Property", control, isMixed: true)
    }
    var hand = try hand(mixed(.number(12)))
    let field = Vector(hand.row(0).max.x - 20, hand.row(0).center.y)
    hand.click(field)
    hand.frames(4)
    hand.press(.enter)
    // Nothing was typed: they stay as they are.
    #expect(hand.taken().isEmpty)
    hand.click(field)
    hand.frames(4)
    hand.type("3")
    hand.press(.enter)
    #expect(hand.taken().contains(.edit(path: path, .typed("3"))))
    for isOn in [false, true] {
      hand = try self.hand(mixed(.toggle(isOn)))
      hand.click(Vector(hand.row(0).min.x + hand.row(0).width * 0.36 + 14, hand.row(0).center.y))
      #expect(hand.taken().contains(.edit(path: path, .toggle(true))), "\(isOn)")
    }
    hand = try self.hand(mixed(.choice(0, of: ["a", "b"])))
    hand.click(Vector(hand.row(0).min.x + 140, hand.row(0).center.y))
    #expect(hand.taken().contains(.edit(path: path, .choice(0))))
    // It is pulled to where the mouse is, from wherever each of them was.
    hand = try self.hand(mixed(.slider(0.5, range: 0...1)))
    let start = Vector(hand.row(0).min.x + 120, hand.row(0).center.y)
    hand.drag(from: start, to: start + Vector(400, 0), steps: 3)
    #expect(hand.taken().dropLast().last == .edit(path: path, .number(1)))
  }

  @Test("A number that is pulled begins, changes in whole steps within its range, and ends")
  func pullNumber() throws {
    let path = "bodies.crate1.mass"
    var hand = try hand(PropertyRow(path, "Mass", .number(1, range: 0...1.05, step: 0.01), unit: "kg"))
    let start = Vector(hand.row(0).max.x - 40, hand.row(0).center.y)
    hand.drag(from: start, to: start + Vector(20, 0), steps: 5)
    let actions = hand.taken()
    #expect(actions.first == .beginEdit(path: path) && actions.last == .endEdit(path: path))
    let values = actions.compactMap { action -> Double? in
      if case .edit(path, .number(let value)) = action { return value }
      return nil
    }
    #expect(values.count == actions.count - 2 && values.last == 1.05)
    #expect(values == values.sorted() && values.first == 1.04)
  }

  @Test("A slider's pull begins, changes with the mouse up to its ends, and ends once")
  func pullSlider() throws {
    let path = "bodies.crate1.friction"
    var hand = try hand(PropertyRow(path, "Friction", .slider(0.5, range: 0...1)))
    let row = hand.row(0)
    let middle = Vector(row.min.x + 120, row.center.y)
    hand.drag(from: middle, to: Vector(row.max.x + 300, row.center.y), steps: 6)
    let actions = hand.taken()
    #expect(actions.first == .beginEdit(path: path) && actions.last == .endEdit(path: path))
    #expect(actions.filter { $0 == .beginEdit(path: path) || $0 == .endEdit(path: path) }.count == 2)
    #expect(actions.dropLast().last == .edit(path: path, .number(1)))
    #expect(actions.count >= 4)
  }

  @Test("A slider that is pulled out of the window stays where it was until the mouse comes back")
  func pullOutside() throws {
    let path = "bodies.crate1.friction"
    var hand = try hand(PropertyRow(path, "Friction", .slider(0.5, range: 0...1)))
    hand.move(Vector(hand.row(0).min.x + 120, hand.row(0).center.y))
    hand.press()
    hand.move(Vector(hand.row(0).max.x, hand.row(0).center.y))
    _ = hand.taken()
    hand.frames(3, [.leave])
    #expect(hand.taken().isEmpty)
    hand.release()
    #expect(hand.taken() == [.endEdit(path: path)])
  }

  @Test("A gesture ends when its panel goes away under the mouse")
  func abandonedGesture() throws {
    let path = "bodies.crate1.friction"
    var hand = try hand(PropertyRow(path, "Friction", .slider(0.5, range: 0...1)))
    hand.move(Vector(hand.row(0).min.x + 120, hand.row(0).center.y))
    hand.press()
    hand.state.inspector = nil
    hand.frames(3)
    #expect(hand.taken().last == .endEdit(path: path))
    hand.release()
    #expect(hand.taken().isEmpty && !hand.interface.needsFrame)
  }

  @Test("Switches, segments and plot buttons give one change for each click")
  func clickRows() throws {
    var hand = try hand(
      PropertyRow("a", "Bullet", .toggle(false)),
      PropertyRow("b", "Rate", .choice(1, of: ["60", "120", "240"])),
      PropertyRow("c", "Mass", .number(1), isPlotted: false),
      PropertyRow("d", "Fixed", .toggle(true), isEnabled: false))
    let labels = (hand.row(0).width * 0.36)
    hand.click(Vector(hand.row(0).min.x + labels + 14, hand.row(0).center.y))
    #expect(hand.taken() == [.beginEdit(path: "a"), .edit(path: "a", .toggle(true)), .endEdit(path: "a")])
    hand.click(Vector(hand.row(1).max.x - 10, hand.row(1).center.y))
    #expect(hand.taken() == [.beginEdit(path: "b"), .edit(path: "b", .choice(2)), .endEdit(path: "b")])
    hand.click(Vector(hand.row(2).max.x - 10, hand.row(2).center.y))
    #expect(hand.taken() == [.plot(path: "c", true)])
    hand.click(Vector(hand.row(3).min.x + labels + 14, hand.row(3).center.y))
    #expect(hand.taken().isEmpty)
  }

  @Test("Arrow keys go through a list that is open, and Enter takes an entry and does nothing else")
  func listByKeys() throws {
    let words = ["dynamic", "kinematic", "static", "something else", "nothing of these", "the last one"]
    var hand = try hand(PropertyRow("kind", "Kind", .choice(1, of: words)))
    func open() {
      hand.click(Vector(hand.row(0).max.x - 10, hand.row(0).center.y))
      hand.frames(3)
    }
    open()
    #expect(hand.interface.hasMenu)
    for key in [InterfaceInput.Key.down, .down, .up, .down] { hand.press(key) }
    #expect(hand.taken().isEmpty, "nothing is chosen before Enter")
    hand.press(.enter)
    hand.frames(3)
    #expect(hand.taken().contains(.edit(path: "kind", .choice(3))))
    #expect(!hand.interface.hasMenu)
    // The ends are ends, and the one that is chosen is no edit.
    open()
    for _ in 0..<9 { hand.press(.down) }
    hand.press(.enter)
    #expect(hand.taken().contains(.edit(path: "kind", .choice(5))))
    open()
    for key in [InterfaceInput.Key.down, .up, .enter] { hand.press(key) }
    hand.frames(3)
    #expect(hand.taken().isEmpty && !hand.interface.hasMenu)
  }

  @Test("The time line is scrubbed step by step and let go where the mouse is")
  func scrub() throws {
    var state = InterfaceState()
    state.timeline = TimelineState(rate: 120, newest: 1000)
    var hand = try InterfaceHand(state)
    let bar = hand.layout.timeline
    hand.drag(from: Vector(600, bar.center.y), to: Vector(10, bar.center.y), steps: 3)
    let actions = hand.taken()
    #expect(actions.count >= 4)
    // Letting go is no cut: the past stays shown.
    #expect(actions.last == .timeline(.scrub(step: 0)))
    guard case .timeline(.scrub(let first))? = actions.first else {
      return #expect(Bool(false), "\(actions)")
    }
    #expect((600...950).contains(first))
  }

  @Test("Enter opens the scene that is marked, arrows mark another, typing searches, Esc closes")
  func pickerKeys() throws {
    var hand = try InterfaceHand(InterfaceSamples.card(.light) { $0.picker = InterfaceSamples.picker })
    #expect(hand.interface.wantsKeyboard && hand.interface.wantsMouse)
    hand.press(.right)
    #expect(hand.taken() == [.selectScene(2)])
    hand.press(.down)
    #expect(hand.taken() == [.selectScene(5)])
    hand.press(.enter)
    #expect(hand.taken() == [.openScene(nil)])
    hand.state.picker = nil
    hand.frames(3)
    hand.state.picker = InterfaceSamples.picker
    hand.frames(4)
    hand.type("pyr")
    #expect(hand.taken().first == .searchScenes("pyr"))
    hand.state.picker?.search = "pyr"
    hand.press(.escape)
    #expect(hand.taken().contains(.close(.picker)))
  }

  @Test("The key after the one that closed a card with a text field is the stage's, however soon it comes")
  func keysAfterCard() throws {
    for key in [InterfaceInput.Key.enter, .escape] {
      var hand = try InterfaceHand(InterfaceSamples.card(.light) { $0.picker = InterfaceSamples.picker })
      hand.type("pyr")
      hand.state.picker?.search = "pyr"
      hand.frames(2)
      #expect(hand.interface.wantsKeyboard)
      hand.frames(1, [.key(key, isDown: true)])
      #expect(!hand.taken().isEmpty)
      hand.state.picker = nil
      hand.frames(1)
      #expect(!hand.interface.wantsKeyboard, "after \(key)")
    }
  }

  @Test("Cards are answered by Enter and by Esc")
  func cardKeys() throws {
    var error = try InterfaceHand(InterfaceSamples.card(.light) { $0.error = InterfaceSamples.error })
    error.press(.enter)
    #expect(error.taken() == [.close(.error)])
    var recovery = try InterfaceHand(
      InterfaceSamples.card(.light) { $0.recovery = RecoveryState(scene: "Crates", detail: "") })
    recovery.press(.enter)
    recovery.press(.escape)
    #expect(recovery.taken() == [.recover(true), .recover(false)])
    var leaving = try InterfaceHand(
      InterfaceSamples.card(.light) { $0.leaving = LeavingState(scene: "Crates", detail: "") })
    leaving.press(.enter)
    leaving.press(.escape)
    leaving.press(.delete)
    #expect(leaving.taken() == [.leave(saving: true), .close(.leaving), .leave(saving: false)])
    var help = try InterfaceHand(InterfaceSamples.card(.light) { $0.help = InterfaceSamples.help })
    help.type("undo")
    help.press(.escape)
    #expect(help.taken().first == .searchHelp("undo") && help.actions.isEmpty)
  }

  @Test("A line of a menu gives its command, and one that is dimmed gives nothing")
  func menuItems() throws {
    var state = InterfaceState()
    state.menus = InterfaceSamples.menus
    var hand = try InterfaceHand(state)
    hand.click(Vector(30, 14))
    hand.click(Vector(60, 50))
    #expect(hand.taken() == [.chooseMenuItem("open")])
    hand.click(Vector(78, 14))
    hand.click(Vector(110, 70))
    #expect(hand.taken().isEmpty)
  }

  @Test(
    "A menu that is higher than the window lies below its title, so that the click that opens it chooses nothing"
  )
  func tallMenu() throws {
    var state = InterfaceState()
    state.menus = [Menu("Tools", (0..<30).map { MenuItem("tool\($0)", "Tool \($0)") })]
    for size in [PixelSize(480, 360), PixelSize(480, 200), PixelSize(1000, 700)] {
      var hand = try InterfaceHand(state, size: size)
      let without = hand.interface.drawnBounds.count
      hand.click(Vector(30, 14))
      hand.frames(10)
      let drawn = hand.interface.drawnBounds
      #expect(drawn.count == without + 1 && hand.taken().isEmpty)
      #expect(
        drawn.allSatisfy { $0.min.y < 1 || $0.min.y >= 27 && $0.max.y < Double(size.height) + 1 }, "\(drawn)")
    }
  }

  @Test("The search of the help looks at keys, texts and headings, whatever their case")
  func helpSearch() {
    let section = HelpState.Section("Time", [])
    let row = HelpState.Row(["Space"], "Pause, and go on")
    for search in ["", "space", "PAUSE", "time go", "  "] {
      #expect(HelpState.matches(row, in: section, search: search), "\(search)")
    }
    #expect(!HelpState.matches(row, in: section, search: "space restart"))
  }

  @Test(
    "A number is shown by the three digits that count, down to thousandths",
    arguments: [
      (12345.6, "12346"), (123.456, "123.5"), (12.3456, "12.35"), (1.25, "1.25"), (0.125, "0.125"),
      (0.0125, "0.0125"), (0.00125, "0.00125"), (0.001, "0.001"), (0.000_9, "0.001"), (1e-9, "1e-09"),
      (-0.001_25, "-0.00125"), (0, "0"),
    ])
  func shownNumber(_ number: Double, _ text: String) {
    let line = TextBuffer()
    line.append(number)
    #expect(String(decoding: line.bytes, as: UTF8.self) == text)
  }
}
