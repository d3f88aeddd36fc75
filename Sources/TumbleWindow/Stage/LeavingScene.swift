import CTumbleSDL2
import TumbleAnimation
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
import TumbleRendering

/// The picture of the scene that was shown before, which leaves the stage while the next one is there already.
final class LeavingScene {
  private let texture: Texture
  private let transition: Transition
  /// Where the stage was, in pixels.
  private let area: Rect
  private var age = 0.0
  /// A frame that took longer, as the first one of a scene does, counts for no more than this many seconds.
  private static let longestFrame = 1.0 / 30

  /// Keeps what has been drawn of an area, which has not been presented yet.
  init(_ target: RenderTarget, area: Rect, transition: Transition) throws(StageError) {
    let drawn = try target.bitmap()
    texture = try Texture(target, size: target.size)
    texture.upload(drawn)
    self.area = area
    self.transition = transition
  }

  /// Whether nothing of it is to be seen any more.
  var isOver: Bool { transition.progress(at: age) == nil }

  func advance(by seconds: Double) { age += min(max(seconds, 0), Self.longestFrame) }

  /// Draws what is left over the next scene; nothing on a stage that has become another.
  func draw(on target: RenderTarget, in stage: Rect) {
    guard stage == area, let progress = transition.progress(at: age) else { return }
    for quad in transition.quads(at: progress) where quad.isOld {
      // What lies below is opaque, and complete: a plain fade dissolves one into the other.
      let opacity = transition.kind == .fade ? 1 - progress : quad.opacity
      SDL_SetTextureAlphaMod(texture.pointer, UInt8((min(max(opacity, 0), 1) * 255).rounded()))
      target.copy(texture, from: pixels(quad.source), to: pixels(quad.destination))
    }
  }

  /// A part of the unit square, y up, on the stage, y down.
  private func pixels(_ part: Rect) -> SDL_Rect {
    Rect(
      min: Vector(area.min.x + area.width * part.min.x, area.max.y - area.height * part.max.y),
      max: Vector(area.min.x + area.width * part.max.x, area.max.y - area.height * part.min.y)
    ).pixels
  }
}

extension Stage {
  /// Draws the last frame of a scene that is about to be replaced, to let it leave by `sceneTransition`.
  package func keepScene(_ frame: Frame) {
    leaving = nil
    guard let transition = sceneTransition, transition.duration > 0, !isHidden else { return }
    do throws(StageError) {
      let layout = layout
      try renderer.draw(frame, in: viewport(in: layout))
      leaving = try LeavingScene(target, area: layout.stage, transition: transition)
    } catch {
      // Without its picture the next scene is there at once.
      leaving = nil
    }
  }

  /// Lets the time of a frame pass for what leaves.
  package func advanceTransition(by seconds: Double) {
    leaving?.advance(by: seconds)
    if leaving?.isOver == true { leaving = nil }
  }
}
