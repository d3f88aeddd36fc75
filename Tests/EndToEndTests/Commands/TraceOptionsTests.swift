import Foundation
import Testing
import TumbleTestSupport

@Suite("What a run writes of its steps")
struct TraceOptionsTests {
  private var headless = RunProgram("tumble-headless")
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    headless.folder = scratch.url
    try scratch.file(
      "drops.yaml",
      """
      tumble: 1
      world: {rate: 100 Hz}
      templates: {drop: {at: [150, 200], circle: 4}}
      bodies:
        - {id: floor, kind: static, line: [[0, 0], [300, 0]]}
        - {id: tower, at: [40, 5], box: [10, 10], repeat: {stack: 2}}
        - {id: ball, at: [100, 9], circle: 8}
      when:
        - {event: time, at: 50 ms, every: 100 ms, do: [{action: spawn, template: drop}, {action: mark, text: drip}]}
        - {event: began, between: [ball, floor], do: [{action: mark, text: "down, at last"}]}
      graph: [{title: Energy, channels: [energy.kinetic]}]
      """)
  }

  private func rows(_ text: String) -> [[Substring]] {
    text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
  }

  @Test("A trace takes any channel as a column: of the row's body, of the whole, of one object")
  func columns() throws {
    let result = try headless(
      "simulate", "drops.yaml", "--steps", "2", "--trace", "-", "--columns",
      "speed,velocity.y,energy.kinetic,ball.y,world.gravity.y")
    #expect(result.code == 0, "\(result.errors)")
    let rows = rows(result.text)
    #expect(rows[0].dropFirst(9) == ["speed", "velocity.y", "energy.kinetic", "ball.y", "world.gravity.y"])
    #expect(rows.count == 1 + 3 * 3)
    for row in rows[1...] {
      // The row's own.
      #expect(row[10] == row[7])
    }
    for step in 0...2 {
      let own = rows[(1 + 3 * step)..<(4 + 3 * step)]
      // The same in all rows of a step.
      #expect(Set(own.map { $0[11...] }).count == 1)
      #expect(own.last?[2] == "ball" && own.last?[4] == own.last?[12] && own.last?[13] == "-1000")
    }
    #expect(rows[1][11] == "0" && rows[9][11] != "0")
  }

  @Test("A trace takes the bodies of a list, those that are spawned later too, and begins at a time")
  func bodies() throws {
    func names(_ arguments: String...) throws -> [String] {
      let result = try headless.run(
        ["simulate", "drops.yaml", "--steps", "30", "--trace", "-", "--every", "10"] + arguments)
      #expect(result.code == 0, "\(result.errors)")
      return rows(result.text).dropFirst().map { "\($0[0]) \($0[2])" }
    }
    #expect(try names("--bodies", "ball", "--from", "0.2") == ["20 ball", "30 ball"])
    #expect(
      try names("--bodies", "drop") == [
        "10 drop-1", "20 drop-1", "20 drop-2", "30 drop-1", "30 drop-2", "30 drop-3",
      ])
    #expect(
      try names("--bodies", "tower-*,ball", "--from", "300ms") == ["30 tower-1", "30 tower-2", "30 ball"])
    #expect(try names("--bodies", "drop-?", "--from", "0.3").count == 3)
    let nobody = try headless("simulate", "drops.yaml", "--steps", "1", "--trace", "-", "--bodies", "x*")
    #expect(nobody.code == 0 && nobody.errors == "warning: --bodies: no body is named by 'x*'\n")
  }

  @Test("A run writes the events of every step in their order, and of some bodies only")
  func events() throws {
    let result = try headless("simulate", "drops.yaml", "--steps", "30", "--events", "-", "--every", "7")
    #expect(result.code == 0, "\(result.errors)")
    let rows = rows(result.text)
    #expect(
      rows[0].joined(separator: ",")
        == "step,time,event,kind,name,other,x,y,nx,ny,jx,jy,energyLost,sensor,text")
    #expect(rows.dropFirst().map { Int($0[0]) ?? -1 } == rows.dropFirst().map { Int($0[0]) ?? -1 }.sorted())
    #expect(rows.contains { $0.prefix(6) == ["5", "0.05", "mark", "run", "", ""] && $0.last == "drip" })
    #expect(rows.filter { $0[2] == "spawned" }.map { $0[4] } == ["drop-1", "drop-2", "drop-3"])
    let touch = try #require(rows.first { $0[2] == "began" && ($0[4] == "ball" || $0[5] == "ball") })
    #expect(touch[3] == "contact" && touch[13] == "0" && Double(touch[11]).map { abs($0) > 0 } == true)
    #expect(result.text.contains(",run,,,,,,,,,,,\"down, at last\"\n"))
    let some = try headless(
      "simulate", "drops.yaml", "--steps", "30", "--events", "e.jsonl", "--trace", "t.jsonl", "--format",
      "jsonl",
      "--bodies", "drop", "--from", "0.1")
    #expect(some.code == 0 && some.output.isEmpty)
    let lines = try String(contentsOf: scratch.url.appendingPathComponent("e.jsonl"), encoding: .utf8).split(
      separator: "\n")
    let objects = try lines.map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
    }
    #expect(objects.allSatisfy { $0.count == 15 && ($0["step"] as? Int ?? 0) >= 10 })
    let kinds = Set(objects.compactMap { $0["event"] as? String })
    #expect(kinds.isSuperset(of: ["spawned", "mark"]))
    // Marks belong to no body.
    for object in objects where object["event"] as? String != "mark" {
      let names = ["name", "other"].compactMap { object[$0] as? String }
      #expect(names.contains { $0.hasPrefix("drop") }, "\(object)")
    }
  }

  @Test("A run writes the same when it replays a recording")
  func recording() throws {
    for (name, arguments) in [
      ("drops.yaml", ["drops.yaml", "--steps", "40", "--record", "run.jsonl"]),
      ("recorded", ["--commands", "run.jsonl"]),
    ] {
      let result = try headless.run(
        ["simulate"] + arguments + [
          "--events", "\(name).events", "--trace", "\(name).trace", "--columns", "momentum",
        ])
      #expect(result.code == 0, "\(result.errors)")
    }
    for kind in ["events", "trace"] {
      let (a, b) = (
        scratch.url.appendingPathComponent("drops.yaml.\(kind)"),
        scratch.url.appendingPathComponent("recorded.\(kind)")
      )
      #expect(try Data(contentsOf: a) == Data(contentsOf: b) && Data(contentsOf: a).count > 500)
    }
  }

  @Test(
    "A run says what it cannot write",
    arguments: [
      (["--trace", "-", "--columns", "x"], "every trace has the column 'x'"),
      (["--trace", "-", "--columns", "speedd"], "there is no column 'speedd'; did you mean 'speed'?"),
      (["--trace", "-", "--columns", "ball.heigt"], "no channel 'ball.heigt'"),
      (["--trace", "-", "--columns", "frame.time"], "measured in a running window"),
      (["--trace", "-", "--columns", "load,load"], "--columns names 'load' twice"),
      (["--columns", "load"], "--columns goes with --trace"),
      (["--bodies", "ball"], "--bodies goes with --trace or --events"),
      (["--from", "1"], "--from goes with"), (["--trace", "-", "--from", "-1"], "not -1"),
      (["--trace", "-", "--from", "1"], "--from 1 is after the end of the run, 0.1 s"),
      (["--trace", "-", "--bodies", "bal"], "no body or template named 'bal'; did you mean 'ball'?"),
      (["--trace", "-", "--bodies", "tower"], "'tower-*' names its copies"),
      (["--trace", "-", "--bodies", "floor"], "'floor' is static"),
      (
        ["--trace", "-", "--events", "-"],
        "--trace - and --events - would both write to standard output; give the trace a file."
      ),
      (["--events", "-", "--hash"], "would both write to standard output"),
    ])
  func refused(arguments: [String], message: String) throws {
    let result = try headless.run(["simulate", "drops.yaml", "--steps", "10"] + arguments)
    #expect(result.code == 64 && result.output.isEmpty, "\(arguments): \(result.code)")
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test("A run never writes two outputs to one file")
  func oneFile() throws {
    let result = try headless("simulate", "drops.yaml", "--steps", "10", "--trace", "a", "--events", "./a")
    #expect(result.code == 1 && result.errors.contains("would overwrite a"), "\(result.errors)")
  }
}
