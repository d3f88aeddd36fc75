import Testing

@testable import TumbleHeadlessCommands

@Suite("The values of a setting")
struct SweepValuesTests {
  private func all(_ text: String) throws -> [String] {
    let values = try SweepSetting("a.x=\(text)").values
    return (0..<(values.count ?? 0)).map { values.text(at: $0) }
  }

  @Test(
    "The values of a setting are those that a person means, first and last included",
    arguments: [
      ("0.1..0.5/5", ["0.1", "0.2", "0.3", "0.4", "0.5"]), ("0,0.50,1e1", ["0", "0.5", "10"]),
      ("-1000..1000/3", ["-1000", "0", "1000"]), ("5..5/2", ["5", "5"]), ("1..0/2", ["1", "0"]),
      ("-0.0", ["0"]), ("dynamic,static", ["dynamic", "static"]),
      ("[10,20],[20,20]", ["[10,20]", "[20,20]"]), ("{at: 1, pieces: 2},7", ["{at: 1, pieces: 2}", "7"]),
      ("3 m/s", ["3 m/s"]), ("5 deg..25 deg/3", ["5 deg", "15 deg", "25 deg"]),
      ("5..25 deg/3", ["5 deg", "15 deg", "25 deg"]), ("1..2 m/s/2", ["1 m/s", "2 m/s"]),
      ("1..2%/2", ["1 %", "2 %"]),
    ])
  func values(text: String, expected: [String]) throws {
    #expect(try all(text) == expected)
  }

  @Test(
    "The values of a setting are refused where they are none",
    arguments: [
      "", ",", "1,", "1,,2", "0..1/1", "0..1/0", "0..1/-2", "0..1/x", "0..nan/3", "inf..1/3", "nan", "inf,1",
      "0..1/1000000000001", "0..", "5 deg..1 rad/3", "5 deg..9/3", "0..1 smoot/3", "1/2..3", "a..b",
      "-1e308..1e308/3", "a\u{7}b",
    ])
  func refused(text: String) {
    #expect(throws: SweepError.self) { try SweepSetting("a.x=\(text)") }
  }

  @Test("The values of a setting of a range have no number without one, and are even shares of a list")
  func parts() throws {
    let span = try SweepSetting("a.x=10..20").values
    #expect(span.count == nil && span.text(at: 0.0) == "10" && span.text(at: 0.25) == "12.5")
    let list = try SweepSetting("a.x=a,b,c").values
    #expect(
      [0, 0.33, 0.34, 0.66, 0.67, 1.0.nextDown].map { list.text(at: $0) } == ["a", "a", "b", "b", "c", "c"])
  }
}
