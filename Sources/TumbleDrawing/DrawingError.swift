/// Why a picture could not be read, made or written.
public enum DrawingError: Error, Hashable, Sendable {
  /// The file could not be read or written; the system's own reason.
  case file(path: String, reason: String)
  /// The file does not begin as a PNG does.
  case notPNG(path: String)
  /// The file begins neither as a PNG nor as a JPEG does.
  case notPicture(path: String)
  /// More pixels than `PNG.maximumPixels`, or a side above `Bitmap.maximumSide`.
  case tooLarge(path: String, width: Int, height: Int)
  /// It begins as a picture and then goes wrong, or ends early.
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
