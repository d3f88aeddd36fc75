/// A look at the tokens of a YAML text before it is parsed: what is refused is refused here, where it has
/// cost nothing.
///
/// It knows where libyaml starts a token, for an alias used as a key makes the parser hang, a deep nesting
/// overflows a small stack, and a `&` within a text is none of that. Where it were ever wrong, it is so in
/// refusing.
struct TextScan {
  struct Place: Hashable, Sendable {
    /// The line, from 1.
    var line: Int
    /// The column, from 1, in Unicode scalars.
    var column: Int
  }

  /// A key of a mapping; keys of the same mapping have the same `mapping`.
  struct Key {
    var place: Place
    var name: Range<Int>
    var mapping: Int
  }

  struct Refusal: Error {
    var place: Place
    var length = 1
    var message: String
    var hint: String?
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private let limits: SceneLimits
  private var at = 0
  private var line = 1
  private var lineStart = 0
  /// Columns (from 0, in bytes) of the block mappings and lists that are open, with a number for each.
  private var indents: [(column: Int, number: Int)] = []
  private var flows: [Int] = []
  private var lastNumber = 0
  private var nodes = 0
  private var measured = (offset: 0, characters: 0)
  private var documents = 0
  private let onKey: ((Key) -> Bool)?

  /// Throws a `Refusal` at the first thing that is not let through; `onKey` may stop the scan by returning
  /// false.
  static func check(
    _ bytes: UnsafeBufferPointer<UInt8>, limits: SceneLimits, onKey: ((Key) -> Bool)? = nil
  ) throws(Refusal) {
    var scan = TextScan(bytes: bytes, limits: limits, onKey: onKey)
    try scan.run()
  }

  private init(bytes: UnsafeBufferPointer<UInt8>, limits: SceneLimits, onKey: ((Key) -> Bool)?) {
    (self.bytes, self.limits, self.onKey) = (bytes, limits, onKey)
  }

  private mutating func run() throws(Refusal) {
    var atLineStart = true
    while at < bytes.count {
      let byte = bytes[at]
      switch byte {
      case .newline:
        newLine()
        atLineStart = true
        continue
      case .space, .tab, .return:
        at += 1
        continue
      case UInt8(ascii: "#") where at == lineStart || isBlank(at - 1):
        skipLine()
        continue
      default: break
      }
      if atLineStart && flows.isEmpty {
        let column = at - lineStart
        while let last = indents.last, last.column > column { indents.removeLast() }
        if column == 0 && isDocumentMark() {
          if byte == UInt8(ascii: "-") {
            documents += 1
            if documents > 1 || nodes > 0 {
              throw refusal(
                "a second document starts here", hint: "a scene is one document: one file for each")
            }
          }
          indents = []
          at += 3
          continue
        }
        if column == 0 && byte == UInt8(ascii: "%") && nodes == 0 {
          skipLine()
          continue
        }
      }
      atLineStart = false
      guard try token(byte) else { return }
    }
  }

  /// Goes over one token; false to stop.
  private mutating func token(_ byte: UInt8) throws(Refusal) -> Bool {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      try open { $0.flows.append($1) }
      at += 1
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      _ = flows.popLast()
      at += 1
    case UInt8(ascii: ","): at += 1
    case UInt8(ascii: "-") where isBlank(at + 1):
      try indent(to: at - lineStart)
      at += 1
    case UInt8(ascii: "?") where isBlank(at + 1) || !flows.isEmpty:
      throw refusal("'?' starts a key that is a list or a mapping", hint: "keys are plain words here")
    case UInt8(ascii: ":") where isBlank(at + 1) || !flows.isEmpty: at += 1
    case UInt8(ascii: "&"):
      throw refusal(
        "anchors (&name) are not read", length: wordLength(),
        hint: "what repeats goes under 'templates'; a text that starts with & goes in quotes")
    case UInt8(ascii: "*"):
      throw refusal(
        "aliases (*name) are not read", length: wordLength(),
        hint: "what repeats goes under 'templates'; a text that starts with * goes in quotes")
    case UInt8(ascii: "!"):
      throw refusal(
        "tags (!name) are not read", length: wordLength(), hint: "a text that starts with ! goes in quotes")
    case UInt8(ascii: "|") where flows.isEmpty, UInt8(ascii: ">") where flows.isEmpty:
      try count()
      blockText()
    default:
      try count()
      return try scalar()
    }
    return true
  }

  private mutating func scalar() throws(Refusal) -> Bool {
    let start = at
    let (startLine, startColumn) = (line, at - lineStart)
    let place = onKey == nil ? Place(line: line, column: 0) : place()
    switch bytes[at] {
    case UInt8(ascii: "'"): quoted(UInt8(ascii: "'"), escapes: false)
    case UInt8(ascii: "\""): quoted(UInt8(ascii: "\""), escapes: true)
    default: plain()
    }
    // A key is followed by a colon on its own line.
    var next = at
    while next < bytes.count, bytes[next] == .space || bytes[next] == .tab { next += 1 }
    guard line == startLine, next < bytes.count, bytes[next] == UInt8(ascii: ":"),
      isBlank(next + 1) || !flows.isEmpty
    else { return true }
    if flows.isEmpty { try indent(to: startColumn) }
    let mapping = flows.last ?? indents.last?.number ?? 0
    return onKey?(Key(place: place, name: start..<at, mapping: mapping)) ?? true
  }

  private mutating func quoted(_ quote: UInt8, escapes: Bool) {
    at += 1
    while at < bytes.count {
      let byte = bytes[at]
      if byte == .newline {
        newLine()
      } else if escapes && byte == UInt8(ascii: "\\") {
        at += 1
        if at < bytes.count && bytes[at] != .newline { at += 1 }
      } else if byte == quote {
        at += 1
        // Two single quotes are one.
        if escapes || at >= bytes.count || bytes[at] != quote { return }
        at += 1
      } else {
        at += 1
      }
    }
  }

  /// Reads an unquoted text, which goes on over lines that are indented further than what it belongs to.
  private mutating func plain() {
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: ":") && isBlank(at + 1) { return }
      if !flows.isEmpty && Self.flowMarks.contains(byte) { return }
      if byte == UInt8(ascii: "#") && isBlank(at - 1) { return }
      if byte == .newline {
        var next = at + 1
        var start = next
        while next < bytes.count, isBlank(next) {
          if bytes[next] == .newline { start = next + 1 }
          next += 1
        }
        guard next < bytes.count else { return }
        if flows.isEmpty && next - start <= indents.last?.column ?? -1 { return }
        if bytes[next] == UInt8(ascii: "#") { return }
        if next == start && isDocumentMark(at: next) { return }
        while at < next { if bytes[at] == .newline { newLine() } else { at += 1 } }
        continue
      }
      at += 1
    }
  }

  private static let flowMarks = [UInt8](",[]{}".utf8)

  /// `|` or `>`: the lines below that are indented further, whatever is in them.
  private mutating func blockText() {
    let parent = indents.last?.column ?? -1
    at += 1
    var given: Int?
    while at < bytes.count, !isBlank(at) {
      if let digit = Optional(Int(bytes[at]) - 48), (1...9).contains(digit) { given = digit }
      at += 1
    }
    skipLine()
    var content = given.map { max(parent, 0) + $0 }
    while at < bytes.count {
      // `at` is at a line's end: look at the next line before going there.
      var next = at + 1
      while next < bytes.count, bytes[next] == .space { next += 1 }
      guard next < bytes.count else { break }
      let column = next - at - 1
      if bytes[next] != .newline && bytes[next] != .return {
        if column <= parent { return }
        if let content, column < content { return }
        if content == nil { content = column }
      }
      newLine()
      skipLine()
    }
  }

  // MARK: - Small steps

  private mutating func newLine() {
    at += 1
    line += 1
    lineStart = at
  }

  private mutating func skipLine() {
    while at < bytes.count, bytes[at] != .newline { at += 1 }
  }

  private mutating func indent(to column: Int) throws(Refusal) {
    guard flows.isEmpty, column > indents.last?.column ?? -1 else { return }
    try open { $0.indents.append((column, $1)) }
  }

  private mutating func open(_ push: (inout TextScan, Int) -> Void) throws(Refusal) {
    lastNumber += 1
    push(&self, lastNumber)
    try count()
    if indents.count + flows.count > limits.nesting {
      throw refusal("lists and mappings are nested deeper than \(limits.nesting) levels")
    }
  }

  /// Values that are left out, as in `{a, b}`, are not counted: there are never more than of the others.
  private mutating func count() throws(Refusal) {
    nodes += 1
    if nodes > limits.nodes { throw refusal("the file has more than \(limits.nodes) values") }
  }

  /// Returns true for a blank, for a line end, and at the end of the text.
  private func isBlank(_ index: Int) -> Bool {
    guard index >= 0, index < bytes.count else { return true }
    let byte = bytes[index]
    return byte == .space || byte == .newline || byte == .tab || byte == .return
  }

  private func isDocumentMark() -> Bool { isDocumentMark(at: at) }

  private func isDocumentMark(at index: Int) -> Bool {
    guard index + 2 < bytes.count, isBlank(index + 3) else { return false }
    let byte = bytes[index]
    return (byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")) && bytes[index + 1] == byte
      && bytes[index + 2] == byte
  }

  private func wordLength() -> Int {
    var end = at + 1
    while end < bytes.count, end < at + 40, !isBlank(end), !Self.flowMarks.contains(bytes[end]) { end += 1 }
    return end - at
  }

  /// Returns the place of `at`; counts on from where it last counted, for a line may be megabytes long.
  private mutating func place() -> Place {
    if measured.offset < lineStart { measured = (lineStart, 0) }
    // Continuation bytes of UTF-8 are no characters.
    measured.characters += bytes[measured.offset..<at].reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    measured.offset = at
    return Place(line: line, column: measured.characters + 1)
  }

  private mutating func refusal(_ message: String, length: Int = 1, hint: String? = nil) -> Refusal {
    Refusal(place: place(), length: length, message: message, hint: hint)
  }
}

extension UInt8 {
  static let space = UInt8(ascii: " ")
  static let tab = UInt8(ascii: "\t")
  static let newline = UInt8(ascii: "\n")
  static let `return` = UInt8(ascii: "\r")
}
