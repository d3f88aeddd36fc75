import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleTestSupport
import TumbleTrace

@Suite("A recording")
struct RecordingTests {
  static let head = Recording.Head(
    scene: "crates", content: "tumble: 1\ntitle: \"Ein Würfel\"\t✓\n", rate: 120, library: "7.0.3",
    revision: 2)

  static let sample = Recording(
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

  static func body(_ id: BodyID) -> BodySnapshot {
    BodySnapshot(
      id: id, position: Vector(0.1, -0.0), angle: 1e-300, velocity: Vector(1e21, 2), angularVelocity: -3,
      isSleeping: id == 3)
  }

  func read(_ text: String) throws -> Recording { try Recording(bytes: Array(text.utf8)) }

  func lines(_ recording: Recording = sample) -> [String] {
    String(decoding: recording.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  func joined(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  func problem(_ text: String) -> String {
    do {
      _ = try read(text)
      return "none"
    } catch {
      return "\(error)"
    }
  }

  @Test("A recording reads back as it was written, bit for bit")
  func roundTrip() throws {
    let copy = try Recording(bytes: Self.sample.bytes)
    #expect(copy == Self.sample)
    #expect(copy.checks[1].bodies[0].position.y.sign == .minus)
    #expect(copy.bytes == Self.sample.bytes)
  }

  @Test(
    "A recording of any commands and checks reads back as it was written", arguments: Seeds.list(default: 100)
  )
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

  @Test("A recording of before revisions were written down is of the first")
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

  @Test("A recording looks as the manual says")
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

  static func nameRule(_ key: String) -> String {
    "\"\(key)\" is a name: it starts with a letter and goes on with letters, digits, '-' and '_', 64 at most"
  }

  @Test(
    "A recording has edits as the manual says, and reads them back",
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
      (.slice(from: Vector(1, 0.1), to: Vector(-3, 4)), #""slice":[1,0.1,-3,4]"#),
    ])
  func edits(edit: Edit, text: String) throws {
    var recording = Self.sample
    recording.commands = [StampedCommand(step: 3, command: .edit(edit))]
    (recording.checks, recording.end) = ([], 5)
    let lines = String(decoding: recording.bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines[1] == "{\"step\":3,\(text)}")
    #expect(try Recording(bytes: recording.bytes).commands == recording.commands)
  }

  @Test("A recording cut off anywhere is one up to its last whole line, and says so")
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

  @Test("A recording of which a byte was changed before its last check is refused, or says the same")
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
    "A recording grows only: what was undone and done again is folded as it is read",
    arguments: Seeds.list(default: 40))
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

  @Test("A recording may say where its scene's file is, from the root")
  func path() throws {
    var recording = Self.sample
    recording.head.path = "/scenes/a \"b\".yaml"
    #expect(try Recording(bytes: recording.bytes) == recording)
    recording.head.path = "a.yaml"
    #expect(try Recording(bytes: recording.bytes).head.path == nil)
  }

  @Test("A recording tells which number of which body differs first")
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

  @Test("A recording of a crowded world has hashes alone")
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
