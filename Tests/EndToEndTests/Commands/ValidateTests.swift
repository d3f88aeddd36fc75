import Foundation
import Testing
import TumbleTestSupport

@Suite("tumble-headless validate")
struct ValidateTests {
  private let headless = RunProgram("tumble-headless")
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.file("good.yaml", "tumble: 1\nbodies: [{id: a, kind: static, circle: 3}]\n")
    try scratch.file("odd.yaml", "tumble: 1\nbodies: [{id: a, kind: static}]\n")
    try scratch.file("bad.yaml", "tumble: 1\ntitel: A\nworld: {rate: fast}\n")
  }

  @Test("`tumble-headless validate` says of each file what is wrong and where, and fails if any has an error")
  func text() throws {
    let result = try headless.run(["validate", scratch.path("good.yaml"), scratch.path("bad.yaml"), "crates"])
    let expected = """
      \(scratch.path("good.yaml")): nothing wrong
      \(scratch.path("bad.yaml")):2:1: error: a scene has no key 'titel'
          titel: A
          ^~~~~
          did you mean 'title'?
      \(scratch.path("bad.yaml")):3:15: error: 'rate' must be a number, not 'fast'
          world: {rate: fast}
                        ^~~~
      crates: nothing wrong

      """
    #expect(result.text == expected)
    #expect(result.code == 1)
    #expect(result.errors == "")
  }

  @Test("`tumble-headless validate` warns without failing")
  func warning() throws {
    let result = try headless("validate", scratch.path("odd.yaml"))
    #expect(result.text.contains(":2:15: warning: 'a' has no shape"))
    #expect(result.code == 0)
  }

  @Test("`tumble-headless validate` says where what the engine refuses was written")
  func refused() throws {
    try scratch.file(
      "far.yaml",
      """
      tumble: 1
      bodies: [{id: a, circle: 5}, {id: b, kind: static, circle: 5, at: [0, -50]}]
      joints: [{id: j, type: pivot, a: a, b: b, anchorA: [9e8, 0]}]
      """)
    let result = try headless("validate", scratch.path("far.yaml"))
    #expect(result.text.contains("far.yaml:3:52: error: 'j' holds its bodies too far out"))
    #expect(result.code == 1)
    #expect(
      try headless("simulate", scratch.path("far.yaml"), "--steps", "1").errors.contains(
        ":3:52: error: 'j' holds"))
  }

  @Test("`tumble-headless validate` tells editors in JSON")
  func json() throws {
    let result = try headless.run([
      "validate", scratch.path("bad.yaml"), scratch.path("good.yaml"), "--format", "json",
    ])
    let reports = try #require(JSONSerialization.jsonObject(with: result.output) as? [[String: Any]])
    #expect(reports.map { $0["isValid"] as? Bool } == [false, true])
    let first = try #require((reports[0]["diagnostics"] as? [[String: Any]])?.first)
    #expect([first["line"] as? Int, first["column"] as? Int] == [2, 1])
    #expect(first["severity"] as? String == "error")
    #expect(first["hint"] as? String == "did you mean 'title'?")
    #expect(result.code == 1)
  }

  @Test("`tumble-headless validate` says in a line what cannot be read at all, and goes on with the others")
  func unreadable() throws {
    let result = try headless.run([
      "validate", scratch.path("none.yaml"), "../../etc/passwd", "crats", scratch.path("good.yaml"),
    ])
    let lines = result.text.split(separator: "\n")
    #expect(lines.first == "\(scratch.path("none.yaml")): error: there is no such file")
    #expect(
      lines.contains {
        $0.hasPrefix("../../etc/passwd: error: '../../etc/passwd' is not the name of a scene")
      })
    #expect(lines.contains { $0.contains("did you mean 'crate'?") })
    #expect(lines.last == "\(scratch.path("good.yaml")): nothing wrong")
    #expect(result.code == 1)
  }
}
