import TumbleFiles
import TumbleFrames
import TumbleGeometry

/// A line as it was written, before it is checked.
struct RecordingLine {
  private var step: Int?
  private var grab: [Double]?
  private var move: [Double]?
  private var point: [Double]?
  private var release: Bool?
  private var tilt: [Double]?
  private var layer: String?
  private var speed: Double?
  private var scrub: Double?
  private var input: String?
  private var control: String?
  private var to: Double?
  private var hash: String?
  private var bodies: [[Double]]?
  private var end: Int?
  private var lines: Int?
  private var keep: Int?
  private var each: String?
  private(set) var digest: String?
  /// The edit that the keys of edits describe.
  private(set) var edit = Edit()

  enum Key: String, CaseIterable {
    case step, grab, move, point, release, tilt, layer, speed, scrub, input, control, to, hash, bodies, end,
      lines, keep, each, digest
    case add, remove, set, duplicate, pin, unpin
    case of, id, value, names, by, at, name
  }

  /// The parts of an edit as they were written.
  struct Edit {
    var texts: [Key: String] = [:]
    var lists: [Key: [String]] = [:]
    var points: [Key: [Double]] = [:]
    /// The keys in the order of the line.
    var keys: [Key] = []
  }

  struct Wrong: Error { var problem: String }

  init(_ bytes: ArraySlice<UInt8>, number: Int) throws(RecordingError) {
    guard bytes.count <= Recording.maxLineBytes else {
      throw .line(number, "it has more than \(Recording.maxLineBytes) bytes")
    }
    do {
      for member in try JSON.Object(bytes).members { try set(member.key, to: member.value) }
    } catch let wrong as Wrong {
      throw .line(number, wrong.problem)
    } catch {
      throw .line(number, "\(error)")
    }
  }

  private mutating func set(_ name: String, to value: JSON) throws(Wrong) {
    guard let key = Key(rawValue: name) else {
      throw Wrong(
        problem: "unknown key \"\(name.prefix(40))\"; there are "
          + Key.allCases.map(\.rawValue).joined(separator: ", "))
    }
    let wrongKind = Wrong(problem: "\"\(name)\" has a value of the wrong kind")
    func known<Value>(_ value: Value?) throws(Wrong) -> Value {
      guard let value else { throw wrongKind }
      return value
    }
    func number() throws(Wrong) -> Double { try known(value.number) }
    func integer() throws(Wrong) -> Int {
      guard let integer = Int(exactly: try number()) else {
        throw Wrong(problem: "\"\(name)\" has a number that can't be used")
      }
      return integer
    }
    func text() throws(Wrong) -> String { try known(value.text) }
    func list<Part>(_ value: JSON, of part: (JSON) -> Part?) throws(Wrong) -> [Part] {
      try known(value.list).map { (value) throws(Wrong) in try known(part(value)) }
    }
    func numbers(_ value: JSON) throws(Wrong) -> [Double] { try list(value, of: \.number) }
    switch key {
    case .add, .remove, .set, .pin, .unpin, .of, .id, .value, .name:
      edit.texts[key] = try text()
      edit.keys.append(key)
    case .duplicate, .names:
      edit.lists[key] = try list(value, of: \.text)
      edit.keys.append(key)
    case .by, .at:
      edit.points[key] = try numbers(value)
      edit.keys.append(key)
    case .step: step = try integer()
    case .grab: grab = try numbers(value)
    case .move: move = try numbers(value)
    case .point: point = try numbers(value)
    case .tilt: tilt = try numbers(value)
    case .release: release = try known(value.flag)
    case .layer: layer = try text()
    case .speed: speed = try number()
    case .scrub: scrub = try number()
    case .input: input = try text()
    case .control: control = try text()
    case .to: to = try number()
    case .hash: hash = try text()
    case .bodies:
      let list = try known(value.list)
      guard list.count <= Recording.largestState else {
        throw Wrong(
          problem: "a line has the states of at most \(Recording.largestState) bodies, not \(list.count)")
      }
      bodies = try list.map { (value) throws(Wrong) in try numbers(value) }
    case .end: end = try integer()
    case .lines: lines = try integer()
    case .keep: keep = try integer()
    case .each: each = try text()
    case .digest: digest = try text()
    }
  }
}

extension RecordingLine {
  func entry(number: Int) throws(RecordingError) -> RecordingEntry {
    do {
      return try entry()
    } catch {
      throw .line(number, error.problem)
    }
  }

  private func entry() throws(Wrong) -> RecordingEntry {
    let actions = [
      grab != nil, move != nil, point != nil, release != nil, tilt != nil, speed != nil, scrub != nil,
      input != nil,
      control != nil,
      hash != nil, end != nil, keep != nil,
    ]
    guard actions.count(where: { $0 }) + editActions.count == 1 else {
      throw Wrong(
        problem:
          """
          a line has one of grab, move, point, release, tilt, speed, scrub, input, control, hash, keep and \
          end, or one edit:
          """
            + " add, remove, set, duplicate, pin or unpin")
    }
    guard !editActions.isEmpty || edit.keys.isEmpty else {
      throw Wrong(problem: "\"\(edit.keys[0].rawValue)\" stands beside an edit only")
    }
    guard (layer != nil) == (speed != nil || scrub != nil) else {
      throw Wrong(problem: "a speed and a scrub are those of a layer, and nothing else is")
    }
    guard ((input ?? control) != nil) == (to != nil) else {
      let word = control == nil ? "input" : "control"
      throw Wrong(
        problem: "\(control == nil ? "an" : "a") \(word) goes to a value: {\"\(word)\":NAME,\"to\":VALUE}")
    }
    if hash == nil, each != nil || digest != nil {
      throw Wrong(problem: "only a line with a hash has \(each == nil ? "a digest" : "each")")
    }
    if let keep {
      guard keep >= 0, step == nil, bodies == nil, lines == nil else {
        throw Wrong(problem: "a line of what still counts is {\"keep\":COUNT}")
      }
      return .keep(keep)
    }
    if let end {
      guard let lines, step == nil, bodies == nil else {
        throw Wrong(problem: "an end line is {\"end\":STEP,\"lines\":COUNT}")
      }
      return .end(step: try Self.checked(step: end), lines: lines)
    }
    guard let step, lines == nil else { throw Wrong(problem: "a command or a hash needs its step") }
    let checkedStep = try Self.checked(step: step)
    if let hash {
      guard hash.utf8.count == 16, hash.allSatisfy(\.isHexDigit), let value = UInt64(hash, radix: 16) else {
        throw Wrong(problem: "a hash is 16 hexadecimal digits")
      }
      return .check(
        Recording.Check(
          step: checkedStep, hash: value, bodies: try (bodies ?? []).map(Self.body),
          stepHashes: try Self.stepHashes(each ?? "")))
    }
    if let name = layer ?? input ?? control {
      guard Self.isName(name) else {
        throw Wrong(
          problem:
            """
            the name of a layer, an input or a control starts with a letter and goes on with letters, \
            digits, '-' and '_', 64 at most
            """
        )
      }
    }
    guard bodies == nil else { throw Wrong(problem: "only a line with a hash has bodies") }
    guard release != false else { throw Wrong(problem: "release is true where it is given") }
    let command: Command =
      if let grab {
        .grab(try Self.point(grab))
      } else if let move {
        .move(try Self.point(move))
      } else if let point {
        .point(try Self.point(point))
      } else if let tilt {
        .tilt(try Self.point(tilt))
      } else if let layer, let speed {
        .run(layer: layer, speed: try Self.bounded(speed, Command.maxSpeed, "a layer's speed"))
      } else if let layer, let scrub {
        .scrub(layer: layer, to: try Self.bounded(scrub, Command.maxTime, "a layer's time"))
      } else if let input, let to {
        .input(input, try Self.bounded(to, 1, "an input's value"))
      } else if let control, let to {
        .control(control, try Self.bounded(to, Command.maxControlValue, "a control's value"))
      } else if let action = editActions.first {
        .edit(try edit(action))
      } else {
        .release
      }
    return .command(StampedCommand(step: checkedStep, command: command))
  }
}
