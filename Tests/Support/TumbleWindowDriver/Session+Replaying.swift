import Foundation
import TumbleFrames
import TumbleScenes
import TumbleSimulation
import TumbleTrace

/// A session that its recording does not bring about again.
package struct ReplayDifference: Error, CustomStringConvertible {
  package let description: String
}

extension Session {
  /// Runs what is recorded of the session again, headless, from the scene's text in the recording, and
  /// compares.
  ///
  /// - Throws: `ReplayDifference`, or what the replay throws.
  package func checkReplay(library: SceneLibrary, path: String?) throws {
    let written = try Recording(bytes: recording.bytes)
    let read = library.read(Data(written.head.content.utf8), file: path, name: written.head.scene)
    let scene = try read.get()
    let again = try Session(
      World(scene), lastStep: written.end, replay: Replay(written, of: scene, file: "recording"))
    try again.run()
    for stamped in written.commands where stamped.step == written.end {
      try again.world.apply(stamped.command)
    }
    guard again.world.hash == world.hash, again.world.snapshot == world.snapshot else {
      throw ReplayDifference(
        description:
          "\(written.head.scene) at step \(world.steps) has hash \(world.hash), replayed \(again.world.hash)")
    }
    guard again.checksPassed == written.checks.count else {
      throw ReplayDifference(
        description: "\(again.checksPassed ?? 0) of \(written.checks.count) hashes were compared")
    }
  }
}
