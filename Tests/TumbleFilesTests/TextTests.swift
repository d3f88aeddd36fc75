import Testing
import TumbleFiles
import TumbleTestSupport

@Suite("Text in lines and paths")
struct TextTests {
  /// Some of them merge into one character with what stands before.
  private static let signs: [Unicode.Scalar] = [
    "a", ".", "/", "\"", "'", ",", "\n", "\r", "\u{301}", "\u{85}",
  ]

  private func word(_ random: inout SeededGenerator) -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<random.int(in: 0...8) { scalars.append(random.pick(Self.signs)) }
    return String(scalars)
  }

  @Test("A field of comma-separated values reads back, whatever is in it", arguments: Seeds.list(default: 10))
  func fields(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let word = word(&random)
      let field = Array(word.csvField.unicodeScalars)
      guard field.first == "\"" else {
        #expect(field == Array(word.unicodeScalars))
        continue
      }
      // Within the quotes each is doubled.
      var (read, rest) = ([Unicode.Scalar](), field.dropFirst().dropLast())
      while let scalar = rest.popFirst() {
        if scalar == "\"" { #expect(rest.popFirst() == "\"", "\(field)") }
        read.append(scalar)
      }
      #expect(read == Array(word.unicodeScalars), "\(field)")
    }
  }

  @Test("A path is taken apart at its slashes, whatever follows them", arguments: Seeds.list(default: 10))
  func paths(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let path = "b/" + word(&random)
      let bytes = Array(path.utf8)
      let slash = bytes.lastIndex(of: 0x2F) ?? 0
      #expect(Array(FilePath.file(of: path).utf8) == Array(bytes[(slash + 1)...]), "\(bytes)")
      #expect(Array(FilePath.folder(of: path).utf8) == Array(bytes[..<slash]), "\(bytes)")
      #expect(!FilePath.name(of: path).utf8.contains(0x2F), "\(bytes)")
      let (stem, ending) = FilePath.parts(of: path)
      #expect(Array(stem.utf8) + Array(ending.utf8) == bytes, "\(bytes)")
    }
  }
}
