import Testing
import TumbleAnimation
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
@testable import TumbleLooks
@testable import TumbleRendering

extension RenderingTests {
  /// A view of 100 × 100 points, at 3 pixels a point, of some emitters at a time of so many steps.
  private func sparks(
    _ emitters: [EmitterDescription], step: Int, samples: [EmitterSample] = [], counts: [Int]? = nil
  ) throws
    -> Bitmap
  {
    var description = WorldDescription(name: "t", title: "t", view: Rect(size: Size(100, 100)))
    description.emitters = emitters
    var snapshot = FrameSnapshot(step: step, rate: 100)
    snapshot.emitterSamples = samples
    snapshot.emitterCounts = counts ?? emitters.map { _ in samples.count }
    let renderer = try OffscreenRenderer(size: PixelSize(300, 326), textures: TextureCache(warn: { _ in }))
    return try renderer.picture(
      of: Frame(snapshot), description: description, status: Status(title: "t", step: 1, rate: 100))
  }

  /// Returns the pixels in which two pictures differ, counted from the top left.
  private func difference(_ a: Bitmap, _ b: Bitmap) -> [(x: Int, y: Int)] {
    zip(a.pixels, b.pixels).enumerated().filter { $1.0 != $1.1 }.map {
      ($0.offset % a.width, $0.offset / a.width)
    }
  }

  private func spot(
    at position: Vector, blend: Blend = .normal, color: Color = .white, alpha: Double = 1
  ) -> EmitterDescription {
    let cell = ParticleCell(birthRate: 1, lifetime: 9, velocity: 0, size: 20, alpha: alpha, color: color)
    return EmitterDescription(
      name: "e", emitter: Emitter(blend: blend, duration: 1, cells: [cell]), position: position)
  }

  @Test("A particle is drawn where it is, as large as it is, from its birth to its end, alike each time")
  func particlePlace() throws {
    let empty = try sparks([], step: 100)
    let dark = spot(at: Vector(30, 70), color: Color(red: 0, green: 0, blue: 0))
    let picture = try sparks([dark], step: 100)
    let pixels = difference(empty, picture)
    #expect(picture.pixels == (try sparks([dark], step: 100)).pixels)
    #expect(
      (1500...2830).contains(pixels.count), "a circle of 30 pixels' radius, its rim too soft to be seen")
    let middle = Vector(
      Double(pixels.map { $0.x }.reduce(0, +)) / Double(max(pixels.count, 1)),
      Double(pixels.map { $0.y }.reduce(0, +)) / Double(max(pixels.count, 1)))
    let other = difference(
      empty, try sparks([spot(at: Vector(40, 70), color: Color(red: 0, green: 0, blue: 0))], step: 100))
    let there = Double(other.map { $0.x }.reduce(0, +)) / Double(max(other.count, 1))
    #expect(abs(there - middle.x - 30) < 1, "10 points further right are 30 pixels")
    #expect(difference(empty, try sparks([dark], step: 49)).isEmpty, "born after half a second")
    #expect(difference(empty, try sparks([dark], step: 951)).isEmpty)
    #expect(difference(empty, try sparks([spot(at: Vector(30, 70), alpha: 0)], step: 100)).isEmpty)
  }

  @Test(
    "Particles of any size cost no more than the stage they cover, and those beyond what can be drawn are counted",
    arguments: [257.0, 6000, 60_000, 3e7])
  func largeParticles(size: Double) throws {
    var description = WorldDescription(name: "t", title: "t", view: Rect(size: Size(100, 100)))
    let cell = ParticleCell(birthRate: 200, lifetime: 9, velocity: 0, size: size, color: .white)
    description.emitters = [
      EmitterDescription(
        name: "e", emitter: Emitter(duration: 1, cells: [cell]), position: Vector(50, 50))
    ]
    var snapshot = FrameSnapshot(step: 100, rate: 100)
    snapshot.emitterCounts = [0]
    let target = try RenderTarget(PixelSize(100, 100))
    let renderer = Renderer(target, description: description, textures: TextureCache(warn: { _ in }))
    try renderer.draw(
      Frame(snapshot), in: Viewport(view: description.view, in: Rect(size: Size(100, 100))))
    // As often as the large ones may cover it, and once for the rest.
    #expect(target.counts.pixels <= 67 * 100 * 100)
    #expect(renderer.omittedParticles > 0 || size > 1e5)
  }

  @Test("A large particle that is cut to the stage looks as one whose picture is drawn whole")
  func cutParticle() throws {
    func covering(_ size: Double) throws -> Bitmap {
      var emitter = spot(at: Vector(40, 60), color: Color(red: 0, green: 0, blue: 0))
      emitter.emitter.cells[0].size = size
      return try sparks([emitter], step: 100)
    }
    // Pixels across: 255 and 258, one below and one above where cutting begins.
    let (whole, cut) = (try covering(85), try covering(86))
    let empty = try sparks([], step: 100)
    let (a, b) = (difference(empty, whole).count, difference(empty, cut).count)
    #expect(abs(Double(b) / Double(a) - 86.0 * 86 / (85 * 85)) < 0.02)
  }

  @Test("Additive particles make brighter what they cover, normal ones cover it")
  func particleBlend() throws {
    let dim = Color(red: 0.3, green: 0, blue: 0)
    func middle(_ emitters: [EmitterDescription]) throws -> UInt32 {
      let picture = try sparks(emitters, step: 100)
      return picture.pixels[(picture.height / 2) * picture.width + picture.width / 2]
    }
    let center = Vector(50, 50)
    let base = try middle([spot(at: center, color: Color(red: 0, green: 0, blue: 0))])
    let one = try middle([
      spot(at: center, color: Color(red: 0, green: 0, blue: 0)),
      spot(at: center, blend: .additive, color: dim),
    ])
    let two = try middle([
      spot(at: center, color: Color(red: 0, green: 0, blue: 0)),
      spot(at: center, blend: .additive, color: dim),
      spot(at: center, blend: .additive, color: dim),
    ])
    func red(_ pixel: UInt32) -> Int { Int(pixel >> 16 & 255) }
    #expect(red(one) > red(base) + 30 && red(two) > red(one) + 30)
  }

  @Test("A small particle gives as much light as its area, below a pixel too, wherever it lies")
  func particleLight() throws {
    let paper = Theme(background: .black)
    func light(_ width: Double, _ place: Vector) throws -> Double {
      let target = try RenderTarget(PixelSize(100, 100))
      var emitter = spot(at: place, alpha: 0.5)
      emitter.emitter.cells[0].size = width
      var description = WorldDescription(name: "t", view: Rect(size: Size(100, 100)))
      var frame = Frame(FrameSnapshot(step: 100, rate: 100))
      let viewport = Viewport(view: description.view, in: Rect(size: Size(100, 100)))
      var pictures: [Bitmap] = []
      for emitters in [[], [emitter]] {
        description.emitters = emitters
        frame.current.emitterCounts = emitters.map { _ in 0 }
        let renderer = Renderer(
          target, description: description, textures: TextureCache(warn: { _ in }), theme: paper)
        try renderer.draw(frame, in: viewport)
        pictures.append(try target.bitmap())
      }
      return zip(pictures[1].pixels, pictures[0].pixels).reduce(0) {
        $0 + Double($1.0 >> 8 & 255) - Double($1.1 >> 8 & 255)
      }
    }
    // The mean of (1 - r²)² over a disc is a third.
    for width in [0.5, 0.9, 1.3, 1.9, 2.4, 3, 4.6, 7.5, 11.4, 16] {
      let expected = 127.5 / 3 * Double.pi * width * width / 4
      for place in [Vector(50, 50), Vector(50.5, 49.5), Vector(30.3, 70.8)] {
        let found = try light(width, place)
        #expect(abs(found - expected) < expected * 0.12 + 4, "\(width) \(place): \(found) \(expected)")
      }
    }
  }

  @Test("However much light adds up, no pixel is brighter than its alpha allows, and none turns dark")
  func particleOverflow() throws {
    var emitters = (0..<8).map { spot(at: Vector(30 + 4 * Double($0), 50), alpha: 0.3 + 0.05 * Double($0)) }
    let covered = try sparks(emitters, step: 100)
    emitters += (0..<12).map { spot(at: Vector(30 + 3 * Double($0), 50), blend: .additive) }
    let bright = try sparks(emitters, step: 100)
    let dark = zip(covered.pixels, bright.pixels).count { before, now in
      [0, 8, 16].contains { shift in
        let component = now >> UInt32(shift) & 255
        return component > now >> 24 || component < before >> UInt32(shift) & 255
      }
    }
    #expect(dark == 0)
  }

  @Test("An emitter on a body is drawn by the samples of its snapshot")
  func particleSamples() throws {
    var emitter = spot(at: .zero, color: Color(red: 0, green: 0, blue: 0))
    emitter.body = 0
    let count = emitter.emitter.sampleCount(rate: 100)
    let samples = (0..<count).map { step in
      EmitterSample(emitted: min(Double(step) / 100, 1), position: Vector(Double(step) / 2, 50))
    }
    let empty = try sparks([], step: 100)
    let moving = difference(empty, try sparks([emitter], step: 100, samples: samples))
    let still = difference(
      empty, try sparks([spot(at: Vector(25, 50), color: Color(red: 0, green: 0, blue: 0))], step: 100))
    #expect(
      !moving.isEmpty && moving.map { $0.x } == still.map { $0.x }
        && moving.map { $0.y } == still.map { $0.y })
    #expect(
      difference(empty, try sparks([emitter], step: 100, counts: [count])).isEmpty,
      "without its samples it is not drawn")
    #expect(difference(empty, try sparks([emitter], step: 100, counts: [-1])).isEmpty, "it was removed")
  }
}
