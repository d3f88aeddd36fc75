import TumbleFiles
import TumbleFrames
import TumbleGeometry

extension Recording {
  /// Reads a recording's bytes; a mangled one is refused, naming the line. One that ends without an end line
  /// is read up to its last whole line; see ``unfinishedAfter``.
  ///
  /// What it takes in memory is bounded by the file's size and by `maxStates`.
  public init(bytes: [UInt8]) throws(RecordingError) { self = try NumberedRecording(bytes: bytes).recording }
}

extension NumberedRecording {
  /// Creates a reader of the same bytes as `Recording.init(bytes:)`.
  package init(bytes: [UInt8]) throws(RecordingError) {
    guard !bytes.isEmpty else { throw .empty }
    let newline = UInt8(ascii: "\n")
    guard let end = bytes.firstIndex(of: newline) else {
      _ = try Recording.Head(line: bytes[...], number: 1)
      throw .cutOff
    }
    var reading = RecordingReading(head: try Recording.Head(line: bytes[..<end], number: 1))
    reading.chain.add(bytes[...end])
    // Line by line, without a list of lines: those of a hostile file may take more memory than it.
    var rest = bytes[(end + 1)...]
    while let end = rest.firstIndex(of: newline) {
      try reading.read(rest[..<end])
      reading.chain.add(rest[...end])
      rest = rest[(end + 1)...]
    }
    // What follows the last line feed is a line that was cut off.
    guard rest.isEmpty || !reading.isEnded else {
      throw .line(reading.number + 1, "nothing may follow the end line")
    }
    self = try reading.finished()
  }
}

/// A recording that is being read, line by line.
private struct RecordingReading {
  private var recording: Recording
  private var commandLines: [Int] = []
  private var checkLines: [Int] = []
  /// The kinds of the lines that count after the first: true for a check, false for a command.
  private var areChecks: [Bool] = []
  private var states = 0
  /// Lines so far.
  private(set) var number = 1
  private(set) var isEnded = false
  /// The checksum of all lines so far.
  var chain = FNV1a()
  /// The latest line whose digest was right; 1 for the first.
  private var latestProof = 1
  /// Is true if the first line counts no longer, and another comes next.
  private var needsHead = false

  init(head: Recording.Head) { recording = Recording(head: head, end: 0) }

  mutating func read(_ bytes: ArraySlice<UInt8>) throws(RecordingError) {
    number += 1
    guard !isEnded else { throw .line(number, "nothing may follow the end line") }
    if needsHead {
      recording.head = try Recording.Head(line: bytes, number: number)
      needsHead = false
      return
    }
    let line = try RecordingLine(bytes, number: number)
    let entry = try line.entry(number: number)
    if let digest = line.digest {
      guard digest == chain.value.hexadecimal else {
        throw .line(
          number,
          "one of the lines \(latestProof) to \(number - 1) was changed, lost or moved: their digest is "
            + "another"
        )
      }
      latestProof = number
    }
    if let step = entry.step, step < latestStep {
      throw .line(number, "step \(step) comes after step \(latestStep)")
    }
    switch entry {
    case .command(let command):
      recording.commands.append(command)
      commandLines.append(number)
      areChecks.append(false)
    case .check(let check):
      states += check.bodies.count
      guard states <= Recording.maxStates else {
        throw .line(number, "the recording has the states of more than \(Recording.maxStates) bodies")
      }
      recording.checks.append(check)
      checkLines.append(number)
      areChecks.append(true)
    case .keep(let count): try keep(count)
    case .end(let step, let count):
      guard count == number else {
        throw .line(number, "the end line says that there are \(count) lines, and this is line \(number)")
      }
      recording.end = step
      isEnded = true
    }
  }

  private mutating func keep(_ count: Int) throws(RecordingError) {
    guard count <= areChecks.count + 1 else {
      throw .line(number, "\(count) lines are to be kept, and there are \(areChecks.count + 1)")
    }
    while areChecks.count > max(count - 1, 0) {
      if areChecks.removeLast() {
        states -= recording.checks.removeLast().bodies.count
        checkLines.removeLast()
      } else {
        recording.commands.removeLast()
        commandLines.removeLast()
      }
    }
    needsHead = count == 0
  }

  private var latestStep: Int { max(recording.commands.last?.step ?? 0, recording.checks.last?.step ?? 0) }

  func finished() throws(RecordingError) -> NumberedRecording {
    guard !isEnded else { return numbered(recording) }
    guard !needsHead else { throw .cutOff }
    var recording = recording
    recording.unfinishedAfter = number
    // A command is carried out in the step that it names, a check stands after it.
    recording.end = max((recording.commands.last?.step ?? -1) + 1, recording.checks.last?.step ?? 0)
    return numbered(recording)
  }

  private func numbered(_ recording: Recording) -> NumberedRecording {
    NumberedRecording(recording: recording, commandLines: commandLines, checkLines: checkLines)
  }
}

extension Recording.Head {
  init(line: ArraySlice<UInt8>, number: Int) throws(RecordingError) {
    guard line.count <= Recording.maxHeadBytes else {
      throw .line(number, "it has more than \(Recording.maxHeadBytes) bytes")
    }
    let fields: JSON.Object
    do { fields = try JSON.Object(line) } catch {
      if case .twice = error { throw .line(number, error.description) }
      throw .notARecording
    }
    func text(_ key: String) -> String? { fields[key]?.text }
    func integer(_ key: String) -> Int? { fields[key]?.number.flatMap { Int(exactly: $0) } }
    guard text("tumble") == "recording", let format = integer("format") else { throw .notARecording }
    guard Recording.readFormats.contains(format) else { throw .unknownFormat(format) }
    guard let scene = text("scene"), let content = text("content"), let rate = integer("rate"),
      let library = text("library")
    else { throw .line(number, "the head needs scene, content, rate and library") }
    guard (1...10_000).contains(rate) else {
      throw .line(number, "the rate is 1 to 10000 steps per second, not \(rate)")
    }
    guard let revision = fields["revision"] == nil ? 1 : integer("revision"), revision >= 1 else {
      throw .line(number, "the revision is a whole number, at least 1")
    }
    guard !(scene + library).hasControlCharacter else {
      throw .line(number, "the scene's name has a control character in it")
    }
    // Files are named by it.
    guard FilePath.isName(scene) else { throw .line(number, "the scene's name has a '/' in it") }
    let path = text("path").flatMap { $0.hasPrefix("/") && !$0.contains("\0") ? $0 : nil }
    self.init(scene: scene, content: content, rate: rate, library: library, revision: revision, path: path)
  }
}

/// The reason why a recording cannot be read.
public enum RecordingError: Error, Hashable, Sendable {
  /// The recording has nothing in it.
  case empty
  /// The first line is not a recording's head.
  case notARecording
  /// The recording has a format that this version does not know.
  case unknownFormat(Int)
  /// A line is wrong; counted from 1.
  case line(Int, String)
  /// An end before the first line is whole.
  case cutOff
}

extension RecordingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty: "the recording is empty"
    case .notARecording:
      "this is not a recording: its first line should be an object that begins {\"tumble\":\"recording\"…"
    case .unknownFormat(let format):
      "the recording has format \(format); this version reads formats up to \(Recording.format)"
    case .line(let number, let problem): "line \(number): \(problem)"
    case .cutOff: "the recording was cut off within its head"
    }
  }
}

/// A recording with the lines on which its commands and checks stand, for messages.
package struct NumberedRecording: Sendable {
  package let recording: Recording
  /// The line of each command, counted from 1.
  package let commandLines: [Int]
  /// The line of each check, counted from 1.
  package let checkLines: [Int]
}
