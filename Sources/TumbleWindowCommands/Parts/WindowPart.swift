import TumbleFiles
import TumbleFrames
import TumbleInput
import TumblePanels

/// Something that one part of the window has to tell, and that others have to do; `WindowLoop.route` knows
/// who.
enum WindowEvent {
  /// Something is to be seen that the latest frame does not show.
  case changed
  /// A property of an object is to be animated.
  case animate(SceneObject, AnimatableProperty)
  /// Something is to happen at an event of an object, or is to start an animation.
  case when(event: String, about: String, starting: String? = nil)
  /// Other channels are to be seen in the graph of what was chosen.
  case plot([String])
  /// The scene's file has another name.
  case named(String)
  /// Something that was edited is in no file, or all of it is in one again.
  case edited(Bool)
  /// The file of a recording was chosen.
  case openRecording(String)
  /// The history has a past that can be scrubbed.
  case pastIsReady
  /// The world came to a stand.
  case paused
  /// A person wants to quit.
  case quit
  /// Work was done for a time that the world does not miss.
  case stoodStill(Duration)
}

/// A part of the window that knows something of its own: time, files, editing. It takes what is asked for of
/// that, and adds its panels to those that are shown. Every part gets all that is asked for, so their order
/// means nothing.
protocol WindowPart: AnyObject {
  /// Gives, once, what is to be done outside of this part, in the order in which it came up.
  func takeEvents() -> [WindowEvent]
  /// Does what a key, the menu or a button asks for.
  ///
  /// - Returns: Whether that was this part's to do.
  func perform(_ name: WindowAction) throws -> Bool
  /// Returns the reason why an action of its own can do nothing now, for a person; nil if it can.
  func obstacle(to name: WindowAction) -> String?
  /// Does what was done in a panel.
  ///
  /// - Returns: Whether that was this part's to do.
  func perform(_ action: PanelAction) throws -> Bool
  /// Does what is due without having been asked for; once a frame.
  ///
  /// - Parameter now: Since the program began.
  func tick(at now: Duration) throws
  /// Adds what it has to show.
  ///
  /// - Parameter now: Since the program began.
  func show(in state: inout InterfaceState, at now: Duration)
  /// Another world has taken the place of the one before, which the stage still shows.
  ///
  /// - Parameter isOther: Whether it is of another scene, and not the same one rerun, begun again, or
  ///   read again.
  func worldChanged(isOther: Bool)
  /// Comes back as the settings of an earlier run say.
  func restore(_ settings: Settings)
  /// Writes down what the next run comes back with.
  func keep(in settings: inout Settings)
}

/// A part that has something to tell others.
protocol TellingPart: WindowPart {
  /// The events that were not taken yet.
  var events: [WindowEvent] { get set }
}

extension TellingPart {
  func takeEvents() -> [WindowEvent] {
    defer { events.removeAll() }
    return events
  }
}

extension WindowPart {
  func takeEvents() -> [WindowEvent] { [] }
  func perform(_ name: WindowAction) throws -> Bool { false }
  func obstacle(to name: WindowAction) -> String? { nil }
  func perform(_ action: PanelAction) throws -> Bool { false }
  func tick(at now: Duration) throws {}
  func show(in state: inout InterfaceState, at now: Duration) {}
  func worldChanged(isOther: Bool) {}
  func restore(_ settings: Settings) {}
  func keep(in settings: inout Settings) {}
}
