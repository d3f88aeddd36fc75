import Testing
import TumbleTestSupport

@Suite("tumble-headless sweep")
struct SweepTests {
  private let headless = RunProgram("tumble-headless")

  @Test("runs every combination in order and tells what was asked for")
  func combinations() throws {
    let result = try headless(
      "sweep", "crates", "--set", "*.elasticity=0..0.5/2", "--set", "world.gravity.y=-1000,-500,-250",
      "--duration",
      "3", "--tell", "crate1.y", "settled", "collisions", "lost", "hash")
    #expect(result.code == 0 && result.errors == "")
    let lines = result.text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(
      lines[0].joined(separator: ",") == "*.elasticity,world.gravity.y,crate1.y,settled,collisions,lost,hash")
    #expect(
      lines.dropFirst().map { $0.prefix(2).joined(separator: " ") }
        == ["0 -1000", "0 -500", "0 -250", "0.5 -1000", "0.5 -500", "0.5 -250"])
    #expect(Set(lines.dropFirst().map { $0[6] }).count == 6)
    #expect(lines.dropFirst().allSatisfy { $0[5] == "0" && (Double($0[2]) ?? 0) > 10 })
    let dead = try #require(Double(lines[1][3]))
    #expect(dead > 0.3 && dead < 3)
  }

  @Test("with the scene's own value gives the scene's own hash, and the same output again")
  func own() throws {
    let arguments = [
      "sweep", "crates", "--set", "world.iterations=10,20", "--duration", "1", "--tell", "hash",
    ]
    let result = try headless.run(arguments)
    let own = try headless("simulate", "crates", "--duration", "1", "--hash").text
    #expect(result.text.split(separator: "\n")[1] == "10,\(own.dropLast())")
    #expect(try headless.run(arguments).output == result.output)
  }

  @Test(
    "says what it can't set or tell",
    arguments: [
      ([], 64, "Give at least one --set"),
      (["--set", "friction"], 1, "'friction' sets nothing"),
      (["--set", "crate1.friction="], 1, "sets nothing"),
      (["--set", "crate1.friction=0..1/1"], 1, "sets nothing"),
      (["--set", "crate1.friction=1/2..3"], 1, "sets nothing"),
      (["--set", "crate1.friction=0..nan/3"], 1, "sets nothing"),
      (["--set", "crate1.friction=0..1/99999999999"], 1, "sets nothing"),
      (["--set", "crate9.friction=1"], 1, "no body or joint named 'crate9'"),
      (["--set", "crate1.colour=1"], 1, "after the dot there can be angle, damping"),
      (["--set", "world.wind=1"], 1, "gravity.x, gravity.y"),
      (["--set", "crate1.mass=-1"], 1, "crate1.mass=-1: body 'crate1': mass must be"),
      (["--set", "world.rate=1e300"], 1, "the rate is 1 to 10000"),
      (["--set", "world.iterations=-5"], 1, "iterations"),
      (["--set", "crate1.x=0..1/1000", "--set", "crate1.y=0..1/1000"], 1, "at most 100000 runs"),
      (["--set", "crate1.x=1", "--tell", "crate1.z"], 1, "no channel 'crate1.z'"),
      (["--set", "crate1.x=1", "--tell", "height"], 1, "settled, collisions, lost, hash"),
      (["--set", "crate1.x=1", "--duration", "-1"], 64, "not -1."),
    ])
  func badInput(arguments: [String], code: Int, message: String) throws {
    let result = try headless.run(["sweep", "crates"] + arguments)
    #expect(result.code == Int32(code) && result.output.isEmpty)
    #expect(result.errors.contains(message), "\(result.errors)")
  }
}
