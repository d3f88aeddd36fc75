import TumbleGeometry

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
    /// The path of the file, or the name of the folder in the one that is shown.
    package var path: String
    /// The picture of its first moment; nil while it is being made.
    package var picture: PictureID?
    /// Is true if it is a file of the person's own, not one that comes with the program.
    package var isOwn: Bool
    /// Is true for a folder, which is opened to choose in it.
    package var isFolder = false

    package init(
      title: String, name: String, path: String, picture: PictureID? = nil, isOwn: Bool = false
    ) {
      (self.title, self.name, self.path) = (title, name, path)
      (self.picture, self.isOwn) = (picture, isOwn)
    }

    package init(folder name: String) {
      self.init(title: name == ".." ? "Folder above" : name, name: name == ".." ? "" : "folder", path: name)
      isFolder = true
    }
  }

  package var search: String
  /// The rows that the search finds, the best first.
  package var rows: [Row]
  /// The row that Enter opens.
  package var selected: Int
  /// Is true while the folders are being read.
  package var isReading = false
  /// The number of scenes without a search.
  package var total: Int
  /// The path of the folder that is shown; nil where all scenes are.
  package var folder: String?
  /// Is true if a folder is chosen to save in.
  package var isForSaving = false

  package init(search: String = "", rows: [Row], selected: Int = 0, total: Int? = nil) {
    (self.search, self.rows, self.selected) = (search, rows, selected)
    self.total = total ?? rows.count
  }
}

/// The table of keys, with a field to search it, and the scene's note.
package struct HelpState: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    /// Keys or gestures, each shown as a key's cap: `["Ctrl+S"]`.
    package var keys: [String]
    package var text: String

    package init(_ keys: [String], _ text: String) { (self.keys, self.text) = (keys, text) }
  }

  package struct Section: Hashable, Sendable {
    package var title: String
    package var rows: [Row]

    package init(_ title: String, _ rows: [Row]) { (self.title, self.rows) = (title, rows) }
  }

  package var search: String
  package var sections: [Section]
  /// The text of the scene about itself; empty for none.
  package var note: String

  package init(search: String = "", sections: [Section], note: String = "") {
    (self.search, self.sections, self.note) = (search, sections, note)
  }
}

extension HelpState {
  /// Returns true if a row has every word that is searched for, in its text, its keys or its section's title,
  /// whatever their case.
  package static func matches(_ row: Row, in section: Section, search: String) -> Bool {
    search.lowercased().split(separator: " ").allSatisfy { word in
      row.text.lowercased().contains(word) || section.title.lowercased().contains(word)
        || row.keys.contains { $0.lowercased().contains(word) }
    }
  }
}

/// A file that is to be written of the run.
package struct ExportState: Hashable, Sendable {
  package var title: String
  package var rows: [PropertyRow]
  /// The whole path of the file.
  package var path: String
  /// Is false while a row is refused or another file is written.
  package var isReady: Bool

  package init(title: String, _ rows: [PropertyRow], path: String, isReady: Bool = true) {
    (self.title, self.rows, self.path, self.isReady) = (title, rows, path, isReady)
  }
}

/// The line of the first seconds.
package struct HintState: Hashable, Sendable {
  package var text: String
  /// The opacity, from 0 to 1; the window lets the line fade.
  package var opacity: Double

  package init(_ text: String, opacity: Double = 1) { (self.text, self.opacity) = (text, opacity) }
}

/// The text of a scene about itself, as a card that goes away by itself.
package struct NoteState: Hashable, Sendable {
  package var title: String
  package var text: String
  /// The opacity, 0...1.
  package var opacity: Double

  package init(title: String, text: String, opacity: Double = 1) {
    (self.title, self.text, self.opacity) = (title, text, opacity)
  }
}

/// "Press Esc again to quit".
package struct QuitWarning: Hashable, Sendable {
  package var text: String
  /// The opacity, 0...1.
  package var opacity: Double

  package init(_ text: String = "Press Esc again to quit", opacity: Double = 1) {
    self.text = text
    self.opacity = opacity
  }
}

/// A sentence that is shown for a while.
package struct Toast: Hashable, Sendable {
  package typealias ID = Int
  package enum Kind: Hashable, Sendable { case information, success, warning, failure }

  package var id: ID
  package var text: String
  package var kind: Kind
  /// The opacity, 0...1.
  package var opacity: Double
  /// The words of its button; nil for none.
  package var answer: String?

  package init(id: ID, _ text: String, kind: Kind = .information, opacity: Double = 1, answer: String? = nil)
  {
    (self.id, self.text, self.kind, self.opacity, self.answer) = (id, text, kind, opacity, answer)
  }
}

/// A short text beside a place of the stage: what is under the mouse, a measure while something is drawn.
package struct FloatingLabel: Hashable, Sendable {
  package var text: String
  /// The position in pixels of the window; the label keeps clear of it, and within the stage.
  package var place: Vector

  package init(_ text: String, at place: Vector) { (self.text, self.place) = (text, place) }
}

/// Asks for the name of a file.
package struct NamingState: Hashable, Sendable {
  package var title: String
  package var name: String
  /// The folder that it goes to, below the name.
  package var detail: String
  /// The reason why the name cannot be; nil if it can.
  package var refusal: String?

  package init(title: String, name: String = "", detail: String = "", refusal: String? = nil) {
    (self.title, self.name, self.detail, self.refusal) = (title, name, detail, refusal)
  }
}

/// A mistake, shown whole while the world goes on.
package struct ErrorCardState: Hashable, Sendable {
  /// The title, such as `crates.yaml cannot be loaded`.
  package var title: String
  /// Lines with their caret, in a font in which all letters are equally wide.
  package var message: String
  /// The word that was probably meant; empty for none.
  package var hint: String

  package init(title: String, message: String, hint: String = "") {
    (self.title, self.message, self.hint) = (title, message, hint)
  }
}

/// A session that did not end well and can be gone on with.
package struct RecoveryState: Hashable, Sendable {
  /// The scene's title.
  package var scene: String
  /// The detail, such as `at 2 min 14 s, 31 edits, kept on 3 May 2026 at 14:02`.
  package var detail: String

  package init(scene: String, detail: String) { (self.scene, self.detail) = (scene, detail) }
}

/// A scene with edits that are in no file, and that is about to be left.
package struct LeavingState: Hashable, Sendable {
  /// The scene's name.
  package var scene: String
  /// The kind of its edits, such as `edits of its start`.
  package var detail: String

  /// Is true where the question is whether to overwrite what another program has written into its file.
  package var isChanged: Bool

  package init(scene: String, detail: String, isChanged: Bool = false) {
    (self.scene, self.detail, self.isChanged) = (scene, detail, isChanged)
  }
}

/// Something that takes longer than a moment and can be stopped.
package struct ProgressState: Hashable, Sendable {
  package var title: String
  /// The part that is done, 0...1; nil if unknown.
  package var fraction: Double?
  /// The detail, such as `step 1,200 of 7,200`.
  package var detail: String

  package init(title: String, fraction: Double?, detail: String = "") {
    (self.title, self.fraction, self.detail) = (title, fraction, detail)
  }
}
