import TumbleFrames
import TumbleGeometry
import TumbleGraph

/// What a person asked the program for.
package enum Action: Hashable, Sendable {
  /// Something done to the world.
  case command(Command)
  case quit
  /// Close what lies over the stage (the help, a message); quit where nothing does.
  case dismiss
  case togglePause
  /// One step, then stand still.
  case step
  /// From the beginning, and from the scene's file as it is now.
  case restart
  /// Time at half its speed, a quarter, an eighth, and full speed again.
  case slowDown
  case toggleHelp
  case toggleFullScreen
  case graph(GraphAction)
  /// The window has another size, or must be drawn again.
  case redraw
  /// The graphics card has lost what was uploaded.
  case texturesLost
}

/// What a person does with the graph. Places are in points from its top left corner, y down.
package enum GraphAction: Hashable, Sendable {
  case toggle
  /// The next of several graphs.
  case next
  /// Takes hold of the plot, or switches the channel whose name is there.
  case press(Vector)
  /// Pulls the plot along, to the right into the past.
  case pull(Double)
  /// nil where the mouse has left.
  case hover(Vector?)
  /// Shows more of the time (negative) or less, by powers of two, around a place; nil: the right edge.
  case zoom(Int, around: Double?)
  /// Stands still while samples come, or follows them again.
  case toggleFreeze
  /// By its place in the legend, from 0.
  case toggleChannel(Int)
  /// Writes what is shown, or all that is kept, to files.
  case export(ScrollingGraph.Extent)
}
