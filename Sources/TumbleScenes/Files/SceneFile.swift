import Foundation
import TumbleFiles
import Yams

/// A scene's file that is open for editing: what it held when it was read or written last, so that nothing is
/// written over that another program has changed meanwhile.
public struct SceneFile: Sendable {
  /// The path of the file.
  public let path: String
  /// The file's bytes as they were read, or written, last.
  public private(set) var text: Data
  /// The limits of what is read.
  public var limits: SceneLimits
  /// Values of variables with which the file is read: what is saved says the same with them.
  public var settings: [SceneSetting] = []

  /// Reads a scene's file for editing.
  ///
  /// - Throws: `SceneError.unreadable`.
  public init(reading path: String, limits: SceneLimits = SceneLimits()) throws {
    self.path = path
    self.limits = limits
    text = try UntrustedFile.throwing({ SceneError.unreadable(path: path, reason: $0) }) {
      try UntrustedFile.read(path, limit: limits.bytes)
    }
  }

  /// A file whose bytes are known: those that a watch told of.
  public init(path: String, text: Data, limits: SceneLimits = SceneLimits()) {
    (self.path, self.text, self.limits) = (path, text, limits)
  }
}

extension SceneFile {
  /// The text that saving a scene would write.
  public func text(saving scene: Scene) throws(SceneTextPatchError) -> Data {
    try SceneTextPatch(reader).patched(text, to: scene)
  }

  /// The text in which a body has an outline's shapes: one that is there, or a new one in the middle of the
  /// view.
  ///
  /// - Throws: `SceneTextPatchError`, `.invalid` where the text would be no scene any more: the id is no
  ///   name, or something else's.
  public func text(writing outline: ShapeOutline, body id: String) throws(SceneTextPatchError) -> Data {
    let name = SceneLibrary.name(ofFileAt: path)
    let center = reader.read(text, file: path, name: name).scene?.view.rect.center
    let new = try outline.text(in: text, body: id, at: center ?? .zero, limits: limits)
    let errors = reader.read(new, file: path, name: name).diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty else { throw .invalid(errors) }
    return new
  }

  private var reader: SceneReader {
    var reader = SceneReader(limits: limits)
    reader.includeFolder = FilePath.folder(of: path)
    reader.settings = settings
    return reader
  }

  /// Changes the file's text so that it reads as a scene; the old file is kept as `NAME~`. Nothing is written
  /// where nothing changed.
  ///
  /// - Parameters:
  ///   - isForced: Also if another program has changed the file since it was read.
  ///   - expecting: Called with the bytes before they are written, for a watch of the file.
  /// - Returns: The path of the file with the old content; nil where nothing was written or there was no old
  ///   file.
  /// - Throws: `SceneTextPatchError`, `SceneSavingError`, `OutputError`. The file is then as it was.
  @discardableResult
  public mutating func save(_ scene: Scene, isForced: Bool = false, expecting: (Data) -> Void = { _ in })
    throws
    -> String?
  {
    if !isForced, UntrustedFile.exists(path) {
      // What is there and cannot be read is not what was read.
      guard let present = try? UntrustedFile.read(path, limit: limits.bytes),
        present.withoutByteOrderMark == text.withoutByteOrderMark
      else { throw SceneSavingError.changedMeanwhile(path: path) }
      // The reader's text has no byte order mark, and the file keeps its own.
      text = present
    }
    let new = try text(saving: scene)
    guard isForced || new != text else { return nil }
    expecting(new)
    let kept = try ReplacedFile.write(new, to: path)
    text = new
    return kept
  }

  /// Writes a scene as a new file of its own: flat, without templates and repeaters.
  ///
  /// - Parameters:
  ///   - scene: Such as what a world is at this moment.
  ///   - stem: The path without its ending; where there is a file of that name already, a number is added.
  /// - Returns: The path.
  public static func write(_ scene: Scene, as stem: String) throws(OutputError) -> String {
    try ReplacedFile.writeNew(Array(SceneWriter().text(scene).utf8), stem: stem, ending: ".yaml")
  }
}

extension Data {
  fileprivate var withoutByteOrderMark: Data { dropFirst(SceneText.byteOrderMark(of: self).count) }
}

/// The reason why a scene was not saved.
public enum SceneSavingError: Error, Hashable, Sendable {
  /// Another program has changed the file since it was read.
  case changedMeanwhile(path: String)
}

extension SceneSavingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .changedMeanwhile(let path):
      "\(path) was changed by another program since it was read; reload it, or save over it"
    }
  }
}

/// A scene to begin with: a small one, or a copy of another.
public struct SceneStarter: Sendable {
  /// The text of the new file.
  public let text: Data
  /// The files that it includes, by path from its folder.
  public let included: [(path: String, text: Data)]

  /// Makes the text of a new scene.
  ///
  /// - Parameters:
  ///   - title: Of the new scene.
  ///   - from: The name of a scene, or a path to its file; nil: a small scene with remarks.
  /// - Throws: `SceneError` for a scene that cannot be read, or is wrong.
  public init(title: String, from: String?, in library: SceneLibrary) throws {
    guard let from else {
      text = Data(Self.small(title).utf8)
      included = []
      return
    }
    let read = try library.read(from)
    var scene = try read.get()
    scene.title = title
    var reader = SceneReader(limits: library.limits)
    let folder = FilePath.folder(of: read.file)
    reader.includeFolder = folder
    text = try SceneTextPatch(reader).patched(Data(read.text.utf8), to: scene)
    included = try read.included.map { path in
      let data = try UntrustedFile.read(path, limit: library.limits.includedBytes, within: folder)
      return (String(path.dropFirst(folder.utf8.count + 1)), data)
    }
  }

  /// Writes the scene and what it includes; an included file that is there already stays, if it says the
  /// same.
  ///
  /// - Throws: `OutputError`, `SceneError.unreadable`.
  public func write(to path: String) throws {
    let folder = FilePath.folder(of: path)
    let files = included.map { (folder + "/" + $0.path, $0.text) }
    for (path, text) in files where UntrustedFile.exists(path) {
      guard (try? UntrustedFile.read(path, limit: text.count)) == text else {
        throw SceneError.unreadable(
          path: path, reason: "there is another file of that name, which would be included")
      }
    }
    for (path, text) in files + [(path, text)] where !UntrustedFile.exists(path) {
      let folder = FilePath.folder(of: path)
      if folder != "." { try FilePath.makeFolder(folder) }
      try ReplacedFile.write(text, to: path, isOldKept: false)
    }
  }

  private static func small(_ title: String) -> String {
    """
    tumble: 1
    title: \(FormatNode.quoted(title))
    note: A ball falls on a box. Drag them; tilt the world with the arrow keys.
    view: {size: [300, 300]}
    world: {gravity: [0, -1000]}
    variables:
      width: 60          # try another: tumble run NAME --set width=120
    bodies:
      - {id: walls, kind: static, line: {points: [[0, 0], [300, 0], [300, 300], \
    [0, 300]], radius: 2, closed: true}}
      - {id: box, at: [150, 20], box: [width, 32], texture: crate}
      - {id: ball, at: [150, 250], circle: 16, elasticity: 0.8, texture: ball}
    graph:
      - {title: Height, channels: [ball.y]}

    """
  }
}

/// A file that was dropped on the window, by what it can be opened as.
public enum DroppedFile: Hashable, Sendable {
  /// A scene, to be opened.
  case scene(path: String)
  /// A recording, to be replayed.
  case recording(path: String)
  /// A refusal to open it, as a sentence.
  case refused(String)

  /// Looks at the file's name and its first bytes; whether it is a valid scene only reading it tells.
  public init(_ path: String, limits: SceneLimits = SceneLimits()) {
    let name = FilePath.file(of: path)
    let shown = Excerpts.short(name)
    let ending = FilePath.parts(of: path).ending.lowercased()
    let head: [UInt8]
    do {
      head = try UntrustedFile.head(path, count: 4096)
    } catch UntrustedFile.Failure.reason(let reason) {
      self = .refused("'\(shown)' cannot be opened: \(reason)")
      return
    } catch {
      self = .refused("'\(shown)' cannot be opened")
      return
    }
    let isText = !head.contains(0)
    switch ending {
    case _ where SceneLibrary.endings.contains(ending):
      self = isText ? .scene(path: path) : .refused("'\(shown)' is no text, so no scene")
    case ".jsonl"
    where String(decoding: head.prefix(40), as: UTF8.self).hasPrefix("{\"tumble\":\"recording\""):
      self = .recording(path: path)
    case ".jsonl": self = .refused("'\(shown)' is no recording of Tumble")
    default:
      self = .refused(
        "'\(shown)' is not a scene: a scene's file ends in \(SceneLibrary.endingsInWords), a recording's in "
          + ".jsonl")
    }
  }
}

/// A scene file's bytes, looked over so that parsing them is safe.
struct SceneText {
  let bytes: ArraySlice<UInt8>
  /// The same as a text; UTF-8, without a byte order mark.
  let string: String
  let excerpts: Excerpts

  /// The reason why a file is no scene's text, or no YAML, and what can be shown of it all the same.
  struct Unreadable: Error {
    let refusal: TextScan.Refusal
    /// The text, if only parsing it failed.
    var text = ""
    let excerpts: Excerpts
  }

  /// A file's text and the tree of its values; nil for an empty text.
  static func parsed(_ data: Data, limits: SceneLimits) throws(Unreadable) -> (text: SceneText, root: Node?) {
    let text: SceneText
    do throws(TextScan.Refusal) { text = try SceneText(data, limits: limits) } catch {
      let shown = Excerpts(withoutMark([UInt8](data.prefix(1 << 20))))
      throw Unreadable(refusal: error, excerpts: shown)
    }
    do {
      // Without rules for what a scalar may be: that is for the keys to say, and they cost a regular
      // expression each.
      return (text, try Parser(yaml: text.string, resolver: .basic, encoding: .utf8).singleRoot())
    } catch {
      let refusal = SyntaxErrorMessage(error, in: text).refusal
      throw Unreadable(refusal: refusal, text: text.string, excerpts: text.excerpts)
    }
  }

  private init(_ data: Data, limits: SceneLimits) throws(TextScan.Refusal) {
    guard data.count <= limits.bytes else {
      throw TextScan.Refusal(
        place: .init(line: 0, column: 0),
        message: "the file has \(data.count) bytes, more than the \(limits.bytes) a scene may have")
    }
    bytes = Self.withoutMark([UInt8](data))
    try bytes.withUnsafeBufferPointer { (bytes) throws(TextScan.Refusal) in try Self.checkCharacters(bytes) }
    guard let string = String(validating: bytes, as: UTF8.self) else { throw Self.brokenCharacter(bytes) }
    self.string = string
    excerpts = Excerpts(bytes)
    try bytes.withUnsafeBufferPointer { (bytes) throws(TextScan.Refusal) in
      try TextScan.check(bytes, limits: limits)
    }
  }

  /// The byte order mark that a text begins with; empty where it has none.
  static func byteOrderMark(of text: some Collection<UInt8>) -> [UInt8] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return text.starts(with: mark) ? mark : []
  }

  private static func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.dropFirst(byteOrderMark(of: bytes).count)
  }

  private static func checkCharacters(_ bytes: UnsafeBufferPointer<UInt8>) throws(TextScan.Refusal) {
    if bytes.count >= 2, bytes[0] >= 0xFE, bytes[1] >= 0xFE, bytes[0] != bytes[1] {
      throw refusal(bytes, 0, "this is UTF-16", "save the file as UTF-8")
    }
    for (index, byte) in bytes.enumerated() where byte < 0x20 || byte == 0x7F {
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\t"): continue
      case UInt8(ascii: "\r"):
        if index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\n") { continue }
        throw refusal(bytes, index, "a carriage return stands alone", "end lines with a line feed")
      case 0 where index < 4 && bytes.prefix(4).filter({ $0 == 0 }).count >= 1 && bytes.count > 1:
        throw refusal(bytes, index, "this is UTF-16, or no text at all", "save the file as UTF-8")
      default:
        throw refusal(
          bytes, index, "a control character (code \(byte)) is in the text", "a scene is plain UTF-8 text")
      }
    }
    // These end a line for YAML and for hardly anything else: places would be reported wrong.
    for index in bytes.indices.dropLast() where bytes[index] == 0xC2 && bytes[index + 1] < 0xA0 {
      throw refusal(bytes, index, "a control character is in the text", "a scene is plain UTF-8 text")
    }
    for index in bytes.indices.dropLast(2)
    where bytes[index] == 0xE2 && bytes[index + 1] == 0x80 && (bytes[index + 2] & 0xFE) == 0xA8 {
      throw refusal(bytes, index, "a Unicode line separator is in the text", "end lines with a line feed")
    }
  }

  private static func brokenCharacter(_ bytes: ArraySlice<UInt8>) -> TextScan.Refusal {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var (line, column) = (1, 1)
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      if scalar == "\n" { (line, column) = (line + 1, 1) } else { column += 1 }
    }
    return TextScan.Refusal(
      place: .init(line: line, column: column), message: "these bytes are no UTF-8 text",
      hint: "save the file as UTF-8")
  }

  private static func refusal(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ message: String, _ hint: String
  ) -> TextScan.Refusal {
    var place = TextScan.Place(line: 1, column: 1)
    for byte in bytes[..<index] {
      if byte == UInt8(ascii: "\n") {
        place = .init(line: place.line + 1, column: 1)
      } else if byte & 0xC0 != 0x80 {
        place.column += 1
      }
    }
    return TextScan.Refusal(place: place, message: message, hint: hint)
  }
}
