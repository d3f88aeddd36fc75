import TumbleFiles

/// The description of the format that the reader, the schema and the reference are made from.
enum Format {
  static let version = 1

  static let sections: [SectionName: Section] = {
    let all =
      [scene] + includeSections + [view, camera, world, spatialHash] + [
        material, template, body, shatter, follow,
      ]
      + shapeSections + [outline] + lookSections + repeatSections + softSections
      + [joint] + hingeSections + [rule, field, fluid, emitter, particle] + scenerySections
      + [trigger, region, action]
      + [input, pointer, drive, control]
      + animationSections + [graph, expectation]
    return Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
  }()
}

// The words that choose what an entry is. Tables list all cases, and builders switch over them.

enum EventWord: String, FormatValue, CaseIterable {
  case began, ended, hit
  case enters, leaves, leavesView, sleeps, wakes, breaks
  case rises, falls
  case time, signal
  case pressed, released
  case finished, interrupted
}

enum ActionWord: String, FormatValue, CaseIterable {
  case set, animate, start, stop
  case play, pause, rewind
  case impulse, remove, respawn, slice, burst
  case spawn, attach, detach, mark, signal, end
}

/// The checks of an expectation that are no events of triggers.
enum CheckWord: String, FormatValue, CaseIterable {
  case value, asleep, awake, inside, outside, inView, present, gone
  case hash, picture
  case lost, shatters, mark, end
}

enum AnimationWord: String, FormatValue, CaseIterable {
  case basic, keyframe, path, spring, group
}

/// The kinds of what an input drives.
enum DriveWord: String, FormatValue, CaseIterable {
  case motor, length, thrust, push, toward, follow
}

/// The repeaters that join what they make.
enum SoftWord: String, CaseIterable {
  case rope, chain, cloth, blob
}

/// The pieces of a cloth that stand.
enum ClothPin: String, FormatValue, CaseIterable {
  case none, top, bottom, left, right, corners
}

extension Array where Element: RawRepresentable<String> {
  /// The words as the format has them.
  var words: [String] { map(\.rawValue) }
}

/// A mapping of the format: its keys, and which of them go together.
struct Section: Sendable {
  let name: SectionName
  /// The noun in errors: `a body`, `the view`.
  let noun: String
  let keys: [Key]
  /// The key whose word decides which others there may be.
  var chooser: String?
  /// The sets of keys of which at most one may be given.
  var exclusive: [[String]] = []
  /// The sets of keys of which one must be given.
  var oneOf: [[String]] = []
  /// Texts of the reference, each a whole value of this section.
  var examples: [String] = []

  init(
    _ name: SectionName, _ noun: String, chooser: String? = nil, exclusive: [[String]] = [],
    oneOf: [[String]] = [], examples: [String] = [], keys: [Key]
  ) {
    (self.name, self.noun, self.keys, self.chooser) = (name, noun, keys, chooser)
    (self.exclusive, self.oneOf, self.examples) = (exclusive, oneOf, examples)
  }

  /// The key of a name, where the chooser's word is this (nil: not known).
  func key(_ name: String, for word: String?) -> Key? {
    keys.first { $0.name == name && $0.belongs(to: word) }
  }

  /// The name by which a key that stands in a file is known: its own, for one that was called otherwise in
  /// earlier versions too.
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
  case scene, include, included, view, camera, world, spatialHash
  case material, template, body, shape, box, circle, segment, polygon, line, outline, shatter, follow
  case gradient, border, caption, trail
  case `repeat`, grid, stack, pyramid, ring, scatter, along, rope, chain, cloth, blob
  case joint, motor, slideMotor, hingeSpring
  case rule, field, fluid, emitter, particle, scenery, copies, trigger, region, action, input, pointer,
    drive, control
  case layer, animation, member, keyframe, path, pathStep, arc, graph, expectation

  /// Is true if it stands in lists only.
  var isEntry: Bool {
    [
      .include, .included, .body, .shape, .joint, .rule, .field, .fluid, .emitter, .particle, .scenery,
      .trigger,
      .action, .input, .pointer, .drive, .control, .layer, .animation, .member,
      .keyframe, .pathStep, .graph, .expectation,
    ].contains(self)
  }

  var section: Section { Format.sections[self]! }
}

/// An object whose properties are keys of the format.
protocol FormatObject: Sendable {
  /// The object as it is where the file says nothing.
  static var unwritten: Self { get }
}

/// A key of the format and the property of a scene's object that it stands for: the reader, the writer, the
/// schema and the reference all go by it. The default is the property's own, so that it stands in one place.
struct Field<Object: FormatObject>: Sendable {
  let key: Key
  /// The property's key path, by which edits of a program look the key up.
  let path: PartialKeyPath<Object> & Sendable
  /// Sets the property to what a record gives, if it gives something.
  let read: @Sendable (Record, inout Object) -> Void
  /// The function from an object to what is written of it; nil leaves the key out.
  let write: @Sendable (Object) -> FormatNode?
  /// The function from a value of the property's type to what is written for it; nil leaves the key out.
  let written: @Sendable (Any) -> FormatNode?

  /// - Parameters:
  ///   - shown: What the default stands for, where the property's own is a sign for something else.
  ///   - unit: Shown after the default.
  ///   - isAlwaysWritten: Also where it has its default.
  init<Value: FormatValue>(
    _ name: String, _ type: ValueType, _ help: String, _ path: WritableKeyPath<Object, Value> & Sendable,
    shown: Value? = nil, unit: String? = nil, isAlwaysWritten: Bool = false, isRequired: Bool = false,
    only: [String] = [], alias: [String] = [], formerNames: [String] = []
  ) {
    let defaultValue = Object.unwritten[keyPath: path]
    key = Key(
      name, type, help, default: shown ?? (defaultValue.written == nil ? nil : defaultValue), unit: unit,
      required: isRequired, only: only, alias: alias, formerNames: formerNames)
    read = { record, object in
      if let value = Value.read(name, of: record) { object[keyPath: path] = value }
    }
    self.path = path
    written = { ($0 as? Value)?.written }
    write = { object in
      let value = object[keyPath: path]
      return value == defaultValue && !isAlwaysWritten ? nil : value.written
    }
  }
}

extension Sequence {
  /// Sets an object's properties to what a record gives.
  func read<Object: FormatObject>(_ record: Record, into object: inout Object)
  where Element == Field<Object> {
    for field in self { field.read(record, &object) }
  }

  func object<Object: FormatObject>(_ record: Record) -> Object where Element == Field<Object> {
    var object = Object.unwritten
    read(record, into: &object)
    return object
  }

  /// The keys of an object that are to be written.
  func write<Object: FormatObject>(_ object: Object) -> FormatNode.Mapping
  where Element == Field<Object> {
    compactMap { field in field.write(object).map { (field.key.name, $0) } }
  }
}

/// One key of the format: what the reader checks, an editor completes and the reference says about it.
struct Key: Sendable {
  let name: String
  let type: ValueType
  /// One line, for the reference and for an editor's tooltip.
  let help: String
  /// The meaning of leaving the key out; nil if `help` says it.
  var defaultValue: (any FormatValue)?
  /// The unit that is shown after the default.
  var defaultUnit: String?
  var isRequired = false
  /// A key that, where it is given, makes this one needless.
  var unless: String?
  /// The words of the section's `chooser` that have this key; empty: all.
  var only: [String] = []
  /// The names that people coming from elsewhere may use.
  var alias: [String] = []
  /// The names in earlier versions: read with a warning.
  var formerNames: [String] = []

  init(
    _ name: String, _ type: ValueType, _ help: String, default defaultValue: (any FormatValue)? = nil,
    unit: String? = nil, required: Bool = false, unless: String? = nil, only: [String] = [],
    alias: [String] = [], formerNames: [String] = []
  ) {
    (self.name, self.type, self.help, self.defaultValue) = (name, type, help, defaultValue)
    self.defaultUnit = unit
    self.isRequired = required
    (self.unless, self.only, self.alias, self.formerNames) = (unless, only, alias, formerNames)
  }

  /// The default as it would be written.
  var defaultText: String? { defaultValue?.written.map { $0.flow + (defaultUnit.map { " " + $0 } ?? "") } }

  /// Is true if it must be given whatever else is.
  var isAlwaysRequired: Bool { isRequired && unless == nil }

  func belongs(to word: String?) -> Bool { only.isEmpty || word.map(only.contains) ?? true }
}

/// The type of a value after a key.
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

/// The bounds of a number.
struct Bounds: Sendable, Equatable {
  var min = -1e9
  var max = 1e9
  /// Is true if `min` itself is too little.
  var isOpen = false

  static let any = Bounds()
  static let positive = Bounds(min: 0, isOpen: true)
  /// A width, a height or a radius.
  static let extent = Bounds(min: 0.001)
  static let mass = Bounds(min: 1e-9)
  /// The bounds of a distance between two points that must not be one.
  static let distance = Bounds(min: 1e-9)
  static let notNegative = Bounds(min: 0)
  /// The bounds of 0 or more, as far as numbers go.
  static let unlimited = Bounds(min: 0, max: .greatestFiniteMagnitude)
  static let strength = Bounds(min: -ForceField.largestStrength, max: ForceField.largestStrength)
  static let part = Bounds(min: 0, max: 1)

  static func from(_ min: Double, to max: Double) -> Bounds { Bounds(min: min, max: max) }

  func contains(_ value: Double) -> Bool { (isOpen ? value > min : value >= min) && value <= max }

  /// Returns what a value that is not within should have been.
  func expectation(for value: Double) -> String {
    // The description omits the default maximum and a minimum close to 0; a value beyond them needs to hear
    // of it.
    if value > max && max == Bounds.any.max && min >= 0 { return "at most \(max.shortText)" }
    if value > 0 && value < min { return "at least \(min.shortText)" }
    return description
  }

  /// The text `more than 0`, `from 0 to 1`, ….
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
