import TumbleGeometry
import TumbleFrames
import TumbleScenes
import TumbleSimulation
import TumbleTrace

/// A recording that is being run again: its commands come out by step, its checks are compared.
struct Replay {
  private let recording: Recording
  private let scene: Scene
  private let file: String
  private var nextCommand = 0
  private var nextCheck = 0
  /// Hashes compared so far; all were the same.
  private(set) var checksPassed = 0

  init(_ recording: Recording, of scene: Scene, file: String) throws {
    guard recording.head.rate == scene.world.rate else {
      throw HeadlessError.otherRate(file: file, recorded: recording.head.rate, now: scene.world.rate)
    }
    let layers = Set(scene.layers.map(\.id))
    for stamped in recording.commands {
      if let layer = stamped.command.layer, !layers.contains(layer) {
        throw HeadlessError.unknownLayer(
          file: file, step: stamped.step, layer: layer, meant: Nearest.word(to: layer, in: layers.sorted()))
      }
    }
    self.recording = recording
    self.scene = scene
    self.file = file
  }

  /// The commands of a step; steps are asked for in order.
  mutating func commands(for step: Int) -> [Command] {
    var commands: [Command] = []
    while nextCommand < recording.commands.count, recording.commands[nextCommand].step <= step {
      if recording.commands[nextCommand].step == step {
        commands.append(recording.commands[nextCommand].command)
      }
      nextCommand += 1
    }
    return commands
  }

  /// Compares the state with the recording's check of this step, if there is one.
  mutating func check(_ world: World) throws {
    while nextCheck < recording.checks.count, recording.checks[nextCheck].step <= world.steps {
      let check = recording.checks[nextCheck]
      if check.step == world.steps, check.hash != world.hash.value {
        throw HeadlessError.diverged(
          file: file, step: check.step, rate: world.rate,
          lastGood: nextCheck > 0 ? recording.checks[nextCheck - 1].step : nil,
          difference: check.firstDifference(from: world.snapshot, description: world.description),
          hints: hints)
      }
      checksPassed += 1
      nextCheck += 1
    }
  }

  /// What may be why.
  private var hints: [String] {
    var hints: [String] = []
    if let recorded = try? RecordingFile.scene(of: recording, file: file), !recorded.movesLike(scene) {
      hints.append("the scene has changed since it was recorded")
    }
    if recording.head.library != World.libraryVersion {
      hints.append("recorded with Chipmunk \(recording.head.library); this is \(World.libraryVersion)")
    }
    if recording.head.revision > World.revision {
      hints.append("it was recorded by a newer version")
    }
    for change in MotionChange.since(recording.head.revision, in: scene) {
      hints.append("it was recorded by an older version; since then \(change.summary)")
    }
    return hints
  }
}

extension Scene {
  /// Whether what is simulated is the same, whatever it looks like.
  fileprivate func movesLike(_ other: Scene) -> Bool {
    func bare(_ scene: Scene) -> Scene {
      var scene = scene
      (scene.name, scene.title, scene.note, scene.view, scene.graphs) = ("", "", "", View(), [])
      for index in scene.bodies.indices { scene.bodies[index].appearance = Appearance() }
      return scene
    }
    return bare(self) == bare(other)
  }
}
