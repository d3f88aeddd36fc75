import Foundation
import Testing
import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleInput
import TumblePanels
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
@testable import TumbleWindowCommands
import TumbleWindowDriver

extension WindowBench {
  fileprivate func set(_ row: String, _ value: PropertyValue) throws {
    try act(.beginEdit(path: row), .edit(path: row, value), .endEdit(path: row))
  }

  fileprivate var trigger: TriggersState.Row? { panels.triggers?.rows.first(where: \.isOpen) }

  /// The rows of the trigger that is open, by the ends of their paths.
  fileprivate func row(_ end: String) throws -> PropertyRow {
    let row = try #require(trigger)
    return try #require(
      (row.event + row.actions.flatMap { $0 }).first { $0.path.hasSuffix("." + end) }, "\(end)")
  }

  fileprivate func choose(_ end: String, _ word: String) throws {
    let row = try row(end)
    guard case .choice(_, let words) = row.control else { throw EditRefusal("\(end) has no choice") }
    try set(row.path, .choice(try #require(words.firstIndex(of: word), "\(word) of \(words)")))
  }

  /// Undoes everything, or redoes it.
  fileprivate func undoAll() throws {
    while session.canUndo {
      session.undo()
      try hand.waitForRerun()
    }
  }

  fileprivate func redoAll() throws {
    while session.canRedo {
      session.redo()
      try hand.waitForRerun()
    }
  }
}

@Suite("Triggers in the window")
struct WhenTests {
  private static let text =
    WindowBench.text + """
      # What moves by itself.
      animations:
        - {id: sway, of: ball.position.x, type: basic, from: 300, to: 350, duration: 100 ms}  # to the right

      """

  @Test("A trigger is put together in the panel, plays, is undone, redone, saved and opened again")
  func wholeSession() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(("first", Self.text))
      let session = bench.session
      try bench.hand.wait(frames: 30)
      try bench.press("Space")
      let (start, before) = (session.startScene, session.world.snapshot)
      try bench.click(100, 40, .right)
      try bench.act(.chooseMenuItem("context-when"))
      #expect(bench.trigger?.title == "hit box, anything → mark box")
      #expect(session.undoName == "add when-1")
      // Another event, whose keys are others; a second action; the picker of animations; an order.
      try bench.choose("event", "time")
      #expect(bench.trigger?.event.contains { $0.path.hasSuffix("between") } == false)
      try bench.set("trigger.when-1.at", .typed("100 ms"))
      try bench.set("trigger.when-1.every", .text(""))
      try bench.act(.trigger(.addAction(to: "when-1")))
      try bench.choose("do[1].action", "impulse")
      try bench.choose("do[1].of", "ball")
      try bench.choose("do[1].of", "also box")
      try bench.set("trigger.when-1.do[1].amount", .component(1, 40))
      try bench.act(.trigger(.raiseAction(of: "when-1", at: 1)))
      let trigger = try #require(session.startScene.triggers.first)
      #expect(trigger.event == .time(at: 0.1, every: nil))
      #expect(
        trigger.actions == [
          .impulse(Scene.BodySelector(["ball", "box"]), Scene.Impulse(Vector(0, 40))), .mark("box"),
        ])
      // What follows is seen at once, over all that has been: in the world, on the row and on the ruler.
      #expect(session.world.snapshot != before)
      #expect(session.world.firings.map(\.step) == [12])
      session.view(step: 14)
      try bench.act()
      #expect(bench.trigger?.isLit == true)
      session.view(step: nil)
      try bench.hand.wait(frames: 60)
      try bench.act()
      #expect(bench.trigger?.isLit == false)
      #expect(bench.panels.timeline?.marks.map(\.kind) == [.trigger("when-1")])

      let (log, moved, scene) = (session.log, session.world.snapshot, session.startScene)
      try bench.undoAll()
      #expect(session.startScene == start)
      #expect(session.world.firings.isEmpty)
      try bench.redoAll()
      #expect(session.log == log)
      #expect(session.world.snapshot == moved)
      try bench.press("Ctrl+S")
      let path = bench.scratch.url.appendingPathComponent("Scenes/first.yaml").path
      let saved = try String(contentsOfFile: path, encoding: .utf8)
      #expect(saved.contains("# What moves by itself."))
      #expect(saved.contains("# to the right"))
      let opened = try Scene(text: saved)
      #expect(opened.triggers == scene.triggers)
      let world = try World(opened)
      while world.steps < session.world.steps { try world.step() }
      #expect(world.snapshot == moved)
      try Session(replaying: session.recording).run()
    }
  }

  @Test("The property that an action sets is named first, and its value is then one of that property")
  func setAction() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(("first", Self.text))
      try bench.press(try #require(bench.key(of: .triggers)))
      try bench.act(.trigger(.add))
      try bench.choose("do[0].action", "set")
      for (name, value) in [
        ("ball.color", "\"#ffffff\""), ("ball.opacity", "1"), ("it.opacity", "1"), ("ball.at", "[300, 40]"),
        ("world.gravity", "[0, -1000]"), ("ball.shadow", "true"), ("ball.kind", "dynamic"),
      ] {
        try bench.set(try bench.row("do[0].of").path, .text(name))
        let refusal = try bench.row("do[0].of").refusal
        #expect(refusal == nil, "\(name): \(refusal ?? "")")
        let action = bench.session.startModel.node(of: .trigger("when-1"))?["do"]?.list[0]
        #expect(action?["of"]?.word == name)
        #expect(action?["to"]?.flow == value, "\(name): \(action?.flow ?? "")")
      }
      try bench.set(try bench.row("do[0].of").path, .text("ball.color"))
      try bench.set(try bench.row("do[0].to").path, .color(.black))
      let row = try bench.row("do[0].to")
      #expect(row.control == .color(.black), "\(row.control) \(row.refusal ?? "")")
      // The same property of another object keeps the value.
      try bench.set(try bench.row("do[0].of").path, .text("it.color"))
      let other = try bench.row("do[0].to")
      #expect(other.control == .color(.black), "\(other.control) \(other.refusal ?? "")")
      try bench.session.checkReplay(library: bench.window.loop.scene.library, path: nil)
    }
  }

  @Test("An animation and a joint that an action adds are put together key by key")
  func addedParts() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      func part(_ key: String) throws -> FormatNode {
        let actions = bench.session.startModel.node(of: .trigger("when-1"))?["do"]?.list
        let value = try #require(actions?.first?[key])
        return try FormatNode(read: value.word ?? value.flow)
      }
      try bench.press(try #require(bench.key(of: .triggers)))
      try bench.act(.trigger(.add))
      try bench.choose("do[0].action", "animate")
      // Without an animation in the scene there is none to copy.
      let paths = try #require(bench.trigger).actions[0].map(\.path)
      #expect(!paths.contains { $0.hasSuffix(".animation") })
      let opacity = try bench.row("animation.to")
      #expect(opacity.unit.isEmpty, "\(opacity.unit)")
      #expect(opacity.control == .slider(1, range: 0...1, isLogarithmic: false))
      try bench.set(try bench.row("animation.of").path, .text("it.angle"))
      try bench.set(try bench.row("animation.to").path, .number(90))
      try bench.set(try bench.row("animation.from").path, .text(""))
      try bench.set(try bench.row("animation.duration").path, .typed("2 s"))
      try bench.set(try bench.row("animation.autoreverses").path, .toggle(true))
      #expect(try bench.row("animation.autoreverses").label == "back and forth")
      let animation = try part("animation")
      #expect(animation["of"]?.word == "it.angle")
      #expect(animation["to"]?.number == .pi / 2)
      #expect(animation["from"] == nil)
      #expect(animation["duration"]?.flow == "2 s")
      #expect(animation["autoreverses"]?.word == "true")
      try bench.set(try bench.row("animation.of").path, .text("it.anglr"))
      let refusal = try bench.row("animation.of").refusal ?? ""
      #expect(refusal.contains("did you mean 'angle'?"), "\(refusal)")
      #expect(try part("animation") == animation)

      try bench.choose("do[0].action", "attach")
      try bench.choose("joint.a", "it")
      #expect(try bench.row("joint.a").refusal != nil, "a body is not joined to itself")
      try bench.choose("joint.type", "slide")
      try bench.set(try bench.row("joint.max").path, .number(120))
      let joint = try part("joint")
      #expect(joint["type"]?.word == "slide")
      #expect(joint["a"]?.word == "floor")
      #expect(joint["b"]?.word == "it")
      #expect(joint["max"]?.number == 120)
      try bench.session.checkReplay(library: bench.window.loop.scene.library, path: nil)
    }
  }

  @Test("In a scene without templates a body like one of its own is spawned, which one undo takes back")
  func spawnsWithoutTemplates() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      try bench.press(try #require(bench.key(of: .triggers)))
      try bench.act(.trigger(.add))
      try bench.choose("do[0].action", "spawn")
      let refusal = try bench.row("do[0].action").refusal
      #expect(refusal == nil, "\(refusal ?? "")")
      let templates = bench.session.startScene.templates
      #expect(templates.map(\.id) == ["box1"] || templates.map(\.id) == ["box-1"], "\(templates.map(\.id))")
      #expect(templates.first?.shapes == bench.session.startScene.bodies.first { $0.id == "box" }?.shapes)
      try bench.choose("do[0].action", "mark")
      try bench.choose("do[0].action", "spawn")
      #expect(bench.session.startScene.templates.count == 1, "the one that is there")
      for _ in 0..<3 { bench.session.undo() }
      try bench.hand.waitForRerun()
      #expect(bench.session.startScene.templates.isEmpty)
      #expect(bench.session.startScene.triggers.count == 1)
    }
  }

  @Test("A trigger that went with the body that it speaks of is gone from the panel")
  func removedBody() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(("first", Self.text))
      try bench.press("Space", "R", try #require(bench.key(of: .triggers)))
      try bench.act(.trigger(.add))
      try bench.choose("between[0]", "ball")
      #expect(bench.panels.triggers?.rows.count == 1)
      try bench.session.give(.edit(.remove(.body("ball"))))
      try bench.hand.waitForRerun()
      try bench.hand.wait(frames: 3)
      try bench.hand.wait(frames: 20)
      let start = bench.session.startScene
      #expect(
        bench.panels.triggers?.rows.isEmpty == true,
        "\(start.triggers) \(bench.session.startModel.triggersInForce) \(start.bodies.map(\.id))")
      bench.session.undo()
      try bench.hand.waitForRerun()
      try bench.hand.wait(frames: 3)
      #expect(bench.panels.triggers?.rows.count == 1)
    }
  }

  @Test("Each event and each action can be chosen where the scene has what it is about")
  func allWords() async {
    await #expect(processExitsWith: .success) {
      let text =
        Self.text.replacing("world: {rate: 120}", with: "world: {rate: 120, sleepAfter: 1 s}") + """
          joints:
            - {id: rope, type: slide, a: box, b: ball, max: 400}
          templates:
            drop: {circle: 5}
          keys:
            - {id: go, keys: A}
          layers:
            - {id: show}
          when:
            - {event: time, at: 100 s, do: {action: spawn, template: drop}}

          """
      let bench = try WindowBench(("first", text))
      try bench.press("Space", "Shift+T")
      try bench.act(.trigger(.open("trigger-1")))
      guard case .choice(_, let events) = try bench.row("event").control,
        case .choice(_, let actions) = try bench.row("do[0].action").control
      else { throw EditRefusal("no choices") }
      #expect(events.count == 17 && actions.count == 18)
      for event in events {
        try bench.choose("event", "time")
        if event != "time" { try bench.choose("event", event) }
        let row = try bench.row("event")
        #expect(row.refusal == nil, "\(event)")
        #expect(row.control == .choice(try #require(events.firstIndex(of: event)), of: events))
        for action in actions where ["hit", "time", "finished"].contains(event) {
          try bench.choose("do[0].action", action == "mark" ? "end" : "mark")
          try bench.choose("do[0].action", action)
          let row = try bench.row("do[0].action")
          #expect(row.refusal == nil, "\(event), \(action)")
          #expect(row.control == .choice(try #require(actions.firstIndex(of: action)), of: actions))
        }
      }
      // The name of a trigger that has no id does not get into the file.
      #expect(bench.session.startScene.triggers.map(\.id) == [nil])
      try bench.act(.trigger(.remove("trigger-1")))
      #expect(bench.panels.triggers?.rows.isEmpty == true)
    }
  }

  @Test("What cannot be is told at its row, and actions for rows that are gone change nothing")
  func refusals() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(("first", Self.text))
      let session = bench.session
      try bench.press("Space")
      try bench.act(.trigger(.add))
      let row = try bench.row("event")
      let before = session.startScene
      try bench.choose("event", "breaks")
      #expect(try bench.row("event").refusal != nil)
      try bench.set("trigger.when-1.do[0].text", .text("it hit"))
      #expect(session.startScene.triggers.first?.actions == [.mark("it hit")])
      let now = session.startScene
      try bench.act(
        .trigger(.removeAction(of: "when-1", at: 7)), .trigger(.raiseAction(of: "when-1", at: 0)),
        .trigger(.raiseAction(of: "none", at: 1)), .trigger(.addAction(to: "none")),
        .edit(path: "trigger.when-1.do[3].action", .choice(2)), .edit(path: row.path, .choice(99)))
      #expect(session.startScene == now)
      try bench.act(.trigger(.removeAction(of: "when-1", at: 0)))
      #expect(session.startScene == now, "a trigger has an action")
      try bench.undoAll()
      try bench.act(.edit(path: row.path, .choice(2)), .trigger(.remove("when-1")))
      #expect(session.startScene.triggers.isEmpty && before.triggers.count == 1)
    }
  }

  @Test("A body that was added later comes to the start with a trigger that is about it")
  func laterBody() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      let session = bench.session
      try bench.hand.wait(frames: 30)
      try bench.press("Space")
      try session.give(.edit(.add(.body, "{id: late, at: [200, 100], circle: 10}")))
      try bench.hand.wait(frames: 3)
      try bench.act(.trigger(.add))
      bench.window.loop.when.add(on: "sleeps", about: "late")
      #expect(bench.notice.contains("nothing sleeps"), "\(bench.notice)")
      bench.window.loop.when.add(on: "hit", about: "late")
      try bench.hand.waitForRerun()
      #expect(session.startScene.bodies.contains { $0.id == "late" })
      #expect(session.startScene.triggers.count == 2)
      try session.give(.edit(.add(.body, "{id: later, at: [250, 100], circle: 10}")))
      try bench.act()
      try bench.choose("between[1]", "later")
      #expect(session.startScene.bodies.contains { $0.id == "later" })
      #expect(try bench.row("between[1]").refusal == nil)
    }
  }

  @Test("An animation that waits begins at its event, and its row shows each time that it did")
  func plays() async {
    await #expect(processExitsWith: .success) {
      let text =
        WindowBench.text + """
          animations:
            - {id: late, of: ball.opacity, type: basic, from: 1, to: 0, beginTime: 2 s, duration: 0.25 s}

          """
      let bench = try WindowBench(("first", text))
      let session = bench.session
      try bench.hand.wait(frames: 60)
      try bench.press("Space", "A")
      bench.window.loop.when.add(on: "time", starting: "late")
      try bench.hand.waitForRerun()
      let id = try #require(session.startScene.triggers.first?.id)
      #expect(session.startScene.animations.map(\.definition.timing.beginTime) == [0])
      try session.giveAtStart(.set(.trigger(id), path: "at", value: "0.25"), named: "at")
      try session.giveAtStart(.set(.trigger(id), path: "every", value: "0.5"), named: "every")
      try bench.hand.waitForRerun()
      try bench.act()
      let row = try #require(bench.panels.animator?.rows.first { $0.animation == "late" })
      let ends = session.world.steps
      let times = stride(from: 0.25, through: Double(ends) / 120, by: 0.5)
      #expect(row.plays == Array(times))
      #expect(row.plays.count > 1)
      session.view(step: 36)
      try bench.act()
      #expect(bench.panels.animator?.rows.first { $0.animation == "late" }?.isFlashing == true)
      session.view(step: 80)
      try bench.act()
      #expect(bench.panels.animator?.rows.first { $0.animation == "late" }?.isFlashing == false)
    }
  }

  @Test("A body is not offered to hit itself, and an event that never comes says why")
  func never() async {
    await #expect(processExitsWith: .success) {
      let text = WindowBench.text.replacing(
        "bodies:\n", with: "bodies:\n  - {id: lift, kind: kinematic, at: [200, 200], box: [40, 10]}\n")
      let bench = try WindowBench(("first", text))
      try bench.press("Space")
      bench.window.loop.when.add(on: "hit", about: "floor")
      try bench.act()
      #expect(try bench.row("between[1]").refusal == nil)
      guard case .choice(_, let words) = try bench.row("between[1]").control else {
        throw EditRefusal("no choice")
      }
      #expect(words.contains("ball"))
      #expect(!words.contains("floor"))
      try bench.choose("between[1]", "lift")
      #expect(try bench.row("between[1]").refusal?.contains("neither side has a dynamic body") == true)
      try bench.choose("between[1]", "ball")
      #expect(try bench.row("between[1]").refusal == nil)
    }
  }

  @Test("The menu of a group's member switches the group, and events start and end with that")
  func menuOfMember() async {
    await #expect(processExitsWith: .success) {
      let text =
        WindowBench.text + """
          animations:
            - id: dance
              type: group
              duration: 1 s
              animations: [{of: box.angle, type: basic, to: 1}, {of: ball.scale, type: basic, to: 2}]

          """
      let bench = try WindowBench(("first", text))
      let session = bench.session
      try bench.press("Space", "A")
      func plays() -> Bool? { session.startScene.animations.first?.autoplay }
      func choose(_ item: String) throws {
        try bench.act(.animator(.openMenu(animation: "dance[1]")), .chooseMenuItem(item))
      }
      try choose("animation-autoplay")
      #expect(plays() == false)
      #expect(bench.notice.contains("physics moves 'box'"), "\(bench.notice)")
      try choose("animation-autoplay")
      #expect(plays() == true)
      try choose("animation-start-when")
      #expect(plays() == false)
      #expect(session.startScene.triggers.map(\.actions) == [[.start(["dance"])]])
      try choose("animation-at-end")
      #expect(session.startScene.triggers.last?.event == .animationEnded(["dance"], .finished))
    }
  }

  @Test("The card of an animation changes nothing until it is taken, which is one edit")
  func card() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(("first", Self.text))
      let session = bench.session
      try bench.press("Space")
      try bench.click(100, 40)
      let start = session.startScene
      try bench.press("Shift+I")
      func row(_ name: String) throws -> PropertyRow {
        try #require(
          bench.panels.animation?.groups.first?.rows.first { $0.path == "card." + name }, "\(name)")
      }
      guard case .choice(_, let properties) = try row("property").control else { throw EditRefusal("none") }
      try bench.set("card.property", .choice(try #require(properties.firstIndex(of: "angle"))))
      #expect(try row("to").unit == "°")
      try bench.set("card.to", .number(90))
      try bench.set("card.duration", .typed("2 s"))
      try bench.set("card.repeat", .text("3"))
      try bench.set("card.timing", .text("spring(response: 0.4, damping: 0.6)"))
      try bench.set("card.timing", .text("bounce-sideways"))
      #expect(try row("timing").refusal?.contains("bounce") == true)
      #expect(session.startScene == start)
      guard case .curve(.spring, _, let plays?) = try row("timing").control else {
        throw EditRefusal("no curve")
      }
      #expect(plays.duration == 2)
      try bench.act(.animator(.takeCard))
      #expect(bench.panels.animation == nil)
      let made = try #require(session.startScene.animations.last)
      #expect(made.target == AnimationTarget("box", .angle))
      guard case .basic(let ends) = made.definition.content else { throw EditRefusal("not basic") }
      #expect(ends.to == .number(.pi / 2))
      #expect(made.definition.timing.repetition == .count(3))
      #expect(session.undoName == "animate box.angle")

      // Its row has a menu: to change it, and for events that start it and that it ends with.
      try bench.act(.animator(.openMenu(animation: made.id)), .chooseMenuItem("animation-change"))
      #expect(bench.panels.animation?.title == "Change \(made.id)")
      // What changes meanwhile is taken over below what the card changes.
      try bench.set("card.duration", .number(1))
      _ = try session.giveAtStart(
        .set(.animation(made.id), path: "beginTime", value: "0.5"), named: "begin later")
      try bench.act(.animator(.hold(animation: made.id, true)))
      try bench.act(.animator(.takeCard))
      let changed = session.startScene.animations.last?.definition.timing
      #expect(changed?.duration == 1)
      #expect(changed?.beginTime == 0.5)
      #expect(changed?.fillMode == .forwards)
      // The card of an animation that has gone closes, and that of one that has got keys.
      try bench.act(.animator(.openMenu(animation: made.id)), .chooseMenuItem("animation-change"))
      for _ in 0..<4 { session.undo() }
      try bench.act()
      #expect(bench.panels.animation == nil)
      for _ in 0..<4 { session.redo() }
      try bench.act(.animator(.openMenu(animation: made.id)), .chooseMenuItem("animation-change"))
      #expect(bench.panels.animation != nil)
      // Another property that the card has chosen stays too.
      try bench.set("card.property", .choice(try #require(properties.firstIndex(of: "scale"))))
      _ = try session.giveAtStart(
        .set(.animation(made.id), path: "beginTime", value: "0.7"), named: "begin later")
      try bench.act()
      #expect(
        try row("property").control == .choice(properties.firstIndex(of: "scale") ?? -1, of: properties))
      session.undo()
      try bench.act()
      try bench.act(.animator(.place(animation: made.id, begin: 1, end: 4)))
      #expect(bench.panels.animation != nil, "it is moved and stretched as it is")
      try bench.act(.animator(.addKey(animation: made.id, at: 2)))
      #expect(bench.panels.animation == nil)
      session.undo()
      session.undo()
      try bench.hand.waitForRerun()
      func isWaiting() -> Bool? {
        bench.panels.animator?.rows.first { $0.animation == made.id }?.isWaiting
      }
      try bench.act(.animator(.openMenu(animation: made.id)), .chooseMenuItem("animation-autoplay"))
      #expect(isWaiting() == true)
      #expect(session.undoName == "switch off \(made.id)")
      try bench.act(.animator(.openMenu(animation: made.id)), .chooseMenuItem("animation-autoplay"))
      #expect(isWaiting() == false)
      try bench.act(.animator(.openMenu(animation: made.id)), .chooseMenuItem("animation-start-when"))
      #expect(isWaiting() == true, "an event starts it, and nothing else does")
      #expect(session.undoName == "add when-1")
      try bench.act(.animator(.openMenu(animation: made.id)), .chooseMenuItem("animation-at-end"))
      #expect(
        session.startScene.triggers.map(\.event) == [
          .hit(Scene.BodySelector(["box"]), .anything, above: 0), .animationEnded([made.id], .finished),
        ])
      #expect(session.startScene.triggers.first?.actions == [.start([made.id])])
      try bench.act(.trigger(.addAction(to: "when-2")))
      try bench.choose("do[1].action", "animate")
      try bench.choose("do[1].animation", "sway")
      guard case .animate(let text)? = session.startScene.triggers.last?.actions.last else {
        throw EditRefusal("no animation")
      }
      #expect(text.contains("sway"))
      try bench.undoAll()
      #expect(session.startScene == start)
    }
  }
}
