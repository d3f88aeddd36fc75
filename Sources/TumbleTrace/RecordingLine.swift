import TumbleFiles
import TumbleFrames
import TumbleGeometry

/// A line as it was written: each key with a value of its kind, before it is checked any further.
struct RecordingLine {
  private var values: [Key: JSON] = [:]
  /// The keys in the order of the line.
  private var keys: [Key] = []

  enum Key: String, CaseIterable {
    case step, grab, move, point, release, tilt, layer, speed, scrub, input, control, to, hash, bodies, end,
      lines, keep, each, digest
    case add, remove, set, duplicate, pin, unpin, slice
    case of, id, value, names, by, at, name

    /// Is true for a key that says what an edit does.
    var isEdit: Bool { [.add, .remove, .set, .duplicate, .pin, .unpin, .slice].contains(self) }

    /// Is true for a key that says what a line is.
    var isAction: Bool {
      switch self {
      case .grab, .move, .point, .release, .tilt, .speed, .scrub, .input, .control, .hash, .end, .keep: true
      default: isEdit
      }
    }

    /// Is true for a key that stands in lines of edits only.
    var isOfEdit: Bool { isEdit || [.of, .id, .value, .names, .by, .at, .name].contains(self) }

    /// Returns true for a value of the kind that the key has.
    fileprivate func takes(_ value: JSON) -> Bool {
      func isList(_ value: JSON, of isPart: (JSON) -> Bool) -> Bool {
        value.list?.allSatisfy(isPart) ?? false
      }
      func isNumbers(_ value: JSON) -> Bool { isList(value) { $0.number != nil } }
      return switch self {
      case .step, .end, .lines, .keep, .speed, .scrub, .to: value.number != nil
      case .grab, .move, .point, .tilt, .by, .at, .slice: isNumbers(value)
      case .bodies: isList(value, of: isNumbers)
      case .duplicate, .names: isList(value) { $0.text != nil }
      case .release: value.flag != nil
      case .layer, .input, .control, .hash, .each, .digest, .add, .remove, .set, .pin, .unpin, .of, .id,
        .value, .name:
        value.text != nil
      }
    }

    fileprivate var isWhole: Bool { [.step, .end, .lines, .keep].contains(self) }
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
    if key == .bodies, let count = value.list?.count, count > Recording.largestState {
      throw Wrong(problem: "a line has the states of at most \(Recording.largestState) bodies, not \(count)")
    }
    guard key.takes(value) else { throw Wrong(problem: "\"\(name)\" has a value of the wrong kind") }
    if key.isWhole, value.number.flatMap({ Int(exactly: $0) }) == nil {
      throw Wrong(problem: "\"\(name)\" has a number that can't be used")
    }
    values[key] = value
    keys.append(key)
  }

  // MARK: - What is there

  /// The keys of an edit, in the order of the line.
  var editKeys: [Key] { keys.filter(\.isOfEdit) }

  /// The hash of all lines before it, as text.
  var digest: String? { text(.digest) }

  func text(_ key: Key) -> String? { values[key]?.text }
  func texts(_ key: Key) -> [String]? { values[key]?.list?.compactMap(\.text) }
  func numbers(_ key: Key) -> [Double]? { values[key]?.list?.compactMap(\.number) }
  private func number(_ key: Key) -> Double? { values[key]?.number }
  private func whole(_ key: Key) -> Int? { number(key).flatMap { Int(exactly: $0) } }
  private func has(_ key: Key) -> Bool { values[key] != nil }
}

extension RecordingLine {
  func entry(number: Int) throws(RecordingError) -> RecordingEntry {
    do { return try entry() } catch { throw .line(number, error.problem) }
  }

  private func entry() throws(Wrong) -> RecordingEntry {
    let actions = keys.filter(\.isAction)
    guard actions.count == 1 else {
      throw Wrong(
        problem: """
          a line has one of grab, move, point, release, tilt, speed, scrub, input, control, hash, keep and \
          end, or one edit: add, remove, set, duplicate, pin, unpin or slice
          """)
    }
    let action = actions[0]
    if !action.isEdit, let key = editKeys.first {
      throw Wrong(problem: "\"\(key.rawValue)\" stands beside an edit only")
    }
    guard has(.layer) == (action == .speed || action == .scrub) else {
      throw Wrong(problem: "a speed and a scrub are those of a layer, and nothing else is")
    }
    guard (action == .input || action == .control) == has(.to) else {
      let (article, word) = action == .control ? ("a", "control") : ("an", "input")
      throw Wrong(problem: "\(article) \(word) goes to a value: {\"\(word)\":NAME,\"to\":VALUE}")
    }
    if action != .hash, has(.each) || has(.digest) {
      throw Wrong(problem: "only a line with a hash has \(has(.each) ? "each" : "a digest")")
    }
    if let keep = whole(.keep) {
      guard keep >= 0, !has(.step), !has(.bodies), !has(.lines) else {
        throw Wrong(problem: "a line of what still counts is {\"keep\":COUNT}")
      }
      return .keep(keep)
    }
    if let end = whole(.end) {
      guard let lines = whole(.lines), !has(.step), !has(.bodies) else {
        throw Wrong(problem: "an end line is {\"end\":STEP,\"lines\":COUNT}")
      }
      return .end(step: try Self.checked(step: end), lines: lines)
    }
    guard let step = whole(.step), !has(.lines) else {
      throw Wrong(problem: "a command or a hash needs its step")
    }
    let checkedStep = try Self.checked(step: step)
    if let hash = text(.hash) {
      guard hash.utf8.count == 16, hash.allSatisfy(\.isHexDigit), let value = UInt64(hash, radix: 16) else {
        throw Wrong(problem: "a hash is 16 hexadecimal digits")
      }
      let bodies = (values[.bodies]?.list ?? []).map { $0.list?.compactMap(\.number) ?? [] }
      return .check(
        Recording.Check(
          step: checkedStep, hash: value, bodies: try bodies.map(Self.body),
          stepHashes: try Self.stepHashes(text(.each) ?? "")))
    }
    if let name = text(.layer) ?? text(.input) ?? text(.control) {
      guard Self.isName(name) else {
        throw Wrong(
          problem: """
            the name of a layer, an input or a control starts with a letter and goes on with letters, \
            digits, '-' and '_', 64 at most
            """)
      }
    }
    guard !has(.bodies) else { throw Wrong(problem: "only a line with a hash has bodies") }
    return .command(StampedCommand(step: checkedStep, command: try command(action)))
  }

  private func command(_ action: Key) throws(Wrong) -> Command {
    let (number, points) = (number(action) ?? number(.to) ?? 0, numbers(action) ?? [])
    let name = text(.layer) ?? text(action) ?? ""
    switch action {
    case .grab: return .grab(try Self.point(points))
    case .move: return .move(try Self.point(points))
    case .point: return .point(try Self.point(points))
    case .tilt: return .tilt(try Self.point(points))
    case .speed:
      return .run(layer: name, speed: try Self.bounded(number, Command.maxSpeed, "a layer's speed"))
    case .scrub: return .scrub(layer: name, to: try Self.bounded(number, Command.maxTime, "a layer's time"))
    case .input: return .input(name, try Self.bounded(number, 1, "an input's value"))
    case .control:
      return .control(name, try Self.bounded(number, Command.maxControlValue, "a control's value"))
    case .release:
      guard values[.release] == .flag(true) else {
        throw Wrong(problem: "release is true where it is given")
      }
      return .release
    default: return .edit(try edit(action))
    }
  }
}
