import Foundation
import TumbleGeometry
import TumbleInput
import TumbleLooks
import TumbleSimulation
import TumbleTestSupport
import TumbleWindowCommands
import TumbleWindowDriver

/// Minutes of the scene with everything in it, its keys pressed at random in the window, with undo and ways
/// back to the past; the recording goes to standard output, for other builds and programs to replay.
struct KeysSession {
  let seed: UInt64
  /// The length of the session in minutes of the world's time.
  let minutes: Int

  func run() throws {
    let scenes = try ScratchScenes([])
    try scenes.scratch.file("Scenes/everything.yaml", Data(EverythingScene.text().utf8))
    try scenes.enter()
    let window = try DrivenWindow(
      "everything", library: scenes.library, folders: scenes.userFolders,
      timeline: TimelineOptions(historyBudget: 8 << 20, checkpoints: 4), size: PixelSize(480, 360))
    let (input, session) = (WindowInput(window), window.session)
    var random = SeededGenerator(seed: seed)
    try input.wait(frames: 3)
    // Eight steps a frame.
    session.speed = 4
    let end = minutes * 60 * session.world.rate
    let keys = session.world.scene.inputs.flatMap { $0.keys.prefix(1) + $0.reverseKeys.prefix(1) }
      .compactMap { Key(name: $0) }
    var held: Set<Int32> = []
    // The world cannot be copied: each way back may rerun all that came before. Were there as many in
    // each minute, an hour would take sixty times sixty as long as a minute.
    let framesBetweenWaysBack = max(200, 50 * minutes)
    // Each frame takes eight steps, but for those that look at the past.
    var frames = 0
    while session.world.steps < end {
      try input.wait()
      frames += 1
      guard frames < end else { throw Failure("the world stands still at step \(session.world.steps)") }
      if random.int(in: 0...3) == 0 {
        let key = random.pick(keys)
        if held.remove(key.code) != nil {
          input.up(key)
        } else {
          held.insert(key.code)
          input.down(key)
        }
      }
      if random.int(in: 1...framesBetweenWaysBack) == 1 { try goBack(input, &random) }
    }
    let count = session.log.count
    guard count > 10 * minutes else { throw Failure("only \(count) commands: the keys are not the scene's") }
    try session.checkReplay(library: scenes.library, path: nil)
    FileHandle.standardError.write(
      Data("\(session.world.steps) steps, \(count) commands, hash \(session.world.hash)\n".utf8))
    FileHandle.standardOutput.write(Data(session.recording.bytes))
  }

  private func goBack(_ input: WindowInput, _ random: inout SeededGenerator) throws {
    let session = input.window.session
    switch random.int(in: 0...2) {
    case 0: try input.press("Ctrl+Z")
    case 1:
      try input.press("Ctrl+Z")
      try input.waitForRerun()
      try input.press("Ctrl+Y")
    default:
      session.view(step: max(session.world.steps - random.int(in: 1...10) * session.world.rate, 0))
      try input.wait(frames: 3)
      session.resume()
    }
    try input.waitForRerun()
    session.isPaused = false
  }
}
