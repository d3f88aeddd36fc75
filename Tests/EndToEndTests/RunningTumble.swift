import Foundation
import TumbleTestSupport

/// `tumble run` in a window on a display, while it runs.
final class RunningTumble {
  let display: Display
  /// The window's id for xdotool.
  private(set) var window = ""
  private let process = Process()
  private let scratch: ScratchFolder
  private let output: URL
  private let errors: URL

  init(
    on display: Display, renderer: String? = nil, folder: URL? = nil, home: URL? = nil, _ arguments: String...
  ) throws {
    self.display = display
    scratch = try ScratchFolder()
    output = try scratch.file("output", "")
    errors = try scratch.file("errors", "")
    process.executableURL = RunProgram.products.appendingPathComponent("tumble")
    process.arguments = ["run"] + arguments
    process.currentDirectoryURL = folder
    var environment = ProcessInfo.processInfo.environment
    for name in ["WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_RENDER_DRIVER"] { environment[name] = nil }
    environment["DISPLAY"] = display.name
    // Whoever runs the tests has settings of their own.
    let home = home ?? scratch.url
    for (name, folder) in [
      ("XDG_CONFIG_HOME", "config"), ("XDG_STATE_HOME", "state"), ("XDG_CACHE_HOME", "cache"),
    ] {
      environment[name] = home.appendingPathComponent(folder).path
    }
    environment["SDL_RENDER_DRIVER"] = renderer
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.runOpenToSignals()
    try wait("for a window") {
      window = try display.xdotool("search", "--onlyvisible", "--class", "tumble").text
        .trimmingCharacters(in: .whitespacesAndNewlines)
      return !window.isEmpty
    }
    // Keys go to the window under the mouse where no window manager says otherwise.
    let place = try geometry()
    try moveMouse(place.x + place.width / 2, place.y + place.height / 2)
    try wait("for the first frame") { try isDrawn() }
  }

  deinit {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  struct Place: Equatable { var x = 0, y = 0, width = 0, height = 0 }

  func geometry() throws -> Place {
    let text = try display.xdotool("getwindowgeometry", "--shell", window).text
    var place = Place()
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=")
      guard parts.count == 2, let value = Int(parts[1]) else { continue }
      switch parts[0] {
      case "X": place.x = value
      case "Y": place.y = value
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

  /// Appearance again and again until something is so; gives up after half a minute.
  func wait(_ what: String, _ isSo: () throws -> Bool) throws {
    for _ in 0..<1000 {
      if try isSo() { return }
      guard process.isRunning else {
        throw Display.Failure(description: "the program ended while waiting \(what): \(try errorText())")
      }
      usleep(30_000)
    }
    throw Display.Failure(description: "waited in vain \(what)")
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
