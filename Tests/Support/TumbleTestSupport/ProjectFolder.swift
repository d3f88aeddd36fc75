import Foundation

/// The folders of the project that the tests were built from.
public enum ProjectFolder {
  public static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  public static let assets = root.appendingPathComponent("assets")
  public static let docs = root.appendingPathComponent("docs")
  public static let scenes = root.appendingPathComponent("Scenes")
  public static let tests = root.appendingPathComponent("Tests")
}
