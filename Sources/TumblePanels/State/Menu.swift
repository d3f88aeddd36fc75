/// A menu of the bar at the top.
package struct Menu: Hashable, Sendable {
  package var title: String
  package var items: [MenuItem]

  package init(_ title: String, _ items: [MenuItem]) {
    self.title = title
    self.items = items
  }
}

/// A line of a menu.
package struct MenuItem: Hashable, Sendable {
  /// What `InterfaceAction.chooseMenuItem` brings back: the key table's name of the command.
  package typealias ID = String

  package var id: ID
  /// Empty for a line between groups.
  package var title: String
  /// Such as `Ctrl+S`.
  package var shortcut: String
  package var isChecked: Bool
  package var isEnabled: Bool
  /// What it does, for a tooltip.
  package var help: String
  /// Items of a menu of its own, if there are any.
  package var items: [MenuItem]

  package init(
    _ id: ID, _ title: String, shortcut: String = "", isChecked: Bool = false, isEnabled: Bool = true,
    help: String = "", items: [MenuItem] = []
  ) {
    self.id = id
    self.title = title
    self.shortcut = shortcut
    self.isChecked = isChecked
    self.isEnabled = isEnabled
    self.help = help
    self.items = items
  }

  package static let separator = MenuItem("", "")
}
