/// Reads the words, numbers and signs of a curve's text, and knows where it is.
struct CurveScanner {
  let text: String
  let scalars: [Unicode.Scalar]
  private(set) var offset = 0

  init(_ text: String) {
    self.text = text
    scalars = Array(text.unicodeScalars)
  }

  func error(_ problem: String, at place: Int? = nil, suggestion: String? = nil) -> CurveTextError {
    CurveTextError(text: text, offset: place ?? offset, problem: problem, suggestion: suggestion)
  }

  private var current: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

  mutating func skipSpace() {
    while let c = current, c.properties.isWhitespace { offset += 1 }
  }

  var isAtEnd: Bool { offset == scalars.count }

  /// What stands here, for a message.
  var here: String { current.map { "'\($0)'" } ?? "the end" }

  /// A sign such as a parenthesis; false, and nothing is read, if another stands here.
  mutating func take(_ sign: Unicode.Scalar) -> Bool {
    skipSpace()
    guard current == sign else { return false }
    offset += 1
    return true
  }

  mutating func expect(_ sign: Unicode.Scalar, after what: String) throws(CurveTextError) {
    guard take(sign) else { throw error("expected '\(sign)' after \(what), found \(here)") }
  }

  /// Letters, digits and hyphens, starting with a letter, in lower case, and where it starts; nil if none is here.
  mutating func word() -> (text: String, offset: Int)? {
    skipSpace()
    let start = offset
    guard let first = current, first.properties.isAlphabetic else { return nil }
    while let c = current, c.properties.isAlphabetic || c == "-" || ("0"..."9").contains(c) { offset += 1 }
    return (string(start).lowercased(), start)
  }

  /// A decimal number with an optional exponent, and where it starts; nil if none is here.
  mutating func number() throws(CurveTextError) -> (value: Double, offset: Int)? {
    skipSpace()
    let start = offset
    var end = offset
    func scalar(_ i: Int) -> Unicode.Scalar? { i < scalars.count ? scalars[i] : nil }
    func skipDigits() -> Int {
      let before = end
      while let c = scalar(end), ("0"..."9").contains(c) { end += 1 }
      return end - before
    }
    if scalar(end) == "+" || scalar(end) == "-" { end += 1 }
    var digits = skipDigits()
    if scalar(end) == "." {
      end += 1
      digits += skipDigits()
    }
    guard digits > 0 else { return nil }
    if scalar(end) == "e" || scalar(end) == "E" {
      let mark = end
      end += 1
      if scalar(end) == "+" || scalar(end) == "-" { end += 1 }
      if skipDigits() == 0 { end = mark }
    }
    offset = end
    guard let value = Double(string(start)), value.isFinite else {
      throw error("the number '\(string(start))' is too large", at: start)
    }
    return (value, start)
  }

  mutating func requireNumber(_ what: String) throws(CurveTextError) -> (value: Double, offset: Int) {
    guard let number = try number() else { throw error("expected \(what), found \(here)") }
    return number
  }

  func string(from start: Int, to end: Int) -> String {
    String(String.UnicodeScalarView(scalars[start..<end]))
  }

  private func string(_ start: Int) -> String { string(from: start, to: offset) }
}
