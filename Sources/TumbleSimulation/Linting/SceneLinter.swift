import TumbleScenes

/// Checks a scene that was read against the engine: builds its world, and tells what that refuses, and what
/// it finds odd, by line and column.
///
/// The reader knows the format: names, units, templates, outlines. What bodies, joints and the engine make of
/// it is known here alone, by asking the same code that runs the world.
///
///     let outcome = SceneLinter().lint(try SceneLibrary().read("crates"))
///     let world = try World(outcome.get())
public struct SceneLinter: Sendable {
  public init() {}

  /// The same outcome with what is found added to its diagnostics; its scene is nil if that cannot be built.
  /// A scene that the reader refused is left as it is.
  public func lint(_ outcome: SceneReader.Outcome) -> SceneReader.Outcome {
    guard let scene = outcome.scene, let source = outcome.source else { return outcome }
    var findings = SceneFindings(scene, source, outcome.found)
    // Before anything is built: it bounds the memory that building and stepping take.
    if findings.checkPairs() { build(scene, &findings) }
    return outcome.with(findings.list)
  }

  private func build(_ scene: Scene, _ findings: inout SceneFindings) {
    do {
      let built = try BuiltScene(scene, maxProblems: 100)
      for problem in built.problems { findings.add(problem) }
      findings.explainSleepless(built.keptAwake)
      guard !findings.list.hasErrors else { return }
      findings.findOverlaps(built)
      findings.findStiffSprings(built)
      findings.findHeavyLoads(built)
      findings.findRounded()
      findings.findFalling()
      findings.findOffCenter()
      findings.findUnbreakable()
      findings.findTunnelling(built)
      findings.findIdleRules()
      findings.findIdleFields()
      findings.findIdleTriggers()
      findings.check(templatesOf: try World(scene, built))
    } catch {
      findings.list.error(SourcePlace(), "the scene cannot be built: \(error)")
    }
  }
}

extension SceneLibrary {
  /// Reads a scene as `read` does, and checks it against the engine.
  public func check(_ nameOrPath: String) throws -> SceneReader.Outcome {
    SceneLinter().lint(try read(nameOrPath))
  }
}
