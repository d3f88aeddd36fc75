/// The table of keys, with a field to search it, and the scene's note.
package struct HelpState: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    /// Keys or gestures, each shown as a key's cap: `["Ctrl+S"]`.
    package var keys: [String]
    package var text: String

    package init(_ keys: [String], _ text: String) {
      self.keys = keys
      self.text = text
    }
  }

  package struct Section: Hashable, Sendable {
    package var title: String
    package var rows: [Row]

    package init(_ title: String, _ rows: [Row]) {
      self.title = title
      self.rows = rows
    }
  }

  package var search: String
  package var sections: [Section]
  /// What the scene says about itself; empty for nothing.
  package var note: String

  package init(search: String = "", sections: [Section], note: String = "") {
    self.search = search
    self.sections = sections
    self.note = note
  }
}

extension HelpState {
  /// Whether a row has every word that is searched for, in its text, its keys or its section's title, whatever their case.
  package static func matches(_ row: Row, in section: Section, search: String) -> Bool {
    search.lowercased().split(separator: " ").allSatisfy { word in
      row.text.lowercased().contains(word) || section.title.lowercased().contains(word)
        || row.keys.contains { $0.lowercased().contains(word) }
    }
  }
}
