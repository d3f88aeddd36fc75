import TumbleFrames

/// What an edit changed, for a world to follow.
package enum SceneChange {
  /// A body, a joint, a field, a fluid or an emitter, by its index.
  case added(SceneObject.Kind, Int)
  case removed(SceneObject.Kind, Int)
  case changed(SceneObject.Kind, Int)
  /// A copy of a body: rules that name the original apply to it too.
  case copiedBody(Int, of: Int)
  /// The key at the start of the path that was set.
  case changedBody(Int, from: Scene.Body, key: String)
  case addedAnimation(id: String)
  case removedAnimation(id: String)
  case changedAnimation(id: String)
  /// An input was added, removed or changed.
  case changedInputs
  case changedWorld(from: Scene.World)
  case changedView
}
