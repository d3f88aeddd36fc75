import TumbleFiles

/// Text as a word of a POSIX shell.
enum ShellWord {
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+@%^".utf8)

  /// Quoted only where it must be.
  static func quoted(_ text: String) -> String {
    guard text.isEmpty || !text.utf8.allSatisfy(plain.contains) else { return text }
    return "'" + text.escaped { $0 == "'" ? "'\\''" : nil } + "'"
  }

  /// The same for the end of a word, which may be empty.
  static func quotedEnd(_ text: String) -> String { text.isEmpty ? "" : quoted(text) }

  /// A command of a program and its arguments.
  static func command(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }
}
