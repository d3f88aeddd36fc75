import Foundation
import Testing
import TumbleDrawing
import TumbleFiles
import TumbleFrames
import TumbleGeometry
import TumbleGraph
import TumbleInput
import TumbleLooks
import TumblePanels
@testable import TumblePictureCommands
import TumbleRendering
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
import TumbleWindow
@testable import TumbleWindowCommands
import TumbleWindowDriver

/// A window without a display, and a hand at it. SDL has one queue of events for a process: each test has a
/// process of its own.
struct WindowBench {
  let window: DrivenWindow
  let hand: WindowInput
  let scratch: ScratchFolder

  static let text = """
    tumble: 1
    view: {size: [400, 300]}
    world: {rate: 120}
    bodies:
      - {id: floor, kind: static, at: [200, 10], box: [400, 20]}
      - {id: box, at: [100, 40], box: [40, 40]}
      - {id: ball, at: [300, 40], circle: 20}

    """

  /// - Parameter scenes: Texts by name; the first one is opened.
  init(
    _ scenes: (name: String, text: String)..., size: PixelSize = PixelSize(900, 700)
  ) throws {
    scratch = try ScratchFolder()
    let scenes = scenes.isEmpty ? [("first", Self.text)] : scenes
    for (name, text) in scenes { try scratch.file("Scenes/\(name).yaml", text) }
    let folder = scratch.url.appendingPathComponent("Scenes")
    window = try DrivenWindow(
      folder.appendingPathComponent("\(scenes[0].name).yaml").path,
      library: SceneLibrary(folders: [folder], assets: ProjectFolder.assets),
      folders: UserFolders(environment: ["XDG_STATE_HOME": scratch.url.path + "/state"]),
      timeline: TimelineOptions(historyBudget: 8 << 20), size: size)
    window.loop.scene.ownFolder = scratch.url.path + "/own"
    hand = WindowInput(window)
    try hand.wait(frames: 4)
  }

  var session: Session { window.session }
  /// The state of the panels.
  var panels: InterfaceState { window.loop.panels }
  var notice: String { window.loop.notices.line ?? "" }

  /// Does what is done in panels, and waits for what follows from it.
  func act(_ actions: PanelAction...) throws {
    for action in actions {
      try window.loop.perform(action)
      try hand.waitForRerun()
    }
    try hand.wait(frames: 3)
    window.loop.renewStatus()
  }

  func press(_ keys: String...) throws {
    for key in keys { try hand.press(key) }
    try hand.wait(frames: 3)
  }

  /// A key that means an action.
  func key(of name: WindowAction) -> String? {
    let shortcut = KeyTable.standard.shortcut(of: name)
    return shortcut.isEmpty ? nil : shortcut.replacingOccurrences(of: "−", with: "-")
  }

  /// Is true if the stage does an action by itself, and asks nobody whether it can.
  func isStages(_ name: WindowAction) -> Bool {
    switch name {
    case .upright, .wholeView, .nextGraph, .dockGraph, .freezeGraph, .zoomGraphIn, .zoomGraphOut,
      .exportGraph,
      .exportWholeGraph:
      true
    default: false
    }
  }

  /// Returns the color that is seen at a point of the world.
  func color(at point: Vector) throws -> Color {
    try hand.wait()
    let pixel = window.stage.viewport.pixel(point)
    let picture = try window.stage.picture()
    let value = picture[Int(pixel.x), Int(pixel.y)]
    func part(_ shift: UInt32) -> Double { Double(value >> shift & 255) / 255 }
    return Color(red: part(16), green: part(8), blue: part(0))
  }

  /// Clicks at a point of the world.
  func click(_ x: Double, _ y: Double, _ button: Gesture.Button = .left) throws {
    let pixel = window.stage.viewport.pixel(Vector(x, y))
    try hand.click(Int(pixel.x), Int(pixel.y), button)
    try hand.wait(frames: 2)
  }
}

extension Color {
  /// Is true if the colors are alike but for rounding.
  fileprivate func isNear(_ other: Color) -> Bool {
    max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue)) < 0.02
  }
}

@Suite("The window, driven without a display")
struct DrivenWindowTests {
  @Test("Esc closes what was opened last, part by part, and asks whether to quit only when nothing is open")
  func escape() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      let keys = ["I", "W", "Shift+D", "F3"]
      for first in keys {
        for second in keys where second != first {
          try bench.press("Escape", first, second)
          #expect(bench.panels.openParts.count == 2, "\(first), \(second)")
          let before = bench.panels.openParts
          try bench.press("Escape")
          #expect(bench.panels.openParts.count == 1 && bench.panels.quitWarning == nil, "\(second)")
          // What is left is what was opened first: its key closes it, and the other's would open.
          try bench.press(second)
          #expect(bench.panels.openParts == before, "\(second) is not what was closed")
          try bench.press("Escape", "Escape")
          #expect(bench.panels.openParts.isEmpty && bench.panels.quitWarning == nil)
        }
      }
      try bench.press("Escape")
      #expect(bench.panels.quitWarning != nil)
    }
  }

  @Test(
    "Esc twice quits, with a question where something is unsaved; a press of the mouse is no wish to quit")
  func escapeTwice() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      let help = bench.window.loop.help
      // A press where nothing is to be done, as on a panel.
      try bench.press("Escape")
      #expect(bench.panels.quitWarning != nil)
      bench.hand.move(to: 700, 8)
      bench.hand.down(.right)
      try bench.hand.wait(frames: 2)
      bench.hand.up(.right)
      try bench.press("Escape")
      #expect(!help.hasQuit)
      try bench.press("Escape")
      #expect(help.hasQuit)
    }
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      try bench.press("Space", "C")
      try bench.click(200, 200)
      try bench.press("V")
      for _ in 0..<5 where bench.panels.quitWarning == nil { try bench.press("Escape") }
      try bench.press("Escape")
      try bench.hand.wait(frames: 5)
      #expect(bench.panels.leaving != nil, "the key that asks is no answer")
      #expect(!bench.window.loop.help.hasQuit)
      try bench.press("Escape")
      #expect(bench.panels.leaving == nil)
    }
  }

  @Test("Esc gives up a selection and a tool before it closes the inspector, and the help before both")
  func escapeOrder() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      try bench.press("Space")
      try bench.click(100, 40)
      try bench.press("I", "X", "H")
      #expect(bench.panels.help != nil)
      try bench.press("Escape")
      #expect(bench.panels.help == nil && bench.panels.inspector?.title == "box")
      try bench.press("Escape")
      #expect(bench.panels.inspector?.title == "Nothing selected" && bench.panels.tools?.chosen == .box)
      try bench.press("Escape")
      #expect(bench.panels.tools?.chosen == .select && bench.panels.inspector != nil)
      try bench.press("Escape")
      #expect(bench.panels.inspector == nil && bench.panels.quitWarning == nil)
    }
  }

  @Test("Esc closes a scene's controls, and its next opening shows them again")
  func escapeControls() async {
    await #expect(processExitsWith: .success) {
      let text = WindowBench.text + "controls: [{id: fade, property: ball.opacity, slider: [0, 1]}]\n"
      let bench = try WindowBench(("first", text), ("second", text))
      #expect(bench.panels.controls != nil)
      try bench.press("Escape")
      #expect(bench.panels.controls == nil && bench.panels.quitWarning == nil)
      try bench.press("Shift+W")
      #expect(bench.panels.controls != nil)
      for key in ["Escape", "Shift+W"] {
        try bench.press(key)
        #expect(bench.panels.controls == nil)
        try bench.press("]")
        #expect(bench.panels.controls != nil, "\(key) is about one scene")
      }
    }
  }

  @Test(
    "What is typed into a slider of the scene and is no number of it is told by what the row is called",
    arguments: [
      ("abc", "'abc' is no number"), ("", "a number is missing"),
      ("2", "'How clear' goes from 0 to 1, and not to 2"),
    ])
  func badControl(_ text: String, _ message: String) async {
    await #expect(processExitsWith: .success) { [text, message] in
      let bench = try WindowBench(
        (
          "first",
          WindowBench.text
            + "controls: [{id: fade, title: How clear, property: ball.opacity, slider: [0, 1]}]\n"
        ))
      try bench.act(
        .beginEdit(path: "controls.fade"), .edit(path: "controls.fade", .typed(text)),
        .endEdit(path: "controls.fade"))
      #expect(bench.panels.controls?.rows.first?.refusal == message)
    }
  }

  // MARK: Another scene

  @Test(
    "What is selected or followed in a scene is not in the next, and is by its name where the file is read again"
  )
  func anotherScene() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(("first", WindowBench.text), ("second", WindowBench.text))
      try bench.press("Space", "I")
      try bench.click(300, 40)
      #expect(bench.panels.inspector?.title == "ball")
      bench.window.stage.follow(bench.session.world.description.body("ball"))
      // Another program puts a body before it, and takes its number.
      let longer = WindowBench.text.replacingOccurrences(
        of: "  - {id: box", with: "  - {id: new, at: [200, 100], circle: 10}\n  - {id: box")
      try bench.scratch.file("Scenes/first.yaml", longer)
      for _ in 0..<200 where bench.session.world.description.body("new") == nil { try bench.hand.wait() }
      try bench.hand.waitForRerun()
      try bench.hand.wait(frames: 4)
      let ball = bench.session.world.description.body("ball")
      #expect(ball?.number == 3)
      #expect(bench.panels.inspector?.title == "ball")
      #expect(bench.window.stage.followed == ball)
      // Begun again it is the same scene.
      try bench.press("R")
      #expect(bench.panels.inspector?.title == "ball")
      try bench.press("]")
      #expect(bench.session.world.scene.name == "second")
      #expect(bench.panels.inspector?.title == "Nothing selected")
      #expect(bench.window.stage.followed == nil)
    }
  }

  @Test("Particles that would cover more than can be drawn are left out, which is said of each scene")
  func omittedParticles() async {
    await #expect(processExitsWith: .success) {
      let huge = """
        tumble: 1
        emitters: [{id: e, at: [150, 150], begin: -5, cells: {rate: 200, size: 6000}}]

        """
      let bench = try WindowBench(("first", huge), ("second", huge))
      // The line of status is renewed some times a second.
      try bench.hand.wait(frames: 20)
      #expect(bench.notice.contains("particles are left out"))
      bench.window.loop.notices.clear()
      try bench.hand.wait(frames: 20)
      #expect(!bench.notice.contains("left out"))
      try bench.press("]")
      try bench.hand.wait(frames: 20)
      #expect(bench.notice.contains("particles are left out"))
    }
  }

  @Test("A scene opens running at full speed, whatever the one before did; begun again it stays as it was")
  func opensRunning() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(("first", WindowBench.text), ("second", WindowBench.text))
      try bench.press("Space")
      #expect(bench.session.isPaused)
      bench.session.speed = 0.25
      try bench.press("R")
      #expect(bench.session.isPaused)
      #expect(bench.session.speed == 0.25)
      try bench.press("]")
      #expect(bench.session.world.scene.name == "second" && !bench.session.isPaused)
      #expect(bench.session.speed == 1, "slow motion was of the other scene")
      try bench.press("Ctrl+N")
      #expect(bench.session.isPaused)
      bench.hand.drop(bench.scratch.url.path + "/Scenes/first.yaml")
      try bench.hand.wait(frames: 3)
      #expect(bench.session.world.scene.name == "first" && !bench.session.isPaused)
      try bench.press("Space", "Ctrl+O")
      try bench.hand.wait(frames: 30)
      try bench.hand.type("second")
      try bench.press("Return")
      #expect(bench.session.world.scene.name == "second" && !bench.session.isPaused)
    }
  }

  @Test(
    "Undo and Esc while a body is dragged give up the drag, and nothing else",
    arguments: ["Ctrl+Z", "Escape"])
  func undoDuringDrag(key: String) async {
    await #expect(processExitsWith: .success) { [key] in
      let bench = try WindowBench(("first", WindowBench.text))
      try bench.press("Space", "R")
      let start = try #require(bench.session.world.snapshot["ball"]?.position)
      func move(_ x: Double, _ y: Double) throws {
        let pixel = bench.window.stage.viewport.pixel(start + Vector(x, y))
        bench.hand.move(to: Int(pixel.x), Int(pixel.y))
        try bench.hand.wait(frames: 2)
      }
      try move(0, 0)
      bench.hand.down()
      try move(-20, 30)
      #expect(bench.session.world.snapshot["ball"]?.position != start)
      try bench.press(key)
      try move(-40, 50)
      bench.hand.up()
      try bench.hand.wait(frames: 3)
      #expect(bench.session.world.snapshot["ball"]?.position == start, "\(bench.notice)")
      #expect(!bench.session.canUndo)
      #expect(!bench.session.canRedo)
    }
  }

  @Test("Auto key and a look at the future end with the scene that they were of")
  func animatorOfAnotherScene() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(("first", WindowBench.text), ("second", WindowBench.text))
      try bench.press("Space", "A")
      for part in bench.window.loop.parts { _ = try part.perform(.animator(.setAutoKey(true))) }
      bench.window.loop.animator.futureStep = 400
      try bench.hand.wait(frames: 3)
      #expect(bench.panels.animator?.hasAutoKey == true)
      try bench.press("]")
      try bench.hand.wait(frames: 3)
      #expect(bench.panels.animator?.hasAutoKey == false)
      #expect(bench.window.loop.animator.futureStep == nil)
    }
  }

  @Test("A star before the title says that something edited is in no file")
  func star() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(("first", WindowBench.text))
      func isMarked(after keys: String...) throws -> Bool {
        for key in keys { try bench.press(key) }
        try bench.hand.waitForRerun()
        try bench.hand.wait(frames: 3)
        return bench.window.stage.title.hasPrefix("*")
      }
      #expect(try !isMarked(after: "Space"), "time alone is no edit")
      #expect(try !isMarked(after: "R"))
      #expect(bench.session.world.steps == 0)
      try bench.press("C")
      try bench.click(200, 200)
      #expect(try isMarked(after: "V"), "an edit of the start")
      #expect(bench.window.stage.title == "*first – Tumble")
      #expect(try !isMarked(after: "Ctrl+Z"), "undone")
      #expect(try isMarked(after: "Ctrl+Shift+Z"), "redone")
      #expect(try !isMarked(after: "Ctrl+S"), "saved")
      try bench.press("Space")
      try bench.hand.wait(frames: 5)
      try bench.press("Space", "C")
      try bench.click(300, 200)
      #expect(try isMarked(after: "V"), "an edit after the start")
      #expect(try !isMarked(after: "Ctrl+Shift+S"), "its moment is saved")
    }
  }

  @Test("The title is that of the scene that is shown, after each way to another")
  func title() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(
        ("first", WindowBench.text), ("second", WindowBench.text + "title: Another one\n"))
      func title() -> String { bench.window.stage.title }
      #expect(title() == "first – Tumble")
      for name in ["mine", "yours"] {
        try bench.press("Ctrl+N")
        #expect(title() == "untitled – Tumble")
        try bench.press("C")
        try bench.click(200, 200)
        try bench.press("V", "Ctrl+S")
        try bench.hand.type(name)
        try bench.press("Return")
        #expect(title() == "\(name) – Tumble")
      }
      try bench.press("R")
      #expect(title() == "yours – Tumble")
      bench.hand.drop(bench.scratch.url.path + "/Scenes/second.yaml")
      try bench.hand.wait(frames: 3)
      #expect(title() == "Another one – Tumble")
      try bench.press("[")
      #expect(title() == "first – Tumble")
    }
  }

  @Test(
    "Edits that were given up when quitting are not offered at the next start; those of a run that was cut off are"
  )
  func confirmedQuit() async {
    await #expect(processExitsWith: .success) {
      for isConfirmed in [true, false] {
        let bench = try WindowBench()
        try bench.press("Space", "C")
        try bench.click(200, 200)
        try bench.hand.wait(frames: 400)
        try bench.press("Ctrl+Q")
        #expect(!bench.window.loop.help.hasQuit)
        if isConfirmed {
          for part in bench.window.loop.parts { _ = try part.perform(.leave(saving: false)) }
          try bench.hand.wait(frames: 3)
        }
        #expect(bench.window.loop.help.hasQuit == isConfirmed)
        var settings = Settings.read(in: nil)
        bench.window.loop.keep(in: &settings)
        let sessions = bench.scratch.url.path + "/state/tumble/sessions"
        let kept = try FileManager.default.contentsOfDirectory(atPath: sessions).filter {
          $0.hasSuffix(".jsonl")
        }
        #expect(kept.isEmpty == isConfirmed, "\(kept)")
      }
    }
  }

  @Test("A scene that the picker opens keeps nothing of the view of the last one")
  func opensAnother() async {
    await #expect(processExitsWith: .success) {
      let led = WindowBench.text.replacing("circle: 20}", with: "circle: 20}\ncamera: {follow: box, zoom: 2}")
      let bench = try WindowBench(("first", led), ("second", WindowBench.text))
      try bench.hand.wait(frames: 30)
      #expect(bench.window.stage.camera.zoom == 2)
      try bench.press("Ctrl+O")
      while bench.panels.picker?.rows.contains(where: { $0.name == "second" }) != true {
        try bench.hand.wait(frames: 20)
      }
      try bench.hand.type("second")
      try bench.hand.wait(frames: 6)
      try bench.press("Return")
      try bench.hand.wait(frames: 6)
      #expect(bench.window.loop.scene.path.hasSuffix("second.yaml"))
      #expect(bench.window.stage.camera.zoom == 1)
    }
  }

  // MARK: The inspector

  @Test(
    "The inspector shows the colors that bodies are drawn in, in both themes, and what several have in common"
  )
  func drawnColors() async {
    await #expect(processExitsWith: .success) {
      var text = "tumble: 1\nview: {size: [600, 300], shadows: false}\nworld: {gravity: [0, 0]}\nbodies:\n"
      let kinds = ["static", "kinematic", "dynamic", "dynamic", "dynamic"]
      for (index, kind) in kinds.enumerated() {
        text += "  - {id: b\(index), kind: \(kind), at: [\(60 + index * 100), 60], box: [60, 60]}\n"
      }
      text += """
          - {id: own, at: [60, 200], box: [60, 60], color: "#336699"}
          - {id: faded, at: [160, 200], box: [60, 60], gradient: {colors: ["#ff0000", "#0000ff"]}}
          - {id: edged, at: [260, 200], box: [60, 60], border: 8, caption: A}
          - {id: sleeve, at: [360, 200], box: [60, 60], texture: crate}

        """
      let bench = try WindowBench(("first", text), size: PixelSize(1700, 700))
      func row(_ path: String) -> PropertyControl? {
        bench.panels.inspector?.groups.flatMap(\.rows).first { $0.path == path }?.control
      }
      try bench.press("Space", "I")
      var plain: [Color] = []
      for theme in ["light", "dark"] {
        for index in kinds.indices {
          let place = Vector(60 + Double(index) * 100, 60)
          try bench.click(place.x, place.y)
          #expect(bench.panels.inspector?.title == "b\(index)", "at 1")
          guard case .color(let shown)? = row("body.color") else { return #expect(Bool(false), "no color") }
          plain.append(shown)
          // Beside the middle, where the selection has its marks.
          let seen = try bench.color(at: place + Vector(14, 9))
          #expect(shown.isNear(seen), "\(theme) b\(index): \(shown.hex), drawn \(seen.hex)")
        }
        try bench.click(60, 200)
        #expect(row("body.color") == .color(Color(hex: "#336699") ?? .black), "at 2")
        // What multiplies a gradient or a picture leaves it as it is.
        for x in [160.0, 360] {
          try bench.click(x, 200)
          #expect(row("body.color") == .color(.white), "\(x)")
        }
        try bench.click(260, 200)
        guard case .color(let fill)? = row("body.color"), case .color(let border)? = row("body.border.color"),
          case .color(let caption)? = row("body.caption.color")
        else { return #expect(Bool(false), "no colors") }
        #expect(fill.isNear(try bench.color(at: Vector(260 + 19, 200 + 9))), "at 3")
        #expect(border.isNear(try bench.color(at: Vector(260 + 26, 200 + 9))))
        #expect(caption == fill.contrasting, "at 4")
        guard theme == "light" else { continue }
        try bench.press("N")
      }
      #expect(Set(plain).count > 5, "at 5")
      // Those of several bodies are not the first one's.
      try bench.press("Ctrl+A")
      let several = bench.panels.inspector?.groups.flatMap(\.rows).first { $0.path == "body.color" }
      #expect(several?.isMixed == true, "at 6")
    }
  }

  @Test("A texture that does not exist is refused with the likely name, and one that does is found and drawn")
  func texture() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      try bench.press("Space", "I")
      try bench.click(100, 40)
      let editor = bench.window.loop.editor
      func set(_ name: String) throws -> String? {
        for action in [
          PanelAction.beginEdit(path: "body.texture"), .edit(path: "body.texture", .text(name)),
          .endEdit(path: "body.texture"),
        ] { #expect(try editor.perform(action)) }
        try bench.hand.wait(frames: 15)
        let rows = bench.panels.inspector?.groups.flatMap(\.rows) ?? []
        return rows.first { $0.path == "body.texture" }?.refusal
      }
      func texture() -> String? {
        bench.session.world.description.body("box").flatMap { bench.session.world.description[$0]?.texture }
      }
      for (name, likely) in [("crat", "crate"), ("BRICK", "brick"), ("ball.png", "ball")] {
        let refusal = try set(name) ?? "none"
        #expect(refusal == "there is no picture named '\(name)': did you mean '\(likely)'?", "\(refusal)")
        #expect(texture() == nil && bench.session.log.isEmpty)
      }
      #expect(try set("qqqqqqqqqq")?.contains("pictures: ") == true, "at 7")
      #expect(try set("../crate")?.contains("is not the name of a picture") == true)
      for name in ["crate", "brick", "@landscape-3"] {
        let refusal = try set(name)
        #expect(refusal == nil, "\(name): \(refusal ?? "")")
        #expect(texture()?.contains(name) == true, "\(texture() ?? "none")")
      }
      #expect(try set("") == nil, "at 8")
      #expect(texture() == nil)
    }
  }

  // MARK: Menus

  @Test(
    "An entry of the menu that can do nothing is grey, says why, and does nothing; what it waits for makes it work"
  )
  func greyEntries() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      func entry(_ name: WindowAction) throws -> MenuItem {
        try #require(bench.panels.menus.flatMap(\.items).first { $0.id == name.rawValue })
      }
      func grey() -> Set<String> {
        Set(bench.panels.menus.flatMap(\.items).filter { !$0.isEnabled }.map(\.id))
      }
      try bench.press("Space", "R")
      let atStart: [WindowAction] = [
        .undo, .redo, .stop, .stepBack, .cut, .copy, .paste, .duplicate, .delete, .group, .ungroup, .upright,
        .controls, .wholeView, .nextGraph, .dockGraph, .graphAxes, .freezeGraph,
        .zoomGraphIn, .zoomGraphOut, .exportGraph, .exportWholeGraph, .newAnimation, .record,
        .save, .simulate, .closePath, .turnAlong, .pathToKeys, .keysToPath,
      ]
      #expect(grey() == Set(atStart.map(\.rawValue)), "at 9")
      // None does anything, and each key of them says what its entry says.
      let before = bench.session.world.hash
      for name in atStart {
        let entry = try entry(name)
        #expect(!entry.help.isEmpty, "at 10")
        // Home gives the world its gravity again, whatever that is.
        guard name != .upright, let key = bench.key(of: name) else { continue }
        try bench.press(key)
        if bench.window.loop.obstacle(to: name) != nil, !bench.isStages(name) {
          #expect(bench.notice.lowercased() == entry.help.lowercased(), "\(name): \(bench.notice)")
        }
      }
      #expect(bench.session.world.hash == before && bench.session.log.isEmpty, "at 11")
      #expect(bench.window.stage.shownGraph == nil, "at 101")
      // What each waits for.
      try bench.press("G")
      #expect(grey().isDisjoint(with: ["next-graph", "dock-graph", "graph-axes", "export-graph"]), "at 102")
      try bench.click(100, 40)
      #expect(grey().isDisjoint(with: ["cut", "copy", "duplicate", "delete"]), "at 103")
      #expect(grey().isSuperset(of: ["paste", "group", "ungroup"]))
      try bench.press("Ctrl+C")
      #expect(!grey().contains("paste"), "at 12")
      try bench.press("Delete")
      #expect(grey().isDisjoint(with: ["undo", "save"]) && grey().contains("redo"), "at 104")
      try bench.press("Ctrl+Z")
      try bench.hand.waitForRerun()
      try bench.hand.wait(frames: 3)
      #expect(grey().isSuperset(of: ["undo", "save"]) && !grey().contains("redo"), "at 105")
      // The past can be looked at, and not changed.
      try bench.press("Space")
      try bench.hand.wait(frames: 30)
      try bench.press(",", ",")
      #expect(
        grey().isSuperset(of: ["paste", "select-all", "tool-box", "cut"]) && !grey().contains("step-back"))
    }
  }

  // MARK: Graphs

  @Test("The graph is docked: it lies below the stage and not over the floor")
  func docked() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      try bench.press("G")
      let layout = bench.window.stage.layout
      let graph = try #require(layout.graph)
      #expect(graph.min.y >= layout.stage.max.y && graph.height > 60, "at 13")
      // All of the floor is seen above it.
      #expect(bench.window.stage.viewport.pixel(Vector(200, 0)).y <= layout.stage.max.y, "at 14")
      try bench.press("Shift+G")
      let over = bench.window.stage.layout
      #expect(try #require(over.graph).min.y < over.stage.max.y, "at 15")
    }
  }

  @Test(
    "A graph chosen by hand has what was before, at the scene's times, through undo and continuing from the past"
  )
  func chosenGraph() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      let editor = bench.window.loop.editor
      var heights: [Double] = []
      bench.session.observers.append { world in
        let y = world.snapshot["ball"]?.position.y ?? .nan
        if heights.count > world.steps { heights.removeLast(heights.count - world.steps) }
        while heights.count < world.steps { heights.append(.nan) }
        heights.append(y)
      }
      func check(_ what: String) throws {
        let graph = try #require(bench.window.stage.shownGraph)
        #expect(graph.settings.title == "Chosen", "\(what)")
        let newest = graph.history.newestIndex
        let rate = Double(bench.session.world.rate)
        #expect(abs(graph.time(of: newest) - Double(bench.session.world.steps) / rate) < 1e-9, "\(what)")
        for (step, height) in heights.enumerated() where height.isFinite {
          let seen = graph.history[0, newest - bench.session.world.steps + step]
          #expect(seen == height, "\(what): step \(step): \(seen), \(height)")
        }
      }
      try bench.hand.wait(frames: 60)
      try bench.press("I")
      try bench.click(300, 40)
      #expect(try editor.perform(.plot(path: "body.at", true)) == true, "at 16")
      try bench.hand.wait(frames: 2)
      #expect(bench.session.world.steps > 100, "at 17")
      let names = bench.window.stage.shownGraph?.channels.map(\.name)
      #expect(names == ["ball.x", "ball.y"], "\(names ?? [])")
      #expect(try editor.perform(.plot(path: "body.at", false)) == true)
      #expect(try editor.perform(.chooseMenuItem("nothing")) == false, "at 18")
      try bench.window.loop.routeEvents()
      bench.window.loop.feed.plot(["ball.y"], bench.session)
      bench.window.stage.setGraphs(bench.window.loop.feed.graphs, showsLast: true)
      try check("chosen late")
      try bench.hand.wait(frames: 20)
      try check("and on")
      // Back to an earlier step, and on from there.
      bench.session.view(step: 40)
      try bench.hand.wait(frames: 2)
      let lag = try #require(bench.window.stage.shownGraph).lag
      #expect(lag == bench.session.world.steps - 40, "at 19")
      bench.session.resume()
      try bench.hand.waitForRerun()
      heights.removeLast(max(heights.count - 41, 0))
      try check("continued")
      #expect(try #require(bench.window.stage.shownGraph).lag == 0, "at 20")
      try bench.hand.wait(frames: 30)
      try check("after it")
      try bench.press("Ctrl+Z")
      try bench.hand.waitForRerun()
      try bench.hand.wait(frames: 2)
      let graph = try #require(bench.window.stage.shownGraph)
      #expect(
        graph.time(of: graph.history.newestIndex) == Double(bench.session.world.steps)
          / Double(bench.session.world.rate))
    }
  }

  @Test("The first sample of a graph is of what was edited before the first step, undone and done again")
  func firstSample() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      let session = bench.session
      try bench.press("Ctrl+Alt+N")
      #expect(session.isPaused)
      func graph(_ title: String) -> ScrollingGraph? {
        bench.window.loop.feed.graphs.first { $0.settings.title == title }
      }
      func kinetic() -> Double? { graph("World").map { $0.history[0, $0.history.newestIndex] } }
      #expect(graph("Heights") == nil)
      try session.giveAtStart(
        .add(Scene.Body(id: "cart", at: Vector(100, 100), .circle(radius: 10))), named: "add cart")
      try session.giveAtStart(.set(.body("cart"), path: "velocity", value: "[300, 0]"), named: "push it")
      try bench.hand.waitForRerun()
      try bench.hand.wait(frames: 30)
      let cart = try #require(session.world.snapshot["cart"]?.id)
      let energy = try #require(session.world.facts(of: cart)?.mass) * 90_000 / 2
      #expect(energy > 0)
      #expect(kinetic() == energy)
      #expect(graph("Heights")?.channels.map(\.name) == ["cart.y"])
      try bench.press("Ctrl+Z")
      try bench.hand.waitForRerun()
      try bench.hand.wait(frames: 30)
      #expect(kinetic() == 0)
      try bench.press("Ctrl+Shift+Z", "Space")
      try bench.hand.waitForRerun()
      try bench.hand.wait(frames: 30)
      #expect(session.world.steps > 0)
      let world = try #require(graph("World"))
      #expect(world.history[0, 0] == energy)
      #expect(world.history.count == session.world.steps + 1)
      // Begun again, what ran before stays, and so does the graph that is shown.
      try bench.press("G")
      while bench.window.stage.shownGraph?.settings.title != "Machine" { try bench.press("Tab") }
      try bench.press("Space", "R")
      try bench.hand.waitForRerun()
      let ran = world.history.count
      try session.giveAtStart(
        .add(Scene.Body(id: "ball", at: Vector(200, 100), .circle(radius: 10))), named: "add ball")
      try bench.hand.waitForRerun()
      try bench.hand.wait(frames: 30)
      #expect(session.world.steps == 0)
      #expect(graph("World") === world)
      #expect(world.history.count == ran)
      #expect(graph("Heights")?.channels.map(\.name) == ["cart.y", "ball.y"])
      #expect(bench.window.stage.shownGraph?.settings.title == "Machine")
    }
  }

  @Test("A recording that is shown fills the graphs, which end at the moment that is shown")
  func graphsOfARecording() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      // Recorded elsewhere, with a body that comes in the middle.
      let path = bench.scratch.url.path + "/run.jsonl"
      let library = SceneLibrary(folders: [bench.scratch.url], assets: ProjectFolder.assets)
      let read = try library.check(bench.scratch.url.path + "/Scenes/first.yaml")
      let session = try Session(
        World(read.get()), content: read.content, recorder: Recorder(path: path))
      let feed = GraphFeed(session.world)
      session.observers.append { feed.sample($0) }
      for step in 0..<300 {
        if step == 60 { try session.give(.grab(Vector(100, 40))) }
        if step == 90 { try session.give(.move(Vector(200, 250))) }
        if step == 150 { try session.give(.release) }
        if step == 200 { try session.give(.edit(.add(.body, "{id: late, at: [200, 200], circle: 10}"))) }
        try session.step()
      }
      try session.finish()
      bench.hand.drop(path)
      try bench.hand.wait(frames: 2)
      try bench.hand.waitForRerun()
      try bench.hand.wait(frames: 3)
      try bench.press("G")
      let shown = bench.window.loop.feed.graphs
      #expect(shown.map(\.settings.title) == feed.graphs.map(\.settings.title), "at 21")
      for (graph, wanted) in zip(shown, feed.graphs) where graph.settings.title != "Machine" {
        #expect(graph.history.count == 301, "\(graph.settings.title): \(graph.history.count)")
        for channel in graph.channels.indices {
          let (a, b) = (0...300).reduce(into: ([UInt64](), [UInt64]())) { values, step in
            values.0.append(graph.history[channel, step].bitPattern)
            values.1.append(wanted.history[channel, step].bitPattern)
          }
          #expect(a == b, "\(graph.settings.title), \(graph.channels[channel].name)")
        }
        #expect(graph.markers == wanted.markers, "\(graph.settings.title)")
      }
      for _ in 0..<20 {
        try bench.hand.wait()
        let graph = try #require(bench.window.stage.shownGraph)
        let step = try #require(bench.session.viewStep)
        #expect(graph.history.newestIndex - graph.lag == step, "at 22")
        #expect(graph.rightEdge.index == step && graph.rightEdge.fraction == 0)
      }
    }
  }
}
