import Foundation
import Yams

/// Brings a scene's text into one style: indentation by two, one space where a space belongs and none
/// elsewhere, no blanks at a line's end, one empty line at most. Values, their order, quotes, comments, line
/// breaks and a byte order mark stay as they are, so a text that was formatted stays as it is when it is
/// formatted again. All lines end as the first does, with a line feed or with a carriage return before it.
public struct SceneTextFormat: Sendable {
  /// The limits of what is read.
  public var limits: SceneLimits

  /// Creates a value by its parts, which are the properties of the same names.
  public init(limits: SceneLimits = SceneLimits()) { self.limits = limits }

  /// Formats a text.
  ///
  /// - Parameter text: A file's bytes: YAML that a scene may be in, whether or not it is a valid scene.
  /// - Throws: `SceneTextPatchError.unreadable` for what cannot be read as YAML; `.layout` for a text whose
  ///   values cannot be told apart from each other by what they look like.
  public func formatted(_ text: Data, file: String = "scene") throws(SceneTextPatchError) -> Data {
    let (source, root) = try parsed(text, file)
    guard let root else { return text }
    var layout = TextLayout(try TextTree(source, root: root))
    let formatted = Data(SceneText.byteOrderMark(of: text) + Self.ended(layout.formatted(), as: text))
    // Formatting may change the layout only: the result must read as the same document.
    guard try parsed(formatted, file).1.map(Self.isSame(as: root)) == true else { throw .layout(line: 1) }
    return formatted
  }

  /// Lines that end as the first of a text does, with a carriage return or without.
  private static func ended(_ bytes: [UInt8], as text: Data) -> [UInt8] {
    let carriageReturn = UInt8(ascii: "\r")
    // One stands only before a line feed.
    let lines = bytes.filter { $0 != carriageReturn }
    guard let first = text.firstIndex(of: .newline), first > text.startIndex,
      text[text.index(before: first)] == carriageReturn
    else { return lines }
    return lines.flatMap { $0 == .newline ? [carriageReturn, $0] : [$0] }
  }

  private func parsed(_ data: Data, _ file: String) throws(SceneTextPatchError) -> (SceneText, Node?) {
    do throws(SceneText.Unreadable) {
      return try SceneText.parsed(data, limits: limits)
    } catch {
      var found = DiagnosticList(file: file, limits: limits, excerpts: error.excerpts)
      found.add(error.refusal)
      throw .unreadable(found.report())
    }
  }

  private static func isSame(as old: Node) -> (Node) -> Bool {
    { new in
      switch (old, new) {
      case (.scalar(let a), .scalar(let b)): a.string == b.string && a.style == b.style
      case (.sequence(let a), .sequence(let b)):
        a.count == b.count && zip(a, b).allSatisfy { isSame(as: $0)($1) }
      case (.mapping(let a), .mapping(let b)):
        a.count == b.count
          && zip(a, b).allSatisfy { isSame(as: $0.key)($1.key) && isSame(as: $0.value)($1.value) }
      default: false
      }
    }
  }
}

/// Lays a text's tokens out again: what stands between two of them is written by what they are.
struct TextLayout {
  private let tree: TextTree
  private var tokens: [Token] = []

  /// A piece of text that stays as it is.
  private struct Token {
    enum Kind { case key, colon, dash, comma, open, close, scalar }

    var kind: Kind
    var range: Range<Int>
    /// The indent of its line if it is the first of one; nil within brackets, where that depends on their
    /// lines.
    var indent: Int?
  }

  init(_ tree: TextTree) {
    self.tree = tree
    add(tree.root, indent: 0)
    tokens.removeAll { $0.range.isEmpty }
  }

  // MARK: - Tokens

  /// - Parameter indent: Of its lines; nil within brackets.
  private mutating func add(_ node: TextNode, indent: Int?) {
    switch node.content {
    case .scalar: tokens.append(Token(kind: .scalar, range: node.range, indent: indent))
    case .mapping(let entries, let isFlow):
      if isFlow { mark(node.range.lowerBound, .open, indent) }
      for (index, entry) in entries.enumerated() {
        let inner = isFlow ? nil : indent
        tokens.append(Token(kind: .key, range: entry.keyRange, indent: inner))
        mark(next(UInt8(ascii: ":"), from: entry.keyRange.upperBound), .colon, nil)
        add(entry.node, indent: inner.map { $0 + 2 })
        if isFlow { addComma(behind: entry.node.range.upperBound, isLast: index == entries.count - 1, node) }
      }
      if isFlow { mark(node.range.upperBound - 1, .close, nil) }
    case .list(let items, let isFlow):
      if isFlow { mark(node.range.lowerBound, .open, indent) }
      for (index, item) in items.enumerated() {
        if let dash = item.dash { mark(dash, .dash, indent) }
        add(item.node, indent: isFlow ? nil : indent.map { $0 + 2 })
        if isFlow { addComma(behind: item.node.range.upperBound, isLast: index == items.count - 1, node) }
      }
      if isFlow { mark(node.range.upperBound - 1, .close, nil) }
    }
  }

  private mutating func mark(_ offset: Int, _ kind: Token.Kind, _ indent: Int?) {
    tokens.append(Token(kind: kind, range: offset..<offset + 1, indent: indent))
  }

  /// Adds the comma behind an element; the last one's may be left out.
  private mutating func addComma(behind offset: Int, isLast: Bool, _ node: TextNode) {
    let comma = next(UInt8(ascii: ","), from: offset)
    if !isLast || comma < node.range.upperBound - 1 { mark(comma, .comma, nil) }
  }

  /// The next place of a mark behind blanks and comments; where there is another mark, the end of the text.
  private func next(_ mark: UInt8, from offset: Int) -> Int {
    var at = offset
    while at < tree.bytes.count, tree.bytes[at] != mark {
      let byte = tree.bytes[at]
      if byte == UInt8(ascii: "#") {
        at = tree.nextLine(at)
      } else if byte.isBlank || byte == .newline {
        at += 1
      } else {
        return tree.bytes.count
      }
    }
    return at
  }

  // MARK: - Text

  mutating func formatted() -> [UInt8] {
    tokens.removeAll { $0.range.upperBound > tree.bytes.count }
    var out = Output()
    var end = start(&out)
    var previous: Token?
    for token in tokens {
      write(gap: end..<token.range.lowerBound, from: previous, to: token, &out)
      write(token, &out)
      (end, previous) = (token.range.upperBound, token)
    }
    writeRest(end, &out)
    return out.bytes
  }

  /// The text that is written, and the brackets that are open with the indents of their lines.
  private struct Output {
    var bytes: [UInt8] = []
    var lineIndent = 0
    var open: [Int] = []
    /// The columns at which the lines that a line belongs to started and now start.
    var columns: [(old: Int, new: Int)] = []
  }

  /// Directives and `---` stay as they are.
  private func start(_ out: inout Output) -> Int {
    guard let first = tokens.first else { return 0 }
    let lines = tree.bytes[..<first.range.lowerBound].split(
      separator: .newline, omittingEmptySubsequences: false)
    guard let last = lines.lastIndex(where: { $0.starts(with: "---".utf8) }) else { return 0 }
    let end = min(lines[last].startIndex + 3, first.range.lowerBound)
    out.bytes += tree.bytes[..<end]
    return end
  }

  private func write(gap: Range<Int>, from previous: Token?, to token: Token, _ out: inout Output) {
    let lines = tree.bytes[gap].split(separator: .newline, omittingEmptySubsequences: false)
    guard lines.count > 1 || (previous == nil && gap.lowerBound == 0) else {
      if let previous, isSpaced(previous.kind, token.kind) { out.bytes.append(UInt8(ascii: " ")) }
      if previous == nil { out.bytes.append(UInt8(ascii: " ")) }
      return
    }
    let isClosing = token.kind == .close
    let inner = token.indent ?? (out.open.last.map { isClosing ? $0 : $0 + 2 } ?? 0)
    let indent = token.indent ?? (out.open.last.map { $0 + 2 } ?? 0)
    let column = tree.column(token.range.lowerBound)
    write(lines: lines.dropLast(), isStart: previous == nil && gap.lowerBound == 0, &out) {
      [columns = out.columns] depth in
      // Further in than what comes next: it belongs to what came before.
      guard depth > column, token.indent != nil else { return indent }
      return columns.last { $0.old <= depth }?.new ?? indent
    }
    out.lineIndent = inner
    out.columns.removeAll { $0.old >= column }
    out.columns.append((column, inner))
    out.bytes += [UInt8](repeating: UInt8(ascii: " "), count: inner)
  }

  /// The comment behind a token, and the lines of their own behind that.
  ///
  /// - Parameter indent: How far in a comment goes that stood so far in.
  private func write(
    lines: some Collection<ArraySlice<UInt8>>, isStart: Bool, _ out: inout Output, indent: (Int) -> Int
  ) {
    var isFirst = !isStart
    var isEmptyBefore = isStart
    for line in lines {
      let text = trimmed(line)
      if isFirst {
        if !text.isEmpty {
          let blanks = line.prefix { $0.isBlank }.count
          out.bytes += [UInt8](repeating: UInt8(ascii: " "), count: max(blanks, 1)) + text
        }
        out.bytes.append(.newline)
        isFirst = false
      } else if !text.isEmpty {
        let depth = line.prefix { $0.isBlank }.count
        out.bytes += [UInt8](repeating: UInt8(ascii: " "), count: indent(depth)) + text
        out.bytes.append(.newline)
        isEmptyBefore = false
      } else if !isEmptyBefore {
        out.bytes.append(.newline)
        isEmptyBefore = true
      }
    }
  }

  private func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line.drop { $0.isBlank }
    while let last = line.last, last.isBlank { line.removeLast() }
    return line
  }

  private func isSpaced(_ a: Token.Kind, _ b: Token.Kind) -> Bool {
    if a == .open || b == .close || b == .comma || b == .colon { return false }
    return a == .colon || a == .comma || a == .dash
  }

  private func write(_ token: Token, _ out: inout Output) {
    switch token.kind {
    case .open: out.open.append(out.lineIndent)
    case .close: _ = out.open.popLast()
    case .scalar, .key: return writeScalar(token, &out)
    default: break
    }
    out.bytes += tree.bytes[token.range]
  }

  /// Writes a scalar of several lines: those of a block text keep their distance from each other, those of
  /// any other text have none to keep.
  private func writeScalar(_ token: Token, _ out: inout Output) {
    let lines = tree.bytes[token.range].split(separator: .newline, omittingEmptySubsequences: false)
    let first = lines[0]
    guard lines.count > 1 else {
      out.bytes += first
      return
    }
    let isBlock = first.first == UInt8(ascii: "|") || first.first == UInt8(ascii: ">")
    out.bytes += isBlock ? trimmed(first) : first
    let rest = lines.dropFirst()
    let indent = token.indent ?? (out.open.last ?? 0) + 2
    func depth(_ line: ArraySlice<UInt8>) -> Int { line.prefix { $0 == UInt8(ascii: " ") }.count }
    let given = first.first { (49...57).contains($0) }.map { Int($0 - 48) }
    let own = rest.filter { !trimmed($0).isEmpty }.map(depth)
    // With an indentation indicator (`|2`) the first line of a block text may have leading spaces of its own.
    let base = isBlock ? (given == nil ? own.first : own.min()) ?? 0 : 0
    for line in rest {
      out.bytes.append(.newline)
      let text = trimmed(line)
      if isBlock {
        let shift = (given.map { indent - 2 + $0 } ?? indent)
        let kept = line.last == .return ? line.dropLast() : line
        guard !(text.isEmpty && depth(kept) <= base) else { continue }
        out.bytes +=
          [UInt8](repeating: UInt8(ascii: " "), count: shift) + kept.dropFirst(min(base, depth(kept)))
      } else if !text.isEmpty {
        out.bytes += [UInt8](repeating: UInt8(ascii: " "), count: indent) + text
      }
    }
  }

  /// Writes what stands behind the last token: comments.
  private func writeRest(_ end: Int, _ out: inout Output) {
    let lines = tree.bytes[end...].split(separator: .newline, omittingEmptySubsequences: false)
    write(lines: lines, isStart: tokens.isEmpty, &out) { [columns = out.columns] depth in
      depth == 0 ? 0 : columns.last { $0.old <= depth }?.new ?? 0
    }
    while out.bytes.last == .newline, out.bytes.dropLast().last == .newline { out.bytes.removeLast() }
  }
}
