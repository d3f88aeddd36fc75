import Foundation
import Testing
import TumbleStage
import TumbleTestSupport

/// A whole afternoon at the sandbox, in a minute: with a real mouse and real keys, on a real X server.
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

  /// What the running session has kept so far in case it is lost: all that was done, a moment later.
  private func kept() throws -> String {
    let folder = home.appendingPathComponent("state/tumble/sessions")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return try files.filter { $0.hasSuffix(".jsonl") }.map {
      try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)
    }.joined()
  }

  /// The steps whose hashes are in a recording.
  private func checkedSteps(_ recording: String) -> [Int] {
    recording.split(separator: "\n").filter { $0.contains("\"hash\"") }.compactMap { line in
      line.split(separator: ":").dropFirst().first.flatMap { Int($0.prefix { $0.isNumber }) }
    }
  }

  private func layout(of place: RunningTumble.Place, hasSide: Bool) -> InterfaceLayout {
    let size = PixelSize(place.width, place.height - Layout.stripHeight)
    return InterfaceLayout(
      InterfaceSurface(size), hasMenu: true, hasTimeline: true, toolCount: Tool.allCases.count,
      hasSide: hasSide)
  }

  @Test(
    "a scene is chosen, a box drawn, given friction and thrown, that undone and redone, the past gone on from, and all of it saved; the recording replays to the same hashes",
    arguments: [false, true])
  func session(withWindowManager: Bool) throws {
    if withWindowManager {
      guard Display.path(of: "openbox") != nil else { return }
      try display.startWindowManager()
    }
    _ = try scene("apple", title: "Apple")
    let melon = try scene("zz-melon", title: "Melon")
    let record = scratch.url.appendingPathComponent("run.jsonl").path
    let tumble = try RunningTumble(
      on: display, folder: scratch.url, home: home, "apple", "--record", record, "--hash")
    let place = try tumble.geometry()

    try tumble.press("ctrl+o")
    for key in ["m", "e", "l", "o", "n"] { try tumble.press(key) }
    try tumble.wait("for the scene that was chosen") {
      try tumble.press("Return")
      return try display.property("_NET_WM_NAME", of: tumble.window).hasPrefix("Melon")
    }

    // A box, before time runs: it belongs to the start of the scene.
    for key in ["space", "r", "x"] { try tumble.press(key) }
    try tumble.drag(from: (140, 130), to: (220, 210))
    try tumble.wait("for the box") { try kept().contains("\"add\":\"body\"") }
    #expect(try kept().contains("{\"step\":0,\"add\""))

    // Its friction, the first row of the inspector's second group.
    for key in ["v", "i"] { try tumble.press(key) }
    let side = layout(of: place, hasSide: true).side
    let field = (x: Int(side.max.x) - 52, y: Int(side.min.y) + 298)
    try tumble.wait("for its friction") {
      try tumble.click(field.x, field.y, times: 2)
      for key in ["ctrl+a", "0", "period", "9", "Return"] { try tumble.press(key) }
      return try tumble.settles { try kept().contains("\"path\":\"friction\",\"value\":\"0.9\"") }
    }
    try tumble.press("i")

    // Thrown to the left: against the wall and back.
    try tumble.press("space")
    try tumble.drag(from: (180, 170), to: (110, 150))
    try tumble.wait("for the throw") { try kept().contains("\"release\"") }
    try tumble.press("ctrl+z")
    try tumble.wait("for the throw to be undone") { try !kept().contains("\"release\"") }
    try tumble.press("ctrl+shift+z")
    try tumble.wait("for the throw to be redone") { try kept().contains("\"release\"") }

    // Back to somewhere in the past, and on from there.
    try tumble.press("space")
    let timeline = layout(of: place, hasSide: false).timeline
    let before = checkedSteps(try kept()).max() ?? 0
    let middle = (x: Int(timeline.center.x), y: Int(timeline.center.y))
    try tumble.drag(from: (middle.x + 10, middle.y), to: middle)
    try tumble.press("space")
    try tumble.press("c")
    try tumble.drag(from: (120, 320), to: (150, 350))
    try tumble.wait("for a circle in the new present") { try kept().contains("circle: ") }
    #expect((checkedSteps(try kept()).max() ?? 0) < before + 120 * 60)

    // The start is saved in the scene's file, and the moment as a new one.
    for key in ["v", "space", "ctrl+s", "ctrl+shift+s"] { try tumble.press(key) }
    try tumble.wait("for both files") {
      try tumble.errorText().contains("saved this moment as") && tumble.errorText().contains("old file is")
    }
    try tumble.press("ctrl+q")
    #expect(tumble.end() == 0)

    let headless = RunProgram("tumble-headless")
    let replay = try headless("simulate", "--commands", record, "--hash")
    #expect(replay.code == 0, "\(replay.errors)")
    #expect(replay.text == (try tumble.outputText()))

    // The scene's file now begins as the session did, up to where a hand came in.
    let text = try String(contentsOf: melon, encoding: .utf8)
    #expect(text.contains("# a remark") && text.contains("# another one") && text.contains("friction: 0.9"))
    let recording = try String(contentsOfFile: record, encoding: .utf8)
    let grab = try #require(recording.split(separator: "\n").first { $0.contains("\"grab\"") })
    let step = try #require(checkedSteps("\"hash\"" + grab).first)
    let fromFile = try headless("simulate", melon.path, "--steps", "\(step)", "--hash")
    let fromRecording = try headless("simulate", "--commands", record, "--steps", "\(step)", "--hash")
    #expect(fromFile.code == 0 && fromFile.text == fromRecording.text, "\(fromFile.errors)")

    // The moment begins where the session ended.
    let moment = scratch.url.appendingPathComponent("Scenes/zz-melon-moment.yaml").path
    let end = try headless("simulate", "--commands", record, "--trace", "-", "--columns", "sleeping")
    let start = try headless("simulate", moment, "--steps", "0", "--trace", "-", "--columns", "sleeping")
    #expect(start.code == 0 && end.code == 0, "\(start.errors)")
    #expect(lastMoment(start.text) == lastMoment(end.text))
    #expect(lastMoment(start.text).count == 4)
  }

  /// The rows of a trace's last step, without their time.
  private func lastMoment(_ trace: String) -> [Substring] {
    let rows = trace.split(separator: "\n").dropFirst().map { $0.split(separator: ",", maxSplits: 2) }
    return rows.filter { $0[0] == rows.last?[0] }.map { $0[2] }
  }
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
