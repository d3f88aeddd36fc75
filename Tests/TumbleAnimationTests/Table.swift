import Foundation
import TumbleTestSupport

/// A table written by Tests/TumbleAnimationTests/Tables/make-tables, which works from the formulas alone.
struct Table {
  /// Each row by its column's name.
  let rows: [[String: String]]

  init(_ name: String) throws {
    let url = ProjectFolder.tests.appendingPathComponent("TumbleAnimationTests/Tables/\(name).csv")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(Self.cells)
    rows = lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
  }

  /// Cells between commas; a quoted one may hold commas.
  private static func cells(_ line: Substring) -> [String] {
    var cells = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: cells.append("")
      default: cells[cells.count - 1].append(character)
      }
    }
    return cells
  }
}

extension [String: String] {
  func number(_ name: String) -> Double { self[name].flatMap(Double.init) ?? .nan }
}
