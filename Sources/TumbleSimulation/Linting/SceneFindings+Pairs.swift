import TumbleScenes

extension SceneFindings {
  /// Whether few enough shapes start in one place for the engine to keep what it remembers of each pair; reported if not.
  mutating func checkPairs() -> Bool {
    guard let (pairs, body) = PairEstimate(scene).pairs(), pairs > list.limits.pairs else { return true }
    error(
      .body(body), [],
      "too many bodies start in one place, '\(scene.bodies[body].id)' among them: \(pairs) pairs of shapes meet, and \(list.limits.pairs) may",
      hint: "move them apart; of a repeater, by its spacing")
    return false
  }
}
