import Foundation
import TumbleFiles

/// Pictures from files, PNG or JPEG: what their first bytes are decides, not their names.
public enum PictureFile {
  /// - Parameters:
  ///   - size: A size in pixels that the picture is shown in: it may be decoded at less than its own, with at least as many
  ///     pixels, where that is quicker.
  ///   - folder: The file may not lie outside of it; nil: it may lie anywhere.
  /// - Throws: `DrawingError`, naming the path.
  public static func read(
    _ path: String, covering size: (width: Int, height: Int)? = nil, within folder: String? = nil
  ) throws -> Bitmap {
    do {
      return try decode(
        UntrustedFile.read(path, limit: PNG.maximumBytes, within: folder), path: path, covering: size)
    } catch UntrustedFile.Failure.reason(let reason) {
      throw DrawingError.file(path: path, reason: reason)
    }
  }

  /// - Parameter path: What the error calls the data.
  /// - Throws: `DrawingError`.
  public static func decode(_ data: Data, path: String, covering size: (width: Int, height: Int)? = nil)
    throws
    -> Bitmap
  {
    if data.starts(with: [0xFF, 0xD8]) { return try JPEG.decode(data, path: path, covering: size) }
    // What is called a PNG should be one.
    guard path.hasSuffix(".png") || data.starts(with: [0x89]) else {
      throw DrawingError.notPicture(path: path)
    }
    return try PNG.decode(data, path: path)
  }

  /// The header, where the picture is not too large to be decoded.
  ///
  /// - Throws: `DrawingError`.
  static func header(in bytes: [UInt8], path: String) throws -> PictureHeader {
    let header: PictureHeader
    do {
      header = try PictureHeader(of: bytes)
    } catch {
      switch error {
      case .unknownKind: throw DrawingError.notPicture(path: path)
      case .endsEarly:
        throw DrawingError.damaged(path: path, reason: "it ends in its head", kind: kind(bytes))
      case .reason(let reason): throw DrawingError.damaged(path: path, reason: reason, kind: kind(bytes))
      }
    }
    guard header.width <= Bitmap.maximumSide, header.height <= Bitmap.maximumSide,
      header.width * header.height <= PNG.maximumPixels
    else { throw DrawingError.tooLarge(path: path, width: header.width, height: header.height) }
    return header
  }

  private static func kind(_ bytes: [UInt8]) -> String { bytes.starts(with: [0xFF]) ? "JPEG" : "PNG" }
}
