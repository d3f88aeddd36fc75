import TumbleFrames

/// What may stand after a key.
indirect enum ValueType: Sendable {
  case text
  /// A text that may have several lines.
  case lines
  /// A name that others refer to: `[A-Za-z][A-Za-z0-9_-]*`.
  case id
  /// A name of an animation: an id, or the property that a change over time moves, such as `lamp.opacity`.
  case animationID
  /// A name that was given elsewhere, of what; checked once everything is read.
  case reference(String)
  case flag
  /// A number with its unit, within bounds; or one of some words.
  case number(Quantity, Bounds = .any, words: [String] = [])
  case count(ClosedRange<Int>)
  /// [x, y].
  case vector(Quantity, Bounds = .any)
  /// [x, y], each with a quantity and bounds of its own: a point of a table.
  case pair(Quantity, Bounds, Quantity, Bounds)
  /// [x, y], or one number for both.
  case scale(Quantity, Bounds)
  case color
  case word([String])
  /// up, down, left, right, an angle, or [x, y].
  case direction
  /// A name of a section; anything but a mapping is the value of the key `short`.
  case record(SectionName, short: String? = nil)
  /// A mapping of a section, kept as it was written: it becomes something only while the scene runs.
  case source(SectionName)
  /// A number of these; with `orOne`, one of them may stand alone.
  case list(ValueType, count: ClosedRange<Int>, orOne: Bool = false)
  /// A mapping of names to these.
  case names(ValueType)
  /// Checked by what it is the value of: an animation's from, to, values.
  case animated
  /// A number with or without a unit, or arithmetic: worked out before anything else is read.
  case arithmetic

  /// One of the words of a type.
  static func words<Word: CaseIterable & RawRepresentable<String>>(of type: Word.Type) -> ValueType {
    .word(Word.allCases.map(\.rawValue))
  }
}
