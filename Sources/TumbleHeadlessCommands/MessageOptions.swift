import ArgumentParser
import TumbleFiles
import TumbleScenes
import TumbleSimulation

/// How much is said on standard error.
package struct MessageOptions: ParsableArguments {
  @OptionGroup package var quiet: QuietOptions

  @Flag(name: .shortAndLong, help: "Also print which file was read and what is in the scene.")
  package var verbose = false

  package init() {}

  package func validate() throws {
    if quiet.isQuiet, verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
  }

  /// Prints what the file warns of, as far as it is wanted.
  package func report(_ outcome: SceneReader.Outcome, _ scene: Scene) {
    if verbose {
      let joints = scene.joints.count, animations = scene.animations.count
      Program.say(
        "\(outcome.file): \(scene.bodies.count) bodies, \(joints) joints, \(animations) animations, "
          + "\(scene.world.rate) steps per second; \(World.versionLine)")
    }
    for diagnostic in outcome.diagnostics { Program.tell(diagnostic.description) }
  }
}
