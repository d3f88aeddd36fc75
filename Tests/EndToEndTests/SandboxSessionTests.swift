import Foundation
import Testing
import TumbleTestSupport

/// With a real mouse and real keys, on a real X server.
@Suite(
  "A session at the sandbox", .serialized,
  .enabled(if: Display.isAvailable, "Xvfb, xdotool and python3 are needed"))
struct SandboxSessionTests {
  let scratch: ScratchFolder
  let display: Display

  init() throws {
    scratch = try ScratchFolder()
    display = try Display()
  }

  private func scene(_ name: String, title: String) throws -> URL {
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

  private var home: URL { scratch.url.appendingPathComponent("home") }
}

// MARK: - Anything

extension SandboxSessionTests {
  /// Keys that are pressed without a thought: all but those that end the program, or fill the screen.
  private static let keys =
    "abcdefghijklmnoprstuvwxyz0123456789".map(String.init) + [
      "space", "period", "comma", "Return", "Tab", "Delete", "BackSpace", "Up", "Down", "Left", "Right",
      "Home", "F1", "F3", "F10", "plus", "minus", "bracketleft", "bracketright", "shift+s", "shift+d",
      "shift+g", "shift+f", "shift+j", "ctrl+z", "ctrl+z", "ctrl+y", "ctrl+shift+z", "ctrl+a", "ctrl+c",
      "ctrl+v", "ctrl+x", "ctrl+d", "ctrl+g", "ctrl+o", "ctrl+s", "ctrl+shift+s", "ctrl+plus", "ctrl+minus",
      "ctrl+Home",
    ]

  @Test(
    "of random keys, clicks and pulls ends in order, and each of its recordings replays to the same hashes",
    arguments: Seeds.list(default: 2))
  func storm(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for name in ["apple", "melon", "pear"] { _ = try scene(name, title: name) }
    let record = scratch.url.appendingPathComponent("run.jsonl").path
    let tumble = try RunningTumble(
      on: display, renderer: "software", folder: scratch.url, home: home, "apple", "--record", record)
    let place = try tumble.geometry()
    func point() -> [String] {
      [
        "mousemove", "\(place.x + random.int(in: 0...place.width))",
        "\(place.y + random.int(in: 0...place.height))",
      ]
    }
    for _ in 0..<60 {
      var words: [String] = []
      for _ in 0..<5 {
        switch random.int(in: 0...9) {
        case 0...5: words += ["key", random.pick(Self.keys)]
        case 6, 7: words += point() + ["click", random.pick(["1", "1", "1", "2", "3", "4", "5"])]
        default: words += point() + ["mousedown", "1"] + point() + point() + ["mouseup", "1"]
        }
      }
      try display.xdotool(words)
      guard tumble.isRunning else { break }
    }
    let said = try tumble.errorText()
    #expect(tumble.isRunning, "\(said)")
    // What is open is closed first, and edits that are not saved are asked about.
    try tumble.quit()
    let errors = try tumble.errorText()
    #expect(tumble.end() == 0, "\(errors)")
    let files = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).sorted()
    let recordings = files.filter { $0.hasPrefix("run") && $0.hasSuffix(".jsonl") }
    #expect(!recordings.isEmpty)
    for name in recordings {
      let file = scratch.url.appendingPathComponent(name).path
      let replay = try RunProgram("tumble-headless")("simulate", "--commands", file, "--hash")
      #expect(replay.code == 0, "\(name): \(replay.errors)")
    }
  }
}
