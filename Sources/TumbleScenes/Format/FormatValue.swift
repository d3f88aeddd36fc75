import TumbleFiles

/// A value that a key may have: how it is read from a record that has been checked, and how it is written.
protocol FormatValue: Equatable, Sendable {
  /// Reads the value of a key; nil if the record gives none.
  static func read(_ key: String, of record: Record) -> Self?
  /// The value as it is written; nil for what is said by leaving the key out.
  var written: FormatNode? { get }
}

extension Double: FormatValue {
  static func read(_ key: String, of record: Record) -> Double? { record.number(key) }
  var written: FormatNode? { .number(self) }
}

extension Int: FormatValue {
  /// A number too, where it is whole; what is not has been reported.
  static func read(_ key: String, of record: Record) -> Int? {
    record.count(key) ?? record.number(key).flatMap(Int.init(exactly:))
  }
  var written: FormatNode? { .plain("\(self)") }
}

extension Bool: FormatValue {
  static func read(_ key: String, of record: Record) -> Bool? { record.flag(key) }
  var written: FormatNode? { .plain("\(self)") }
}

extension String: FormatValue {
  static func read(_ key: String, of record: Record) -> String? { record.text(key) }
  var written: FormatNode? { .text(self) }
}

extension Vector: FormatValue {
  static func read(_ key: String, of record: Record) -> Vector? { record.vector(key) }
  var written: FormatNode? { .vector(self) }
}

extension [Vector]: FormatValue {
  /// Reads points; nil also if one of them is broken, which has been reported.
  static func read(_ key: String, of record: Record) -> [Vector]? {
    let list = record.list(key)
    let points = list.compactMap(\.vector)
    return list.isEmpty || points.count < list.count ? nil : points
  }
  var written: FormatNode? { .list(map { .vector($0) }) }
}

extension Size: FormatValue {
  static func read(_ key: String, of record: Record) -> Size? { record.vector(key).map { Size($0.x, $0.y) } }
  var written: FormatNode? { .vector(width, height) }
}

extension Color: FormatValue {
  static func read(_ key: String, of record: Record) -> Color? { record.color(key) }
  var written: FormatNode? { .text(hex) }
}

extension Optional: FormatValue where Wrapped: FormatValue {
  static func read(_ key: String, of record: Record) -> Wrapped?? { Wrapped.read(key, of: record).map { $0 } }
  var written: FormatNode? { flatMap(\.written) }
}

/// A word of a list of words.
extension FormatValue where Self: RawRepresentable, RawValue == String {
  static func read(_ key: String, of record: Record) -> Self? { record.text(key).flatMap(Self.init) }
  var written: FormatNode? { .plain(rawValue) }
}

extension Trail.Length: FormatValue {
  static func read(_ key: String, of record: Record) -> Trail.Length? {
    record.text(key) == "forever" ? .forever : record.number(key).map { .time($0) }
  }
  var written: FormatNode? {
    switch self {
    case .time(let seconds): .number(seconds)
    case .forever: .plain("forever")
    }
  }
}

extension BodyKind: FormatValue {}
extension Impact: FormatValue {}
extension TextureFit: FormatValue {}
extension ForceField.Effect.Kind: FormatValue {}

/// The default of a list: nothing in it.
struct NoEntries: FormatValue {
  static func read(_ key: String, of record: Record) -> NoEntries? { nil }
  var written: FormatNode? { .list([]) }
}

extension MediaTiming.FillMode: FormatValue {}
extension PathAnimation.Pacing: FormatValue {}
extension PathAnimation.Rotation: FormatValue {}
extension KeyframeAnimation.Mode: FormatValue {}
extension Transition.Kind: FormatValue {}
extension Transition.Side: FormatValue {}

/// Read by the builder, which knows the curves of the file.
extension TimingFunction: FormatValue {
  static func read(_ key: String, of record: Record) -> TimingFunction? { nil }
  /// A word such as `linear`, or a text.
  var written: FormatNode? {
    let isWord = description.utf8.allSatisfy { (97...122).contains($0) || $0 == UInt8(ascii: "-") }
    return isWord ? .plain(description) : .text(description)
  }
}

/// Reads a number as YAML 1.2's core schema writes decimals, and nothing that could be meant otherwise: no
/// octal, no hexadecimal, no `1_000`, no `12:30`, no infinity.
enum NumberText {
  /// The length of the number that the text starts with; nil if it starts with none.
  static func length(_ text: some Collection<UInt8>) -> Int? {
    var index = text.startIndex
    func digits() -> Int {
      var count = 0
      while index < text.endIndex, text[index].isDigit {
        index = text.index(after: index)
        count += 1
      }
      return count
    }
    func skip(_ characters: UInt8...) -> Bool {
      guard index < text.endIndex, characters.contains(text[index]) else { return false }
      index = text.index(after: index)
      return true
    }

    _ = skip(UInt8(ascii: "-"), UInt8(ascii: "+"))
    var count = digits()
    if skip(UInt8(ascii: ".")) { count += digits() }
    guard count > 0 else { return nil }
    let end = index
    if skip(UInt8(ascii: "e"), UInt8(ascii: "E")) {
      _ = skip(UInt8(ascii: "-"), UInt8(ascii: "+"))
      if digits() == 0 { index = end }
    }
    return text.distance(from: text.startIndex, to: index)
  }

  /// The whole text as a number; nil if it is none. Infinite where it is beyond a Double.
  static func number(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { bytes in
      guard length(bytes) == bytes.count else { return nil }
      return number(bytes)
    }
  }

  /// The number of a short integer, which most numbers are, without going by way of the library.
  private static func number(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    if bytes.count <= 10 {
      var value = 0
      var isPlain = true
      for byte in bytes where byte != UInt8(ascii: "-") && byte != UInt8(ascii: "+") {
        guard byte.isDigit else {
          isPlain = false
          break
        }
        value = value * 10 + Int(byte - 48)
      }
      // -0 keeps its sign by the other way.
      if isPlain && value != 0 { return Double(bytes[0] == UInt8(ascii: "-") ? -value : value) }
    }
    return Double(String(decoding: bytes, as: UTF8.self))
  }
}
