import Foundation
import TumbleFiles
import Yams

/// Reads a scene from the text of a file: everything that is wrong with it is reported at once.
public struct SceneReader: Sendable {
  /// The limits of what is read.
  public var limits: SceneLimits
  /// Folders in which textures are looked for, in this order; nil: textures are not looked for.
  public var pictureFolders: [URL]?
  /// The folder of the scene's file, which included files lie in; nil: only what the text itself holds can be
  /// included.
  public var includeFolder: String?
  /// Values of variables and controls, in place of those that the file gives.
  public var settings: [SceneSetting] = []

  /// Creates a value by its parts, which are the properties of the same names.
  public init(limits: SceneLimits = SceneLimits(), pictureFolders: [URL]? = nil) {
    self.limits = limits
    self.pictureFolders = pictureFolders
  }

  /// Reads a scene. `file` stands in the diagnostics; `name` becomes the scene's.
  ///
  /// Time and memory are bounded by `limits`; nothing in the data makes it trap.
  public func read(_ data: Data, file: String, name: String) -> Outcome {
    let (text, root): (SceneText, Node?)
    do throws(SceneText.Unreadable) { (text, root) = try SceneText.parsed(data, limits: limits) } catch {
      var found = DiagnosticList(file: file, limits: limits, excerpts: error.excerpts)
      found.add(error.refusal)
      return Outcome(found: found, text: error.text)
    }
    var found = DiagnosticList(file: file, limits: limits, excerpts: text.excerpts)
    guard let root, !root.isEmpty else {
      found.error(SourcePlace(), "the file is empty", hint: "a scene starts with: tumble: 1")
      return Outcome(found: found, text: text.string)
    }

    let reading = Reading(found)
    let includes = IncludedFiles(of: root, file: file, folder: includeFolder, reading: reading)
    let files = includes.files + [IncludedFiles.File(number: 0, path: file, text: text, root: root)]
    let settings = reading.prepareScope(files, settings: settings)
    let records = files.compactMap { file -> Record? in
      reading.file = file.number
      return reading.record(file.root, .scene)
    }
    guard records.count == files.count, let record = Record.merged(records) else {
      return Outcome(found: reading.found, text: text.string, included: includes.paths)
    }
    let builder = SceneBuilder(
      record, reading: reading, pictures: pictureFolders.map { Pictures(folders: $0, limits: limits) })
    var scene = builder.scene(named: name)
    scene.pictureFolders.folders = pictureFolders
    let properties = settings.filter { SettingTarget($0.name).isProperty }
    for setting in properties where !reading.hasErrors {
      let target = SettingTarget(setting.name)
      do throws(EditRefusal) {
        try target.check(in: scene, variables: [])
        try target.apply(setting.value, to: &scene)
      } catch {
        reading.error(
          SourcePlace(), "--set \(Excerpts.short("\(setting)")): \(error.message)", hint: error.hint)
      }
    }
    let content =
      properties.isEmpty || reading.hasErrors
      ? SceneContent.text(
        text, root, included: includes.files, settings: settings,
        controls: Set(reading.controlSettings.map(\.name))) : SceneWriter().text(scene)
    return Outcome(
      scene: scene, source: builder.source, found: reading.found, text: text.string, content: content,
      included: includes.paths,
      variables: reading.defined.map { Outcome.Variable(name: $0.name, unit: Reading.unit(of: $0.text)) })
  }
}

extension Node {
  fileprivate var isEmpty: Bool { scalar.map { $0.string.isEmpty && !$0.isText } ?? false }
}

extension DiagnosticList {
  /// - Parameter file: Which of the files that make the scene.
  mutating func add(_ refusal: TextScan.Refusal, file: Int32 = 0) {
    let place = SourcePlace(
      line: Int32(clamping: refusal.place.line), column: Int32(clamping: refusal.place.column),
      length: Int32(clamping: refusal.length), file: file)
    error(place, refusal.message, hint: refusal.hint)
  }
}

extension SceneReader {
  /// The result of reading a file.
  public struct Outcome: Sendable {
    /// The scene; nil if there is an error among the diagnostics.
    public let scene: Scene?
    /// Errors, then warnings, then notes, each in the order of the file.
    public let diagnostics: [SceneDiagnostic]
    /// The places of the scene's objects in the file; nil if there is no scene.
    public let source: SceneSource?
    /// The file's text; empty if it has none.
    public let text: String
    /// The text with what it includes and the values that its variables were given: for a recording to keep.
    public let content: String
    /// The paths of the files that it includes, there or not: for a watch.
    public let included: [String]
    /// The variables of the scene, those of included files too, in their order.
    package let variables: [Variable]

    /// A variable of a scene.
    package struct Variable: Sendable {
      package let name: String
      /// The unit of its number; nil for a plain one, and for arithmetic.
      package let unit: String?
    }
    package let found: DiagnosticList

    init(
      scene: Scene? = nil, source: SceneSource? = nil, found: DiagnosticList, text: String,
      content: String? = nil, included: [String] = [], variables: [Variable] = []
    ) {
      self.scene = found.hasErrors ? nil : scene
      self.source = found.hasErrors ? nil : source
      self.found = found
      self.text = text
      self.content = content ?? text
      self.included = included
      self.variables = variables
      diagnostics = found.report()
    }

    /// The file, as it stands in the diagnostics: its path if it was read from one.
    public var file: String { found.file }

    /// The scene; throws `SceneError.invalid` if there is none.
    public func get() throws -> Scene {
      guard let scene else { throw SceneError.invalid(diagnostics) }
      return scene
    }

    /// The same with other findings: those that it has, and more.
    package func with(_ found: DiagnosticList) -> Outcome {
      Outcome(
        scene: scene, source: source, found: found, text: text, content: content, included: included,
        variables: variables)
    }
  }
}

extension Scene {
  /// Reads a scene from the text of a file, YAML or JSON, within the usual ``SceneLimits``. Textures are not
  /// looked for, and nothing can be included.
  ///
  /// - Parameters:
  ///   - text: Untrusted: nothing in it makes this trap.
  ///   - name: Becomes the scene's, and stands in errors in place of a file.
  /// - Throws: `SceneError.invalid` with all that is wrong, each with its line and column.
  public init(text: String, name: String = "scene") throws {
    self = try SceneReader().read(Data(text.utf8), file: name, name: name).get()
  }
}

/// A value given from outside to something that a scene names: `arm=120`, `speed=3 m/s`, `count=2 * rows`.
///
/// The name is that of one of the scene's `variables`; the value is a number with or without a unit, or
/// arithmetic.
public struct SceneSetting: Hashable, Sendable {
  /// The name of a variable or a control.
  public var name: String
  /// The value as text of the scene format.
  public var value: String

  /// Creates a value by its parts, which are the properties of the same names.
  public init(name: String, value: String) { (self.name, self.value) = (name, value) }

  /// Reads `NAME=VALUE`, as it is given to a program.
  public init(parsing text: String) throws(SceneSettingError) {
    guard let equals = text.firstIndex(of: "=") else { throw .noValue(text) }
    func trimmed(_ part: Substring) -> String {
      String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    name = trimmed(text[..<equals])
    value = trimmed(text[text.index(after: equals)...])
    guard !name.isEmpty, !value.isEmpty else { throw .noValue(text) }
    guard value.utf8.count <= Self.longestValue, !value.unicodeScalars.contains(where: { $0.value < 32 })
    else { throw .badValue(name) }
  }

  /// The longest value, in bytes.
  static let longestValue = 1000
}

extension SceneSetting: CustomStringConvertible {
  public var description: String { "\(name)=\(value)" }
}

/// The reason why a text is no setting.
public enum SceneSettingError: Error, Hashable, Sendable {
  /// The text is not `NAME=VALUE`.
  case noValue(String)
  /// The value of a name is too long, or has characters that no line has.
  case badValue(String)
}

extension SceneSettingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noValue(let text):
      "'\(Excerpts.short(text))' is no setting; it is a name and a value, such as arm=120 or speed='3 m/s'"
    case .badValue(let name):
      "the value of '\(Excerpts.short(name))' is one line of at most \(SceneSetting.longestValue) bytes"
    }
  }
}

/// Looks for a `:` that was meant to divide a key from its value, and has no space after it.
enum MissingSpace {
  /// Returns the index of the first colon of a line, quotes and comments left out.
  static func colon(in line: [UInt8]) -> Int? {
    var quote: UInt8?
    for (index, byte) in line.enumerated() {
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "#") where index == 0 || line[index - 1] == UInt8(ascii: " "): return nil
      case UInt8(ascii: ":") where isDivider(index, in: line): return index
      default: break
      }
    }
    return nil
  }

  /// The word that ends at a colon.
  static func key(before colon: Int, in line: [UInt8]) -> Range<Int> {
    let start = line[..<colon].lastIndex { !$0.isOfName }.map { $0 + 1 } ?? 0
    return start..<colon
  }

  /// Returns true for a colon between a word that begins something and a value.
  private static func isDivider(_ colon: Int, in line: [UInt8]) -> Bool {
    let key = key(before: colon, in: line)
    guard colon + 1 < line.count, let first = line[key].first, first.isLetter else { return false }
    let next = line[colon + 1]
    guard next.isOfName || "[{\"'.+#".utf8.contains(next) else { return false }
    // A word within a text does not begin anything.
    let before = line[..<key.lowerBound].last { $0 != UInt8(ascii: " ") }
    return before.map { "{,-[".utf8.contains($0) } ?? true
  }
}
