import TumbleGeometry

/// A change of what there is in a running world, or of how it is, as a value.
///
/// What is added and what is set is text of the scene format, units included, and is checked as a scene file
/// is. An edit names the objects that it makes, so that the same edits make the same world again.
public enum Edit: Hashable, Sendable {
  /// Adds an object of any kind but the world and the view: the mapping that would stand in the scene's list,
  /// such as `{id: ball, at: [150, 200], circle: 16}`. An animation replaces the one of its id, and begins
  /// now; a layer's time counts from now, and a trigger waits from now on. A template is written as a body
  /// is, with its id.
  case add(SceneObject.Kind, String)
  /// Takes an object away: a body with its joints. What speaks of it and of nothing else does so no more.
  case remove(SceneObject)
  /// Sets a property, such as `shapes[0].friction` of `crate1` to `0.5`; nil takes it back to its default.
  ///
  /// A body's keys are those of the scene format; the keys of a surface or an outline (`friction`, `box`)
  /// count for its shapes. `at`, `angle`, `velocity` and `angularVelocity` are the present ones: the body is
  /// put there at once.
  case set(SceneObject, path: String, value: String?)
  /// Copies bodies, as they are now and moved by a vector, the joints between them, and emitters; each gets
  /// the name at its place. The copy of an emitter is on the copy of its body, if that is copied too.
  case duplicate([String], names: [String], by: Vector)
  /// Holds a body at a point of the world with a pivot to a static body of this name.
  case pin(String, at: Vector, name: String)
  /// Takes away all pins of a body.
  case unpin(String)
}

extension Edit {
  /// The text of an edit has at most so many bytes: its line of a recording has to be readable.
  public static let maxTextBytes = 24_000
  /// The objects that one edit may copy.
  public static let maxCopies = 400

  /// The name of the joint of a pin.
  public static func pinJoint(_ name: String) -> String { name + "-joint" }
}
