import Foundation

/// The scene of `Tests/Fixtures/everything.yaml`: something of all that a scene can have, driven by keys.
public enum EverythingScene {
  public static func text() throws -> String {
    try String(
      contentsOf: ProjectFolder.tests.appendingPathComponent("Fixtures/everything.yaml"), encoding: .utf8)
  }
}
