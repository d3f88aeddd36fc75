import Foundation
import Testing
import TumbleTestSupport

/// A folder with scenes of a person's own and their settings, and a display: where a session at the sandbox
/// takes place.
struct Sandbox {
  let display: Display
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    display = try Display()
  }

  var folder: URL { scratch.url }
  var home: URL { scratch.url.appendingPathComponent("home") }
  /// The path of the recording that a session writes when it is told to.
  var record: String { path("run.jsonl") }

  func path(_ name: String) -> String { scratch.url.appendingPathComponent(name).path }

  /// A scene without gravity: a wall at the left edge and a small box at the lower right.
  @discardableResult
  func scene(_ name: String, title: String) throws -> URL {
    try scratch.file(
      "Scenes/\(name).yaml",
      """
      tumble: 1
      title: \(title)          # a remark
      view: {size: [300, 300]}
      world: {gravity: [0, 0]}
      bodies:
        - {id: wall, kind: static, line: {points: [[0, 0], [0, 300]], radius: 4}}
        - {id: box, at: [270, 30], box: [20, 20], mass: 10, color: "#ff0000"}   # another one

      """)
  }

  /// A scene with nothing in it, in which what moves comes to rest soon.
  func emptyScene(_ name: String) throws -> URL {
    try scratch.file(
      "Scenes/\(name).yaml",
      """
      tumble: 1
      title: \(name)          # a remark
      view: {size: [300, 300]}
      world: {gravity: [0, 0], damping: 0.05}
      bodies: []

      """)
  }

  /// Keys of the person's own.
  func keys(_ text: String) throws { try scratch.file("home/config/tumble/keys.yaml", text) }

  func run(renderer: String? = nil, faults: Faults? = nil, _ arguments: String...) throws -> RunningTumble {
    try RunningTumble(
      on: display, renderer: renderer, folder: folder, home: home, faults: faults, arguments)
  }

  /// Returns the recording that a running session keeps in case it is lost; it lags behind by five seconds at
  /// most.
  func kept() throws -> String {
    let folder = home.appendingPathComponent("state/tumble/sessions")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return try files.filter { $0.hasSuffix(".jsonl") }.map {
      try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)
    }.joined()
  }

  /// Expects that the recording of a session leads to the same hash without a window.
  func expectReplay(_ hash: String) throws {
    let replay = try RunProgram("tumble-headless")("simulate", "--commands", record, "--hash")
    #expect(replay.code == 0, "\(replay.errors)")
    #expect(replay.text == hash)
  }

  /// The title of the window, which begins with that of the scene.
  func title(of tumble: RunningTumble) throws -> String {
    try display.xdotool("getwindowname", tumble.window).text
  }

  /// Opens the picker, types a part of a name, and takes the first that fits it.
  func choose(_ part: String, titled title: String, in tumble: RunningTumble) throws {
    try tumble.press("ctrl+o")
    for key in part { try tumble.press("\(key)") }
    // The card takes what is typed with its next frame.
    try tumble.wait("for the scene that was chosen") {
      try tumble.press("Return")
      return try self.title(of: tumble).hasPrefix(title)
    }
  }
}
