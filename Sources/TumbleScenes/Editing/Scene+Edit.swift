import TumbleFrames

extension Scene {
  /// Makes an edit in the scene as it is written: what is set is what it starts with. The places of bodies and joints in
  /// their lists move up where one is removed.
  ///
  /// - Throws: `EditRefusal`, and nothing has changed.
  public mutating func apply(_ edit: Edit) throws(EditRefusal) {
    var model = SceneModel(self)
    _ = try model.take(edit)
    self = model.compact
  }

  /// A property as it is written, such as `0.5`; nil where there is none, or it is left out.
  public func text(of object: SceneObject, path: String) -> String? {
    SceneModel(self).text(of: object, path)
  }
}
