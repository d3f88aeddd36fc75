import Foundation
import TumbleFiles
import TumbleFrames
import TumbleScenes
import TumbleSimulation

/// The scene of a sweep, as its files were when the sweep began: what happens to them later changes no run.
struct SweepScene: Sendable {
  private let library: SceneLibrary
  private let file: String?
  private let name: String
  private let text: Data
  private let variables: Set<String>
  /// Units that variables have in the scene.
  private let units: [String: String]
  /// With its own values.
  let scene: Scene
  /// Of the scene's text with all that it includes.
  let digest: String

  init(_ nameOrPath: String, in library: SceneLibrary) throws {
    let outcome = try library.check(nameOrPath)
    scene = try outcome.get()
    name = scene.name
    file = nameOrPath == "-" ? nil : outcome.file
    text = Data(outcome.content.utf8)
    variables = Set(outcome.variables.map(\.name))
    units = outcome.variables.reduce(into: [:]) { $0[$1.name] = $1.unit }
    digest = ContentDigest(text).text
    self.library = library
  }

  /// Checks that the scene has what the settings name. The values are not looked at: what is wrong with one is a matter of its run.
  func check(_ plan: SweepPlan) throws {
    for setting in plan.settings {
      try SettingTarget(setting.name).check(in: scene, variables: variables)
    }
    guard plan.seeds != nil, !variables.contains(SweepSeeds.name) else { return }
    var scene = scene
    guard scene.moveSeeds(to: 2) else { throw SweepError.noSeed }
  }

  /// Says of variables in which unit their bare numbers are taken.
  func notes(on plan: SweepPlan) -> [String] {
    plan.settings.compactMap { setting in
      guard let unit = units[setting.name], setting.values.hasBareNumbers else { return nil }
      return "note: \(setting.text): taken in \(unit), the unit that '\(setting.name)' has in the scene"
    }
  }

  /// The scene of a run.
  func scene(_ point: SweepPoint, _ settings: [SweepSetting]) throws -> Scene {
    let targets = settings.map { SettingTarget($0.name) }
    var given = zip(targets, point.values).compactMap { $0.setting($1) }
    if let seed = point.seed, variables.contains(SweepSeeds.name) {
      given.append(SceneSetting(name: SweepSeeds.name, value: "\(seed)"))
    }
    var scene = try given.isEmpty ? scene : read(given)
    for (target, value) in zip(targets, point.values) { try target.apply(value, to: &scene) }
    if let seed = point.seed, !variables.contains(SweepSeeds.name) { _ = scene.moveSeeds(to: seed) }
    return scene
  }

  private func read(_ settings: [SceneSetting]) throws -> Scene {
    var library = library
    let names = Set(settings.map(\.name))
    library.settings = library.settings.filter { !names.contains($0.name) } + settings
    return try library.read(text, file: file, name: name).get()
  }
}
