import Foundation
import TumbleTestSupport

/// `tumble run` in a window on a display, while it runs.
final class RunningTumble {
  let display: Display
  /// The window's id for xdotool.
  private(set) var window = ""
  /// The border that a window manager has put around the window, which xdotool counts twice.
  private var frame = (left: 0, top: 0)
  private let program: RunningProgram
  /// The person's settings, where the test has none of its own.
  private let scratch: ScratchFolder

  convenience init(
    on display: Display, renderer: String? = nil, folder: URL? = nil, home: URL? = nil, _ arguments: String...
  ) throws {
    try self.init(on: display, renderer: renderer, folder: folder, home: home, arguments)
  }

  init(
    on display: Display, renderer: String?, folder: URL?, home: URL?, faults: Faults? = nil,
    _ arguments: [String]
  ) throws {
    self.display = display
    scratch = try ScratchFolder()
    var environment = ProcessInfo.processInfo.environment
    for name in [
      "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_RENDER_DRIVER", "DBUS_SESSION_BUS_ADDRESS",
      "XDG_RUNTIME_DIR",
    ] { environment[name] = nil }
    environment["DISPLAY"] = display.name
    // Whoever runs the tests has settings of their own.
    let home = home ?? scratch.url
    for (name, folder) in [
      ("XDG_CONFIG_HOME", "config"), ("XDG_STATE_HOME", "state"), ("XDG_CACHE_HOME", "cache"),
    ] {
      environment[name] = home.appendingPathComponent(folder).path
    }
    environment["SDL_RENDER_DRIVER"] = renderer
    // OpenGL in software would keep its own files in the cache's folder.
    environment["MESA_SHADER_CACHE_DISABLE"] = "true"
    if let faults { environment.merge(try faults.environment) { $1 } }
    program = try RunningProgram(
      path: RunProgram.products.appendingPathComponent("tumble").path, ["run"] + arguments,
      environment: environment, folder: folder)
    do {
      try waitUntilReady()
    } catch _ where arguments.contains("--steps") && !isRunning {
      // It came to its end before anybody looked.
    }
  }

  /// Waits until it has shown frames and takes input.
  private func waitUntilReady() throws {
    try wait("for a window") { try findWindow() }
    try wait("for the first frame") { try isDrawn() }
    // SDL drops a click that it reads within ten milliseconds of the focus. Input is read before the line of
    // status changes for the first time, and a frame passes before it does so again.
    for _ in 0..<2 {
      let before = try statusLine()
      try wait("for the next frame") { try statusLine() != before }
    }
  }

  /// Looks for the program's window, moves the mouse into it and says whether there is one. Keys go there
  /// where no window manager says otherwise.
  private func findWindow() throws -> Bool {
    // Of the program that ran before a window may be left for a moment.
    let pid = "\(program.processIdentifier)"
    window = try display.xdotool("search", "--onlyvisible", "--all", "--pid", pid, "--class", "tumble").text
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard !window.isEmpty, let frame = try? display.frame(of: window) else { return false }
    self.frame = frame
    let place = try geometry()
    try moveMouse(place.x + place.width / 2, place.y + place.height / 2)
    return true
  }

  /// The place of the window's inside on the screen; without a size where there is none.
  struct Place: Equatable { var x = 0, y = 0, width = 0, height = 0 }

  func geometry() throws -> Place {
    var place = Place()
    for line in try display.xdotool("getwindowgeometry", "--shell", window).text.split(separator: "\n") {
      let parts = line.split(separator: "=")
      guard parts.count == 2, let value = Int(parts[1]) else { continue }
      switch parts[0] {
      case "X": place.x = value - frame.left
      case "Y": place.y = value - frame.top
      case "WIDTH": place.width = value
      case "HEIGHT": place.height = value
      default: break
      }
    }
    return place
  }

  /// Is true once the line of status is drawn.
  private func isDrawn() throws -> Bool {
    let place = try geometry()
    // A program that has ended has no window.
    guard place.height > 3 else { return false }
    let color = try display.screenshot()[place.x + 3, place.y + place.height - 3]
    return color.red < 90 && color.blue > color.red && color.blue < 100
  }

  /// The colors of the line of status, which tells the time and the step.
  private func statusLine() throws -> [Int] {
    let (place, screen) = (try geometry(), try display.screenshot())
    return (place.x..<place.x + place.width).flatMap { x in
      stride(from: 4, through: 20, by: 2).map { screen[x, place.y + place.height - $0].green }
    }
  }

  func moveMouse(_ x: Int, _ y: Int) throws { try display.xdotool("mousemove", "\(x)", "\(y)") }
  func press(_ key: String) throws { try display.xdotool("key", key) }

  /// Presses at a place of the window, moves on and lets go at another; each move is to be seen before the
  /// next.
  func drag(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) throws {
    let place = try geometry()
    try moveMouse(place.x + start.x, place.y + start.y)
    try display.xdotool("mousedown", "1")
    for step in 1...4 {
      let before = try display.screenshot()
      try moveMouse(
        place.x + start.x + (end.x - start.x) * step / 4, place.y + start.y + (end.y - start.y) * step / 4)
      try wait("to see the mouse's move") { try display.screenshot() != before }
    }
    try display.xdotool("mouseup", "1")
  }

  func click(_ x: Int, _ y: Int, times: Int = 1) throws {
    let place = try geometry()
    try display.xdotool([
      "mousemove", "\(place.x + x)", "\(place.y + y)", "click", "--repeat", "\(times)", "--delay", "60", "1",
    ])
  }

  /// Turns the wheel that many times over a place.
  func scrollDown(from place: (x: Int, y: Int), by count: Int) throws {
    let window = try geometry()
    try display.xdotool([
      "mousemove", "\(window.x + place.x)", "\(window.y + place.y)", "click", "--repeat", "\(count)",
      "--delay",
      "60", "5",
    ])
  }

  /// Asks for the end until it is there: what is open is closed first, and what is not saved is discarded.
  func quit(by keys: String...) throws {
    let keys = keys.isEmpty ? ["Escape", "ctrl+q", "Delete"] : keys
    try wait("for the end") {
      for key in keys where isRunning { try press(key) }
      return !isRunning
    }
  }

  var isRunning: Bool { program.isRunning }

  /// Asks again and again until something is so: nothing tells of what is on the screen.
  func wait(_ what: String, _ isSo: () throws -> Bool) throws {
    do {
      try program.wait(what, isPolled: true, isSo)
    } catch {
      display.keepPicture(of: what)
      throw error
    }
  }

  /// Waits until something that is done is seen, and nothing moves any more.
  func see(_ what: String, _ act: () throws -> Void) throws {
    let before = try display.screenshot()
    try act()
    try wait("to see \(what)") { try display.screenshot() != before }
    try waitUntilStill()
  }

  /// Waits until nothing on the screen has moved for some turns of the program, as where the world is paused
  /// and every message was shown. In each of its turns it waits at least once, for input or for the time of
  /// the next frame.
  func waitUntilStill() throws {
    var (before, waits) = (try display.screenshot(), program.waits)
    try wait("for the screen to stand still") {
      let now = try display.screenshot()
      if now != before { (before, waits) = (now, program.waits) }
      return program.waits >= waits + 20
    }
  }

  /// Does something, and waits for some turns of the program, as where something always moves.
  func turns(_ act: () throws -> Void) throws {
    try act()
    let waits = program.waits
    try wait("for some turns") { program.waits >= waits + 20 }
  }

  func signal(_ number: Int32) { program.signal(number) }
  func end() throws -> Int32 { try program.end() }
  func outputText() throws -> String { try program.outputText() }
  func errorText() throws -> String { try program.errorText() }
}
