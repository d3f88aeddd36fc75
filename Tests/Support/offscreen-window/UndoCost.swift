import Foundation
import TumbleScenes
import TumbleSimulation

/// The time that undoing the latest gesture takes in a scene that has run for a while, from the worlds that
/// stand in its past.
struct UndoCost {
  let scene: String
  /// The length of the run before the gesture, in seconds of the scene's time.
  let seconds: Int

  func run() throws {
    let session = try Session(World(SceneLibrary().scene(scene)), timeline: TimelineOptions())
    let rate = session.world.rate
    let start = Self.processTime
    for _ in 0..<seconds * rate { try session.step() }
    // As if it had run at its own pace: the other core has kept up.
    session.waitForCheckpoints()
    let fromStart = Self.processTime - start
    try session.give(.add(.body, "{id: \(session.world.freeName("new")), at: [0, 0], circle: 5, mass: 1}"))
    for _ in 0..<rate { try session.step() }
    session.waitForCheckpoints()
    let before = session.stepsRunAgain
    let (clock, beginning) = (ContinuousClock(), Self.processTime)
    let began = clock.now
    session.undo()
    try session.finishRerun()
    let (wall, spent) = (began.duration(to: clock.now) / .seconds(1), Self.processTime - beginning)
    say(
      String(
        format:
          "%@: %d s run in %.2f s of processor time, with worlds kept standing; the latest gesture, %d steps ago, "
          + "is undone by a rerun of %d steps: %.3f s, %.3f s of processor time",
        scene, seconds, fromStart, rate, session.stepsRunAgain - before, wall, spent))
  }

  /// The process's processor time in seconds.
  private static var processTime: Double { PanelCost.processTime }
}
