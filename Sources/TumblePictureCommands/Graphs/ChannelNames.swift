import ArgumentParser
import Foundation
import TumbleGeometry

/// The channels that `--channels` names.
enum ChannelNames {
  /// Each once, in their order.
  ///
  /// - Parameter text: With commas between them.
  /// - Throws: `ValidationError` for an empty one.
  static func all(in text: String) throws -> [String] {
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    if names.contains("") { throw ValidationError("--channels has an empty name: '\(text)'.") }
    return names.uniqued()
  }
}
