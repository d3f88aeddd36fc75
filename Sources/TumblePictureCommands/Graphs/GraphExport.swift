import Foundation
import TumbleDrawing
import TumbleFiles
import TumbleGeometry
import TumbleGraph

/// A graph as files beside each other: a table of its samples, and a picture of them in two forms.
package struct GraphExport {
  let graph: ScrollingGraph
  let extent: ScrollingGraph.Extent
  /// The size in points.
  let size: Size

  package init(graph: ScrollingGraph, extent: ScrollingGraph.Extent, size: Size) {
    self.graph = graph
    self.extent = extent
    self.size = size
  }

  private static let endings = ["csv", "svg", "png"]

  /// Writes `NAME-TITLE-1.csv`, `.svg` and `.png` into the working folder, with the first number that no file
  /// has yet: none is ever overwritten.
  ///
  /// - Returns: the files' name without an ending.
  package func write(named name: String) throws -> String {
    let stem = Self.word(name) + "-" + Self.word(graph.settings.title)
    let picture = graph.picture(extent)
    let contents = [
      Data(graph.csv(extent).utf8), picture.svg(size: size),
      try PNG.encode(picture.bitmap(size: size, scale: 2)),
    ]
    var number = 1
    while Self.endings.contains(where: { UntrustedFile.exists("\(stem)-\(number).\($0)") }) { number += 1 }
    let base = "\(stem)-\(number)"
    // All of them or none: they are given their names when each could be written.
    let files = try Self.endings.map { (ending) throws(OutputError) in
      try OutputFile(path: "\(base).\(ending)")
    }
    for (file, data) in zip(files, contents) {
      try file.write(data)
      try file.flush()
    }
    for file in files { try file.finish() }
    return base
  }

  /// Returns a part of a file's name: letters and digits, small, with a stroke for all else.
  private static func word(_ text: String) -> String {
    let parts = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    var word = parts.isEmpty ? "graph" : parts.joined(separator: "-")
    // A file's name is limited in bytes, and a letter may have several.
    while word.utf8.count > 60 { word.removeLast() }
    return word
  }
}
