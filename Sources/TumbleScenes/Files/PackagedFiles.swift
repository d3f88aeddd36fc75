import Foundation
import TumbleFiles

/// Where the scenes and pictures that come with Tumble are.
///
/// `Bundle.module` is not asked: it ends the process where it finds nothing, and so does `Bundle.main` where the path of the
/// program is not UTF-8 text, or /proc is not there to tell it.
enum PackagedFiles {
  /// `Scenes` or `assets`; a folder that may not be there.
  static func folder(_ name: String) -> URL { URL(fileURLWithPath: root + "/" + name, isDirectory: true) }

  /// Whether a folder is that of the scenes that come with Tumble.
  static func isPackaged(folder path: String) -> Bool {
    let own = folder("Scenes").relativePath
    return (UntrustedFile.realPath(path) ?? path) == (UntrustedFile.realPath(own) ?? own)
  }

  /// Beside the program, where the package manager and `scripts/install` put them; else in the package's own folder, for
  /// programs of its build folder. A program that is installed holds no path of the machine that built it.
  private static let root: String = {
    let beside = programFolder.map { $0 + "/tumble_TumbleScenes.resources" }
    if let beside, UntrustedFile.exists(beside) { return beside }
    #if TUMBLE_INSTALLED
      return ""
    #else
      return packageFolder
    #endif
  }()

  private static var programFolder: String? {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &bytes, bytes.count)
    guard count > 0, count < bytes.count else { return nil }
    let path = bytes[..<count].map { UInt8(bitPattern: $0) }
    return String(validating: path, as: UTF8.self).map(FilePath.folder(of:))
  }

  #if !TUMBLE_INSTALLED
    /// Of this file: `Sources/TumbleScenes/Files/PackagedFiles.swift`.
    private static let packageFolder = (0..<4).reduce(#filePath) { path, _ in FilePath.folder(of: path) }
  #endif
}
