import Foundation

/// PNG files by the digest of what they show, in a folder that is not to grow without end.
///
/// A file that is damaged, too large or a link is as good as none: it is made again. Several programs may use
/// one folder.
package struct PictureCache: Sendable {
  private let folder: PrivateFolder
  private let maxBytes: Int
  /// No picture is larger, in bytes.
  private static let maxPicture = 1 << 20

  /// - Parameters:
  ///   - folder: Made where it is not there.
  ///   - maxBytes: Of all pictures together; the ones that were not used for longest go first.
  package init(folder: String, maxBytes: Int = 32 << 20) throws(OutputError) {
    self.folder = try PrivateFolder(folder)
    self.maxBytes = maxBytes
  }

  private func path(_ digest: ContentDigest) -> String { folder.path + "/" + digest.text + ".png" }

  /// The picture's bytes; nil if it is not there, or not whole.
  package func picture(_ digest: ContentDigest) -> [UInt8]? {
    let path = path(digest)
    guard let data = try? UntrustedFile.read(path, limit: Self.maxPicture, within: folder.path) else {
      return nil
    }
    let bytes = [UInt8](data)
    guard PNGStructure.problem(in: bytes) == nil else {
      unlink(path)
      return nil
    }
    // That it was used keeps it.
    utimensat(AT_FDCWD, path, nil, AT_SYMLINK_NOFOLLOW)
    return bytes
  }

  package func keep(_ bytes: [UInt8], for digest: ContentDigest) throws(OutputError) {
    guard bytes.count <= Self.maxPicture else { return }
    try OutputFile.write(bytes, to: path(digest), followsLinks: false)
    trim()
  }

  private func trim() {
    removeAbandoned()
    let files = folder.files(ending: ".png")
    var total = files.reduce(0) { $0 + $1.size }
    // What was kept last stays, whatever its size.
    for file in files.dropLast() where total > maxBytes {
      folder.remove(file.name)
      total -= file.size
    }
  }

  /// Removes what programs left that were ended while they wrote a picture.
  private func removeAbandoned() {
    for file in folder.files(ending: "") {
      let parts = file.name.split(separator: ".")
      guard parts.count == 3, parts[1] == "png", parts[2].hasPrefix("partial-"),
        let process = pid_t(parts[2].dropFirst(8)), kill(process, 0) != 0, errno == ESRCH
      else { continue }
      folder.remove(file.name)
    }
  }
}
