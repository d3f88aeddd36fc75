extension KeyTable {
  /// A line of the help: what stands in several rows with one description is one line.
  package struct Line: Hashable, Sendable {
    package var group: Group
    /// Such as `Q, Ctrl+Q` or `← → ↑ ↓`.
    package var keys: String
    package var description: String
    /// The names in `keys.yaml`.
    package var names: [ActionName]
  }

  /// The table as the help shows it.
  package var lines: [Line] {
    var lines: [Line] = []
    var start = entries.startIndex
    while start < entries.endIndex {
      let first = entries[start]
      let end =
        entries[start...].firstIndex {
          $0.group != first.group || $0.description != first.description || $0.isMovement != first.isMovement
        } ?? entries.endIndex
      let rows = entries[start..<end]
      lines.append(
        Line(
          group: first.group, keys: Self.keys(of: rows), description: first.description,
          names: rows.map(\.name)))
      start = end
    }
    return lines
  }

  private static func keys(of rows: ArraySlice<Entry>) -> String {
    guard rows.count > 1 else { return rows.first?.gestures.map(\.text).joined(separator: ", ") ?? "" }
    let texts = rows.compactMap { $0.gestures.first?.text }
    // Digits that follow each other are a range.
    let digits = texts.compactMap { $0.count == 1 ? Int($0) : nil }
    if digits.count == rows.count, digits.count > 2, digits == Array(digits[0]..<digits[0] + digits.count) {
      return "\(digits[0]) – \(digits[digits.count - 1])"
    }
    // What is held is said once: Ctrl+← → ↑ ↓.
    guard let plus = texts.first?.lastIndex(of: "+"), let first = texts.first else {
      return texts.joined(separator: " ")
    }
    let held = String(first[...plus])
    guard texts.allSatisfy({ $0.hasPrefix(held) && $0.count > held.count }) else {
      return texts.joined(separator: " ")
    }
    return held + texts.map { $0.dropFirst(held.count) }.joined(separator: " ")
  }

  /// The table as a section of `docs/window.md`, made of Markdown tables, a group each.
  package var markdown: String {
    var text = ""
    for group in Group.allCases {
      text += "### \(group.rawValue)\n\n| keys, mouse | what it does | name |\n| --- | --- | --- |\n"
      for line in lines where line.group == group {
        let names = line.names.map { "`\($0.rawValue)`" }
        let shown =
          names.count > 4 ? "\(names[0]) … \(names[names.count - 1])" : names.joined(separator: ", ")
        text += "| \(line.keys) | \(line.description) | \(shown) |\n"
      }
      text += "\n"
    }
    return text
  }
}
