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

  /// A column that a trace has only where it is asked for.
  public enum Column: String, CaseIterable, Sendable {
    /// Whether the body sleeps: 1 or 0.
    case sleeping
    case opacity
    case scaleX
    case scaleY
    /// `#rrggbb` or `#rrggbbaa`; empty (in JSON Lines: null) where the body has none of its own.
    case color
    /// Pairs of its shapes and others' that touch.
    case touches
    /// The mass in kilograms whose weight lies on it.
    case load
    /// The force that squeezes it, in kilograms × points per second squared.
    case crush
  }

  /// The columns that every trace has.
  public static let columns = ["step", "time", "body", "x", "y", "angle", "vx", "vy", "w"]

  public let format: Format
  /// The columns beyond `TraceWriter.columns`, in their order.
  public let extraColumns: [Column]
  /// What a line's fields begin with, by column: a comma, or a key.
  private let openings: [[UInt8]]
  private let closing: [UInt8]
  /// By body id; nil for a body that is left out.
  private var names: [[UInt8]?]

  /// - Parameter cast: Who the bodies are, by their ids.
  public init(format: Format, description: WorldDescription, extraColumns: [Column] = []) {
    self.format = format
    self.extraColumns = extraColumns
    let isCSV = format == .csv
    openings = (Self.columns + extraColumns.map(\.rawValue)).enumerated().map { index, column in
      Array((isCSV ? (index == 0 ? "" : ",") : (index == 0 ? "{" : ",") + "\"\(column)\":").utf8)
    }
    closing = Array((isCSV ? "\n" : "}\n").utf8)
    names = []
    update(description)
  }

  /// Takes over who the bodies are now: after one was added, or became static or ceased to be it.
  public mutating func update(_ description: WorldDescription) {
    names = description.bodies.map { body in
      body.kind == .static
        ? nil : Array((format == .csv ? body.name.csvField : body.name.jsonText).utf8)
    }
  }

  /// What comes before the first line: the names of the columns; empty for JSON Lines.
  public var head: [UInt8] {
    guard format == .csv else { return [] }
    return Array(((Self.columns + extraColumns.map(\.rawValue)).joined(separator: ",") + "\n").utf8)
  }

  /// Appends the lines of one step.
  /// - Parameter measure: What a column has of a body, for those columns that no snapshot has.
  public func append(
    _ snapshot: FrameSnapshot, to text: inout [UInt8],
    measure: (Channel.OfBody, BodyID) -> Double = { _, _ in .nan }
  ) {
    for body in snapshot.bodies {
      guard names.indices.contains(body.id.number), let name = names[body.id.number] else { continue }
      text += openings[0]
      text.append(number: snapshot.step)
      text += openings[1]
      text.append(number: snapshot.time)
      text += openings[2]
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
        append(column, of: body, measure, to: &text)
      }
      text += closing
    }
  }

  private func append(
    _ column: Column, of body: BodySnapshot, _ measure: (Channel.OfBody, BodyID) -> Double,
    to text: inout [UInt8]
  ) {
    switch column {
    case .touches: append(measured: measure(.touches, body.id), to: &text)
    case .load: append(measured: measure(.load, body.id), to: &text)
    case .crush: append(measured: measure(.crush, body.id), to: &text)
    case .sleeping: text.append(number: body.isSleeping ? 1 : 0)
    case .opacity: text.append(number: body.appearance.opacity)
    case .scaleX: text.append(number: body.appearance.scale.x)
    case .scaleY: text.append(number: body.appearance.scale.y)
    case .color:
      if format == .csv {
        text += (body.appearance.color?.hex ?? "").utf8
      } else {
        text += (body.appearance.color?.hex.jsonText ?? "null").utf8
      }
    }
  }

  /// What there is none of is empty; in JSON Lines, null.
  private func append(measured value: Double, to text: inout [UInt8]) {
    if value.isFinite {
      text.append(number: value)
    } else if format == .jsonl {
      text += "null".utf8
    }
  }
}
