import TumbleGeometry
import TumbleInput
import TumbleLooks

/// What a person did in the interface.
package enum InterfaceAction: Hashable, Sendable {
  /// Its cross, or Esc while it has the keyboard.
  case close(InterfacePanel)
  case chooseMenuItem(MenuItem.ID)
  case chooseTool(Tool)

  /// The new text of the help's search field.
  case searchHelp(String)

  /// The new text of the field for a file's name.
  case typeName(String)
  /// The name is as it should be.
  case confirmName

  case searchScenes(String)
  /// Marks a row of the picker, counted from 0 in the rows as they were given.
  case selectScene(Int)
  /// Opens a row of the picker.
  case openScene(Int)

  /// A property of the inspector or of the world's panel, by its path. Between `begin` and `end` lies one gesture, however
  /// many changes it has; a change that is typed, clicked or chosen comes with its own `begin` and `end`.
  case beginEdit(path: String)
  case edit(path: String, PropertyValue)
  case endEdit(path: String)
  /// Shows the property in the graph, or no longer.
  case plot(path: String, Bool)

  case showLayer(DrawingLayer, Bool)

  case animationLayer(name: String, AnimationLayerAction)

  case timeline(TimelineAction)

  case dismissNote
  /// Puts the error's whole text into the clipboard.
  case copyError
  case stopProgress
  case dismissToast(Toast.ID)
  /// The answer to "go on where it stopped?".
  case recover(Bool)
}

package enum AnimationLayerAction: Hashable, Sendable {
  case pause(Bool)
  case rewind
  /// Comes between `beginEdit` and `endEdit` with the path `layers.NAME.speed`.
  case speed(Double)
  /// Seconds of the layer's own time; comes between `beginEdit` and `endEdit` with the path `layers.NAME.time`.
  case scrub(Double)
}

package enum TimelineAction: Hashable, Sendable {
  /// Shows a step of the past: the line is held there.
  case scrub(step: Int)
  /// The world should continue from the step shown: the timeline was released (unless `staysInPast`), or "go on from here" clicked.
  case resume(step: Int)
  /// Back to the newest step; nothing is run again.
  case leavePast
  case togglePause
  /// One step back or forth.
  case step(Int)
  /// World seconds for each second: 1/16...16, negative through the past backwards.
  case speed(Double)
}
