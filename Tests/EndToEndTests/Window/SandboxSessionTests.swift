import Foundation
import Testing
import TumbleInput
import TumbleLooks
import TumblePanels
import TumbleRendering
import TumbleTestSupport

/// Tests with a real mouse and real keys, on a real X server.
@Suite(
  "A session at the sandbox",
  .enabled(if: Display.isAvailable, "Xvfb, xdotool and python3 are needed"))
struct SandboxSessionTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  static let managers = Display.path(of: "openbox") == nil ? [false] : [false, true]

  @Test(
    "A scene is chosen and edited by hand, its past is gone on from, and what is saved replays to the same hashes",
    arguments: managers)
  func session(hasWindowManager: Bool) throws {
    if hasWindowManager { try sandbox.display.startWindowManager() }
    try sandbox.scene("apple", title: "Apple")
    let melon = try sandbox.scene("zz-melon", title: "Melon")
    let tumble = try sandbox.run(
      renderer: "software", "apple", "--record", sandbox.record, "--hash")
    let place = try tumble.geometry()
    try sandbox.choose("melon", titled: "Melon", in: tumble)

    // A box, before time runs: it belongs to the start of the scene.
    for key in ["space", "r", "x"] { try tumble.press(key) }
    try tumble.drag(from: (140, 130), to: (220, 210))
    try tumble.wait("for the box") { try sandbox.kept().contains("\"add\":\"body\"") }
    #expect(try sandbox.kept().contains("{\"step\":0,\"add\""))

    // Its material: the first row of the inspector's second group, and the fifth word of its list.
    try tumble.press("v")
    try tumble.see("the inspector") { try tumble.press("i") }
    let side = layout(of: place, hasSide: true).side
    let row = (x: Int(side.max.x) - 90, y: Int(side.min.y) + 298)
    try tumble.see("the materials") { try tumble.click(row.x, row.y) }
    try tumble.click(row.x, row.y + 104)
    try tumble.wait("for its material") {
      let kept = try sandbox.kept()
      return kept.contains("\"set\":\"friction\",\"of\":\"body\",\"id\":\"box1\",\"value\":\"0.9\"")
        && kept.contains("\"set\":\"elasticity\",\"of\":\"body\",\"id\":\"box1\",\"value\":\"0.8\"")
    }

    // Thrown to the left: against the wall and back.
    for key in ["i", "space"] { try tumble.press(key) }
    try tumble.drag(from: (180, 170), to: (110, 150))
    try tumble.wait("for the throw") { try sandbox.kept().contains("\"release\"") }
    try tumble.press("ctrl+z")
    try tumble.wait("for the throw to be undone") { try !sandbox.kept().contains("\"release\"") }
    try tumble.press("ctrl+shift+z")
    try tumble.wait("for the throw to be redone") { try sandbox.kept().contains("\"release\"") }

    // A circle, and back to somewhere before it, and on from there.
    try tumble.press("space")
    try tumble.waitUntilStill()
    try tumble.press("c")
    try tumble.drag(from: (120, 320), to: (150, 350))
    try tumble.wait("for a circle") { try sandbox.kept().contains("circle: ") }
    try tumble.press("v")
    let timeline = layout(of: place, hasSide: false).timeline
    let middle = (x: Int(timeline.center.x), y: Int(timeline.center.y))
    try tumble.drag(from: (middle.x + 10, middle.y), to: middle)
    // Looking alone gives nothing up: Space continues from there.
    try tumble.press("space")
    try tumble.wait("for the later part to be given up") { try !sandbox.kept().contains("circle: ") }
    try tumble.press("c")
    try tumble.drag(from: (120, 320), to: (150, 350))
    try tumble.wait("for a circle in the new present") { try sandbox.kept().contains("circle: ") }

    // The start is saved in the scene's file, and the moment as a new one.
    for key in ["v", "space", "ctrl+s", "ctrl+shift+s"] { try tumble.press(key) }
    try tumble.wait("for both files") {
      let said = try tumble.errorText()
      return said.contains("saved this moment as") && said.contains("the old file is")
    }
    try tumble.press("ctrl+q")
    #expect(try tumble.end() == 0)
    try check(melon, hash: tumble.outputText())
  }

  /// The recording leads to the same hashes again, and both files to the moments they were saved at.
  private func check(_ file: URL, hash: String) throws {
    let headless = RunProgram("tumble-headless")
    try sandbox.expectReplay(hash)

    // The scene's file now begins as the session did, up to where a hand came in.
    let text = try String(contentsOf: file, encoding: .utf8)
    for kept in ["# a remark", "# another one", "friction: 0.9", "elasticity: 0.8"] {
      #expect(text.contains(kept))
    }
    let recording = try String(contentsOfFile: sandbox.record, encoding: .utf8)
    let grab = try #require(steps(of: "grab", in: recording).first)
    let fromFile = try headless("simulate", file.path, "--steps", "\(grab)", "--hash")
    let fromRecording = try headless("simulate", "--commands", sandbox.record, "--steps", "\(grab)", "--hash")
    #expect(fromFile.code == 0 && fromFile.text == fromRecording.text, "\(fromFile.errors)")

    // The moment begins where the session ended: with two boxes and a circle.
    let moment = sandbox.path("Scenes/zz-melon-moment.yaml")
    let end = try headless("simulate", "--commands", sandbox.record, "--trace", "-", "--columns", "sleeping")
    let start = try headless("simulate", moment, "--steps", "0", "--trace", "-", "--columns", "sleeping")
    #expect(start.code == 0 && end.code == 0, "\(start.errors)")
    #expect(lastMoment(start.text) == lastMoment(end.text))
    #expect(lastMoment(start.text).count == 3)
  }

  /// The steps of a recording's lines that have a key.
  private func steps(of key: String, in recording: String) -> [Int] {
    recording.split(separator: "\n").filter { $0.contains("\"\(key)\"") }.compactMap { line in
      line.split(separator: ":").dropFirst().first.flatMap { Int($0.prefix { $0.isNumber }) }
    }
  }

  /// The rows of a trace's last step, without their time.
  private func lastMoment(_ trace: String) -> [Substring] {
    let rows = trace.split(separator: "\n").dropFirst().map { $0.split(separator: ",", maxSplits: 2) }
    return rows.filter { $0[0] == rows.last?[0] }.map { $0[2] }
  }

  private func layout(of place: RunningTumble.Place, hasSide: Bool) -> InterfaceLayout {
    let size = PixelSize(place.width, place.height - Layout.stripHeight)
    return InterfaceLayout(
      InterfaceSurface(size), hasMenu: true, hasTimeline: true, toolCount: Tool.allCases.count,
      hasSide: hasSide)
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
    "A session at the sandbox of random keys, clicks and pulls ends in order, and each of its recordings replays to the same hashes",
    arguments: Seeds.list(default: 2))
  func storm(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for name in ["apple", "melon", "pear"] { try sandbox.scene(name, title: name) }
    let tumble = try sandbox.run(renderer: "software", "apple", "--record", sandbox.record)
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
      try sandbox.display.xdotool(words)
      guard tumble.isRunning else { break }
    }
    let said = try tumble.errorText()
    #expect(tumble.isRunning, "\(said)")
    // What is open is closed first, and edits that are not saved are asked about.
    try tumble.quit()
    let errors = try tumble.errorText()
    #expect(try tumble.end() == 0, "\(errors)")
    let files = try FileManager.default.contentsOfDirectory(atPath: sandbox.folder.path).sorted()
    let recordings = files.filter { $0.hasPrefix("run") && $0.hasSuffix(".jsonl") }
    #expect(!recordings.isEmpty)
    for name in recordings {
      let replay = try RunProgram("tumble-headless")(
        "simulate", "--commands", sandbox.path(name), "--hash")
      #expect(replay.code == 0, "\(name): \(replay.errors)")
    }
  }
}
