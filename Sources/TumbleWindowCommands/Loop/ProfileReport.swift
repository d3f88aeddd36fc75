import Foundation
import TumbleFiles
import TumbleHeadlessCommands
import TumbleRendering
import TumbleWindow

/// What the frames of a run took and what was drawn in them: a row each in a file, and a table of all at the end.
final class ProfileReport {
  private let file: OutputFile
  /// By column, the values of all frames; times in milliseconds.
  private var values: [[Double]]
  private var failure: (any Error)?

  /// All work first, then the phases, then the counts.
  private static let columns: [(name: String, key: String, decimals: Int)] =
    [("all but waiting", "work", 3)] + Phase.allCases.map { ($0.title, $0.title, 3) }
    + FrameCount.allCases.map { ($0.title, $0.key, $0.decimals) }

  /// - Parameters:
  ///   - path: `-` is standard output.
  ///   - sparing: Files that must not be overwritten.
  init(_ path: String, sparing: [String?]) throws {
    file = try OutputFile(path: path, sparing: sparing)
    values = Array(repeating: [], count: Self.columns.count)
    let keys = Self.columns.enumerated().map { index, column in
      index <= Phase.allCases.count ? column.key + ".ms" : column.key
    }
    try file.write((["frame"] + keys).joined(separator: ",") + "\n")
  }

  /// Adds the latest whole frame of a profile.
  func add(_ profile: Profile) {
    guard failure == nil, profile.count > 0 else { return }
    let row =
      [profile.work(age: 0) * 1000] + Phase.allCases.map { profile.total(of: $0, age: 0) * 1000 }
      + FrameCount.allCases.map { count in
        // In a file, pixels are pixels.
        profile.value(of: count, age: 0) * (count == .blendedPixels ? 1000 : 1)
      }
    for (column, value) in row.enumerated() { values[column].append(value) }
    let texts = row.enumerated().map { index, value in
      index <= Phase.allCases.count || Self.columns[index].decimals > 0
        ? String(format: "%.3f", value) : String(format: "%.0f", value)
    }
    do {
      try file.write("\(values[0].count)," + texts.joined(separator: ",") + "\n")
    } catch {
      failure = error
    }
  }

  /// Finishes the file and prints the table.
  func finish() throws {
    if let failure { throw failure }
    try file.finish()
    for line in table { Program.tell(line) }
  }

  /// A row a column of the file: the average, the median, what one of a hundred frames exceeds, and the most.
  var table: [String] {
    guard let frames = values.first?.count, frames > 0 else { return ["no frame was drawn"] }
    func padded(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(width - text.count, 0)) + text
    }
    func row(_ name: String, _ cells: [String]) -> String {
      name + String(repeating: " ", count: max(24 - name.count, 0)) + cells.map { padded($0, 11) }.joined()
    }
    var lines = [row("\(frames) frames, in ms", ["average", "median", "99 %", "most"])]
    for (index, column) in Self.columns.enumerated() {
      if index == Phase.allCases.count + 1 { lines.append("drawn a frame") }
      let scale = column.key == FrameCount.blendedPixels.key ? 0.001 : 1
      let sorted = values[index].map { $0 * scale }.sorted()
      let average = sorted.reduce(0, +) / Double(frames)
      let isPart = Phase.allCases.first { $0.title == column.name }?.whole != nil
      lines.append(
        row(
          (isPart ? "  " : "") + column.name,
          [average, sorted[frames / 2], sorted[frames * 99 / 100], sorted[frames - 1]].map {
            String(format: "%.\(index > Phase.allCases.count && column.decimals == 0 ? 0 : 2)f", $0)
          }))
    }
    return lines
  }
}
