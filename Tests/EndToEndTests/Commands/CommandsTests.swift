import Foundation
import Testing
import TumbleTestSupport

@Suite("The commands")
struct CommandsTests {
  private let tumble = RunProgram("tumble")
  private let headless = RunProgram("tumble-headless")
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  @Test(
    "The commands that need no window are in both programs, and say the same",
    arguments: [
      ["simulate", "crates", "--steps", "60", "--hash"], ["scenes"], ["validate", "crates"],
      ["curve", "ease-in", "--samples", "5"],
      ["sweep", "crate", "--set", "crate.elasticity=0,0.5", "--tell", "crate.y", "--duration", "1"],
    ])
  func both(arguments: [String]) throws {
    let (first, second) = (try tumble.run(arguments), try headless.run(arguments))
    #expect(first.code == 0 && first.text == second.text && !first.text.isEmpty, "\(first.errors)")
  }

  @Test("The commands refuse a mistyped command with the likely one")
  func mistyped() throws {
    let window = try tumble("simulat")
    #expect(window.code == 1)
    #expect(
      window.errors.hasPrefix(
        "Error: there is neither a command nor a scene named 'simulat'; did you mean the command 'simulate'?\n"
      ),
      "\(window.errors)")
    // As near to a scene as to a command: both are named.
    let either = try tumble("crane2")
    #expect(either.errors.contains("did you mean 'crane'"), "\(either.errors)")
    // Where a scene was asked for in so many words, no command is meant.
    let scene = try tumble("run", "simulat", "--offscreen", "--steps", "1")
    #expect(scene.errors.hasPrefix("Error: there is no scene named 'simulat'"), "\(scene.errors)")
    let numbers = try headless("simulat", "crates")
    #expect(numbers.code == 64)
    #expect(
      numbers.errors.hasPrefix(
        "Error: there is no command named 'simulat'; did you mean 'simulate'?\nCommands: "),
      "\(numbers.errors)")
  }

  @Test("The commands read a scene from standard input where its name is -")
  func standardInput() throws {
    let text = try String(contentsOfFile: "Scenes/crates.yaml", encoding: .utf8)
    let named = try headless("simulate", "crates", "--steps", "90", "--hash").text
    #expect(try headless("simulate", "-", "--steps", "90", "--hash", input: text).text == named)
    #expect(try tumble("run", "-", "--offscreen", "--steps", "90", "--hash", input: text).text == named)
    #expect(
      try headless(
        "sweep", "-", "--set", "crate1.mass=1", "--tell", "crate1.y", "--duration", "0", input: text
      )
      .code == 0)
    let bad = try headless("validate", "-", input: "tumble: 1\nbodys: []\n")
    #expect(bad.code == 1 && bad.text.hasPrefix("standard input:2:1: error: "), "\(bad.text)")
    let window = try tumble("run", "-", input: text)
    #expect(window.code == 64 && window.errors.contains("add --offscreen"), "\(window.errors)")
    let large = try headless("validate", "-", input: String(repeating: "#\n", count: 20_000_000))
    #expect(large.code == 1 && (large.text + large.errors).contains("bytes that are read"), "\(large.errors)")
  }

  @Test("The commands say as much as is asked for")
  func verbosity() throws {
    // A ball that falls for ever is warned of.
    let scene = try scratch.file("fall.yaml", "tumble: 1\nbodies: [{id: ball, at: [1, 2], circle: 3}]\n").path
    let arguments = ["simulate", scene, "--steps", "1", "--hash"]
    let usual = try headless.run(arguments)
    #expect(usual.errors.contains("warning: ") && !usual.errors.contains("steps per second"))
    #expect(try headless.run(arguments + ["--quiet"]).errors == "")
    let verbose = try headless.run(arguments + ["-v"])
    #expect(verbose.errors.contains(": 1 bodies, 0 joints, 0 animations, 120 steps per second; Tumble "))
    #expect(verbose.errors.contains("warning: "))
    #expect(try headless.run(arguments + ["-q", "-v"]).code == 64)
    // To a file no colors are written.
    #expect(!usual.errors.contains("\u{1B}"))
  }

  @Test("The commands complete the names of scenes, and paths of their files, in bash")
  func completion() throws {
    try scratch.file("own/mine.yaml", "tumble: 1\n")
    try scratch.file("own/notes.txt", "")
    let folder = scratch.url.appendingPathComponent("own").path
    #expect(try completed("run", "newt") == ["newtons-cradle"])
    #expect(try completed("simulate", "--scenes", folder, "mi") == ["mine"])
    #expect(try completed("validate", folder + "/") == [folder + "/mine.yaml"])
    #expect(try completed("simu") == ["simulate"])
  }

  /// Returns bash's completions of the last of some words behind the program's name.
  private func completed(_ words: String...) throws -> [String] {
    var bash = RunProgram(path: "/bin/bash")
    bash.environment["PATH"] = RunProgram.products.path + ":/usr/bin:/bin"
    let script = try tumble("--generate-completion-script", "bash")
    #expect(script.code == 0)
    let quoted = (["tumble"] + words).map { "'\($0)'" }.joined(separator: " ")
    let result = try bash(
      "-c",
      script.text + """

        COMP_WORDS=(\(quoted))
        COMP_CWORD=\(words.count)
        COMP_LINE="${COMP_WORDS[*]}"
        COMP_POINT=${#COMP_LINE}
        _tumble tumble "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """)
    return result.text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test("Commands shown in a manual give what stands below them")
  func manuals() throws {
    let folder = try ScratchFolder()
    let docs = ProjectFolder.docs
    var count = 0
    for page in try FileManager.default.contentsOfDirectory(atPath: docs.path).sorted()
    where page.hasSuffix(".md") {
      let text = try String(contentsOf: docs.appendingPathComponent(page), encoding: .utf8)
      for block in text.components(separatedBy: "<!-- run -->\n\n").dropFirst() {
        let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
          .prefix { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
        let commands = lines.filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
        var shell = RunProgram(path: "/bin/sh")
        shell.folder = folder.url
        let path = "PATH='\(RunProgram.products.path)':$PATH; "
        let result = try shell.run(["-c", path + commands.joined(separator: "; ")])
        let shown = lines.filter { !$0.hasPrefix("$ ") }.joined(separator: "\n")
        #expect(result.text.trimmingCharacters(in: .newlines) == shown, "\(page): \(result.errors)")
        count += 1
      }
    }
    #expect(count >= 2)
  }

  @Test("Warnings of the engine's makers reach nobody who runs a scene")
  func quietEngine() throws {
    let result = try RunProgram("tumble-headless")(
      "simulate", "arch", "--set", "stones=15", "--steps", "60", "--hash", "-q")
    #expect(result.errors == "")
  }
}
