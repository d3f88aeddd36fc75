import CTumbleSDL2
import Foundation
import TumbleFrames
import TumbleGeometry
import TumbleLooks
import TumbleRendering

/// The renderer's own fastest loop that shows as many turned, blended pictures of the same size over a paper:
/// one call of `SDL_RenderGeometry` with vertices that are ready, or `SDL_RenderCopyEx` for each with SDL's
/// own renderer.
final class BareSprites {
  private let target: RenderTarget
  private let paper: OpaquePointer
  private let sprite: OpaquePointer
  private var places: [SDL_FRect] = []
  private var angles: [Double] = []
  private var vertices: [SDL_Vertex] = []
  private var indices: [Int32] = []

  /// - Parameter side: Of the pictures, in pixels, their transparent rim of two pixels included.
  init(of bodies: [BodySnapshot], side: Int, _ size: PixelSize, _ target: RenderTarget) throws {
    self.target = target
    paper = try Self.texture(target, size.width, size.height, isOpaque: true) { _, y in
      0xFF_F0_F2_F5 &- UInt32(y * 12 / size.height) * 0x1_01_01
    }
    sprite = try Self.texture(target, side, side, isOpaque: false) { x, y in
      let isRim = min(x, y, side - 1 - x, side - 1 - y) < 2
      return isRim ? 0x00_C0_80_40 : 0xFF_C0_80_40
    }
    // What is turned is smoothed where that is as cheap as it is by a graphics card.
    SDL_SetTextureScaleMode(sprite, target.isSoftware ? SDL_ScaleModeNearest : SDL_ScaleModeLinear)
    let half = Double(side) / 2
    for body in bodies {
      let center = Vector(body.position.x, Double(size.height) - body.position.y)
      places.append(
        SDL_FRect(
          x: Float((center.x - half).rounded()), y: Float((center.y - half).rounded()), w: Float(side),
          h: Float(side)))
      angles.append(body.angle * 180 / .pi)
      for corner in [Vector(-1, -1), Vector(1, -1), Vector(1, 1), Vector(-1, 1)] {
        let place = center + corner.rotated(by: body.angle) * half
        vertices.append(
          SDL_Vertex(
            position: SDL_FPoint(x: Float(place.x), y: Float(place.y)),
            color: SDL_Color(r: 255, g: 255, b: 255, a: 255),
            tex_coord: SDL_FPoint(x: corner.x > 0 ? 1 : 0, y: corner.y > 0 ? 1 : 0)))
      }
    }
    for quad in bodies.indices {
      for corner in [0, 1, 2, 0, 2, 3] { indices.append(Int32(quad * 4 + corner)) }
    }
  }

  deinit {
    SDL_DestroyTexture(paper)
    SDL_DestroyTexture(sprite)
  }

  func draw() {
    SDL_SetRenderDrawColor(target.pointer, 40, 44, 50, 255)
    SDL_RenderClear(target.pointer)
    SDL_RenderCopy(target.pointer, paper, nil, nil)
    guard target.isSoftware else {
      SDL_RenderGeometry(
        target.pointer, sprite, vertices, Int32(vertices.count), indices, Int32(indices.count))
      return
    }
    for index in places.indices {
      angles[index] += TurningBodies.turn * 180 / .pi
      SDL_RenderCopyExF(
        target.pointer, sprite, nil, &places[index], angles[index], nil, SDL_FLIP_NONE)
    }
  }

  private static func texture(
    _ target: RenderTarget, _ width: Int, _ height: Int, isOpaque: Bool,
    _ pixel: (_ x: Int, _ y: Int) -> UInt32
  ) throws -> OpaquePointer {
    guard
      let made = SDL_CreateTexture(
        target.pointer, UInt32(SDL_PIXELFORMAT_ARGB8888.rawValue), Int32(SDL_TEXTUREACCESS_STATIC.rawValue),
        Int32(width), Int32(height))
    else { throw Failure("no texture: \(String(cString: SDL_GetError()))") }
    var pixels: [UInt32] = []
    for y in 0..<height { for x in 0..<width { pixels.append(pixel(x, y)) } }
    SDL_UpdateTexture(made, nil, pixels, Int32(width * 4))
    SDL_SetTextureBlendMode(made, isOpaque ? SDL_BLENDMODE_NONE : SDL_BLENDMODE_BLEND)
    SDL_SetTextureScaleMode(made, SDL_ScaleModeNearest)
    return made
  }
}
