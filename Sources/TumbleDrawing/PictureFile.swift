import CTumbleCairo
import CTumbleJPEG
import Foundation
import TumbleFiles

/// Pictures from files, PNG or JPEG: what their first bytes are decides, not their names.
public enum PictureFile {
  /// Reads a PNG or JPEG file.
  /// - Parameters:
  ///   - size: A size in pixels that the picture is shown in: it may be decoded at less than its own, with at
  ///     least as many pixels, where that is quicker.
  ///   - folder: The file may not lie outside of it; nil: it may lie anywhere.
  /// - Throws: `DrawingError`, naming the path.
  public static func read(
    _ path: String, covering size: (width: Int, height: Int)? = nil, within folder: String? = nil
  ) throws -> Bitmap {
    try decode(PNG.bytes(of: path, within: folder), path: path, covering: size)
  }

  /// Decodes the bytes of a PNG or JPEG file.
  /// - Parameter path: What the error calls the data.
  /// - Throws: `DrawingError`.
  public static func decode(
    _ data: Data, path: String, covering size: (width: Int, height: Int)? = nil
  ) throws -> Bitmap {
    if data.starts(with: [0xFF, 0xD8]) { return try JPEG.decode(data, path: path, covering: size) }
    // What is called a PNG should be one.
    guard path.hasSuffix(".png") || data.starts(with: [0x89]) else {
      throw DrawingError.notPicture(path: path)
    }
    return try PNG.decode(data, path: path)
  }

  /// The header, where the picture is not too large to be decoded.
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

/// The reader and writer of PNG files.
public enum PNG {
  /// A picture of more pixels is refused before anything is allocated for it.
  public static let maximumPixels = 64 * 1024 * 1024
  /// A file of more bytes is refused: pixels that cannot be compressed at all have four each, or eight.
  static let maximumBytes = 8 * maximumPixels + 1 << 20

  /// Reads a PNG file.
  /// - Parameter folder: The file may not lie outside of it; nil: it may lie anywhere.
  /// - Throws: `DrawingError`, naming the path.
  public static func read(_ path: String, within folder: String? = nil) throws -> Bitmap {
    try decode(bytes(of: path, within: folder), path: path)
  }

  fileprivate static func bytes(of path: String, within folder: String?) throws -> Data {
    try UntrustedFile.throwing({ DrawingError.file(path: path, reason: $0) }) {
      try UntrustedFile.read(path, limit: maximumBytes, within: folder)
    }
  }

  /// Decodes the bytes of a PNG file.
  /// - Parameter path: What the error calls the data.
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

/// The reader and writer of JPEG files, by libjpeg.
public enum JPEG {
  /// Decodes the bytes of a JPEG file.
  /// - Parameters:
  ///   - path: What the error calls the data.
  ///   - size: The size at which it is seen, in pixels. The picture is then decoded at one, two or four
  ///     eighths of its own size where that has as many pixels in both directions, which takes a part of the
  ///     time. nil: at its own size.
  /// - Throws: `DrawingError`, also for a file that is cut off or damaged anywhere.
  public static func decode(
    _ data: Data, path: String, covering size: (width: Int, height: Int)? = nil
  ) throws -> Bitmap {
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
          &memory, &count, reason)
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
  /// The bitmap turned and mirrored as an orientation of Exif says (1 to 8; 1: as it is).
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

/// The bytes of a file that Cairo reads.
final class ByteSource {
  fileprivate var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }
}

/// The bytes of a file that Cairo writes.
final class ByteSink {
  fileprivate(set) var data = Data()
}

// Cairo's `closure` is a source or a sink, unretained: the caller keeps it alive for as long as Cairo has it.

func readBytes(
  closure: UnsafeMutableRawPointer?, target: UnsafeMutablePointer<UInt8>?, count: UInt32
) -> cairo_status_t {
  guard let closure, let target else { return CAIRO_STATUS_READ_ERROR }
  let source = Unmanaged<ByteSource>.fromOpaque(closure).takeUnretainedValue()
  guard source.rest.count >= Int(count) else { return CAIRO_STATUS_READ_ERROR }
  source.rest.withUnsafeBufferPointer { bytes in
    if let start = bytes.baseAddress { target.update(from: start, count: Int(count)) }
  }
  source.rest.removeFirst(Int(count))
  return CAIRO_STATUS_SUCCESS
}

func appendBytes(
  closure: UnsafeMutableRawPointer?, bytes: UnsafePointer<UInt8>?, count: UInt32
) -> cairo_status_t {
  guard let closure, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
  Unmanaged<ByteSink>.fromOpaque(closure).takeUnretainedValue().data.append(bytes, count: Int(count))
  return CAIRO_STATUS_SUCCESS
}

/// The reason why a picture could not be read, made or written.
public enum DrawingError: Error, Hashable, Sendable {
  /// The file could not be read or written; the system's own reason.
  case file(path: String, reason: String)
  /// The file does not begin as a PNG does.
  case notPNG(path: String)
  /// The file begins neither as a PNG nor as a JPEG does.
  case notPicture(path: String)
  /// The picture has more pixels than `PNG.maximumPixels`, or a side above `Bitmap.maximumSide`.
  case tooLarge(path: String, width: Int, height: Int)
  /// The file begins as a picture and then goes wrong, or ends early.
  case damaged(path: String, reason: String, kind: String = "PNG")
  /// Cairo could not make the output.
  case output(reason: String)
}

extension DrawingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .file(let path, let reason): "\(path): \(reason)"
    case .notPNG(let path): "\(path): not a PNG picture"
    case .notPicture(let path): "\(path): neither a PNG nor a JPEG picture"
    case .tooLarge(let path, let width, let height):
      "\(path): \(width) × \(height) pixels are too many; at most \(Bitmap.maximumSide) a side and "
        + "\(PNG.maximumPixels) in all are read"
    case .damaged(let path, let reason, let kind): "\(path): the \(kind) is damaged (\(reason))"
    case .output(let reason): "cannot make the picture: \(reason)"
    }
  }
}
