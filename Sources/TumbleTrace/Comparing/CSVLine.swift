/// A line of comma-separated values (RFC 4180), without line feeds within a value.
enum CSVLine {
  /// The values without their quotation marks; nil where one is not closed or has something behind it.
  static func fields(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
    let (comma, quote) = (UInt8(ascii: ","), UInt8(ascii: "\""))
    guard line.contains(quote) else {
      return line.split(separator: comma, omittingEmptySubsequences: false)
    }
    var fields: [ArraySlice<UInt8>] = []
    var rest = line
    while true {
      if rest.first == quote {
        rest.removeFirst()
        var field: [UInt8] = []
        while true {
          guard let byte = rest.popFirst() else { return nil }
          if byte == quote {
            guard rest.first == quote else { break }
            rest.removeFirst()
          }
          field.append(byte)
        }
        fields.append(field[...])
      } else {
        let field = rest.prefix { $0 != comma }
        rest = rest[field.endIndex...]
        fields.append(field)
      }
      guard let next = rest.popFirst() else { return fields }
      guard next == comma else { return nil }
    }
  }
}
