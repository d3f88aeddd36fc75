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

/// The order is that of the reference.
enum SectionName: String, CaseIterable, Sendable {
  case scene, include, included, view, world, spatialHash
  case material, template, body, shape, box, circle, segment, polygon, line, outline, shatter
  case gradient, border, caption
  case `repeat`, grid, stack, pyramid, ring, scatter, along, rope, chain, cloth, blob
  case joint, rule, field, fluid, emitter, particle, scenery, copies, trigger, region, action, input, pointer,
    drive, control
  case layer, animation, member, path, pathStep, arc, graph, expectation

  /// Whether it stands in lists only.
  var isEntry: Bool {
    [
      .include, .included, .body, .shape, .joint, .rule, .field, .fluid, .emitter, .particle, .scenery,
      .trigger,
      .action, .input, .pointer, .drive, .control, .layer, .animation, .member,
      .pathStep, .graph, .expectation,
    ].contains(self)
  }

  var section: Section { Format.sections[self]! }
}

/// The description of the format that the reader, the schema and the reference are made from.
enum Format {
  static let version = 1

  static let sections: [SectionName: Section] = {
    let all =
      [scene] + includeSections + [view, world, spatialHash] + [material, template, body, shatter]
      + shapeSections + [outline] + lookSections + repeatSections + softSections
      + [joint, rule, field, fluid, emitter, particle] + scenerySections + [trigger, region, action]
      + [input, pointer, drive, control]
      + animationSections + [graph, expectation]
    return Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
  }()
}
