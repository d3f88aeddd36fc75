import Testing
import TumbleEditor
import TumbleFiles
import TumbleFrames
import TumbleGeometry
import TumbleInput
import TumblePanels
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
@testable import TumbleWindowCommands
import TumbleWindowDriver

@Suite("Where the animator is found, and what time and undo say")
struct AnimatorPlaceTests {
  private static let keyed =
    WindowBench.text + """
      animations:
        - {id: sway, of: box.position.x, type: basic, from: 100, to: 150, duration: 4 s}

      """

  @Test("The help finds the animator by the words that people know from elsewhere")
  func help() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      try bench.press("H")
      let sections = try #require(bench.panels.help).sections
      let shortcut = KeyTable.standard.shortcut(of: .animate)
      for word in ["ease", "key frame", "tween", "curve", "Tween"] {
        let found = sections.flatMap { section in
          section.rows.filter { HelpState.matches($0, in: section, search: word) }
        }
        #expect(found.contains { $0.keys.contains(shortcut) }, "\(word): \(found.map(\.text))")
        #expect(found.count < 10, "\(word)")
      }
    }
  }

  @Test("Undo and redo say what they do")
  func undoSpeaks() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      try bench.press("Space", "C")
      try bench.click(200, 200)
      try bench.press("V")
      let name = try #require(bench.session.undoName)
      try bench.press("Ctrl+Z")
      #expect(bench.notice == "undo: \(name)")
      try bench.hand.waitForRerun()
      try bench.press("Ctrl+Shift+Z")
      #expect(bench.notice == "redo: \(name)")
    }
  }

  @Test("One clock is in sight: that of the time line, or that of the line of status without one")
  func oneClock() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      let key = try #require(bench.key(of: .timeLine))
      try bench.hand.wait(frames: 10)
      for isShown in [true, false, true] {
        #expect((bench.panels.timeline != nil) == isShown)
        #expect(bench.window.loop.status.hasClock != isShown)
        try bench.press(key)
        try bench.hand.wait(frames: 10)
      }
    }
  }

  @Test("The buttons of the time line tell the keys that do the same")
  func keysOfButtons() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      try bench.hand.wait(frames: 10)
      let shortcuts = try #require(bench.panels.timeline?.shortcuts)
      #expect(shortcuts[.pause] == "Space")
      for (action, key) in shortcuts { #expect(bench.key(of: action) == key) }
      #expect(Set(shortcuts.keys) == [.restart, .stepBack, .pause, .stepForth])
    }
  }

  @Test("A scene that animations move opens with its rows where they were left open, and without where not")
  func leftOpen() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(("first", Self.keyed), ("second", Self.keyed))
      var closed = Settings.read(in: nil)
      bench.window.loop.keep(in: &closed)
      #expect(bench.panels.animator == nil)
      try bench.press("A")
      var open = Settings.read(in: nil)
      bench.window.loop.keep(in: &open)
      try bench.press("]")
      #expect(bench.session.world.scene.name == "second")
      #expect(bench.panels.animator?.rows.map(\.label) == ["box", "position.x"])
      for (settings, isShown) in [(closed, false), (open, true)] {
        bench.window.loop.restore(settings, camera: false)
        bench.window.loop.renewStatus()
        #expect((bench.panels.animator != nil) == isShown)
      }
    }
  }

  @Test("What a trigger makes as the scene runs has no keys, which is said")
  func spawned() throws {
    let hand = try AnimatorBench(
      """
      templates: {drop: {circle: 12}}
      when:
        - {event: time, at: 50 ms, do: {action: spawn, template: drop, at: [200, 200]}}

      """, steps: 12)
    let name = try #require(hand.session.world.description.bodies.map(\.name).first { $0.hasPrefix("drop") })
    hand.bench.click(try #require(hand.session.world.snapshot[name]?.position))
    let start = hand.start
    try hand.act(.animator(.addKey(animation: nil, at: nil)))
    #expect(hand.start == start)
    let line = try #require(hand.notices.line)
    #expect(line.contains("'\(name)' is made as the scene runs"), "\(line)")
  }
}
