import Foundation
import Testing
import TumbleTestSupport

/// Tests of programs started as a shell, a service manager or a container may start them.
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

  @Test(
    "Closed standard descriptors are not taken for files",
    arguments: ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
  func closedDescriptors(redirection: String) throws {
    let script = "$headless simulate crates --steps 5 --trace t.csv --record r.jsonl"
    #expect(try shell("\(script) \(redirection)").code == 0)
    let (trace, recording) = (try scratch.text("t.csv"), try scratch.text("r.jsonl"))
    #expect(try shell(script).code == 0)
    #expect(try scratch.text("t.csv") == trace && scratch.text("r.jsonl") == recording)
    #expect(trace.hasPrefix("step,time,body,") && recording.hasPrefix(#"{"tumble":"recording","#))
    #expect(try shell("$tumble snapshot crates --at 0.1 -o a.png \(redirection)").code == 0)
    #expect(try shell("$tumble snapshot crates --at 0.1 -o b.png && cmp a.png b.png").code == 0)
  }

  @Test("What should go to a closed standard output is missed")
  func closedOutput() throws {
    let result = try shell("$headless simulate crates --steps 5 --hash >&-")
    #expect(result.code == 1 && result.errors.contains("cannot write standard output"))
  }

  @Test("A message does not get into a file whose descriptor has the number of standard error")
  func messages() throws {
    try scratch.file("burst.yaml", BurstingScene.text)
    #expect(try shell("$headless simulate burst.yaml --steps 60 --record r.jsonl 2>&-").code == 1)
    #expect(try scratch.text("r.jsonl").hasPrefix(#"{"tumble":"recording","#))
  }

  @Test("A working folder that is gone, or whose name is not UTF-8, is no hindrance")
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

  @Test("An argument that is not UTF-8 is refused, not mended into another path")
  func arguments() throws {
    for program in ["$headless simulate", "$tumble snapshot -o a.png"] {
      let result = try shell("\(program) \"$(printf 'a\\377.yaml')\"")
      #expect(result.code == 64 && result.errors.contains("is not UTF-8"), "\(result.errors)")
    }
  }

  @Test("Without /proc the programs do what they do with it", .enabled(if: canHideProc, "unshare needs root"))
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

  @Test("A clock that jumps, forth or back, changes nothing", arguments: [1, 2, 5, 20], [7200, -7200])
  func clock(look: Int, seconds: Int) throws {
    let program = RunProgram("tumble-headless")
    let wrong = try program.with(Faults(clock: (look, seconds)))
    let run = ["simulate", "crates", "--steps", "300", "--hash"]
    let result = try wrong.run(run)
    #expect(try result.code == 0 && result.errors.isEmpty && result.text == program.run(run).text)
    let sweep = ["sweep", "crates", "--set", "crate1.x=20..280/4", "--duration", "0.1"]
    let rows = try wrong.run(sweep)
    #expect(try rows.code == 0 && rows.errors.isEmpty && rows.text == program.run(sweep).text)
  }

  /// Does something in a file system of its own, `small`, of 256 KiB.
  private func inSmallFileSystem(_ script: String) throws -> RunProgram.Result {
    try shell(
      """
      mkdir -p small; export script='\(script)'
      exec unshare -m sh -c 'mount --make-rprivate / && mount -t tmpfs -o size=256k tmpfs small && eval "$script"'
      """)
  }

  private static let canMount =
    (try? RunProgram(path: "/bin/sh")("-c", "unshare -m sh -c 'mount -t tmpfs tmpfs /mnt'"))?.code == 0

  @Test(
    "On a disk that is full whole lines stay, one line says why, and a recording and a sweep go on from there",
    .enabled(if: canMount, "mounting needs root"))
  func fullDisk() throws {
    let result = try inSmallFileSystem(
      """
      $headless simulate crates --steps 100000 --trace small/t.csv; echo $?; tail -c 1 small/t.csv | od -An -c
      ls small; $headless diff small/t.csv small/t.csv >&2 || echo differs; rm small/*
      $headless simulate crates --steps 100000 --every 2 --record small/r.jsonl; echo $?
      ls small; $headless simulate --commands small/r.jsonl --hash >&2 || echo differs; rm small/*
      $headless sweep crates --set "crate1.x=20..280/30000" --duration 0 -o small/s.csv; echo $?
      ls small; tail -c 1 small/s.csv | od -An -c
      """)
    let lines = result.text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines == ["1", "\\n", "t.csv", "1", "r.jsonl", "1", "s.csv", "\\n"], "\(result.text)")
    let errors = result.errors.split(separator: "\n").filter { $0.hasPrefix("Error: ") }
    #expect(errors.count == 3 && errors.allSatisfy { $0.contains("no space left on device") }, "\(errors)")
    #expect(errors.last?.contains(" whole rows of 30000 are kept, and --resume goes on") == true)
    #expect(result.errors.contains("small/r.jsonl: the recording was not finished"), "\(result.errors)")
  }

  @Test("A folder that is read-only is said to be", .enabled(if: canMount, "mounting needs root"))
  func readOnly() throws {
    let result = try inSmallFileSystem(
      """
      mount -o remount,ro small
      $headless simulate crates --steps 9 --trace small/t; echo $?
      $headless simulate crates --steps 9 --record small/t; echo $?
      $tumble run crates --offscreen --steps 9 --record small/t; echo $?
      $headless sweep crates --set crate1.x=1 --duration 0 -o small/t; echo $?
      $headless new small/t.yaml; echo $?
      """)
    #expect(result.text == "1\n1\n1\n1\n1\n")
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count == 5, "\(result.errors)")
    #expect(
      lines.allSatisfy { $0.contains("cannot write small/t") && $0.contains("read-only file system") },
      "\(result.errors)")
  }

  private static let canHideProc =
    (try? RunProgram(path: "/bin/sh")("-c", "unshare -m sh -c 'mount --make-rprivate /; umount -l /proc'"))?
    .code
    == 0
}
