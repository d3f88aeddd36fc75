import Foundation

/// Reads files that may be anything: never waits for a pipe or a device, never takes more than a limit.
package enum UntrustedFile {
  package enum Failure: Error, Hashable {
    case reason(String)
  }

  /// The bytes of an ordinary file; throws a `Failure` for everything else.
  ///
  /// With `folder`, the file may not be a link that leads out of it.
  package static func read(_ path: String, limit: Int, within folder: String? = nil) throws -> Data {
    try opened(path, within: folder) { descriptor, size in
      guard size <= limit else {
        throw Failure.reason("it has \(size) bytes, more than the \(limit) that are read")
      }
      return try contents(descriptor, limit: limit)
    }
  }

  /// All of standard input, whatever it is; throws a `Failure` where it cannot be read or is longer than a limit.
  package static func standardInput(limit: Int) throws -> Data {
    try contents(STDIN_FILENO, limit: limit)
  }

  /// The first bytes of an ordinary file, as many as there are.
  package static func head(_ path: String, count: Int, within folder: String? = nil) throws -> [UInt8] {
    try opened(path, within: folder) { descriptor, _ in
      var buffer = [UInt8](repeating: 0, count: count)
      let got = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
      guard got >= 0 else { throw Failure.reason(reason(errno)) }
      return Array(buffer[..<got])
    }
  }

  /// Whether there is anything of that name, a broken link included.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  private static func opened<T>(_ path: String, within folder: String?, _ body: (Int32, Int) throws -> T)
    throws -> T
  {
    if let folder, let real = realPath(path), let root = realPath(folder),
      !real.hasPrefix(root == "/" ? "/" : root + "/")
    {
      throw Failure.reason("it is a link that leads out of \(folder)")
    }
    // Without O_NONBLOCK the opening of a pipe waits for someone to write into it.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else {
      // What is no text in an argument arrives as this character.
      let isText = !path.unicodeScalars.contains("\u{FFFD}")
      throw Failure.reason(reason(errno) + (isText ? "" : " (only names in UTF-8 can be read)"))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Failure.reason(reason(errno)) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw Failure.reason("it is a folder")
    case S_IFIFO: throw Failure.reason("it is a pipe, not a file")
    case S_IFCHR, S_IFBLK: throw Failure.reason("it is a device, not a file")
    default: throw Failure.reason("it is not a file")
    }
    return try body(descriptor, Int(status.st_size))
  }

  /// A file of /proc says it has no bytes and has some: only reading tells.
  private static func contents(_ descriptor: Int32, limit: Int) throws -> Data {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw Failure.reason(reason(errno)) }
      if count == 0 { return data }
      data.append(contentsOf: buffer[..<count])
      guard data.count <= limit else {
        throw Failure.reason("it has more than the \(limit) bytes that are read")
      }
    }
  }

  package static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT, ENOTDIR: "there is no such file"
    case EACCES, EPERM: "it may not be read"
    case ELOOP: "it is a link that leads to itself"
    case ENAMETOOLONG: "its name is too long"
    case ENXIO, ENODEV: "it is not a file"
    default: SystemError.phrase(code)
    }
  }
}
