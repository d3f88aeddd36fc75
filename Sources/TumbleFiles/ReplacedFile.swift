import Foundation

/// A file that is written over, its old content kept beside it as `NAME~`.
package enum ReplacedFile {
  /// Writes the new content whole or not at all; a link to a file stays one, and the file keeps its permissions.
  ///
  /// - Parameter isOldKept: Where there is an old file.
  /// - Returns: The path of the file with the old content; nil if there is none.
  @discardableResult
  package static func write(_ bytes: some Collection<UInt8>, to path: String, isOldKept: Bool = true)
    throws(OutputError) -> String?
  {
    let target = FilePath.throughLinks(path)
    // All of it is on the disk before anything that is there is touched.
    let new = try written(bytes, path, mode: nil, followsLinks: true)
    var kept: String?
    var status = stat()
    if isOldKept, stat(target, &status) == 0 {
      let old: Data
      do {
        old = try UntrustedFile.read(target, limit: 1 << 30)
      } catch UntrustedFile.Failure.reason(let reason) {
        throw .failed(path: path, reason: "the old file cannot be kept: \(reason)")
      } catch {
        throw .failed(path: path, reason: "the old file cannot be kept")
      }
      let name = target + "~"
      // A link of that name may belong to another user: it is replaced, not followed.
      try written(old, name, mode: status.st_mode & 0o777, followsLinks: false).finish()
      kept = name
    }
    try new.finish()
    return kept
  }

  /// Writes a new file under the first of `STEM.EXTENSION`, `STEM-2.EXTENSION`, … that nothing has, and over nothing.
  ///
  /// - Returns: Its path.
  package static func writeNew(_ bytes: some Collection<UInt8>, stem: String, ending: String)
    throws(OutputError) -> String
  {
    for number in 1...9_999 {
      let path = number == 1 ? stem + ending : "\(stem)-\(number)\(ending)"
      let reserved = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
      if reserved < 0, errno == EEXIST { continue }
      guard reserved >= 0 else { throw .failed(path: path, reason: SystemError.phrase()) }
      close(reserved)
      do {
        try written(bytes, path, mode: nil, followsLinks: false).finish()
        return path
      } catch {
        unlink(path)
        throw error
      }
    }
    throw .failed(
      path: stem + ending, reason: "there are thousands of files with its name and a number already")
  }

  /// A file of these bytes that has yet to get its name.
  private static func written(
    _ bytes: some Collection<UInt8>, _ path: String, mode: mode_t?, followsLinks: Bool
  ) throws(OutputError) -> OutputFile {
    let output = try OutputFile(path: path, mode: mode, followsLinks: followsLinks)
    try output.write(bytes)
    try output.sync()
    return output
  }
}
