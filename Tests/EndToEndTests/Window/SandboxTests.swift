import Foundation
import Testing
import TumbleTestSupport

/// Tests of what a person makes of a scene in the window, and of what is left of it afterwards.
@Suite(
  "The sandbox", .enabled(if: Display.isAvailable, "Xvfb, xdotool and python3 are needed"))
struct SandboxTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test("Another scene is chosen by a part of its name, its neighbour by a key, and the last one comes back")
  func choosing() throws {
    try sandbox.scene("apple", title: "Apple")
    let melon = try sandbox.scene("zz-melon", title: "Melon")
    let first = try sandbox.run("apple")
    #expect(try sandbox.title(of: first).hasPrefix("Apple"))
    try sandbox.choose("melon", titled: "Melon", in: first)
    // Round the end, to the first of all, and back.
    try first.press("bracketright")
    try first.wait("for its neighbour") {
      try !sandbox.title(of: first).hasPrefix("Melon")
    }
    try first.press("bracketleft")
    try first.wait("for the way back") {
      try sandbox.title(of: first).hasPrefix("Melon")
    }
    try first.press("ctrl+q")
    #expect(try first.end() == 0)
    let settings = try String(
      contentsOfFile: sandbox.path("home/config/tumble/settings.json"), encoding: .utf8)
    #expect(settings.contains(melon.lastPathComponent))
    let second = try sandbox.run()
    #expect(try sandbox.title(of: second).hasPrefix("Melon"))
    try second.press("ctrl+q")
    #expect(try second.end() == 0)
  }

  @Test("A file that changes is read again at once; a mistake in it is reported, and the world goes on")
  func reload() throws {
    let file = try sandbox.scene("apple", title: "Apple")
    let tumble = try sandbox.run("apple")
    let text = try String(contentsOf: file, encoding: .utf8)
    try text.replacingOccurrences(of: "title: Apple", with: "title: Pear")
      .write(to: file, atomically: true, encoding: .utf8)
    try tumble.wait("for the new title") {
      try sandbox.title(of: tumble).hasPrefix("Pear")
    }
    try text.replacingOccurrences(of: "mass: 10", with: "mass: -1")
      .write(to: file, atomically: true, encoding: .utf8)
    try tumble.wait("for the mistake") { try tumble.errorText().contains("apple.yaml:7:") }
    try tumble.press("Escape")
    try tumble.press("ctrl+q")
    #expect(try tumble.end() == 0)
  }

  @Test("Quitting with edits that are not saved asks first, and what is discarded then is not offered")
  func unsaved() throws {
    try sandbox.scene("apple", title: "Apple")
    let tumble = try sandbox.run("apple")
    for key in ["space", "ctrl+a", "Delete"] { try tumble.press(key) }
    try tumble.wait("for the edit to be kept") { try sandbox.kept().contains("\"remove\"") }
    try tumble.waitUntilStill()
    let before = try sandbox.display.screenshot()
    try tumble.press("q")
    try tumble.wait("for an answer") { try sandbox.display.screenshot() != before }
    #expect(try sandbox.title(of: tumble).hasPrefix("*Apple"))
    try tumble.quit(by: "Delete")
    #expect(try tumble.end() == 0)
    let sessions = sandbox.path("home/state/tumble/sessions")
    #expect(try FileManager.default.contentsOfDirectory(atPath: sessions).isEmpty)
  }

  @Test("Keys that a person chose count, and a mistake in them is reported with its line")
  func keys() throws {
    try sandbox.scene("apple", title: "Apple")
    try sandbox.keys("quit: F9\n")
    let tumble = try sandbox.run("apple")
    try tumble.press("q")
    try tumble.press("F9")
    #expect(try tumble.end() == 0)
    try sandbox.keys("pause: P\nquti: F9\n")
    let other = try sandbox.run("apple")
    try other.press("q")
    #expect(try other.end() == 0)
    #expect(try other.errorText().contains("keys.yaml:2: there is no action 'quti'; did you mean 'quit'?"))
  }
}
