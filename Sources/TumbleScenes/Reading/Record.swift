/// A checked mapping.
struct Record: Sendable {
  let section: SectionName
  let place: SourcePlace
  /// The entries in file order, few: they are found by looking through.
  private(set) var entries: [Entry] = []
  /// Is true if something in it was wrong, so that what is missing may only seem so.
  var isBroken = false

  struct Entry: Sendable {
    var name: String
    var keyPlace: SourcePlace
    var located: Located
  }

  init(section: SectionName, place: SourcePlace) {
    self.section = section
    self.place = place
    entries.reserveCapacity(8)
  }

  mutating func add(_ name: String, _ keyPlace: SourcePlace, _ located: Located) {
    entries.append(Entry(name: name, keyPlace: keyPlace, located: located))
    if !isBroken { isBroken = located.isBroken }
  }

  /// Gives a key that is there another value, where it stands.
  mutating func set(_ name: String, _ value: Located.Value) {
    for index in entries.indices where entries[index].name == name { entries[index].located.value = value }
    isBroken = isBroken || entries.contains { $0.located.isBroken }
  }

  subscript(name: String) -> Located? {
    for entry in entries where entry.name == name { return entry.located }
    return nil
  }

  func has(_ name: String) -> Bool { self[name] != nil }

  /// Returns the place of a key's value; if the key is not given, that of the mapping itself.
  func place(_ name: String) -> SourcePlace { self[name]?.place ?? place }

  func number(_ name: String) -> Double? { self[name]?.number }
  func count(_ name: String) -> Int? { self[name]?.count }
  func text(_ name: String) -> String? { self[name]?.text }
  func flag(_ name: String) -> Bool? { self[name]?.flag }
  func vector(_ name: String) -> Vector? { self[name]?.vector }
  func color(_ name: String) -> Color? { self[name]?.color }

  func list(_ name: String) -> [Located] { self[name]?.list ?? [] }

  /// The texts of a list and their places; what is broken is left out.
  func texts(_ name: String) -> [(text: String, place: SourcePlace)] {
    list(name).compactMap { located in located.text.map { ($0, located.place) } }
  }

  /// Returns what is given for a key, or the key's default.
  func value<Value: FormatValue>(_ name: String) -> Value {
    if let value = Value.read(name, of: self) { return value }
    guard let value: Value = defaultValue(of: name) else {
      preconditionFailure("'\(name)' of \(section.section.noun) has no default of type \(Value.self)")
    }
    return value
  }

  /// The default of a key; nil if it has none, or does not belong to what this is.
  func defaultValue<Value: FormatValue>(of name: String) -> Value? {
    let section = section.section
    return section.key(name, for: section.chooser.flatMap(text))?.defaultValue as? Value
  }

  func record(_ name: String) -> Record? { self[name]?.record }

  func records(_ name: String) -> [Record] { list(name).compactMap(\.record) }

  func names(_ name: String) -> [Located.Named] { self[name]?.names ?? [] }

  /// Returns the record with what a template gives, if this has neither the key nor another of the same
  /// exclusive set.
  func completed(by template: Record) -> Record {
    var record = self
    let sets = section.section.exclusive
    for entry in template.entries where !has(entry.name) {
      let exclusiveKeys = sets.first { $0.contains(entry.name) } ?? []
      if !exclusiveKeys.contains(where: has) { record.add(entry.name, entry.keyPlace, entry.located) }
    }
    record.isBroken = record.isBroken || template.isBroken
    return record
  }
}

/// A value of the file that is what its key's description asks for, and where it stands.
struct Located: Sendable {
  var value: Value
  var place: SourcePlace

  /// An entry of a mapping of names.
  struct Named: Sendable {
    var name: String
    var place: SourcePlace
    var value: Located
  }

  /// Is true if it, or anything in it, was wrong.
  var isBroken: Bool {
    switch value {
    case .broken: true
    case .record(let record): record.isBroken
    case .list(let list): list.contains(where: \.isBroken)
    default: false
    }
  }

  indirect enum Value: Sendable {
    /// The value was there, and wrong; that has been reported.
    case broken
    case number(Double)
    case count(Int)
    case text(String)
    case flag(Bool)
    case vector(Vector)
    case color(Color)
    case list([Located])
    case record(Record)
    case names([Named])
    /// A number or a text as it stands in the file, whose type depends on what it is for.
    case raw(FormatNode)
  }
}

// The value as one of a type; nil for one of another type, or a broken one.
extension Located {
  var number: Double? { if case .number(let value) = value { value } else { nil } }
  var count: Int? { if case .count(let value) = value { value } else { nil } }
  var text: String? { if case .text(let value) = value { value } else { nil } }
  var flag: Bool? { if case .flag(let value) = value { value } else { nil } }
  var vector: Vector? { if case .vector(let value) = value { value } else { nil } }
  var color: Color? { if case .color(let value) = value { value } else { nil } }
  var list: [Located]? { if case .list(let value) = value { value } else { nil } }
  var record: Record? { if case .record(let value) = value { value } else { nil } }
  var names: [Named]? { if case .names(let value) = value { value } else { nil } }
}
