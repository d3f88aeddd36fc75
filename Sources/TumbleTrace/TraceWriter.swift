import TumbleFiles
import TumbleFrames
import TumbleGeometry

/// Frames as text: a line for each body and step, static bodies left out, numbers in the shortest form that
/// reads back to the same bits.
///
/// The writer makes bytes; where they go is its caller's.
public struct TraceWriter: Sendable {
  /// The formats of a trace; the raw values are the words of the command line.
  public enum Format: String, CaseIterable, Sendable {
    /// Comma-separated values (RFC 4180) with a head line; lines end in a line feed.
    case csv
    /// JSON Lines: an object on each line, keyed by the columns' names.
    case jsonl
  }

  /// The columns that every trace has.
  public static let columns = ["step", "time", "body", "x", "y", "angle", "vx", "vy", "w"]

  /// The format that is written.
  public var format: Format { table.format }
  /// The columns beyond `TraceWriter.columns`, in their order.
  public let extraColumns: [TraceColumn]
  private let table: LineTable
  /// The fields with the names by body id; nil for a body that is left out.
  private var names: [[UInt8]?] = []

  /// Creates a writer of traces.
  ///
  /// - Parameters:
  ///   - description: Who the bodies are, by their ids.
  ///   - isIncluded: By body id: whether a trace is to have it; those beyond, and all if nil, are.
  public init(
    format: Format, description: WorldDescription, extraColumns: [TraceColumn] = [], isIncluded: [Bool]? = nil
  ) {
    self.extraColumns = extraColumns
    table = LineTable(format, columns: Self.columns + extraColumns.map(\.name))
    update(description, isIncluded: isIncluded)
  }

  /// Takes over who the bodies are now: after one was added, or became static or ceased to be it.
  public mutating func update(_ description: WorldDescription, isIncluded: [Bool]? = nil) {
    names = description.bodies.enumerated().map { index, body in
      if let isIncluded, isIncluded.indices.contains(index), !isIncluded[index] { return nil }
      guard body.kind != .static else { return nil }
      var field = table.openings[2]
      table.append(body.name, to: &field)
      return field
    }
  }

  /// The bytes before the first line: the names of the columns; empty for JSON Lines.
  public var head: [UInt8] { table.head }

  /// Appends the lines of one step.
  /// - Parameters:
  ///   - measure: What a column has of a body, for those columns that no snapshot has.
  ///   - values: What each extra column has that is a channel of the whole or of one object, by its place
  ///     among the extra columns; NaN for the others.
  public func append(
    _ snapshot: FrameSnapshot, to text: inout [UInt8], values: [Double] = [],
    measure: (Channel.Number, BodyID) -> Double = { _, _ in .nan }
  ) {
    let openings = table.openings
    // All lines of a step begin alike.
    var beginning = openings[0]
    beginning.append(number: snapshot.step)
    beginning += openings[1]
    beginning.append(number: snapshot.time)
    for body in snapshot.bodies {
      guard names.indices.contains(body.id.number), let name = names[body.id.number] else { continue }
      text += beginning
      text += name
      text += openings[3]
      text.append(number: body.position.x)
      text += openings[4]
      text.append(number: body.position.y)
      text += openings[5]
      text.append(number: body.angle)
      text += openings[6]
      text.append(number: body.velocity.x)
      text += openings[7]
      text.append(number: body.velocity.y)
      text += openings[8]
      text.append(number: body.angularVelocity)
      for (index, column) in extraColumns.enumerated() {
        text += openings[Self.columns.count + index]
        switch column.content {
        case .sleeping: text.append(number: body.isSleeping ? 1 : 0)
        case .color: table.append(body.appearance.color?.hex, to: &text)
        case .ofBody(let number):
          table.append(Self.value(of: number, body) ?? measure(number, body.id), to: &text)
        case .channel: table.append(values.indices.contains(index) ? values[index] : nil, to: &text)
        }
      }
      table.endLine(in: &text)
    }
  }

  /// A number that the snapshot itself has; nil for all others.
  private static func value(of number: Channel.Number, _ body: BodySnapshot) -> Double? {
    guard case .property(let component) = number else { return nil }
    return body.appearance[component.property].map(component.number)
  }
}

/// Lines with a field for each column, as comma-separated values or as JSON.
struct LineTable: Sendable {
  let format: TraceWriter.Format
  private let columns: [String]
  /// The bytes before the field of each column: a comma, or a key.
  let openings: [[UInt8]]

  init(_ format: TraceWriter.Format, columns: [String]) {
    self.format = format
    self.columns = columns
    openings = columns.enumerated().map { index, column in
      switch format {
      case .csv: Array((index == 0 ? "" : ",").utf8)
      case .jsonl: Array(((index == 0 ? "{" : ",") + column.jsonText + ":").utf8)
      }
    }
  }

  /// The bytes before the first line: the names of the columns; empty for JSON Lines.
  var head: [UInt8] { format == .csv ? Array((columns.joined(separator: ",") + "\n").utf8) : [] }

  /// Appends the field of a text; nil is empty in CSV, and null in JSON Lines.
  func append(_ field: String?, to text: inout [UInt8]) {
    if format == .jsonl { text.append(json: field) } else { text += (field?.csvField ?? "").utf8 }
  }

  /// Appends the field of a number; nil, and what is not finite, is empty in CSV, and null in JSON Lines.
  func append(_ field: Double?, to text: inout [UInt8]) {
    if format == .jsonl {
      text.append(json: field)
    } else if let field, field.isFinite {
      text.append(number: field)
    }
  }

  /// Appends what stands after the last field.
  func endLine(in text: inout [UInt8]) {
    if format == .jsonl { text.append(UInt8(ascii: "}")) }
    text.append(UInt8(ascii: "\n"))
  }
}

/// A column that a trace has only where it is asked for.
public struct TraceColumn: Hashable, Sendable {
  /// The name in the head of the trace.
  public let name: String
  /// The number that stands in the column.
  public let content: Content

  /// The numbers that a column can have.
  public enum Content: Hashable, Sendable {
    /// The sleep of the row's body: 1 while it sleeps, else 0.
    case sleeping
    /// `#rrggbb` or `#rrggbbaa` of the row's body; empty (in JSON Lines: null) where it has none of its own.
    case color
    /// A number of the row's body, such as `speed`.
    case ofBody(Channel.Number)
    /// A channel of the whole or of one object, such as `energy.kinetic` or `rope.force`: the same in all
    /// rows of a step.
    case channel(Channel)
  }

  /// Creates a value by its parts, which are the properties of the same names.
  public init(name: String, content: Content) { (self.name, self.content) = (name, content) }

  /// A column that every world has; nil for other names.
  public init?(common name: String) {
    if let content = Self.own[name] {
      self.init(name: name, content: content)
    } else if let number = Channel.Number(Self.aliases[name] ?? name, of: .body) {
      self.init(name: name, content: .ofBody(number))
    } else if let quantity = Channel.Quantity(name, object: { _ in nil }),
      Channel.OfLoop(rawValue: name) == nil
    {
      self.init(name: name, content: .channel(Channel(name: name, quantity: quantity)))
    } else {
      return nil
    }
  }

  /// The names of all that every world has and a trace does not have anyway.
  public static let common: [String] =
    ["sleeping", "color", "scaleX", "scaleY"]
    + Channel.Number.all(of: .body).map(\.name).filter { !TraceWriter.columns.contains($0) }
    + Channel.common.filter { Channel.OfLoop(rawValue: $0) == nil }

  /// Columns that are no channels.
  private static let own: [String: Content] = ["sleeping": .sleeping, "color": .color]
  /// Names of columns that channels have other names for.
  private static let aliases = ["scaleX": "scale.x", "scaleY": "scale.y"]
}

/// A writer of events as text: a line an event, with the same columns for all. Values that an event does not
/// have are empty; in JSON Lines they are null.
///
/// The writer makes bytes; where they go is its caller's.
public struct EventWriter: Sendable {
  /// - `event`: `began`, `hit` and `ended` of contacts; `lost`, `shattered`, `added`, `spawned` and `removed`
  ///   of bodies; `broke`, `added` and `removed` of joints; `finished` and `interrupted` of animations;
  ///   `mark`, `refused` and `end` of the run.
  /// - `kind`: what it happened to: `contact`, `body`, `joint`, `animation` or `run`.
  /// - `name`: of the body, the joint or the animation; of a contact's first body. `other`: of its second.
  /// - `x`, `y`: where they touch; `nx`, `ny`: the direction from the first to the second; `jx`, `jy`: the
  ///   impulse that the second got.
  /// - `energyLost`: what bouncing and rubbing took from the motion. `sensor`: 1 if one of the shapes only
  ///   senses, else 0.
  /// - `text`: of a mark or a refusal.
  public static let columns = [
    "step", "time", "event", "kind", "name", "other", "x", "y", "nx", "ny", "jx", "jy", "energyLost",
    "sensor", "text",
  ]

  /// The format that is written.
  public var format: TraceWriter.Format { table.format }
  private let table: LineTable

  /// Creates a writer of events.
  ///
  /// - Parameter format: The format of the lines, as for a trace.
  public init(format: TraceWriter.Format) { table = LineTable(format, columns: Self.columns) }

  /// The bytes before the first line: the names of the columns; empty for JSON Lines.
  public var head: [UInt8] { table.head }

  /// Appends an event's line.
  ///
  /// - Parameters:
  ///   - snapshot: After the step.
  ///   - description: Who bodies and joints are.
  public func append(
    _ event: StepEvent, _ snapshot: FrameSnapshot, _ description: WorldDescription, to text: inout [UInt8]
  ) {
    let row = Row(event, description)
    for (index, opening) in table.openings.enumerated() {
      text += opening
      switch index {
      case 0: text.append(number: snapshot.step)
      case 1: text.append(number: snapshot.time)
      case 2: table.append(row.event, to: &text)
      case 3: table.append(row.kind, to: &text)
      case 4: table.append(row.name, to: &text)
      case 5: table.append(row.other, to: &text)
      case 14: table.append(row.text, to: &text)
      default: table.append(row.numbers.isEmpty ? nil : row.numbers[index - 6], to: &text)
      }
    }
    table.endLine(in: &text)
  }

  /// The values of an event by columns.
  private struct Row {
    var event: String
    var kind: String
    var name: String?
    var other: String?
    /// The numbers from `x` to `sensor`, or none.
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
  /// Returns true if it happened to one of some bodies. An event of no body concerns all.
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
