import TumbleFiles
import Yams

// Texts, names, words and colors: scalars that are not numbers.
extension Reading {
  /// - Parameter mayHaveLines: Whether line feeds may be in it.
  func text(_ node: Node, _ key: String, mayHaveLines: Bool = false) -> String? {
    guard case .scalar(let scalar) = node else { return wrong(node, key, "a text") }
    // An included file, as a recording brings it along.
    let isFile = key == "content"
    if scalar.string.utf8.count > Self.longestText, !isFile {
      return refuse(place(of: node), "'\(key)' is longer than \(Self.longestText) bytes")
    }
    if scalar.string.isEmpty && !scalar.isText { return wrong(node, key, "a text") }
    let mayHaveLines = mayHaveLines || key == "note" || isFile
    if let bad = scalar.string.unicodeScalars.first(where: {
      Self.isUnseen($0) && !(mayHaveLines && $0 == "\n")
    }) {
      return refuse(
        place(of: node),
        "'\(key)' holds a character that is not to be seen "
          + "(U+\(String(bad.value, radix: 16, uppercase: true)))",
        hint: """
          it would change how a terminal or a window shows the rest; only a note and a caption may have \
          several lines
          """)
    }
    return scalar.string
  }

  /// Returns true for control and direction characters: an escape in quotes brings them into a text that has
  /// none.
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
    return refuse(
      place(of: node), "'\(key)' must be a name; \(kind(node)) \(validationError)", hint: Self.idRule)
  }

  /// An id, or a property such as `lamp.opacity`, whose owner has an id.
  func animationID(_ node: Node, _ key: String) -> String? {
    guard case .scalar(let scalar) = node, let target = try? AnimationTarget(parsing: scalar.string),
      idError(target.object) == nil
    else { return id(node, key) }
    return scalar.string
  }

  /// The longest text, in bytes.
  static let longestText = 10_000
  static let longestName = 64
  static let idRule = "a name starts with a letter and goes on with letters, digits, '-' and '_', 64 at most"

  /// Returns a fault of an id; nil if there is none.
  func idError(_ name: String) -> String? {
    guard let first = name.utf8.first else { return "is empty" }
    if name.utf8.count > Self.longestName { return "is longer than \(Self.longestName) characters" }
    if !first.isLetter { return "does not start with a letter (a to z)" }
    let odd = name.unicodeScalars.first { !($0.isASCII && UInt8(ascii: $0).isOfName) }
    return odd.map { "has " + ($0 == " " ? "a space" : "'\(Excerpts.short(String($0)))'") + " in it" }
  }

  func reference(_ node: Node, _ what: String, _ key: String) -> String? {
    guard case .scalar(let scalar) = node, !scalar.string.isEmpty else {
      return wrong(node, key, "the name of \(Self.article(what))")
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
    return refuse(
      place(of: node), "'\(key)' cannot be \(kind(node)); it is one of: " + words.joined(separator: ", "),
      hint: Synonyms.word(for: scalar.string, key: key, in: words).map { "here that is '\($0)'" }
        ?? didYouMean(scalar.string, words))
  }

  func color(_ node: Node, _ key: String) -> Color? {
    guard case .scalar(let scalar) = node else { return wrong(node, key, "a color") }
    if scalar.string.isEmpty && !scalar.isText {
      return refuse(
        place(of: node), "'\(key)' has no value",
        hint: "a color goes in quotes, for # starts a comment: '#ff8800'")
    }
    return color(scalar.string, at: place(of: node))
  }

  func color(_ text: String, at place: SourcePlace) -> Color? {
    Color(hex: text) ?? ColorNames.color(text)
      ?? refuse(
        place, "'\(Excerpts.short(text))' is no color",
        hint: didYouMean(text, ColorNames.names)
          ?? "'#rgb', '#rrggbb', '#rrggbbaa', or a name such as orange")
  }
}

/// Words of other formats and of plain speech for what has another word here.
enum Synonyms {
  /// The words that people write for every body.
  static let anything: Set = ["all", "any", "every", "everything", "everyone", "everybody", "*"]

  /// The words that were meant, by key, then by what was written.
  private static let words: [String: [String: String]] = [
    "type": [
      "rope": "slide", "cable": "slide", "limit": "slide", "revolute": "hinge", "axle": "hinge",
      "ball": "pivot", "distance": "pin", "rod": "pin", "stick": "pin", "slider": "groove", "rail": "groove",
      "elastic": "spring", "bungee": "spring", "torsion": "rotary-spring", "damped-spring": "spring",
      "damped-rotary-spring": "rotary-spring", "angle-limit": "rotary-limit", "engine": "motor",
      "keyframes": "keyframe", "tween": "basic", "transition": "basic", "sequence": "keyframe",
      "parallel": "group", "move": "basic", "animate": "basic", "fade": "basic", "follow": "path",
    ],
    "kind": [
      "fixed": "static", "immovable": "static", "ground": "static", "moving": "kinematic", "rigid": "dynamic",
    ],
    "oneWay": [
      "top": "up", "above": "up", "north": "up", "bottom": "down", "below": "down", "south": "down",
    ],
  ]

  /// The words that mean no limit, by the word that a number may be.
  private static let endless: [String: Set<String>] = [
    "forever": [
      "infinite", "infinity", "inf", ".inf", "endless", "endlessly", "always", "true", "yes", "loop",
    ],
    "infinite": ["infinity", "inf", ".inf", "forever", "fixed", "locked"],
  ]

  private static let units: [String: [String]] = [
    "s": ["sec", "secs", "second", "seconds"], "ms": ["msec", "millis", "millisecond", "milliseconds"],
    "min": ["minute", "minutes", "mins"], "kg": ["kilo", "kilos", "kilogram", "kilograms"],
    "g": ["gram", "grams"], "t": ["ton", "tons", "tonne", "tonnes"], "deg": ["degree", "degrees"],
    "rad": ["radian", "radians"], "turn": ["turns", "rev", "revs", "revolution", "revolutions", "rotations"],
    "Hz": ["fps", "hertz", "steps"], "m": ["meter", "meters", "metre", "metres"],
    "pt": ["point", "points", "px", "pixel", "pixels"], "%": ["percent", "pct"], "N": ["newton", "newtons"],
    "deg/s": ["dps", "degrees/s", "deg/sec"], "rad/s": ["radians/s", "rad/sec"],
    "m/s": ["mps", "m/sec"], "m/s^2": ["m/s2", "m/s/s", "m/s**2", "mps2"], "km/h": ["kmh", "kph"],
  ]

  static func word(for text: String, in known: [String]) -> String? {
    known.first { endless[$0]?.contains(text.lowercased()) ?? false }
  }

  static func unit(for text: String, in known: [String]) -> String? {
    known.first { units[$0]?.contains(text.lowercased()) ?? false }
  }

  static func word(for text: String, key: String, in known: [String]) -> String? {
    words[key]?[text.lowercased()].flatMap { known.contains($0) ? $0 : nil }
  }
}

/// The colors that have a name, as CSS has them.
enum ColorNames {
  private static let table: [(name: String, hex: String)] = [
    ("black", "#000000"), ("white", "#ffffff"), ("gray", "#808080"), ("silver", "#c0c0c0"),
    ("red", "#ff0000"), ("maroon", "#800000"), ("orange", "#ffa500"), ("gold", "#ffd700"),
    ("yellow", "#ffff00"), ("olive", "#808000"), ("lime", "#00ff00"), ("green", "#008000"),
    ("teal", "#008080"), ("cyan", "#00ffff"), ("skyblue", "#87ceeb"), ("blue", "#0000ff"),
    ("navy", "#000080"), ("purple", "#800080"), ("magenta", "#ff00ff"), ("pink", "#ffc0cb"),
    ("salmon", "#fa8072"), ("tomato", "#ff6347"), ("brown", "#a52a2a"), ("tan", "#d2b48c"),
    ("clear", "#00000000"),
  ]

  static var names: [String] { table.map(\.name) }

  static func color(_ name: String) -> Color? {
    table.first { $0.name == name }.flatMap { Color(hex: $0.hex) }
  }
}
