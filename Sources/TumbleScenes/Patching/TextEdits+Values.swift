import TumbleFrames
import Yams

extension TextEdits {
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
    let text = style.text(new)
    if node.range.isEmpty {
      change(node.range, to: " " + text)
    } else {
      // A block list may be no further in than the key that it belongs to; what replaces it must be.
      change(node.range, to: node.isFlow ? text : "  " + text)
    }
  }
}

extension ValueType {
  /// Of the elements of a list.
  var element: ValueType? {
    switch self {
    case .vector(let quantity, let bounds), .scale(let quantity, let bounds): .number(quantity, bounds)
    case .list(let element, _, _): element
    case .animated: .animated
    default: nil
    }
  }

  /// Of a mapping.
  var section: Section? {
    if case .record(let name, _) = self { return name.section }
    return nil
  }

  /// The key that a value without its mapping stands for.
  var shortKey: String? {
    if case .record(_, let short) = self { return short }
    return nil
  }
}
