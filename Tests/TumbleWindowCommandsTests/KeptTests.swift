import Testing

@testable import TumbleWindowCommands

@Suite("Values that are kept")
struct KeptTests {
  @Test("A kept value is made once while its parts are equal, and anew when any of them changes")
  func making() {
    var kept = Kept<[Int], String, Int>()
    var made = 0
    func value(_ list: [Int], _ text: String) -> Int {
      kept.value(of: list, text) {
        made += 1
        return made
      }
    }
    for (list, text, number) in [
      ([1], "a", 1), ([1], "a", 1), ([2], "a", 2), ([2], "b", 3), ([2], "b", 3), ([1], "a", 4),
    ] {
      #expect(value(list, text) == number, "\(list), \(text)")
    }
  }
}
