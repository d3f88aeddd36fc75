/// A picture that was given to the interface by `Interface.setPicture`.
package struct PictureID: Hashable, Sendable {
  package var number: Int

  package init(_ number: Int) { self.number = number }
}

/// Scenes to choose from.
package struct PickerState: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    package var title: String
    /// The file's name without its ending.
    package var name: String
    /// The picture of its first moment; nil while it is being made.
    package var picture: PictureID?
    /// Whether it is a file of the person's own, not one that comes with the program.
    package var isOwn: Bool

    package init(title: String, name: String, picture: PictureID? = nil, isOwn: Bool = false) {
      self.title = title
      self.name = name
      self.picture = picture
      self.isOwn = isOwn
    }
  }

  package var search: String
  /// Those that the search finds, the best first.
  package var rows: [Row]
  /// The row that Enter opens.
  package var selected: Int
  /// Whether the folders are still being read.
  package var isReading = false
  /// How many scenes there are without a search.
  package var total: Int

  package init(search: String = "", rows: [Row], selected: Int = 0, total: Int? = nil) {
    self.search = search
    self.rows = rows
    self.selected = selected
    self.total = total ?? rows.count
  }
}
