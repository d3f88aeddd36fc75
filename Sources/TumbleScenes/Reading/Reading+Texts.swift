import TumbleGeometry
import Yams

// Texts, names, words and colors: scalars that are not numbers.
extension Reading {
  /// - Parameter mayHaveLines: Whether line feeds may be in it.
  func text(_ node: Node, _ key: String, mayHaveLines: Bool = false) -> String? {
    guard case .scalar(let scalar) = node else { return wrong(node, key, "a text") }
    // An included file, as a recording brings it along.
    let isFile = key == "content"
    if scalar.string.utf8.count > Self.longestText, !isFile {
      error(place(of: node), "'\(key)' is longer than \(Self.longestText) bytes")
      return nil
    }
    if scalar.string.isEmpty && !scalar.isText { return wrong(node, key, "a text") }
    let mayHaveLines = mayHaveLines || key == "note" || isFile
    if let bad = scalar.string.unicodeScalars.first(where: {
      Self.isUnseen($0) && !(mayHaveLines && $0 == "\n")
    }) {
      error(
        place(of: node),
        "'\(key)' holds a character that is not to be seen (U+\(String(bad.value, radix: 16, uppercase: true)))",
        hint:
          "it would change how a terminal or a window shows the rest; only a note and a caption may have several lines"
      )
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
    error(place(of: node), "'\(key)' must be a name; \(kind(node)) \(validationError)", hint: Self.idRule)
    return nil
  }

  /// An id, or a property such as `lamp.opacity`, whose owner has an id.
  func animationID(_ node: Node, _ key: String) -> String? {
    guard case .scalar(let scalar) = node, let target = try? AnimationTarget(parsing: scalar.string),
      idError(target.object) == nil
    else { return id(node, key) }
    return scalar.string
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
    var hint: String?
    if case .scalar(let scalar) = node, scalar.isText {
      let isFlag = scalar.isQuoted && ["true", "false"].contains(scalar.string)
      hint = isFlag ? "without the quotes: \(scalar.string)" : nil
    } else if case .scalar(let scalar) = node {
      switch scalar.string {
      case "true", "True", "TRUE": return true
      case "false", "False", "FALSE": return false
      default: break
      }
      let meant = ["yes": true, "on": true, "no": false, "off": false][scalar.string.lowercased()]
      hint = meant.map { "did you mean '\($0)'?" }
    }
    return wrong(node, key, "true or false", hint: hint)
  }

  func word(_ node: Node, _ words: [String], _ key: String) -> String? {
    guard case .scalar(let scalar) = node else {
      return wrong(node, key, "one of: " + words.joined(separator: ", "))
    }
    if words.contains(scalar.string) { return scalar.string }
    error(
      place(of: node), "'\(key)' cannot be \(kind(node)); it is one of: " + words.joined(separator: ", "),
      hint: Synonyms.word(for: scalar.string, key: key, in: words).map { "here that is '\($0)'" }
        ?? didYouMean(scalar.string, words))
    return nil
  }

  func color(_ node: Node, _ key: String) -> Color? {
    guard case .scalar(let scalar) = node else { return wrong(node, key, "a color") }
    if scalar.string.isEmpty && !scalar.isText {
      error(
        place(of: node), "'\(key)' has no value",
        hint: "a color goes in quotes, for # starts a comment: '#ff8800'")
      return nil
    }
    if let color = Color(hex: scalar.string) ?? ColorNames.color(scalar.string) { return color }
    error(
      place(of: node), "\(kind(node)) is no color",
      hint: didYouMean(scalar.string, ColorNames.names)
        ?? "'#rgb', '#rrggbb', '#rrggbbaa', or a name such as orange")
    return nil
  }
}
