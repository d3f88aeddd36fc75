import TumbleFiles
import Yams

extension Reading {
  /// A mapping, checked against its section: unknown, missing and rival keys, and every value.
  func record(_ node: Node, _ name: SectionName) -> Record? {
    let section = name.section
    guard case .mapping(let mapping) = node else {
      return refuse(place(of: node), "\(section.noun) is a mapping of keys to values, not \(kind(node))")
    }
    var record = Record(section: name, place: place(of: node))
    let word = section.chooser.flatMap { chosen(mapping, $0, in: section) }
    let isUndecided = section.chooser != nil && word == nil
    // What an unknown key was likely meant to be is not said to be missing as well.
    var meant: Set<String> = []
    for (keyNode, valueNode) in mapping {
      if isFull {
        record.isBroken = true
        break
      }
      let keyPlace = place(of: keyNode)
      guard case .scalar(let scalar) = keyNode else {
        error(keyPlace, "a key is a plain word, not \(kind(keyNode))")
        record.isBroken = true
        continue
      }
      guard
        let key = section.key(scalar.string, for: word) ?? formerKey(scalar.string, keyPlace, section, word)
      else {
        if let name = unknownKey(scalar.string, keyPlace, section, word) { meant.insert(name) }
        record.isBroken = true
        continue
      }
      // Without a valid type it is not known what the other keys mean.
      let value: Located.Value =
        isUndecided && !key.only.isEmpty ? .broken : self.value(valueNode, key.type, of: key.name) ?? .broken
      guard !record.has(key.name) else {
        error(keyPlace, "'\(key.name)' is given twice", hint: "'\(scalar.string)' is another name for it")
        record.isBroken = true
        continue
      }
      record.add(key.name, keyPlace, Located(value: value, place: place(of: valueNode)))
    }
    let errors = errorCount
    checkPresence(record, section, word, isUndecided: isUndecided, except: meant)
    record.isBroken = record.isBroken || errorCount > errors
    return record
  }

  private func chosen(_ mapping: Node.Mapping, _ chooser: String, in section: Section) -> String? {
    for (key, value) in mapping {
      guard case .scalar(let name) = key, name.string == chooser, case .scalar(let word) = value,
        case .word(let words)? = section.key(chooser, for: nil)?.type
      else { continue }
      return words.contains(word.string) ? word.string : nil
    }
    return nil
  }

  /// The key that had this name in earlier versions, with a warning.
  private func formerKey(_ name: String, _ place: SourcePlace, _ section: Section, _ word: String?) -> Key? {
    guard let key = section.key(formerly: name, for: word) else { return nil }
    warn(place, "'\(name)' is now called '\(key.name)'", hint: "its meaning is the same")
    return key
  }

  /// Tells of it; the key that was likely meant.
  private func unknownKey(
    _ name: String, _ place: SourcePlace, _ section: Section, _ word: String?
  ) -> String? {
    let shown = Excerpts.short(name)
    let bytes = Array(name.utf8)
    if let colon = MissingSpace.colon(in: bytes) {
      let key = String(decoding: bytes[..<colon], as: UTF8.self)
      if section.key(key, for: word) != nil {
        let (column, length) = (place.column + Int32(colon), Int32(1))
        error(
          SourcePlace(line: place.line, column: column, length: length, file: file),
          "a space is missing after this ':'",
          hint: "write \(key): \(Excerpts.short(String(decoding: bytes[(colon + 1)...], as: UTF8.self)))")
        return key
      }
    }
    if let word, let elsewhere = section.key(name, for: nil) {
      let (what, others) = (Self.article(word), elsewhere.only.joined(separator: ", "))
      return refuse(
        place, "'\(shown)' is no key of \(what) (\(section.noun) of this type); it belongs to: \(others)")
    }
    let keys = section.keys.filter { $0.belongs(to: word) }
    var hint: String?
    var meant = keys.first { $0.alias.contains(name) }?.name
    if !name.isEmpty && name.utf8.allSatisfy({ $0.isDigit }) {
      hint = "a decimal point is a point, as in 0.5; a ',' starts the next key"
    } else if name.contains(")") {
      hint = Self.commaHint
    } else if let meant {
      hint = "here it is called '\(meant)'"
    } else if let near = nearest(name, keys.map(\.name)) {
      (meant, hint) = (near, "did you mean '\(near)'?")
    } else if let key = keys.first(where: { $0.alias.contains { $0.lowercased() == name.lowercased() } }) {
      (meant, hint) = (key.name, "here it is called '\(key.name)'")
    }
    let names = keys.map(\.name).uniqued()
    error(
      place, "\(section.noun) has no key '\(shown)'",
      hint: hint ?? "its keys: " + names.joined(separator: ", "))
    return meant
  }

  private func checkPresence(
    _ record: Record, _ section: Section, _ word: String?, isUndecided: Bool, except meant: Set<String>
  ) {
    for key in section.keys where key.isRequired && !record.has(key.name) && !meant.contains(key.name) {
      guard key.only.isEmpty || (!isUndecided && key.belongs(to: word)) else { continue }
      if let other = key.unless, record.has(other) { continue }
      let what = word.map { key.only.isEmpty ? section.noun : Self.article($0) } ?? section.noun
      var hint = "'\(key.name)': " + key.help
      switch key.type {
      case .word(let words): hint = "'\(key.name)' is one of: " + words.joined(separator: ", ")
      case .id: hint = "such as \(key.name): ball; " + key.help.prefix(1).lowercased() + key.help.dropFirst()
      case .count(let range) where range.count == 1: hint = "write \(key.name): \(range.lowerBound)"
      default: break
      }
      error(record.place, "\(what) needs '\(key.name)'", hint: hint)
    }
    for set in section.exclusive {
      let given = record.entries.filter { set.contains($0.name) }
      if given.count > 1 {
        error(
          given[1].keyPlace, "'\(given[1].name)' cannot stand beside '\(given[0].name)' in \(section.noun)",
          hint: "one of: " + set.joined(separator: ", "))
      }
    }
    for set in section.oneOf where !set.contains(where: record.has) && !record.isBroken {
      error(record.place, "\(section.noun) needs one of: " + set.joined(separator: ", "))
    }
  }

  static func article(_ word: String) -> String {
    ("aeiou".contains(word.prefix(1)) && !word.hasPrefix("uni") ? "an " : "a ") + word
  }

  /// Returns the kind of a node, for a sentence.
  func kind(_ node: Node) -> String {
    switch node {
    case .mapping: "a mapping"
    case .sequence: "a list"
    case .alias: "an alias"
    case .scalar(let scalar):
      scalar.string.isEmpty && !scalar.isText ? "nothing" : "'\(Excerpts.short(scalar.string))'"
    }
  }
}

// What holds other values.
extension Reading {
  func section(_ node: Node, _ name: SectionName, short: String?, _ key: String) -> Located.Value? {
    if case .mapping = node { return record(node, name).map { .record($0) } }
    guard let short, let shortKey = name.section.key(short, for: nil) else {
      let subject = name.isEntry ? "each of '\(key)'" : "'\(key)'"
      var hint = name.section.examples.first.map { "such as " + (name.isEntry ? $0 : "\(key): \($0)") }
      if name == .segment, case .sequence = node {
        hint = "such as segment: {from: [0, 0], to: [300, 0]}, or line: [[0, 0], [300, 0]]"
      }
      return refuse(place(of: node), "\(subject) must be a mapping, not \(kind(node))", hint: hint)
    }
    guard let value = value(node, shortKey.type, of: key) else { return nil }
    let place = place(of: node)
    var record = Record(section: name, place: place)
    record.add(short, place, Located(value: value, place: place))
    return .record(record)
  }

  func list(_ node: Node, _ element: ValueType, _ range: ClosedRange<Int>, _ orOne: Bool, _ key: String)
    -> Located.Value?
  {
    guard case .sequence(let nodes) = node else {
      if orOne, let value = value(node, element, of: key) {
        return .list([Located(value: value, place: place(of: node))])
      }
      return orOne ? nil : wrong(node, key, "a list", hint: listHint(node, element, key))
    }
    guard range.contains(nodes.count) else {
      let expected =
        range.lowerBound == range.upperBound
        ? "\(range.lowerBound)"
        : nodes.count < range.lowerBound ? "at least \(range.lowerBound)" : "at most \(range.upperBound)"
      return refuse(
        place(of: node), "'\(key)' is a list of \(expected), not of \(nodes.count)",
        hint: key == "between" ? Self.sidesHint : nil)
    }
    return .list(nodes.map { Located(value: value($0, element, of: key) ?? .broken, place: place(of: $0)) })
  }

  private static let sidesHint = "one side and the other, such as [ball, [left, right]] or [ball, anything]"

  /// Returns a hint at how a list is written, for one who wrote something else in its place.
  private func listHint(_ node: Node, _ element: ValueType, _ key: String) -> String? {
    if key == "between" { return Self.sidesHint }
    if case .scalar(let scalar) = node, case .id = element, !scalar.string.isEmpty {
      return "write [\(Excerpts.short(scalar.string))]"
    }
    guard case .mapping = node, case .record(let name, _) = element else { return nil }
    let first = name.section.keys.first { $0.isRequired }.map { "'- \($0.name): …'" } ?? "'- '"
    return "each entry of a list starts with a dash: \(first)"
  }

  func names(_ node: Node, _ type: ValueType, _ key: String) -> Located.Value? {
    guard case .mapping(let mapping) = node else {
      guard case .record(let name, _) = type, let example = name.section.examples.first else {
        return wrong(node, key, "a mapping of names")
      }
      return wrong(node, key, "a mapping of names", hint: "such as \(key): {NAME: \(example)}")
    }
    var names: [Located.Named] = []
    for (keyNode, valueNode) in mapping where !isFull {
      let located = Located(value: value(valueNode, type, of: key) ?? .broken, place: place(of: valueNode))
      if let name = id(keyNode, key) {
        names.append(Located.Named(name: name, place: place(of: keyNode), value: located))
      }
    }
    return .names(names)
  }

  /// Numbers and texts as they are, in lists or not.
  func raw(_ node: Node, _ key: String) -> Located.Value? {
    switch node {
    case .scalar(let scalar) where !scalar.string.isEmpty: return .raw(FormatNode(node))
    case .sequence(let nodes):
      var list: [Located] = []
      for node in nodes {
        guard let value = raw(node, key) else { return nil }
        list.append(Located(value: value, place: place(of: node)))
      }
      return .list(list)
    default: return wrong(node, key, "a number, a color, or a list")
    }
  }

  /// A value, checked against its type; nil where it is wrong, which has then been said.
  func value(_ node: Node, _ type: ValueType, of key: String) -> Located.Value? {
    if isFull { return nil }
    switch type {
    case .text: return text(node, key).map { .text($0) }
    case .lines: return text(node, key, mayHaveLines: true).map { .text($0) }
    case .id: return id(node, key).map { .text($0) }
    case .animationID: return animationID(node, key).map { .text($0) }
    case .reference(let what): return reference(node, what, key).map { .text($0) }
    case .flag: return flag(node, key).map { .flag($0) }
    case .number(let quantity, let bounds, let words):
      if case .scalar(let scalar) = node, words.contains(scalar.string) { return .text(scalar.string) }
      return number(node, quantity, bounds, words: words, key).map { .number($0) }
    case .count(let range): return count(node, range, key).map { .count($0) }
    case .vector(let quantity, let bounds): return vector(node, quantity, bounds, key).map { .vector($0) }
    case .pair(let first, let firstBounds, let second, let secondBounds):
      return vector(node, (first, firstBounds), (second, secondBounds), key).map { .vector($0) }
    case .scale(let quantity, let bounds): return scale(node, quantity, bounds, key).map { .vector($0) }
    case .color: return color(node, key).map { .color($0) }
    case .word(let words): return word(node, words, key).map { .text($0) }
    case .direction: return direction(node, key).map { .vector($0) }
    case .record(let name, let short): return section(node, name, short: short, key)
    case .source(let name):
      guard case .record(let record)? = section(node, name, short: nil, key) else { return nil }
      return record.isBroken ? nil : .text(FormatNode(resolved(node, type)).flow)
    case .list(let element, let range, let orOne): return list(node, element, range, orOne, key)
    case .names(let type): return names(node, type, key)
    case .animated: return raw(node, key)
    case .arithmetic:
      guard case .scalar(let scalar) = node, !scalar.string.isEmpty else {
        return wrong(node, key, "numbers or arithmetic")
      }
      return .raw(FormatNode(node))
    }
  }

  /// Says that something else was expected.
  func wrong<T>(_ node: Node, _ key: String, _ expected: String, hint: String? = nil) -> T? {
    return refuse(place(of: node), "'\(key)' must be \(expected), not \(kind(node))", hint: hint)
  }
}
