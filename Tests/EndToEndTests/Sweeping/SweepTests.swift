import Foundation
import Testing
import TumbleTestSupport

@Suite("tumble-headless sweep")
struct SweepTests {
  private let headless = RunProgram("tumble-headless")

  @Test("`tumble-headless sweep` runs every combination in order and tells what was asked for")
  func combinations() throws {
    let result = try headless(
      "sweep", "crates", "--set", "*.elasticity=0..0.5/2", "--set", "world.gravity.y=-1000,-500,-250",
      "--duration",
      "3", "--tell", "crate1.y,settled,collisions,lost,hash")
    #expect(result.code == 0 && result.errors == "")
    let lines = result.text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(
      lines[0].joined(separator: ",")
        == "*.elasticity,world.gravity.y,crate1.y,settled,collisions,lost,hash,error")
    #expect(
      lines.dropFirst().map { $0.prefix(2).joined(separator: " ") }
        == ["0 -1000", "0 -500", "0 -250", "0.5 -1000", "0.5 -500", "0.5 -250"])
    #expect(Set(lines.dropFirst().map { $0[6] }).count == 6)
    #expect(lines.dropFirst().allSatisfy { $0[5] == "0" && (Double($0[2]) ?? 0) > 10 })
    let dead = try #require(Double(lines[1][3]))
    #expect(dead > 0.3 && dead < 3)
  }

  @Test(
    "`tumble-headless sweep` with the scene's own value gives the scene's own hash, and the same output again"
  )
  func own() throws {
    let arguments = [
      "sweep", "crates", "--set", "world.iterations=10,20", "--duration", "1", "--tell", "hash",
    ]
    let result = try headless.run(arguments)
    let own = try headless("simulate", "crates", "--duration", "1", "--hash").text
    #expect(result.text.split(separator: "\n")[1] == "10,\(own.dropLast()),")
    #expect(try headless.run(arguments).output == result.output)
  }

  @Test(
    "`tumble-headless sweep` says what it can't set or tell",
    arguments: [
      ([], 64, "Give at least one --set"),
      (["--set", "friction"], 1, "'friction' sets nothing"),
      (["--set", "crate1.friction="], 1, "sets nothing"),
      (["--set", "crate1.friction=0..1/1"], 1, "values is a whole number from 2 to 1000000000000, not '1'"),
      (["--set", "crate1.friction=0..inf/3"], 1, "sets nothing: the ends of a range are finite numbers"),
      (["--set", "crate1.friction=1,inf"], 1, "sets nothing: a number is finite, not inf"),
      (["--set", "crate1.friction=1/2..3"], 1, "sets nothing"),
      (["--set", "crate1.friction=0..nan/3"], 1, "sets nothing"),
      (["--set", "crate1.friction=0..1/9999999999999"], 1, "sets nothing"),
      (["--set", "crate9.friction=1"], 1, "no object named 'crate9'; did you mean 'crate1'?"),
      (["--set", "crate1.colour=1"], 1, "did you mean 'color'?"),
      (["--set", "world.wind=1"], 1, "gravity.x, gravity.y"),
      (["--set", "wind=1"], 1, "no variable or control named 'wind'"),
      (
        ["--set", "crate1.x=0..1/1000000000", "--set", "crate1.y=0..1/10000"], 1, "at most 1000000000000 runs"
      ),
      (["--set", "crate1.x=0..1"], 1, "has no number of values"),
      (["--set", "crate1.x=1", "--tell", "crate1.z"], 1, "no channel 'crate1.z'"),
      (["--set", "crate1.x=1", "--tell", "height"], 1, "settled, collisions, lost, hash"),
      (["--set", "crate1.x=1", "--tell", "crate1.x", "--json"], 1, "two columns would be named 'crate1.x'"),
      (["--set", "crate1.x=1", "--duration", "-1"], 64, "not -1."),
      (["--set", "crate1.x=1", "--seeds", "3"], 1, "nothing that a seed changes"),
      (["--set", "crate1.x=1", "--seeds", "x"], 64, "--seeds is a number"),
      (["--set", "crate1.x=1", "--seed", "3"], 64, "go with --sample"),
      (["--set", "crate1.x=1", "--sample", "0"], 64, "not 0"),
      (["--set", "crate1.x=1", "--jobs", "0"], 64, "not 0"),
      (["--set", "crate1.x=1", "--shard", "3/2", "-o", "x"], 64, "not '3/2'"),
      (["--set", "crate1.x=1", "--shard", "1/2"], 64, "by -o FILE"),
      (["--set", "crate1.x=1", "--resume"], 64, "by -o FILE"),
      (["--set", "crate1.x=1", "--emit", "slurm"], 64, "--emit needs --shards"),
      (["--set", "crate1.x=1", "--shards", "3"], 64, "--shards goes with --emit"),
      (["--merge", "a"], 64, "it runs no scene"),
    ])
  func badInput(arguments: [String], code: Int, message: String) throws {
    let result = try headless.run(["sweep", "crates"] + arguments)
    #expect(result.code == Int32(code) && result.output.isEmpty)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test(
    "A sweep is merged to a stream only when every shard is whole, and without options that would have no effect"
  )
  func mergeToStream() throws {
    let scratch = try ScratchFolder()
    var program = headless
    program.folder = scratch.url
    // More than what is written at a time.
    let sweep = [
      "sweep", "crate", "--set", "crate.x=100..200/6000", "--duration", "0", "--tell", "crate.x,crate.y",
    ]
    for shard in 1...2 {
      #expect(try program.run(sweep + ["--shard", "\(shard)/2", "-o", "\(shard)"]).code == 0)
    }
    let whole = try program("sweep", "--merge", "1", "2")
    #expect(whole.code == 0 && whole.output.count > 70_000 && whole.text.split(separator: "\n").count == 6002)
    let second = scratch.url.appendingPathComponent("2")
    try Data(contentsOf: second).dropLast(3).write(to: second)
    let cut = try program("sweep", "--merge", "1", "2")
    #expect(
      cut.code == 1 && cut.output.isEmpty && cut.errors.contains("2 has 2999 of its 3000 rows"),
      "\(cut.errors)")
    for (option, value) in [
      ("--tell", "lost"), ("--duration", "10"), ("--jobs", "1"), ("--seed", "1"), ("--scenes", "."),
    ] {
      let refused = try program("sweep", "--merge", "1", "2", option, value)
      #expect(
        refused.code == 64 && refused.errors.contains("\(option) would have no effect"), "\(refused.errors)")
    }
  }

  @Test("A run that fails is a row that says why, and the others go on")
  func failures() throws {
    let arguments = [
      "sweep", "crates", "--set", "crate1.mass=100,-1,50", "--duration", "0.1", "--tell", "lost,hash",
    ]
    let result = try headless.run(arguments)
    #expect(result.code == 0 && result.errors.contains("warning: 1 of 3 runs failed"), "\(result.errors)")
    let lines = result.text.split(separator: "\n").map(String.init)
    #expect(lines.count == 4 && lines[1].hasPrefix("100,0,") && lines[3].hasPrefix("50,0,"))
    #expect(lines[2] == "-1,,,\"body 'crate1': mass must be from 1e-30 to 1e30 kilograms, not -1.0\"")
    for (setting, reason) in [
      ("world.rate=1e300", "the rate is 1 to 10000"), ("world.iterations=-5", "iterations"),
      ("crate1.kind=solid", "solid"), ("crate1.shapes[7].friction=1", "shapes"),
    ] {
      let result = try headless.run(["sweep", "crates", "--set", setting, "--duration", "0.1"])
      #expect(result.code == 0 && result.text.split(separator: "\n")[1].contains(reason), "\(result.text)")
    }
  }

  @Test("`tumble-headless sweep` writes an object a row with --json, numbers as numbers")
  func json() throws {
    let result = try headless.run([
      "sweep", "crates", "--set", "crate1.mass=-1,2.5", "--set", "crate1.kind=dynamic", "--duration", "0.1",
      "--json", "--tell",
      "settled,lost,hash",
    ])
    let rows = try result.text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(rows.count == 2 && rows.allSatisfy { $0.count == 6 })
    #expect(
      rows[0]["crate1.mass"] as? Double == -1 && rows[0]["hash"] is NSNull && rows[0]["error"] is String)
    #expect(rows[1]["crate1.mass"] as? Double == 2.5 && rows[1]["crate1.kind"] as? String == "dynamic")
    #expect(
      rows[1]["lost"] as? Int == 0 && rows[1]["settled"] is NSNull
        && (rows[1]["hash"] as? String)?.count == 16)
  }

  @Test("A sweep sets a scene's seed to each of several, and its controls")
  func seeds() throws {
    let scene = """
      tumble: 1
      variables: {seed: 1}
      bodies: [{id: a, at: ["random(seed, 0, 1000)", 0], circle: 5, mass: 1}]
      fields: [{id: push, type: uniform, direction: right, strength: 5}]
      controls: [{id: wind, slider: [0, 10], property: push.strength}]
      """
    let result = try headless.run(
      ["sweep", "-", "--set", "wind=0,10", "--seeds", "7..9", "--duration", "1", "--tell", "a.x:min,a.x"],
      input: scene)
    #expect(result.code == 0, "\(result.errors)")
    let rows = result.text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    try #require(rows.count == 7, "\(result.errors)")
    #expect(rows[0].prefix(2) == ["wind", "seed"])
    #expect(rows.dropFirst().map { "\($0[0]) \($0[1])" } == ["0 7", "0 8", "0 9", "10 7", "10 8", "10 9"])
    #expect(
      Set(rows.dropFirst().map { $0[2] }).count == 3 && rows[1][2] == rows[1][3] && rows[4][2] != rows[4][3])
  }

  @Test("A sweep of a billion runs begins at once, and holds none of them")
  func billion() throws {
    let program = RunProgram.products.appendingPathComponent("tumble-headless").path
    let sweep = "sweep crates --set crate1.x=20..280/1000000000 --duration 0 --jobs 2"
    // A quarter of a gigabyte is not enough for a list of the runs.
    let result = try RunProgram(path: "/bin/bash").run(
      ["-c", "set -o pipefail; ulimit -d 250000; \"$0\" \(sweep) | head -n 1000 | tail -n 1", program])
    #expect(result.errors == "" && result.text.hasPrefix("20.0002594"), "\(result.text) \(result.errors)")
  }

  @Test("`tumble-headless sweep` gives the same bytes by one thread and by several")
  func jobs() throws {
    let arguments = [
      "sweep", "crates", "--set", "crate1.x=20..280", "--sample", "40", "--duration", "0.2", "--jobs",
    ]
    let one = try headless.run(arguments + ["1"])
    #expect(
      try headless.run(arguments + ["7"]).output == one.output && one.text.split(separator: "\n").count == 41)
  }
}
