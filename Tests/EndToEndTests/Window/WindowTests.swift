import Foundation
import Testing
import TumbleInput
import TumbleLooks
import TumblePanels
import TumbleRendering
import TumbleTestSupport

/// Tests of the window on a real X server, with a real mouse and keys.
@Suite("The window", .enabled(if: Display.isAvailable, "Xvfb, xdotool and python3 are needed"))
struct WindowTests {
  let scratch: ScratchFolder
  let display: Display

  init() throws {
    scratch = try ScratchFolder()
    display = try Display()
  }

  /// A red box at rest on a floor, in a view of 300 × 300 points that is shown at twice that.
  private func scene() throws -> String {
    try scratch.file(
      "one.yaml",
      """
      tumble: 1
      title: One box
      view: {size: [300, 300]}
      bodies:
        - id: walls
          kind: static
          friction: 0.1
          elasticity: 0
          line: {points: [[0, 300], [0, 0], [300, 0], [300, 300], [0, 300]], radius: 2}
        - {id: box, at: [150, 32], box: [60, 60], mass: 10, friction: 0.1, elasticity: 0, color: "#ff0000"}
      """
    ).path
  }

  /// A picture of a window at one moment.
  private struct View {
    let place: RunningTumble.Place
    let screen: Screenshot

    init(_ tumble: RunningTumble) throws {
      (place, screen) = (try tumble.geometry(), try tumble.display.screenshot())
    }

    /// Returns the pixel of a point of the world, in the room that the menu, the tools, the time line and the
    /// line of status leave.
    func pixel(_ x: Double, _ y: Double) -> (x: Int, y: Int) {
      let surface = InterfaceSurface(PixelSize(place.width, place.height - Layout.stripHeight))
      let layout = InterfaceLayout(
        surface, hasMenu: true, hasTimeline: true, toolCount: Tool.allCases.count, hasSide: false)
      let stage = layout.stagePixels
      let scale = min(stage.width, stage.height) / 300
      let left = Double(place.x) + stage.min.x + (stage.width - 300 * scale) / 2
      let bottom = Double(place.y) + stage.min.y + (stage.height + 300 * scale) / 2
      return (Int(left + x * scale), Int(bottom - y * scale))
    }

    /// Is true if a card lies over the middle of the stage, so that the lines of the paper are not seen.
    func hasPanel() -> Bool {
      let y = pixel(150, 152).y
      let lines = (pixel(20, 150).x..<pixel(280, 150).x).count { x in
        let color = screen[x, y]
        return color == (233, 227, 214) || color == (221, 213, 196)
      }
      return lines < 4
    }

    /// Is true if a pixel of the line of status, in these columns from its left end, has the color of a
    /// warning.
    func isAlert(_ columns: ClosedRange<Int>) -> Bool {
      columns.contains { column in
        (6...20).contains { row in
          let color = screen[place.x + column, place.y + place.height - row]
          return color.red > 220 && color.blue < 120
        }
      }
    }

    /// Is true if the red box is at a point of the world.
    func isRed(_ x: Double, _ y: Double) -> Bool {
      let (column, row) = pixel(x, y)
      let color = screen[column, row]
      return color.red > 150 && color.green < 60 && color.blue < 60
    }
  }

  @Test(
    "A drag lifts a body, letting go drops it, and the recording of it replays to the same hashes",
    arguments: [nil, "software"])
  func drag(renderer: String?) throws {
    let file = scratch.url.appendingPathComponent("run.jsonl").path
    let tumble = try RunningTumble(
      on: display, renderer: renderer, try scene(), "--record", file, "--hash")
    try tumble.wait("for the box") { try View(tumble).isRed(150, 30) }

    let (x, y) = try View(tumble).pixel(150, 30)
    try tumble.moveMouse(x, y)
    try display.xdotool("mousedown", "1")
    for step in 1...10 { try tumble.moveMouse(x + step * 8, y - step * 36) }
    try tumble.wait("for the box to come up") { try View(tumble).isRed(185, 200) }
    // Out of the window, and let go there: the box must not hang on.
    let place = try tumble.geometry()
    try tumble.moveMouse(place.x + place.width + 60, y - 200)
    try display.xdotool("mouseup", "1")
    try tumble.moveMouse(x, y)
    try tumble.wait("for the box to fall") {
      let view = try View(tumble)
      return !view.isRed(185, 200) && (60...280).contains { view.isRed(Double($0), 20) }
    }

    // It is in the file as it is done.
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("\"release\""))
    try tumble.press("q")
    #expect(try tumble.end() == 0)
    let recording = try String(contentsOfFile: file, encoding: .utf8)
    #expect(recording.contains("\"grab\"") && recording.contains("\"release\""))
    let replay = try RunProgram("tumble-headless")("simulate", "--commands", file, "--hash")
    #expect(replay.code == 0, "\(replay.errors)")
    #expect(replay.text == (try tumble.outputText()))
  }

  @Test("Crates move; the arrow keys tilt gravity, Home stands it upright; tilting replays too")
  func tilt() throws {
    let file = scratch.url.appendingPathComponent("run.jsonl").path
    let tumble = try RunningTumble(on: display, try scene(), "--record", file, "--hash")
    try tumble.wait("for the box") { try View(tumble).isRed(150, 30) }
    for _ in 0..<8 { try tumble.press("Right") }
    try tumble.wait("for the box to slide right") { try View(tumble).isRed(285, 20) }
    for _ in 0..<16 { try tumble.press("Up") }
    try tumble.wait("for the box to fall up") { try View(tumble).isRed(270, 285) }
    try tumble.press("Home")
    try tumble.wait("for the box to come down") { try View(tumble).isRed(270, 20) }
    try tumble.press("q")
    #expect(try tumble.end() == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("\"tilt\""))
    let replay = try RunProgram("tumble-headless")("simulate", "--commands", file, "--hash")
    #expect(replay.code == 0, "\(replay.errors)")
    #expect(replay.text == (try tumble.outputText()))
  }

  @Test("Space pauses, the point key takes a step, R starts again")
  func pause() throws {
    let tumble = try RunningTumble(on: display, "crate", "--hash")
    try tumble.press("r")
    try tumble.press("space")
    // The two bars of the pause, in the line of status.
    func isPaused() throws -> Bool {
      let place = try tumble.geometry()
      let picture = try display.screenshot()
      return (10..<30).contains { x in
        let color = picture[place.x + x, place.y + place.height - 12]
        return color.red > 220 && color.blue < 120
      }
    }
    try tumble.wait("for the pause") { try isPaused() }
    let before = try display.screenshot()
    for _ in 0..<12 { try tumble.press("period") }
    try tumble.wait("for the step") { try display.screenshot() != before }
    #expect(try isPaused())
    try tumble.press("space")
    try tumble.wait("for it to go on") { try !isPaused() }
    try tumble.press("q")
    #expect(try tumble.end() == 0)
  }

  @Test("R reads the edited file; with a mistake in it the world goes on, and the mistake is reported")
  func reload() throws {
    let file = try scene()
    let tumble = try RunningTumble(on: display, file, "--record", scratch.url.path + "/run.jsonl", "--hash")
    try tumble.wait("for the box") { try View(tumble).isRed(150, 30) }
    let text = try String(contentsOfFile: file, encoding: .utf8)

    try text.replacingOccurrences(of: "at: [150, 32]", with: "at: [250, 32]")
      .replacingOccurrences(of: "title: One box", with: "title: One box, moved")
      .write(toFile: file, atomically: true, encoding: .utf8)
    try tumble.press("r")
    try tumble.wait("for the box in its new place") {
      let view = try View(tumble)
      return view.isRed(250, 30) && !view.isRed(150, 30)
    }
    let name = try display.xdotool("getwindowname", tumble.window).text
    #expect(name.contains("One box, moved"))

    try text.replacingOccurrences(of: "mass: 10", with: "mass: -10")
      .write(toFile: file, atomically: true, encoding: .utf8)
    try tumble.press("r")
    try tumble.wait("for the mistake to be told") { try tumble.errorText().contains("one.yaml:10:") }
    // With its line and its caret, which lie over the stage until they are closed.
    try tumble.wait("for the message") { try View(tumble).hasPanel() }
    try tumble.press("Escape")
    try tumble.wait("for the stage") { try !View(tumble).hasPanel() && View(tumble).isRed(250, 30) }

    try tumble.press("q")
    #expect(try tumble.end() == 0)
    // The recording is of the world that was restarted last, with the text it was read from.
    let replay = try RunProgram("tumble-headless")(
      "simulate", "--commands", scratch.url.path + "/run.jsonl", "--hash")
    #expect(replay.code == 0, "\(replay.errors)")
    #expect(replay.text == (try tumble.outputText()))
  }

  @Test("Slow motion changes when steps are taken and not what they do")
  func slowMotion() throws {
    let tumble = try RunningTumble(on: display, "crates", "--steps", "400", "--hash")
    try tumble.press("s")
    try tumble.press("s")
    #expect(try tumble.end() == 0)
    let headless = try RunProgram("tumble-headless")("simulate", "crates", "--steps", "400", "--hash")
    #expect(try tumble.outputText() == headless.text)
  }

  @Test("A window of another size shows the whole view again")
  func resize() throws {
    let tumble = try RunningTumble(on: display, try scene())
    try tumble.wait("for the box") { try View(tumble).isRed(150, 30) }
    for (width, height) in [(330, 356), (900, 400), (320, 240)] {
      try display.xdotool("windowsize", tumble.window, "\(width)", "\(height)")
      try tumble.wait("for \(width) × \(height)") {
        let view = try View(tumble)
        guard view.place.width == width, view.place.height == height else { return false }
        // The box's middle, a corner of it, and the paper above and beside it.
        return view.isRed(150, 30) && view.isRed(125, 10) && !view.isRed(150, 75) && !view.isRed(100, 30)
      }
    }
    try tumble.press("q")
    #expect(try tumble.end() == 0)
  }

  @Test("A window made smaller than its help can be read in takes its smallest size back")
  func smallest() throws {
    let tumble = try RunningTumble(on: display, try scene())
    try tumble.wait("for the box") { try View(tumble).isRed(150, 30) }
    try display.xdotool("windowsize", tumble.window, "1", "1")
    try tumble.wait("for the smallest size") {
      let view = try View(tumble)
      return view.place.width == 320 && view.place.height == 240 && view.isRed(150, 30)
    }
    try tumble.press("q")
    #expect(try tumble.end() == 0)
  }

  @Test("The window's title is the scene's, whatever letters that has")
  func title() throws {
    let tumble = try RunningTumble(
      on: display,
      try scratch.file("t.yaml", "tumble: 1\ntitle: Größe ✓\nbodies: [{id: a, circle: 5}]\n").path)
    // What window managers show; it is not there at all where SDL could not translate the title.
    #expect(try display.property("_NET_WM_NAME", of: tumble.window) == "Größe ✓ – Tumble")
    try tumble.press("ctrl+q")
    #expect(try tumble.end() == 0)
  }

  @Test("Esc closes the help first, then asks, and then quits")
  func dismiss() throws {
    let tumble = try RunningTumble(on: display, try scene())
    try tumble.wait("for the box") { try View(tumble).isRed(150, 30) }
    try tumble.press("h")
    try tumble.wait("for the help") { try View(tumble).hasPanel() }
    try tumble.press("Escape")
    try tumble.wait("for the stage") { try !View(tumble).hasPanel() }
    try tumble.press("Escape")
    // Something else takes the question back: the one after asks again.
    try tumble.press("d")
    try tumble.press("Escape")
    try tumble.wait("for the stage") { try !View(tumble).hasPanel() }
    try tumble.quit(by: "Escape")
    #expect(try tumble.end() == 0)
  }

  @Test("A body that is dragged while time stands still moves at once, and that can be undone and replayed")
  func pausedDrag() throws {
    let file = scratch.url.appendingPathComponent("run.jsonl").path
    let tumble = try RunningTumble(on: display, try scene(), "--record", file, "--hash")
    try tumble.wait("for the box") { try View(tumble).isRed(150, 30) }
    try tumble.press("space")
    try tumble.wait("for the pause") { try View(tumble).isAlert(10...30) }
    func drag() throws {
      let (x, y) = try View(tumble).pixel(150, 30)
      try tumble.moveMouse(x, y)
      try display.xdotool("mousedown", "1")
      for step in 1...10 { try tumble.moveMouse(x, y - step * 20) }
      // Above the hand's line.
      try tumble.wait("for the box to come up") {
        let view = try View(tumble)
        return view.isRed(130, 135) && !view.isRed(130, 20)
      }
      try display.xdotool("mouseup", "1")
    }
    try drag()
    try tumble.press("ctrl+z")
    try tumble.wait("for the box to be back") {
      let view = try View(tumble)
      return view.isRed(130, 20) && !view.isRed(130, 135)
    }
    try drag()
    try tumble.press("space")
    try tumble.wait("for the box to fall") { try View(tumble).isRed(130, 20) }
    // What was edited is not saved: the first asking says so.
    try tumble.quit()
    #expect(try tumble.end() == 0)
    let replay = try RunProgram("tumble-headless")("simulate", "--commands", file, "--hash")
    #expect(replay.code == 0, "\(replay.errors)")
    #expect(replay.text == (try tumble.outputText()))
  }

  @Test(
    "A box that is drawn falls; it is undone, redone, moved and turned, and all of it replays to the same hash"
  )
  func drawnBox() throws {
    let file = scratch.url.appendingPathComponent("run.jsonl").path
    let tumble = try RunningTumble(on: display, try scene(), "--record", file, "--hash")
    try tumble.wait("for the box") { try View(tumble).isRed(150, 30) }
    /// Is true if something is drawn at a point that is neither paper nor the red box.
    func isThere(_ x: Double, _ y: Double) throws -> Bool {
      let view = try View(tumble)
      let (column, row) = view.pixel(x, y)
      let color = view.screen[column, row]
      return !view.isRed(x, y)
        && max(color.red, color.green, color.blue) - min(color.red, color.green, color.blue) > 60
    }
    func drag(_ from: (Double, Double), _ to: (Double, Double)) throws {
      let view = try View(tumble)
      let (start, end) = (view.pixel(from.0, from.1), view.pixel(to.0, to.1))
      try tumble.moveMouse(start.x, start.y)
      try display.xdotool("mousedown", "1")
      for step in 1...5 {
        try tumble.moveMouse(start.x + (end.x - start.x) * step / 5, start.y + (end.y - start.y) * step / 5)
      }
      try display.xdotool("mouseup", "1")
    }
    try tumble.press("space")
    try tumble.wait("for the pause") { try View(tumble).isAlert(10...30) }
    try tumble.press("x")
    try drag((210, 200), (270, 250))
    try tumble.wait("for the new box") { try isThere(232, 235) }
    try tumble.press("ctrl+z")
    try tumble.wait("for it to go") { try !isThere(232, 235) }
    try tumble.press("ctrl+shift+z")
    try tumble.wait("for it to come back") { try isThere(232, 235) }
    try tumble.press("v")
    try drag((240, 225), (240, 155))
    try tumble.wait("for it to be moved") { try isThere(232, 165) && !isThere(232, 235) }
    try tumble.press("space")
    try tumble.wait("for it to fall") { try isThere(232, 20) }
    // What was edited is not saved: the first asking says so.
    try tumble.quit()
    #expect(try tumble.end() == 0)
    let recording = try String(contentsOfFile: file, encoding: .utf8)
    #expect(recording.contains("box1"))
    let replay = try RunProgram("tumble-headless")("simulate", "--commands", file, "--hash")
    #expect(replay.code == 0, "\(replay.errors)")
    #expect(replay.text == (try tumble.outputText()))
  }

  @Test("The window opens once: what a renderer wants of it is done before it is seen")
  func opensOnce() throws {
    let watch = try display.watchWindows()
    let tumble = try RunningTumble(on: display, renderer: "opengl", try scene())
    try tumble.quit()
    try watch.waitForEnd(of: tumble.window)
    #expect(try watch.opened() == [tumble.window])
  }

  @Test(
    "The wheel zooms at the mouse, the right button moves the view, Control with Home shows all as before")
  func camera() throws {
    let tumble = try RunningTumble(on: display, try scene())
    try tumble.wait("for the box") { try View(tumble).isRed(150, 30) }
    let home = try View(tumble)
    let (x, y) = home.pixel(150, 30)
    try tumble.moveMouse(x, y)
    // The box is 60 points wide: beside it is paper, until it is three times as large.
    #expect(!home.isRed(150 - 60, 30) && !home.isRed(150, 110))
    for _ in 0..<7 { try display.xdotool("click", "4") }
    try tumble.wait("for the box to grow") {
      let view = try View(tumble)
      return view.isRed(150 - 60, 30) && view.isRed(150 + 60, 30) && view.isRed(150, 110)
    }
    try display.xdotool("mousedown", "3")
    for step in 1...10 { try tumble.moveMouse(x + step * 20, y - step * 20) }
    try display.xdotool("mouseup", "3")
    try tumble.wait("for the box beside its place") {
      let view = try View(tumble)
      return view.isRed(150 + 100, 130) && !view.isRed(150 - 60, 30)
    }
    try tumble.press("ctrl+Home")
    try tumble.wait("for the whole view") {
      let view = try View(tumble)
      return view.isRed(150, 30) && !view.isRed(150 - 60, 30) && !view.isRed(150 + 100, 130)
    }
    try tumble.press("q")
    #expect(try tumble.end() == 0)
  }

  @Test("R keeps what was recorded so far under another name")
  func keptRecording() throws {
    let file = scratch.url.appendingPathComponent("run.jsonl").path
    let kept = scratch.url.appendingPathComponent("run-1.jsonl").path
    let tumble = try RunningTumble(on: display, try scene(), "--record", file)
    try tumble.wait("for the box") { try View(tumble).isRed(150, 30) }
    try tumble.press("Right")
    // A key is a command of the step after it, which a busy machine takes when it can.
    try tumble.wait("for the tilt in the recording") {
      try String(contentsOfFile: file, encoding: .utf8).contains("\"tilt\"")
    }
    try tumble.press("r")
    try tumble.wait("for the kept recording") { FileManager.default.fileExists(atPath: kept) }
    try tumble.press("q")
    #expect(try tumble.end() == 0)
    #expect(try tumble.errorText().contains("kept the recording so far as \(kept)"))
    #expect(try String(contentsOfFile: kept, encoding: .utf8).contains("\"tilt\""))
    for recording in [file, kept] {
      #expect(try RunProgram("tumble-headless")("simulate", "--commands", recording).code == 0)
    }
  }

  @Test("G shows the graph over the stage, and hides it again")
  func graph() throws {
    let tumble = try RunningTumble(on: display, try scene())
    try tumble.wait("for the box") { try View(tumble).isRed(150, 30) }
    // Where the floor is without a graph, and a dark plot with one, lines aside.
    func hasGraph() throws -> Bool {
      let (place, screen) = (try tumble.geometry(), try display.screenshot())
      let bottom = place.y + place.height - Layout.stripHeight - Int(InterfaceLayout.timelineHeight)
      return stride(from: 30, to: 70, by: 5).count { height in
        let color = screen[place.x + place.width / 2, bottom - height]
        return color.red < 80 && color.green < 80 && color.blue < 90
      } >= 6
    }
    #expect(try !hasGraph())
    try tumble.press("g")
    try tumble.wait("for the graph") { try hasGraph() }
    for key in ["Tab", "1", "shift+f", "minus", "plus", "shift+f", "Tab"] { try tumble.press(key) }
    #expect(try hasGraph())
    try tumble.press("g")
    try tumble.wait("for the stage") { try !hasGraph() && View(tumble).isRed(150, 30) }
    try tumble.press("q")
    #expect(try tumble.end() == 0)
  }

  @Test("E writes the graph beside where the program runs, under names that no file has")
  func export() throws {
    let tumble = try RunningTumble(on: display, folder: scratch.url, "crates", "--graph")
    func files() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).filter { $0.hasPrefix("crates-") }
        .sorted()
    }
    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: scratch.url.appendingPathComponent(name)), as: UTF8.self)
    }
    try tumble.press("e")
    // The picture is written last.
    try tumble.wait("for the files") { try files().contains("crates-energy-1.png") }
    let seen = try text("crates-energy-1.csv")
    #expect(seen.hasPrefix("sample,time,energy.kinetic,energy.potential\n"))
    #expect(try text("crates-energy-1.svg").contains("<svg"))
    for key in ["1", "shift+e"] { try tumble.press(key) }
    try tumble.wait("for more files") { try files().contains("crates-energy-2.png") }
    #expect(try text("crates-energy-1.csv") == seen)
    // All of it: from the first sample on, what is switched off too.
    let all = try text("crates-energy-2.csv")
    #expect(all.hasPrefix("sample,time,energy.kinetic,energy.potential\n0,0.0,"))
    for key in ["g", "e", "q"] { try tumble.press(key) }
    #expect(try tumble.end() == 0)
    #expect(try files().count == 6)
    let errors = try tumble.errorText()
    #expect(errors.contains("wrote crates-energy-1.csv, .svg and .png") && errors.contains("G shows a graph"))
  }

  @Test("The close button ends it with 0, and the recording is whole")
  func closeButton() throws {
    let file = scratch.url.appendingPathComponent("run.jsonl").path
    let tumble = try RunningTumble(on: display, "crates", "--record", file)
    try display.close(window: tumble.window)
    #expect(try tumble.end() == 0)
    #expect(try RunProgram("tumble-headless")("simulate", "--commands", file).code == 0)
  }

  @Test("SIGTERM and SIGINT end it as the close button does", arguments: [SIGTERM, SIGINT])
  func signals(number: Int32) throws {
    let file = scratch.url.appendingPathComponent("run.jsonl").path
    let tumble = try RunningTumble(on: display, "crates", "--record", file)
    tumble.signal(number)
    #expect(try tumble.end() == 0)
    #expect(try RunProgram("tumble-headless")("simulate", "--commands", file).code == 0)
  }

  @Test("A run that is killed leaves a recording up to its latest whole line")
  func killed() throws {
    let file = scratch.url.appendingPathComponent("run.jsonl").path
    let tumble = try RunningTumble(on: display, "crates", "--record", file)
    tumble.signal(SIGKILL)
    #expect(try tumble.end() == -SIGKILL)
    let replay = try RunProgram("tumble-headless")("simulate", "--commands", file)
    #expect(replay.code == 0 && replay.errors.contains("was not finished"), "\(replay.errors)")
  }

  @Test("--steps ends a run in a window too, with the headless hash")
  func steps() throws {
    let tumble = try RunningTumble(on: display, "crates", "--steps", "120", "--hash")
    #expect(try tumble.end() == 0)
    let headless = try RunProgram("tumble-headless")("simulate", "crates", "--steps", "120", "--hash")
    #expect(try tumble.outputText() == headless.text)
  }
}
