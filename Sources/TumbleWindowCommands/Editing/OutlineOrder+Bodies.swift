import TumbleDrawing
import TumbleEditor
import TumblePictureCommands
import TumbleScenes

extension OutlineOrder {
  /// The corners are at most so far from the outline, as a part of the height.
  private static let tolerance = 0.006

  /// The color of a note, which is read on light and on dark paper.
  private static let ink = "#71809b"

  /// Returns the bodies: one for each letter, that of the picture, or one that shows nothing but a caption.
  func bodies(in scene: Scene) throws(EditRefusal) -> [FormatNode] {
    let tolerance = height * Self.tolerance
    guard kind == .picture else {
      let font = Font(family: OutlineCommand.standardFont, size: 400)
      guard let capital = Rect(around: font.outlines(of: "H").flatMap(\.corners)), capital.height > 0 else {
        throw EditRefusal("there is no typeface for a text")
      }
      let scale = height / capital.height
      if kind == .note {
        guard let bounds = Rect(around: font.outlines(of: text).flatMap(\.corners)) else {
          throw EditRefusal("there is nothing to read in '\(text)'")
        }
        // The letters of a caption are set a little wider than their outlines.
        let size = Vector(bounds.width * scale + height * 0.4, height * 1.4)
        let caption: FormatNode.Mapping = [
          ("text", .text(text)), ("size", .number((4000 * scale).rounded() / 10)), ("color", .text(Self.ink)),
        ]
        return [
          .mapping([
            ("id", .text(name)), ("kind", .plain("static")),
            ("at", .vector(origin + Vector(size.x, height) * 0.5)), ("box", .vector(size)),
            ("sensor", .plain("true")), ("color", .text("#00000000")), ("caption", .mapping(caption)),
          ])
        ]
      }
      var (bodies, known) = ([FormatNode](), 0)
      for end in text.indices {
        // Spaces have none; the outlines of a letter come after those before it.
        let outlines = font.outlines(of: String(text[...end]))
        let own = outlines.dropFirst(known).map { Polygon($0.corners.map { $0 * scale }) }
        known = outlines.count
        guard let bounds = Rect(around: own.flatMap(\.corners)) else { continue }
        let letter = ShapeOutline(own, of: .text(String(text[end])), tolerance: tolerance)
        bodies.append(letter.body(id: "\(name)-\(bodies.count + 1)", at: origin + bounds.center))
      }
      guard !bodies.isEmpty else { throw EditRefusal("there is no letter with an outline in '\(text)'") }
      return bodies
    }
    if let refusal = scene.refusal(ofPicture: text) { throw refusal }
    // What Tumble draws itself has no file.
    guard !text.hasPrefix("@"), let path = scene.path(ofPicture: text) else {
      throw EditRefusal("the picture '\(text)' has no file to take an outline from")
    }
    do {
      let outline = try OutlineCommand.outline(ofPicture: path, height: height, tolerance: tolerance)
      guard let bounds = Rect(around: outline.polygons.flatMap(\.corners)) else {
        throw EditRefusal("the picture '\(text)' has no outline: nothing of it is opaque")
      }
      let center = origin + Vector(bounds.width / 2, bounds.height / 2)
      return [.mapping(outline.body(id: name, at: center).entries + [("texture", .text(text))])]
    } catch {
      throw error as? EditRefusal ?? EditRefusal("\(error)", hint: "a PNG is taken")
    }
  }
}
