import TumbleFrames
import TumbleGeometry
import TumbleLooks

// Which bodies are in the picture of what stands still, and which are sprites.

extension Renderer {
  /// Whether the static bodies are where the backdrop shows them; notes those that are not.
  func isStill(_ frame: Frame, _ still: [BodySnapshot]) -> Bool {
    var (i, isStill) = (0, true)
    for body in frame.current.bodies where isPlainStatic(body) {
      if i < still.count, still[i] == body {
        i += 1
        continue
      }
      if i < still.count, still[i].id == body.id { moved.insert(body.id) }
      isStill = false
      i += 1
    }
    return isStill && i == still.count
  }

  /// Whether the backdrop shows the body.
  func isPlainStatic(_ body: BodySnapshot) -> Bool {
    guard let description = description[body.id] else { return false }
    return isDrawnOnce(body) && layers.isBehindSprites(description.layer)
  }

  /// Whether the body is static, and looks as it can in the backdrop. A piece of a cloth or a blob is shown by its surface:
  /// in the backdrop, it would shine through one that is half seen.
  func isDrawnOnce(_ body: BodySnapshot) -> Bool {
    guard let description = description[body.id] else { return false }
    return description.kind == .static && body.appearance.opacity == 1 && body.appearance.glow == 0
      && (description.texture == nil || body.appearance.color == nil)
      && (moved.isEmpty || !moved.contains(body.id))
      && (surfacePieces.isEmpty || !surfacePieces.contains(body.id))
  }
}
