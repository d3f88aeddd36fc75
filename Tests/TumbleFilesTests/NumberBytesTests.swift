import Testing
import TumbleFiles
import TumbleTestSupport

@Suite("Numbers as bytes")
struct NumberBytesTests {
  private func check(_ number: Double) {
    var bytes: [UInt8] = []
    bytes.append(number: number)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text == number.shortText, "\(number.bitPattern)")
  }

  @Test(
    "Numbers as bytes are those of Swift's own shortest text: at every power of two and ten, and beside them")
  func powers() {
    for exponent in 0..<UInt64(0x7FF) {
      let number = Double(bitPattern: exponent << 52)
      for near in [number, number.nextUp, number.nextDown, -number] { check(near) }
    }
    for exponent in -330...308 {
      let number = Double("1e\(exponent)") ?? 0
      for near in [number, number.nextUp, number.nextDown, -number] { check(near) }
    }
    for number: Double in [
      .nan, .infinity, -.infinity, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude,
      0, -0.0, 0.1, 123_456.789, 1 / 3, 5e-5, 1e-4, 0.00099, 9.5, 0x1p53 - 1, 0x1p53, 0x1p53 + 2, 0x1p54,
      1e16,
    ] { check(number) }
  }

  @Test("Numbers as bytes are those of Swift's own shortest text", arguments: Seeds.list(default: 20))
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      check(Double(bitPattern: random.next()))
      let part = Double(random.next() >> 11) * 0x1p-53
      check((part - 0.5) * 2000)
      // Few digits.
      check((part * 10_000).rounded() / 100)
      check(Double(Int64(bitPattern: random.next()) >> 20))
    }
  }

  @Test(
    "Numbers as bytes are whole numbers as they are", arguments: [0, 7, -7, 10, 99, 100, -12_345, .max, .min])
  func whole(number: Int) {
    var bytes: [UInt8] = [65]
    bytes.append(number: number)
    #expect(String(decoding: bytes, as: UTF8.self) == "A\(number)")
  }
}

@Suite("A text with escapes")
struct EscapedTests {
  @Test("A text with escapes is one that XML and HTML can hold, in an attribute too, and JSON's own")
  func escapes() {
    let text = "a<b>&\"'\n\t\u{1}\u{7F}\u{FFFF}\u{1F600}"
    #expect(text.xmlText == "a&lt;b&gt;&amp;&quot;'&#10;&#9;\u{FFFD}\u{FFFD}\u{FFFD}\u{1F600}")
    #expect("a\"\\\n\u{1}\u{2028}\u{1F600}".jsonText == #""a\"\\\n\u0001\u2028"# + "\u{1F600}\"")
    #expect("".xmlText.isEmpty && "".jsonText == "\"\"")
  }
}

@Suite("A text for a message")
struct PrintableTests {
  @Test("A text for a message has nothing that a terminal obeys")
  func printable() {
    for bad in ["\u{1B}[31m", "\u{7}", "\r", "\u{9B}2J", "\u{7F}", "\u{202E}", "\u{2028}", "\0"] {
      let shown = ("a" + bad + "b").printable
      #expect(shown.hasPrefix("a\u{FFFD}") && shown.hasSuffix("b"))
      #expect(!shown.unicodeScalars.contains { bad.unicodeScalars.first == $0 })
    }
    for good in ["", "ä\tb\nc", "数 👩‍👧", "\u{FFFD}"] { #expect(good.printable == good) }
  }
}
