import TumbleFiles

/// JSON with its keys in the order in which they are written, and safe within HTML.
indirect enum JSONTree: Hashable, Sendable {
  case text(String)
  /// `null` where it is not finite, which JSON cannot say.
  case number(Double)
  case flag(Bool)
  case list([JSONTree])
  case members([Member])

  struct Member: Hashable, Sendable {
    var key: String
    var value: JSONTree
  }

  /// - Parameter members: those with nil are left out.
  static func object(_ members: KeyValuePairs<String, JSONTree?>) -> JSONTree {
    .members(members.compactMap { member in member.value.map { Member(key: member.key, value: $0) } })
  }

  static func whole(_ number: Int) -> JSONTree { .number(Double(number)) }
  static func numbers(_ numbers: [Double]) -> JSONTree { .list(numbers.map { .number($0) }) }
}

extension JSONTree {
  func write(to bytes: inout [UInt8]) {
    switch self {
    case .text(let text): bytes += Self.safe(text).utf8
    case .number(let number): bytes += (number.isFinite ? number.shortText : "null").utf8
    case .flag(let flag): bytes += (flag ? "true" : "false").utf8
    case .list(let values): write(values, between: ("[", "]"), to: &bytes) { $0.write(to: &$1) }
    case .members(let members):
      write(members, between: ("{", "}"), to: &bytes) { member, bytes in
        bytes += Self.safe(member.key).utf8
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
    }
  }

  private func write<Value>(
    _ values: [Value], between brackets: (String, String), to bytes: inout [UInt8],
    _ write: (Value, inout [UInt8]) -> Void
  ) {
    bytes += brackets.0.utf8
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(value, &bytes)
    }
    bytes += brackets.1.utf8
  }

  /// A text with none of the characters that mean something to a reader of HTML: within a script `</script>` and `<!--` would.
  private static func safe(_ text: String) -> String {
    text.jsonText.escaped { scalar in
      switch scalar {
      case "<", ">", "&": "\\u" + UInt16(scalar.value).hexadecimal
      default: nil
      }
    }
  }
}
