/// Lines of Markdown of a bounded width.
enum MarkdownLines {
  /// The text with its paragraphs broken anew. Code, tables, headings, pictures and comments stay as they
  /// are.
  /// - Parameter columns: The longest line of a paragraph, in characters.
  static func wrapped(_ text: String, columns: Int = 100) -> String {
    var (lines, paragraph, isFenced): ([String], [Substring], Bool) = ([], [], false)
    func flush() {
      var line = ""
      for word in paragraph {
        // A line must not begin with what would make it a list, a heading or a table.
        let mayBreak = !["-", "+", "*", "#", "|", ">"].contains(word.prefix(1))
        if line.isEmpty {
          line = String(word)
        } else if line.count + 1 + word.count > columns, mayBreak {
          lines.append(line)
          line = String(word)
        } else {
          line += " " + word
        }
      }
      if !line.isEmpty { lines.append(line) }
      paragraph = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isFence = line.hasPrefix("```")
      if isFence { isFenced.toggle() }
      if isFenced || isFence || line.isEmpty || ["#", "|", "!", "<", " "].contains(line.prefix(1)) {
        flush()
        lines.append(String(line))
      } else {
        paragraph += line.split(separator: " ")
      }
    }
    flush()
    return lines.joined(separator: "\n")
  }
}
