import Foundation
import Testing
import TumbleFrames
import TumbleLooks
import TumblePanels
import TumbleRendering
import TumbleTestSupport
import TumbleTrace

/// Animating with a real mouse and real keys, on a real X server.
@Suite(
  "A session at the animator",
  .enabled(if: Display.isAvailable, "Xvfb, xdotool and python3 are needed"))
struct AnimatorSessionTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(
    "A box is animated by hand in its past, a key is dragged, all is undone and redone, saved, and replayed",
    arguments: SandboxSessionTests.managers)
  func session(hasWindowManager: Bool) throws {
    if hasWindowManager { try sandbox.display.startWindowManager() }
    let file = try sandbox.scene("apple", title: "Apple")
    let tumble = try sandbox.run(renderer: "software", "apple", "--record", sandbox.record, "--hash")
    try tumble.wait("for two seconds of its time") {
      try String(contentsOfFile: sandbox.record, encoding: .utf8).contains("{\"step\":240,")
    }
    try tumble.press("space")
    try tumble.waitUntilStill()
    try tumble.see("the animator") { try tumble.press("a") }
    let animator = try layout(of: tumble.geometry()).animator
    let (left, top) = (Int(animator.min.x), Int(animator.min.y))
    let (ruler, row) = (top + 40, top + 84)

    // Auto key; at an early moment the box is dragged to one place, and at a later one to another.
    try tumble.see("the lit dot") { try tumble.click(left + 51, top + 15) }
    try tumble.see("a moment of the past") { try tumble.click(left + 230, ruler) }
    var place = try box(in: tumble)
    try tumble.drag(from: place, to: (place.x - 100, place.y - 80))
    try tumble.wait("for a key") { try keys().count == 1 }
    try tumble.waitUntilStill()
    try tumble.see("a later moment") { try tumble.click(left + 270, ruler) }
    place = try box(in: tumble)
    try tumble.drag(from: place, to: (place.x + 60, place.y - 60))
    try tumble.wait("for a second key") { try keys().count == 2 }
    try tumble.waitUntilStill()

    // The second key is pulled to a later time in its row.
    let before = try keys()
    try tumble.drag(from: (left + 270, row), to: (left + 320, row))
    try tumble.wait("for the key at another time") { try keys() != before && keys().count == 2 }
    let made = try keys()
    #expect(made[0] == before[0])
    #expect(made[1].time > before[1].time)

    for _ in 0..<3 {
      try tumble.waitUntilStill()
      try tumble.press("ctrl+z")
    }
    try tumble.wait("for all to be undone") { try keys().isEmpty }
    for _ in 0..<3 {
      try tumble.waitUntilStill()
      try tumble.press("ctrl+shift+z")
    }
    try tumble.wait("for all to be redone") { try keys() == made }

    try tumble.waitUntilStill()
    try tumble.press("ctrl+s")
    try tumble.wait("for the file") { try tumble.errorText().contains("the old file is") }
    try tumble.press("ctrl+q")
    #expect(try tumble.end() == 0)
    try check(file, hash: tumble.outputText())
  }

  /// All that is given to the scene's start so far, as the recording has it; it lags behind a little.
  private func start() throws -> [Substring] {
    try sandbox.kept().split(separator: "\n").filter {
      $0.hasPrefix("{\"step\":0,") && !$0.contains("\"hash\"")
    }
  }

  private func wait(_ tumble: RunningTumble, forEdit text: String) throws {
    try tumble.wait("for \(text)") { try start().last?.contains(text) == true }
  }

  @Test(
    "From an empty scene bodies are animated, bent, led along a path, pulled, shoved and thrown; all is undone, redone and saved",
    arguments: SandboxSessionTests.managers)
  func fromNothing(hasWindowManager: Bool) throws {
    if hasWindowManager { try sandbox.display.startWindowManager() }
    let file = try sandbox.emptyScene("empty")
    let tumble = try sandbox.run(renderer: "software", "empty", "--record", sandbox.record, "--hash")
    for key in ["space", "r", "x"] { try tumble.press(key) }
    // A box to be swung, one to shove, two crates in its way, and a ball to be thrown.
    for (x, y, size) in [(130, 380, 50), (130, 120, 40), (300, 120, 40), (360, 120, 40)] {
      try tumble.drag(from: (x, y), to: (x + size, y + size))
    }
    try tumble.press("c")
    try tumble.drag(from: (440, 230), to: (460, 230))
    try tumble.press("v")
    try wait(tumble, forEdit: "ball1")

    // The box that shoves stays dynamic: a spring of 4 Hz will pull it to its keys.
    try tumble.turns { try tumble.click(150, 140) }
    try tumble.see("the inspector") { try tumble.press("i") }
    try tumble.see("the rows of motion") { try tumble.scrollDown(from: (450, 400), by: 8) }
    try tumble.turns { try tumble.click(463, 320) }
    for key in ["4", "Return"] { try tumble.turns { try tumble.press(key) } }
    try wait(tumble, forEdit: "follow")
    try tumble.see("the stage") { try tumble.press("i") }

    // There and back within 200 points, by a curve of the gallery.
    try tumble.turns { try tumble.click(155, 405) }
    try tumble.turns { try tumble.press("shift+i") }
    try tumble.turns { try tumble.click(490, 171) }
    for key in ["ctrl+a", "2", "5", "5", "Return"] { try tumble.turns { try tumble.press(key) } }
    try tumble.turns { try tumble.click(468, 367) }
    try tumble.turns { try tumble.click(493, 274) }
    try tumble.turns { try tumble.press("Escape") }
    try tumble.see("the rows") { try tumble.click(470, 57) }
    try wait(tumble, forEdit: "from: [55, 75], to: [255, 75], timing: \\\"bounce-out\\\"")

    // Its last key is dragged; its curve gets handles, one of which is pulled.
    try tumble.drag(from: (255, 440), to: (300, 440))
    try wait(tumble, forEdit: "\"set\":\"timing\"")
    try tumble.waitUntilStill()
    try tumble.see("the curves") { try tumble.click(80, 371) }
    try tumble.see("the handles") { try tumble.click(358, 371) }
    try tumble.drag(from: (221, 492), to: (250, 525))
    try tumble.waitUntilStill()
    try tumble.see("the rows again") { try tumble.click(80, 371) }

    // Its way becomes a path, which gets a point that is pulled up.
    try tumble.see("the path") { try tumble.press("ctrl+shift+p") }
    try tumble.see("the point") { try tumble.click(329, 273, times: 2) }
    try tumble.drag(from: (329, 273), to: (329, 200))
    try wait(tumble, forEdit: "\"set\":\"path\"")

    // The other box goes to and fro, and shoves the crates.
    try tumble.waitUntilStill()
    try tumble.turns { try tumble.click(215, 94) }
    try tumble.turns { try tumble.press("shift+i") }
    try tumble.see("another row") { try tumble.click(470, 57) }
    try wait(tumble, forEdit: "box2-position")

    // The ball is thrown, and its way becomes keys.
    try tumble.see("the ball chosen") { try tumble.click(404, 154) }
    try tumble.press("space")
    // Two presses after each other would be a double click.
    try tumble.turns { try tumble.click(496, 371) }
    try tumble.drag(from: (410, 158), to: (443, 150))
    try tumble.wait("for the throw") { try sandbox.kept().contains("\"release\"") }
    try tumble.press("space")
    try tumble.waitUntilStill()
    try tumble.see("what would be keys") { try tumble.click(175, 371) }
    // The offer may come after the first click; without it nothing is there to be clicked.
    try tumble.wait("for its keys") {
      try tumble.click(420, 371)
      return try start().contains { $0.contains("ball1-positionx") }
    }
    try tumble.waitUntilStill()

    let made = try start()
    for _ in 0..<20 {
      try tumble.press("ctrl+z")
      try tumble.waitUntilStill()
    }
    try tumble.wait("for all to be undone") { try start().isEmpty }
    for _ in 0..<20 {
      try tumble.press("ctrl+shift+z")
      try tumble.waitUntilStill()
    }
    try tumble.wait("for all to be redone") { try start() == made }
    try tumble.press("ctrl+s")
    try tumble.wait("for the file") { try tumble.errorText().contains("the old file is") }
    try tumble.press("ctrl+q")
    #expect(try tumble.end() == 0)
    try check(file, hash: tumble.outputText())
    #expect(try String(contentsOf: file, encoding: .utf8).contains("follow:"))
    try checkShoved(file)

    // What is opened again and saved once more is the same text.
    let text = try String(contentsOf: file, encoding: .utf8)
    let again = try sandbox.run(renderer: "software", "empty")
    for key in ["space", "ctrl+s"] { try again.press(key) }
    try again.waitUntilStill()
    try again.quit()
    #expect(try again.end() == 0)
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  /// The crates are further to the right than they were drawn.
  private func checkShoved(_ file: URL) throws {
    let trace = try RunProgram("tumble-headless")(
      "simulate", file.path, "--duration", "3", "--every", "360", "--trace", "-", "--columns", "sleeping")
    let rows = trace.text.split(separator: "\n").map { $0.split(separator: ",") }
    for crate in ["box3", "box4"] {
      let places = rows.filter { $0[2] == crate }.compactMap { Double($0[3]) }
      #expect(places.count == 2 && places[1] > places[0] + 5, "\(crate): \(places)")
    }
  }

  /// The recording leads to the same hash, and so does the scene's file: all that was done is in its start.
  private func check(_ file: URL, hash: String) throws {
    let headless = RunProgram("tumble-headless")
    try sandbox.expectReplay(hash)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("keyframes:"))
    #expect(text.contains("# a remark"))
    let recording = try Recording(bytes: Array(Data(contentsOf: URL(fileURLWithPath: sandbox.record))))
    let saved = try headless("simulate", file.path, "--steps", "\(recording.end)", "--hash")
    #expect(saved.code == 0, "\(saved.errors)")
    #expect(saved.text == hash)
  }

  /// A key as a recording has it.
  private struct Key: Equatable {
    var time: Double
    var value: Substring
  }

  /// The keys that the recording kept so far ends with.
  private func keys() throws -> [Key] {
    let kept = try sandbox.kept()
    guard !kept.isEmpty else { return [] }
    let texts = try Recording(bytes: Array(kept.utf8)).commands.compactMap { stamped -> String? in
      switch stamped.command {
      case .edit(.add(_, let text)), .edit(.set(_, _, let text?)): text
      default: nil
      }
    }
    guard let text = texts.last(where: { $0.contains("{at: ") }) else { return [] }
    return text.matches(of: /\{at: ([0-9.]+), to: (\[[^\]]*\])/).compactMap { match in
      Double(match.1).map { Key(time: $0, value: match.2) }
    }
  }

  /// The middle of the red box on the stage.
  private func box(in tumble: RunningTumble) throws -> (x: Int, y: Int) {
    let (place, screen) = (try tumble.geometry(), try sandbox.display.screenshot())
    let bottom = try Int(layout(of: place).animator.min.y)
    var (x, y, count) = (0, 0, 0)
    for row in 30..<bottom {
      for column in 80..<place.width {
        let color = screen[place.x + column, place.y + row]
        guard color.red > 200, color.green < 40, color.blue < 40 else { continue }
        (x, y, count) = (x + column, y + row, count + 1)
      }
    }
    try #require(count > 0, "the box is in sight")
    return (x / count, y / count)
  }

  private func layout(of place: RunningTumble.Place) throws -> InterfaceLayout {
    InterfaceLayout(
      InterfaceSurface(PixelSize(place.width, place.height - Layout.stripHeight)), hasMenu: true,
      hasTimeline: true, hasAnimator: true, toolCount: 0, hasSide: false)
  }
}
