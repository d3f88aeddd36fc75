import TumbleFiles
import TumbleFrames
import TumbleGeometry

/// What happened in steps as text: a line an event, with the same columns for all. What an event does not have is empty; in JSON Lines
/// it is null.
///
/// The writer makes bytes; where they go is its caller's.
public struct EventWriter: Sendable {
  /// - `event`: `began`, `hit` and `ended` of contacts; `lost`, `shattered`, `added`, `spawned` and `removed` of bodies; `broke`, `added`
  ///   and `removed` of joints; `finished` and `interrupted` of animations; `mark`, `refused` and `end` of the run.
  /// - `kind`: what it happened to: `contact`, `body`, `joint`, `animation` or `run`.
  /// - `name`: of the body, the joint or the animation; of a contact's first body. `other`: of its second.
  /// - `x`, `y`: where they touch; `nx`, `ny`: the direction from the first to the second; `jx`, `jy`: the impulse that the second got.
  /// - `energyLost`: what bouncing and rubbing took from the motion. `sensor`: 1 if one of the shapes only senses, else 0.
  /// - `text`: of a mark or a refusal.
  public static let columns = [
    "step", "time", "event", "kind", "name", "other", "x", "y", "nx", "ny", "jx", "jy", "energyLost",
    "sensor", "text",
  ]

  public let format: TraceWriter.Format
  private let openings: [[UInt8]]
  private let closing: [UInt8]

  /// - Parameter format: As that of a trace.
  public init(format: TraceWriter.Format) {
    self.format = format
    openings = Self.columns.enumerated().map { index, column in
      switch format {
      case .csv: Array((index == 0 ? "" : ",").utf8)
      case .jsonl: Array("\(index == 0 ? "{" : ",")\"\(column)\":".utf8)
      }
    }
    closing = Array((format == .csv ? "\n" : "}\n").utf8)
  }

  /// What comes before the first line: the names of the columns; empty for JSON Lines.
  public var head: [UInt8] {
    format == .csv ? Array((Self.columns.joined(separator: ",") + "\n").utf8) : []
  }

  /// Appends an event's line.
  ///
  /// - Parameters:
  ///   - snapshot: After the step.
  ///   - description: Who bodies and joints are.
  public func append(
    _ event: StepEvent, _ snapshot: FrameSnapshot, _ description: WorldDescription, to text: inout [UInt8]
  ) {
    let row = Row(event, description)
    for (index, opening) in openings.enumerated() {
      text += opening
      switch index {
      case 0: text.append(number: snapshot.step)
      case 1: text.append(number: snapshot.time)
      case 2: append(row.event, to: &text)
      case 3: append(row.kind, to: &text)
      case 4: append(row.name, to: &text)
      case 5: append(row.other, to: &text)
      case 14: append(row.text, to: &text)
      default: append(row.numbers.isEmpty ? nil : row.numbers[index - 6], to: &text)
      }
    }
    text += closing
  }

  private func append(_ word: String?, to text: inout [UInt8]) {
    if let word {
      text += (format == .csv ? word.csvField : word.jsonText).utf8
    } else if format == .jsonl {
      text += "null".utf8
    }
  }

  private func append(_ number: Double?, to text: inout [UInt8]) {
    if let number, number.isFinite {
      text.append(number: number)
    } else if format == .jsonl {
      text += "null".utf8
    }
  }

  /// What an event has of the columns.
  private struct Row {
    var event: String
    var kind: String
    var name: String?
    var other: String?
    /// From `x` to `sensor`, or none.
    var numbers: [Double?] = []
    var text: String?

    init(_ happened: StepEvent, _ description: WorldDescription) {
      switch happened {
      case .animation(let ended): (event, kind, name) = (ended.outcome.rawValue, "animation", ended.key)
      case .body(let change, let id): (event, kind, name) = (change.rawValue, "body", description[id]?.name)
      case .joint(let change, let id): (event, kind, name) = (change.rawValue, "joint", description[id]?.name)
      case .mark(let said): (event, kind, text) = ("mark", "run", said)
      case .refused(let said): (event, kind, text) = ("refused", "run", said)
      case .end: (event, kind) = ("end", "run")
      case .contact(let contact):
        event = contact.kind.rawValue
        kind = "contact"
        name = description[contact.a]?.name
        other = description[contact.b]?.name
        let sensor = contact.isSensor ? 1.0 : 0
        // What has ended has no place and no impulse.
        numbers =
          contact.kind == .ended
          ? Array(repeating: nil, count: 7) + [sensor]
          : [
            contact.point.x, contact.point.y, contact.normal.x, contact.normal.y, contact.impulse.x,
            contact.impulse.y, contact.energyLost, sensor,
          ]
      }
    }
  }
}

extension StepEvent {
  /// Whether it happened to one of some bodies. What happens to no body happens to all.
  ///
  /// - Parameter isOne: Gets each body of the event.
  package func concerns(_ isOne: (BodyID) -> Bool) -> Bool {
    switch self {
    case .body(_, let id): isOne(id)
    case .contact(let contact): isOne(contact.a) || isOne(contact.b)
    case .animation, .joint, .mark, .refused, .end: true
    }
  }
}
