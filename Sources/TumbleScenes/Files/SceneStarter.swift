import Foundation
import TumbleFiles
import TumbleFrames

/// A scene to begin with: a small one, or a copy of another.
public struct SceneStarter: Sendable {
  /// What the new file holds.
  public let text: Data
  /// What it includes, by path from its folder.
  public let included: [(path: String, text: Data)]

  /// - Parameters:
  ///   - title: Of the new scene.
  ///   - from: The name of a scene, or a path to its file; nil: a small scene with remarks.
  /// - Throws: `SceneError` for a scene that cannot be read, or is wrong.
  public init(title: String, from: String?, in library: SceneLibrary) throws {
    guard let from else {
      text = Data(Self.small(title).utf8)
      included = []
      return
    }
    let read = try library.read(from)
    var scene = try read.get()
    scene.title = title
    var reader = SceneReader(limits: library.limits)
    let folder = FilePath.folder(of: read.file)
    reader.includeFolder = folder
    text = try SceneTextPatch(reader).patched(Data(read.text.utf8), to: scene)
    included = try read.included.map { path in
      let data = try UntrustedFile.read(path, limit: library.limits.includedBytes, within: folder)
      return (String(path.dropFirst(folder.utf8.count + 1)), data)
    }
  }

  /// Writes the scene and what it includes; an included file that is there already stays, if it says the same.
  ///
  /// - Throws: `OutputError`, `SceneError.unreadable`.
  public func write(to path: String) throws {
    let folder = FilePath.folder(of: path)
    let files = included.map { (folder + "/" + $0.path, $0.text) }
    for (path, text) in files where UntrustedFile.exists(path) {
      guard (try? UntrustedFile.read(path, limit: text.count)) == text else {
        throw SceneError.unreadable(
          path: path, reason: "there is another file of that name, which would be included")
      }
    }
    for (path, text) in files + [(path, text)] where !UntrustedFile.exists(path) {
      let folder = FilePath.folder(of: path)
      if folder != "." { try FilePath.makeFolder(folder) }
      try ReplacedFile.write(text, to: path, isOldKept: false)
    }
  }

  private static func small(_ title: String) -> String {
    """
    tumble: 1
    title: \(FormatNode.quoted(title))
    note: A ball falls on a box. Drag them; tilt the world with the arrow keys.
    view: {size: [300, 300]}
    world: {gravity: [0, -1000]}
    variables:
      width: 60          # try another: tumble run NAME --set width=120
    bodies:
      - {id: walls, kind: static, line: {points: [[0, 0], [300, 0], [300, 300], [0, 300]], radius: 2, closed: true}}
      - {id: box, at: [150, 20], box: [width, 32], texture: crate}
      - {id: ball, at: [150, 250], circle: 16, elasticity: 0.8, texture: ball}
    graph:
      - {title: Height, channels: [ball.y]}

    """
  }
}
