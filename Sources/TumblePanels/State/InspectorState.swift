/// The properties of what is selected.
package struct InspectorState: Hashable, Sendable {
  /// Such as `crate1`, or `3 bodies`.
  package var title: String
  /// Such as `dynamic body · id 7`.
  package var subtitle: String
  package var groups: [PropertyGroup]
  /// Shown in place of rows where nothing is selected, or below them.
  package var message: String

  package init(title: String, subtitle: String = "", groups: [PropertyGroup] = [], message: String = "") {
    self.title = title
    self.subtitle = subtitle
    self.groups = groups
    self.message = message
  }
}

/// The controls that a scene offers.
package struct ControlsState: Hashable, Sendable {
  package var rows: [PropertyRow]

  package init(_ rows: [PropertyRow]) { self.rows = rows }
}

/// The axes of the graph that is shown.
package struct GraphAxesState: Hashable, Sendable {
  /// What the graph is called.
  package var title: String
  package var groups: [PropertyGroup]

  package init(title: String, _ groups: [PropertyGroup]) {
    self.title = title
    self.groups = groups
  }
}

/// The world's own properties.
package struct WorldPanelState: Hashable, Sendable {
  package var groups: [PropertyGroup]

  package init(_ groups: [PropertyGroup]) { self.groups = groups }
}
