import Foundation
import TumbleDrawing
import TumbleFiles

/// A film as a folder of pictures: 00001.png and so on.
struct PictureFolder: FilmOutput {
  private let path: String
  /// Where the pictures are until all are there.
  private let part: String
  private var count = 0

  init(path: String) throws {
    let path = path.hasSuffix("/") ? String(path.dropLast()) : path
    self.path = path
    part = path + ".partial-\(getpid())"
    guard !UntrustedFile.exists(path) else { throw FilmError.exists(path: path) }
    guard mkdir(part, 0o777) == 0 else {
      throw FilmError.unwritable(path: path, reason: String(cString: strerror(errno)))
    }
  }

  mutating func add(_ picture: Bitmap) throws {
    count += 1
    let digits = String(count)
    let name = String(repeating: "0", count: max(5 - digits.count, 0)) + digits
    let file = try OutputFile(path: part + "/" + name + ".png")
    try file.write(try PNG.encode(picture))
    try file.finish()
  }

  func finish() throws {
    guard rename(part, path) == 0 else {
      throw FilmError.unwritable(path: path, reason: String(cString: strerror(errno)))
    }
  }

  var abandon: @Sendable () -> Void {
    { [part] in try? FileManager.default.removeItem(atPath: part) }
  }
}
