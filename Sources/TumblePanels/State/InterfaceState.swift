import TumbleGeometry
import TumbleInput
import TumbleLooks

/// Everything that the interface shows, as values; what is nil or empty is hidden. The window fills it in and
/// handles the resulting actions; the interface itself keeps only what is being typed or dragged.
package struct InterfaceState: Hashable, Sendable {
  package var appearance: InterfaceTheme.Appearance = .light

  /// The bar at the top.
  package var menus: [Menu] = []
  /// Is true if what is drawn and moved snaps to the grid.
  package var snapsToGrid = true
  /// The tools at the left edge.
  package var tools: ToolPaletteState?
  /// The parts of the column at the right edge, from top to bottom.
  package var export: ExportState?
  package var controls: ControlsState?
  package var graph: GraphAxesState?
  package var animation: AnimationCardState?
  package var inspector: InspectorState?
  package var triggers: TriggersState?
  package var world: WorldPanelState?
  package var layers: LayersState?
  package var profile: ProfileState?
  /// The bar below the stage, and the rows of animations over it.
  package var timeline: TimelineState?
  package var animator: AnimatorState?

  /// Cards in the middle of the stage; of several the first of these is shown, and of work under way
  /// the progress where there is none.
  package var error: ErrorCardState?
  package var recovery: RecoveryState?
  package var leaving: LeavingState?
  package var naming: NamingState?
  package var picker: PickerState?
  package var help: HelpState?
  package var progress: ProgressState?

  /// The hint that is shown for a while.
  package var hint: HintState?
  package var note: NoteState?
  package var toasts: [Toast] = []
  package var quitWarning: QuitWarning?
  package var contextMenu: ContextMenuState?
  /// Short texts at places of the stage, such as what is under the mouse.
  package var labels: [FloatingLabel] = []

  package init(appearance: InterfaceTheme.Appearance = .light) { self.appearance = appearance }

  /// Is true if a card in the middle waits for an answer: keys and clicks elsewhere are not for the scene
  /// then.
  package var isModal: Bool {
    error != nil || recovery != nil || leaving != nil || naming != nil || picker != nil || help != nil
  }

  /// Is true if the world is paused meanwhile, so that nothing is missed. An error is shown over a world that
  /// continues, but for a question that is open too.
  package var holdsTime: Bool { isModal && (error == nil || leaving != nil || recovery != nil) }
}

// What Esc closes: tools and the time line are always there.
extension InterfaceState {
  /// The card that lies over all else; nil for none.
  package var openCard: InterfacePanel? {
    if leaving != nil { return .leaving }
    if error != nil { return .error }
    if picker != nil { return .picker }
    if naming != nil { return .naming }
    if help != nil { return .help }
    return note != nil ? .note : nil
  }

  /// The parts of the column that are open, from top to bottom.
  package var openParts: [InterfacePanel] { Self.parts.filter { $0.isOpen(self) }.map(\.panel) }

  /// Is true if there is a column.
  var hasColumn: Bool { Self.parts.contains { $0.isOpen(self) } }

  private static let parts: [(panel: InterfacePanel, isOpen: @Sendable (InterfaceState) -> Bool)] = [
    (.export, { $0.export != nil }), (.controls, { $0.controls != nil }),
    (.graph, { $0.graph != nil }),
    (.animation, { $0.animation != nil }), (.inspector, { $0.inspector != nil }),
    (.triggers, { $0.triggers != nil }), (.world, { $0.world != nil }),
    (.layers, { $0.layers != nil }), (.profile, { $0.profile != nil }),
  ]
}

/// A part of the interface that can be closed.
package enum InterfacePanel: Hashable, Sendable, CaseIterable {
  case tools, export, controls, graph, animation, inspector, triggers, world, layers, profile
  case timeline, animator
  case picker, help, error, note, leaving, naming, contextMenu
}

package enum PanelAction: Hashable, Sendable {
  /// A panel is closed by its cross, or by Esc while it has the keyboard.
  case close(InterfacePanel)
  case chooseMenuItem(MenuItem.ID)
  case chooseTool(Tool)

  /// The new text of the help's search field.
  case searchHelp(String)

  /// The new text of the field for a file's name.
  case typeName(String)
  /// The name is as it should be.
  case confirmName
  /// Opens the picker for the folder that the file of a card goes to: a scene's or an export's.
  case chooseFolder(InterfacePanel)
  /// The folder that the picker shows is where the file goes to.
  case useFolder

  case searchScenes(String)
  /// Shows folders in the picker, or all scenes again.
  case browse(Bool)
  /// Marks a row of the picker, counted from 0 in the rows as they were given.
  case selectScene(Int)
  /// Opens what a row of the picker shows, by its path, for another row may stand in its place by now; nil:
  /// the row that is marked.
  case openScene(String?)

  /// A property of the inspector or of the world's panel, by its path. Between `begin` and `end` lies one
  /// gesture, however many changes it has; a change that is typed, clicked or chosen comes with its own
  /// `begin` and `end`.
  case beginEdit(path: String)
  case edit(path: String, PropertyValue)
  case endEdit(path: String)
  /// Makes a key of the property at the playhead, or takes the one that is there away.
  case setKey(path: String, Bool)
  /// Shows the property in the graph, or no longer.
  case plot(path: String, Bool)
  /// Makes a control of the scene of the property, or takes it away.
  case makeControl(path: String, Bool)

  case showLayer(DrawingLayer, Bool)

  case animationLayer(name: String, AnimationLayerAction)

  case timeline(TimelineAction)

  /// Writes the file that the card of an export describes.
  case export

  case animator(AnimatorAction)

  case trigger(TriggerAction)

  case dismissNote
  /// Puts the error's whole text into the clipboard.
  case copyError
  case stopProgress
  case dismissToast(Toast.ID)
  /// The button of a toast is pressed.
  case answerToast(Toast.ID)
  /// The answer to "go on where it stopped?".
  case recover(Bool)
  /// Goes on with what takes the scene away, after saving it or without.
  case leave(saving: Bool)
}

package enum AnimationLayerAction: Hashable, Sendable {
  case pause(Bool)
  case rewind
  /// Seconds of the layer's own time; comes between `beginEdit` and `endEdit` with the path
  /// `layers.NAME.time`.
  case scrub(Double)
}

package enum TimelineAction: Hashable, Sendable {
  /// Shows a step of the past: the line is held there.
  case scrub(step: Int)
  /// The world should continue from the step shown.
  case resume(step: Int)
  /// A return to the newest step; nothing is rerun.
  case leavePast
  case togglePause
  /// Moves a mark of what is exported, its beginning or its end.
  case mark(step: Int, isEnd: Bool)
  /// One step back or forth.
  case step(Int)
  /// World seconds for each second: 1/16...16, negative through the past backwards.
  case speed(Double)
}

/// Something done with the mouse or the keyboard, as the interface takes it in.
package enum InterfaceInput: Hashable, Sendable {
  package enum Button: Int32, Hashable, Sendable { case left, right, middle }
  package enum Key: Int, Hashable, Sendable, CaseIterable {
    case tab, left, right, up, down, pageUp, pageDown, home, end, insert, delete, backspace, space, enter,
      escape
    case a, c, v, x, y, z
  }

  /// A move of the mouse, in pixels of the window, y down.
  case move(Vector)
  /// The mouse is elsewhere.
  case leave
  case button(Button, isDown: Bool)
  /// Notches; positive y scrolls towards the beginning.
  case wheel(Vector)
  case key(Key, isDown: Bool)
  case modifiers(control: Bool, shift: Bool, alt: Bool)
  case text(String)
  /// The window lost the keyboard: nothing is held any more.
  case focusLost
}

/// A menu of the bar at the top.
package struct Menu: Hashable, Sendable {
  package var title: String
  package var items: [MenuItem]

  package init(_ title: String, _ items: [MenuItem]) { (self.title, self.items) = (title, items) }
}

/// A line of a menu.
package struct MenuItem: Hashable, Sendable {
  /// The value that `PanelAction.chooseMenuItem` brings back: the key table's name of the command.
  package typealias ID = String

  package var id: ID
  /// The title; empty for a line between groups.
  package var title: String
  /// The shortcut, such as `Ctrl+S`.
  package var shortcut: String
  package var isChecked: Bool
  package var isEnabled: Bool
  /// The effect, for a tooltip.
  package var help: String
  /// Items of a menu of its own, if there are any.
  package var items: [MenuItem]

  package init(
    _ id: ID, _ title: String, shortcut: String = "", isChecked: Bool = false, isEnabled: Bool = true,
    help: String = "", items: [MenuItem] = []
  ) {
    (self.id, self.title, self.shortcut, self.isChecked) = (id, title, shortcut, isChecked)
    (self.isEnabled, self.help, self.items) = (isEnabled, help, items)
  }

  package static let separator = MenuItem("", "")

  /// The beginning of the value of an item that opens a scene again; its path follows.
  package static let recent = "open-recent:"
}

/// The menu that a click with the right button opens at the mouse.
package struct ContextMenuState: Hashable, Sendable {
  /// Another for each that is opened.
  package var number: Int
  package var items: [MenuItem]

  package init(_ number: Int, _ items: [MenuItem]) { (self.number, self.items) = (number, items) }
}

/// The tools at the edge of the stage.
package struct ToolPaletteState: Hashable, Sendable {
  package var chosen: Tool
  /// The tools that there are, in order.
  package var offered: [Tool]
  /// Is true if it can be used now; else it is dimmed.
  package var isEnabled: Bool
  /// A tool's key, shown in its tooltip.
  package var shortcuts: [Tool: String]

  package init(
    chosen: Tool = .select, offered: [Tool] = Tool.allCases, isEnabled: Bool = true,
    shortcuts: [Tool: String] = [:]
  ) {
    (self.chosen, self.offered, self.isEnabled, self.shortcuts) = (chosen, offered, isEnabled, shortcuts)
  }
}

/// The layers of the drawing that are shown.
package struct LayersState: Hashable, Sendable {
  package var shown: Set<DrawingLayer>
  /// The layers that there are, in order.
  package var offered: [DrawingLayer]

  /// - Parameter offered: The layers that there are; left out: those for which every scene has something.
  package init(shown: Set<DrawingLayer> = [], offered: [DrawingLayer] = DrawingLayer.standard) {
    self.shown = shown
    self.offered = offered
  }
}
