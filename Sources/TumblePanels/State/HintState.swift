/// The line of the first seconds.
package struct HintState: Hashable, Sendable {
  package var text: String
  /// 0...1; the window lets it fade.
  package var opacity: Double

  package init(_ text: String, opacity: Double = 1) {
    self.text = text
    self.opacity = opacity
  }
}

/// What a scene says about itself, as a card that goes away by itself.
package struct NoteState: Hashable, Sendable {
  package var title: String
  package var text: String
  /// 0...1.
  package var opacity: Double

  package init(title: String, text: String, opacity: Double = 1) {
    self.title = title
    self.text = text
    self.opacity = opacity
  }
}

/// "Press Esc again to quit".
package struct QuitWarning: Hashable, Sendable {
  package var text: String
  /// 0...1.
  package var opacity: Double

  package init(_ text: String = "Press Esc again to quit", opacity: Double = 1) {
    self.text = text
    self.opacity = opacity
  }
}
