import TumbleFiles
import TumbleFrames
import TumbleGeometry

/// Writes a recording while it is made, as JSON Lines: a head, commands and checks by step, an end.
///
/// The writer makes bytes; where they go is its caller's. What it has made is never taken back: where commands were undone, a line
/// says how many of the lines before it still count. A file that lacks its end line is a recording up to its last whole line.
public struct RecordingWriter: Sendable {
  /// A check is written after every so many steps.
  public let stepsBetweenChecks: Int
  private var head: Recording.Head
  private var lines = 0
  /// Of all lines so far: one that is changed, lost or moved is found by it.
  private var chain = FNV1a()
  /// Of the lines that count: what each says.
  private var said: [UInt64] = []

  /// - Parameter stepsBetweenChecks: If nil, those of a second.
  public init(head: Recording.Head, stepsBetweenChecks: Int? = nil) {
    self.head = head
    self.stepsBetweenChecks = max(stepsBetweenChecks ?? head.rate, 1)
  }

  /// Appends the first line.
  public mutating func begin(_ text: inout [UInt8]) {
    said.append(Self.digest(of: head))
    let path = head.path.map { "\"path\":\($0.jsonText)," } ?? ""
    line(
      "{\"tumble\":\"recording\",\"format\":\(Recording.format),\"scene\":\(head.scene.jsonText),"
        + "\"rate\":\(head.rate),\"library\":\(head.library.jsonText),\"revision\":\(head.revision),"
        + "\(path)\"content\":\(head.content.jsonText)}",
      &text)
  }

  /// Appends a command.
  public mutating func add(_ stamped: StampedCommand, to text: inout [UInt8]) {
    let line = Self.line(of: stamped)
    said.append(Self.digest(of: line))
    self.line(line, &text)
  }

  /// The line of a command, without its end.
  package static func line(of stamped: StampedCommand) -> String {
    func point(_ word: String, _ vector: Vector) -> String {
      var bytes: [UInt8] = []
      bytes.append(number: vector.x)
      bytes.append(UInt8(ascii: ","))
      bytes.append(number: vector.y)
      return "\"\(word)\":[\(String(decoding: bytes, as: UTF8.self))]"
    }
    func number(_ word: String, _ number: Double, of layer: String) -> String {
      var bytes: [UInt8] = []
      bytes.append(number: number)
      return "\"layer\":\(layer.jsonText),\"\(word)\":\(String(decoding: bytes, as: UTF8.self))"
    }
    func named(_ word: String, _ id: String, _ value: Double) -> String {
      var bytes: [UInt8] = []
      bytes.append(number: value)
      return "\"\(word)\":\(id.jsonText),\"to\":\(String(decoding: bytes, as: UTF8.self))"
    }
    let command =
      switch stamped.command {
      case .grab(let vector): point("grab", vector)
      case .move(let vector): point("move", vector)
      case .point(let vector): point("point", vector)
      case .release: "\"release\":true"
      case .tilt(let vector): point("tilt", vector)
      case .input(let id, let value): named("input", id, value)
      case .control(let id, let value): named("control", id, value)
      case .run(let layer, let speed): number("speed", speed, of: layer)
      case .scrub(let layer, let time): number("scrub", time, of: layer)
      case .edit(let edit): Self.text(edit, point)
      }
    return "{\"step\":\(stamped.step),\(command)}"
  }

  private static func text(_ edit: Edit, _ point: (String, Vector) -> String) -> String {
    func list(_ names: [String]) -> String { "[" + names.map(\.jsonText).joined(separator: ",") + "]" }
    func id(_ object: SceneObject) -> String { object.id.map { ",\"id\":\($0.jsonText)" } ?? "" }
    switch edit {
    case .add(let kind, let text): return "\"add\":\"\(kind.rawValue)\",\"value\":\(text.jsonText)"
    case .remove(let object): return "\"remove\":\"\(object.kind.rawValue)\"\(id(object))"
    case .set(let object, let path, let value):
      return "\"set\":\(path.jsonText),\"of\":\"\(object.kind.rawValue)\"\(id(object))"
        + (value.map { ",\"value\":\($0.jsonText)" } ?? "")
    case .duplicate(let ids, let names, let offset):
      return "\"duplicate\":\(list(ids)),\"names\":\(list(names)),\(point("by", offset))"
    case .pin(let id, let place, let name):
      return "\"pin\":\(id.jsonText),\(point("at", place)),\"name\":\(name.jsonText)"
    case .unpin(let id): return "\"unpin\":\(id.jsonText)"
    }
  }

  /// Whether a check is due after so many steps.
  public func isCheckDue(at step: Int) -> Bool { step % stepsBetweenChecks == 0 }

  /// Appends a check.
  ///
  /// - Parameter stepHashes: Of the latest steps, this one the last.
  public mutating func check(
    _ snapshot: FrameSnapshot, hash: UInt64, stepHashes: [UInt32] = [], to text: inout [UInt8]
  ) {
    add(
      Recording.Check(
        step: snapshot.step, hash: hash,
        bodies: snapshot.bodies.count <= Recording.largestState ? snapshot.bodies : [],
        stepHashes: stepHashes.count <= Recording.maxStepHashes ? stepHashes : []), to: &text)
  }

  /// Appends a check that was made before.
  public mutating func add(_ check: Recording.Check, to text: inout [UInt8]) {
    lines += 1
    let (start, before) = (text.count, chain.value)
    let core = "{\"step\":\(check.step),\"hash\":\"\(check.hash.hexadecimal)\""
    said.append(Self.digest(of: core))
    text += core.utf8
    if !check.bodies.isEmpty {
      text += ",\"bodies\":[".utf8
      for (index, body) in check.bodies.enumerated() {
        text += (index == 0 ? "[" : ",[").utf8
        text.append(number: body.id.number)
        for number in [
          body.position.x, body.position.y, body.angle, body.velocity.x, body.velocity.y,
          body.angularVelocity,
        ] {
          text.append(UInt8(ascii: ","))
          text.append(number: number)
        }
        text += (body.isSleeping ? ",1]" : ",0]").utf8
      }
      text.append(UInt8(ascii: "]"))
    }
    if !check.stepHashes.isEmpty {
      text += ",\"each\":\"".utf8
      for hash in check.stepHashes { text += hash.hexadecimal.utf8 }
      text.append(UInt8(ascii: "\""))
    }
    text += ",\"digest\":\"\(before.hexadecimal)\"}\n".utf8
    chain.add(text[start...])
  }

  /// Appends the last line.
  public mutating func end(at step: Int, _ text: inout [UInt8]) {
    line("{\"end\":\(step),\"lines\":\(lines + 1)}", &text)
  }

  private mutating func line(_ line: String, _ text: inout [UInt8]) {
    lines += 1
    let start = text.count
    text += line.utf8
    text.append(UInt8(ascii: "\n"))
    chain.add(text[start...])
  }

  private static func digest(of line: String) -> UInt64 {
    var digest = FNV1a()
    digest.add(line.utf8)
    return digest.value
  }

  private static func digest(of head: Recording.Head) -> UInt64 {
    digest(of: "\(head.scene)\n\(head.rate)\n\(head.content)")
  }
}

extension RecordingWriter {
  /// Appends a recording but for its end: the head, and commands and checks by step.
  package mutating func write(_ recording: Recording, to text: inout [UInt8]) {
    begin(&text)
    add(recording.commands[...], recording.checks[...], to: &text)
  }

  /// Appends what makes the lines so far those of another recording: how many of them still count, and what follows them.
  package mutating func rewrite(_ recording: Recording, to text: inout [UInt8]) {
    let entries = recording.entries
    var kept = 0
    if Self.digest(of: recording.head) == said.first {
      kept = 1
      while kept < said.count, kept <= entries.count, said[kept] == Self.digest(of: entries[kept - 1]) {
        kept += 1
      }
    }
    if kept < said.count {
      said.removeLast(said.count - kept)
      line("{\"keep\":\(kept)}", &text)
    }
    head = recording.head
    if kept == 0 { begin(&text) }
    for entry in entries.dropFirst(max(kept - 1, 0)) { add(entry, to: &text) }
  }

  /// Appends commands and checks by step.
  package mutating func add(
    _ commands: ArraySlice<StampedCommand>, _ checks: ArraySlice<Recording.Check>, to text: inout [UInt8]
  ) {
    for entry in Recording.entries(commands, checks) { add(entry, to: &text) }
  }

  private mutating func add(_ entry: RecordingEntry, to text: inout [UInt8]) {
    switch entry {
    case .command(let command): add(command, to: &text)
    case .check(let check): add(check, to: &text)
    case .end, .keep: break
    }
  }

  private static func digest(of entry: RecordingEntry) -> UInt64 {
    switch entry {
    case .command(let command): digest(of: line(of: command))
    case .check(let check): digest(of: "{\"step\":\(check.step),\"hash\":\"\(check.hash.hexadecimal)\"")
    case .end, .keep: 0
    }
  }
}

extension Recording {
  /// The recording as a file's bytes.
  public var bytes: [UInt8] {
    var text: [UInt8] = []
    var writer = RecordingWriter(head: head)
    writer.write(self, to: &text)
    writer.end(at: end, &text)
    return text
  }

  fileprivate var entries: [RecordingEntry] { Self.entries(commands[...], checks[...]) }

  /// Commands and checks by step: a check follows the commands of the steps before it.
  fileprivate static func entries(
    _ commands: ArraySlice<StampedCommand>, _ checks: ArraySlice<Check>
  ) -> [RecordingEntry] {
    var entries: [RecordingEntry] = []
    entries.reserveCapacity(commands.count + checks.count)
    var rest = commands
    for check in checks {
      while let next = rest.first, next.step < check.step {
        entries.append(.command(next))
        rest.removeFirst()
      }
      entries.append(.check(check))
    }
    return entries + rest.map { .command($0) }
  }
}
