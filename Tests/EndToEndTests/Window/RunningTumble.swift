import Foundation
import TumbleTestSupport

/// `tumble run` in a window on a display, while it runs.
final class RunningTumble {
  let display: Display
  /// The window's id for xdotool.
  private(set) var window = ""
  /// What a window manager has put around it, which xdotool counts twice.
  private var frame = (left: 0, top: 0)
  private let process = Process()
  private let scratch: ScratchFolder
  private let output: URL
  private let errors: URL

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
    output = try scratch.file("output", "")
    errors = try scratch.file("errors", "")
    process.executableURL = RunProgram.products.appendingPathComponent("tumble")
    process.arguments = ["run"] + arguments
    process.currentDirectoryURL = folder
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
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.runOpenToSignals()
    try wait("for a window") { try findWindow() }
    try wait("for the first frame") { try isDrawn() }
  }

  /// Whether it has a window, into which the mouse is moved: keys go there where no window manager says otherwise.
  private func findWindow() throws -> Bool {
    // Of the program that ran before a window may be left for a moment.
    let pid = "\(process.processIdentifier)"
    window = try display.xdotool("search", "--onlyvisible", "--all", "--pid", pid, "--class", "tumble").text
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard !window.isEmpty, let frame = try? display.frame(of: window) else { return false }
    self.frame = frame
    let place = try geometry()
    try moveMouse(place.x + place.width / 2, place.y + place.height / 2)
    return true
  }

  deinit {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Where the window's inside lies on the screen; without a size where there is none.
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

  /// Whether the line of status is there.
  private func isDrawn() throws -> Bool {
    let place = try geometry()
    // A program that has ended has no window.
    guard place.height > 3 else { return false }
    let color = try display.screenshot()[place.x + 3, place.y + place.height - 3]
    return color.red < 90 && color.blue > color.red && color.blue < 100
  }

  func moveMouse(_ x: Int, _ y: Int) throws { try display.xdotool("mousemove", "\(x)", "\(y)") }
  func press(_ key: String) throws { try display.xdotool("key", key) }

  /// Presses at a place of the window, moves on and lets go at another; each move is to be seen before the next.
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

  /// Asks for the end until it is there: what is open, and what is not saved, wants to be asked twice.
  func quit() throws {
    try wait("for the end") {
      guard process.isRunning else { return true }
      for key in ["Escape", "ctrl+q"] where process.isRunning { try press(key) }
      return !process.isRunning
    }
  }

  var isRunning: Bool { process.isRunning }

  /// Asks again and again until something is so. It gives up after a minute and a half: all the other tests may be
  /// running beside it.
  func wait(_ what: String, _ isSo: () throws -> Bool) throws {
    for _ in 0..<3000 {
      if try isSo() { return }
      guard process.isRunning else {
        throw Display.Failure(description: "the program ended while waiting \(what): \(try errorText())")
      }
      usleep(30_000)
    }
    display.keepPicture(of: what)
    throw Display.Failure(description: "gave up waiting \(what): \(try errorText())")
  }

  /// Waits until something that is done is seen, and nothing moves any more.
  func see(_ what: String, _ act: () throws -> Void) throws {
    let before = try display.screenshot()
    try act()
    try wait("to see \(what)") { try display.screenshot() != before }
    try waitUntilStill()
  }

  /// Waits until nothing on the screen has moved for a while, as where the world is paused and every message was shown.
  func waitUntilStill() throws {
    var (before, equal) = (try display.screenshot(), 0)
    try wait("for the screen to stand still") {
      let now = try display.screenshot()
      equal = now == before ? equal + 1 : 0
      before = now
      return equal >= 10
    }
  }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// The exit code once it has ended; minus the signal's number if one ended it.
  func end() -> Int32 {
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
      ? -process.terminationStatus : process.terminationStatus
  }

  func outputText() throws -> String { try String(contentsOf: output, encoding: .utf8) }
  func errorText() throws -> String { try String(contentsOf: errors, encoding: .utf8) }
}
