extension TextEdits {
  mutating func write(_ change: MappingChange) {
    let entries = change.node.entries
    let kept = entries.indices.filter { !change.removed.contains(entries[$0].key) }
    guard !kept.isEmpty || !change.added.isEmpty else { return empty(change.node) }
    if change.node.isFlow {
      writeFlow(change, entries, kept)
    } else {
      writeBlock(change, entries, kept)
    }
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

  /// What stands between two elements of a flow collection, for one more to be set off likewise.
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
      // Its first key shares the line with what the mapping belongs to, so the new ones take the old ones' place.
      return self.change(change.node.range, to: lines.joined(separator: tree.lineEnd + spaces(column)))
    }
    for index in entries.indices where !kept.contains(index) {
      let entry = entries[index]
      if index < kept[0], !tree.isFirstOnLine(entries[0].keyRange.lowerBound) {
        // Behind a dash: the next key moves up to it.
        let next = entries[index + 1].keyRange.lowerBound
        self.change(entry.keyRange.lowerBound..<next, to: "")
      } else if index > 0 {
        // With the end of the line above, so that the last one of a text without a last line's end takes that along.
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

  /// A mapping whose every key goes.
  private mutating func empty(_ node: TextNode) {
    change(node.range, to: "{}")
  }

  func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
