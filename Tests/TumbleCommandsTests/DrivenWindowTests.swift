import Foundation
import Testing
import TumbleDrawing
import TumbleFiles
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleStage
import TumbleTestSupport
import TumbleWindowDriver

@testable import TumbleWindowCommands

/// A window without a display, and a hand at it. SDL has one queue of events for a process: each test has a process of its own.
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
  /// What the panels show.
  var panels: InterfaceState { window.loop.panels }
  var notice: String { window.loop.notices.line ?? "" }

  func press(_ keys: String...) throws {
    for key in keys { try hand.press(key) }
    try hand.wait(frames: 3)
  }

  /// What is seen at a point of the world.
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
  /// Alike but for rounding.
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
      try bench.press("Escape", "]")
      #expect(bench.panels.controls != nil)
    }
  }

  // MARK: Another scene

  @Test(
    "what is selected, followed or grouped in a scene is not in the next, and is by its name where the file is read again"
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

  @Test("a scene opens running, whether or not the one before was paused; begun again it stays as it was")
  func opensRunning() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(("first", WindowBench.text), ("second", WindowBench.text))
      try bench.press("Space")
      #expect(bench.session.isPaused)
      try bench.press("R")
      #expect(bench.session.isPaused)
      try bench.press("]")
      #expect(bench.session.world.scene.name == "second" && !bench.session.isPaused)
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

  @Test("the title is that of the scene that is shown, after each way to another")
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
    "edits that were given up when quitting are not offered at the next start; those of a run that was cut off are"
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
        if isConfirmed { try bench.press("Ctrl+Q") }
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

  // MARK: The inspector

  @Test("the inspector shows the colors that bodies are drawn in, in both themes, and what several have in common")
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
          #expect(bench.panels.inspector?.title == "b\(index)")
          guard case .color(let shown)? = row("body.color") else { return #expect(Bool(false), "no color") }
          plain.append(shown)
          // Beside the middle, where the selection has its marks.
          let seen = try bench.color(at: place + Vector(14, 9))
          #expect(shown.isNear(seen), "\(theme) b\(index): \(shown.hex), drawn \(seen.hex)")
        }
        try bench.click(60, 200)
        #expect(row("body.color") == .color(Color(hex: "#336699") ?? .black))
        // What multiplies a gradient or a picture leaves it as it is.
        for x in [160.0, 360] {
          try bench.click(x, 200)
          #expect(row("body.color") == .color(.white), "\(x)")
        }
        try bench.click(260, 200)
        guard case .color(let fill)? = row("body.color"), case .color(let border)? = row("body.border.color"),
          case .color(let caption)? = row("body.caption.color")
        else { return #expect(Bool(false), "no colors") }
        #expect(fill.isNear(try bench.color(at: Vector(260 + 19, 200 + 9))))
        #expect(border.isNear(try bench.color(at: Vector(260 + 26, 200 + 9))))
        #expect(caption == fill.contrasting)
        guard theme == "light" else { continue }
        try bench.press("N")
      }
      #expect(Set(plain).count > 5)
      // Those of several bodies are not the first one's.
      try bench.press("Ctrl+A")
      let several = bench.panels.inspector?.groups.flatMap(\.rows).first { $0.path == "body.color" }
      #expect(several?.isMixed == true)
    }
  }
}
