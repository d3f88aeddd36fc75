import CTumbleSDL2
import Foundation
import TumbleAnimation
import TumbleDrawing
import TumbleFrames
import TumbleLooks

/// Draws the particles of a world's emitters over its bodies, those that share a picture in one call; small
/// spots one by one where the processor draws, which is as fast there.
///
/// Nothing is kept from frame to frame but pictures: what is seen is a function of the frame.
final class ParticleDrawing {
  private struct Source {
    let system: ParticleSystem
    let position: Vector
    let angle: Double
    /// The textures by the system's cells.
    let textures: [Texture]
    /// Height of each picture by its width, and whether turning it changes nothing.
    let shapes: [(aspect: Double, isRound: Bool)]
    let blend: SDL_BlendMode
    let isOnBody: Bool
  }

  private let target: RenderTarget
  private let sources: [Source]
  /// The sources of bursts, which are at 0 and begin at time 0: made with the first burst.
  private lazy var bursts = BurstSources(view: view).emitters.map { emitter in
    Source(
      system: ParticleSystem(emitter), position: .zero, angle: 0, textures: [spot], shapes: [(1, true)],
      blend: SDL_BLENDMODE_BLEND, isOnBody: false)
  }
  private let view: Rect
  private let spot: Texture
  /// The spots; nil if a graphics card draws, which knows parts of pixels.
  private let spots: ParticleSpots?
  private let clipper: QuadClipper
  /// Pixels that the large particles of this frame may still cover.
  private var room = 0.0
  /// The large particles of the latest frame for which there was no room.
  private(set) var omitted = 0
  private let vertices: UnsafeMutablePointer<SDL_Vertex>
  private let indices: UnsafeMutablePointer<Int32>
  private var quads = 0
  private var texture: Texture?
  private var blend = SDL_BLENDMODE_BLEND

  /// Quads drawn at once; more go in further calls.
  private static let capacity = 4096
  /// Pixels across above which a particle is large: it is cut to what is in sight, and drawn alone.
  private static let large = 256.0
  /// The number of times that the large particles of a frame may cover the stage together: nobody sees the
  /// rest, and a frame would take seconds.
  private static let layers = 64.0

  init(_ target: RenderTarget, _ description: WorldDescription, textures: TextureCache) throws(StageError) {
    self.target = target
    clipper = QuadClipper(target, isCelled: target.isSoftware)
    spots = target.isSoftware ? try ParticleSpots(target) : nil
    view = description.view
    let spot = try Self.texture(ParticleSpot.bitmap, target)
    self.spot = spot
    var sources: [Source] = []
    var pictures: [String: Texture] = [:]
    for emitter in description.emitters {
      let system = ParticleSystem(emitter.emitter)
      var own: [Texture] = []
      for cell in system.cells {
        guard let path = cell.picture, let picture = textures.picture(path) else {
          own.append(spot)
          continue
        }
        if let known = pictures[path] {
          own.append(known)
          continue
        }
        let made = try Self.texture(picture, target)
        pictures[path] = made
        own.append(made)
      }
      sources.append(
        Source(
          system: system, position: emitter.position, angle: emitter.angle, textures: own,
          shapes: own.map { (Double($0.size.height) / Double($0.size.width), $0 === spot) },
          blend: emitter.emitter.blend == .additive ? SDL_BLENDMODE_ADD : SDL_BLENDMODE_BLEND,
          isOnBody: emitter.body != nil))
    }
    self.sources = sources
    vertices = .allocate(capacity: Self.capacity * 4)
    vertices.initialize(repeating: SDL_Vertex(), count: Self.capacity * 4)
    let corners = [(0, 0), (1, 0), (1, 1), (0, 1)]
    indices = .allocate(capacity: Self.capacity * 6)
    for quad in 0..<Self.capacity {
      for (corner, place) in corners.enumerated() {
        vertices[quad * 4 + corner].tex_coord = SDL_FPoint(x: Float(place.0), y: Float(place.1))
      }
      for (i, corner) in [0, 1, 2, 0, 2, 3].enumerated() {
        indices[quad * 6 + i] = Int32(quad * 4 + corner)
      }
    }
  }

  deinit {
    vertices.deallocate()
    indices.deallocate()
  }

  private static func texture(_ picture: Bitmap, _ target: RenderTarget) throws(StageError) -> Texture {
    var picture = picture
    picture.prepareForUpload()
    return try Texture(target, picture)
  }

  func draw(_ frame: Frame, in viewport: Viewport) {
    let (before, now) = (frame.previous.time, frame.current.time)
    let time = before + (now - before) * frame.alpha
    room = Self.layers * viewport.area.width * viewport.area.height
    omitted = 0
    for (place, source) in sources.enumerated() {
      guard let range = frame.current.samples(ofEmitter: place) else { continue }
      if source.blend != blend { flush() }
      blend = source.blend
      if range.isEmpty {
        source.system.forEachParticle(at: time, position: source.position, angle: source.angle) {
          append($0, source, viewport)
        }
      } else {
        source.system.forEachParticle(
          at: time, samples: frame.current.emitterSamples, in: range, step: frame.current.step,
          rate: frame.current.rate, wasThere: !source.isOnBody
        ) { append($0, source, viewport) }
      }
    }
    if !frame.current.bursts.isEmpty, blend != SDL_BLENDMODE_BLEND {
      flush()
      blend = SDL_BLENDMODE_BLEND
    }
    for burst in frame.current.bursts {
      let source = bursts[BurstSources.index(of: burst)]
      source.system.forEachParticle(
        at: time - Double(burst.step) / Double(max(frame.current.rate, 1)), position: burst.position,
        angle: burst.angle
      ) { append($0, source, viewport) }
    }
    flush()
  }

  private func append(_ particle: Particle, _ source: Source, _ viewport: Viewport) {
    let shape = source.shapes[particle.cell]
    let width = particle.size * viewport.scale / 2
    let height = width * shape.aspect
    let color = SDL_Color(particle.color)
    guard color.a > 0, width > 0, width < 1e5 else { return }
    let center = viewport.pixel(particle.position)
    guard viewport.area.insetBy(-(width + height)).contains(center) else { return }
    if let spots, shape.isRound, spots.has(2 * width) {
      flush()
      return spots.draw(at: center, width: 2 * width, color, source.blend, on: target)
    }
    let isLarge = 2 * max(width, height) > Self.large
    if isLarge, !takeRoom(center, width, height, in: viewport.area) { return omitted += 1 }
    let picture = source.textures[particle.cell]
    if isLarge || picture !== texture || quads == Self.capacity {
      flush()
      texture = picture
    }
    let (sine, cosine) = shape.isRound ? (0.0, 1.0) : (sin(particle.angle), cos(particle.angle))
    func set(_ corner: Int, _ x: Double, _ y: Double) {
      vertices[quads * 4 + corner].position = SDL_FPoint(
        x: Float(center.x + x * cosine - y * sine), y: Float(center.y - x * sine - y * cosine))
      vertices[quads * 4 + corner].color = color
    }
    set(0, -width, height)
    set(1, width, height)
    set(2, width, -height)
    set(3, -width, -height)
    guard isLarge else { return quads += 1 }
    SDL_SetTextureBlendMode(picture.pointer, blend)
    clipper.draw(vertices, picture, in: viewport.area)
  }

  /// Takes what a large particle covers of the stage off the room that there is; false where there is not
  /// enough.
  private func takeRoom(_ center: Vector, _ width: Double, _ height: Double, in area: Rect) -> Bool {
    let reach = Vector(max(width, height), max(width, height))
    guard let seen = Rect(min: center - reach, max: center + reach).overlap(area) else { return true }
    room -= seen.width * seen.height
    return room >= 0
  }

  private func flush() {
    defer { quads = 0 }
    guard quads > 0, let texture else { return }
    SDL_SetTextureBlendMode(texture.pointer, blend)
    target.drawTriangles(texture, vertices, count: quads * 4, indices: indices, indexCount: quads * 6)
  }
}

/// Soft spots in sizes of whole pixels, for SDL's software renderer.
///
/// It cuts places and sizes down to whole pixels: of a spot 1.9 pixels wide it would draw one pixel, and of
/// one of 0.9 nothing. Here a spot has the nearest size, and is fainter or brighter for that, so that as much
/// light comes from it.
final class ParticleSpots {
  /// The textures by their width in pixels, from 1.
  private let textures: [Texture]

  /// The pictures of particles, drawn once for all renderers, which are given another description often.
  private static let drawn: [Drawn] = (1...16).map { Drawn(width: $0) }
  /// Places in a pixel, each way, that its color is the average of.
  private static let samples = 8

  /// A spot that is opaque where it is brightest.
  private struct Drawn {
    /// The bitmap, ready for upload.
    var bitmap: Bitmap
    /// The opacity in the middle.
    let peak: Double

    init(width: Int) {
      let opacities = ParticleSpots.opacities(width)
      let peak = opacities.max() ?? 1
      bitmap = Bitmap(width: width, height: width)
      bitmap.withMutablePixels { pixels in
        for (index, opacity) in opacities.enumerated() {
          // Premultiplied, as all bitmaps are.
          let alpha = UInt32((255 * opacity / peak).rounded())
          pixels[index] = alpha << 24 | alpha << 16 | alpha << 8 | alpha
        }
      }
      bitmap.prepareForUpload()
      self.peak = peak
    }
  }

  init(_ target: RenderTarget) throws(StageError) {
    textures = try Self.drawn.map { (spot) throws(StageError) in
      try Texture(target, spot.bitmap, isSmooth: false)
    }
  }

  /// The average opacity of each pixel, row by row.
  private static func opacities(_ width: Int) -> [Double] {
    let fine = Double(width * samples)
    return (0..<width * width).map { pixel in
      var sum = 0.0
      for sample in 0..<samples * samples {
        let place = Vector(
          Double(pixel % width * samples + sample % samples) + 0.5,
          Double(pixel / width * samples + sample / samples) + 0.5)
        sum += ParticleSpot.opacity(at: place * (2 / fine) - Vector(1, 1))
      }
      return sum / Double(samples * samples)
    }
  }

  /// Returns true if there is a spot for a particle of this width, in pixels.
  func has(_ width: Double) -> Bool { width > 0 && width <= Double(textures.count) }

  /// Draws a particle that there is a spot for.
  ///
  /// - Parameter center: In pixels.
  func draw(
    at center: Vector, width: Double, _ color: SDL_Color, _ blend: SDL_BlendMode, on target: RenderTarget
  ) {
    // One pixel shows where a spot is better than two by two.
    let side = width < 2 ? 1 : width.rounded()
    let texture = textures[Int(side) - 1]
    let share = min(width * width / (side * side) * Self.drawn[Int(side) - 1].peak, 1)
    SDL_SetTextureBlendMode(texture.pointer, blend)
    SDL_SetTextureColorMod(texture.pointer, color.r, color.g, color.b)
    SDL_SetTextureAlphaMod(texture.pointer, UInt8((Double(color.a) * share).rounded()))
    target.copy(
      texture,
      to: SDL_Rect(
        x: Int32((center.x - side / 2).rounded()), y: Int32((center.y - side / 2).rounded()),
        w: Int32(side), h: Int32(side)))
  }
}
