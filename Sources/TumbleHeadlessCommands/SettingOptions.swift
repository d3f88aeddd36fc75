import ArgumentParser
import Foundation
import TumbleScenes

/// Values that are given to what a scene names.
package struct SettingOptions: ParsableArguments {
  @Option(
    name: .customLong("set"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Give a variable, a control or a property of the scene another value: arm=120, speed='3 m/s', crate1.friction=0.2, '*.elasticity=0'. As often as needed.",
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

extension [String] {
  /// The words of an option that was given once or several times, with commas between words: never with spaces, so that no
  /// scene's name behind it is taken for a word of its own.
  package var commaSeparated: [String] {
    flatMap { $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } }
  }
}
