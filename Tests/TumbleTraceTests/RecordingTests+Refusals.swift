import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleTestSupport
import TumbleTrace

// What is no recording, and what is said of it.
extension RecordingTests {
  @Test(
    "A recording keeps lines that there are, and a first line",
    arguments: [
      (#"{"keep":99}"#, "99 lines are to be kept, and there are"),
      (#"{"keep":-1}"#, "a line of what still counts is"),
      (#"{"keep":1,"step":2}"#, "a line of what still counts is"),
      (#"{"step":1,"tilt":[0,1],"each":"00000000"}"#, "only a line with a hash has each"),
    ])
  func wrongKeep(line: String, text: String) {
    #expect(problem(joined(lines().dropLast() + [line])).contains(text))
  }

  @Test("A recording that lost a line, or has one too many, is refused")
  func mangled() {
    let lines = lines()
    for index in lines.indices.dropFirst() {
      var fewer = lines
      fewer.remove(at: index)
      // Without its last line it is one that was not finished.
      if index < lines.count - 1 { #expect(problem(joined(fewer)) != "none", "line \(index + 1) removed") }
      var more = lines
      more.insert(lines[index], at: index)
      #expect(problem(joined(more)) != "none", "line \(index + 1) twice")
    }
    #expect(problem(joined(lines + [lines[1]])) == "line 12: nothing may follow the end line")
  }

  @Test(
    "A recording with any byte replaced is read or refused, and never ends the program",
    arguments: Seeds.list(default: 20))
  func replacedBytes(seed: UInt64) {
    let bytes = Self.sample.bytes
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      var copy = bytes
      for _ in 0..<generator.int(in: 1...3) {
        copy[generator.int(in: 0...copy.count - 1)] = generator.pick([
          0, 0x0A, 0x22, 0x2C, 0x2D, 0x30, 0x39, 0x5B, 0x5D, 0x7B, 0x7D, 0x80, 0xFF,
          UInt8(generator.int(in: 0...255)),
        ])
      }
      _ = try? Recording(bytes: copy)
    }
  }

  private static let oneOf =
    "a line has one of grab, move, point, release, tilt, speed, scrub, input, control, hash, keep and end, or one edit: add, remove, set, duplicate,"
    + " pin, unpin or slice"
  private static let layerRule =
    "the name of a layer, an input or a control starts with a letter and goes on with letters, digits, '-' and '_', 64 at most"

  @Test("A recording takes a layer's name of 64 letters")
  func longName() throws {
    let name = String(repeating: "x", count: 64)
    let text = joined([
      lines()[0], #"{"step":1,"layer":"\#(name)","scrub":1}"#, #"{"end":5,"lines":3}"#,
    ])
    #expect(try read(text).commands[0].command == .scrub(layer: name, to: 1))
  }

  @Test(
    "A recording names the line and says what is wrong with it",
    arguments: [
      (#"{"step":1}"#, oneOf),
      (
        #"{"step":1,"grab":[1,2],"release":true}"#,
        oneOf
      ),
      (#"{"grab":[1,2]}"#, "a command or a hash needs its step"),
      (#"{"step":1,"release":false}"#, "release is true where it is given"),
      (#"{"step":1,"grab":[1]}"#, "a point is two numbers, x and y, not 1"),
      (#"{"step":1,"grab":[1,2e9]}"#, "a coordinate is at most 1e9 points from the origin"),
      (#"{"step":1,"grab":[1,"2"]}"#, "\"grab\" has a value of the wrong kind"),
      (#"{"step":-1,"release":true}"#, "a step is a whole number from 0 to 1000000000, not -1"),
      (
        #"{"step":1000000001,"release":true}"#,
        "a step is a whole number from 0 to 1000000000, not 1000000001"
      ),
      (#"{"step":1,"hash":"+123456789abcdef"}"#, "a hash is 16 hexadecimal digits"),
      (#"{"step":1,"hash":"12"}"#, "a hash is 16 hexadecimal digits"),
      (
        #"{"step":1,"hash":"0000000000000001","bodies":[[0,1,2]]}"#,
        "a body is eight numbers: id, x, y, angle, vx, vy, w, and 1 if it sleeps or 0"
      ),
      (#"{"step":1,"speed":1}"#, "a speed and a scrub are those of a layer, and nothing else is"),
      (
        #"{"step":1,"layer":"a","release":true}"#,
        "a speed and a scrub are those of a layer, and nothing else is"
      ),
      (
        #"{"step":1,"layer":"a\u001b[31m","speed":1}"#,
        layerRule
      ),
      (#"{"step":1,"layer":"a","speed":1e7}"#, "a layer's speed is at most 1000000.0, either way"),
      (#"{"step":1,"layer":"a","scrub":-2e9}"#, "a layer's time is at most 1000000000.0, either way"),
      (#"{"step":1,"layer":"","scrub":1}"#, layerRule), (#"{"step":1,"layer":"9a","speed":1}"#, layerRule),
      (#"{"step":1,"layer":"crane\u0000\u001b[31m","scrub":1}"#, layerRule),
      (#"{"step":1,"layer":"é","scrub":1}"#, layerRule),
      (#"{"step":1,"layer":"\#(String(repeating: "x", count: 65))","scrub":1}"#, layerRule),
      (#"{"step":1,"release":true,"bodies":[]}"#, "only a line with a hash has bodies"),
      (
        #"{"step":1,"push":[1,2]}"#,
        "unknown key \"push\"; there are step, grab, move, point, release, tilt, layer, speed, scrub, input, control, to, hash, bodies, "
          + "end, lines, keep, each, digest, add, remove, set, duplicate, pin, unpin, slice, of, id, value, names, by, at, name"
      ),
      (
        #"{"step":1,"add":"crate","value":"{}"}"#,
        "\"add\" is one of world, view, camera, body, joint, animation, field, fluid, emitter, input, layer, trigger, control, rule, template"
      ),
      (#"{"step":1,"add":"body"}"#, "\"value\" is missing"),
      (#"{"step":1,"add":"body","value":5}"#, "\"value\" has a value of the wrong kind"),
      (#"{"step":1,"add":"body","value":"{}","id":"a"}"#, "\"id\" does not stand beside \"add\""),
      (#"{"step":1,"add":"body","value":"{}","grab":[1,2]}"#, oneOf),
      (#"{"step":1,"add":"body","value":"{}","remove":"body"}"#, oneOf),
      (#"{"step":1,"tilt":[1,2],"id":"a"}"#, "\"id\" stands beside an edit only"),
      (
        #"{"step":1,"add":"body","value":"\#(String(repeating: "x", count: 1_048_577))"}"#,
        "the text of an edit has at most 1048576 bytes"
      ),
      (
        #"{"step":1,"remove":"body"}"#,
        "the world and the view have no id, and all other objects have one"
      ),
      (
        #"{"step":1,"set":"gravity","of":"world","id":"a","value":"1"}"#,
        "the world and the view have no id, and all other objects have one"
      ),
      (#"{"step":1,"remove":"body","id":"a\u001b[31m"}"#, nameRule("id")),
      (
        #"{"step":1,"duplicate":["a"],"names":[],"by":[0,0]}"#, "each of at most 400 copies has one name"
      ),
      (#"{"step":1,"duplicate":["a"],"names":["b"],"by":[0]}"#, "a point is two numbers, x and y, not 1"),
      (
        #"{"step":1,"pin":"a","at":[2e9,0],"name":"p"}"#, "a coordinate is at most 1e9 points from the origin"
      ),
      (#"{"step":1,"unpin":""}"#, nameRule("unpin")),
      ("{", "this is not a JSON object"), ("", "this is not a JSON object"),
      ("[1]", "this is not a JSON object"),
      (#"{"step":1,"release":true,"step":2}"#, "the key \"step\" is there twice"),
      (#"{"step":1,"hash":"0000000000000001","hash":"0000000000000002"}"#, "the key \"hash\" is there twice"),
      (#"{"step":1,"release":true,}"#, "this is not a JSON object"),
      (#"{"step":01,"release":true}"#, "this is not a JSON object"),
      (#"{"step":1,"scrub":1e999,"layer":"a"}"#, "\"scrub\" has a number that can't be used"),
      (#"{"end":5}"#, "an end line is {\"end\":STEP,\"lines\":COUNT}"),
      (#"{"end":5,"lines":7}"#, "the end line says that there are 7 lines, and this is line 3"),
    ])
  func badLines(line: String, message: String) {
    #expect(problem(joined([lines()[0], lines()[1], line])) == "line 3: \(message)")
  }

  @Test("A recording has no more bodies in a line than the writer writes, and no longer line")
  func longLines() throws {
    func check(_ bodies: Int) -> String {
      let states = (0..<bodies).map { "[\($0),0,0,0,0,0,0,0]" }.joined(separator: ",")
      return problem(
        joined([
          lines()[0], #"{"step":1,"hash":"0000000000000001","bodies":[\#(states)]}"#, #"{"end":1,"lines":3}"#,
        ]))
    }
    #expect(check(100) == "none")
    #expect(check(101) == "line 2: a line has the states of at most 100 bodies, not 101")
    let long = joined([lines()[0], #"{"step":1,"\#(String(repeating: "x", count: 1 << 23))":1}"#])
    #expect(problem(long) == "line 2: it has more than 8388608 bytes")
  }

  @Test("A recording whose scene has a name that leads to another folder is refused: files are named by it")
  func pathAsName() {
    let head = lines()[0].replacingOccurrences(of: #""scene":""#, with: #""scene":"../"#)
    #expect(
      problem(joined([head, #"{"end":0,"lines":2}"#])) == "line 1: the scene's name has a '/' in it")
  }

  @Test("A recording whose head has a key twice is refused")
  func headTwice() {
    let head = lines()[0].replacingOccurrences(of: #""rate":120"#, with: #""rate":120,"rate":60"#)
    #expect(problem(joined([head, #"{"end":0,"lines":2}"#])) == "line 1: the key \"rate\" is there twice")
  }

  @Test("A recording refuses numbers that no step or coordinate has")
  func hugeNumbers() {
    for number in ["1e999", "99999999999999999999", "1.5", "null", "[]", "true"] {
      #expect(problem(joined([lines()[0], "{\"step\":\(number),\"release\":true}"])).hasPrefix("line 2: "))
    }
    #expect(problem(joined([lines()[0], "{\"step\":1,\"grab\":[1,1e999]}"])).hasPrefix("line 2: "))
  }

  @Test("A recording refuses what would cost more than it is worth: depth, length, line upon line")
  func hostile() {
    let head = lines()[0] + "\n"
    for text in [
      head + String(repeating: "[", count: 100_000) + "\n",
      head + "{\"step\":" + String(repeating: "9", count: 100_000) + ",\"release\":true}\n",
      head + "{\"step\":1,\"grab\":" + String(repeating: "[", count: 100_000) + "\n",
      head + String(repeating: "\n", count: 1_000_000),
      String(repeating: "\n", count: 1_000_000),
    ] {
      #expect(problem(text) != "none")
    }
  }

  @Test("A recording refuses steps that go back")
  func order() {
    let text = joined([lines()[0], #"{"step":5,"release":true}"#, #"{"step":4,"release":true}"#])
    #expect(problem(text) == "line 3: step 4 comes after step 5")
  }

  @Test("A recording says what else the file may be")
  func heads() {
    #expect(problem("step,time,body\n1,2,a\n").hasPrefix("this is not a recording"))
    #expect(
      problem("{\"tumble\":\"recording\",\"format\":3}\n")
        == "the recording has format 3; this version reads formats up to 2")
    #expect(
      problem("{\"tumble\":\"recording\",\"format\":1}\n")
        == "line 1: the head needs scene, content, rate and library")
    #expect(
      problem(
        "{\"tumble\":\"recording\",\"format\":1,\"scene\":\"a\",\"content\":\"\",\"rate\":0,\"library\":\"\"}\n"
      )
        == "line 1: the rate is 1 to 10000 steps per second, not 0")
  }
}
