/// What an edit changed, for a world to follow.
package enum SceneChange {
  case addedBody(Int)
  /// A copy of a body: rules that name the original apply to it too.
  case copiedBody(Int, of: Int)
  case addedJoint(Int)
  case addedAnimation(id: String)
  case addedField(Int)
  case addedFluid(Int)
  case addedEmitter(Int)
  case removedField(Int)
  case removedFluid(Int)
  case removedEmitter(Int)
  case changedField(Int)
  case changedFluid(Int)
  case changedEmitter(Int)
  case removedBody(Int)
  case removedJoint(Int)
  case removedAnimation(id: String)
  /// The key at the start of the path that was set.
  case changedBody(Int, from: Scene.Body, key: String)
  case changedJoint(Int)
  case changedAnimation(id: String)
  /// One was added, removed or changed.
  case changedInputs
  case changedWorld(from: Scene.World)
  case changedView
}
