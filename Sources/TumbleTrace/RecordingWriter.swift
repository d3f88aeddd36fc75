import TumbleFiles
import TumbleFrames
import TumbleGeometry

/// Writes a recording while it is made, as JSON Lines: a head, commands and checks by step, an end.
///
/// The writer makes bytes; where they go is its caller's. A recording that was cut off lacks its end line, and is refused when read.
public struct RecordingWriter: Sendable {
  /// A check is written after every so many steps.
  public let stepsBetweenChecks: Int
  private let head: Recording.Head
  private var lines = 0

  /// - Parameter stepsBetweenChecks: If nil, those of a second.
  public init(head: Recording.Head, stepsBetweenChecks: Int? = nil) {
    self.head = head
    self.stepsBetweenChecks = max(stepsBetweenChecks ?? head.rate, 1)
  }

  /// Appends the first line.
  public mutating func begin(_ text: inout [UInt8]) {
    let path = head.path.map { "\"path\":\($0.jsonText)," } ?? ""
    line(
      "{\"tumble\":\"recording\",\"format\":\(Recording.format),\"scene\":\(head.scene.jsonText),"
        + "\"rate\":\(head.rate),\"library\":\(head.library.jsonText),\"revision\":\(head.revision),"
        + "\(path)\"content\":\(head.content.jsonText)}",
      &text)
  }

  /// Appends a command.
  public mutating func add(_ stamped: StampedCommand, to text: inout [UInt8]) {
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
    line("{\"step\":\(stamped.step),\(command)}", &text)
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
  public mutating func check(_ snapshot: FrameSnapshot, hash: UInt64, to text: inout [UInt8]) {
    add(
      Recording.Check(
        step: snapshot.step, hash: hash,
        bodies: snapshot.bodies.count <= Recording.largestState ? snapshot.bodies : []), to: &text)
  }

  /// Appends a check that was made before.
  public mutating func add(_ check: Recording.Check, to text: inout [UInt8]) {
    lines += 1
    text += "{\"step\":\(check.step),\"hash\":\"\(check.hash.hexadecimal16)\"".utf8
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
    text += "}\n".utf8
  }

  /// Appends the last line.
  public mutating func end(at step: Int, _ text: inout [UInt8]) {
    line("{\"end\":\(step),\"lines\":\(lines + 1)}", &text)
  }

  private mutating func line(_ line: String, _ text: inout [UInt8]) {
    lines += 1
    text += line.utf8
    text.append(UInt8(ascii: "\n"))
  }
}

extension RecordingWriter {
  /// Appends a recording but for its end: the head, and commands and checks by step.
  package mutating func write(_ recording: Recording, to text: inout [UInt8]) {
    begin(&text)
    var rest = recording.commands[...]
    for check in recording.checks {
      while let next = rest.first, next.step < check.step {
        add(next, to: &text)
        rest.removeFirst()
      }
      add(check, to: &text)
    }
    for command in rest { add(command, to: &text) }
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
}
