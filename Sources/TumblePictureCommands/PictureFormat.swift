import ArgumentParser
import TumbleFiles

/// What is written, by the ending of the file's name.
enum PictureFormat: String, CaseIterable {
  case png
  case svg
  case pdf
  case csv
  case html

  /// - Parameters:
  ///   - path: The file to write. One without an ending, and `-`, get the first of `known`.
  ///   - known: Those that the command writes.
  /// - Throws: `ValidationError` for another ending, because it would name another format.
  init(of path: String, known: [PictureFormat]) throws {
    let ending = FilePath.parts(of: path).ending.dropFirst().lowercased()
    guard let format = path == "-" || ending.isEmpty ? known.first : PictureFormat(rawValue: ending),
      known.contains(format)
    else {
      let endings = known.map { "." + $0.rawValue }
      let list =
        endings.count > 1
        ? endings.dropLast().joined(separator: ", ") + " or " + endings[endings.count - 1] : endings[0]
      throw ValidationError("-o takes a file that ends in \(list), not '\(path)'.")
    }
    self = format
  }
}
