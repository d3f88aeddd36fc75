import Foundation
import TumbleDrawing
import TumbleGeometry
import TumbleGraph

/// A graph as files beside each other: a table of its samples, and a picture of them in two forms.
struct GraphExport {
  let graph: ScrollingGraph
  let extent: ScrollingGraph.Extent
  /// In points.
  let size: Size

  private static let endings = ["csv", "svg", "png"]

  /// Writes `NAME-TITLE-1.csv`, `.svg` and `.png`, with the first number that no file has yet: none is ever overwritten.
  ///
  /// - Returns: the files' name without an ending.
  func write(named name: String, into folder: URL) throws -> String {
    let stem = Self.word(name) + "-" + Self.word(graph.settings.title)
    let picture = graph.picture(extent)
    let contents = [
      Data(graph.csv(extent).utf8), try picture.svg(size: size),
      try PNG.encode(picture.bitmap(size: size, scale: 2)),
    ]
    var number = 1
    while Self.endings.contains(where: { exists(folder, "\(stem)-\(number).\($0)") }) { number += 1 }
    let base = "\(stem)-\(number)"
    var written: [URL] = []
    do {
      for (ending, data) in zip(Self.endings, contents) {
        let file = folder.appendingPathComponent("\(base).\(ending)")
        try data.write(to: file, options: .withoutOverwriting)
        written.append(file)
      }
    } catch {
      // All of them or none.
      for file in written { try? FileManager.default.removeItem(at: file) }
      throw error
    }
    return base
  }

  private func exists(_ folder: URL, _ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
  }

  /// As a part of a file's name: letters and digits, small, with a stroke for all else.
  private static func word(_ text: String) -> String {
    let parts = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    var word = parts.isEmpty ? "graph" : parts.joined(separator: "-")
    // A file's name is limited in bytes, and a letter may have several.
    while word.utf8.count > 60 { word.removeLast() }
    return word
  }
}
