import Foundation

/// The choices of a person and the state that the window comes back with: `settings.json` in the config
/// folder.
///
/// What is missing, or of another kind than it should be, is nil: the default. Keys that this version does
/// not know are kept. A file that cannot be understood gives a warning and the defaults, and is kept as
/// `settings.json~` when it is written over.
package struct Settings: Sendable {
  /// A warning to be shown once.
  package private(set) var warning: String?
  /// The folder; nil: nothing is read, and nothing written.
  private let folder: String?
  private var values: JSON.Object = [:]
  /// Keys that were set since it was read.
  private var changed: Set<String> = []

  /// No file has more bytes.
  private static let maxBytes = 1 << 20

  /// Reads the settings of a folder.
  ///
  /// - Parameter folder: `UserFolders.config`; nil where no settings are wanted.
  package static func read(in folder: String?) -> Settings {
    var settings = Settings(folder: folder)
    guard let path = settings.path, UntrustedFile.exists(path) else { return settings }
    do {
      settings.values = try values(in: path)
    } catch UntrustedFile.Failure.reason(let reason) {
      settings.warning = "\(path) cannot be read: \(reason); the defaults are used"
    } catch {
      let problem = error as? JSON.Problem
      let reason =
        problem == .notAnObject ? "is not valid JSON with an object at its top" : "cannot be used: \(error)"
      settings.warning =
        "\(path) \(reason); the defaults are used, and the file is kept as \(path)~ when settings are saved"
    }
    return settings
  }

  private init(folder: String?) { self.folder = folder }

  package var path: String? { folder.map { $0 + "/settings.json" } }

  private static func values(in path: String) throws -> JSON.Object {
    try JSON.Object([UInt8](try UntrustedFile.read(path, limit: maxBytes))[...])
  }

  /// Writes what was changed into what the file holds by now, so that two windows do not undo each other's
  /// settings.
  package mutating func write() throws(OutputError) {
    guard let folder, let path, !changed.isEmpty else { return }
    _ = try PrivateFolder(folder)
    var present: JSON.Object = [:]
    var isBroken = false
    if UntrustedFile.exists(path) {
      // It may have become invalid since it was read, or valid.
      do { present = try Self.values(in: path) } catch { isBroken = true }
    }
    for key in changed.sorted() { present[key] = values[key] }
    let text = JSON.object(present).written(.indented) + "\n"
    try ReplacedFile.write(Array(text.utf8), to: path, isOldKept: isBroken)
    changed = []
  }
}

extension Settings {
  package subscript(key: String) -> JSON? {
    get { values[key] }
    set {
      guard values[key] != newValue else { return }
      values[key] = newValue
      changed.insert(key)
    }
  }

  /// The greatest number of scenes that are offered to be opened again.
  package static let mostRecent = 10

  /// The paths of the scenes that were opened lately, the latest first.
  package var recentScenes: [String] {
    get {
      let paths = (self["recentScenes"]?.list ?? []).compactMap(\.text)
      return Array(paths.filter(Self.isPath).prefix(Self.mostRecent))
    }
    set { self["recentScenes"] = .texts(newValue) }
  }

  /// The path of the scene that was shown last.
  package var lastScene: String? {
    get { self["lastScene"]?.text.flatMap { Self.isPath($0) ? $0 : nil } }
    set { self["lastScene"] = newValue.map { .text($0) } }
  }

  /// Returns true if the system may have a file of that path.
  private static func isPath(_ text: String) -> Bool { text.utf8.count < 4096 && !text.contains("\0") }

  /// The size in desktop points; 200 to 20,000 a side.
  package var windowSize: (width: Int, height: Int)? {
    get {
      let sides = numbers("windowSize", 2).map { $0.filter { (200...20_000).contains($0) } }
      return sides?.count == 2 ? sides.map { (Int($0[0]), Int($0[1])) } : nil
    }
    set {
      self["windowSize"] = newValue.map { .list([.number(Double($0.width)), .number(Double($0.height))]) }
    }
  }

  /// The camera of the last scene: the middle of the view, in points, and the magnification.
  package var camera: (x: Double, y: Double, zoom: Double)? {
    get {
      guard let numbers = numbers("camera", 3), numbers.prefix(2).allSatisfy({ abs($0) <= 1e9 }),
        (1e-6...1e6).contains(numbers[2])
      else { return nil }
      return (numbers[0], numbers[1], numbers[2])
    }
    set {
      let isFinite = newValue.map { $0.x.isFinite && $0.y.isFinite && $0.zoom.isFinite } ?? true
      guard isFinite else { return }
      self["camera"] = newValue.map { .list([.number($0.x), .number($0.y), .number($0.zoom)]) }
    }
  }

  /// The parts that are shown, by name: `graph`, `outlines`, ….
  package var toggles: [String: Bool] {
    get {
      let members = self["toggles"]?.object?.members ?? []
      return members.reduce(into: [:]) { $0[$1.key] = $1.value.flag }
    }
    set {
      var object = self["toggles"]?.object ?? [:]
      for name in toggles.keys where newValue[name] == nil { object[name] = nil }
      for name in newValue.keys.sorted() { object[name] = newValue[name].map(JSON.flag) }
      self["toggles"] = .object(object)
    }
  }

  package enum Theme: String, CaseIterable, Sendable {
    case light, dark
  }

  package var theme: Theme? {
    get { self["theme"]?.text.flatMap(Theme.init) }
    set { self["theme"] = newValue.map { .text($0.rawValue) } }
  }

  /// The transition from one scene to another that is opened.
  package enum SceneTransition: String, CaseIterable, Sendable {
    case fade, reveal, none
  }

  /// The transition between scenes: `fade` if nothing is set; without settings always `none`.
  package var sceneTransition: SceneTransition {
    get { folder == nil ? .none : self["sceneTransition"]?.text.flatMap(SceneTransition.init) ?? .fade }
    set { self["sceneTransition"] = .text(newValue.rawValue) }
  }

  /// The response to a change of the scene's file.
  package enum ReloadMode: String, CaseIterable, Sendable {
    /// The world runs again to the same step, with the same commands.
    case sameStep
    case fromStart, never
  }

  package var reloadMode: ReloadMode? {
    get { self["reload"]?.text.flatMap(ReloadMode.init) }
    set { self["reload"] = newValue.map { .text($0.rawValue) } }
  }

  /// The file with other keys for the window's actions; by default `keys.yaml` beside the settings, whether
  /// it is there or not.
  package var keysFile: String? {
    get { self["keysFile"]?.text ?? folder.map { $0 + "/keys.yaml" } }
    set { self["keysFile"] = newValue.map { .text($0) } }
  }

  /// The memory that the past may take, in MB; 1 to 65,536.
  package var historyMegabytes: Int? {
    get { self["historyMegabytes"]?.number.flatMap { (1...65_536).contains($0) ? Int($0) : nil } }
    set { self["historyMegabytes"] = newValue.map { .number(Double($0)) } }
  }

  private func numbers(_ key: String, _ count: Int) -> [Double]? {
    guard let list = self[key]?.list, list.count == count else { return nil }
    let numbers = list.compactMap(\.number)
    return numbers.count == count ? numbers : nil
  }
}

/// The folders for a person's files of Tumble, by the XDG Base Directory Specification (0.8).
///
/// Each is `tumble` in the folder that its variable names. A variable that is empty or not an absolute path
/// counts as not set, as the specification says; without it the folder is in the home folder. nil where there
/// is no home folder either.
package struct UserFolders: Hashable, Sendable {
  /// Settings: `$XDG_CONFIG_HOME`, else `~/.config`.
  package let config: String?
  /// The folder of what goes on from one run to the next: `$XDG_STATE_HOME`, else `~/.local/state`.
  package let state: String?
  /// The folder of what can be made again: `$XDG_CACHE_HOME`, else `~/.cache`.
  package let cache: String?
  /// The folder of a person's own scenes: `scenes` in `$XDG_DATA_HOME`, else in `~/.local/share`.
  package let scenes: String?

  /// The folders of a person of whom nothing is read and nothing kept.
  package static let none = UserFolders(environment: [:])

  package init(environment: [String: String]) {
    func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    let home = absolute("HOME")
    func folder(_ name: String, _ fallback: String) -> String? {
      (absolute(name) ?? home.map { $0 + "/" + fallback }).map { $0 + "/tumble" }
    }
    config = folder("XDG_CONFIG_HOME", ".config")
    state = folder("XDG_STATE_HOME", ".local/state")
    cache = folder("XDG_CACHE_HOME", ".cache")
    scenes = folder("XDG_DATA_HOME", ".local/share").map { $0 + "/scenes" }
  }
}

/// A folder that only its owner can write into, made where it is not there.
///
/// What others could have put there is neither read nor written over: in a folder that others may write into,
/// a link could lead anywhere.
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
    /// The time at which it was last written, in nanoseconds since 1970.
    package var written: Int
  }

  /// The folder's ordinary files with an ending, the oldest first; of a folder of very many, some.
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
