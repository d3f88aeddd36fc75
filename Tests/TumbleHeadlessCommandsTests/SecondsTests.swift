import Testing

@testable import TumbleHeadlessCommands

@Suite("A length of time on the command line")
struct SecondsTests {
  @Test(
    "A length of time on the command line is a number with or without a unit",
    arguments: [
      ("2", 2), ("2s", 2), ("2 s", 2), ("0.5", 0.5), ("500ms", 0.5), ("1.5 min", 90), ("-1", -1),
      ("1e3s", 1000),
    ] as [(String, Double)])
  func units(text: String, seconds: Double) {
    #expect(Seconds(argument: text)?.value == seconds)
  }

  @Test(
    "A length of time on the command line is nothing else",
    arguments: ["", "s", "two", "2 h", "2  s", "2S", "ms", "1,5"])
  func wrong(text: String) {
    #expect(Seconds(argument: text) == nil)
  }

  @Test(
    "A length of time on the command line counts to the nearest step, and reads as it is written in a message"
  )
  func steps() {
    #expect(Seconds(0.0125).steps(at: 120) == 2)
    #expect(Seconds(10).description == "10" && Seconds(0.25).description == "0.25")
    #expect("\(Seconds(.nan)) \(Seconds(.infinity)) \(Seconds(-1))" == "nan inf -1")
  }
}
