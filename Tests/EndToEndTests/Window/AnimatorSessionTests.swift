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
