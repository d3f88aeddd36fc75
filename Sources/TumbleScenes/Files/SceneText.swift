import Foundation

/// A scene file's bytes, looked over so that parsing them is safe.
struct SceneText {
  let bytes: ArraySlice<UInt8>
  /// The same as a text; UTF-8, without a byte order mark.
  let string: String
  let excerpts: Excerpts

  /// Throws a `TextScan.Refusal` for what cannot be a scene; `excerpts` of it can still be had by `lines(of:)`.
  init(_ data: Data, limits: SceneLimits) throws {
    guard data.count <= limits.bytes else {
      throw TextScan.Refusal(
        place: .init(line: 0, column: 0),
        message: "the file has \(data.count) bytes, more than the \(limits.bytes) a scene may have")
    }
    bytes = Self.withoutMark([UInt8](data))
    try bytes.withUnsafeBufferPointer { try Self.checkCharacters($0) }
    guard let string = String(validating: bytes, as: UTF8.self) else {
      throw Self.brokenCharacter(bytes)
    }
    self.string = string
    excerpts = Excerpts(bytes)
    try bytes.withUnsafeBufferPointer { try TextScan.check($0, limits: limits) }
  }

  /// The byte order mark that a text begins with; empty where it has none.
  static func byteOrderMark(of text: some Collection<UInt8>) -> [UInt8] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return text.starts(with: mark) ? mark : []
  }

  static func lines(of data: Data) -> Excerpts { Excerpts(withoutMark([UInt8](data.prefix(1 << 20)))) }

  private static func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.dropFirst(byteOrderMark(of: bytes).count)
  }

  private static func checkCharacters(_ bytes: UnsafeBufferPointer<UInt8>) throws {
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
      throw refusal(
        bytes, index, "a Unicode line separator is in the text", "end lines with a line feed")
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
