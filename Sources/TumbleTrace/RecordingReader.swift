import Foundation
import TumbleFrames
import TumbleGeometry

extension Recording {
  /// Reads a recording's bytes; a truncated or mangled one is refused, naming the line.
  public init(bytes: [UInt8]) throws(RecordingError) {
    guard !bytes.isEmpty else { throw .empty }
    let newline = UInt8(ascii: "\n")
    guard let end = bytes.firstIndex(of: newline) else {
      _ = try RecordingLine.head(bytes[...])
      throw .cutOff(lines: 0)
    }
    self.init(head: try RecordingLine.head(bytes[..<end]), end: 0)

    var number = 1
    var step = 0
    var isEnded = false
    // Line by line, without a list of lines: those of a hostile file may take more memory than it.
    var rest = bytes[(end + 1)...]
    while let end = rest.firstIndex(of: newline) {
      number += 1
      guard !isEnded else { throw .line(number, "nothing may follow the end line") }
      let entry = try RecordingLine(rest[..<end], number: number).entry(number: number)
      rest = rest[(end + 1)...]
      guard entry.step >= step else { throw .line(number, "step \(entry.step) comes after step \(step)") }
      step = entry.step
      switch entry {
      case .command(let command): commands.append(command)
      case .check(let check): checks.append(check)
      case .end(let step, let count):
        guard count == number else {
          throw .line(number, "the end line says that there are \(count) lines, and this is line \(number)")
        }
        self.end = step
        isEnded = true
      }
    }
    // What follows the last line feed is a line that was cut off.
    guard rest.isEmpty || !isEnded else { throw .line(number + 1, "nothing may follow the end line") }
    guard isEnded else { throw .cutOff(lines: number) }
  }
}

/// What a line other than the first says.
enum RecordingEntry {
  case command(StampedCommand)
  case check(Recording.Check)
  case end(step: Int, lines: Int)

  var step: Int {
    switch self {
    case .command(let command): command.step
    case .check(let check): check.step
    case .end(let step, _): step
    }
  }
}

/// A line as it was written, before it is checked.
struct RecordingLine: Decodable {
  private var step: Int?
  private var grab: [Double]?
  private var move: [Double]?
  private var release: Bool?
  private var tilt: [Double]?
  private var layer: String?
  private var speed: Double?
  private var scrub: Double?
  private var hash: String?
  private var bodies: [[Double]]?
  private var end: Int?
  private var lines: Int?

  private enum Key: String, CodingKey, CaseIterable {
    case step, grab, move, release, tilt, layer, speed, scrub, hash, bodies, end, lines
  }

  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private struct Wrong: Error { var problem: String }

  init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted()
    if let unknown = keys.first(where: { Key(rawValue: $0) == nil }) {
      throw Wrong(
        problem: "unknown key \"\(unknown.prefix(40))\"; there are "
          + Key.allCases.map(\.rawValue).joined(separator: ", "))
    }
    let container = try decoder.container(keyedBy: Key.self)
    step = try container.decodeIfPresent(Int.self, forKey: .step)
    grab = try container.decodeIfPresent([Double].self, forKey: .grab)
    move = try container.decodeIfPresent([Double].self, forKey: .move)
    release = try container.decodeIfPresent(Bool.self, forKey: .release)
    tilt = try container.decodeIfPresent([Double].self, forKey: .tilt)
    layer = try container.decodeIfPresent(String.self, forKey: .layer)
    speed = try container.decodeIfPresent(Double.self, forKey: .speed)
    scrub = try container.decodeIfPresent(Double.self, forKey: .scrub)
    hash = try container.decodeIfPresent(String.self, forKey: .hash)
    bodies = try container.decodeIfPresent([[Double]].self, forKey: .bodies)
    end = try container.decodeIfPresent(Int.self, forKey: .end)
    lines = try container.decodeIfPresent(Int.self, forKey: .lines)
  }

  init(_ bytes: ArraySlice<UInt8>, number: Int) throws(RecordingError) {
    self = try Self.decode(RecordingLine.self, bytes, number: number)
  }

  static func head(_ bytes: ArraySlice<UInt8>) throws(RecordingError) -> Recording.Head {
    struct Written: Decodable {
      var tumble: String
      var format: Int
      var scene: String?
      var content: String?
      var rate: Int?
      var library: String?
    }
    guard let written = try? JSONDecoder().decode(Written.self, from: Data(bytes)),
      written.tumble == "recording"
    else { throw .notARecording }
    guard written.format == Recording.format else { throw .unknownFormat(written.format) }
    guard let scene = written.scene, let content = written.content, let rate = written.rate,
      let library = written.library
    else { throw .line(1, "the head needs scene, content, rate and library") }
    guard (1...10_000).contains(rate) else {
      throw .line(1, "the rate is 1 to 10000 steps per second, not \(rate)")
    }
    guard !(scene + library).unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      throw .line(1, "the scene's name has a control character in it")
    }
    return Recording.Head(scene: scene, content: content, rate: rate, library: library)
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type, _ bytes: ArraySlice<UInt8>, number: Int
  ) throws(RecordingError) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch let wrong as Wrong {
      throw .line(number, wrong.problem)
    } catch DecodingError.typeMismatch(_, let context) {
      throw .line(number, "\(Self.path(context.codingPath)) has a value of the wrong kind")
    } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
      throw .line(number, "\(Self.path(context.codingPath)) has a number that can't be used")
    } catch {
      throw .line(number, "this is not a JSON object")
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.first.map { "\"\($0.stringValue)\"" } ?? "the line"
  }

  func entry(number: Int) throws(RecordingError) -> RecordingEntry {
    do {
      return try entry()
    } catch {
      throw .line(number, error.problem)
    }
  }

  private func entry() throws(Wrong) -> RecordingEntry {
    let actions = [
      grab != nil, move != nil, release != nil, tilt != nil, speed != nil, scrub != nil, hash != nil,
      end != nil,
    ]
    guard actions.count(where: { $0 }) == 1 else {
      throw Wrong(problem: "a line has one of grab, move, release, tilt, speed, scrub, hash and end")
    }
    guard (layer != nil) == (speed != nil || scrub != nil) else {
      throw Wrong(problem: "a speed and a scrub are those of a layer, and nothing else is")
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
        Recording.Check(step: checkedStep, hash: value, bodies: try (bodies ?? []).map(Self.body)))
    }
    if let layer {
      guard Self.isName(layer) else {
        throw Wrong(
          problem:
            "a layer's name starts with a letter and goes on with letters, digits, '-' and '_', 64 at most"
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
      } else if let tilt {
        .tilt(try Self.point(tilt))
      } else if let layer, let speed {
        .run(layer: layer, speed: try Self.bounded(speed, Command.maxSpeed, "a layer's speed"))
      } else if let layer, let scrub {
        .scrub(layer: layer, to: try Self.bounded(scrub, Command.maxTime, "a layer's time"))
      } else {
        .release
      }
    return .command(StampedCommand(step: checkedStep, command: command))
  }

  /// As in a scene's file. Nothing else gets any further: names are shown in terminals.
  private static func isName(_ name: String) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte & 0xDF) }
    guard let first = name.utf8.first, isLetter(first), name.utf8.count <= 64 else { return false }
    return name.utf8.allSatisfy {
      isLetter($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
  }

  private static func bounded(_ value: Double, _ most: Double, _ what: String) throws(Wrong) -> Double {
    guard value.magnitude <= most else { throw Wrong(problem: "\(what) is at most \(most), either way") }
    return value
  }

  private static func checked(step: Int) throws(Wrong) -> Int {
    guard (0...Recording.maxSteps).contains(step) else {
      throw Wrong(problem: "a step is a whole number from 0 to \(Recording.maxSteps), not \(step)")
    }
    return step
  }

  private static func point(_ numbers: [Double]) throws(Wrong) -> Vector {
    guard numbers.count == 2 else {
      throw Wrong(problem: "a point is two numbers, x and y, not \(numbers.count)")
    }
    guard numbers.allSatisfy({ $0.magnitude <= Vector.largestCoordinate }) else {
      throw Wrong(problem: "a coordinate is at most 1e9 points from the origin")
    }
    return Vector(numbers[0], numbers[1])
  }

  private static func body(_ numbers: [Double]) throws(Wrong) -> BodySnapshot {
    guard numbers.count == 8, let id = Int(exactly: numbers[0]), id >= 0, numbers[7] == 0 || numbers[7] == 1
    else {
      throw Wrong(problem: "a body is eight numbers: id, x, y, angle, vx, vy, w, and 1 if it sleeps or 0")
    }
    return BodySnapshot(
      id: BodyID(id), position: Vector(numbers[1], numbers[2]), angle: numbers[3],
      velocity: Vector(numbers[4], numbers[5]),
      angularVelocity: numbers[6], isSleeping: numbers[7] == 1)
  }
}
