import Foundation
import TumbleFiles

/// Files beside each other in the working folder, with one name and several endings.
package enum NumberedFiles {
  /// Writes `NAME-1.ENDING` of each ending, all of them or none, with the first number that no file has yet:
  /// none is ever overwritten.
  ///
  /// - Returns: The files' name without an ending.
  package static func write(
    named stem: String, _ contents: [(ending: String, data: Data)]
  ) throws(OutputError) -> String {
    let base = free(stem, contents.map(\.ending))
    // They are given their names when each could be written.
    let files = try contents.map { (file) throws(OutputError) in
      try OutputFile(path: "\(base).\(file.ending)")
    }
    for (file, content) in zip(files, contents) {
      try file.write(content.data)
      try file.flush()
    }
    for file in files { try file.finish() }
    return base
  }

  /// Returns a name without an ending, `NAME-1` or with the first number of which no file has any of the
  /// endings.
  package static func free(_ stem: String, _ endings: [String]) -> String {
    var number = 1
    while endings.contains(where: { UntrustedFile.exists("\(stem)-\(number).\($0)") }) { number += 1 }
    return "\(stem)-\(number)"
  }

  /// Returns a part of a file's name: letters and digits, small, with a stroke for all else.
  ///
  /// - Parameter usual: What stands for a text that has none of them.
  package static func word(_ text: String, or usual: String) -> String {
    let parts = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    var word = parts.isEmpty ? usual : parts.joined(separator: "-")
    // A file's name is limited in bytes, and a letter may have several.
    while word.utf8.count > 60 { word.removeLast() }
    return word
  }
}
