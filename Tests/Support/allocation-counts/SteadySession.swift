import CTumbleTestHooks
import Foundation
import TumbleSimulation

/// A session whose time line is full, so that each step that is kept takes the place of others.
struct SteadySession: CustomStringConvertible {
  let description = "a session with a full time line, worlds kept standing, and the past read"

  private static let scene = """
    tumble: 1
    world: {gravity: [0, -1000]}
    bodies:
      - {id: walls, kind: static, line: {points: [[0, 0], [300, 0], [300, 300], [0, 300]], radius: 1, closed: true}}
      - {id: crate, at: [60, 40], box: [20, 20], mass: 1, repeat: {stack: {count: 12, spacing: 20}}}
    """

  /// The heap allocations of 600 steps after 1800, on the session's own thread.
  func run() throws -> UInt64 {
    let scene = try Scene(text: Self.scene, name: "steady")
    let session = try Session(
      World(scene), timeline: TimelineOptions(historyBudget: 1 << 19, checkpoints: 2))
    var past = session.world.snapshot
    func run(_ steps: Int) throws {
      for _ in 0..<steps {
        try session.step()
        session.history.nearest(session.world.steps / 2, into: &past)
      }
    }
    try run(1800)
    let before = ctumble_allocations()
    try run(600)
    return ctumble_allocations() - before
  }
}
