import Foundation
import Testing
import TumbleTestSupport

@Suite(
  "The window, when something around it fails",
  .enabled(if: Display.isAvailable, "Xvfb, xdotool and python3 are needed"))
struct FailingWindowTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.scene("apple", title: "Apple")
  }

  private var scene: String { sandbox.path("Scenes/apple.yaml") }

  /// Tilts gravity, again and again, until something is so.
  private func tilt(_ tumble: RunningTumble, until what: String, _ isSo: () throws -> Bool) throws {
    try tumble.wait(what) {
      try tumble.press("Left")
      return try isSo()
    }
  }

  private func isTiltKept() throws -> Bool { try sandbox.kept().contains("\"tilt\"") }

  private func expectReplay(isUnfinished: Bool) throws {
    let replay = try RunProgram("tumble-headless")("simulate", "--commands", sandbox.record)
    #expect(replay.code == 0, "\(replay.errors)")
    #expect(replay.errors.contains("was not finished") == isUnfinished, "\(replay.errors)")
  }

  private func size(_ path: String) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int ?? 0
  }

  @Test(
    "The window goes on without a recording when that cannot be written any more, says so once, and ends with 1",
    arguments: ["write", "fdatasync"])
  func recording(call: String) throws {
    var faults = Faults(path: "run.jsonl", call: call, first: 3, count: 0, error: ENOSPC)
    faults.partial = 5
    let tumble = try sandbox.run(renderer: "software", faults: faults, "apple", "--record", sandbox.record)
    let word = "the recording has ended, the scene goes on: cannot write \(sandbox.record): no space left on"
    try tumble.wait("for the word") { try tumble.errorText().contains(word) }
    // What is done is still done, and kept.
    try tilt(tumble, until: "that is kept", isTiltKept)
    try tumble.quit()
    #expect(try tumble.end() == 1)
    let said = try tumble.errorText()
    #expect(said.components(separatedBy: "the recording has ended").count == 2, "\(said)")
    try expectReplay(isUnfinished: true)
  }

  @Test("The window on a disk that is full says what is not kept, leaves all files as they were, and goes on")
  func fullDisk() throws {
    let before = try Data(contentsOf: URL(filePath: scene))
    let faults = Faults(path: sandbox.folder.path, call: "write", count: 0, error: ENOSPC)
    let tumble = try sandbox.run(renderer: "software", faults: faults, scene)
    try tilt(tumble, until: "the autosave fails") {
      try tumble.errorText().contains("what is done cannot be kept for a later start: cannot write")
    }
    try tumble.press("ctrl+shift+s")
    try tumble.wait("for the moment not to be saved") {
      try tumble.errorText().contains("not saved: cannot write")
    }
    try tumble.quit()
    #expect(try tumble.end() == 0)
    let said = try tumble.errorText()
    #expect(said.contains("the settings were not kept: cannot write"), "\(said)")
    #expect(said.components(separatedBy: "no space left on device").count == 4, "\(said)")
    #expect(try Data(contentsOf: URL(filePath: scene)) == before)
    let files = try FileManager.default.subpathsOfDirectory(atPath: sandbox.folder.path).filter {
      !FileManager.default.fileExists(atPath: sandbox.path($0) + "/.")
    }
    // The session's file is there and empty: the next start removes it.
    #expect(files.filter { !$0.contains("/sessions/session-") } == ["Scenes/apple.yaml"], "\(files)")
    #expect(!files.contains { $0.contains(".partial") }, "\(files)")
  }

  @Test(
    "The window that loses its display at any moment has recorded every whole line, and kept what was done",
    arguments: TrustMoments.ofDisplays)
  func killedDisplay(moment: UInt64) throws {
    var random = SeededGenerator(seed: moment)
    let tumble = try sandbox.run(renderer: "software", "apple", "--record", sandbox.record)
    try tilt(tumble, until: "that is kept", isTiltKept)
    let bytes = size(sandbox.record) + random.int(in: 0...6000)
    try tumble.wait("for so much to be recorded") { size(sandbox.record) >= bytes }
    try sandbox.display.kill()
    #expect(try tumble.end() != 0)
    try expectReplay(isUnfinished: true)
    let kept = try sandbox.kept()
    #expect(kept.contains("\"tilt\"") && kept.hasSuffix("\n"))
  }

  @Test("The window takes no more steps than it has time for when the clock jumps", arguments: [7200, -7200])
  func clock(seconds: Int) throws {
    let faults = Faults(clock: (look: 3000, seconds: seconds))
    let tumble = try sandbox.run(
      renderer: "software", faults: faults, "apple", "--record", sandbox.record, "--steps", "600", "--hash")
    #expect(try tumble.end() == 0)
    let headless = try RunProgram("tumble-headless")("simulate", scene, "--steps", "600", "--hash")
    #expect(try tumble.outputText() == headless.text)
    try expectReplay(isUnfinished: false)
  }
}
