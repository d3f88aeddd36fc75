import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleTestSupport
import TumbleTrace

@Suite("A recording")
struct RecordingTests {
  private static let head = Recording.Head(
    scene: "crates", content: "tumble: 1\ntitle: \"Ein Würfel\"\t✓\n", rate: 120, library: "7.0.3",
    revision: 2)

  private static let sample = Recording(
    head: head,
    commands: [
      StampedCommand(step: 0, command: .tilt(Vector(-0.0, -1000))),
      StampedCommand(step: 30, command: .grab(Vector(150.25, 1 / 3))),
      StampedCommand(step: 30, command: .move(Vector(151, 90))),
      StampedCommand(step: 30, command: .run(layer: "mill", speed: -0.5)),
      StampedCommand(step: 31, command: .scrub(layer: "mill", to: 1 / 3)),
      StampedCommand(step: 200, command: .release),
    ],
    checks: [
      .init(step: 0, hash: 1), .init(step: 120, hash: .max, bodies: [body(0), body(3)]),
      .init(step: 240, hash: 7),
    ], end: 250)

  private static func body(_ id: BodyID) -> BodySnapshot {
    BodySnapshot(
      id: id, position: Vector(0.1, -0.0), angle: 1e-300, velocity: Vector(1e21, 2), angularVelocity: -3,
      isSleeping: id == 3)
  }

  private func read(_ text: String) throws -> Recording { try Recording(bytes: Array(text.utf8)) }

  private func lines(_ recording: Recording = sample) -> [String] {
    String(decoding: recording.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func joined(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  private func problem(_ text: String) -> String {
    do {
      _ = try read(text)
      return "none"
    } catch {
      return "\(error)"
    }
  }

  @Test("reads back as it was written, bit for bit")
  func roundTrip() throws {
    let copy = try Recording(bytes: Self.sample.bytes)
    #expect(copy == Self.sample)
    #expect(copy.checks[1].bodies[0].position.y.sign == .minus)
    #expect(copy.bytes == Self.sample.bytes)
  }

  @Test("of any commands and checks reads back as it was written", arguments: Seeds.list(default: 100))
  func roundTripOfAny(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let recording = Self.random(&generator)
    #expect(try Recording(bytes: recording.bytes) == recording)
  }

  private static func random(_ generator: inout SeededGenerator) -> Recording {
    func point() -> Vector {
      Vector(
        generator.double(in: -1e9...1e9),
        generator.pick([0, -0.0, 1e9, .leastNonzeroMagnitude, generator.double(in: -1...1)]))
    }
    var recording = Recording(head: head, end: 0)
    for _ in 0..<generator.int(in: 0...30) {
      recording.end += generator.int(in: 0...50)
      switch generator.int(in: 0...6) {
      case 0: recording.commands.append(.init(step: recording.end, command: .grab(point())))
      case 1: recording.commands.append(.init(step: recording.end, command: .move(point())))
      case 2: recording.commands.append(.init(step: recording.end, command: .release))
      case 3: recording.commands.append(.init(step: recording.end, command: .tilt(point())))
      case 4:
        recording.commands.append(
          .init(step: recording.end, command: .run(layer: "mill", speed: generator.double(in: -1e6...1e6))))
      case 5:
        recording.commands.append(.init(step: recording.end, command: .scrub(layer: "a-Z_9", to: point().x)))
      default:
        let bodies = (0..<generator.int(in: 0...3)).map {
          BodySnapshot(
            id: BodyID($0), position: point(), angle: point().x, velocity: point(),
            isSleeping: generator.bool())
        }
        recording.checks.append(.init(step: recording.end, hash: generator.next(), bodies: bodies))
      }
    }
    return recording
  }

  @Test("of before revisions were written down is of the first")
  func oldRevision() throws {
    var lines = lines()
    lines[0] = lines[0].replacing(#""revision":2,"#, with: "")
    // A digest would find that the head is another.
    lines = lines.map { $0.replacing(/,"digest":"[0-9a-f]{16}"/, with: "") }
    #expect(try read(joined(lines)).head.revision == 1)
    lines[0] = self.lines()[0].replacing(#""revision":2,"#, with: #""revision":0,"#)
    #expect(throws: RecordingError.line(1, "the revision is a whole number, at least 1")) {
      try read(joined(lines))
    }
  }

  @Test("looks as the manual says")
  func form() {
    let lines = lines()
    #expect(
      lines[0] == #"{"tumble":"recording","format":2,"scene":"crates","rate":120,"library":"7.0.3","#
        + #""revision":2,"content":"tumble: 1\ntitle: \"Ein Würfel\"\t✓\n"}"#)
    #expect(lines[1] == #"{"step":0,"hash":"0000000000000001","digest":"ecafc7136e5c83d2"}"#)
    #expect(lines[2] == #"{"step":0,"tilt":[-0.0,-1000]}"#)
    #expect(lines[3] == #"{"step":30,"grab":[150.25,0.3333333333333333]}"#)
    #expect(lines.contains(#"{"step":200,"release":true}"#))
    #expect(lines.contains(#"{"step":30,"layer":"mill","speed":-0.5}"#))
    #expect(lines.contains(#"{"step":31,"layer":"mill","scrub":0.3333333333333333}"#))
    #expect(lines.last == #"{"end":250,"lines":11}"#)
  }

  private static func nameRule(_ key: String) -> String {
    "\"\(key)\" is a name: it starts with a letter and goes on with letters, digits, '-' and '_', 64 at most"
  }

  @Test(
    "has edits as the manual says, and reads them back",
    arguments: [
      (
        Edit.add(.body, "{id: b, note: \"é\"}"), #""add":"body","value":"{id: b, note: \"é\"}""#
      ),
      (.remove(.joint("rope")), #""remove":"joint","id":"rope""#),
      (
        .set(.body("b"), path: "shapes[0].friction", value: "30 %"),
        #""set":"shapes[0].friction","of":"body","id":"b","value":"30 %""#
      ),
      (.set(.world, path: "damping", value: nil), #""set":"damping","of":"world""#),
      (
        .duplicate(["a", "j"], names: ["b", "k"], by: Vector(0.1, -2)),
        #""duplicate":["a","j"],"names":["b","k"],"by":[0.1,-2]"#
      ),
      (.pin("a", at: Vector(1, 2), name: "p"), #""pin":"a","at":[1,2],"name":"p""#),
      (.unpin("a"), #""unpin":"a""#),
    ])
  func edits(edit: Edit, text: String) throws {
    var recording = Self.sample
    recording.commands = [StampedCommand(step: 3, command: .edit(edit))]
    (recording.checks, recording.end) = ([], 5)
    let lines = String(decoding: recording.bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines[1] == "{\"step\":3,\(text)}")
    #expect(try Recording(bytes: recording.bytes).commands == recording.commands)
  }

  @Test("cut off anywhere is one up to its last whole line, and says so")
  func truncated() throws {
    let bytes = Self.sample.bytes
    let head = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
    for count in bytes.indices {
      let part = Array(bytes.prefix(count))
      guard count > head else {
        #expect(throws: RecordingError.self, "\(count) bytes") { try Recording(bytes: part) }
        continue
      }
      let read = try Recording(bytes: part)
      #expect(read.unfinishedAfter == part.count { $0 == UInt8(ascii: "\n") })
      #expect(Self.sample.commands.starts(with: read.commands))
      #expect(Self.sample.checks.starts(with: read.checks) && read.end <= Self.sample.end)
    }
    #expect(try Recording(bytes: bytes).unfinishedAfter == nil)
    #expect(problem("") == "the recording is empty")
    #expect(problem("{\"tumble\":\"recording\"") != "none")
  }

  @Test("of which a byte was changed before its last check is refused, or says the same")
  func changedBytes() throws {
    let bytes = Self.sample.bytes
    let text = String(decoding: bytes, as: UTF8.self)
    let last = try #require(text.range(of: "\"digest\"", options: .backwards))
    let proven = text.utf8.distance(from: text.startIndex, to: last.lowerBound)
    let end = try #require(bytes[..<proven].lastIndex(of: UInt8(ascii: "\n")))
    for index in 0...end {
      var changed = bytes
      changed[index] ^= 1
      guard let read = try? Recording(bytes: changed) else { continue }
      #expect(read == Self.sample, "byte \(index)")
    }
  }

  @Test(
    "grows only: what was undone and done again is folded as it is read", arguments: Seeds.list(default: 40))
  func folded(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var now = Recording(head: Self.head, end: 0)
    var text: [UInt8] = []
    var writer = RecordingWriter(head: Self.head)
    writer.write(now, to: &text)
    for _ in 0..<12 {
      // Commands are left out anywhere, or come at the end; of the checks those before the first change stay.
      var next = now
      var change = next.end
      if random.next() % 2 == 0, let place = next.commands.indices.randomElement(using: &random) {
        change = next.commands.remove(at: place).step
      }
      next.checks.removeAll { $0.step > change }
      if random.next() % 8 == 0 { next.head.content += "#" }
      next.end += 7
      next.commands.append(
        StampedCommand(step: next.end - 1, command: .move(Vector(Double(random.next() % 100), 1))))
      next.checks.append(Recording.Check(step: next.end, hash: random.next()))
      let before = text
      writer.rewrite(next, to: &text)
      #expect(text.starts(with: before))
      var whole = text
      var ending = writer
      ending.end(at: next.end, &whole)
      let read = try Recording(bytes: whole)
      #expect(read == next)
      now = next
    }
  }

  @Test(
    "keeps lines that there are, and a first line",
    arguments: [
      (#"{"keep":99}"#, "99 lines are to be kept, and there are"),
      (#"{"keep":-1}"#, "a line of what still counts is"),
      (#"{"keep":1,"step":2}"#, "a line of what still counts is"),
      (#"{"step":1,"tilt":[0,1],"each":"00000000"}"#, "only a line with a hash has each"),
    ])
  func wrongKeep(line: String, text: String) {
    #expect(problem(joined(lines().dropLast() + [line])).contains(text))
  }

  @Test("that lost a line, or has one too many, is refused")
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
    "with any byte replaced is read or refused, and never ends the program",
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
    + " pin or unpin"
  private static let layerRule =
    "the name of a layer, an input or a control starts with a letter and goes on with letters, digits, '-' and '_', 64 at most"

  @Test("takes a layer's name of 64 letters")
  func longName() throws {
    let name = String(repeating: "x", count: 64)
    let text = joined([
      lines()[0], #"{"step":1,"layer":"\#(name)","scrub":1}"#, #"{"end":5,"lines":3}"#,
    ])
    #expect(try read(text).commands[0].command == .scrub(layer: name, to: 1))
  }

  @Test(
    "names the line and says what is wrong with it",
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
          + "end, lines, keep, each, digest, add, remove, set, duplicate, pin, unpin, of, id, value, names, by, at, name"
      ),
      (
        #"{"step":1,"add":"crate","value":"{}"}"#,
        "\"add\" is one of world, view, body, joint, animation, field, fluid, emitter, input"
      ),
      (#"{"step":1,"add":"body"}"#, "\"value\" is missing"),
      (#"{"step":1,"add":"body","value":5}"#, "\"value\" has a value of the wrong kind"),
      (#"{"step":1,"add":"body","value":"{}","id":"a"}"#, "\"id\" does not stand beside \"add\""),
      (#"{"step":1,"add":"body","value":"{}","grab":[1,2]}"#, oneOf),
      (#"{"step":1,"add":"body","value":"{}","remove":"body"}"#, oneOf),
      (#"{"step":1,"tilt":[1,2],"id":"a"}"#, "\"id\" stands beside an edit only"),
      (
        #"{"step":1,"add":"body","value":"\#(String(repeating: "x", count: 24_001))"}"#,
        "the text of an edit has at most 24000 bytes"
      ),
      (
        #"{"step":1,"remove":"body"}"#,
        "a body, a joint, an animation, a field, a fluid, an emitter and an input have an id, the world and the view have none"
      ),
      (
        #"{"step":1,"set":"gravity","of":"world","id":"a","value":"1"}"#,
        "a body, a joint, an animation, a field, a fluid, an emitter and an input have an id, the world and the view have none"
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

  @Test("has no more bodies in a line than the writer writes, and no longer line")
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
    let long = joined([lines()[0], #"{"step":1,"\#(String(repeating: "x", count: 70_000))":1}"#])
    #expect(problem(long) == "line 2: it has more than 65536 bytes")
  }

  @Test("may say where its scene's file is, from the root")
  func path() throws {
    var recording = Self.sample
    recording.head.path = "/scenes/a \"b\".yaml"
    #expect(try Recording(bytes: recording.bytes) == recording)
    recording.head.path = "a.yaml"
    #expect(try Recording(bytes: recording.bytes).head.path == nil)
  }

  @Test("whose scene has a name that leads to another folder is refused: files are named by it")
  func pathAsName() {
    let head = lines()[0].replacingOccurrences(of: #""scene":""#, with: #""scene":"../"#)
    #expect(
      problem(joined([head, #"{"end":0,"lines":2}"#])) == "line 1: the scene's name has a '/' in it")
  }

  @Test("whose head has a key twice is refused")
  func headTwice() {
    let head = lines()[0].replacingOccurrences(of: #""rate":120"#, with: #""rate":120,"rate":60"#)
    #expect(problem(joined([head, #"{"end":0,"lines":2}"#])) == "line 1: the key \"rate\" is there twice")
  }

  @Test("refuses numbers that no step or coordinate has")
  func hugeNumbers() {
    for number in ["1e999", "99999999999999999999", "1.5", "null", "[]", "true"] {
      #expect(problem(joined([lines()[0], "{\"step\":\(number),\"release\":true}"])).hasPrefix("line 2: "))
    }
    #expect(problem(joined([lines()[0], "{\"step\":1,\"grab\":[1,1e999]}"])).hasPrefix("line 2: "))
  }

  @Test("refuses what would cost more than it is worth: depth, length, line upon line")
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

  @Test("refuses steps that go back")
  func order() {
    let text = joined([lines()[0], #"{"step":5,"release":true}"#, #"{"step":4,"release":true}"#])
    #expect(problem(text) == "line 3: step 4 comes after step 5")
  }

  @Test("says what else the file may be")
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

  @Test("tells which number of which body differs first")
  func difference() {
    let description = WorldDescription(
      name: "two", view: Rect(size: Size(1, 1)),
      bodies: [
        BodyDescription(name: "a", kind: .dynamic, outlines: []),
        BodyDescription(name: "b", kind: .dynamic, outlines: []),
      ])
    let bodies = [
      BodySnapshot(id: 0, position: Vector(1, 2), angle: 0),
      BodySnapshot(id: 1, position: .zero, angle: 0),
    ]
    let check = Recording.Check(step: 1, hash: 0, bodies: bodies)
    var now = FrameSnapshot(step: 1, rate: 120, bodies: bodies)
    #expect(check.firstDifference(from: now, description: description) == nil)
    now.bodies[1].velocity.y = 3
    #expect(
      check.firstDifference(from: now, description: description) == "b's vy is 3.0, where 0.0 was recorded")
    now.bodies[0].position.x = -1
    #expect(
      check.firstDifference(from: now, description: description) == "a's x is -1.0, where 1.0 was recorded")
    now.bodies = [bodies[1]]
    #expect(check.firstDifference(from: now, description: description) == "a is gone")
    now.bodies = bodies
    now.bodies[0].isSleeping = true
    #expect(check.firstDifference(from: now, description: description) == "a sleeps, where it was awake")
    #expect(Recording.Check(step: 1, hash: 0).firstDifference(from: now, description: description) == nil)
  }

  @Test("of a crowded world has hashes alone")
  func crowd() throws {
    var text: [UInt8] = []
    var writer = RecordingWriter(head: Self.head)
    writer.begin(&text)
    for count in [Recording.largestState, Recording.largestState + 1] {
      let bodies = (0..<count).map { BodySnapshot(id: BodyID($0), position: .zero, angle: 0) }
      writer.check(FrameSnapshot(step: 120, rate: 120, bodies: bodies), hash: 1, to: &text)
    }
    writer.end(at: 120, &text)
    let recording = try Recording(bytes: text)
    #expect(recording.checks.map(\.bodies.count) == [100, 0])
    #expect(writer.isCheckDue(at: 0) && writer.isCheckDue(at: 240) && !writer.isCheckDue(at: 241))
  }
}
