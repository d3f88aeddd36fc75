import Foundation
import TumbleFiles
import Yams

/// The files that a scene includes, and those that they include: each once, before the file that includes it.
///
/// Paths are relative to the including file and stay in the folder of the scene's own, also by way of
/// symbolic links. What the scene's `included` holds is not looked for on disk: a recording brings all of its
/// files along.
struct IncludedFiles {
  struct File {
    /// The number of the file in places; 0 is the scene's own.
    var number: Int32
    /// The path from the scene's folder.
    var path: String
    var text: SceneText
    var root: Node
  }

  private(set) var files: [File] = []
  /// The paths of those files that were read from disk.
  private(set) var paths: [String] = []
  private let reading: Reading
  private let folder: String?
  /// The texts by their paths from the scene's folder.
  private var held: [String: String] = [:]
  private var known: Set<String> = []
  private var bytes = 0

  init(of root: Node, file: String, folder: String?, reading: Reading) {
    self.reading = reading
    self.folder = folder
    held = Self.held(root)
    load(from: root, path: [FilePath.file(of: file)], number: 0)
  }

  /// - Parameter path: The files that lead here, the scene's own first.
  private mutating func load(from root: Node, path: [String], number: Int32) {
    reading.file = number
    guard case .mapping(let mapping) = root, let list = mapping["include"] else { return }
    // A file alone may stand without its list; what is neither is reported when the whole is read.
    let entries: [Node]
    if case .sequence(let sequence) = list { entries = Array(sequence) } else { entries = [list] }
    for entry in entries {
      guard let name = Self.scalar(entry) ?? entry.mapping?["file"].flatMap(Self.scalar) else { continue }
      let node = entry.mapping?["file"] ?? entry
      reading.file = number
      let place = reading.place(of: node)
      guard let included = resolve(name, beside: path[path.count - 1], place) else { continue }
      if let start = path.firstIndex(of: included) {
        reading.error(
          place, "'\(Excerpts.short(included))' includes itself",
          hint: (path[start...] + [included]).map { Excerpts.short($0) }.joined(separator: " → "))
        continue
      }
      guard !known.contains(included) else { continue }
      guard files.count < reading.limits.includes, path.count <= reading.limits.includeDepth else {
        let limits = reading.limits
        return reading.error(
          place,
          "a scene includes at most \(limits.includes) files, \(limits.includeDepth) within each other")
      }
      known.insert(included)
      add(included, path, place)
    }
  }

  private mutating func add(_ path: String, _ before: [String], _ place: SourcePlace) {
    guard let data = data(path, place) else { return }
    bytes += data.count
    guard bytes <= reading.limits.includedBytes else {
      return reading.error(
        place, "the included files have more than \(reading.limits.includedBytes) bytes together")
    }
    let shown = folder.map { $0 == "." ? path : $0 + "/" + path } ?? path
    do throws(SceneText.Unreadable) {
      let (text, root) = try SceneText.parsed(data, limits: reading.limits)
      let number = reading.found.add(file: shown, excerpts: text.excerpts)
      guard let root else {
        return reading.error(
          SourcePlace(file: number), "the file is empty", hint: "an included file starts with: tumble: 1")
      }
      load(from: root, path: before + [path], number: number)
      files.append(File(number: number, path: path, text: text, root: root))
    } catch {
      let number = reading.found.add(file: shown, excerpts: error.excerpts)
      reading.found.add(error.refusal, file: number)
    }
  }

  private mutating func data(_ path: String, _ place: SourcePlace) -> Data? {
    if let text = held[path] { return Data(text.utf8) }
    guard let folder else {
      return reading.refuse(
        place, "'\(Excerpts.short(path))' cannot be included: the scene was read from no file")
    }
    paths.append(folder + "/" + path)
    do {
      return try UntrustedFile.read(folder + "/" + path, limit: reading.limits.includedBytes, within: folder)
    } catch UntrustedFile.Failure.reason(let reason) {
      reading.error(
        place, "'\(Excerpts.short(path))' cannot be included: \(reason)", hint: hint(path, in: folder))
    } catch {
      reading.error(place, "'\(Excerpts.short(path))' cannot be included: it cannot be read")
    }
    return nil
  }

  /// The name that was likely meant.
  private func hint(_ path: String, in folder: String) -> String? {
    let beside = FilePath.folder(of: path)
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + beside)) ?? [])
      .filter { $0.hasSuffix(".yaml") && $0 != FilePath.file(of: path) }.sorted()
    return reading.nearest(FilePath.file(of: path), names).map { name in
      "did you mean '\(Excerpts.short(beside == "." ? name : beside + "/" + name))'?"
    }
  }

  /// A path from the scene's folder; nil, and reported, for one that leads out of it.
  private func resolve(_ name: String, beside file: String, _ place: SourcePlace) -> String? {
    let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 && $0 != "\\" }
    guard isPlain, name.utf8.count <= 400, !name.hasPrefix("/"), !name.isEmpty else {
      return reading.refuse(
        place, "'\(Excerpts.short(name))' is no path of a file to include",
        hint: "a path from the including file, such as parts/wheel.yaml")
    }
    var parts = file.split(separator: "/").dropLast().map(String.init)
    for part in name.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(String(part))
      } else if parts.popLast() == nil {
        return reading.refuse(
          place, "'\(Excerpts.short(name))' leads out of the scene's folder",
          hint: "what a scene includes lies beside it or in a folder within")
      }
    }
    return parts.joined(separator: "/")
  }

  /// Returns the files that a recording brings along, by path.
  private static func held(_ root: Node) -> [String: String] {
    guard case .sequence(let list)? = root.mapping?["included"] else { return [:] }
    let files = list.compactMap { entry -> (String, String)? in
      guard let path = entry.mapping?["file"].flatMap(scalar),
        let text = entry.mapping?["content"].flatMap(scalar)
      else { return nil }
      return (path, text)
    }
    return Dictionary(files) { _, last in last }
  }

  private static func scalar(_ node: Node) -> String? { node.scalar?.string }
}

/// The text of a scene with all that it was read with in it: the files that it includes, and the values that
/// its variables were and controls were given from outside. It reads as the same scene anywhere.
enum SceneContent {
  static func text(
    _ text: SceneText, _ root: Node, included: [IncludedFiles.File], settings: [SceneSetting],
    controls: Set<String>
  ) -> String {
    guard !included.isEmpty || !settings.isEmpty, let tree = try? TextTree(text, root: root) else {
      return text.string
    }
    var edits = TextEdits(tree)
    let scene = SectionName.scene.section
    func set(_ key: String, _ settings: [SceneSetting]) {
      guard !settings.isEmpty else { return }
      // Of several for one name the last counts.
      let latest = settings.enumerated().filter { place, setting in
        !settings[(place + 1)...].contains { $0.name == setting.name }
      }.map(\.element)
      let values = latest.map { setting in
        (
          setting.name,
          NumberText.number(setting.value) == nil ? FormatNode.text(setting.value) : .plain(setting.value)
        )
      }
      if let entry = tree.root.entry(key, in: scene), entry.node.isMapping, !entry.node.entries.isEmpty {
        for (name, value) in values { edits.set(name, value, in: entry.node, nil) }
      } else {
        edits.set(key, .mapping(values), in: tree.root, scene)
      }
    }
    set("variables", settings.filter { !controls.contains($0.name) })
    set("set", settings.filter { controls.contains($0.name) })
    if !included.isEmpty {
      let files: [FormatNode] = included.map {
        .mapping([("file", .text($0.path)), ("content", .text($0.text.string))])
      }
      edits.set("included", .list(files), in: tree.root, scene)
    }
    return String(decoding: edits.applied(), as: UTF8.self)
  }
}

extension Record {
  /// Merges what several files give: their lists one after the other, and of what stands once what the later
  /// file gives.
  static func merged(_ records: [Record]) -> Record? {
    guard var whole = records.last else { return nil }
    guard records.count > 1 else { return whole }
    for record in records { whole.isBroken = whole.isBroken || record.isBroken }
    for entry in records.dropLast().flatMap(\.entries) where !own.contains(entry.name) {
      guard !whole.has(entry.name) else { continue }
      whole.add(entry.name, entry.keyPlace, entry.located)
    }
    for key in whole.entries.map(\.name) where !own.contains(key) {
      let given = records.compactMap { $0[key] }
      guard given.count > 1 else { continue }
      if let list = list(given, isSet: key == "categories") { whole.set(key, .list(list)) }
      if let names = names(given) { whole.set(key, .names(names)) }
    }
    return whole
  }

  /// Keys that an included file has for itself.
  private static let own: Set = ["tumble", "title", "note", "include", "included", "expect"]

  /// Returns the items of a list; nil if it is no list, or one of them is wrong.
  private static func list(_ given: [Located], isSet: Bool) -> [Located]? {
    var whole: [Located] = []
    for located in given {
      guard let list = located.list else { return nil }
      let known = Set(isSet ? whole.compactMap(\.text) : [])
      whole += list.filter { !isSet || $0.text.map { !known.contains($0) } ?? true }
    }
    return whole
  }

  private static func names(_ given: [Located]) -> [Located.Named]? {
    let names = given.compactMap(\.names)
    return names.count == given.count ? names.flatMap { $0 } : nil
  }
}
