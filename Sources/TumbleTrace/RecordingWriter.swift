import TumbleFiles
import TumbleFrames
import TumbleGeometry

/// Writes a recording while it is made, as JSON Lines: a head, commands and checks by step, an end.
///
/// The writer makes bytes; where they go is its caller's. What it has made is never taken back: where
/// commands were undone, a line says how many of the lines before it still count. A file that lacks its end
/// line is a recording up to its last whole line.
public struct RecordingWriter: Sendable {
  /// A check is written after every so many steps.
  public let stepsBetweenChecks: Int
  private var head: Recording.Head
  private var lines = 0
  /// The checksum of all lines so far: one that is changed, lost or moved is found by it.
  private var chain = FNV1a()
  /// The contents of the lines that count, as digests.
  private var said: [UInt64] = []

  /// Creates a writer of a recording with this head.
  ///
  /// - Parameter stepsBetweenChecks: If nil, those of a second.
  public init(head: Recording.Head, stepsBetweenChecks: Int? = nil) {
    self.head = head
    self.stepsBetweenChecks = max(stepsBetweenChecks ?? head.rate, 1)
  }

  /// Appends the first line.
  public mutating func begin(_ text: inout [UInt8]) {
    said.append(Self.digest(of: head))
    line(
      [
        "tumble": .text("recording"), "format": .whole(Recording.format), "scene": .text(head.scene),
        "rate": .whole(head.rate), "library": .text(head.library), "revision": .whole(head.revision),
        "path": head.path.map(JSON.text), "content": .text(head.content),
      ], &text)
  }

  /// Appends a command.
  public mutating func add(_ stamped: StampedCommand, to text: inout [UInt8]) {
    let line = Self.line(of: stamped)
    said.append(Self.digest(of: line))
    self.line(line, &text)
  }

  /// The line of a command, without its end.
  package static func line(of stamped: StampedCommand) -> String {
    let step: JSON.Object = ["step": .whole(stamped.step)]
    return JSON.object(step + members(of: stamped.command)).written()
  }

  private static func members(of command: Command) -> JSON.Object {
    switch command {
    case .grab(let vector): ["grab": point(vector)]
    case .move(let vector): ["move": point(vector)]
    case .point(let vector): ["point": point(vector)]
    case .release: ["release": .flag(true)]
    case .tilt(let vector): ["tilt": point(vector)]
    case .input(let id, let value): ["input": .text(id), "to": .number(value)]
    case .control(let id, let value): ["control": .text(id), "to": .number(value)]
    case .run(let layer, let speed): ["layer": .text(layer), "speed": .number(speed)]
    case .scrub(let layer, let time): ["layer": .text(layer), "scrub": .number(time)]
    case .edit(let edit): members(of: edit)
    }
  }

  private static func members(of edit: Edit) -> JSON.Object {
    func kind(_ object: SceneObject) -> JSON { .text(object.kind.rawValue) }
    func id(_ object: SceneObject) -> JSON? { object.id.map(JSON.text) }
    switch edit {
    case .add(let kind, let text): return ["add": .text(kind.rawValue), "value": .text(text)]
    case .remove(let object): return ["remove": kind(object), "id": id(object)]
    case .set(let object, let path, let value):
      return ["set": .text(path), "of": kind(object), "id": id(object), "value": value.map(JSON.text)]
    case .duplicate(let ids, let names, let offset):
      return ["duplicate": .texts(ids), "names": .texts(names), "by": point(offset)]
    case .pin(let id, let place, let name):
      return ["pin": .text(id), "at": point(place), "name": .text(name)]
    case .unpin(let id): return ["unpin": .text(id)]
    case .slice(let from, let to): return ["slice": .numbers([from.x, from.y, to.x, to.y])]
    }
  }

  private static func point(_ vector: Vector) -> JSON { .numbers([vector.x, vector.y]) }

  /// Returns true if a check is due after so many steps.
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
    said.append(Self.digest(of: check))
    let bodies = check.bodies.map { body in
      JSON.numbers([
        Double(body.id.number), body.position.x, body.position.y, body.angle, body.velocity.x,
        body.velocity.y, body.angularVelocity, body.isSleeping ? 1 : 0,
      ])
    }
    let each = check.stepHashes.map(\.hexadecimal).joined()
    line(
      Self.members(of: check) + [
        "bodies": bodies.isEmpty ? nil : .list(bodies), "each": each.isEmpty ? nil : .text(each),
        "digest": .text(chain.value.hexadecimal),
      ], &text)
  }

  private static func members(of check: Recording.Check) -> JSON.Object {
    ["step": .whole(check.step), "hash": .text(check.hash.hexadecimal)]
  }

  /// Appends the last line.
  public mutating func end(at step: Int, _ text: inout [UInt8]) {
    line(["end": .whole(step), "lines": .whole(lines + 1)], &text)
  }

  private mutating func line(_ members: JSON.Object, _ text: inout [UInt8]) {
    line(JSON.object(members).written(), &text)
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

  /// Appends what makes the lines so far those of another recording: how many of them still count, and what
  /// follows them.
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
      line(["keep": .whole(kept)], &text)
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

  private static func digest(of check: Recording.Check) -> UInt64 {
    digest(of: JSON.object(members(of: check)).written())
  }

  private static func digest(of entry: RecordingEntry) -> UInt64 {
    switch entry {
    case .command(let command): digest(of: line(of: command))
    case .check(let check): digest(of: check)
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
