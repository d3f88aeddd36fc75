import Foundation

/// Paths as text. They stay as they were given, relative ones too: the working folder may have a name that is
/// not UTF-8, or may be gone. They are looked at byte by byte: a combining mark behind a `/` does not make it
/// another sign.
package enum FilePath {
  /// Follows a path that is a symbolic link to where it leads in the end, which need not exist.
  package static func throughLinks(_ path: String) -> String {
    var path = path
    // As many as the system follows; beyond that opening it fails and says why.
    for _ in 0..<40 {
      guard let next = link(at: path) else { return path }
      path = isWhole(next) ? next : folder(of: path) + "/" + next
    }
    return path
  }

  /// Returns a path from the root, which a person can use wherever the program was started.
  package static func whole(_ path: String) -> String {
    guard !isWhole(path), let here = UntrustedFile.realPath(".") else { return path }
    return (here == "/" ? "" : here) + "/" + path
  }

  /// Returns the path from the root of the folder that a path leads to, or of the nearest above that is
  /// there.
  package static func existing(_ folder: String) -> String {
    var path = whole(folder)
    while UntrustedFile.realPath(path) == nil, path != "/" { path = parent(of: path) }
    return UntrustedFile.realPath(path) ?? path
  }

  /// Returns the path of the folder above one whose path is given from the root.
  package static func parent(of folder: String) -> String {
    let parent = Self.folder(of: folder)
    return parent.isEmpty ? "/" : parent
  }

  private static func isWhole(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

  /// Returns true if two paths lead to one file, whether it exists or not.
  package static func isSameFile(_ a: String, _ b: String) -> Bool {
    var (first, second) = (stat(), stat())
    switch (stat(a, &first), stat(b, &second)) {
    case (0, 0): break
    case (0, _), (_, 0): return false
    default:
      // Neither is there yet: it is where it will be that counts.
      let (pathA, pathB) = (throughLinks(a), throughLinks(b))
      guard lastPart(of: pathA) == lastPart(of: pathB), stat(folder(of: pathA), &first) == 0,
        stat(folder(of: pathB), &second) == 0
      else { return false }
    }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// Makes a folder, and those that lead to it, where they are not there.
  ///
  /// - Throws: `OutputError.failed`, also where something else has the name.
  package static func makeFolder(_ path: String, mode: mode_t = 0o777) throws(OutputError) {
    if mkdir(path, mode) == 0 { return }
    if errno == ENOENT, path.utf8.contains(UInt8(ascii: "/")), path != "/" {
      try makeFolder(folder(of: path), mode: mode)
      if mkdir(path, mode) == 0 { return }
    }
    let code = errno
    var status = stat()
    guard code == EEXIST else { throw .failed(path: path, reason: SystemError.phrase(code)) }
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .failed(path: path, reason: "it is not a folder")
    }
  }

  /// A path without its extension, and the extension with its point.
  package static func parts(of path: String) -> (stem: String, ending: String) {
    let name = lastPart(of: path)
    guard let point = name.utf8.lastIndex(of: UInt8(ascii: ".")), point > name.startIndex else {
      return (path, "")
    }
    return (String(path[..<point]), String(path[point...]))
  }

  /// The folder that a path leads into; `.` for a bare name.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path, without its ending.
  package static func name(of path: String) -> String {
    let file = lastPart(of: path)
    return file.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(file[..<$0]) } ?? String(file)
  }

  /// Returns true for a text that can be the name of a file and stand in a line: it has no `/` and no control
  /// character.
  package static func isName(_ text: String) -> Bool {
    !text.utf8.contains(UInt8(ascii: "/")) && !text.hasControlCharacter
  }

  /// The last part of a path, with its ending.
  package static func file(of path: String) -> String { String(lastPart(of: path)) }

  private static func lastPart(of path: String) -> Substring {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
  }

  /// Returns the target of a symbolic link; nil where there is none, or its target is not UTF-8.
  private static func link(at path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(validating: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// A digest that tells one content from another: FNV-1a of 128 bits. It is no protection against an attacker
/// who searches for two contents of the same digest.
package struct ContentDigest: Hashable, Sendable {
  private var state: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D

  package init(_ bytes: some Sequence<UInt8>) { add(bytes) }

  /// Adds more content behind what there is.
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    // The parameters are those of the hash's authors: prime 2^88 + 2^8 + 0x3B.
    for byte in bytes { state = (state ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013B }
  }

  /// The digest as 32 hexadecimal digits.
  package var text: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }
}
