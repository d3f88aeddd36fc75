import Yams

/// Changes of a scene's text that are made together. What they do not touch stays as it is, byte for byte.
struct TextEdits {
  let tree: TextTree
  let style: WrittenStyle
  private var changes: [Change] = []
  private var mappings: [Int: MappingChange] = [:]
  private var lists: [Int: ListChange] = [:]

  struct Change {
    var range: Range<Int>
    var text: String
    /// The depth of lines that are added; an item of a list is further in than a key of its column.
    var depth = 0
  }

  struct MappingChange {
    var node: TextNode
    var section: Section?
    var added: [(key: String, value: Addition)] = []
    var removed: Set<String> = []
  }

  enum Addition {
    case value(FormatNode)
    /// A list of mappings, one below the other.
    case entries([FormatNode.Mapping])
  }

  struct ListChange {
    var node: TextNode
    var removed: Set<Int> = []
    /// Entries to insert before an item, or after the last one, by its index.
    var inserted: [Int: [Entry]] = [:]
    var replaced: [Int: [Entry]] = [:]
  }

  enum Entry {
    case written(FormatNode.Mapping)
    /// Text that stands as it is in place of an item: without its dash's indentation, on several lines or
    /// one.
    case text(String)
  }

  init(_ tree: TextTree, in scope: NumberScope = NumberScope()) {
    self.tree = tree
    style = WrittenStyle(isJSON: tree.isJSON, scope: scope)
  }

  var isEmpty: Bool { changes.isEmpty && mappings.isEmpty && lists.isEmpty }
}

extension TextEdits {
  /// Gives a key of a mapping a value: changes the one it has, as little as can be, or adds the key.
  mutating func set(
    _ key: String, _ value: FormatNode, in node: TextNode, _ section: Section?, for word: String? = nil
  ) {
    for rivals in section?.exclusive ?? [] where rivals.contains(key) {
      for rival in rivals where rival != key { remove(rival, in: node, section) }
    }
    if let entry = node.entry(key, in: section) {
      mappings[node.range.lowerBound]?.removed.remove(entry.key)
      replace(entry.node, with: value, type: section?.key(key, for: word)?.type)
    } else {
      change(node, section) { change in
        change.added.removeAll { $0.key == key }
        change.added.append((key, .value(value)))
      }
    }
  }

  /// Gives a key of a mapping a value, or takes it out for nil.
  mutating func put(_ key: String, _ value: FormatNode?, in node: TextNode, _ section: Section?) {
    if let value { set(key, value, in: node, section) } else { remove(key, in: node, section) }
  }

  /// Adds a list of mappings under a key that a mapping does not have.
  mutating func add(_ key: String, _ entries: [FormatNode.Mapping], to node: TextNode) {
    change(node, nil) { $0.added.append((key, .entries(entries))) }
  }

  /// Takes a key out of a mapping; a key that it does not have is no matter.
  mutating func remove(_ key: String, in node: TextNode, _ section: Section?) {
    let name = node.entry(key, in: section)?.key
    guard name != nil || mappings[node.range.lowerBound] != nil else { return }
    change(node, section) { change in
      change.added.removeAll { $0.key == key }
      if let name { change.removed.insert(name) }
    }
  }

  mutating func remove(item: Int, in node: TextNode) { change(node) { $0.removed.insert(item) } }

  /// - Parameter item: The item before which it goes; behind the last for their number.
  mutating func insert(_ entry: Entry, before item: Int, in node: TextNode) {
    change(node) { $0.inserted[item, default: []].append(entry) }
  }

  mutating func replace(item: Int, with entries: [Entry], in node: TextNode) {
    change(node) { $0.replaced[item] = entries }
  }

  mutating func change(_ range: Range<Int>, to text: String, depth: Int = 0) {
    changes.append(Change(range: range, text: text, depth: depth))
  }

  private mutating func change(
    _ node: TextNode, _ section: Section?, _ body: (inout MappingChange) -> Void
  ) {
    body(&mappings[node.range.lowerBound, default: MappingChange(node: node, section: section)])
  }

  private mutating func change(_ node: TextNode, _ body: (inout ListChange) -> Void) {
    body(&lists[node.range.lowerBound, default: ListChange(node: node)])
  }

  /// The text with all changes made; of a part of it, where that is all that is asked for.
  mutating func applied(within part: Range<Int>? = nil) -> [UInt8] {
    for key in mappings.keys.sorted() { write(mappings[key]!) }
    for key in lists.keys.sorted() { write(lists[key]!) }
    mappings = [:]
    lists = [:]
    let part = part ?? 0..<tree.bytes.count
    // Of changes at one place those that only add go first, what belongs to the inner before what belongs to
    // the outer; then the order in which they were made decides.
    func order(_ change: Change, _ number: Int) -> (Int, Int, Int, Int) {
      (change.range.lowerBound, change.range.isEmpty ? 0 : 1, -change.depth, number)
    }
    let ordered = changes.enumerated().sorted { order($0.element, $0.offset) < order($1.element, $1.offset) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(part.count + 256)
    var at = part.lowerBound
    for (_, change) in ordered {
      // A change within a range that another change has replaced has no effect.
      guard change.range.lowerBound >= at, change.range.upperBound <= part.upperBound else { continue }
      bytes += tree.bytes[at..<change.range.lowerBound]
      bytes += change.text.utf8
      at = change.range.upperBound
    }
    return bytes + tree.bytes[at..<max(at, part.upperBound)]
  }

  /// Writes a value in the place of another, and of a list or a mapping only what differs.
  mutating func replace(_ node: TextNode, with new: FormatNode, type: ValueType?) {
    switch (node.content, new) {
    case (.scalar(let old, let scalarStyle), _) where !(old.isEmpty && node.range.isEmpty):
      let isText = scalarStyle != .plain && scalarStyle != .any
      if let text = style.text(new, inPlaceOf: old, isText: isText, type: type) {
        let quoted = style.styled(
          text, new, like: scalarStyle, isWithin: tree.isWithinFlow(node.range.lowerBound))
        if quoted != tree.text(node.range) { change(node.range, to: quoted) }
      }
    case (.list(let items, _), .list(let values)) where items.count == values.count:
      for (item, value) in zip(items, values) { replace(item.node, with: value, type: type?.element) }
    case (.mapping(let entries, _), .mapping(let values)):
      let section = type?.section
      let names = Set(values.map(\.0))
      for entry in entries where !names.contains(section?.canonicalName(of: entry.key) ?? entry.key) {
        remove(entry.key, in: node, section)
      }
      for (key, value) in values { set(key, value, in: node, section) }
    case (.mapping, _):
      // The long form of what may be written short.
      if let short = type?.shortKey, let section = type?.section, node.entry(short, in: section) != nil {
        set(short, new, in: node, section)
      } else {
        replaceWhole(node, with: new)
      }
    default: replaceWhole(node, with: new)
    }
  }

  mutating func replaceWhole(_ node: TextNode, with new: FormatNode) {
    // A block list may be no further in than the key that it belongs to; what replaces it must be.
    let lead = node.range.isEmpty ? " " : node.isFlow ? "" : "  "
    change(node.range, to: lead + style.text(new))
  }
}

extension ValueType {
  var element: ValueType? {
    switch self {
    case .vector(let quantity, let bounds), .scale(let quantity, let bounds): .number(quantity, bounds)
    case .list(let element, _, _): element
    case .animated: .animated
    default: nil
    }
  }

  var section: Section? { if case .record(let name, _) = self { name.section } else { nil } }

  /// The key that a value without its mapping stands for.
  var shortKey: String? { if case .record(_, let short) = self { short } else { nil } }
}

extension TextEdits {
  mutating func write(_ change: MappingChange) {
    let entries = change.node.entries
    let kept = entries.indices.filter { !change.removed.contains(entries[$0].key) }
    guard !kept.isEmpty || !change.added.isEmpty else { return self.change(change.node.range, to: "{}") }
    if change.node.isFlow { writeFlow(change, entries, kept) } else { writeBlock(change, entries, kept) }
  }

  // MARK: - In braces

  private mutating func writeFlow(_ change: MappingChange, _ entries: [TextNode.Entry], _ kept: [Int]) {
    let (start, end) = (change.node.range.lowerBound, change.node.range.upperBound)
    let ranges = entries.map { $0.keyRange.lowerBound..<$0.node.range.upperBound }
    removeFlow(ranges, kept: kept, within: start..<end)
    guard !change.added.isEmpty else { return }
    let added = change.added.map { style.key($0.key) + ": " + style.text(of: $0.value) }
    let separator = separator(between: ranges)
    let lead = kept.isEmpty ? "" : separator
    self.change(
      kept.last.map { ranges[$0].upperBound..<ranges[$0].upperBound } ?? start + 1..<start + 1,
      to: lead + added.joined(separator: separator))
  }

  /// Takes elements of a flow collection out, with one comma each.
  mutating func removeFlow(_ ranges: [Range<Int>], kept: [Int], within whole: Range<Int>) {
    var last: Int?
    for next in kept + [ranges.count] {
      let first = (last ?? -1) + 1
      if first < next {
        switch (last, next < ranges.count) {
        case (let last?, _): change(ranges[last].upperBound..<ranges[next - 1].upperBound, to: "")
        case (nil, true): change(ranges[first].lowerBound..<ranges[next].lowerBound, to: "")
        case (nil, false): change(whole.lowerBound + 1..<whole.upperBound - 1, to: "")
        }
      }
      last = next
    }
  }

  /// Returns what stands between two elements of a flow collection, for one more to be set off alike.
  func separator(between ranges: [Range<Int>]) -> String {
    guard ranges.count > 1 else { return ", " }
    let gap = ranges[ranges.count - 2].upperBound..<ranges[ranges.count - 1].lowerBound
    return tree.has(UInt8(ascii: "#"), in: gap) ? ", " : tree.text(gap)
  }

  // MARK: - Line by line

  private mutating func writeBlock(_ change: MappingChange, _ entries: [TextNode.Entry], _ kept: [Int]) {
    let start = change.node.range.lowerBound
    let column = tree.column(start)
    let lines = change.added.map { key, value in
      style.key(key) + ":" + style.block(value, column: column, lineEnd: tree.lineEnd)
    }
    if kept.isEmpty {
      // Its first key shares the line with what the mapping belongs to, so the new ones take the old ones'
      // place.
      return self.change(change.node.range, to: lines.joined(separator: tree.lineEnd + spaces(column)))
    }
    for index in entries.indices where !kept.contains(index) {
      let entry = entries[index]
      if index < kept[0], !tree.isFirstOnLine(entries[0].keyRange.lowerBound) {
        // Behind a dash: the next key moves up to it.
        let next = entries[index + 1].keyRange.lowerBound
        self.change(entry.keyRange.lowerBound..<next, to: "")
      } else if index > 0 {
        // With the end of the line above, so that the last one of a text without a last line's end takes that
        // along.
        let above = tree.endOfLine(before: entry.keyRange.lowerBound)
        self.change(above..<tree.lineEnd(entry.node.range.upperBound), to: "")
      } else {
        self.change(
          tree.lineStart(entry.keyRange.lowerBound)..<tree.nextLine(entry.node.range.upperBound), to: "")
      }
    }
    guard !lines.isEmpty else { return }
    let end = tree.lineEnd(entries[kept[kept.count - 1]].node.range.upperBound)
    self.change(end..<end, to: lines.map { tree.lineEnd + spaces(column) + $0 }.joined(), depth: 2 * column)
  }

  func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  mutating func write(_ change: ListChange) {
    if change.node.isFlow { writeFlow(change) } else { writeBlock(change) }
  }

  // MARK: - In brackets

  private mutating func writeFlow(_ change: ListChange) {
    let items = change.node.items
    let ranges = items.map(\.node.range)
    let kept = items.indices.filter { !change.removed.contains($0) }
    removeFlow(ranges, kept: kept, within: change.node.range)
    let separator = separator(between: ranges)
    for (index, entries) in change.replaced.sorted(by: { $0.key < $1.key }) {
      self.change(ranges[index], to: entries.map(flow).joined(separator: separator))
    }
    // What goes before an item that stays is followed by a comma, what goes behind all has one before it.
    for (index, entries) in change.inserted.sorted(by: { $0.key < $1.key }) {
      let text = entries.map(flow).joined(separator: separator)
      if let before = kept.last(where: { $0 < index }) {
        let end = ranges[before].upperBound
        self.change(end..<end, to: separator + text)
      } else {
        let start = change.node.range.lowerBound + 1
        self.change(start..<start, to: kept.isEmpty ? text : text + separator)
      }
    }
  }

  private func flow(_ entry: Entry) -> String {
    switch entry {
    case .written(let mapping): style.text(.mapping(mapping))
    case .text(let text): text
    }
  }

  // MARK: - Line by line

  private mutating func writeBlock(_ change: ListChange) {
    let items = change.node.items
    let column = tree.column(items[0].dash ?? 0)
    if change.removed.count == items.count && change.inserted.isEmpty && change.replaced.isEmpty {
      // The comments around the items stay.
      let dash = items[0].dash ?? change.node.range.lowerBound
      let above = tree.bytes[..<dash].lastIndex(of: UInt8(ascii: ":")).map { $0 + 1 }
      let end = tree.lineEnd(above ?? dash)
      let isAlone = tree.bytes[(above ?? dash)..<end].allSatisfy(\.isBlank)
      if let above, isAlone {
        self.change(above..<above, to: " []")
        for item in items { self.change(lines(of: item), to: "") }
      } else {
        self.change(change.node.range, to: spaces(column == 0 ? 2 : 0) + "[]")
      }
      return
    }
    for index in change.removed.sorted() { self.change(lines(of: items[index]), to: "") }
    for (index, entries) in change.replaced.sorted(by: { $0.key < $1.key }) {
      let dash = items[index].dash ?? items[index].node.range.lowerBound
      let text = entries.map { block($0, column: column, like: items[index].node) }
      self.change(
        dash..<tree.lineEnd(items[index].node.range.upperBound),
        to: text.joined(separator: tree.lineEnd + spaces(column)))
    }
    for (index, entries) in change.inserted.sorted(by: { $0.key < $1.key }) {
      let model = items[max(index - 1, 0)].node
      let text = entries.map { spaces(column) + block($0, column: column, like: model) }
        .joined(separator: tree.lineEnd)
      if index > 0 {
        let end = tree.lineEnd(items[index - 1].node.range.upperBound)
        // Behind an item that goes: in its place.
        let isGone = change.removed.contains(index - 1)
        let start = isGone ? lines(of: items[index - 1]).lowerBound : end
        self.change(
          start..<start, to: isGone ? text + tree.lineEnd : tree.lineEnd + text, depth: 2 * column + 1)
      } else {
        let start = tree.lineStart(items[0].dash ?? 0)
        self.change(start..<start, to: text + tree.lineEnd)
      }
    }
  }

  /// All that an item takes, from its dash's line to the end of its last.
  private func lines(of item: TextNode.Item) -> Range<Int> {
    let start = item.dash ?? item.node.range.lowerBound
    return tree.lineStart(start)..<tree.nextLine(max(item.node.range.upperBound, start))
  }

  private func block(_ entry: Entry, column: Int, like model: TextNode) -> String {
    switch entry {
    case .text(let text): return text
    case .written(let mapping):
      if model.isFlow { return "- " + style.text(.mapping(mapping)) }
      return "- " + style.lines(mapping, column: column + 2, lineEnd: tree.lineEnd)
    }
  }
}
