import TumbleFrames
import TumbleGeometry
@testable import TumbleScenes

/// The reference of the scene format, in Markdown, and the words a fuzzer tries.
enum SceneReference {
  /// The line of `docs/scene-format.md` after which the page is made: the tutorial above it is written by
  /// hand.
  static let marker =
    "<!-- From here on the page is made by DocumentsTests; TUMBLE_GOLDEN=write writes it anew. -->\n"

  static var text: String {
    var text = opening
    text += """
      ### Quantities

      A number alone is in the plain unit; a unit may follow it, after a space or not. Units with `m` want
      `world.pointsPerMeter`. In the plain unit a number lies between -1e9 and 1e9, where its key says nothing else.

      | what | plain | units |
      | --- | --- | --- |

      """
    for quantity in Quantity.allCases where !quantity.units.isEmpty {
      let units = quantity.units.map { "`\($0.name)`" }.joined(separator: " ")
      text += "| \(name(quantity)) | \(quantity.plain) | \(units) |\n"
    }
    text += arithmetic
    for name in SectionName.allCases { text += section(name.section) }
    return MarkdownLines.wrapped(text + looks + limits)
  }

  /// The records by topic. A topic goes on to where the next one begins, so no record is left out.
  private static var contents: String {
    let topics: [(title: String, first: SectionName)] = [
      ("the scene", .scene), ("bodies", .material), ("many bodies at once", .repeat),
      ("joints, contacts and forces", .joint), ("what only shows", .emitter),
      ("triggers, keys and controls", .trigger), ("animations", .layer), ("graphs and tests", .graph),
    ]
    var text = "| topic | records |\n| --- | --- |\n"
    let all = SectionName.allCases
    for (index, topic) in topics.enumerated() {
      let rest = all[all.firstIndex(of: topic.first)!...]
      let next = index + 1 < topics.count ? topics[index + 1].first : nil
      let links = rest.prefix { $0 != next }.map { "[\($0.rawValue)](#\(anchor($0)))" }
      text += "| \(topic.title) | \(links.joined(separator: ", ")) |\n"
    }
    return text
  }

  private static let opening = """

    ## The reference

    This part is made from the description that the reader itself checks files by; so is
    `Scenes/scene.schema.json`, which gives editors that know JSON Schema completion and checking: put this line at the
    top of a scene.

        # yaml-language-server: $schema=scene.schema.json

    `tumble validate FILE…` checks files and says what is wrong where. A scene is a record with the keys of
    [scene](#scene-a-scene); its lists and keys take other records:

    \(contents)| throughout | [quantities](#quantities), [variables and arithmetic](#variables-and-arithmetic), \
    [pictures and colors](#pictures-and-colors), [limits](#limits) |

    ### The text

    ```yaml
    \(Format.scene.examples[0])
    ```

    YAML is read as its version 1.2 has it, and a little more strictly: `true` and `false` are the only flags, numbers are
    decimal and finite, a key stands once in a mapping, and an unknown key is an error. Anchors, aliases and tags are not
    read: `templates` and `repeat` serve instead. A JSON file is a scene too, with its quantities in quotes: `"30 deg"`.
    Text with `: ` or ` #` in it, and colors that start with `#`, go in quotes.

    Names (ids) start with a letter and go on with letters, digits, `-` and `_`, 64 at most;
    \(SceneNames.reserved.sorted().map { "`\($0)`" }.joined(separator: ", ")) have meanings of their own. Points and
    angles: x goes to the right, y up, angles go counter-clockwise.


    """

  private static var limits: String {
    let limits = SceneLimits()
    return """

      ### Limits

      A file from anywhere is safe to read: a pipe, a device or a folder is not waited for, and what is larger than this is
      refused with a message that says so. The worst texts tried within the limits took 5 seconds and 400 megabytes to read.

      | what | at most |
      | --- | --- |
      | bytes of the file | \(limits.bytes) |
      | lists and mappings within each other | \(limits.nesting) |
      | values, keys, lists and mappings | \(limits.nodes) |
      | bodies, repeaters unrolled | \(limits.bodies) |
      | shapes | \(limits.shapes) |
      | corners of all outlines | \(limits.allCorners) |
      | pairs of shapes whose bounds meet at the start, concave outlines counted by their pieces | \(limits.pairs) |
      | included files | \(limits.includes) |
      | bytes of all included files | \(limits.includedBytes) |
      | files that include each other in a row | \(limits.includeDepth) |
      | joints | \(limits.joints) |
      | shapes that rules name, by their bodies too | \(limits.ruleShapes) |
      | bytes of a text, such as a title | \(Reading.longestText) |
      | characters of a name | \(Reading.longestName) |
      | pixels of a picture | \(limits.pixels) |
      | pixels of all pictures | \(limits.allPixels) |
      | errors and warnings shown, of each | \(limits.errors) |

      """
  }

  private static func name(_ quantity: Quantity) -> String {
    quantity.rawValue.reduce(into: "") { $0 += $1.isUppercase ? " " + $1.lowercased() : String($1) }
  }

  private static func section(_ section: Section) -> String {
    var text = "\n### `\(section.name.rawValue)`: \(section.noun)\n\n\(joined(section.name.help))\n\n"
    text += "| key | value | default | meaning |\n| --- | --- | --- | --- |\n"
    for key in section.keys {
      var help = key.help
      if !key.formerNames.isEmpty {
        help += " Formerly " + key.formerNames.map { "`\($0)`" }.joined(separator: ", ") + "."
      }
      if !key.only.isEmpty { help = "(\(key.only.joined(separator: ", "))) " + help }
      let defaultText =
        key.isRequired
        ? "must be given" + (key.unless.map { ", or `\($0)`" } ?? "")
        : key.defaultText.map { "`\($0)`" } ?? ""
      text += "| `\(key.name)` | \(value(key.type)) | \(defaultText) | \(help) |\n"
    }
    for set in section.exclusive {
      text += "\nOne of " + set.map { "`\($0)`" }.joined(separator: ", ") + " at most.\n"
    }
    guard section.name != .scene, !section.examples.isEmpty else { return text }
    return text + "\n```yaml\n" + section.examples.joined(separator: "\n") + "\n```\n"
  }

  private static func article(_ noun: String) -> String {
    ("aeiou".contains(noun.prefix(1)) ? "an " : "a ") + noun
  }

  private static func joined(_ help: String) -> String { help.split(separator: "\n").joined(separator: "\n") }

  /// Describes a key's value in few words.
  private static func value(_ type: ValueType) -> String {
    switch type {
    case .text: "text"
    case .lines: "text, of one line or several"
    case .id: "name"
    case .animationID: "name, or property such as `lamp.opacity`"
    case .reference(let what): "name of \(article(what))"
    case .flag: "`true` or `false`"
    case .number(let quantity, let bounds, let words):
      number(quantity, bounds) + words.map { ", or `\($0)`" }.joined()
    case .count(let range):
      range.count == 1 ? "\(range.lowerBound)" : "whole number, \(range.lowerBound) to \(range.upperBound)"
    case .pair(let first, let firstBounds, let second, let secondBounds):
      "`[x, y]`, \(article(number(first, firstBounds))) and \(article(number(second, secondBounds)))"
    case .vector(let quantity, let bounds): "`[x, y]`, each \(article(number(quantity, bounds)))"
    case .scale(let quantity, let bounds): "\(number(quantity, bounds)), or `[x, y]`"
    case .color: "color: `\"#rrggbb\"`, `\"#rgb\"`, `\"#rrggbbaa\"`, or a name"
    case .word(let words): words.map { "`\($0)`" }.joined(separator: ", ")
    case .direction: "`up`, `down`, `left`, `right`, angle, or `[x, y]`"
    case .record(let name, let short):
      "[\(name.rawValue)](#\(anchor(name)))" + (short.map { ", or its `\($0)`" } ?? "")
    case .source(let name): "[\(name.rawValue)](#\(anchor(name)))"
    case .list(let element, let count, let orOne):
      "list of \(range(count)): \(value(element))" + (orOne ? "; or one" : "")
    case .names(let element): "mapping of names, each to: \(value(element))"
    case .arithmetic: "number, with a unit or not, or arithmetic"
    case .animated: "what the property is: a number, `[x, y]`, a color"
    }
  }

  /// The anchor that GitHub makes of a section's heading.
  private static func anchor(_ name: SectionName) -> String {
    name.rawValue.lowercased() + "-"
      + name.section.noun.filter { $0 != "'" }.split(separator: " ").joined(separator: "-")
  }

  /// The number of entries that a list may have, in words.
  private static func range(_ count: ClosedRange<Int>) -> String {
    if count.count == 1 { return "\(count.lowerBound)" }
    return count.lowerBound == 0
      ? "at most \(count.upperBound)" : "\(count.lowerBound) to \(count.upperBound)"
  }

  private static func number(_ quantity: Quantity, _ bounds: Bounds) -> String {
    let what = [.channel, .number, .ratio].contains(quantity) ? "number" : name(quantity)
    return bounds == .any ? what : "\(what), \(bounds.limits)"
  }

  /// A whole scene around each example of each section, so that it can be read.
  static var examples: [(section: String, scene: String)] {
    [("arithmetic", arithmeticExample)]
      + SectionName.allCases.flatMap { name in
        name.section.examples.map { (name.rawValue, ExampleFrame.scene(around: $0, of: name)) }
      }
  }

  /// Keys, words and units, a line each, as libFuzzer's dictionaries have them.
  static var dictionary: String {
    var words: [String] = []
    func add(_ type: ValueType) {
      switch type {
      case .word(let some): words += some
      case .number(_, _, let some): words += some
      case .list(let element, _, _), .names(let element): add(element)
      default: break
      }
    }
    for section in SectionName.allCases.map(\.section) {
      for key in section.keys {
        words.append(key.name + ": ")
        add(key.type)
      }
    }
    words += Quantity.allCases.flatMap { $0.units.map { " " + $0.name } }
    words += Channel.common + ColorNames.names
    words += [
      "- {", "}", "[", "]", "- ", ", ", "\\x0a", "\\x0a  ", "|\\x0a", "---", "true", "false", "1e9", "-0",
      "#",
    ]
    words += ArithmeticFunction.allCases.map { $0.rawValue + "(" } + [" * ", " + ", " / ", "^", "pi"]
    words += ["up", "down", "anything", "&a ", "*a", "!!", "spring(", "cubic-bezier(", "steps(", "linear("]
    return words.uniqued().map { "\"\($0)\"\n" }.joined()
  }
}

extension Bounds {
  /// Both ends, as tables have them.
  var limits: String {
    if self == .unlimited { return description }
    let (low, high) = (min <= -1e15 ? "-1e15" : min.shortText, max >= 1e15 ? "1e15" : max.shortText)
    if isOpen { return "more than \(low), at most \(max == 1e9 ? "1e9" : high)" }
    return "\(low) to \(max == 1e9 ? "1e9" : high)"
  }
}
