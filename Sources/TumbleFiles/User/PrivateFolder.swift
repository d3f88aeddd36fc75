import Foundation

/// A folder that only its owner can write into, made where it is not there.
///
/// What others could have put there is neither read nor written over: in a folder that others may write into, a link could lead
/// anywhere.
package struct PrivateFolder: Hashable, Sendable {
  package let path: String

  /// - Throws: `OutputError.failed` where it cannot be made, or belongs to or can be written by another user.
  package init(_ path: String) throws(OutputError) {
    self.path = path
    try FilePath.makeFolder(path, mode: 0o700)
    var status = stat()
    guard stat(path, &status) == 0 else { throw .failed(path: path, reason: SystemError.phrase()) }
    guard status.st_uid == geteuid() else {
      throw .failed(path: path, reason: "the folder belongs to another user")
    }
    guard status.st_mode & 0o022 == 0 else {
      throw .failed(path: path, reason: "the folder can be written by other users (chmod go-w would mend it)")
    }
  }
}

extension PrivateFolder {
  /// An ordinary file of the folder.
  package struct File: Hashable, Sendable {
    package var name: String
    package var size: Int
    /// When it was last written, in nanoseconds since 1970.
    package var written: Int
  }

  /// Its ordinary files with an ending, the oldest first; of a folder of very many, some.
  package func files(ending: String, limit: Int = 10_000) -> [File] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var files: [File] = []
    while files.count < limit, let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let name, name.hasSuffix(ending), !name.hasPrefix(".") else { continue }
      var status = stat()
      guard lstat(path + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      files.append(
        File(
          name: name, size: Int(status.st_size),
          written: status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec))
    }
    return files.sorted { ($0.written, $0.name) < ($1.written, $1.name) }
  }

  package func remove(_ name: String) { unlink(path + "/" + name) }
}
