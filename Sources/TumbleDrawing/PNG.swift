import CTumbleCairo
import Foundation
import TumbleFiles

/// PNG files to and from bitmaps.
public enum PNG {
  /// A picture of more pixels is refused before anything is allocated for it.
  public static let maximumPixels = 64 * 1024 * 1024
  /// A file of more bytes is refused: pixels that cannot be compressed at all have four each, or eight.
  static let maximumBytes = 8 * maximumPixels + 1 << 20

  /// - Parameter folder: The file may not lie outside of it; nil: it may lie anywhere.
  /// - Throws: `DrawingError`, naming the path.
  public static func read(_ path: String, within folder: String? = nil) throws -> Bitmap {
    do {
      return try decode(UntrustedFile.read(path, limit: maximumBytes, within: folder), path: path)
    } catch UntrustedFile.Failure.reason(let reason) {
      throw DrawingError.file(path: path, reason: reason)
    }
  }

  /// - Parameter path: what the error calls the data.
  /// - Throws: `DrawingError`.
  public static func decode(_ data: Data, path: String) throws -> Bitmap {
    let bytes = [UInt8](data)
    guard bytes.starts(with: signature) else { throw DrawingError.notPNG(path: path) }
    guard bytes.count >= 24 else { throw DrawingError.damaged(path: path, reason: "it ends in its head") }
    // The head's width and height, big-endian, are at 16 and 20.
    let (width, height) = (bigEndian(bytes[16..<20]), bigEndian(bytes[20..<24]))
    guard width <= Bitmap.maximumSide, height <= Bitmap.maximumSide, width * height <= maximumPixels else {
      throw DrawingError.tooLarge(path: path, width: width, height: height)
    }

    // Cairo says of most of what can be damaged that memory ran out.
    if let problem = PNGStructure.problem(in: bytes) {
      throw DrawingError.damaged(path: path, reason: problem)
    }
    let input = ByteSource(bytes)
    let source = withExtendedLifetime(input) {
      cairo_image_surface_create_from_png_stream(readBytes, Unmanaged.passUnretained(input).toOpaque())
    }
    defer { cairo_surface_destroy(source) }
    let status = cairo_surface_status(source)
    guard status == CAIRO_STATUS_SUCCESS else {
      // Its chunks are whole, so what they compress is not pixels; unless there really is no memory left.
      throw DrawingError.damaged(path: path, reason: "its pixels cannot be unpacked")
    }
    var bitmap = Bitmap(
      width: Int(cairo_image_surface_get_width(source)), height: Int(cairo_image_surface_get_height(source)))
    // Cairo gives opaque and 16-bit pictures in formats of their own; painting makes all alike.
    bitmap.draw { canvas in
      cairo_set_operator(canvas.context, CAIRO_OPERATOR_SOURCE)
      cairo_set_source_surface(canvas.context, source, 0, 0)
      cairo_paint(canvas.context)
    }
    return bitmap
  }

  /// The file's bytes; the same picture gives the same bytes.
  ///
  /// - Parameter dotsPerInch: The resolution that the file states, in dots per inch (DPI); nil: none.
  /// - Throws: `DrawingError.output`, for an empty picture too, which PNG does not know.
  public static func encode(_ bitmap: Bitmap, dotsPerInch: Double? = nil) throws -> Data {
    guard bitmap.width > 0, bitmap.height > 0 else {
      throw DrawingError.output(reason: "it has no pixels (\(bitmap.width) × \(bitmap.height))")
    }
    let output = ByteSink()
    let status = bitmap.withBytes { bytes in
      // Cairo only reads here; its C signature cannot say so.
      let surface = cairo_image_surface_create_for_data(
        UnsafeMutableRawPointer(mutating: bytes.baseAddress)?.assumingMemoryBound(to: UInt8.self),
        CAIRO_FORMAT_ARGB32, Int32(bitmap.width), Int32(bitmap.height), Int32(bitmap.stride))
      defer { cairo_surface_destroy(surface) }
      return cairo_surface_write_to_png_stream(
        surface, appendBytes, Unmanaged.passUnretained(output).toOpaque())
    }
    guard status == CAIRO_STATUS_SUCCESS else {
      throw DrawingError.output(reason: String(cString: cairo_status_to_string(status)))
    }
    guard let dotsPerInch else { return output.data }
    return PNGStructure.settingResolution(dotsPerInch, in: output.data)
  }

  /// Writes the whole file or, on an error, none of it.
  ///
  /// - Throws: `DrawingError`.
  public static func write(_ bitmap: Bitmap, to path: String) throws {
    let data = try encode(bitmap)
    do {
      try ReplacedFile.write(data, to: path, isOldKept: false)
    } catch OutputError.failed(_, let reason) {
      throw DrawingError.file(path: path, reason: reason)
    }
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
