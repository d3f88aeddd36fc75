import TumbleFiles
import TumbleGeometry

/// One key of the format: what the reader checks, an editor completes and the reference says about it.
struct Key: Sendable {
  let name: String
  let type: ValueType
  /// One line, for the reference and for an editor's tooltip.
  let help: String
  /// What leaving the key out means; nil where that is something that `help` says.
  var defaultValue: (any FormatValue)?
  /// Shown after the default.
  var defaultUnit: String?
  var isRequired = false
  /// A key that, where it is given, makes this one needless.
  var unless: String?
  /// The words of the section's `chooser` that have this key; empty: all.
  var only: [String] = []
  /// What people coming from elsewhere may call it.
  var alias: [String] = []
  /// What it was called in earlier versions: read with a warning.
  var formerNames: [String] = []

  init(
    _ name: String, _ type: ValueType, _ help: String, default defaultValue: (any FormatValue)? = nil,
    unit: String? = nil,
    required: Bool = false, unless: String? = nil, only: [String] = [], alias: [String] = [],
    formerNames: [String] = []
  ) {
    self.name = name
    self.type = type
    self.help = help
    self.defaultValue = defaultValue
    self.defaultUnit = unit
    self.isRequired = required
    self.unless = unless
    self.only = only
    self.alias = alias
    self.formerNames = formerNames
  }

  /// The default as it would be written.
  var defaultText: String? {
    defaultValue?.written.map { $0.flow + (defaultUnit.map { " " + $0 } ?? "") }
  }

  /// Whether it must be given whatever else is.
  var isAlwaysRequired: Bool { isRequired && unless == nil }

  func belongs(to word: String?) -> Bool { only.isEmpty || word.map(only.contains) ?? true }
}

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
}

/// What a number must be.
struct Bounds: Sendable, Equatable {
  var min = -1e9
  var max = 1e9
  /// Whether `min` itself is too little.
  var isOpen = false

  static let any = Bounds()
  static let positive = Bounds(min: 0, isOpen: true)
  /// A width, a height or a radius.
  static let extent = Bounds(min: 0.001)
  static let mass = Bounds(min: 1e-9)
  /// Between two points that must not be one.
  static let distance = Bounds(min: 1e-9)
  static let notNegative = Bounds(min: 0)
  /// 0 or more, as far as numbers go.
  static let unlimited = Bounds(min: 0, max: .greatestFiniteMagnitude)
  static let strength = Bounds(min: -ForceField.largestStrength, max: ForceField.largestStrength)
  static let part = Bounds(min: 0, max: 1)

  static func from(_ min: Double, to max: Double) -> Bounds { Bounds(min: min, max: max) }

  func contains(_ value: Double) -> Bool {
    (isOpen ? value > min : value >= min) && value <= max
  }

  /// What a value that is not within should have been.
  func expectation(for value: Double) -> String {
    // The description omits the default maximum and a minimum close to 0; a value beyond them needs to hear of it.
    if value > max && max == Bounds.any.max && min >= 0 { return "at most \(max.shortText)" }
    if value > 0 && value < min { return "at least \(min.shortText)" }
    return description
  }

  /// Both ends, as the reference has them.
  var limits: String {
    if self == .unlimited { return description }
    let (low, high) = (min <= -1e15 ? "-1e15" : min.shortText, max >= 1e15 ? "1e15" : max.shortText)
    if isOpen { return "more than \(low), at most \(max == 1e9 ? "1e9" : high)" }
    return "\(low) to \(max == 1e9 ? "1e9" : high)"
  }

  /// `more than 0`, `from 0 to 1`, ….
  var description: String {
    switch (min, max) {
    case (-1e9, 1e9): "between -10⁹ and 10⁹"
    case (0, .greatestFiniteMagnitude): "0 or more"
    case (0, 1e9): isOpen ? "more than 0" : "0 or more"
    // What is smaller still is nothing to the engine.
    case (0..<1e-6, _) where min > 0: "more than 0"
    case (_, 1e9): (isOpen ? "more than " : "at least ") + min.shortText
    default:
      isOpen
        ? "more than \(min.shortText) and at most \(max.shortText)"
        : "from \(min.shortText) to \(max.shortText)"
    }
  }
}
