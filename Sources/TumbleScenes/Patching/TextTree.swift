import Foundation
import TumbleGeometry
import Yams

/// A scene's text and the tree of its values, by which parts of it are changed and the rest is kept as it is.
struct TextTree {
  /// Without a byte order mark.
  let bytes: [UInt8]
  let root: TextNode
  /// What ends a line in this text.
  let lineEnd: String
  /// Whether keys and words stand in double quotes, as in JSON.
  let isJSON: Bool
  private let mappings: [SourcePlace: TextNode]
  /// The outermost collections in brackets or braces.
  private let flowCollections: [Range<Int>]

  /// Throws `SceneTextPatchError.layout` for text whose values cannot be told from each other by what they look like.
  init(_ text: SceneText, root: Node) throws(SceneTextPatchError) {
    bytes = Array(text.bytes)
    var builder = TextTreeBuilder(bytes: bytes)
    self.root = try builder.tree(root)
    mappings = builder.mappings
    flowCollections = builder.flowCollections
    let first = bytes.firstIndex(of: .newline) ?? 0
    lineEnd = first > 0 && bytes[first - 1] == .return ? "\r\n" : "\n"
    let key = self.root.entries.first?.keyRange.lowerBound
    isJSON = self.root.isFlow && key != nil && bytes[key ?? 0] == .doubleQuote
  }

  /// The mapping that a record was read from.
  func mapping(of record: Record) -> TextNode? {
    mappings[
      SourcePlace(
        line: record.place.line, column: record.place.column, length: 1, file: record.place.file)]
  }
}

extension TextTree {
  /// The offset of the first byte of the line that an offset lies in.
  func lineStart(_ offset: Int) -> Int {
    (bytes[..<offset].lastIndex(of: .newline) ?? -1) + 1
  }

  /// The offset of what ends the line that an offset lies in.
  func lineEnd(_ offset: Int) -> Int {
    let newline = bytes[offset...].firstIndex(of: .newline) ?? bytes.count
    return newline > offset && bytes[newline - 1] == .return ? newline - 1 : newline
  }

  /// The offset of what ends the line before that of an offset, which is not in the first.
  func endOfLine(before offset: Int) -> Int {
    let newline = lineStart(offset) - 1
    return newline > 0 && bytes[newline - 1] == .return ? newline - 1 : newline
  }

  /// The offset of the line after that of an offset; the text's end if there is none.
  func nextLine(_ offset: Int) -> Int {
    bytes[offset...].firstIndex(of: .newline).map { $0 + 1 } ?? bytes.count
  }

  /// How far from the start of its line an offset is, in bytes.
  func column(_ offset: Int) -> Int { offset - lineStart(offset) }

  /// Whether nothing but blanks stands before an offset on its line.
  func isFirstOnLine(_ offset: Int) -> Bool { bytes[lineStart(offset)..<offset].allSatisfy(\.isBlank) }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Whether an offset lies in brackets or braces, where their marks end a scalar.
  func isWithinFlow(_ offset: Int) -> Bool {
    let next = flowCollections.partitioningIndex { $0.upperBound > offset }
    return next < flowCollections.count && flowCollections[next].contains(offset)
  }

  func has(_ byte: UInt8, in range: Range<Int>) -> Bool { bytes[range].contains(byte) }
}

extension UInt8 {
  static let doubleQuote = UInt8(ascii: "\"")

  /// What separates words on a line.
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == .return }
}
