import Testing
import TumbleFiles
import TumbleTestSupport

@Suite("JSON")
struct JSONTests {
  private func read(_ text: String) throws(JSON.Problem) -> JSON.Object {
    try JSON.Object(Array(text.utf8)[...])
  }

  @Test("JSON keeps its keys in their order, leaves out what is nil, and writes as null what is not finite")
  func writing() {
    let object: JSON.Object = [
      "z": .numbers([1, -0.5, .nan, .infinity, 1e21]), "b": nil, "a": .flag(true),
      "d": .text("<\u{1}\">\u{7F}"), "e": .list([]), "f": .whole(3), "g": .object([:]),
    ]
    #expect(
      JSON.object(object).written()
        == #"{"z":[1,-0.5,null,null,1e+21],"a":true,"d":"<\u0001\">\u007f","e":[],"f":3,"g":{}}"#)
  }

  @Test("JSON has on one line what has nothing nested in it")
  func lines() {
    let object: JSON.Object = [
      "one": .object(["a": .whole(1), "b": .texts(["x", "y"])]),
      "two": .object(["a": .whole(1), "b": .null]),
      "three": .object([:]), "list": .list([.list([])]),
    ]
    #expect(
      JSON.object(object).written(.indented) == """
        {
          "one": {
            "a": 1,
            "b": ["x", "y"]
          },
          "two": {"a": 1, "b": null},
          "three": {},
          "list": [
            []
          ]
        }
        """)
  }

  @Test("JSON reads back as it was written, in either layout", arguments: Seeds.list(default: 200))
  func roundTrip(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var object: JSON.Object = [:]
    for index in 0..<Int.random(in: 0...5, using: &random) {
      object["\(index)\u{2028}\"é"] = value(depth: 0, &random)
    }
    let json = JSON.object(object)
    #expect(try read(json.written()) == object)
    #expect(try read(json.written(.indented)) == object)
  }

  private func value(depth: Int, _ random: inout SeededGenerator) -> JSON {
    switch Int.random(in: 0..<(depth < 4 ? 6 : 4), using: &random) {
    case 0: return .null
    case 1: return .flag(.random(using: &random))
    case 2: return .number(.random(in: -1e9...1e9, using: &random))
    case 3:
      let scalars = (0..<4).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0...0xFFFF, using: &random)) }
      return .text(String(String.UnicodeScalarView(scalars)))
    case 4: return .list((0..<3).map { _ in value(depth: depth + 1, &random) })
    default:
      return .object(["a": value(depth: depth + 1, &random), "b": value(depth: depth + 1, &random)])
    }
  }

  @Test("JSON with a key twice in one object, at any depth, is refused by the key")
  func twice() {
    #expect(throws: JSON.Problem.twice(key: "a")) { try read(#"{"a": 1, "\u0061": 2}"#) }
    #expect(throws: JSON.Problem.twice(key: "c")) { try read(#"{"a": [{"c": 1, "c": 2}]}"#) }
    #expect(throws: Never.self) { try read(#"{"a": {"a": 1}, "b": {"a": 1}}"#) }
  }

  @Test("JSON with a number that no double holds is refused by the key before it")
  func tooLarge() {
    #expect(throws: JSON.Problem.number(key: "b")) { try read(#"{"a": 1, "b": [0, 1e999]}"#) }
  }

  @Test(
    "JSON that is not one whole object is refused",
    arguments: [
      "", "[1]", "{", "{}{}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{"a":01}"#, #"{"a":.5}"#, #"{"a":1.}"#,
      #"{"a":+1}"#, #"{"a":nul}"#, #"{"a":"\x"}"#, #"{"a":"\ud800"}"#, "{\"a\":\"\n\"}", "{a:1}",
      #"{"a":"# + String(repeating: "[", count: 100_000),
      #"{"a":"# + String(repeating: "[", count: 65) + String(repeating: "]", count: 65) + "}",
    ])
  func broken(_ text: String) {
    #expect(throws: JSON.Problem.notAnObject) { try read(text) }
  }
}
