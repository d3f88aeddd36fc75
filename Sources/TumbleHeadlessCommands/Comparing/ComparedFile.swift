import Foundation
import TumbleFiles
import TumbleScenes
import TumbleSimulation
import TumbleTrace

/// A file that is compared with another: what kind it is, and its content.
struct ComparedFile {
  enum Kind {
    case trace
    case recording
    case scene

    var noun: String {
      switch self {
      case .trace: "a trace"
      case .recording: "a recording"
      case .scene: "a scene"
      }
    }
  }

  /// What reports call it.
  let title: String
  let kind: Kind
  private let argument: String
  /// nil for a scene that is read by its name.
  private let lines: FileLines?
  private let library: SceneLibrary

  /// The first line of a trace is no longer, in bytes.
  private static let headBytes = 1 << 16

  /// - Parameter argument: A path, a scene's name, or `-` for standard input.
  /// - Throws: `DiffError`, `SceneError`.
  init(_ argument: String, in library: SceneLibrary) throws {
    self.argument = argument
    self.library = library
    title = argument == "-" ? SceneLibrary.standardInput : argument
    do {
      let lines =
        argument == "-"
        ? FileLines(descriptor: STDIN_FILENO, limit: TraceReader.maxLineBytes)
        : try FileLines(argument, limit: TraceReader.maxLineBytes, waitsForPipes: true)
      let head = try lines.head(count: Self.headBytes)
      let isNamed = lines.isPipe || SceneLibrary.isPath(argument)
      guard let kind = Self.kind(ofContent: head) ?? (isNamed && !head.isEmpty ? .scene : nil) else {
        throw head.isEmpty
          ? DiffError.unreadable(file: title, reason: "it is empty") : .unknownKind(file: title)
      }
      self.kind = kind
      self.lines = lines
    } catch UntrustedFile.Failure.reason(let reason) {
      guard Self.isSceneName(argument) else { throw DiffError.unreadable(file: title, reason: reason) }
      // Names the likely word where there is no such scene.
      _ = try library.path(of: argument)
      kind = .scene
      lines = nil
    }
  }

  private static func kind(ofContent head: ArraySlice<UInt8>) -> Kind? {
    // JSON leaves the spaces between the words to its writer.
    let start = String(decoding: head.prefix(200), as: UTF8.self).filter { !$0.isWhitespace }
    if start.hasPrefix("{\"tumble\":\"recording\"") { return .recording }
    let line = head.prefix { $0 != UInt8(ascii: "\n") }
    return TraceReader.format(ofFirstLine: line) == nil ? nil : .trace
  }

  /// Names have no endings of files.
  private static func isSceneName(_ argument: String) -> Bool {
    SceneLibrary.isName(argument) && !argument.contains(".")
  }

  // MARK: - Reading

  func trace() throws -> TraceReader {
    try reading { lines in
      try TraceReader {
        do { return try lines.next() } catch UntrustedFile.Failure.reason(let reason) {
          throw DiffError.unreadable(file: title, reason: reason)
        }
      }
    }
  }

  func recording() throws -> NumberedRecording {
    try reading { try NumberedRecording(bytes: $0.rest(limit: RecordingFile.maxBytes)) }
  }

  func scene() throws -> Scene {
    guard let lines, lines.isPipe else { return try library.scene(argument) }
    var library = library
    library.texts["-"] = try reading { Data(try $0.rest(limit: library.limits.bytes)) }
    return try library.scene("-")
  }

  private func reading<Content>(_ read: (FileLines) throws -> Content) throws -> Content {
    guard let lines else { preconditionFailure("a scene that is read by its name has no lines") }
    do {
      return try read(lines)
    } catch {
      throw self.error(error)
    }
  }

  /// An error of reading it, with its name.
  func error(_ error: any Error) -> any Error {
    switch error {
    case UntrustedFile.Failure.reason(let reason): DiffError.unreadable(file: title, reason: reason)
    case is TraceError, is RecordingError: DiffError.unreadable(file: title, reason: "\(error)")
    default: error
    }
  }
}
