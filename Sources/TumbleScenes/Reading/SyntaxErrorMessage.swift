import Yams

/// The complaint of the YAML parser about a text, in words for people.
struct SyntaxErrorMessage {
  let refusal: TextScan.Refusal

  init(_ error: any Error, in text: SceneText) {
    switch error as? YamlError {
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      if let refusal = Self.missingSpace(near: mark.line, text) {
        self.refusal = refusal
        return
      }
      var refusal = Self.explained(problem, context, mark, text)
      if let line = Self.commentedColor(before: mark.line, text) {
        refusal.hint =
          "in line \(line) a '#' starts a comment that goes to the line's end: put the color in quotes"
      }
      self.refusal = refusal
    case .reader(let problem, let offset, _, let yaml):
      var place = TextScan.Place(line: 1, column: 1)
      for character in yaml.prefix(offset ?? 0) {
        place =
          character == "\n" || character == "\r\n"
          ? .init(line: place.line + 1, column: 1)
          : .init(line: place.line, column: place.column + character.unicodeScalars.count)
      }
      refusal = .init(place: place, message: "this character cannot stand in a scene: " + problem)
    case .duplicatedKeysInMapping(let names, let context):
      refusal = Self.duplicate(of: names, first: context.mark, text)
    default: refusal = .init(place: .init(line: 0, column: 0), message: "this is no YAML")
    }
  }

  private static func explained(
    _ problem: String, _ context: YamlError.Context?, _ mark: Mark, _ text: SceneText
  ) -> TextScan.Refusal {
    var place = TextScan.Place(line: mark.line, column: mark.column)
    let since = context.flatMap { context in
      context.mark.line == mark.line && context.mark.column == mark.column
        ? nil : "it began in line \(context.mark.line), column \(context.mark.column)"
    }
    let character = text.character(at: place)
    let (message, hint): (String, String?)
    switch problem {
    case "found character that cannot start any token" where character == "\t":
      (message, hint) = ("a tab indents this line", "indent with spaces")
    case "found character that cannot start any token":
      (message, hint) = ("a value cannot start with this character", "put a text that does in quotes")
    case "mapping values are not allowed in this context":
      message = "a ':' where no key can be"
      hint = "is the line indented too far? A text with ': ' in it goes in quotes"
    case "could not find expected ':'":
      if let start = context?.mark { place = .init(line: start.line, column: start.column) }
      message = "a ':' is missing after this key"
      hint = "in 'key: value' a space follows the ':'; a text of several lines is indented below its key"
    case "found unexpected end of stream" where context?.text.contains("quoted") == true:
      (message, hint) = ("the file ends within quotes", since)
    case "did not find expected ',' or ']'":
      (message, hint) = ("expected ',' or ']' here", since.map { "this list is open: " + $0 })
    case "did not find expected ',' or '}'":
      (message, hint) = ("expected ',' or '}' here", since.map { "this mapping is open: " + $0 })
    case "did not find expected key" where character == "-":
      (message, hint) = ("this '- ' is not indented like the other entries of its list", nil)
    case "did not find expected key" where character == "]" || character == "}":
      (message, hint) = ("nothing is open that this bracket could close", nil)
    case "did not find expected key":
      message = "expected a key here, as in 'key: value'"
      hint = since.map { "the mapping is indented otherwise: " + $0 }
    case "did not find expected '-' indicator":
      message = "expected '- ' here, the next entry of the list"
      hint = since.map { "the list is indented otherwise: " + $0 }
    case "did not find expected node content" where character == nil:
      message = "the file ends where a value, or a closing '}' or ']', is missing"
      hint = since
    case "did not find expected node content": (message, hint) = ("expected a value here", since)
    case "block sequence entries are not allowed in this context":
      (message, hint) = (
        "a '- ' where no list can start", "a list starts on a line of its own, below its key"
      )
    case "but found another document":
      (message, hint) = ("a second document starts here", "a scene is one document: one file for each")
    default: (message, hint) = ("this is no YAML: " + problem, since)
    }
    return .init(place: place, message: message, hint: hint)
  }

  /// A `:` without a space after it, which YAML takes for a part of the word: in this line, or the one
  /// before.
  private static func missingSpace(near last: Int, _ text: SceneText) -> TextScan.Refusal? {
    for number in [last, last - 1] {
      guard let line = text.excerpts.line(number), line.count < 1000 else { continue }
      let bytes = Array(line)
      guard let colon = MissingSpace.colon(in: bytes) else { continue }
      let column = bytes[..<colon].count { $0 & 0xC0 != 0x80 }
      let key = String(decoding: bytes[MissingSpace.key(before: colon, in: bytes)], as: UTF8.self)
      return .init(
        place: .init(line: number, column: column + 1), message: "a space is missing after this ':'",
        hint: "in '\(key): value' it divides the key from the value")
    }
    return nil
  }

  /// A line on which `#` and hexadecimal digits follow a blank, which YAML takes for a comment.
  private static func commentedColor(before last: Int, _ text: SceneText) -> Int? {
    for number in (max(1, last - 20)...max(1, last)).reversed() {
      guard let line = text.excerpts.line(number), line.count < 1000 else { continue }
      let bytes = Array(line)
      for index in bytes.indices.dropFirst()
      where bytes[index] == UInt8(ascii: "#") && bytes[index - 1] == UInt8(ascii: " ") {
        let digits = bytes[(index + 1)...].prefix { Character(UnicodeScalar($0)).isHexDigit }
        if digits.count == 3 || digits.count == 6 || digits.count == 8 { return number }
      }
    }
    return nil
  }

  /// The parser says which key is there twice; the second of them is found by its mapping.
  private static func duplicate(of names: [String], first: Mark, _ text: SceneText) -> TextScan.Refusal {
    struct Seen: Hashable {
      var mapping: Int
      var name: String
    }
    let wanted = Set(names)
    var seen: [Seen: TextScan.Place] = [:]
    var found: TextScan.Refusal?
    text.bytes.withUnsafeBufferPointer { bytes in
      var limits = SceneLimits()
      limits.nodes = .max
      try? TextScan.check(bytes, limits: limits) { key in
        guard key.name.count <= 256 else { return true }
        let name = Self.unquoted(String(decoding: bytes[key.name], as: UTF8.self))
        guard wanted.contains(name) else { return true }
        if let before = seen.updateValue(key.place, forKey: Seen(mapping: key.mapping, name: name)) {
          found = .init(
            place: key.place, length: key.name.count,
            message: "the key '\(Excerpts.short(name))' is here twice",
            hint: "it was given before in line \(before.line), column \(before.column)")
        }
        return found == nil
      }
    }
    let name = Excerpts.short(names.first ?? "")
    return found
      ?? .init(
        place: .init(line: first.line, column: first.column), message: "the key '\(name)' is here twice",
        hint: "it is the first that is shown")
  }

  private static func unquoted(_ text: String) -> String {
    var text = Substring(text)
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    guard text.count >= 2, let quote = text.first, quote == "\"" || quote == "'", text.last == quote else {
      return String(text)
    }
    return String(text.dropFirst().dropLast())
  }
}

extension SceneText {
  func character(at place: TextScan.Place) -> Unicode.Scalar? {
    guard let excerpt = excerpts.line(place.line) else { return nil }
    var iterator = excerpt.makeIterator()
    var decoder = UTF8()
    var column = 1
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      if column == place.column { return scalar }
      column += 1
    }
    return nil
  }
}
