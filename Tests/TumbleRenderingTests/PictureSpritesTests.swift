import Foundation
import Testing
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
@testable import TumbleLooks
@testable import TumbleRendering
import TumbleSamples
import TumbleTestSupport

/// A row of pictures that a view of 400 × 200 pixels moves along, decoded when the test says so.
@Suite("Pictures decoded in the background")
struct PictureSpritesTests {
  private let scratch: ScratchFolder
  private static let spacing = 320.0
  private static let view = Rect(size: Size(400, 200))

  init() throws { scratch = try ScratchFolder() }

  private func color(_ hex: String, _ width: Int = 60, _ height: Int = 50) -> Bitmap {
    var bitmap = Bitmap(width: width, height: height)
    bitmap.clear(to: Color(hex: hex) ?? .black)
    return bitmap
  }

  private func description(_ textures: [String], kind: BodyKind = .dynamic, size: Size = Size(310, 240))
    -> WorldDescription
  {
    WorldDescription(
      name: "test", view: Self.view,
      bodies: textures.enumerated().map { index, texture in
        var body = BodyDescription(
          name: "b\(index)", kind: kind, outlines: [.rect(Rect(center: .zero, size: size))], texture: texture)
        body.castsShadow = false
        return body
      })
  }

  /// The bodies in a row, the first in the middle of the view, moved by so much.
  private func frame(_ description: WorldDescription, moved: Double = 0, speed: Double = 0) -> Frame {
    Frame(
      FrameSnapshot(
        step: 1, rate: 60,
        bodies: description.bodies.indices.map { index in
          var body = BodySnapshot(
            id: BodyID(index), position: Vector(200 + Double(index) * Self.spacing + moved, 100), angle: 0)
          body.velocity = Vector(speed, 0)
          return body
        }, joints: []))
  }

  private struct Show {
    let target: RenderTarget
    let textures: TextureCache
    let renderer: Renderer

    init(
      _ description: WorldDescription, _ decoding: TextureCache.Decoding,
      warn: @escaping (String) -> Void = { _ in }
    )
      throws
    {
      target = try RenderTarget(PixelSize(400, 200))
      textures = TextureCache(decoding, warn: warn)
      renderer = Renderer(
        target, description: description, textures: textures, theme: Theme(background: .white))
    }

    func draw(_ frame: Frame, zoom: Double = 1) throws {
      let area = Rect(size: Size(400 * zoom, 200 * zoom))
      try renderer.draw(frame, in: Viewport(view: PictureSpritesTests.view, in: area))
    }

    /// The color of a pixel without what a picture is darkened by where it is worn.
    func pixel(_ x: Int = 200, _ y: Int = 100) throws -> UInt32 {
      let pixel = try target.bitmap()[x, y]
      return [24, 16, 8, 0].reduce(0) { color, place in
        let channel = pixel >> place & 255
        return color | (channel > 200 ? 255 : channel < 40 ? 0 : channel) << place
      }
    }
  }

  @Test("A stand-in is drawn until the picture has come, and no frame waits for it")
  func standIn() throws {
    try PNG.write(color("#ff0000"), to: scratch.path("red.png"))
    let description = description([scratch.path("red.png")])
    let show = try Show(description, .stepped)
    let frame = frame(description)
    for _ in 0..<3 { try show.draw(frame) }
    #expect(try show.pixel() != 0xFFFF_0000)
    #expect(show.textures.statistics.missing == 1 && show.textures.statistics.lateFrames == 3)
    #expect(show.textures.statistics.misses == 1 && show.textures.statistics.decodes == 0)
    #expect(show.textures.decodeNext() && !show.textures.decodeNext())
    try show.draw(frame)
    #expect(try show.pixel() == 0xFFFF_0000)
    // The picture and its coarse form.
    #expect(show.textures.statistics.decodes == 1 && show.textures.statistics.uploads == 2)
    for _ in 0..<10 { try show.draw(frame) }
    #expect(!show.textures.decodeNext() && show.textures.statistics.uploads == 2)
    #expect(show.textures.statistics.waits == 0 && show.textures.statistics.lateFrames == 3)
  }

  @Test("A JPEG is seen coarsely first, which takes a part of the time, and then as it is")
  func coarse() throws {
    try JPEG.encode(color("#0000ff", 640, 480)).write(to: URL(fileURLWithPath: scratch.path("blue.jpg")))
    let description = description([scratch.path("blue.jpg")])
    let show = try Show(description, .stepped)
    let frame = frame(description)
    try show.draw(frame)
    #expect(show.textures.decodeNext())
    try show.draw(frame)
    let pixel = try show.pixel()
    #expect(pixel & 255 > 240 && pixel >> 16 & 255 < 20)
    #expect(show.textures.statistics.missing == 1, "the coarse one is a stand-in still")
    #expect(show.textures.decodeNext() && !show.textures.decodeNext())
    try show.draw(frame)
    #expect(show.textures.statistics.missing == 0)
  }

  @Test("What is in sight is decoded first, then what comes into sight soonest; what has gone is not decoded")
  func priority() throws {
    let names = (0..<12).map { scratch.path("\($0).png") }
    for name in names { try PNG.write(color("#ff0000"), to: name) }
    let description = description(names)
    let show = try Show(description, .stepped)
    // The sixth is in the middle, and the row moves to the left: the seventh comes next.
    let frame = frame(description, moved: -5 * Self.spacing, speed: -900)
    try show.draw(frame)
    var order: [String] = []
    while show.textures.decodeNext() {
      show.textures.receive()
      order += show.textures.sprites.suffix(1).map { FileManager.default.displayName(atPath: $0.job.path) }
    }
    let numbers = order.compactMap { Int($0.prefix { $0.isNumber }) }
    #expect(numbers.prefix(2).contains(5), "\(numbers)")
    // The fifth and the seventh show an edge: they are in sight too.
    #expect(Set(numbers.prefix(3)) == [4, 5, 6], "\(numbers)")
    func place(_ number: Int) -> Int? { numbers.firstIndex(of: number) }
    let (next, later) = (try #require(place(7), "\(numbers)"), try #require(place(8), "\(numbers)"))
    #expect(next < later)
    // What moves away is expected later than what comes, or not at all.
    if let left = place(3) { #expect(left > next, "\(numbers)") }
    #expect(!numbers.contains(0), "\(numbers)")

    let other = try Show(description, .stepped)
    try other.draw(frame)
    // Somewhere else now: all that was ordered is given up, and the first is decoded first.
    try other.draw(self.frame(description, moved: 0))
    try other.draw(self.frame(description, moved: 0))
    #expect(other.textures.statistics.cancellations > 0)
    #expect(other.textures.decodeNext())
    other.textures.receive()
    #expect(other.textures.sprites.first?.job.path == names[0])
  }

  @Test("The finished picture is the same as one that is drawn at once", arguments: [1.0, 2.5])
  func sameAsAtOnce(zoom: Double) throws {
    let (description, frame) = Samples.zoo
    func renderer(_ decoding: TextureCache.Decoding) throws -> (Renderer, RenderTarget, TextureCache) {
      let target = try RenderTarget(PixelSize(Int(300 * zoom), Int(300 * zoom)))
      let textures = TextureCache(decoding, warn: { _ in })
      return (Renderer(target, description: description, textures: textures), target, textures)
    }
    let viewport = Viewport(view: description.view, in: Rect(size: Size(300 * zoom, 300 * zoom)))
    let (atOnce, expected, _) = try renderer(.atOnce)
    try atOnce.draw(frame, in: viewport)
    let (later, target, textures) = try renderer(.inBackground)
    // Shadows of pictures are ordered when the pictures are known.
    for _ in 0..<4 {
      try later.draw(frame, in: viewport)
      textures.wait(atMost: RunningProgram.net)
    }
    try later.draw(frame, in: viewport)
    #expect(textures.statistics.missing == 0)
    #expect(try target.bitmap() == expected.bitmap())
  }

  @Test("Static bodies and particles have their pictures too when these have come")
  func backdrop() throws {
    try PNG.write(color("#00ff00"), to: scratch.path("green.png"))
    let description = description([scratch.path("green.png"), scratch.path("none.png")], kind: .static)
    let warnings = Warnings()
    let show = try Show(description, .stepped, warn: { warnings.all.append($0) })
    let frame = frame(description)
    try show.draw(frame)
    #expect(try show.pixel() != 0xFF00_FF00)
    while show.textures.decodeNext() {}
    try show.draw(frame)
    #expect(try show.pixel() == 0xFF00_FF00)
    #expect(warnings.all.count == 1 && warnings.all[0].contains("none.png"))
  }

  private final class Warnings { var all: [String] = [] }

  @Test("A file that is written anew is shown anew; while it is damaged, the old picture stays")
  func changes() throws {
    let file = scratch.path("a.png")
    try PNG.write(color("#ff0000"), to: file)
    let description = description([file])
    let warnings = Warnings()
    let show = try Show(description, .stepped, warn: { warnings.all.append($0) })
    let frame = frame(description)
    func settle() throws {
      for _ in 0..<3 {
        try show.draw(frame)
        while show.textures.decodeNext() {}
      }
      try show.draw(frame)
    }
    try settle()
    #expect(try show.pixel() == 0xFFFF_0000)
    try PNG.write(color("#0000ff"), to: file)
    try show.draw(frame)
    #expect(try show.pixel() == 0xFFFF_0000, "the old one stands in")
    try settle()
    #expect(try show.pixel() == 0xFF00_00FF)
    #expect(warnings.all.isEmpty)
    try Data("half a picture".utf8).write(to: URL(fileURLWithPath: file))
    try settle()
    #expect(try show.pixel() == 0xFF00_00FF && !warnings.all.isEmpty)
    try PNG.write(color("#00ff00"), to: file)
    try settle()
    #expect(try show.pixel() == 0xFF00_FF00)
  }

  @Test("A file that is missing at first is shown when it is there")
  func late() throws {
    let description = description([scratch.path("late.png")])
    let show = try Show(description, .stepped)
    let frame = frame(description)
    try show.draw(frame)
    #expect(!show.textures.decodeNext())
    try PNG.write(color("#ff0000"), to: scratch.path("late.png"))
    try show.draw(frame)
    #expect(show.textures.decodeNext())
    try show.draw(frame)
    #expect(try show.pixel() == 0xFFFF_0000)
  }

  @Test("Another zoom keeps what is seen until its pictures have come in their new size")
  func zoom() throws {
    try PNG.write(color("#ff0000"), to: scratch.path("red.png"))
    let description = description([scratch.path("red.png")])
    let show = try Show(description, .stepped)
    let frame = frame(description)
    try show.draw(frame)
    while show.textures.decodeNext() {}
    try show.draw(frame)
    try show.draw(frame, zoom: 0.5)
    #expect(try show.pixel(100, 50) == 0xFFFF_0000)
    #expect(show.textures.statistics.missing == 1 && show.textures.decodeNext())
    try show.draw(frame, zoom: 0.5)
    #expect(show.textures.statistics.missing == 0 && show.textures.statistics.decodes == 1)
  }

  @Test(
    "Two hundred large pictures scroll by: each decoded once a way, in time, within the limit, and no frame waits"
  )
  func carousel() throws {
    let count = 200
    for index in 0..<8 {
      let picture = try JPEG.encode(color(["#ff0000", "#00ff00", "#0000ff", "#ffff00"][index % 4], 800, 600))
      try scratch.file("\(index).jpg", picture)
    }
    let names = (0..<count).map { scratch.path("p\($0).jpg") }
    for (index, name) in names.enumerated() {
      #expect(symlink(scratch.path("\(index % 8).jpg"), name) == 0)
    }
    let description = description(names)
    let show = try Show(description, .stepped)
    let limit = 16 << 20
    show.renderer.pictures.limit = limit
    // The first are there before the scene is seen, as in the window.
    for _ in 0..<2 {
      try show.draw(frame(description))
      while show.textures.decodeNext() {}
    }
    try show.draw(frame(description))
    let atStart = show.textures.statistics
    let speed = 80.0
    var most = 0
    var moved = 0.0
    while moved > -Double(count - 1) * Self.spacing {
      moved -= speed
      try show.draw(frame(description, moved: moved, speed: -speed * 60))
      // A file a frame, as a thread would get done.
      show.textures.decodeNext()
      most = max(most, show.textures.statistics.bytes)
    }
    let statistics = show.textures.statistics
    #expect(statistics.lateFrames == atStart.lateFrames && statistics.waits == 0)
    // Each is decoded once; the first two also coarsely, as they were in sight at once.
    #expect(statistics.decodes == count + 2)
    // Each with its coarse form.
    #expect(statistics.uploads == 2 * count + 2)
    #expect(statistics.misses == count)
    #expect(statistics.evictions > 0 && most <= limit && most > limit / 2)
  }

  @Test("What is in sight is kept though it is more than the limit, and nothing is decoded in advance then")
  func overLimit() throws {
    let names = (0..<6).map { scratch.path("\($0).png") }
    for name in names { try PNG.write(color("#ff0000"), to: name) }
    let description = description(names)
    let target = try RenderTarget(PixelSize(400, 200))
    let textures = TextureCache(.stepped, warn: { _ in })
    let sprites = PictureSprites(textures, limit: 1)
    let cache = SpriteCache(target, detail: Detail(Viewport(view: Self.view, in: Self.view)), isSmooth: true)
    let entries = description.bodies.map { body -> PictureEntry? in
      sprites.use(cache)
      return sprites.entry(.picture(path: body.texture ?? "", within: body.outlines, .auto, Wear()))
    }
    for _ in 0..<20 {
      try sprites.beginFrame()
      for (index, entry) in entries.enumerated() {
        try sprites.want(#require(entry), rank: index < 2 ? 0 : Double(index))
      }
      sprites.endFrame()
      while textures.decodeNext() {}
    }
    #expect(entries.map { $0?.sprite != nil } == [true, true, false, false, false, false])
    #expect(textures.statistics.decodes == 2 && textures.statistics.evictions == 0)
    // Out of sight they go.
    for _ in 0..<3 {
      try sprites.beginFrame()
      sprites.endFrame()
    }
    #expect(entries.allSatisfy { $0?.sprite == nil } && textures.statistics.evictions == 2)
  }

  @Test("Nothing decoded is lost or left over, whatever the camera does", arguments: Seeds.list(default: 8))
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = (0..<30).map { scratch.path("\($0).png") }
    for (index, name) in names.enumerated() {
      try PNG.write(color(index.isMultiple(of: 2) ? "#ff0000" : "#0000ff"), to: name)
    }
    let description = description(names)
    let show = try Show(description, .stepped)
    for _ in 0..<random.int(in: 5...40) {
      let moved = -Self.spacing * Double(random.int(in: -1...31))
      let zoom = [0.5, 1, 2][random.int(in: 0...2)]
      for _ in 0..<random.int(in: 1...3) {
        try show.draw(frame(description, moved: moved, speed: random.double(in: -2000...2000)), zoom: zoom)
        for _ in 0..<random.int(in: 0...3) { show.textures.decodeNext() }
      }
    }
    // Standing still, all that is in sight comes.
    let index = random.int(in: 0...29)
    for _ in 0..<4 {
      try show.draw(frame(description, moved: -Self.spacing * Double(index)))
      while show.textures.decodeNext() {}
    }
    try show.draw(frame(description, moved: -Self.spacing * Double(index)))
    #expect(show.textures.statistics.missing == 0 && !show.textures.isBusy)
    #expect(try show.pixel() == (index.isMultiple(of: 2) ? 0xFFFF_0000 : 0xFF00_00FF))
    #expect(show.textures.statistics.bytes <= PictureSprites.largeLimit)
  }
}
