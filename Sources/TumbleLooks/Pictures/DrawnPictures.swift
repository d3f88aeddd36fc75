import Foundation
import TumbleDrawing
import TumbleFiles

/// The files of pictures that Tumble draws itself: made when they are first needed, and kept in a folder where there is one. What is
/// damaged there is made again.
struct DrawnPictures: Sendable {
  private let folder: PrivateFolder?
  /// They change with the way they are drawn.
  private static let version = 1
  private static let quality = 88

  /// - Parameter folder: Made where it is not there; nil: nothing is kept.
  init(folder: String?) {
    self.folder = folder.flatMap { try? PrivateFolder($0) }
  }

  func jpeg(of picture: DrawnPicture) throws -> Data {
    let path = folder.map { "\($0.path)/landscape-\(picture.number)-\(Self.version).jpg" }
    if let path, let data = try? UntrustedFile.read(path, limit: 4 << 20, within: folder?.path),
      JPEGStructure.problem(in: [UInt8](data)) == nil
    {
      return data
    }
    let data = try JPEG.encode(Landscape(picture).bitmap(), quality: Self.quality)
    if let path { try? Self.keep(data, at: path) }
    return data
  }

  /// Where that fails it is drawn again next time.
  private static func keep(_ data: Data, at path: String) throws {
    let output = try OutputFile(path: path, followsLinks: false)
    try output.write([UInt8](data))
    try output.finish()
  }
}
