/// A recording that is being replayed: its commands come out by step, its checks are compared.
public struct Replay: Sendable {
  private let recording: Recording
  /// The scene that the world is built from.
  let scene: Scene
  private let file: String
  /// The line of each command, counted from 1; empty where the recording is not of a file.
  private let lines: [Int]
  private var nextCommand = 0
  private var nextCheck = 0
  /// Hashes compared so far; all were the same.
  public private(set) var checksPassed = 0

  /// Creates a replay of a recording.
  /// - Parameters:
  ///   - recording: Whose commands are carried out.
  ///   - scene: The scene that the world is built from.
  ///   - file: What errors call the recording.
  /// - Throws: `ReplayError.otherRate` and `ReplayError.unknownLayer`, for a scene that the recording cannot
  ///   be run with.
  public init(_ recording: Recording, of scene: Scene, file: String) throws(ReplayError) {
    try self.init(recording, lines: [], of: scene, file: file)
  }

  /// The same of a file's recording: errors name the line of a command.
  package init(_ numbered: NumberedRecording, of scene: Scene, file: String) throws(ReplayError) {
    try self.init(numbered.recording, lines: numbered.commandLines, of: scene, file: file)
  }

  private init(
    _ recording: Recording, lines: [Int], of scene: Scene, file: String
  ) throws(ReplayError) {
    guard recording.head.rate == scene.world.rate else {
      throw .otherRate(file: file, recorded: recording.head.rate, now: scene.world.rate)
    }
    var layers = Set(scene.layers.map(\.id))
    for (index, stamped) in recording.commands.enumerated() {
      if case .edit(let edit) = stamped.command, let added = edit.addedLayer { layers.insert(added) }
      if let layer = stamped.command.layer, !layers.contains(layer) {
        throw .unknownLayer(
          file: file, line: lines.isEmpty ? nil : lines[index], step: stamped.step, layer: layer,
          nearest: Nearest.word(to: layer, in: layers.sorted()))
      }
    }
    self.recording = recording
    self.scene = scene
    self.file = file
    self.lines = lines
  }
}

extension Replay {
  /// All commands, by step.
  package var commands: [StampedCommand] { recording.commands }

  /// Steps that were recorded.
  /// - Throws: `ReplayError.endless` where that is far beyond the last thing that was noted. A recording that
  ///   is kept notes a hash now and then: a far end without any is none that was reached.
  public func steps() throws(ReplayError) -> Int {
    let last = recording.lastNotedStep
    guard recording.end - last <= 3600 * recording.head.rate else {
      throw .endless(file: file, end: recording.end, last: last)
    }
    return recording.end
  }

  /// Appends the commands of a step; steps are asked for in order.
  mutating func take(commandsFor step: Int, into commands: inout [Command]) {
    while nextCommand < recording.commands.count, recording.commands[nextCommand].step <= step {
      if recording.commands[nextCommand].step == step {
        commands.append(recording.commands[nextCommand].command)
      }
      nextCommand += 1
    }
  }

  /// Returns the error that a command could not be carried out, and where it stands.
  /// - Parameter index: Among all commands.
  func refusal(of index: Int, _ reason: String) -> ReplayError {
    .refused(
      file: file, line: lines.isEmpty ? nil : lines[index], step: recording.commands[index].step,
      reason: reason)
  }

  /// The same of one of those that were taken last, counted from the end: 0 is the last.
  func refusal(ofTaken place: Int, _ reason: String) -> ReplayError {
    refusal(of: nextCommand - 1 - place, reason)
  }

  /// Compares the state with the recording's check of this step, if there is one.
  mutating func check(_ world: World) throws(ReplayError) {
    while nextCheck < recording.checks.count, recording.checks[nextCheck].step <= world.steps {
      let check = recording.checks[nextCheck]
      if check.step == world.steps, check.hash != world.hash.value {
        throw .diverged(
          file: file, step: check.step, rate: world.rate,
          lastGood: nextCheck > 0 ? recording.checks[nextCheck - 1].step : nil,
          difference: check.firstDifference(from: world.snapshot, description: world.description),
          hints: hints)
      }
      checksPassed += 1
      nextCheck += 1
    }
    try checkStep(world)
  }

  /// Compares the state with what the next check says of this step, if it says anything.
  private func checkStep(_ world: World) throws(ReplayError) {
    guard nextCheck < recording.checks.count else { return }
    let check = recording.checks[nextCheck]
    let place = check.stepHashes.count - 1 - (check.step - world.steps)
    guard check.stepHashes.indices.contains(place) else { return }
    guard check.stepHashes[place] != Recording.Check.short(world.hash.value) else { return }
    throw .diverged(
      file: file, step: world.steps, rate: world.rate, lastGood: world.steps > 0 ? world.steps - 1 : nil,
      difference: nil, hints: hints)
  }

  /// The possible reasons.
  private var hints: [String] {
    var hints: [String] = []
    if let recorded = try? RecordingFile.scene(of: recording, file: file), !recorded.movesLike(scene) {
      hints.append("the scene has changed since it was recorded")
    }
    if recording.head.library != World.libraryVersion {
      hints.append("recorded with Chipmunk \(recording.head.library); this is \(World.libraryVersion)")
    }
    if recording.head.revision > World.revision { hints.append("it was recorded by a newer version") }
    for change in MotionChange.since(recording.head.revision, in: scene, editedBy: recording.editsOfStart) {
      hints.append("it was recorded by an older version; since then \(change.summary)")
    }
    return hints
  }
}

extension Recording {
  /// The edits before the first step.
  var editsOfStart: [Edit] {
    commands.prefix { $0.step == 0 }.compactMap { if case .edit(let edit) = $0.command { edit } else { nil } }
  }
}

extension Scene {
  /// Returns true if what is simulated is the same, whatever it looks like.
  fileprivate func movesLike(_ other: Scene) -> Bool {
    func bare(_ scene: Scene) -> Scene {
      var scene = scene
      (scene.name, scene.title, scene.note, scene.graphs) = ("", "", "", [])
      (scene.view, scene.camera) = (View(), nil)
      for index in scene.bodies.indices {
        (scene.bodies[index].texture, scene.bodies[index].appearance) = (nil, Appearance())
      }
      return scene
    }
    return bare(self) == bare(other)
  }
}

/// The reason why a recording cannot be replayed, or runs otherwise.
public enum ReplayError: Error, Hashable, Sendable {
  /// The file can't be read, and why.
  case unreadable(path: String, reason: String)
  /// The run has another hash than its recording.
  case diverged(file: String, step: Int, rate: Int, lastGood: Int?, difference: String?, hints: [String])
  /// A recording whose end lies far beyond the last thing it notes.
  case endless(file: String, end: Int, last: Int)
  /// A recording of a scene with another number of steps per second.
  case otherRate(file: String, recorded: Int, now: Int)
  /// A recorded command for a layer that the scene does not have.
  case unknownLayer(file: String, line: Int?, step: Int, layer: String, nearest: String?)
  /// A recorded command that cannot be carried out, and why.
  case refused(file: String, line: Int?, step: Int, reason: String)
}

extension ReplayError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let path, let reason):
      return "\(path): \(reason)"
    case .diverged(let file, let step, let rate, let lastGood, let difference, let hints):
      let seconds = "\((Double(step) / Double(rate) * 1_000).rounded() / 1_000) s"
      var text = "\(file): the run differs from the recording after step \(step) (\(seconds))"
      if let difference { text += ": \(difference)" }
      text +=
        lastGood.map { "\n  it was still the same after step \($0)" }
        ?? "\n  it is the first hash of the recording"
      for hint in hints { text += "\n  \(hint)" }
      return text
    case .endless(let file, let end, let last):
      return "\(file): it says that it ends at step \(end), more than an hour of the scene's time after the "
        + "last step that it notes anything of, \(last); say how far to go with --steps"
    case .otherRate(let file, let recorded, let now):
      return
        "\(file): recorded at \(recorded) steps per second; the scene now has \(now), so no step compares"
    case .unknownLayer(let file, let line, let step, let layer, let nearest):
      let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
      return "\(Self.place(file, line)): at step \(step) there is no layer '\(layer)' in the scene\(hint)"
    case .refused(let file, let line, let step, let reason):
      return "\(Self.place(file, line)): at step \(step): \(reason)"
    }
  }

  private static func place(_ file: String, _ line: Int?) -> String { file + (line.map { ":\($0)" } ?? "") }
}
