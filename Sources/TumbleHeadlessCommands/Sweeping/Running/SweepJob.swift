import TumbleScenes
import TumbleSimulation

/// A sweep that is ready to run: each run is worked out from its index, by any thread.
struct SweepJob: Sendable {
  let scene: SweepScene
  let plan: SweepPlan
  /// As they are written: what they name may have another place in each run's world.
  let measures: [String]
  let length: RunLength

  /// - Throws: What is wrong with the sweep as a whole.
  init(_ scene: SweepScene, _ plan: SweepPlan, measures: [String], length: RunLength) throws {
    try scene.check(plan)
    let world = try World(scene.scene)
    _ = try RunMeasures(measures, of: world)
    self.scene = scene
    self.plan = plan
    self.measures = measures
    self.length = length
    _ = try length.steps(at: scene.scene.world.rate)
  }

  /// Runs one, and says in its row what went wrong.
  func row(_ index: Int) -> SweepRow {
    let point = plan.point(index)
    do {
      return SweepRow(point, results: try results(scene.scene(point, plan.settings)))
    } catch {
      return SweepRow(point, failure: Self.reason(error))
    }
  }

  private func results(_ scene: Scene) throws -> [MeasuredValue] {
    let world = try World(scene)
    let measures = try RunMeasures(self.measures, of: world)
    let session = try Session(world, lastStep: try length.steps(at: world.rate))
    session.observers.append { measures.observe($0) }
    try session.run()
    return measures.values(world, lost: session.lostBodies)
  }

  /// For a row: without the place in the file, which is the same in all.
  private static func reason(_ error: any Error) -> String {
    switch error {
    case SceneError.invalid(let diagnostics):
      guard let first = diagnostics.first(where: { $0.severity == .error }) else { return "\(error)" }
      return first.message + (first.hint.map { "; \($0)" } ?? "")
    case let refusal as EditRefusal: return refusal.message + (refusal.hint.map { "; \($0)" } ?? "")
    default: return "\(error)"
    }
  }
}
