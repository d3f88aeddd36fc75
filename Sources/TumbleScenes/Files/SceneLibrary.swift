import Foundation
import TumbleFiles

/// Finds scenes by name, and pictures for them.
public struct SceneLibrary: Sendable {
  /// The folders in which scenes are looked for, in this order.
  public private(set) var folders: [URL]
  /// The folder of Tumble's own pictures.
  public let assets: URL
  /// The limits of what is read.
  public var limits = SceneLimits()
  /// Values of variables, in place of those that a scene's file gives.
  public var settings: [SceneSetting] = []
  /// Texts that are read in place of files, by what they are asked for by: `-` for standard input.
  ///
  /// Pictures are looked for only among Tumble's own then, and nothing can be included.
  public var texts: [String: Data] = [:]

  /// `scenes` (what `--scenes` gave), then `Scenes` in the working folder, then a person's own scenes
  /// (`$XDG_DATA_HOME/tumble/scenes`) where that folder is there, then the scenes that come with Tumble.
  ///
  /// Throws `SceneError.unreadable` if `scenes` is given and no folder.
  public init(scenes: String? = nil) throws {
    var folders: [URL] = []
    if let scenes {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: scenes, isDirectory: &isFolder), isFolder.boolValue else {
        throw SceneError.unreadable(path: scenes, reason: "there is no such folder of scenes")
      }
      folders.append(URL(fileURLWithPath: scenes, isDirectory: true))
    }
    folders.append(URL(fileURLWithPath: "Scenes", isDirectory: true))
    let own = UserFolders(environment: ProcessInfo.processInfo.environment).scenes
    if let own, UntrustedFile.exists(own) { folders.append(URL(fileURLWithPath: own, isDirectory: true)) }
    folders.append(PackagedFiles.folder("Scenes"))
    self.init(folders: folders, assets: PackagedFiles.folder("assets"))
  }

  /// Creates a value by its parts, which are the properties of the same names.
  public init(folders: [URL], assets: URL) { (self.folders, self.assets) = (folders, assets) }

  /// Looks for scenes in a folder too, after that of the working folder.
  package mutating func add(folder path: String) {
    folders.insert(URL(fileURLWithPath: path, isDirectory: true), at: min(1, folders.count))
  }

  /// The name in messages of the scene that is read from there.
  public static let standardInput = "standard input"

  /// The names of all scenes, sorted.
  public func names() -> [String] { Set(folders.flatMap { Self.names(in: $0.relativePath) }).sorted() }

  /// The names of the scenes in a folder, sorted.
  static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap(name(ofFile:)).sorted()
  }

  /// The paths of the scene files in a folder, sorted. A `.json` there may be anything, and is left out.
  ///
  /// - Throws: `SceneError.unreadable`.
  package static func files(in folder: String) throws -> [String] {
    do {
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      return files.filter { file in
        file.first != "." && endings.contains { $0 != ".json" && file.hasSuffix($0) }
      }
      .sorted().map { folder + (folder.hasSuffix("/") ? "" : "/") + $0 }
    } catch {
      throw SceneError.unreadable(path: folder, reason: "this folder cannot be read")
    }
  }

  private static func name(ofFile file: String) -> String? {
    guard let ending = namedEndings.first(where: file.hasSuffix) else { return nil }
    let name = String(file.dropLast(ending.count))
    return isName(name) ? name : nil
  }

  /// The endings of files that are scenes: texts and paths with such an end are paths, and all else is a
  /// name. A `.tumble` says what it is to desktops too, which open it by a double click.
  package static let endings = [".yaml", ".yml", ".json", ".tumble"]
  static let endingsInWords = ".yaml, .yml, .json or .tumble"

  /// The endings of scenes that are found by their names alone; the longer first, for it ends like the other.
  private static let namedEndings = [".tumble.yaml", ".yaml"]

  /// Returns the name of the scene of a file: `door` for `parts/door.tumble.yaml`.
  package static func name(ofFileAt path: String) -> String {
    let name = FilePath.name(of: path)
    return name.hasSuffix(".tumble") ? String(name.dropLast(7)) : name
  }

  package static func isPath(_ text: String) -> Bool { endings.contains(where: text.hasSuffix) }

  package static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 128 && !name.contains("..") && name.utf8.first != UInt8(ascii: ".")
      && !name.utf8.contains(UInt8(ascii: "\\")) && FilePath.isName(name)
  }

  /// Refuses a path whose scene's name cannot stand in a line of a recording, a report or a script.
  package static func check(path: String) throws(SceneError) {
    guard FilePath.isName(name(ofFileAt: path)) else {
      throw .unreadable(
        path: path.withoutControlCharacters,
        reason: "a scene's name has no control character, such as a line feed: rename the file")
    }
  }

  /// Returns the file that a name or a path leads to, and the folder a name was found in.
  private func locate(_ nameOrPath: String) throws -> (path: String, folder: String?) {
    if Self.isPath(nameOrPath) {
      try Self.check(path: nameOrPath)
      return (nameOrPath, nil)
    }
    guard Self.isName(nameOrPath) else { throw SceneError.badName(nameOrPath) }
    for folder in folders {
      for ending in Self.namedEndings.reversed() {
        let path = folder.relativePath + "/" + nameOrPath + ending
        if UntrustedFile.exists(path) { return (Self.shown(path), folder.relativePath) }
      }
    }
    let names = names()
    throw SceneError.unknownScene(
      name: nameOrPath, folders: folders.map { Self.shown($0.relativePath) }, names: names,
      nearest: Nearest.word(to: nameOrPath, in: names))
  }

  /// The file that a name or a path leads to; throws `SceneError`.
  package func path(of nameOrPath: String) throws -> String { try locate(nameOrPath).path }

  /// The path relative to the working folder where it lies in it; that may have been deleted, or its name be
  /// no text.
  private static func shown(_ path: String) -> String {
    guard let here = UntrustedFile.realPath("."), here != "/", path.hasPrefix(here + "/") else { return path }
    return String(path.dropFirst(here.count + 1))
  }

  /// Reads a scene by its name, or a file by its path (which ends in .yaml, .yml, .json or .tumble).
  ///
  /// Throws `SceneError` where there is no such scene or its file cannot be read; what is wrong in the file
  /// is in the outcome.
  public func read(_ nameOrPath: String) throws -> SceneReader.Outcome {
    if let text = texts[nameOrPath] { return read(text, file: nil, name: Self.standardInput) }
    let (path, folder) = try locate(nameOrPath)
    let data = try UntrustedFile.throwing({ SceneError.unreadable(path: path, reason: $0) }) {
      try UntrustedFile.read(path, limit: limits.bytes, within: folder)
    }
    return read(data, file: path, name: Self.name(ofFileAt: path))
  }

  /// Reads the text of a scene that was a file's.
  ///
  /// - Parameter file: The file's path: pictures and included files are looked for beside it; nil: pictures
  ///   only among Tumble's own, included files in the text itself.
  public func read(_ text: Data, file: String?, name: String) -> SceneReader.Outcome {
    let beside = file.map { URL(fileURLWithPath: FilePath.folder(of: $0), isDirectory: true) }
    var reader = SceneReader(limits: limits, pictureFolders: [beside, assets].compactMap { $0 })
    reader.includeFolder = file.map(FilePath.folder(of:))
    reader.settings = settings
    return reader.read(text, file: file ?? name, name: name)
  }

  /// The scene of a name, or of a file by its path; throws `SceneError`.
  public func scene(_ nameOrPath: String) throws -> Scene { try read(nameOrPath).get() }
}

/// The folders of the scenes and pictures that come with Tumble.
///
/// `Bundle.module` is not asked: it ends the process where it finds nothing, and so does `Bundle.main` where
/// the path of the program is not UTF-8 text, or /proc is not there to tell it.
enum PackagedFiles {
  /// `Scenes` or `assets`; a folder that may not be there.
  static func folder(_ name: String) -> URL { URL(fileURLWithPath: root + "/" + name, isDirectory: true) }

  /// Returns true for the folder of the scenes that come with Tumble.
  static func isPackaged(folder path: String) -> Bool {
    let own = folder("Scenes").relativePath
    return (UntrustedFile.realPath(path) ?? path) == (UntrustedFile.realPath(own) ?? own)
  }

  /// The folder beside the program, where the package manager and `scripts/install` put the resources; else
  /// the package's own, for programs of its build folder. A program that is installed holds no path of the
  /// machine that built it.
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
    /// The folder of the package, from the path of this file:
    /// `Sources/TumbleScenes/Files/SceneLibrary.swift`.
    private static let packageFolder = (0..<4).reduce(#filePath) { path, _ in FilePath.folder(of: path) }
  #endif
}

/// The scene that is begun with: a floor, and nothing on it.
package enum NewScene {
  /// The name until it has one of its own.
  package static let name = "untitled"

  /// The bodies that it begins with.
  package enum Ground: Hashable, Sendable { case floor, none, walls }

  /// Returns the text that a new scene begins with: a view, gravity, and what holds what falls.
  package static func text(_ ground: Ground = .floor) -> String {
    func wall(_ id: String, at x: Int, _ y: Int, _ width: Int, _ height: Int) -> String {
      "  - {id: \(id), kind: static, at: [\(x), \(y)], box: [\(width), \(height)], friction: 0.7}\n"
    }
    let bodies =
      switch ground {
      case .none: ""
      case .floor: wall("floor", at: 300, 10, 24000, 20)
      case .walls:
        wall("floor", at: 300, 10, 600, 20) + wall("left", at: 10, 210, 20, 380)
          + wall("right", at: 590, 210, 20, 380)
      }
    return """
      tumble: 1
      view: {size: [600, 400]}
      world: {gravity: [0, -1000], rate: 120 Hz}

      """ + (bodies.isEmpty ? "" : "bodies:\n" + bodies)
  }

  /// Returns the reason why a file of that name cannot be written into a folder; nil if it can.
  package static func refusal(of name: String, in folder: String) -> String? {
    if name.isEmpty { return "a name is required" }
    guard SceneLibrary.isName(name) else {
      return "'\(name)' is not a file name: expected up to 128 bytes, without /, \\ and .., that do not "
        + "begin with a point"
    }
    let path = folder + "/" + name + ".yaml"
    return UntrustedFile.exists(path) ? "\(path) already exists" : nil
  }

  /// Returns a name that no file of a folder has: the one that is given, or that with a number.
  package static func freeName(_ name: String, in folder: String) -> String {
    let names = (1..<1_000).lazy.map { $0 == 1 ? name : "\(name)-\($0)" }
    return names.first { refusal(of: $0, in: folder) == nil } ?? name
  }
}

extension Scene {
  /// Returns the scene with a note that it was written in the middle of a run: what it is, and what a scene
  /// cannot hold.
  ///
  /// - Parameters:
  ///   - origin: The scene that ran.
  ///   - step: How many steps it had taken.
  public func asMoment(of origin: Scene, step: Int) -> Scene {
    var moment = self
    let name = origin.title.isEmpty ? origin.name : origin.title
    let seconds = ((Double(step) / Double(world.rate) * 1000).rounded() / 1000).shortText
    if !name.isEmpty { moment.title = "\(name), after \(seconds) s" }
    moment.note = """
      What '\(name)' was after \(step) steps (\(seconds) s): places, velocities and what was added. The \
      engine's cached contacts 
      """
        + """
        are no part of a scene, so bodies that touch may go on a little differently. Animations go on where \
        they were.
        """
    return moment
  }
}
