import Foundation
import TumbleFiles

/// A scene's file that is open for editing: what it held when it was read or written last, so that nothing is written over that
/// another program has changed meanwhile.
public struct SceneFile: Sendable {
  public let path: String
  /// The file's bytes as they were read, or written, last.
  public private(set) var text: Data
  public var limits: SceneLimits
  /// Values of variables with which the file is read: what is saved says the same with them.
  public var settings: [SceneSetting] = []

  /// - Throws: `SceneError.unreadable`.
  public init(reading path: String, limits: SceneLimits = SceneLimits()) throws {
    self.path = path
    self.limits = limits
    do {
      text = try UntrustedFile.read(path, limit: limits.bytes)
    } catch UntrustedFile.Failure.reason(let reason) {
      throw SceneError.unreadable(path: path, reason: reason)
    }
  }

  /// A file whose bytes are known: those that a watch told of.
  public init(path: String, text: Data, limits: SceneLimits = SceneLimits()) {
    self.path = path
    self.text = text
    self.limits = limits
  }
}

extension SceneFile {
  /// The text that saving a scene would write.
  public func text(saving scene: Scene) throws(SceneTextPatchError) -> Data {
    try SceneTextPatch(reader).patched(text, to: scene)
  }

  /// The text in which a body has an outline's shapes: one that is there, or a new one in the middle of the view.
  ///
  /// - Throws: `SceneTextPatchError`, `.invalid` where the text would be no scene any more: the id is no name, or something else's.
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

  /// Changes the file's text so that it reads as a scene; the old file is kept as `NAME~`. Nothing is written where nothing
  /// changed.
  ///
  /// - Parameters:
  ///   - isForced: Also if another program has changed the file since it was read.
  ///   - expecting: Called with the bytes before they are written, for a watch of the file.
  /// - Returns: The path of the file with the old content; nil where nothing was written or there was no old file.
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
      else {
        throw SceneSavingError.changedMeanwhile(path: path)
      }
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

/// Why a scene was not saved.
public enum SceneSavingError: Error, Hashable, Sendable {
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
