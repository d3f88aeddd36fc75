import TumbleFrames

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
    /// Of lines that are added: how far in they belong; an item of a list is further in than a key of its column.
    var depth = 0
  }

  /// What is to become of one mapping's keys.
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

  /// What is to become of one list's items.
  struct ListChange {
    var node: TextNode
    var removed: Set<Int> = []
    /// Entries to insert before an item, or after the last one, by its index.
    var inserted: [Int: [Entry]] = [:]
    var replaced: [Int: [Entry]] = [:]
  }

  enum Entry {
    case written(FormatNode.Mapping)
    /// Text that stands as it is in place of an item: without its dash's indentation, on several lines or one.
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
}

extension TextEdits {
  /// The text with all changes made; of a part of it, where that is all that is asked for.
  mutating func applied(within part: Range<Int>? = nil) -> [UInt8] {
    for key in mappings.keys.sorted() { write(mappings[key]!) }
    for key in lists.keys.sorted() { write(lists[key]!) }
    mappings = [:]
    lists = [:]
    let part = part ?? 0..<tree.bytes.count
    // Of changes at one place those that only add go first, what belongs to the inner before what belongs to the outer; then
    // the order in which they were made decides.
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
}
