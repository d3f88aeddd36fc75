/// The triggers of a scene: what happens when something happens.
package struct TriggersState: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    /// The name by which edits know it.
    package var id: String
    /// A line such as `hit box, anything → start sway`.
    package var title: String
    package var isOpen = false
    /// Is true for a moment after its actions were carried out.
    package var isLit = false
    /// The event's properties; empty while it is not open.
    package var event: [PropertyRow] = []
    package var actions: [[PropertyRow]] = []

    package init(_ id: String, _ title: String) { (self.id, self.title) = (id, title) }
  }

  package var rows: [Row]

  package init(_ rows: [Row]) { self.rows = rows }
}

/// An action of a person in the panel of triggers.
package enum TriggerAction: Hashable, Sendable {
  case add
  /// Shows the properties of a trigger, or no longer.
  case open(String)
  case remove(String)
  case addAction(to: String)
  case removeAction(of: String, at: Int)
  /// Carries an action out before the one that comes before it.
  case raiseAction(of: String, at: Int)
}
