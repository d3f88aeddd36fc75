import Foundation
import Testing
import TumbleInput
import TumbleTestSupport
@testable import TumbleWindowCommands

@Suite("The file of keys")
struct KeysFileTests {
  private func keys(_ text: String) throws -> KeyTable {
    try KeysFile.keys(Data(text.utf8), file: "keys.yaml")
  }

  private func message(_ text: String) -> String {
    do {
      _ = try keys(text)
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test(
    "The file of keys gives actions other keys: one, several or none; what it does not name keeps its own")
  func changes() throws {
    let keys = try keys("# mine\npause: P\nsave: [Ctrl+S, F2]\nhelp: []\nopen:\n")
    #expect(keys.gestures(of: .pause) == "P" && keys.gestures(of: .save) == "Ctrl+S, F2")
    #expect(keys.gestures(of: .help).isEmpty && keys.gestures(of: .open).isEmpty)
    #expect(keys.gestures(of: .quit) == KeyTable.standard.gestures(of: .quit))
  }

  @Test("An empty file, and one of comments, changes nothing", arguments: ["", "\n", "# nothing yet\n"])
  func empty(text: String) throws { #expect(try keys(text) == .standard) }

  @Test("Two actions may exchange their keys, whichever comes first")
  func exchange() throws {
    #expect(try keys("pause: R\nrestart: Space\n").gestures(of: .restart) == "Space")
  }

  @Test("A mistake is reported with its line and what was likely meant")
  func mistakes() {
    #expect(message("\n\npuase: P\n") == "keys.yaml:3: there is no action 'puase'; did you mean 'pause'?")
    #expect(message("save: F2\npause: Spce\n").hasPrefix("keys.yaml:2: pause: 'Spce'"))
    #expect(message("save: F2\npause: R\n").hasPrefix("keys.yaml:2: R is used twice"))
    #expect(message("save: F2\npan: P\n").hasPrefix("keys.yaml:2: pan is done by moving the mouse"))
    #expect(message("save: {a: b}\n").hasPrefix("keys.yaml:1: expected a key"))
    #expect(message("- pause\n").hasPrefix("keys.yaml:1: expected lines such as"))
    #expect(message("pause: [P\n").contains("this is no YAML"))
    #expect(message("pause: P\npause: F2\n").contains("pause"))
    #expect(message("pause: &a P\nsave: *a\n").contains("anchors"))
    #expect(message(String(repeating: "# long\n", count: 10_000)).contains("larger than"))
  }

  @Test("No file gives the standard keys")
  func missing() throws { #expect(try KeysFile.keys(at: "/no/such/keys.yaml") == .standard) }
}
