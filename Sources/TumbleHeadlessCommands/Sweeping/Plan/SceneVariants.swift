import TumbleScenes

/// A scene with every combination of some values, as a sweep runs it.
package struct SceneVariants {
  /// In order, each with what tells it from the others, such as `arm=80`.
  package let runs: [(name: String, scene: Scene)]

  /// - Parameters:
  ///   - nameOrPath: Of the scene.
  ///   - settings: As `--set` of a sweep takes them: `crate1.mass=1,2,5`.
  ///   - limit: Of runs.
  /// - Throws: `SceneError`, `SweepError`, `EditRefusal`.
  package init(_ nameOrPath: String, settings: [String], in library: SceneLibrary, limit: Int) throws {
    let source = try SweepScene(nameOrPath, in: library)
    let settings = try settings.map { (text) throws(SweepError) in try SweepSetting(text) }
    let plan = try SweepPlan(settings)
    try source.check(plan)
    guard plan.count <= limit else { throw SceneVariantsError.tooMany(plan.count, limit: limit) }
    runs = try (0..<plan.count).map { index in
      let point = plan.point(index)
      let name = zip(settings, point.values).map { "\($0.name)=\($1)" }.joined(separator: ", ")
      return (name, try source.scene(point, settings))
    }
  }
}

/// Why a scene has no variants.
package enum SceneVariantsError: Error, Hashable, CustomStringConvertible {
  case tooMany(Int, limit: Int)

  package var description: String {
    switch self {
    case .tooMany(let count, let limit): "\(count) runs are more than the \(limit) that fit over each other"
    }
  }
}
