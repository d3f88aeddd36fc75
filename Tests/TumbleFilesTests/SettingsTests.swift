import Foundation
import Testing
import TumbleFiles
import TumbleTestSupport

@Suite("Settings")
struct SettingsTests {
  private let scratch: ScratchFolder
  private var folder: String { scratch.url.path + "/config/tumble" }

  init() throws { scratch = try ScratchFolder() }

  private func text(_ name: String = "settings.json") throws -> String {
    try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
  }

  @Test("Settings come back as they were set")
  func round() throws {
    var settings = Settings.read(in: folder)
    #expect(settings.warning == nil)
    settings.lastScene = "Scenes/crates.yaml"
    settings.windowSize = (900, 700)
    settings.camera = (1.5, -2, 0.25)
    settings.toggles = ["graph": true, "outlines": false]
    settings.theme = .dark
    settings.reloadMode = .fromStart
    settings.historyMegabytes = 128
    #expect(settings.sceneTransition == .fade && Settings.read(in: nil).sceneTransition == .none)
    settings.sceneTransition = .reveal
    try settings.write()
    let again = Settings.read(in: folder)
    #expect(again.lastScene == "Scenes/crates.yaml")
    #expect(try #require(again.windowSize) == (900, 700))
    #expect(try #require(again.camera) == (1.5, -2, 0.25))
    #expect(again.toggles == ["graph": true, "outlines": false])
    #expect((again.theme, again.reloadMode, again.historyMegabytes) == (.dark, .fromStart, 128))
    #expect(again.sceneTransition == .reveal)
    #expect(again.keysFile == folder + "/keys.yaml")
  }

  @Test("Settings keep keys that are not known, and what another window has set meanwhile")
  func unknown() throws {
    try scratch.file(
      "config/tumble/settings.json",
      #"{"future": {"a": [1, true, null]}, "toggles": {"graph": true, "x": 3}}"#)
    var one = Settings.read(in: folder)
    var two = Settings.read(in: folder)
    one.theme = .light
    one.toggles["graph"] = false
    two.lastScene = "a.yaml"
    try one.write()
    try two.write()
    let all = Settings.read(in: folder)
    #expect(all["future"] == .object(["a": .list([.number(1), .flag(true), .null])]))
    #expect(all["toggles"] == .object(["graph": .flag(false), "x": .number(3)]))
    #expect((all.theme, all.lastScene) == (.light, "a.yaml"))
    #expect(FileManager.default.fileExists(atPath: folder + "/settings.json~") == false)
  }

  @Test(
    "Settings that are broken give a warning and the defaults, and the file is kept",
    arguments: [
      "{", "[1]", "\u{0}", "{\"theme\": dark}", String(repeating: "[", count: 100_000),
      "{\"theme\": \"dark\", \"theme\": \"light\"}", "{\"camera\": [1e999, 0, 1]}",
      String(repeating: " ", count: 2 << 20),
    ])
  func broken(content: String) throws {
    try scratch.file("config/tumble/settings.json", content)
    var settings = Settings.read(in: folder)
    #expect(settings.warning?.contains("the defaults are used") == true)
    #expect(settings.theme == nil)
    settings.theme = .dark
    try settings.write()
    #expect(try text("settings.json~") == content)
    #expect(Settings.read(in: folder).theme == .dark)
  }

  @Test("Settings say which key is there twice")
  func twice() throws {
    try scratch.file("config/tumble/settings.json", #"{"theme": "dark", "theme": "light"}"#)
    let warning = try #require(Settings.read(in: folder).warning)
    #expect(warning.contains("settings.json cannot be used: the key \"theme\" is there twice; the defaults"))
  }

  @Test("Settings are written with the keys in the order of the file, new ones last")
  func order() throws {
    try scratch.file("config/tumble/settings.json", #"{"theme": "dark", "camera": [0, 0, 1]}"#)
    var settings = Settings.read(in: folder)
    settings.toggles = ["menu": true, "graph": false]
    settings.keysFile = "k"
    settings.theme = .light
    try settings.write()
    #expect(
      try text() == """
        {
          "theme": "light",
          "camera": [0, 0, 1],
          "keysFile": "k",
          "toggles": {"graph": false, "menu": true}
        }

        """)
  }

  @Test("Settings that became invalid after they were read are kept when they are written over")
  func brokenMeanwhile() throws {
    try scratch.file("config/tumble/settings.json", "{}")
    var settings = Settings.read(in: folder)
    settings.theme = .dark
    try scratch.file("config/tumble/settings.json", "{\"keysFile\": ")
    try settings.write()
    #expect(try text("settings.json~") == "{\"keysFile\": ")
    #expect(Settings.read(in: folder).theme == .dark)
  }

  @Test("Settings that were mended after they were read keep what they hold by then")
  func mendedMeanwhile() throws {
    try scratch.file("config/tumble/settings.json", "{")
    var settings = Settings.read(in: folder)
    settings.theme = .dark
    try scratch.file("config/tumble/settings.json", #"{"lastScene": "a.yaml"}"#)
    try settings.write()
    #expect(Settings.read(in: folder).lastScene == "a.yaml")
    #expect(!FileManager.default.fileExists(atPath: folder + "/settings.json~"))
  }

  @Test("Settings of another kind than they should be are the defaults")
  func kinds() throws {
    try scratch.file(
      "config/tumble/settings.json",
      #"{"windowSize": [1, 1e300], "camera": [0, 0, 0], "theme": "pink", "toggles": [], "lastScene": 5, "historyMegabytes": -1, "reload": true}"#
    )
    let settings = Settings.read(in: folder)
    #expect(settings.warning == nil)
    #expect(settings.windowSize == nil && settings.camera == nil && settings.theme == nil)
    #expect(settings.toggles.isEmpty && settings.lastScene == nil && settings.historyMegabytes == nil)
    #expect(settings.reloadMode == nil)
  }

  @Test("Settings are neither read nor written where none are wanted, and not written where nothing was set")
  func none() throws {
    var nowhere = Settings.read(in: nil)
    nowhere.theme = .dark
    try nowhere.write()
    #expect(nowhere.keysFile == nil)
    var unchanged = Settings.read(in: folder)
    try unchanged.write()
    #expect(!FileManager.default.fileExists(atPath: folder))
  }
}
