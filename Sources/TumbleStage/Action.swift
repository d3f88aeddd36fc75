import TumbleFrames
import TumbleGeometry

/// What a person asked the program for.
package enum Action: Hashable, Sendable {
  /// Something done to the world.
  case command(Command)
  case quit
  case togglePause
  /// One step, then stand still.
  case step
  case restart
  case toggleHelp
  case toggleFullScreen
  /// The window's size or contents must be drawn anew.
  case redraw
  /// The graphics card has lost what was uploaded.
  case texturesLost
}
