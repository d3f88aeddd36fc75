import Foundation
import Testing
import TumbleTestSupport

/// What a shell, a service manager or a container may start a program with.
@Suite("In odd surroundings")
struct OddSurroundingsTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Runs a shell script in the scratch folder, with the programs' paths in `$headless` and `$tumble`.
  private func shell(_ script: String) throws -> RunProgram.Result {
    var shell = RunProgram(path: "/bin/sh")
    shell.folder = scratch.url
    shell.environment["headless"] = RunProgram.products.appendingPathComponent("tumble-headless").path
    shell.environment["tumble"] = RunProgram.products.appendingPathComponent("tumble").path
    return try shell("-c", script)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: scratch.url.appendingPathComponent(name), encoding: .utf8)
  }

  @Test(
    "closed standard descriptors are not taken for files",
    arguments: ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
  func closedDescriptors(redirection: String) throws {
    let script = "$headless simulate crates --steps 5 --trace t.csv --record r.jsonl"
    #expect(try shell("\(script) \(redirection)").code == 0)
    let (trace, recording) = (try text("t.csv"), try text("r.jsonl"))
    #expect(try shell(script).code == 0)
    #expect(try text("t.csv") == trace && text("r.jsonl") == recording)
    #expect(trace.hasPrefix("step,time,body,") && recording.hasPrefix(#"{"tumble":"recording","#))
    #expect(try shell("$tumble snapshot crates --at 0.1 -o a.png \(redirection)").code == 0)
    #expect(try shell("$tumble snapshot crates --at 0.1 -o b.png && cmp a.png b.png").code == 0)
  }

  @Test("what should go to a closed standard output is missed")
  func closedOutput() throws {
    let result = try shell("$headless simulate crates --steps 5 --hash >&-")
    #expect(result.code == 1 && result.errors.contains("cannot write standard output"))
  }

  @Test("a message does not get into a file whose descriptor has the number of standard error")
  func messages() throws {
    try scratch.file(
      "burst.yaml",
      """
      tumble: 1
      bodies:
        - {id: a, box: [10, 10], mass: 0.001}
        - {id: b, at: [50, 0], box: [10, 10], mass: 0.001}
      joints:
        - {id: s, type: spring, a: a, b: b, restLength: 10, stiffness: 1000000, damping: 0}
      """)
    #expect(try shell("$headless simulate burst.yaml --steps 60 --record r.jsonl 2>&-").code == 1)
    #expect(try text("r.jsonl").hasPrefix(#"{"tumble":"recording","#))
  }

  @Test("a working folder that is gone, or whose name is not UTF-8, is no hindrance")
  func workingFolder() throws {
    let expected = try shell("$headless simulate crates --steps 5 --hash").text
    let gone = try shell(
      """
      mkdir gone && cd gone && rmdir ../gone && $headless simulate crates --steps 5 --hash &&
      $tumble run crates --offscreen --steps 5 --hash
      """)
    #expect(gone.code == 0 && gone.text == expected + expected, "\(gone.errors)")
    let odd = try shell(
      """
      mkdir "$(printf 'a\\377')" && cd "$(printf 'a\\377')"
      $headless simulate crates --steps 5 --hash --trace t.csv && test -s t.csv &&
      $tumble snapshot crates --at 0.1 -o a.png && test -s a.png &&
      $tumble run crates --offscreen --steps 5 --record r.jsonl && $headless simulate --commands r.jsonl
      """)
    #expect(odd.code == 0 && odd.text.hasPrefix(expected), "\(odd.errors)")
  }

  @Test("an argument that is not UTF-8 is refused, not mended into another path")
  func arguments() throws {
    for program in ["$headless simulate", "$tumble snapshot -o a.png"] {
      let result = try shell("\(program) \"$(printf 'a\\377.yaml')\"")
      #expect(result.code == 64 && result.errors.contains("is not UTF-8"), "\(result.errors)")
    }
  }

  @Test("without /proc the programs do what they do with it", .enabled(if: canHideProc, "unshare needs root"))
  func withoutProc() throws {
    let script = """
      $headless simulate crates --steps 5 --hash &&
      $tumble run crates --offscreen --steps 5 --hash && $tumble snapshot crates --at 0.1 -o NAME.png
      """
    let usual = try shell(script.replacing("NAME", with: "a"))
    let hidden = try shell(
      "unshare -m sh -c 'mount --make-rprivate /; umount -l /proc; \(script.replacing("NAME", with: "b"))'")
    #expect(usual.code == 0 && hidden.code == 0, "\(hidden.errors)")
    #expect(hidden.text == usual.text && !usual.text.isEmpty)
    #expect(try shell("cmp a.png b.png").code == 0)
  }

  private static let canHideProc =
    (try? RunProgram(path: "/bin/sh")("-c", "unshare -m sh -c 'mount --make-rprivate /; umount -l /proc'"))?
    .code
    == 0
}
