import Yams

/// A value of a scene's text as YAML sees it, and the bytes that it stands in.
struct TextNode {
  enum Content {
    case scalar(String, Node.Scalar.Style)
    case list([Item], isFlow: Bool)
    case mapping([Entry], isFlow: Bool)
  }

  struct Item {
    var node: TextNode
    /// The offset of its dash, in a block list.
    var dash: Int?
  }

  struct Entry {
    var key: String
    var keyRange: Range<Int>
    var node: TextNode
  }

  /// From its first byte to behind its last; empty, behind the colon or the dash, for a value that is left out.
  var range: Range<Int>
  var content: Content
  /// As the parser tells it: what records of the reader are found by.
  var place: SourcePlace
}

extension TextNode {
  /// Of a mapping; none for anything else.
  var entries: [Entry] {
    if case .mapping(let entries, _) = content { return entries }
    return []
  }

  /// Of a list; none for anything else.
  var items: [Item] {
    if case .list(let items, _) = content { return items }
    return []
  }

  var isScalar: Bool { if case .scalar = content { true } else { false } }

  var isMapping: Bool { if case .mapping = content { true } else { false } }

  /// Within brackets or braces, or a scalar.
  var isFlow: Bool {
    switch content {
    case .scalar: true
    case .list(_, let isFlow), .mapping(_, let isFlow): isFlow
    }
  }

  /// The entry of a key, by its name or a former one.
  func entry(_ name: String, in section: Section?) -> Entry? {
    entries.first { $0.key == name || section?.canonicalName(of: $0.key) == name }
  }
}
