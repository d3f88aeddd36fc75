import Testing

@testable import TumbleFiles

@Suite("Colours of messages")
struct TerminalColorsTests {
  @Test("Colours of messages mark what a line is and the place under it, and nothing else")
  func colored() {
    let text = """
      a.yaml:3:4: error: a shape has no key 'circl'
          shapes: [{circl: 3}]
                    ^~~~~
          did you mean 'circle'?
      warning: the error: word inside stays
      Scenes: arch
      """
    let escape = "\u{1B}"
    #expect(
      TerminalColors.colored(text) == """
        a.yaml:3:4: \(escape)[1;31merror:\(escape)[0m a shape has no key 'circl'
            shapes: [{circl: 3}]
        \(escape)[32m              ^~~~~\(escape)[0m
            did you mean 'circle'?
        \(escape)[1;35mwarning:\(escape)[0m the error: word inside stays
        Scenes: arch
        """)
  }

  @Test("Colours of messages are not wanted in a file, nor where NO_COLOR or a plain terminal says so")
  func wanted() {
    // Standard input of tests is no terminal; a descriptor that is closed is none either.
    #expect(!TerminalColors.areWanted(on: -1, environment: [:]))
    #expect(!TerminalColors.areWanted(on: -1, environment: ["NO_COLOR": "1"]))
  }
}
