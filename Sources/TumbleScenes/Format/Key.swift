/// One key of the format: what the reader checks, an editor completes and the reference says about it.
struct Key: Sendable {
  let name: String
  let type: ValueType
  /// One line, for the reference and for an editor's tooltip.
  let help: String
  /// As it would be written; nil where leaving the key out means something that `help` says.
  var usual: String?
  var isRequired = false
  /// The words of the section's `chooser` that have this key; empty: all.
  var only: [String] = []
  /// What people coming from elsewhere may call it.
  var alias: [String] = []

  init(
    _ name: String, _ type: ValueType, _ help: String, usual: String? = nil, required: Bool = false,
    only: [String] = [], alias: [String] = []
  ) {
    (self.name, self.type, self.help) = (name, type, help)
    (self.usual, self.isRequired, self.only, self.alias) = (usual, required, only, alias)
  }

  func belongs(to word: String?) -> Bool { only.isEmpty || word.map(only.contains) ?? true }
}

/// What may stand after a key.
indirect enum ValueType: Sendable {
  case text
  /// A name that others refer to: `[A-Za-z][A-Za-z0-9_-]*`.
  case id
  /// A name that was given elsewhere, of what; checked once everything is read.
  case reference(String)
  case flag
  /// A number with its unit, within bounds; or one of some words.
  case number(Quantity, Bounds = .any, words: [String] = [])
  case count(ClosedRange<Int>)
  /// [x, y].
  case vector(Quantity, Bounds = .any)
  /// [x, y], or one number for both.
  case scale(Quantity, Bounds)
  case color
  case word([String])
  /// up, down, left, right, an angle, or [x, y].
  case direction
  /// A name of a section; anything but a mapping is the value of the key `short`.
  case record(SectionName, short: String? = nil)
  /// A number of these; with `orOne`, one of them may stand alone.
  case list(ValueType, count: ClosedRange<Int>, orOne: Bool = false)
  /// A mapping of names to these.
  case names(ValueType)
  /// Checked by what it is the value of: an animation's from, to, values.
  case animated
}

/// What a number must be.
struct Bounds: Sendable, Equatable {
  var least = -1e9
  var most = 1e9
  /// Whether `least` itself is too little.
  var isOpen = false

  static let any = Bounds()
  static let positive = Bounds(least: 0, isOpen: true)
  /// A width, a height or a radius.
  static let extent = Bounds(least: 0.001)
  static let mass = Bounds(least: 1e-9)
  /// Between two points that must not be one.
  static let distance = Bounds(least: 1e-9)
  static let notNegative = Bounds(least: 0)
  static let part = Bounds(least: 0, most: 1)

  static func from(_ least: Double, to most: Double) -> Bounds { Bounds(least: least, most: most) }

  func contains(_ value: Double) -> Bool {
    (isOpen ? value > least : value >= least) && value <= most
  }

  /// What a value that is not within should have been.
  func expectation(for value: Double) -> String {
    // The description leaves out the usual most, and a least that is next to nothing: who is beyond must hear of it.
    if value > most && most == Bounds.any.most && least >= 0 { return "at most \(ShortNumber.text(most))" }
    if value > 0 && value < least { return "at least \(ShortNumber.text(least))" }
    return description
  }

  /// Both ends, as the reference has them.
  var limits: String {
    let (low, high) = (ShortNumber.text(least), most >= 1e15 ? "1e15" : ShortNumber.text(most))
    if isOpen { return "more than \(low), at most \(most == 1e9 ? "1e9" : high)" }
    return "\(low) to \(most == 1e9 ? "1e9" : high)"
  }

  /// `more than 0`, `from 0 to 1`, ….
  var description: String {
    switch (least, most) {
    case (-1e9, 1e9): "between -10⁹ and 10⁹"
    case (0, 1e9): isOpen ? "more than 0" : "0 or more"
    // What is smaller still is nothing to the engine.
    case (0..<1e-6, _) where least > 0: "more than 0"
    case (_, 1e9): (isOpen ? "more than " : "at least ") + ShortNumber.text(least)
    default:
      isOpen
        ? "more than \(ShortNumber.text(least)) and at most \(ShortNumber.text(most))"
        : "from \(ShortNumber.text(least)) to \(ShortNumber.text(most))"
    }
  }
}
