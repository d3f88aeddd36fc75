import Foundation

/// The system's own words for why a call failed.
package enum SystemError {
  /// As a phrase within a sentence.
  static func phrase(_ code: Int32 = errno) -> String {
    var text = String(cString: strerror(code))
    if let first = text.first { text.replaceSubrange(...text.startIndex, with: first.lowercased()) }
    return text
  }

  /// A sentence for an error that is not of this program's own: Foundation's in place of its domain and
  /// number, any other in its own words.
  package static func explanation(of error: any Error) -> String {
    switch error {
    case let error as POSIXError: return phrase(error.code.rawValue)
    case let error as CocoaError:
      let reason = cause(of: error) ?? "the system refuses it"
      guard let path = error.filePath ?? error.url?.relativePath else { return reason }
      return "\(path): \(reason)"
    case EncodingError.invalidValue(let value, _): return "\(value) cannot be written as JSON"
    case DecodingError.dataCorrupted(let context), DecodingError.keyNotFound(_, let context),
      DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      return "it is not the JSON that is expected: \(context.debugDescription)"
    default: return "\(error)"
    }
  }

  /// The system's words for it; nil where only a number is known.
  private static func cause(of error: CocoaError) -> String? {
    if let underlying = error.underlying as? POSIXError { return phrase(underlying.code.rawValue) }
    let codes: [CocoaError.Code: Int32] = [
      .fileNoSuchFile: ENOENT, .fileReadNoSuchFile: ENOENT, .fileReadNoPermission: EACCES,
      .fileWriteNoPermission: EACCES, .fileWriteFileExists: EEXIST, .fileWriteOutOfSpace: ENOSPC,
      .fileWriteVolumeReadOnly: EROFS, .fileReadInvalidFileName: ENAMETOOLONG,
      .fileWriteInvalidFileName: ENAMETOOLONG,
    ]
    return codes[error.code].map { phrase($0) }
  }
}
