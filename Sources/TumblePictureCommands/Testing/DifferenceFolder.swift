import Foundation
import TumbleDrawing
import TumbleFiles

/// The folder that pictures of differences are written to; it is made with the first of them.
struct DifferenceFolder: Sendable {
  let path: String

  /// - Returns: The path of the file.
  func write(_ picture: Bitmap, _ name: String) throws -> String {
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let file = path + (path.hasSuffix("/") ? "" : "/") + name
    let output = try OutputFile(path: file)
    try output.write(try PNG.encode(picture))
    try output.finish()
    return file
  }
}
