import TumbleFiles

/// What a comparison says to a person.
struct DiffReport: Encodable {
  let isEqual: Bool
  /// Without the last line's end.
  private(set) var lines: [String]

  init(isEqual: Bool, _ lines: [String] = []) {
    self.isEqual = isEqual
    self.lines = lines
  }

  /// Without what of the files a terminal would obey.
  var text: String { lines.map { $0.printable + "\n" }.joined() }

  mutating func add(_ line: String) { lines.append(line) }

  /// A list under a heading, nothing for an empty one.
  ///
  /// - Parameter limit: The most lines that are shown.
  mutating func add(_ heading: String, _ items: [String], limit: Int) {
    guard !items.isEmpty else { return }
    lines.append(heading)
    lines += items.prefix(limit).map { "  " + $0 }
    if items.count > limit { lines.append("  … and \(items.count - limit) more: see --limit") }
  }

  /// `1 step`, `3 steps`.
  static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
