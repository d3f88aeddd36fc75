import Foundation
import TumbleFiles
import TumbleInput
import Yams

/// The file in which a person chooses other keys: a mapping of actions to a key, or to a list of them.
///
/// ```yaml
/// pause: P
/// save: [Ctrl+S, F2]
/// previous-scene: []        # no key at all
/// ```
enum KeysFile {
  /// The largest file in bytes: more than all keys there are would need.
  private static let largest = 1 << 16

  /// The standard keys with those of a file; the standard ones where there is no such file.
  ///
  /// - Throws: `KeysFileError`, and what reading throws.
  static func keys(at path: String) throws -> KeyTable {
    guard UntrustedFile.exists(path) else { return .standard }
    let data = try UntrustedFile.read(path, limit: largest)
    return try keys(data, file: path)
  }

  static func keys(_ data: Data, file: String) throws(KeysFileError) -> KeyTable {
    func mistake(_ line: Int, _ message: String) -> KeysFileError {
      KeysFileError(file: file, line: line, message: message)
    }
    guard data.count <= largest else {
      throw mistake(1, "the file is larger than \(largest / 1024) KiB; expected a few lines of keys")
    }
    // Nothing here is said twice, and an alias that is a key would hang the parser.
    guard !(data.contains(UInt8(ascii: "&")) && data.contains(UInt8(ascii: "*"))) else {
      throw mistake(1, "anchors and aliases ('&', '*') are not allowed")
    }
    let root: Node?
    do {
      root = try Parser(yaml: data).singleRoot()
    } catch YamlError.duplicatedKeysInMapping(let names, let context) {
      let name = names.first ?? ""
      throw mistake(
        context.mark.line, "'\(name)' is there twice; write all its keys as a list, such as \(name): [P, F2]")
    } catch {
      let (line, reason) = Self.parts(of: error)
      throw mistake(line, "this is no YAML: \(reason)")
    }
    // Only comments.
    guard let root, root != Node("") else { return .standard }
    guard case .mapping(let mapping) = root else {
      throw mistake(root.mark?.line ?? 1, "expected lines such as 'pause: P'")
    }
    var changes: [(action: String, gestures: [String])] = []
    for (key, value) in mapping {
      let line = key.mark?.line ?? 1
      guard case .scalar(let action) = key else { throw mistake(line, "expected the name of an action") }
      switch value {
      case .scalar(let text): changes.append((action.string, text.string.isEmpty ? [] : [text.string]))
      case .sequence(let list):
        changes.append(
          (
            action.string,
            try list.map { (item) throws(KeysFileError) in
              guard case .scalar(let text) = item else {
                throw mistake(item.mark?.line ?? line, "expected a key in '\(action.string)', such as P")
              }
              return text.string
            }
          ))
      case .mapping, .alias: throw mistake(line, "expected a key or a list of keys for '\(action.string)'")
      }
      // One by one, so that a mistake is reported with its line.
      do { _ = try KeyTable.standard.remapped(changes.suffix(1)) } catch {
        if case .usedTwice = error { continue }
        throw mistake(line, "\(error)")
      }
    }
    do {
      return try KeyTable.standard.remapped(changes)
    } catch {
      let line = mapping.first { pair in
        guard case .usedTwice(_, let first, let second) = error else { return false }
        return [first.rawValue, second.rawValue].contains(pair.key.string)
      }?.key.mark?.line
      throw mistake(line ?? 1, "\(error)")
    }
  }

  private static func parts(of error: any Error) -> (line: Int, reason: String) {
    switch error {
    case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
      YamlError.composer(_, let problem, let mark, _):
      (mark.line, problem)
    default: (1, "it cannot be read")
    }
  }
}

/// A mistake in the file of keys.
struct KeysFileError: Error, Hashable, CustomStringConvertible {
  var file: String
  /// The number of the line, from 1.
  var line: Int
  var message: String

  var description: String { "\(file):\(line): \(message)" }
}
