/// A mapping of the format: its keys, and which of them go together.
struct Section: Sendable {
  let name: SectionName
  /// What an error calls it: `a body`, `the view`.
  let noun: String
  /// A paragraph of the reference.
  let help: String
  let keys: [Key]
  /// The key whose word decides which others there may be.
  var chooser: String?
  /// Of each set at most one key may be given.
  var exclusive: [[String]] = []
  /// Of each set one key must be given.
  var oneOf: [[String]] = []
  /// Texts of the reference, each a whole value of this section.
  var examples: [String] = []

  init(
    _ name: SectionName, _ noun: String, _ help: String, chooser: String? = nil, exclusive: [[String]] = [],
    oneOf: [[String]] = [], examples: [String] = [], keys: [Key]
  ) {
    self.name = name
    self.noun = noun
    self.help = help
    self.keys = keys
    self.chooser = chooser
    self.exclusive = exclusive
    self.oneOf = oneOf
    self.examples = examples
  }

  /// The key of a name, where the chooser's word is this (nil: not known).
  func key(_ name: String, for word: String?) -> Key? {
    keys.first { $0.name == name && $0.belongs(to: word) }
  }

  /// The name by which a key that stands in a file is known: its own, for one that was called otherwise in earlier versions too.
  func canonicalName(of name: String) -> String {
    keys.contains { $0.name == name } ? name : key(formerly: name, for: nil)?.name ?? name
  }

  /// The key that had a name in earlier versions.
  func key(formerly name: String, for word: String?) -> Key? {
    keys.first { $0.formerNames.contains(name) && $0.belongs(to: word) }
  }
}
