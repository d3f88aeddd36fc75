import Foundation
import Testing
import TumbleTestSupport

@Suite("An option that several commands have")
struct SharedOptionsTests {
  /// The programs' reports for other programs.
  private struct Dump: Decodable {
    struct Command: Decodable {
      var commandName: String
      var subcommands: [Command]?
      var arguments: [Argument]?
    }
    struct Argument: Decodable, Hashable {
      struct Name: Decodable, Hashable {
        var kind: String
        var name: String
      }
      var kind: String
      var names: [Name]?
      var valueName: String?
      var abstract: String?
    }
    var command: Command
  }

  /// The helps of the commands, without the word `help`.
  private func arguments(_ program: String) throws -> [String: [Dump.Argument]] {
    let text = try RunProgram(program)("--experimental-dump-help").text
    let commands = try JSONDecoder().decode(Dump.self, from: Data(text.utf8)).command.subcommands ?? []
    return Dictionary(
      uniqueKeysWithValues: commands.filter { $0.commandName != "help" }.map {
        ($0.commandName, $0.arguments ?? [])
      })
  }

  /// The commands that have an option, and what it is in each.
  private func uses(of option: String, _ program: String) throws -> [String: Dump.Argument] {
    try arguments(program).compactMapValues { arguments in
      arguments.first { $0.names?.contains { $0.kind == "long" && $0.name == option } == true }
    }
  }

  private static let programs = ["tumble", "tumble-headless"]

  @Test(
    "A shared option has one name, one value and one text in all of them",
    arguments: programs, ["quiet", "steps", "duration", "json"])
  func texts(program: String, option: String) throws {
    let uses = try uses(of: option, program)
    #expect(uses.count > 3)
    #expect(Set(uses.values).count == 1, "\(uses)")
  }

  @Test("Every command that simulates has the shared options", arguments: programs)
  func simulating(program: String) throws {
    let own = Set(["simulate", "sweep", "bench", "test"])
    let drawing = Set(program == "tumble" ? ["run", "snapshot", "film", "export", "motion", "plot"] : [])
    for option in ["steps", "duration"] {
      #expect(try Set(uses(of: option, program).keys) == own.union(drawing), "--\(option)")
    }
    let loud = try Set(arguments(program).keys).subtracting(["scenes", "curve"])
    #expect(try Set(uses(of: "quiet", program).keys) == loud)
  }

  /// The arguments that a command needs before its options are looked at.
  private static let needs: [String: [String]] = [
    "simulate": ["crates"], "sweep": ["crates", "--set", "crate1.x=1"], "bench": ["crates"],
    "test": ["crate"],
    "run": ["crates", "--offscreen"], "snapshot": ["crates", "-o", "x.png"],
    "film": ["crates", "-o", "x.gif"], "export": ["crates", "-o", "x.html"],
    "motion": ["crates", "-o", "x.svg"], "plot": ["crates", "-o", "x.svg"],
  ]

  @Test(
    "A shared option refuses a bad value in the same words in all of them",
    arguments: [
      ["--steps", "-1"], ["--steps", "1000000001"], ["--steps", "many"], ["--duration", "-1"],
      ["--duration", "1e10"], ["--duration", "5 apples"], ["--steps", "1", "--duration", "1"],
    ])
  func errors(bad: [String]) throws {
    var errors: [String: String] = [:]
    for program in Self.programs {
      for command in try uses(of: "steps", program).keys {
        let needs = try #require(Self.needs[command], "\(command) has --steps")
        let result = try RunProgram(program).run([command] + needs + bad)
        #expect(result.code == 64, "\(program) \(command)")
        errors["\(program) \(command)"] = result.errors.split(separator: "\n").first.map { String($0) }
      }
    }
    #expect(Set(errors.values).count == 1, "\(errors)")
    #expect(errors.count == 14)
  }

  @Test(
    "A shared option makes steps and time the same run",
    arguments: [
      ["simulate", "crates", "--hash"], ["sweep", "crates", "--set", "crate1.x=40", "--tell", "hash"],
    ])
  func sameRun(command: [String]) throws {
    let headless = RunProgram("tumble-headless")
    let steps = try headless.run(command + ["--steps", "30"])
    let time = try headless.run(command + ["--duration", "250ms"])
    #expect(steps.code == 0 && steps.text == time.text, "\(steps.errors)")
  }

  @Test("A shared option draws the same picture after steps, after as much time, and at that moment")
  func samePicture() throws {
    let scratch = try ScratchFolder()
    let pictures = try [["--steps", "30"], ["--duration", "0.25"], ["--at", "250ms"]].map { length in
      let path = scratch.path("a.png")
      let result = try RunProgram("tumble").run(["snapshot", "crates", "-o", path] + length)
      #expect(result.code == 0, "\(result.errors)")
      return try Data(contentsOf: URL(fileURLWithPath: path))
    }
    #expect(Set(pictures).count == 1)
  }

  @Test("A shared option leaves out warnings with --quiet, and no error")
  func quiet() throws {
    let scratch = try ScratchFolder()
    let scene = try scratch.file(
      "falls.yaml", "tumble: 1\nbodies:\n  - {id: a, box: [10, 10], mass: 1}\n"
    ).path
    let runs = [
      ["simulate", scene, "--steps", "1"], ["snapshot", scene, "-o", scratch.path("a.png")],
      ["export", scene, "--steps", "1", "-o", scratch.path("a.html")],
      ["motion", scene, "--steps", "1", "-o", scratch.path("a.json")],
      ["plot", scene, "--channels", "a.y", "--steps", "1", "-o", scratch.path("a.svg")],
      ["run", scene, "--offscreen", "--steps", "1"],
    ]
    let tumble = RunProgram("tumble")
    for run in runs {
      #expect(try tumble.run(run).errors.contains("warning"), "\(run[0])")
      let quiet = try tumble.run(run + ["--quiet"])
      #expect(quiet.code == 0 && quiet.errors.isEmpty, "\(run[0]): \(quiet.errors)")
    }
    for command in ["simulate", "bench", "test", "validate", "format"] {
      let result = try tumble.run([command, scratch.path("missing.yaml"), "-q"])
      #expect(result.code != 0 && (result.errors + result.text).contains("missing.yaml"), "\(command)")
    }
  }

  @Test(
    "A shared option prints JSON where a report has parts",
    arguments: [
      ["simulate", "crates", "--steps", "3"], ["bench", "crates", "--steps", "3"], ["validate", "crates"],
      ["scenes"], ["curve", "ease", "--samples", "3"], ["diff", "crates", "crate"], ["test", "crate"],
      ["test", "crate", "--list"],
    ])
  func json(command: [String]) throws {
    let result = try RunProgram("tumble-headless").run(command + ["--json"])
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(result.text.utf8)) }
  }
}
