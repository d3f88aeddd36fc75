import ArgumentParser
import Foundation
import TumbleScenes
import TumbleSimulation
import TumbleStage
import TumbleTrace

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a scene in a window.",
    discussion: """
      Drag bodies with the mouse; lean gravity with the arrow keys; H shows all keys.
      With --offscreen the same program runs without a display, as fast as the machine can, its frames as long as \
      --frames says.
      """)

  @OptionGroup var source: SceneOptions

  @Flag(help: "Run without a display.")
  var offscreen = false

  @Option(
    help: ArgumentHelp(
      "The length of frames without a display: 16.7ms, or random:SEED.", valueName: "length"))
  var frames: FrameLengths?

  @Option(parsing: .unconditional, help: "Stop after this many steps.")
  var steps: Int?

  @Flag(help: "Print the state hash at the end.")
  var hash = false

  @Option(
    help: ArgumentHelp(
      "Write the commands given, and a hash a second, for `tumble-headless simulate --commands`. The file appears at the end; a restart begins it anew.",
      valueName: "file"))
  var record: String?

  @Flag(help: "Show the graph from the beginning, as the key G does.")
  var graph = false

  @Flag(help: "Exit with 1 if time had to be dropped because the machine did not keep up.")
  var failOnDroppedTime = false

  func validate() throws {
    if let steps, !(0...Recording.maxSteps).contains(steps) {
      throw ValidationError("--steps is a number of steps, 0 to \(Recording.maxSteps), not \(steps).")
    }
    if offscreen, steps == nil {
      throw ValidationError("--offscreen needs --steps: nobody could close a window that is not there.")
    }
    if frames != nil, !offscreen {
      throw ValidationError("--frames goes with --offscreen; a display has its own.")
    }
    if record == "-" { throw ValidationError("--record writes a file, not standard output.") }
  }

  func run() throws {
    let (scene, sceneFile, text) = try source.load()
    let world = try World(scene)
    let feed = GraphFeed(world)
    let stage = try Stage(
      offscreen ? .offscreen : .screen, description: world.description, gravity: scene.world.gravity,
      graphs: feed.graphs,
      showsGraph: graph,
      theme: Theme(background: scene.view.background),
      warn: { Ending.say("warning: \($0)") })
    let recorder = record.map { Recorder(path: $0, sceneFile: sceneFile) }
    let playback = try Playback(world, content: text, recorder: recorder, lastStep: steps)
    let show = WindowLoop(stage, playback, feed, isRepeatable: offscreen) {
      let (scene, _, text) = try source.load()
      return (scene, text)
    }
    if offscreen {
      try show.run(frames: FrameLengths.Source(frames ?? .constant(.microseconds(16_700))))
    } else {
      try show.run()
    }
    try playback.finish()
    if hash {
      let output = try TextOutput(path: "-")
      try output.write("\(playback.world.hash)\n")
      try output.finish()
    }
    try reportDroppedTime(playback)
    // In a window somebody saw it happen; unseen, the run failed.
    if offscreen, playback.hasLostBodies { throw ExitCode.failure }
  }

  private func reportDroppedTime(_ playback: Playback) throws {
    guard playback.dropped > .zero else { return }
    let seconds = playback.dropped / .seconds(1)
    Ending.say(
      "\(String(format: "%.3f", seconds)) s of the scene's time were dropped: frames came too late to catch up with."
    )
    if failOnDroppedTime { throw ExitCode.failure }
  }
}
