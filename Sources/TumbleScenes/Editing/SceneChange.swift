import TumbleFrames

/// What an edit changed, for a world to follow.
package enum SceneChange {
  /// An object of a kind whose indices stay: a body, a joint, a field, a fluid, an emitter, a rule or a
  /// trigger.
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
  /// A list of inputs, controls or templates is another.
  case changedList(SceneObject.Kind)
  case changedLayers(from: [Scene.Layer])
  case changedWorld(from: Scene.World)
  case changedView
}
