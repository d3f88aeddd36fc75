import Foundation
import Testing
import TumbleTestSupport

/// What a person makes of a scene in the window, and what is left of it afterwards.
@Suite(
  "The sandbox", .serialized, .enabled(if: Display.isAvailable, "Xvfb, xdotool and python3 are needed"))
struct SandboxTests {
  let scratch: ScratchFolder
  let display: Display

  init() throws {
    scratch = try ScratchFolder()
    display = try Display()
  }

  private func scene(_ name: String, title: String, at x: Int) throws -> URL {
    try FileManager.default.createDirectory(
      at: scratch.url.appendingPathComponent("Scenes"), withIntermediateDirectories: true)
    return try scratch.file(
      "Scenes/\(name).yaml",
      """
      tumble: 1
      title: \(title)          # a remark
      view: {size: [300, 300]}
      world: {gravity: [0, 0]}
      bodies:
        - {id: box, at: [\(x), 150], box: [60, 60], mass: 10, color: "#ff0000"}   # another one
      """)
  }

  @Test("another scene is chosen by a part of its name, its neighbour by a key, and the last one comes back")
  func choosing() throws {
    _ = try scene("apple", title: "Apple", at: 60)
    let melon = try scene("zz-melon", title: "Melon", at: 240)
    let home = scratch.url.appendingPathComponent("home")
    let first = try RunningTumble(on: display, folder: scratch.url, home: home, "apple")
    #expect(try display.property("_NET_WM_NAME", of: first.window).hasPrefix("Apple"))
    try first.press("ctrl+o")
    for key in ["m", "e", "l", "o", "n"] { try first.press(key) }
    // The card takes what is typed with its next frame.
    try first.wait("for the other scene") {
      try first.press("Return")
      return try display.property("_NET_WM_NAME", of: first.window).hasPrefix("Melon")
    }
    // Round the end, to the first of all, and back.
    try first.press("bracketright")
    try first.wait("for its neighbour") {
      try !display.property("_NET_WM_NAME", of: first.window).hasPrefix("Melon")
    }
    try first.press("bracketleft")
    try first.wait("for the way back") {
      try display.property("_NET_WM_NAME", of: first.window).hasPrefix("Melon")
    }
    try first.press("ctrl+q")
    #expect(first.end() == 0)
    let settings = try String(
      contentsOf: home.appendingPathComponent("config/tumble/settings.json"), encoding: .utf8)
    #expect(settings.contains(melon.lastPathComponent))
    let second = try RunningTumble(on: display, folder: scratch.url, home: home)
    #expect(try display.property("_NET_WM_NAME", of: second.window).hasPrefix("Melon"))
    try second.press("ctrl+q")
    #expect(second.end() == 0)
  }

  @Test("a file that changes is read again at once; a mistake in it is told, and the world goes on")
  func reload() throws {
    let file = try scene("apple", title: "Apple", at: 60)
    let tumble = try RunningTumble(on: display, folder: scratch.url, "apple")
    let text = try String(contentsOf: file, encoding: .utf8)
    try text.replacingOccurrences(of: "title: Apple", with: "title: Pear")
      .write(to: file, atomically: true, encoding: .utf8)
    try tumble.wait("for the new title") {
      try display.property("_NET_WM_NAME", of: tumble.window).hasPrefix("Pear")
    }
    try text.replacingOccurrences(of: "mass: 10", with: "mass: -1")
      .write(to: file, atomically: true, encoding: .utf8)
    try tumble.wait("for the mistake") { try tumble.errorText().contains("apple.yaml:6:") }
    try tumble.press("Escape")
    try tumble.press("ctrl+q")
    #expect(tumble.end() == 0)
  }

  @Test("quitting with edits that are not saved is asked twice for, and the next start offers to go on")
  func unsaved() throws {
    _ = try scene("apple", title: "Apple", at: 60)
    let home = scratch.url.appendingPathComponent("home")
    let tumble = try RunningTumble(on: display, folder: scratch.url, home: home, "apple")
    for key in ["ctrl+a", "Delete", "q"] { try tumble.press(key) }
    usleep(500_000)
    #expect(try display.property("_NET_WM_NAME", of: tumble.window).hasPrefix("Apple"))
    // Two, for on a slow machine the first asking may be forgotten by now.
    for _ in 0..<2 { try tumble.press("q") }
    #expect(tumble.end() == 0)
    let sessions = home.appendingPathComponent("state/tumble/sessions").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: sessions).count == 1)
  }

  @Test("keys that a person chose count, and a mistake in them is told with its line")
  func keys() throws {
    _ = try scene("apple", title: "Apple", at: 60)
    let home = scratch.url.appendingPathComponent("home")
    let folder = home.appendingPathComponent("config/tumble")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("quit: F9\n".utf8).write(to: folder.appendingPathComponent("keys.yaml"))
    let tumble = try RunningTumble(on: display, folder: scratch.url, home: home, "apple")
    try tumble.press("q")
    try tumble.press("F9")
    #expect(tumble.end() == 0)
    try Data("pause: P\nquti: F9\n".utf8).write(to: folder.appendingPathComponent("keys.yaml"))
    let other = try RunningTumble(on: display, folder: scratch.url, home: home, "apple")
    try other.press("q")
    #expect(other.end() == 0)
    #expect(try other.errorText().contains("keys.yaml:2: there is no action 'quti'; did you mean 'quit'?"))
  }
}
