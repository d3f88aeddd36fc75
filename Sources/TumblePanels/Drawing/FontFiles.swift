import Foundation

/// The files of the fonts on this machine.
struct FontFiles: Hashable, Sendable {
  var regular: String?
  var bold: String?
  var monospaced: String?

  /// DejaVu Sans where the distributions put it, else in the folders of fonts that the environment names.
  static let installed = FontFiles(
    folders: [
      "/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/dejavu-sans-fonts", "/usr/share/fonts/dejavu",
      "/usr/share/fonts/TTF", "/usr/local/share/fonts", "/usr/share/fonts",
    ] + personalFolders)

  private static var personalFolders: [String] {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"] ?? ""
    let data = environment["XDG_DATA_HOME"] ?? (home.isEmpty ? "" : home + "/.local/share")
    let folders = [data] + (environment["XDG_DATA_DIRS"] ?? "").split(separator: ":").map(String.init)
    return folders.filter { $0.hasPrefix("/") }.flatMap { [$0 + "/fonts", $0 + "/fonts/truetype/dejavu"] }
  }

  init(folders: [String]) {
    func first(_ name: String) -> String? {
      folders.map { $0 + "/" + name }.first { FileManager.default.isReadableFile(atPath: $0) }
    }
    regular = first("DejaVuSans.ttf")
    bold = first("DejaVuSans-Bold.ttf") ?? regular
    monospaced = first("DejaVuSansMono.ttf") ?? regular
  }
}

/// A font of the interface, by its place in the texture of all.
enum TextStyle: Int32, CaseIterable {
  case body, strong, title, small, monospaced

  /// In points.
  var size: Double {
    switch self {
    case .body, .strong: 13
    case .title: 16
    case .small: 11.5
    case .monospaced: 12.5
    }
  }

  func file(in files: FontFiles) -> String? {
    switch self {
    case .body, .small: files.regular
    case .strong, .title: files.bold
    case .monospaced: files.monospaced
    }
  }
}
