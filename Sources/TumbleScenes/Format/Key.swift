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
