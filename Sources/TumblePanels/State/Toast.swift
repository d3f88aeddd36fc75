import TumbleGeometry

/// A sentence that is shown for a while.
package struct Toast: Hashable, Sendable {
  package typealias ID = Int
  package enum Kind: Hashable, Sendable { case information, success, warning, failure }

  package var id: ID
  package var text: String
  package var kind: Kind
  /// 0...1.
  package var opacity: Double

  package init(id: ID, _ text: String, kind: Kind = .information, opacity: Double = 1) {
    self.id = id
    self.text = text
    self.kind = kind
    self.opacity = opacity
  }
}

/// A short text beside a place of the stage: what is under the mouse, a measure while something is drawn.
package struct FloatingLabel: Hashable, Sendable {
  package var text: String
  /// In pixels of the window; the label keeps clear of it, and within the stage.
  package var place: Vector

  package init(_ text: String, at place: Vector) {
    self.text = text
    self.place = place
  }
}
