extension TextEdits {
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
