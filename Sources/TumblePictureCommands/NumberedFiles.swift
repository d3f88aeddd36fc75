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
    var number = 1
    while contents.contains(where: { UntrustedFile.exists("\(stem)-\(number).\($0.ending)") }) { number += 1 }
    let base = "\(stem)-\(number)"
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
}
