import Yams

/// Finds the bytes that each value of a parsed text stands in.
///
/// The parser tells where a value begins and of what style it is, not where it ends. The tree is walked in
/// the order of the text, so only the end of each scalar has to be looked for; what a plain one says is
/// compared with what was parsed.
struct TextTreeBuilder: TextLines {
  let bytes: [UInt8]
  private var at = 0
  /// The mappings by where they start.
  private(set) var mappings: [SourcePlace: TextNode] = [:]
  /// The outermost collections in brackets or braces, in their order.
  private(set) var flowCollections: [Range<Int>] = []

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func tree(_ root: Node) throws(SceneTextPatchError) -> TextNode {
    skipDocumentStart()
    return try node(root, indent: -1, inFlow: false)
  }

  private mutating func node(_ node: Node, indent: Int, inFlow: Bool) throws(SceneTextPatchError) -> TextNode
  {
    var built: TextNode
    switch node {
    case .scalar(let scalar): built = try self.scalar(scalar, indent: indent, inFlow: inFlow)
    case .sequence(let sequence):
      skipBlanks()
      built = try list(sequence, isFlow: isAt("["))
    case .mapping(let mapping):
      skipBlanks()
      built = try self.mapping(mapping, isFlow: isAt("{"))
    case .alias: throw lost()
    }
    let place = SourcePlace(node)
    built.place = SourcePlace(line: place.line, column: place.column, length: 1)
    if !inFlow && built.isFlow && !built.isScalar { flowCollections.append(built.range) }
    if built.isMapping { mappings[built.place] = built }
    return built
  }

  // MARK: - Collections

  private mutating func mapping(_ mapping: Node.Mapping, isFlow: Bool) throws(SceneTextPatchError) -> TextNode
  {
    let (start, indent) = (at, isFlow ? -1 : column(at))
    if isFlow { try skip(UInt8(ascii: "{")) }
    var entries: [TextNode.Entry] = []
    for (key, value) in mapping {
      if isFlow { skipSeparators() } else { skipBlanks() }
      entries.append(try entry(key, value, indent: indent, inFlow: isFlow))
    }
    if isFlow { try skipEnd(UInt8(ascii: "}")) }
    return made(start..<at, .mapping(entries, isFlow: isFlow))
  }

  private mutating func list(_ list: Node.Sequence, isFlow: Bool) throws(SceneTextPatchError) -> TextNode {
    let (start, indent) = (at, isFlow ? -1 : column(at))
    if isFlow { try skip(UInt8(ascii: "[")) }
    var items: [TextNode.Item] = []
    for value in list {
      if isFlow { skipSeparators() } else { skipBlanks() }
      let dash = isFlow ? nil : at
      if !isFlow { try skip(UInt8(ascii: "-")) }
      items.append(TextNode.Item(node: try node(value, indent: indent, inFlow: isFlow), dash: dash))
    }
    if isFlow { try skipEnd(UInt8(ascii: "]")) }
    return made(start..<at, .list(items, isFlow: isFlow))
  }

  private mutating func entry(_ key: Node, _ value: Node, indent: Int, inFlow: Bool)
    throws(SceneTextPatchError) -> TextNode.Entry
  {
    guard case .scalar(let scalar) = key, !scalar.string.isEmpty || scalar.isText else { throw lost() }
    let range = try self.scalar(scalar, indent: indent, inFlow: inFlow).range
    skipBlanks()
    try skip(UInt8(ascii: ":"))
    return TextNode.Entry(
      key: scalar.string, keyRange: range, node: try node(value, indent: indent, inFlow: inFlow))
  }

  private func made(_ range: Range<Int>, _ content: TextNode.Content) -> TextNode {
    TextNode(range: range, content: content, place: SourcePlace())
  }

  // MARK: - Scalars

  private mutating func scalar(_ scalar: Node.Scalar, indent: Int, inFlow: Bool)
    throws(SceneTextPatchError) -> TextNode
  {
    let content = TextNode.Content.scalar(scalar.string, scalar.style)
    if scalar.string.isEmpty && !scalar.isText { return made(at..<at, content) }
    skipBlanks()
    let start = at
    switch scalar.style {
    case .singleQuoted, .doubleQuoted: try quoted()
    case .literal, .folded: try block(indent: indent)
    default: try plain(Array(scalar.string.utf8), inFlow: inFlow)
    }
    return made(start..<at, content)
  }

  private mutating func quoted() throws(SceneTextPatchError) {
    guard at < bytes.count else { throw lost() }
    let quote = bytes[at]
    guard quote == UInt8(ascii: "'") || quote == .doubleQuote else { throw lost() }
    at += 1
    while at < bytes.count {
      if quote == .doubleQuote, bytes[at] == UInt8(ascii: "\\") {
        at += 2
      } else if bytes[at] != quote {
        at += 1
      } else if quote != .doubleQuote, at + 1 < bytes.count, bytes[at + 1] == quote {
        // Two single quotes are one.
        at += 2
      } else {
        at += 1
        return
      }
    }
    throw lost()
  }

  /// `|` or `>`: the lines below that are indented further than what it belongs to.
  private mutating func block(indent: Int) throws(SceneTextPatchError) {
    guard at < bytes.count, bytes[at] == UInt8(ascii: "|") || bytes[at] == UInt8(ascii: ">") else {
      throw lost()
    }
    var end = lineEnd(at)
    var line = nextLine(at)
    while line < bytes.count {
      let first = bytes[line...].firstIndex { $0 != UInt8(ascii: " ") } ?? bytes.count
      if first < bytes.count, bytes[first] != .newline, bytes[first] != .return {
        guard first - line > indent else { break }
        end = lineEnd(first)
      }
      line = nextLine(line)
    }
    at = end
  }

  /// Takes line after line until the text is what was parsed: where its lines end depends on what is around
  /// it.
  private mutating func plain(_ expected: [UInt8], inFlow: Bool) throws(SceneTextPatchError) {
    var folded: [UInt8] = []
    while true {
      let start = at
      while at < bytes.count, !endsPlain(at, inFlow) { at += 1 }
      var end = at
      while end > start, bytes[end - 1].isBlank { end -= 1 }
      folded += bytes[start..<end]
      if folded == expected {
        at = end
        return
      }
      guard folded.count < expected.count, at < bytes.count, bytes[at] == .newline else { throw lost() }
      var breaks = 0
      while at < bytes.count, bytes[at].isBlank || bytes[at] == .newline {
        if bytes[at] == .newline { breaks += 1 }
        at += 1
      }
      // One line's end is a space, each further one a line's end.
      folded += breaks == 1 ? [UInt8(ascii: " ")] : [UInt8](repeating: .newline, count: breaks - 1)
    }
  }

  private func endsPlain(_ index: Int, _ inFlow: Bool) -> Bool {
    let byte = bytes[index]
    if byte == .newline { return true }
    if byte == UInt8(ascii: ":") {
      guard index + 1 < bytes.count else { return true }
      let next = bytes[index + 1]
      return next.isBlank || next == .newline || (inFlow && Self.flowMarks.contains(next))
    }
    if byte == UInt8(ascii: "#") { return index > 0 && bytes[index - 1].isBlank }
    return inFlow && Self.flowMarks.contains(byte)
  }

  private static let flowMarks = [UInt8](",[]{}".utf8)

  // MARK: - Small steps

  /// Blanks, line ends and comments.
  private mutating func skipBlanks() {
    while at < bytes.count {
      if bytes[at].isBlank || bytes[at] == .newline {
        at += 1
      } else if bytes[at] == UInt8(ascii: "#") {
        at = nextLine(at)
      } else {
        return
      }
    }
  }

  private mutating func skipSeparators() {
    skipBlanks()
    while at < bytes.count, bytes[at] == UInt8(ascii: ",") {
      at += 1
      skipBlanks()
    }
  }

  /// Directives and `---`.
  private mutating func skipDocumentStart() {
    skipBlanks()
    while at < bytes.count, column(at) == 0 {
      if bytes[at] == UInt8(ascii: "%") {
        at = nextLine(at)
      } else if bytes[at...].starts(with: "---".utf8),
        at + 3 == bytes.count || bytes[at + 3].isBlank || bytes[at + 3] == .newline
      {
        at += 3
      } else {
        return
      }
      skipBlanks()
    }
  }

  private func isAt(_ mark: Unicode.Scalar) -> Bool { at < bytes.count && bytes[at] == UInt8(ascii: mark) }

  private mutating func skip(_ byte: UInt8) throws(SceneTextPatchError) {
    guard at < bytes.count, bytes[at] == byte else { throw lost() }
    at += 1
  }

  /// The end of a collection in brackets or braces.
  private mutating func skipEnd(_ byte: UInt8) throws(SceneTextPatchError) {
    skipSeparators()
    try skip(byte)
  }

  private func lost() -> SceneTextPatchError {
    .layout(line: bytes[..<min(at, bytes.count)].reduce(1) { $1 == .newline ? $0 + 1 : $0 })
  }
}
