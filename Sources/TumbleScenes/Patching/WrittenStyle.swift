import TumbleFiles
import Yams

/// Writes values as their neighbors in a text are written.
struct WrittenStyle {
  let isJSON: Bool
  let scope: NumberScope

  func key(_ key: String) -> String { isJSON ? key.jsonText : key }

  /// A value on one line.
  func text(_ value: FormatNode) -> String {
    guard isJSON else { return value.flow }
    return value.written(key: \.jsonText, scalar: { $1 ? $0.jsonText : Self.json($0) })
  }

  func text(of addition: TextEdits.Addition) -> String {
    switch addition {
    case .value(let value): text(value)
    case .entries(let entries): text(.list(entries.map { .mapping($0) }))
    }
  }

  /// Returns what follows a key's colon in a mapping of lines.
  func block(_ addition: TextEdits.Addition, column: Int, lineEnd: String) -> String {
    switch addition {
    case .value(let value): return " " + text(value)
    case .entries(let entries):
      let indent = String(repeating: " ", count: column + 2)
      return entries.map { lineEnd + indent + "- " + lines($0, column: column + 4, lineEnd: lineEnd) }
        .joined()
    }
  }

  /// A mapping, a line a key, the first of which stands behind something else.
  func lines(_ mapping: FormatNode.Mapping, column: Int, lineEnd: String) -> String {
    let indent = String(repeating: " ", count: column)
    return mapping.map { "\(key($0.0)): \(text($0.1))" }.joined(separator: lineEnd + indent)
  }
}

extension WrittenStyle {
  /// The text of a scalar for a new value; nil where the old one says the same already.
  func text(_ new: FormatNode, inPlaceOf old: String, isText: Bool, type: ValueType?) -> String? {
    switch new {
    case .text(let text): return text == old && (isText || !text.isEmpty) ? nil : text
    case .plain(let text):
      guard let value = NumberText.number(text), !isText || type?.quantity != nil else {
        return text == old ? nil : text
      }
      for quantity in type?.quantities ?? [.number] {
        if let unit = UnitNumber(old, of: quantity, in: scope) {
          return unit.value.bitPattern == value.bitPattern ? nil : unit.text(for: value) ?? text
        }
      }
      return text
    case .list, .mapping: return self.text(new)
    }
  }

  /// The text as a scalar in the quotes that the old one had, where that can be.
  func styled(_ text: String, _ new: FormatNode, like old: Node.Scalar.Style, isWithin flow: Bool) -> String {
    switch new {
    case .list, .mapping: return text
    case .plain:
      if isJSON { return Self.json(text) }
      // Its unit may hold what would end it.
      return isPlain(text, within: flow) ? text : FormatNode.quoted(text)
    case .text:
      if isJSON { return text.jsonText }
      switch old {
      case .plain, .any: return isPlain(text, within: flow) ? text : FormatNode.quoted(text)
      case .singleQuoted:
        let isSimple = text.unicodeScalars.allSatisfy { (" "..."~").contains($0) }
        return isSimple
          ? "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
          : FormatNode.quoted(text)
      default: return FormatNode.quoted(text)
      }
    }
  }

  /// A scalar without quotes in YAML, as JSON has it.
  private static func json(_ text: String) -> String {
    if NumberText.number(text) != nil || text == "true" || text == "false" { return text }
    return text.jsonText
  }

  /// Returns true if a text can stand without quotes, and be the same text.
  private func isPlain(_ text: String, within flow: Bool) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, let last = bytes.last else { return false }
    let isNumber = NumberText.length(bytes) != nil
    guard
      first.isLetter || first.isDigit || first >= 0x80
        || (isNumber && (first == UInt8(ascii: "-") || first == UInt8(ascii: "."))),
      !last.isBlank, last != UInt8(ascii: ":")
    else { return false }
    // Of scalars that are not ASCII only letters are let through.
    guard text.unicodeScalars.allSatisfy({ (" "..."~").contains($0) || $0.properties.isAlphabetic }) else {
      return false
    }
    let marks = Set(",[]{}".utf8)
    for (index, byte) in bytes.enumerated() {
      if flow && marks.contains(byte) { return false }
      if byte == UInt8(ascii: ":"), index + 1 < bytes.count, flow || bytes[index + 1].isBlank { return false }
      if byte == UInt8(ascii: "#"), index > 0, bytes[index - 1].isBlank { return false }
    }
    return true
  }
}

extension ValueType {
  /// The quantity that a number of it measures.
  var quantity: Quantity? {
    switch self {
    case .number(let quantity, _, _), .scale(let quantity, _), .vector(let quantity, _): quantity
    case .count, .direction: .number
    default: nil
    }
  }

  /// The quantities that it may measure: for an animation's values that depends on what is animated.
  var quantities: [Quantity] {
    if case .animated = self { return Quantity.allCases }
    return quantity.map { [$0] } ?? []
  }
}

/// A number as it stands in a scene's text, with its unit, for another to be written in the same unit.
struct UnitNumber {
  /// The value in the plain unit.
  let value: Double
  private let quantity: Quantity
  private let scope: NumberScope
  /// The rest behind the number: blanks and the unit.
  private let unit: Substring

  /// Reads a number; nil for what is none of this quantity.
  init?(_ text: String, of quantity: Quantity, in scope: NumberScope) {
    guard let value = Self.value(text, quantity, scope) else { return nil }
    (self.value, self.quantity, self.scope) = (value, quantity, scope)
    let rest = Substring(text.utf8.dropFirst(NumberText.length(text.utf8) ?? 0))
    // Arithmetic has no unit that another number could have.
    unit = quantity.unit(rest.drop { $0 == " " }) == nil ? "" : rest
  }

  /// A number of the same unit that reads as exactly this value; nil if none does.
  func text(for value: Double) -> String? {
    guard !unit.isEmpty, self.value.isFinite, let one = Self.value("1" + unit, quantity, scope), one != 0
    else { return nil }
    let guess = value / one
    guard guess.isFinite else { return nil }
    // The roundest of its neighbors that is exact; the factor is rounded too, so the quotient itself need
    // not be.
    for candidate in [guess.rounded(), (guess * 1e3).rounded() / 1e3, (guess * 1e6).rounded() / 1e6]
      + [guess, guess.nextUp, guess.nextDown]
    {
      let text = candidate.shortText + unit
      if Self.value(text, quantity, scope)?.bitPattern == value.bitPattern { return text }
    }
    return nil
  }

  private static func value(_ text: String, _ quantity: Quantity, _ scope: NumberScope) -> Double? {
    let reading = Reading(DiagnosticList(file: "", limits: SceneLimits(), excerpts: Excerpts([])))
    reading.scope = scope
    let value = reading.measured(text, isQuoted: false, quantity, SourcePlace(), "")
    return reading.hasErrors ? nil : value
  }
}
