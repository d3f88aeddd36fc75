import TumbleFiles
import TumbleFrames
import TumbleGeometry

/// Frames as text: a line a body a step, static bodies left out, numbers in the shortest form that reads back to the
/// same bits.
///
/// The writer makes bytes; where they go is its caller's.
public struct TraceWriter: Sendable {
  public enum Format: String, CaseIterable, Sendable {
    /// Comma-separated values (RFC 4180) with a head line; lines end in a line feed.
    case csv
    /// JSON Lines: an object a line, keyed by the columns' names.
    case jsonl
  }

  /// The columns that every trace has.
  public static let columns = ["step", "time", "body", "x", "y", "angle", "vx", "vy", "w"]

  public let format: Format
  /// The columns beyond `TraceWriter.columns`, in their order.
  public let extraColumns: [TraceColumn]
  /// What a line's fields begin with, by column: a comma, or a key.
  private let openings: [[UInt8]]
  private let closing: [UInt8]
  /// By body id: the field with the name; nil for a body that is left out.
  private var names: [[UInt8]?] = []

  /// - Parameters:
  ///   - description: Who the bodies are, by their ids.
  ///   - isIncluded: By body id: whether a trace is to have it; those beyond, and all if nil, are.
  public init(
    format: Format, description: WorldDescription, extraColumns: [TraceColumn] = [], isIncluded: [Bool]? = nil
  ) {
    self.format = format
    self.extraColumns = extraColumns
    let isCSV = format == .csv
    openings = (Self.columns + extraColumns.map(\.name)).enumerated().map { index, column in
      Array((isCSV ? (index == 0 ? "" : ",") : (index == 0 ? "{" : ",") + column.jsonText + ":").utf8)
    }
    closing = Array((isCSV ? "\n" : "}\n").utf8)
    update(description, isIncluded: isIncluded)
  }

  /// Takes over who the bodies are now: after one was added, or became static or ceased to be it.
  public mutating func update(_ description: WorldDescription, isIncluded: [Bool]? = nil) {
    names = description.bodies.enumerated().map { index, body in
      if let isIncluded, isIncluded.indices.contains(index), !isIncluded[index] { return nil }
      guard body.kind != .static else { return nil }
      return openings[2] + Array((format == .csv ? body.name.csvField : body.name.jsonText).utf8)
    }
  }

  /// What comes before the first line: the names of the columns; empty for JSON Lines.
  public var head: [UInt8] {
    guard format == .csv else { return [] }
    return Array(((Self.columns + extraColumns.map(\.name)).joined(separator: ",") + "\n").utf8)
  }

  /// Appends the lines of one step.
  /// - Parameters:
  ///   - measure: What a column has of a body, for those columns that no snapshot has.
  ///   - values: What each extra column has that is a channel of the whole or of one object, by its place among the extra columns;
  ///     NaN for the others.
  public func append(
    _ snapshot: FrameSnapshot, to text: inout [UInt8], values: [Double] = [],
    measure: (Channel.Number, BodyID) -> Double = { _, _ in .nan }
  ) {
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
        case .color: append(body.appearance.color, to: &text)
        case .ofBody(let number):
          append(Self.value(of: number, body) ?? measure(number, body.id), to: &text)
        case .channel: append(values.indices.contains(index) ? values[index] : .nan, to: &text)
        }
      }
      text += closing
    }
  }

  /// A number that the snapshot itself has; nil for all others.
  private static func value(of number: Channel.Number, _ body: BodySnapshot) -> Double? {
    guard case .property(let component) = number else { return nil }
    return body.appearance[component.property].map(component.number)
  }

  private func append(_ color: Color?, to text: inout [UInt8]) {
    if format == .csv {
      text += (color?.hex ?? "").utf8
    } else {
      text += (color?.hex.jsonText ?? "null").utf8
    }
  }

  /// What there is none of is empty; in JSON Lines, null.
  private func append(_ value: Double, to text: inout [UInt8]) {
    if value.isFinite {
      text.append(number: value)
    } else if format == .jsonl {
      text += "null".utf8
    }
  }
}
