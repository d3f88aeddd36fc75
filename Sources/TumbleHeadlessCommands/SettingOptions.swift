import ArgumentParser
import TumbleScenes

/// Values that are given to what a scene names.
package struct SettingOptions: ParsableArguments {
  @Option(
    name: .customLong("set"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Give one of the scene's variables another value: arm=120, speed='3 m/s'. As often as needed.",
      valueName: "name=value"))
  private var texts: [String] = []

  package init() {}

  package func validate() throws {
    do {
      _ = try settings
    } catch let error as SceneSettingError {
      throw ValidationError("--set: \(error).")
    }
  }

  package var settings: [SceneSetting] {
    get throws { try texts.map { (text) throws(SceneSettingError) in try SceneSetting(parsing: text) } }
  }
}
