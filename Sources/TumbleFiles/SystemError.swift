import Foundation

/// The system's own words for why a call failed.
enum SystemError {
  /// As a phrase within a sentence.
  static func phrase(_ code: Int32 = errno) -> String {
    var text = String(cString: strerror(code))
    if let first = text.first { text.replaceSubrange(...text.startIndex, with: first.lowercased()) }
    return text
  }
}
