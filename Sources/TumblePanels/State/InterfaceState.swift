import TumbleGeometry
import TumbleLooks

/// Everything that the interface shows, as values; what is nil or empty is hidden. The window fills it in and handles the
/// resulting actions; the interface itself keeps only what is being typed or dragged.
package struct InterfaceState: Hashable, Sendable {
  package var appearance: InterfaceTheme.Appearance = .light

  /// The bar at the top.
  package var menus: [Menu] = []
  /// Whether what is drawn and moved snaps to the grid.
  package var snapsToGrid = true
  /// The tools at the left edge.
  package var tools: ToolPaletteState?
  /// The parts of the column at the right edge, from top to bottom.
  package var controls: ControlsState?
  package var graph: GraphAxesState?
  package var inspector: InspectorState?
  package var world: WorldPanelState?
  package var layers: LayersState?
  package var animations: AnimationLayersState?
  package var profile: ProfileState?
  /// The bar below the stage.
  package var timeline: TimelineState?

  /// Cards in the middle of the stage; of several the first of these is shown.
  package var progress: ProgressState?
  package var error: ErrorCardState?
  package var recovery: RecoveryState?
  package var naming: NamingState?
  package var picker: PickerState?
  package var help: HelpState?

  /// What is shown for a while.
  package var hint: HintState?
  package var note: NoteState?
  package var toasts: [Toast] = []
  package var quitWarning: QuitWarning?
  /// The menu at the mouse.
  package var contextMenu: ContextMenuState?
  /// Short texts at places of the stage, such as what is under the mouse.
  package var labels: [FloatingLabel] = []

  package init(appearance: InterfaceTheme.Appearance = .light) { self.appearance = appearance }

  /// Whether a card in the middle waits for an answer: keys and clicks elsewhere are not for the scene then.
  package var isModal: Bool {
    progress == nil && (error != nil || recovery != nil || naming != nil || picker != nil || help != nil)
  }

  /// Whether the world is paused meanwhile, so that nothing is missed. An error is shown over a world that continues.
  package var holdsTime: Bool { isModal && error == nil }
}

// What Esc closes: tools and the time line are always there.
extension InterfaceState {
  /// The card that lies over all else; nil for none.
  package var openCard: InterfacePanel? {
    if error != nil { return .error }
    if naming != nil { return .naming }
    if picker != nil { return .picker }
    if help != nil { return .help }
    return note != nil ? .note : nil
  }

  /// The parts of the column that are open, from top to bottom.
  package var openParts: [InterfacePanel] { Self.parts.filter { $0.isOpen(self) }.map(\.panel) }

  /// Whether there is a column.
  var hasColumn: Bool { Self.parts.contains { $0.isOpen(self) } }

  private static let parts: [(panel: InterfacePanel, isOpen: @Sendable (InterfaceState) -> Bool)] = [
    (.controls, { $0.controls != nil }), (.graph, { $0.graph != nil }),
    (.inspector, { $0.inspector != nil }), (.world, { $0.world != nil }),
    (.animations, { $0.animations != nil }), (.layers, { $0.layers != nil }),
    (.profile, { $0.profile != nil }),
  ]
}

/// A part of the interface that can be closed.
package enum InterfacePanel: Hashable, Sendable, CaseIterable {
  case tools, controls, graph, inspector, world, layers, animations, profile, timeline
  case picker, help, error, note, naming, contextMenu
}
