import CTumbleSDL2
import TumbleFrames
import TumbleGeometry
import TumbleLooks

// Halos: the blurred silhouettes of bodies that glow, in their colors.

extension Renderer {
  /// The reach of a halo, as a multiple of its body's: a blur of a half of it at most, which is seen three times as far.
  static let haloReach = 2.5

  /// Makes the halos of the bodies that glow, as far as they are not there.
  func prepareHalos(of frame: Frame, _ scene: inout SceneSprites) throws(StageError) {
    for body in frame.current.bodies where body.appearance.glow > 0 {
      let number = body.id.number
      guard scene.bodies.indices.contains(number), let sprites = scene.bodies[number], sprites.halo == nil,
        let bounds = description.bodies[number].outlines.bounds
      else { continue }
      scene.bodies[number]?.halo = try scene.sprites.sprite(
        .shadow(
          picture: nil, outlines: description.bodies[number].drawnOutlines,
          description.bodies[number].textureFit, .halo(around: bounds), .white, turned: 0))
    }
  }

  /// Draws the halos behind all bodies that are sprites.
  func drawHalos(of frame: Frame, _ sceneSprites: SceneSprites, in viewport: Viewport) {
    forEachSeen(frame, sceneSprites, in: viewport) { drawn, bodySprites, position in
      guard drawn.appearance.glow > 0, let halo = bodySprites.halo else { return }
      let plain: Color = bodySprites.picture?.shown != nil ? .white : bodySprites.color
      batch.draw(
        halo, at: position, angle: drawn.angle, scale: drawn.appearance.scale * viewport.scale,
        tint: SDL_Color(
          drawn.appearance.color ?? plain, opacity: drawn.appearance.glow * drawn.appearance.opacity))
    }
  }
}
