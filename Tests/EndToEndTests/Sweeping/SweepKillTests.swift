import Foundation
import Testing
import TumbleTestSupport

@Suite("A sweep that is stopped")
struct SweepKillTests {
  private let scratch: ScratchFolder
  private let headless = RunProgram("tumble-headless")

  init() throws { scratch = try ScratchFolder() }

  private func size(_ name: String) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: scratch.path(name)))?[.size] as? Int ?? 0
  }

  /// Some hundred short runs, of which every third fails.
  private func sweep(_ name: String, _ more: String...) -> [String] {
    [
      "sweep", "crates", "--set", "crate1.x=20..280/100", "--set", "crate1.mass=100,-1,50", "--duration",
      "0.3", "-o",
      scratch.path(name),
    ] + more
  }

  @Test(
    "A sweep that is stopped by SIGKILL at any moment, again and again, is gone on with to the same bytes",
    arguments: Seeds.list(default: 20))
  func killed(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    #expect(try headless.run(sweep("whole")).code == 0)
    let whole = try scratch.bytes("whole")
    var kills = 0
    for _ in 0..<3 {
      let running = try RunProgram("tumble-headless").start(
        sweep("cut", "--resume", "--jobs", "\(random.int(in: 1...3))"))
      // When so much of it is there.
      let target = random.int(in: 1...whole.count)
      // It may end by itself before that.
      try? running.wait("for so many bytes", in: scratch.url) { size("cut") >= target }
      running.signal(SIGKILL)
      kills += try running.end() == -SIGKILL ? 1 : 0
      let cut = try scratch.bytes("cut")
      #expect(whole.starts(with: cut))
    }
    let last = try headless.run(sweep("cut", "--resume"))
    #expect(last.code == 0, "\(last.errors)")
    #expect(try scratch.bytes("cut") == whole)
  }

  @Test(
    "A sweep that is stopped by a signal finishes the runs in work, says how to go on, and ends by that signal",
    arguments: [SIGINT, SIGTERM])
  func signalled(number: Int32) throws {
    let long = [
      "sweep", "crates", "--set", "crate1.x=20..280/100000", "--duration", "0.5", "-o", scratch.path("a.csv"),
    ]
    let running = try RunProgram("tumble-headless").start(long)
    try running.wait("for rows", in: scratch.url) { size("a.csv") > 2000 }
    running.signal(number)
    #expect(try running.end() == -number)
    let message = try running.errorText()
    #expect(message.contains("finishing the runs in work"))
    let text = try String(decoding: scratch.bytes("a.csv"), as: UTF8.self)
    let rows = text.split(separator: "\n").count - 2
    #expect(
      text.hasSuffix("\n")
        && text.split(separator: "\n").dropFirst().allSatisfy { $0.filter { $0 == "," }.count == 4 })
    #expect(message.contains("interrupted after \(rows) of 100000 runs; to go on: "))
    // What it says does go on, as it stands there.
    let command = try #require(message.components(separatedBy: "to go on: ").last)
    #expect(command.hasSuffix("--resume\n"))
    let next = try RunProgram(path: "/bin/sh").start(["-c", "exec \(command)"])
    try next.wait("for more rows", in: scratch.url) { size("a.csv") > text.utf8.count + 1000 }
    next.signal(number)
    #expect(try next.end() == -number)
    #expect(try scratch.bytes("a.csv").starts(with: Data(text.utf8)))
  }

  @Test("A sweep that is stopped by a second signal ends at once, in the middle of its runs")
  func twice() throws {
    let endless = [
      "sweep", "crates", "--set", "crate1.x=20,30", "--duration", "1000000", "-o", scratch.path("a.csv"),
    ]
    let running = try RunProgram("tumble-headless").start(endless)
    try running.wait("for the file", in: scratch.url) { size("a.csv") > 100 }
    // The file is there before a run begins, and none would begin after the first signal: it is busy with
    // them by then.
    let ticks = running.processorTicks
    try running.wait("for runs in work", isPolled: true) { running.processorTicks > ticks + 100 }
    running.signal(SIGINT)
    try running.wait("for the word") { try running.errorText().contains("a second signal ends them") }
    running.signal(SIGTERM)
    #expect(try running.end() == -SIGTERM)
  }

  @Test(
    "A sweep that is stopped by a disk that is full keeps its whole rows, says so, and goes on when there is room",
    arguments: [2, 3, 5])
  func full(kilobytes: Int) throws {
    #expect(try headless.run(sweep("whole")).code == 0)
    let program = RunProgram.products.appendingPathComponent("tumble-headless").path
    let limited = try RunProgram(path: "/bin/bash").run(
      ["-c", "ulimit -f \(kilobytes); exec \"$0\" \"$@\"", program] + sweep("cut"))
    #expect(limited.code == 1)
    let cut = try scratch.bytes("cut")
    let rows = cut.count { $0 == 10 } - 2
    #expect(
      limited.errors.contains(
        "cut: file too large; its \(rows) whole rows of 300 are kept, and --resume goes on"),
      "\(limited.errors)")
    #expect(limited.errors.split(separator: "\n").count == 1)
    #expect(cut.last == 10 && cut.count > kilobytes * 1024 - 400)
    #expect(try scratch.bytes("whole").starts(with: cut))
    #expect(try headless.run(sweep("cut", "--resume")).code == 0)
    #expect(try scratch.bytes("cut") == scratch.bytes("whole"))
    let device = try headless("sweep", "crates", "--set", "crate1.x=1", "--duration", "0", "-o", "/dev/full")
    #expect(device.code == 1 && device.errors.contains("cannot write /dev/full: no space left on device"))
  }

  @Test("A sweep whose file is complete says so, and does nothing")
  func complete() throws {
    #expect(try headless.run(sweep("a")).code == 0)
    let before = try scratch.bytes("a")
    let again = try headless.run(sweep("a", "--resume"))
    #expect(again.code == 0 && again.errors.contains("is complete: it has all 300 rows"))
    let plain = try headless.run(sweep("a"))
    #expect(plain.code == 1 && plain.errors.contains("--resume goes on with it"))
    #expect(try scratch.bytes("a") == before)
  }

  @Test("A sweep in its shards by one process each gives the same bytes")
  func shards() throws {
    #expect(try headless.run(sweep("whole")).code == 0)
    for shard in 1...3 { #expect(try headless.run(sweep("\(shard)", "--shard", "\(shard)/3")).code == 0) }
    #expect(
      try headless(
        "sweep", "--merge", scratch.path("3"), scratch.path("1"), scratch.path("2"), "-o",
        scratch.path("merged")
      ).code == 0)
    #expect(try scratch.bytes("merged") == scratch.bytes("whole"))
    let missing = try headless(
      "sweep", "--merge", scratch.path("3"), scratch.path("1"), "-o", scratch.path("other"))
    #expect(missing.code == 1 && missing.errors.contains("one is missing: 2"))
    #expect(try headless("sweep", "--merge", scratch.path("1"), "-o", scratch.path("1")).code == 1)
  }

  @Test("A sweep by GNU parallel, with a task killed in the middle and run again, gives the same bytes")
  func parallel() throws {
    let parallel = RunProgram(path: "/usr/bin/env")
    try #require(
      try parallel("parallel", "--version").text.contains("GNU parallel"), "scripts/test installs parallel")
    #expect(try headless.run(sweep("whole.csv")).code == 0)
    let emitted = try headless.run(
      sweep("rows.csv", "--emit", "parallel", "--shards", "4").map { $0 })
    #expect(emitted.code == 0)
    var tasks = emitted.text.split(separator: "\n").map(String.init)
    #expect(tasks.count == 4)
    // The first time it is run, the third is killed when it has rows.
    let killer = try scratch.file(
      "killer",
      """
      if mkdir '\(scratch.path("killed"))' 2>/dev/null; then
        "$@" & task=$!
        while [ "$(wc -l <'\(scratch.path("rows-3-of-4.csv"))' 2>/dev/null || echo 0)" -lt 6 ]; do sleep 0.01; done
        kill -9 $task; wait $task 2>/dev/null
        wc -l <'\(scratch.path("rows-3-of-4.csv"))' >'\(scratch.path("left"))'
        exit 137
      fi
      exec "$@"
      """)
    tasks[2] = "bash '\(killer.path)' " + tasks[2]
    var engine = parallel
    engine.environment = ["HOME": scratch.url.path]
    let done = try engine.run(
      ["parallel", "--will-cite", "--jobs", "2", "--retries", "3"],
      input: tasks.joined(separator: "\n") + "\n")
    #expect(done.code == 0, "\(done.errors)")
    let left = try #require(
      Int(
        String(contentsOfFile: scratch.path("left"), encoding: .utf8).trimmingCharacters(
          in: .whitespacesAndNewlines))
    )
    // On a busy machine it may have got to its last row by then.
    #expect((6...77).contains(left), "it was killed when it had rows")
    // As the program said.
    let merge = try #require(emitted.errors.components(separatedBy: "when all are done: ").last)
    let merged = try RunProgram(path: "/bin/sh").run(["-c", merge])
    #expect(merged.code == 0, "\(merged.errors)")
    #expect(try scratch.bytes("rows.csv") == scratch.bytes("whole.csv"))
  }
}
