import Foundation
import Testing
import TumbleTestSupport

@Suite("A program that is asked to end")
struct ExitSignalTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  @Test(
    "A program that is asked to end does so between two steps: what was written stays, and the signal is what ended it",
    arguments: [SIGTERM, SIGINT, SIGHUP])
  func betweenSteps(number: Int32) throws {
    let running = try RunProgram("tumble-headless").start([
      "simulate", "crates", "--steps", "1000000000", "--trace", scratch.path("a.csv"), "--record",
      scratch.path("r.jsonl"),
    ])
    try running.wait("for the trace", in: scratch.url) { try scratch.names().contains("a.csv") }
    running.signal(number)
    #expect(try running.end() == -number)
    #expect(try running.errorText().hasPrefix("interrupted after step "))
    #expect(try scratch.names() == ["a.csv", "r.jsonl"])
    let trace = try String(contentsOfFile: scratch.path("a.csv"), encoding: .utf8)
    let lines = trace.split(separator: "\n")
    #expect(trace.hasSuffix("\n") && lines.allSatisfy { $0.split(separator: ",").count == 9 })
    // The trace and the recording end with the same step.
    let replay = try RunProgram("tumble-headless")(
      "simulate", "--commands", scratch.path("r.jsonl"), "--trace", scratch.path("again.csv"))
    #expect(replay.code == 0, "\(replay.errors)")
    #expect(try String(contentsOfFile: scratch.path("again.csv"), encoding: .utf8) == trace)
  }

  @Test("A program that is stuck in the middle of a step is ended all the same, and keeps its recording")
  func stuck() throws {
    // Nobody reads the pipe: once it is full the program stands still.
    let pipe = Pipe()
    let running = try RunProgram("tumble-headless").start(
      ["simulate", "crates", "--steps", "1000000000", "--trace", "-", "--record", scratch.path("r.jsonl")],
      output: pipe)
    try running.wait("for the pipe to be full", isPolled: true) { try Self.isFull(pipe) }
    running.signal(SIGTERM)
    #expect(try running.end() == -SIGTERM)
    #expect(try scratch.names() == ["r.jsonl"])
    #expect(try RunProgram("tumble-headless")("simulate", "--commands", scratch.path("r.jsonl")).code == 0)
  }

  @Test("A program that is asked to end heeds no signal that it was started to ignore")
  func ignored() throws {
    let pipe = Pipe()
    let running = try RunProgram(path: "/bin/sh").start(
      [
        "-c", "trap '' INT; exec \"$0\" simulate crates --steps 1000000000 --trace -",
        RunProgram.products.appendingPathComponent("tumble-headless").path,
      ], output: pipe)
    try running.wait("for the pipe to be full", isPolled: true) { try Self.isFull(pipe) }
    // Of two that wait the one with the lower number, SIGINT, would count.
    running.signal(SIGINT)
    running.signal(SIGTERM)
    #expect(try running.end() == -SIGTERM)
  }

  @Test(
    "A program that is asked to end leaves no picture of a moment that it has not reached",
    arguments: ["snapshot", "plot"])
  func pictures(command: String) throws {
    let time = command == "plot" ? ["--duration", "80000"] : ["--at", "80000"]
    let running = try RunProgram("tumble").start([command, "crates", "-o", scratch.path("a.png")] + time)
    try running.wait("for the file", in: scratch.url) { try !scratch.names().isEmpty }
    running.signal(SIGTERM)
    #expect(try running.end() == -SIGTERM)
    #expect(try scratch.names() == [])
  }

  @Test("A sweep keeps the lines it has")
  func sweep() throws {
    let output = try scratch.file("lines.csv", "")
    let running = try RunProgram("tumble-headless").start(
      ["sweep", "crates", "--set", "crate1.x=16..17/100000", "--duration", "0", "--tell", "crate1.x"],
      output: FileHandle(forWritingTo: output))
    func lines() throws -> [Substring] {
      try String(contentsOf: output, encoding: .utf8).split(separator: "\n")
    }
    try running.wait("for lines", in: scratch.url) { try !lines().isEmpty }
    running.signal(SIGTERM)
    #expect(try running.end() == -SIGTERM)
    #expect(try lines().allSatisfy { $0.split(separator: ",", omittingEmptySubsequences: false).count == 3 })
  }

  private static func isFull(_ pipe: Pipe) throws -> Bool {
    var count: Int32 = 0
    _ = ioctl(pipe.fileHandleForReading.fileDescriptor, UInt(FIONREAD), &count)
    return count >= 65_536
  }
}
