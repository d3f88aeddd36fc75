import Foundation
import Testing
import TumbleTestSupport

@Suite("A wait for a running program")
struct RunningProgramTests {
  private let scratch: ScratchFolder
  private var shell = RunProgram(path: "/bin/sh")

  init() throws {
    scratch = try ScratchFolder()
    shell.folder = scratch.url
    try #require(mkfifo(scratch.path("go"), 0o600) == 0)
  }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: scratch.path(name))
  }

  @Test(
    "A wait for a running program misses no change that comes right after a look, in a folder that is new, too"
  )
  func between() throws {
    let program = try shell.start(["-c", "exec cat go"])
    var looks = 0
    try program.wait("for the file", in: scratch.url) {
      looks += 1
      guard looks == 1 else { return exists("new/file") }
      try scratch.file("new/file", "")
      return false
    }
    #expect(looks > 1)
  }

  @Test(
    "A program can be interrupted, also where the tests run in a shell's background and ignore that",
    arguments: [SIGINT, SIGQUIT])
  func interrupted(_ number: Int32) async {
    await #expect(processExitsWith: .success) { [number] in
      signal(number, SIG_IGN)
      let program = try RunProgram(path: "/bin/sleep").start(["100"])
      program.signal(number)
      #expect(try program.end() == -number)
    }
  }

  @Test("A wait for a running program sees what the program did last before it ended")
  func last() throws {
    let program = try shell.start(["-c", "cat go; touch last"])
    var looks = 0
    try program.wait("for the file", in: scratch.url) {
      looks += 1
      guard looks == 1 else { return exists("last") }
      try FileHandle(forWritingTo: URL(fileURLWithPath: scratch.path("go"))).close()
      #expect(try program.end() == 0)
      return false
    }
    #expect(looks == 2)
  }

  @Test(
    "A wait for a running program fails once the program has ended, with what was waited for and what it said"
  )
  func ended() throws {
    let program = try shell.start(["-c", "echo trouble >&2; exit 3"])
    let failure = #expect(throws: RunningProgram.Failure.self) { try program.wait("for a file") { false } }
    #expect(failure?.description == "the program ended while waiting for a file: trouble\n")
    #expect(try program.end() == 3)
  }
}
