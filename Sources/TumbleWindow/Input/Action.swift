import TumbleFrames
import TumbleGraph
import TumbleInput

/// A request of a person to the program.
package enum Action: Hashable, Sendable {
  /// Something done to the world.
  case command(Command)
  /// A named action, by a key, in the menu or with a button.
  case named(WindowAction)
  case graph(GraphAction)
  case camera(CameraAction)
  /// A menu for what is at a point of the world.
  case contextMenu(at: Vector)
  /// A file was dropped on the window.
  case openFile(String)
  /// The window has another size, or must be drawn again.
  case redraw
  /// The graphics card has lost what was uploaded.
  case texturesLost
}

/// An operation on the graph. Positions are in points from its top left corner, y down.
package enum GraphAction: Hashable, Sendable {
  case toggle
  /// The next of several graphs.
  case next
  /// A move from over the stage to below it, and back.
  case dock
  /// Takes hold of the plot, the title or an edge, or switches the channel whose name is there.
  case press(Vector)
  /// Pulls what was taken hold of: the plot into the past, the title to another place, an edge.
  case drag(Vector)
  case release
  /// Scrolls to older samples, in points; to newer ones where negative.
  case pull(Double)
  /// The position of the mouse; nil if it has left.
  case hover(Vector?)
  /// Shows more of the time (negative) or less, by powers of two, around a place; nil: the right edge.
  case zoom(Int, around: Double?)
  /// Stands still while samples come, or follows them again.
  case toggleFreeze
  /// A switch of a channel by its index in the legend.
  case toggleChannel(Int)
  /// Writes what is shown, or all that is kept, to files.
  case export(ScrollingGraph.Extent)
}

/// An operation on the camera. Positions and distances are in pixels, y down.
package enum CameraAction: Hashable, Sendable {
  /// Shows things so many times as large; what is at the place stays there (nil: the middle).
  case zoom(Double, at: Vector?)
  /// Moves what is shown.
  case pan(Vector)
  /// Follows the body there; where there is none, shows all, or the scene's own view if that is shown.
  case follow(at: Vector)
  case frameAll
  case wholeView
}

extension Action {
  /// Returns true if it replaces the action before it, which would never be visible.
  func replaces(_ other: Action) -> Bool {
    switch (self, other) {
    case (.command(.move), .command(.move)), (.command(.point), .command(.point)),
      (.command(.tilt), .command(.tilt)), (.graph(.hover), .graph(.hover)):
      true
    default: false
    }
  }
}
