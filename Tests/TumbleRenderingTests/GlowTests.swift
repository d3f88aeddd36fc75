import Testing
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
@testable import TumbleLooks
@testable import TumbleRendering

extension RenderingTests {
  /// A disc of 20 points in the middle of a view of 100 × 100 points, at 3 pixels a point.
  private func disc(
    _ kind: BodyKind, glow: Double, before: Double? = nil, alpha: Double = 0, opacity: Double = 1
  ) throws -> Bitmap {
    var description = WorldDescription(name: "t", title: "t", view: Rect(size: Size(100, 100)))
    description.bodies = [BodyDescription(name: "disc", kind: kind, outlines: [.circle(radius: 10)])]
    func snapshot(_ glow: Double) -> FrameSnapshot {
      let look = Appearance(opacity: opacity, color: Color(red: 1, green: 0.5, blue: 0), glow: glow)
      return FrameSnapshot(
        step: 1, rate: 120,
        bodies: [BodySnapshot(id: 0, position: Vector(50, 50), angle: 0, appearance: look)])
    }
    var frame = Frame(snapshot(glow))
    frame.previous = snapshot(before ?? glow)
    frame.alpha = alpha
    let renderer = try OffscreenRenderer(size: PixelSize(300, 326), textures: TextureCache(warn: { _ in }))
    return try renderer.picture(
      of: frame, description: description, status: Status(title: "t", step: 1, rate: 120))
  }

  /// A lamp, off or on, before a dark wall at the right of a view of 100 × 100 points, on a dark ground.
  private func lamp(
    _ kind: BodyKind = .static, glow: Double, at position: Vector = Vector(50, 50), hasSky: Bool = false,
    _ renderer: inout Renderer?, path: SpriteBatch.Path = .copies
  ) throws -> Bitmap {
    let textures = TextureCache(warn: { _ in })
    let view = Rect(size: Size(100, 100))
    var description = WorldDescription(name: "t", title: "t", view: view)
    description.bodies = [BodyDescription(name: "lamp", kind: kind, outlines: [.circle(radius: 5)])]
    description.bodies[0].castsShadow = false
    description.hasSky = hasSky
    var wall = SceneryDescription(
      name: "wall", outlines: [.rect(Rect(center: .zero, size: Size(50, 100)))],
      places: [.init(position: Vector(75, 50))])
    wall.color = Color(red: 0.4, green: 0.2, blue: 0.2)
    description.scenery = [wall]
    let used =
      try renderer
      ?? Renderer(
        RenderTarget(PixelSize(200, 200)), description: description, textures: textures,
        theme: Theme(background: .black), path: path)
    renderer = used
    let look = Appearance(color: Color(red: 1, green: 1, blue: 0), glow: glow)
    let frame = FrameSnapshot(
      step: 1, rate: 120, bodies: [BodySnapshot(id: 0, position: position, angle: 0.3, appearance: look)])
    try used.draw(Frame(frame), in: Viewport(view: view, in: Rect(size: Size(200, 200))))
    return try used.target.bitmap()
  }

  @Test(
    "A lamp that stands still lights the scenery near it, and nothing where there is none",
    arguments: [SpriteBatch.Path.copies, .batches])
  func lampLight(path: SpriteBatch.Path) throws {
    var renderer: Renderer?
    let off = try lamp(glow: 0, &renderer, path: path)
    let (half, on) = (try lamp(glow: 0.5, &renderer, path: path), try lamp(glow: 1, &renderer, path: path))
    func red(_ picture: Bitmap, _ x: Int, _ y: Int) -> Int { Int(picture[x, y] >> 16 & 255) }
    // Beyond the halo, and the paler the farther.
    #expect(red(on, 132, 100) > red(off, 132, 100) + 20)
    #expect(red(on, 132, 100) > red(half, 132, 100) && red(half, 132, 100) > red(off, 132, 100))
    #expect(red(on, 132, 100) > red(on, 150, 100) && red(on, 150, 100) > red(off, 150, 100))
    #expect(on[66, 100] == off[66, 100])
    #expect(on[190, 100] == off[190, 100])
    // In the lamp's color: none of the blue.
    #expect(on[132, 100] & 255 == off[132, 100] & 255)
    let again = try lamp(glow: 0, &renderer, path: path)
    #expect(again[132, 100] == off[132, 100] && again[150, 100] == off[150, 100])
  }

  @Test("Neither the sky is lit, nor does a body light scenery that can move")
  func unlit() throws {
    for (kind, hasSky) in [(BodyKind.static, true), (.dynamic, false), (.kinematic, false)] {
      var renderer: Renderer?
      let off = try lamp(kind, glow: 0, hasSky: hasSky, &renderer)
      let on = try lamp(kind, glow: 1, hasSky: hasSky, &renderer)
      #expect(on[132, 100] == off[132, 100], "\(kind)")
    }
  }

  @Test("The light is drawn once, and again where its lamp has been put elsewhere")
  func lightOnce() throws {
    var renderer: Renderer?
    _ = try lamp(glow: 1, &renderer)
    let (target, first) = (try #require(renderer).target, try lamp(glow: 1, &renderer))
    _ = target.takeCounts()
    for glow in [0.2, 0, 0.7, 1] { _ = try lamp(glow: glow, &renderer) }
    #expect(target.takeCounts().uploads == 0)
    var other: Renderer?
    let moved = try lamp(glow: 1, at: Vector(60, 40), &renderer)
    #expect(moved == (try lamp(glow: 1, at: Vector(60, 40), &other)) && moved != first)
  }

  @Test(
    "A body that is light adds its color to what lies behind it, moving or not, however large",
    arguments: [BodyKind.dynamic, .static], [SpriteBatch.Path.copies, .batches])
  func additive(kind: BodyKind, path: SpriteBatch.Path) throws {
    // The large one is no sprite.
    for (side, scale) in [(20.0, 4.0), (4000, 4)] {
      var description = WorldDescription(name: "t", title: "t", view: Rect(size: Size(50, 50)))
      let outline = Outline.rect(Rect(center: .zero, size: Size(side, side)))
      description.bodies = ["behind", "light"].map {
        BodyDescription(name: $0, kind: kind, outlines: [outline])
      }
      for index in [0, 1] {
        description.bodies[index].castsShadow = false
        description.bodies[index].style.border = BodyBorder(width: 0)
      }
      func picture(_ blend: Blend, bodies: Int = 2) throws -> UInt32 {
        description.bodies[1].style.blend = blend
        let renderer = try Renderer(
          RenderTarget(PixelSize(200, 200)), description: description, textures: TextureCache(warn: { _ in }),
          theme: Theme(background: .black), path: path)
        let colors = [Color(red: 0.4, green: 0.2, blue: 0), Color(red: 0.2, green: 0, blue: 0.4)]
        let shown = (0..<bodies).map { index in
          BodySnapshot(
            id: BodyID(index), position: Vector(25, 25), angle: 0,
            appearance: Appearance(color: colors[index]))
        }
        let frame = Frame(FrameSnapshot(step: 1, rate: 120, bodies: shown))
        let view = Rect(size: Size(200 / scale, 200 / scale))
        try renderer.draw(frame, in: Viewport(view: view, in: Rect(size: Size(200, 200))))
        return try renderer.target.bitmap()[100, 100]
      }
      let (alone, covered) = (try picture(.normal, bodies: 1), try picture(.normal))
      let added = try picture(.additive)
      for shift in [0, 8, 16] as [UInt32] {
        func part(_ pixel: UInt32) -> Int { Int(pixel >> shift & 255) }
        #expect(
          abs(part(added) - part(alone) - part(covered)) <= 1, "\(side): \(added), not \(alone) + \(covered)")
      }
    }
  }

  /// The sum of the differences of two pictures' pixels, by their components.
  private func difference(_ a: Bitmap, _ b: Bitmap) -> Int {
    zip(a.pixels, b.pixels).reduce(0) { sum, pair in
      sum + [0, 8, 16].reduce(0) { $0 + abs(Int(pair.0 >> $1 & 255) - Int(pair.1 >> $1 & 255)) }
    }
  }

  @Test(
    "A body that glows has a halo, the brighter the more it glows", arguments: [BodyKind.dynamic, .static])
  func halo(kind: BodyKind) throws {
    let plain = try disc(kind, glow: 0)
    let (half, full) = (try disc(kind, glow: 0.5), try disc(kind, glow: 1))
    #expect(difference(plain, half) > 10_000)
    #expect(difference(plain, full) > difference(plain, half) * 3 / 2)
    // Beyond what the halo reaches nothing changes.
    #expect(plain.pixels.prefix(300 * 60).elementsEqual(full.pixels.prefix(300 * 60)))
  }

  @Test("A halo fades with its body, and is in between two steps")
  func haloBetween() throws {
    let unseen = try disc(.dynamic, glow: 0, opacity: 0)
    #expect(difference(unseen, try disc(.dynamic, glow: 1, opacity: 0)) == 0)
    let between = try disc(.dynamic, glow: 1, before: 0, alpha: 0.5)
    #expect(difference(between, try disc(.dynamic, glow: 0.5)) == 0)
  }
}
