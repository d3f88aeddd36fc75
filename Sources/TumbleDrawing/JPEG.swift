import CTumbleJPEG
import Foundation
import TumbleFiles

/// JPEG files to and from bitmaps, by libjpeg.
public enum JPEG {
  /// - Parameters:
  ///   - path: What the error calls the data.
  ///   - size: As it is seen; then the picture is decoded at one, two or four eighths of its own size where that has as many
  ///     pixels in both directions, which takes a part of the time. nil: at its own size.
  /// - Throws: `DrawingError`, also for a file that is cut off or damaged anywhere.
  public static func decode(_ data: Data, path: String, covering size: (width: Int, height: Int)? = nil)
    throws
    -> Bitmap
  {
    let bytes = [UInt8](data)
    let header = try PictureFile.header(in: bytes, path: path)
    guard header.kind == .jpeg else { throw DrawingError.notPicture(path: path) }
    if let problem = JPEGStructure.problem(in: bytes) {
      throw DrawingError.damaged(path: path, reason: problem, kind: "JPEG")
    }
    let eighths = size.map { Self.eighths(of: header, covering: $0) } ?? 8
    let isOnItsSide = header.orientation >= 5
    let (width, height) = isOnItsSide ? (header.height, header.width) : (header.width, header.height)
    var bitmap = Bitmap(
      width: Int(ctumble_jpeg_scaled(Int32(width), Int32(eighths))),
      height: Int(ctumble_jpeg_scaled(Int32(height), Int32(eighths))))
    let (scaledWidth, scaledHeight) = (Int32(bitmap.width), Int32(bitmap.height))
    let problem = bitmap.withMutablePixels { pixels in
      withReason { reason in
        ctumble_jpeg_decode(
          bytes, bytes.count, Int32(eighths), pixels.baseAddress, scaledWidth, scaledHeight, reason)
      }
    }
    if let problem { throw DrawingError.damaged(path: path, reason: problem, kind: "JPEG") }
    return bitmap.oriented(header.orientation)
  }

  /// The least eighths of a picture's size that have at least so many pixels.
  static func eighths(of header: PictureHeader, covering size: (width: Int, height: Int)) -> Int {
    [1, 2, 4].first { eighths in
      ctumble_jpeg_scaled(Int32(header.width), Int32(eighths)) >= size.width
        && ctumble_jpeg_scaled(Int32(header.height), Int32(eighths)) >= size.height
    } ?? 8
  }

  /// The file's bytes; the same picture gives the same bytes with one version of the library.
  ///
  /// - Parameters:
  ///   - bitmap: Its alpha is ignored.
  ///   - quality: 1 to 100.
  /// - Throws: `DrawingError.output`, for an empty picture too, which JPEG does not know.
  public static func encode(_ bitmap: Bitmap, quality: Int = 90) throws -> Data {
    guard bitmap.width > 0, bitmap.height > 0 else {
      throw DrawingError.output(reason: "it has no pixels (\(bitmap.width) × \(bitmap.height))")
    }
    var (memory, count): (UnsafeMutablePointer<UInt8>?, Int) = (nil, 0)
    let problem = bitmap.pixels.withUnsafeBufferPointer { pixels in
      withReason { reason in
        ctumble_jpeg_encode(
          pixels.baseAddress, Int32(bitmap.width), Int32(bitmap.height), Int32(min(max(quality, 1), 100)),
          &memory,
          &count, reason)
      }
    }
    if let problem { throw DrawingError.output(reason: problem) }
    defer { ctumble_jpeg_free(memory) }
    return Data(bytes: UnsafeRawPointer(memory!), count: count)
  }

  /// Calls with room for a reason; returns it where the call reports an error, as a phrase.
  private static func withReason(_ call: (UnsafeMutablePointer<CChar>) -> Int32) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: ctumble_jpeg_reason_size) { reason in
      guard let start = reason.baseAddress, call(start) != 0 else { return nil }
      let text = String(cString: start)
      return text.prefix(1).lowercased() + text.dropFirst()
    }
  }
}

extension Bitmap {
  /// Turned and mirrored as an orientation of Exif says (1 to 8; 1: as it is).
  func oriented(_ orientation: Int) -> Bitmap {
    guard (2...8).contains(orientation) else { return self }
    let isOnItsSide = orientation >= 5
    var turned = Bitmap(width: isOnItsSide ? height : width, height: isOnItsSide ? width : height)
    let (width, height, turnedWidth) = (width, height, turned.width)
    pixels.withUnsafeBufferPointer { source in
      turned.withMutablePixels { target in
        for y in 0..<height {
          for x in 0..<width {
            // Where what lies at (x, y) in the file is seen.
            let (column, row) =
              switch orientation {
              case 2: (width - 1 - x, y)
              case 3: (width - 1 - x, height - 1 - y)
              case 4: (x, height - 1 - y)
              case 5: (y, x)
              case 6: (height - 1 - y, x)
              case 7: (height - 1 - y, width - 1 - x)
              default: (y, width - 1 - x)
              }
            target[row * turnedWidth + column] = source[y * width + x]
          }
        }
      }
    }
    return turned
  }
}
