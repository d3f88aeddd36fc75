import TumbleFiles
import TumbleGeometry

/// Reads a trace, CSV or JSON Lines, a step's rows at a time: it takes no more memory than the bodies of a
/// step.
package struct TraceReader {
  /// One body at one step.
  package struct Row {
    package var body: String
    /// The values as written, one for each column; empty where there is none.
    package var values: [ArraySlice<UInt8>]
    /// The number of its line, from 1.
    package var line: Int
  }

  /// All rows of a step.
  package struct Step {
    package var number: Int
    package var rows: [Row]
  }

  /// No line is longer, in bytes.
  package static let maxLineBytes = 1 << 20
  /// A step has at most so many rows.
  package static let maxRows = 1_000_000

  /// The names of the columns, in the order of the file.
  package let columns: [String]
  private let format: TraceWriter.Format
  private let stepColumn: Int
  private let bodyColumn: Int
  private let nextLine: () throws -> FileLines.Line?
  private var line = 0
  /// The first row of the step that comes next.
  private var pending: (step: Int, row: Row)?
  /// The first line of JSON Lines, which has the columns' names.
  private var firstLine: FileLines.Line?

  /// The format of a trace that begins with this line; nil where it is no trace.
  package static func format(ofFirstLine line: ArraySlice<UInt8>) -> TraceWriter.Format? {
    let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    if let json = try? JSON.Object(line) { return json["step"] != nil && json["body"] != nil ? .jsonl : nil }
    guard let columns = CSVLine.fields(line) else { return nil }
    let names = columns.map { String(decoding: $0, as: UTF8.self) }
    return names.contains("step") && names.contains("body") ? .csv : nil
  }

  /// - Parameter nextLine: Gives the lines; nil after the last.
  package init(nextLine: @escaping () throws -> FileLines.Line?) throws {
    self.nextLine = nextLine
    guard let line = try nextLine() else { throw TraceError.notATrace }
    let first = line.bytes
    guard let format = Self.format(ofFirstLine: first[...]) else { throw TraceError.notATrace }
    self.format = format
    var columns: [String]
    switch format {
    case .csv:
      self.line = 1
      columns = (CSVLine.fields(Self.withoutReturn(first)) ?? []).map { String(decoding: $0, as: UTF8.self) }
    case .jsonl:
      columns = ((try? JSON.Object(first[...]))?.members ?? []).map(\.key)
      firstLine = line
    }
    if let twice = columns.firstRepeated {
      throw TraceError.line(1, "the column '\(Self.shown(twice))' is there twice")
    }
    guard let stepColumn = columns.firstIndex(of: "step"), let bodyColumn = columns.firstIndex(of: "body")
    else { throw TraceError.notATrace }
    (self.columns, self.stepColumn, self.bodyColumn) = (columns, stepColumn, bodyColumn)
  }

  /// Returns the rows of the next step; nil after the last.
  package mutating func next() throws -> Step? {
    guard let (number, first) = try pending ?? row() else { return nil }
    pending = nil
    var step = Step(number: number, rows: [first])
    var bodies: Set = [first.body]
    while let (next, row) = try row() {
      guard next == number else {
        guard next > number else {
          throw TraceError.line(row.line, "step \(next) comes after step \(number)")
        }
        pending = (next, row)
        break
      }
      guard step.rows.count < Self.maxRows else {
        throw TraceError.line(row.line, "step \(number) has more than \(Self.maxRows) rows")
      }
      guard bodies.insert(row.body).inserted else {
        throw TraceError.line(row.line, "'\(Self.shown(row.body))' is there twice in step \(number)")
      }
      step.rows.append(row)
    }
    return step
  }

  private mutating func row() throws -> (step: Int, row: Row)? {
    guard let next = try firstLine ?? nextLine() else { return nil }
    firstLine = nil
    line += 1
    // Half a number is a number too. An object says by itself that it is whole.
    guard next.isWhole || format == .jsonl else {
      throw TraceError.line(line, "the line has no end; the file may be cut off")
    }
    let values = try format == .csv ? csvValues(next.bytes) : jsonValues(next.bytes)
    let text = String(decoding: values[stepColumn], as: UTF8.self)
    guard let step = Int(text), step >= 0 else {
      throw TraceError.line(line, "a step is a whole number, not '\(Self.shown(text))'")
    }
    let body = String(decoding: values[bodyColumn], as: UTF8.self)
    return (step, Row(body: body, values: values, line: line))
  }

  private func csvValues(_ bytes: [UInt8]) throws -> [ArraySlice<UInt8>] {
    guard let values = CSVLine.fields(Self.withoutReturn(bytes)) else {
      throw TraceError.line(line, "a quotation mark is not closed")
    }
    guard values.count == columns.count else {
      throw TraceError.line(
        line, "it has \(values.count) values, and there are \(columns.count) columns; the file may be cut off"
      )
    }
    return values
  }

  private func jsonValues(_ bytes: [UInt8]) throws -> [ArraySlice<UInt8>] {
    guard let json = try? JSON.Object(bytes[...]) else {
      throw TraceError.line(line, "this is not a JSON object; the file may be cut off")
    }
    guard json.members.map(\.key) == columns else {
      throw TraceError.line(line, "it has other keys than the first line: \(columns.joined(separator: ", "))")
    }
    return try json.members.map { member in
      switch member.value {
      case .text(let text): return Array(text.utf8)[...]
      case .number(let number): return Array(number.shortText.utf8)[...]
      case .flag(let isTrue): return Array((isTrue ? "true" : "false").utf8)[...]
      case .null: return []
      case .list, .object: throw TraceError.line(line, "'\(Self.shown(member.key))' is not a single value")
      }
    }
  }

  private static func withoutReturn(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes[...]
  }

  /// A text from a file, for a message.
  private static func shown(_ text: String) -> String { String(text.prefix(40)).printable }
}

/// A line of comma-separated values (RFC 4180), without line feeds within a value.
enum CSVLine {
  /// The values without their quotation marks; nil where one is not closed or has something behind it.
  static func fields(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
    let (comma, quote) = (UInt8(ascii: ","), UInt8(ascii: "\""))
    guard line.contains(quote) else { return line.split(separator: comma, omittingEmptySubsequences: false) }
    var fields: [ArraySlice<UInt8>] = []
    var rest = line
    while true {
      if rest.first == quote {
        rest.removeFirst()
        var field: [UInt8] = []
        while true {
          guard let byte = rest.popFirst() else { return nil }
          if byte == quote {
            guard rest.first == quote else { break }
            rest.removeFirst()
          }
          field.append(byte)
        }
        fields.append(field[...])
      } else {
        let field = rest.prefix { $0 != comma }
        rest = rest[field.endIndex...]
        fields.append(field)
      }
      guard let next = rest.popFirst() else { return fields }
      guard next == comma else { return nil }
    }
  }
}

/// The reason why a trace cannot be read.
package enum TraceError: Error, Hashable {
  /// The first line names no columns `step` and `body`.
  case notATrace
  /// A line is wrong; counted from 1.
  case line(Int, String)
}

extension TraceError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notATrace: "this is not a trace: its first line should name the columns step and body"
    case .line(let number, let problem): "line \(number): \(problem)"
    }
  }
}
