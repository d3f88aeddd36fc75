import TumbleGeometry
import Yams

extension Reading {
  /// A value, checked against its type; nil where it is wrong, which has then been said.
  func value(_ node: Node, _ type: ValueType, of key: String) -> Located.Value? {
    if isFull { return nil }
    switch type {
    case .text: return text(node, key).map { .text($0) }
    case .id: return id(node, key).map { .text($0) }
    case .reference(let what): return reference(node, what, key).map { .text($0) }
    case .flag: return flag(node, key).map { .flag($0) }
    case .number(let quantity, let bounds, let words):
      if case .scalar(let scalar) = node, words.contains(scalar.string) { return .text(scalar.string) }
      return number(node, quantity, bounds, words: words, key).map { .number($0) }
    case .count(let range): return count(node, range, key).map { .count($0) }
    case .vector(let quantity, let bounds): return vector(node, quantity, bounds, key).map { .vector($0) }
    case .scale(let quantity, let bounds): return scale(node, quantity, bounds, key).map { .vector($0) }
    case .color: return color(node, key).map { .color($0) }
    case .word(let words): return word(node, words, key).map { .text($0) }
    case .direction: return direction(node, key).map { .vector($0) }
    case .record(let name, let short): return section(node, name, short: short, key)
    case .list(let element, let range, let orOne): return list(node, element, range, orOne, key)
    case .names(let type): return names(node, type, key)
    case .animated: return raw(node, key).map { .raw($0) }
    }
  }

  func text(_ node: Node, _ key: String) -> String? {
    guard case .scalar(let scalar) = node else { return wrong(node, key, "a text") }
    if scalar.string.utf8.count > Self.longestText {
      error(SourcePlace(node), "'\(key)' is longer than \(Self.longestText) bytes")
      return nil
    }
    if scalar.string.isEmpty && !scalar.isText { return wrong(node, key, "a text") }
    let mayHaveLines = key == "note"
    if let bad = scalar.string.unicodeScalars.first(where: {
      Self.isUnseen($0) && !(mayHaveLines && $0 == "\n")
    }) {
      error(
        SourcePlace(node),
        "'\(key)' holds a character that is not to be seen (U+\(String(bad.value, radix: 16, uppercase: true)))",
        hint: "it would change how a terminal or a window shows the rest; only a note may have several lines")
      return nil
    }
    return scalar.string
  }

  /// Control and direction characters: an escape in quotes brings them into a text that has none.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    // Joiners belong to scripts and emoji; overrides and isolates turn text around.
    case .format: return (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    default: return false
    }
  }

  func id(_ node: Node, _ key: String) -> String? {
    guard case .scalar(let scalar) = node else { return wrong(node, key, "a name") }
    guard let validationError = idError(scalar.string) else { return scalar.string }
    error(SourcePlace(node), "'\(key)' must be a name; \(kind(node)) \(validationError)", hint: Self.idRule)
    return nil
  }

  /// In bytes.
  static let longestText = 10_000
  static let longestName = 64
  static let idRule = "a name starts with a letter and goes on with letters, digits, '-' and '_', 64 at most"

  /// What is wrong with an id; nil if nothing is.
  func idError(_ name: String) -> String? {
    guard let first = name.utf8.first else { return "is empty" }
    if name.utf8.count > Self.longestName { return "is longer than \(Self.longestName) characters" }
    func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte & 0xDF) }
    if !isLetter(first) { return "does not start with a letter (a to z)" }
    for byte in name.utf8 where !isLetter(byte) && !(48...57).contains(byte) {
      if byte != UInt8(ascii: "-") && byte != UInt8(ascii: "_") {
        let scalar = name.unicodeScalars.first {
          !($0.isASCII
            && ($0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-" || $0 == "_"))
        }
        return "has " + (scalar == " " ? "a space" : "'\(Excerpts.short(scalar.map { String($0) } ?? ""))'")
          + " in it"
      }
    }
    return nil
  }

  func reference(_ node: Node, _ what: String, _ key: String) -> String? {
    guard case .scalar(let scalar) = node, !scalar.string.isEmpty else {
      return wrong(node, key, "the name of \(article(what))")
    }
    return scalar.string
  }

  func flag(_ node: Node, _ key: String) -> Bool? {
    if case .scalar(let scalar) = node, !scalar.isText {
      switch scalar.string {
      case "true", "True", "TRUE": return true
      case "false", "False", "FALSE": return false
      default: break
      }
    }
    return wrong(node, key, "true or false")
  }

  func word(_ node: Node, _ words: [String], _ key: String) -> String? {
    guard case .scalar(let scalar) = node else {
      return wrong(node, key, "one of: " + words.joined(separator: ", "))
    }
    if words.contains(scalar.string) { return scalar.string }
    error(
      SourcePlace(node), "'\(key)' cannot be \(kind(node)); it is one of: " + words.joined(separator: ", "),
      hint: Synonyms.word(for: scalar.string, key: key, in: words).map { "here that is '\($0)'" }
        ?? didYouMean(scalar.string, words))
    return nil
  }

  func color(_ node: Node, _ key: String) -> Color? {
    guard case .scalar(let scalar) = node else { return wrong(node, key, "a color") }
    if scalar.string.isEmpty && !scalar.isText {
      error(
        SourcePlace(node), "'\(key)' has no value",
        hint: "a color goes in quotes, for # starts a comment: '#ff8800'")
      return nil
    }
    if let color = Color(hex: scalar.string) ?? ColorNames.color(scalar.string) { return color }
    error(
      SourcePlace(node), "\(kind(node)) is no color",
      hint: didYouMean(scalar.string, ColorNames.names)
        ?? "'#rgb', '#rrggbb', '#rrggbbaa', or a name such as orange")
    return nil
  }

  func section(_ node: Node, _ name: SectionName, short: String?, _ key: String) -> Located.Value? {
    if case .mapping = node { return record(node, name).map { .record($0) } }
    guard let short, let shortKey = name.section.key(short, for: nil) else {
      let subject = name.isEntry ? "each of '\(key)'" : "'\(key)'"
      var hint = name.section.examples.first.map { "such as " + (name.isEntry ? $0 : "\(key): \($0)") }
      if name == .segment, case .sequence = node {
        hint = "such as segment: {from: [0, 0], to: [300, 0]}, or line: [[0, 0], [300, 0]]"
      }
      error(SourcePlace(node), "\(subject) must be a mapping, not \(kind(node))", hint: hint)
      return nil
    }
    guard let value = value(node, shortKey.type, of: key) else { return nil }
    let place = SourcePlace(node)
    var record = Record(section: name, place: place)
    record.add(short, place, Located(value: value, place: place))
    return .record(record)
  }

  func list(_ node: Node, _ element: ValueType, _ range: ClosedRange<Int>, _ orOne: Bool, _ key: String)
    -> Located.Value?
  {
    guard case .sequence(let nodes) = node else {
      if orOne, let value = value(node, element, of: key) {
        return .list([Located(value: value, place: SourcePlace(node))])
      }
      return orOne ? nil : wrong(node, key, "a list", hint: listHint(node, element, key))
    }
    guard range.contains(nodes.count) else {
      let expected =
        range.lowerBound == range.upperBound
        ? "\(range.lowerBound)"
        : nodes.count < range.lowerBound ? "at least \(range.lowerBound)" : "at most \(range.upperBound)"
      error(
        SourcePlace(node), "'\(key)' is a list of \(expected), not of \(nodes.count)",
        hint: key == "between" ? Self.partiesHint : nil)
      return nil
    }
    return .list(
      nodes.map { Located(value: value($0, element, of: key) ?? .broken, place: SourcePlace($0)) })
  }

  private static let partiesHint =
    "one party and the other, such as [ball, [left, right]] or [ball, anything]"

  /// How a list is written, for one who wrote something else in its place.
  private func listHint(_ node: Node, _ element: ValueType, _ key: String) -> String? {
    if key == "between" { return Self.partiesHint }
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
      let located = Located(
        value: value(valueNode, type, of: key) ?? .broken, place: SourcePlace(valueNode))
      if let name = id(keyNode, key) {
        names.append(Located.Named(name: name, place: SourcePlace(keyNode), value: located))
      }
    }
    return .names(names)
  }

  func raw(_ node: Node, _ key: String) -> RawValue? {
    switch node {
    case .scalar(let scalar) where !scalar.string.isEmpty:
      return .scalar(text: scalar.string, isQuoted: scalar.isText)
    case .sequence(let nodes):
      var list: [RawValue.Element] = []
      for node in nodes {
        guard let value = raw(node, key) else { return nil }
        list.append(RawValue.Element(value: value, place: SourcePlace(node)))
      }
      return .list(list)
    default: return wrong(node, key, "a number, a color, or a list")
    }
  }

  /// Says that something else was expected.
  func wrong<T>(_ node: Node, _ key: String, _ expected: String, hint: String? = nil) -> T? {
    var hint = hint
    if case .scalar(let scalar) = node, !scalar.isText {
      switch (scalar.string.lowercased(), expected) {
      case ("yes", "true or false"), ("on", "true or false"): hint = "did you mean 'true'?"
      case ("no", "true or false"), ("off", "true or false"): hint = "did you mean 'false'?"
      default: break
      }
    }
    if case .scalar(let scalar) = node, scalar.isQuoted, expected == "true or false",
      ["true", "false"].contains(scalar.string)
    {
      hint = "without the quotes: \(scalar.string)"
    }
    error(SourcePlace(node), "'\(key)' must be \(expected), not \(kind(node))", hint: hint)
    return nil
  }
}
