import Foundation
import Testing
import TumbleInput
import TumbleTestSupport

@Suite("The table of keys")
struct KeyTableTests {
  let table = KeyTable.standard

  @Test("Every action has one row, and no gesture does two things in one place")
  func complete() {
    // Double use makes the table itself fail.
    #expect(
      table.entries.map(\.name).sorted { $0.rawValue < $1.rawValue }
        == WindowAction.allCases.sorted { $0.rawValue < $1.rawValue })
    for entry in table.entries { #expect(!entry.gestures.isEmpty && !entry.description.isEmpty) }
  }

  @Test("Every tool can be taken up by a key, and from the menu, in the order of the palette")
  func tools() {
    let tools = table.entries.filter { $0.group == .tools && $0.isInMenu }.map(\.name.tool)
    #expect(tools == Tool.allCases)
  }

  @Test("What the menu has is a word or two, another for each action")
  func titles() {
    for group in KeyTable.Group.allCases {
      let titles = table.entries.filter { $0.group == group && $0.isInMenu }.map(\.title)
      #expect(Set(titles).count == titles.count)
      for title in titles {
        #expect(title.count <= 20 && title.split(separator: " ").count <= 3, "\(title)")
        #expect(title.first?.isUppercase == true, "\(title)")
      }
    }
  }

  @Test("A double use is found, and told with both actions")
  func doubleUse() throws {
    let key = try Gesture(parsing: "R")
    #expect(throws: KeyTableError.usedTwice(gesture: key, by: .pause, and: .restart)) {
      try table.remapped([("pause", ["R"])])
    }
    // At another place a movement may do something else.
    #expect(
      table[.zoom].gestures.contains(Gesture(.wheel))
        && table[.scrollGraph].gestures.contains(Gesture(.wheel)))
  }

  @Test("Every gesture's text reads back as the gesture")
  func texts() throws {
    for gesture in table.entries.flatMap(\.gestures) {
      #expect(try Gesture(parsing: gesture.text) == gesture, "\(gesture.text)")
    }
    #expect(try Gesture(parsing: "ctrl+shift+z").text == "Ctrl+Shift+Z")
    #expect(try Gesture(parsing: " Shift+Ctrl+left ").text == "Ctrl+Shift+←")
    #expect(try Gesture(parsing: "Ctrl++") == Gesture(.key(Key(code: 0x2B)), with: .control))
    #expect(try Gesture(parsing: "Plus") == Gesture(.key(Key(code: 0x2B))))
  }

  @Test("What is no key is reported with what was likely meant")
  func badGestures() {
    func message(_ text: String) -> String {
      do {
        _ = try Gesture(parsing: text)
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(message("Crtl+S").contains("'Crtl'") && message("Crtl+S").contains("did you mean 'Ctrl'?"))
    #expect(message("Ctrl+Spce").contains("did you mean 'Space'?"))
    #expect(message("").contains("there is no key"))
    #expect(message("Ctrl+Shift+").contains("Shift+"))
  }

  @Test("Keys that a person chose take the place of the standard ones; an empty list takes all away")
  func remapping() throws {
    let keys = try table.remapped([("pause", ["P", "Ctrl+Space"]), ("help", [])])
    #expect(keys.entry(forKey: try key("P"), with: [])?.name == .pause)
    #expect(keys.entry(forKey: try key("Space"), with: .control)?.name == .pause)
    #expect(keys.entry(forKey: try key("Space"), with: []) == nil)
    #expect(keys.entry(forKey: try key("H"), with: []) == nil)
    #expect(keys.shortcut(of: .pause) == "P" && keys.shortcut(of: .help).isEmpty)
    // Two actions may exchange their keys.
    let exchanged = try table.remapped([("pause", ["R"]), ("restart", ["Space"])])
    #expect(exchanged.entry(forKey: try key("R"), with: [])?.name == .pause)
  }

  @Test("Mistakes in chosen keys name the action, and what was likely meant")
  func remappingErrors() {
    #expect(throws: KeyTableError.unknownAction("puase", nearest: "pause")) {
      try table.remapped([("puase", ["P"])])
    }
    #expect(throws: KeyTableError.wrongKind(action: "pan", "P", wantsMovement: true)) {
      try table.remapped([("pan", ["P"])])
    }
    #expect(throws: KeyTableError.wrongKind(action: "pause", "Wheel", wantsMovement: false)) {
      try table.remapped([("pause", ["Wheel"])])
    }
  }

  @Test("Keys that a scene wants are its own; what they did keeps its others")
  func yielding() throws {
    let keys = table.yielding([try Gesture(parsing: "Q"), try Gesture(parsing: "S")])
    #expect(keys.entry(forKey: try key("Q"), with: []) == nil)
    #expect(keys.entry(forKey: try key("Q"), with: .control)?.name == .quit)
    #expect(keys.entry(forKey: try key("S"), with: .control)?.name == .save)
    #expect(table.entry(forKey: try key("Q"), with: [])?.name == .quit)
  }

  @Test("The help joins what does one thing into one line")
  func lines() {
    let lines = table.lines
    #expect(lines.contains { $0.keys == "← → ↑ ↓" && $0.names.count == 4 })
    #expect(lines.contains { $0.keys == "Ctrl+← → ↑ ↓" })
    #expect(lines.contains { $0.keys == "1 – 9" })
    #expect(lines.contains { $0.keys == "Q, Ctrl+Q" })
    #expect(lines.flatMap(\.names).count == WindowAction.allCases.count)
  }

  @Test("`docs/window.md` has the table as it is; TUMBLE_GOLDEN=write writes it there")
  func documentation() throws {
    let file = ProjectFolder.docs.appendingPathComponent("window.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let (start, end) = ("<!-- keys: made from the table of keys -->\n", "<!-- end of keys -->")
    let first = try #require(text.range(of: start))
    let last = try #require(text.range(of: end))
    if ProcessInfo.processInfo.environment["TUMBLE_GOLDEN"] == "write" {
      let written = text.replacingCharacters(in: first.upperBound..<last.lowerBound, with: table.markdown)
      try written.write(to: file, atomically: true, encoding: .utf8)
      return
    }
    #expect(text[first.upperBound..<last.lowerBound] == table.markdown)
  }

  private func key(_ name: String) throws -> Key { try #require(Key(name: name)) }
}
