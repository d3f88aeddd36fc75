import Foundation

/// The scene of `Tests/Fixtures/everything.yaml`: something of all that a scene can have, driven by keys.
public enum EverythingScene {
  public static func text() throws -> String {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try String(
      contentsOf: root.appendingPathComponent("Tests/Fixtures/everything.yaml"), encoding: .utf8)
  }
}
