import Testing

@testable import TumbleScenes

@Suite("The words of the format")
struct FormatWordsTests {
  @Test("A key belongs to words that its section has", arguments: SectionName.allCases)
  func onlyWords(name: SectionName) {
    let section = name.section
    let chooser = section.chooser.flatMap { name in section.keys.first { $0.name == name } }
    var words: [String] = []
    if case .word(let own)? = chooser?.type { words = own }
    for key in section.keys {
      #expect(Set(key.only).subtracting(words).isEmpty, "\(key.name)")
    }
  }
}
