import Foundation

extension Scene {
  /// Reads a scene from the text of a file, YAML or JSON, within the usual ``SceneLimits``. Textures are not looked for, and
  /// nothing can be included.
  ///
  /// - Parameters:
  ///   - text: Untrusted: nothing in it makes this trap.
  ///   - name: Becomes the scene's, and stands in errors in place of a file.
  /// - Throws: `SceneError.invalid` with all that is wrong, each with its line and column.
  public init(text: String, name: String = "scene") throws {
    self = try SceneReader().read(Data(text.utf8), file: name, name: name).get()
  }
}
