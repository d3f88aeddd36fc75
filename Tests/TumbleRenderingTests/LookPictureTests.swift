import CTumbleSDL2
import Testing
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
@testable import TumbleLooks
@testable import TumbleRendering
import TumbleSamples

// Gradients, borders, round corners, captions, layers, and bodies drawn as one. Pictures of 100 × 100 points
// at two pixels a point, on plain white, without shadows.
extension RenderingTests {
  private static let red = Color(red: 1, green: 0, blue: 0)
  private static let green = Color(red: 0, green: 1, blue: 0)
  private static let blue = Color(red: 0, green: 0, blue: 1)

  private func picture(
    _ bodies: [BodyDescription], _ snapshots: [BodySnapshot], before: [BodySnapshot]? = nil,
    path: SpriteBatch.Path? = nil
  ) throws -> Bitmap {
    let target = try RenderTarget(PixelSize(200, 200))
    let description = WorldDescription(name: "t", view: Rect(size: Size(100, 100)), bodies: bodies)
    var theme = Theme(background: .white)
    theme.shadow = nil
    (theme.grid, theme.gridEvery5th) = (.white, .white)
    let renderer = Renderer(
      target, description: description, textures: TextureCache(warn: { _ in }), theme: theme, path: path)
    let viewport = Viewport(view: description.view, in: Rect(size: Size(200, 200)), density: 1)
    for bodies in [before, snapshots].compactMap({ $0 }) {
      try renderer.draw(Frame(FrameSnapshot(step: 1, rate: 120, bodies: bodies)), in: viewport)
    }
    return try target.bitmap()
  }

  private func box(_ width: Double, _ height: Double, _ kind: BodyKind = .dynamic, _ style: BodyStyle)
    -> BodyDescription
  {
    var body = BodyDescription(
      name: "b", kind: kind, outlines: [.rect(Rect(center: .zero, size: Size(width, height)), radius: 0)])
    body.style = style
    return body
  }

  private func at(_ id: Int, angle: Double = 0, _ color: Color? = nil, opacity: Double = 1) -> BodySnapshot {
    BodySnapshot(
      id: BodyID(id), position: Vector(50, 50), angle: angle,
      appearance: Appearance(opacity: opacity, color: color))
  }

  /// The red, green and blue at a point of the view.
  private func pixel(_ picture: Bitmap, _ x: Double, _ y: Double) -> [Int] {
    let pixel = picture[Int(x * 2), Int(200 - y * 2)]
    return [Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255)]
  }

  private func isNear(_ a: [Int], _ b: [Int], _ most: Int = 6) -> Bool {
    zip(a, b).allSatisfy { abs($0 - $1) <= most }
  }

  private static let kinds: [BodyKind] = [.static, .kinematic, .dynamic]

  @Test(
    "A gradient runs over the bounds as it says, still and moving, and turns with its body", arguments: kinds)
  func gradients(kind: BodyKind) throws {
    let style = BodyStyle(
      gradient: Gradient([Self.red, Self.blue]), border: BodyBorder(width: 0))
    for path in [SpriteBatch.Path.copies, .batches] {
      let picture = try picture([box(60, 60, kind, style)], [at(0)], path: path)
      #expect(isNear(pixel(picture, 50, 79), [250, 0, 4], 10))
      #expect(isNear(pixel(picture, 25, 50), [127, 0, 127], 10))
      #expect(isNear(pixel(picture, 75, 21), [4, 0, 250], 10))
      let turned = try self.picture([box(60, 60, kind, style)], [at(0, angle: .pi)], path: path)
      #expect(isNear(pixel(turned, 50, 21), [250, 0, 4], 10))
    }
    var radial = Gradient(
      .radial, stops: [.init(Self.red, at: 0), .init(Self.red, at: 0.5), .init(Self.blue, at: 0.5)])
    radial.radius = 20
    let disc = try picture(
      [box(60, 60, kind, BodyStyle(gradient: radial, border: BodyBorder(width: 0)))], [at(0)])
    #expect(isNear(pixel(disc, 58, 50), [255, 0, 0]) && isNear(pixel(disc, 62, 50), [0, 0, 255]))
  }

  @Test("A gradient is multiplied by the body's color, also where that changes", arguments: kinds)
  func tintedGradient(kind: BodyKind) throws {
    let body = box(
      60, 60, kind, BodyStyle(gradient: Gradient([.white, Self.red]), border: BodyBorder(width: 0)))
    for before in [nil, [at(0, Self.blue)]] {
      let picture = try picture([body], [at(0, Self.green)], before: before)
      #expect(isNear(pixel(picture, 50, 79), [0, 250, 0], 12), "\(pixel(picture, 50, 79))")
      #expect(isNear(pixel(picture, 50, 21), [0, 4, 0], 12))
    }
  }

  @Test(
    "A border lies within the outline and keeps its color while the body's color changes", arguments: kinds)
  func borders(kind: BodyKind) throws {
    let body = box(60, 60, kind, BodyStyle(border: BodyBorder(width: 5, color: Self.blue)))
    for before in [nil, [at(0, Self.green)]] {
      let picture = try picture([body], [at(0, Self.red)], before: before)
      for distance in stride(from: -3.5, through: 9, by: 1) {
        let wanted = distance < 0 ? [255, 255, 255] : distance < 5 ? [0, 0, 255] : [255, 0, 0]
        #expect(isNear(pixel(picture, 20 + distance + 0.25, 50), wanted), "\(kind) \(distance)")
        #expect(isNear(pixel(picture, 50, 80 - distance - 0.25), wanted), "\(kind) \(distance)")
      }
    }
  }

  @Test("Nothing of a half seen body shines through its border, also once its color has changed")
  func borderOfHalfSeen() throws {
    let body = box(60, 60, .dynamic, BodyStyle(border: BodyBorder(width: 5, color: Self.blue)))
    for before in [nil, [at(0, Self.green)]] {
      let picture = try picture([body], [at(0, Self.red, opacity: 0.5)], before: before)
      for distance in [1.0, 2, 3, 4, 7, 9] {
        let wanted = distance < 5 ? [128, 128, 255] : [255, 128, 128]
        #expect(isNear(pixel(picture, 20 + distance + 0.25, 50), wanted), "\(distance)")
        #expect(isNear(pixel(picture, 50, 80 - distance - 0.25), wanted), "\(distance)")
      }
    }
  }

  @Test("No outline of a half seen body shines through the border of another")
  func borderOfTwo() throws {
    var body = box(60, 60, .dynamic, BodyStyle(border: BodyBorder(width: 5, color: Self.blue)))
    body.outlines.append(.rect(Rect(center: .zero, size: Size(30, 30)), radius: 0))
    let picture = try picture([body], [at(0, Self.red, opacity: 0.5)], before: [at(0, Self.green)])
    for distance in [1.0, 2, 3] {
      #expect(isNear(pixel(picture, 35 + distance + 0.25, 50), [128, 128, 255]), "\(distance)")
    }
    #expect(isNear(pixel(picture, 50, 50), [255, 128, 128]))
  }

  @Test("A border of no width takes the rim away, and a plain body has one")
  func noBorder() throws {
    let bare = try picture(
      [box(60, 60, .dynamic, BodyStyle(border: BodyBorder(width: 0)))], [at(0, Self.red)])
    let plain = try picture([box(60, 60, .dynamic, BodyStyle())], [at(0, Self.red)])
    #expect(isNear(pixel(bare, 20.4, 50), [255, 0, 0]))
    #expect(!isNear(pixel(plain, 20.4, 50), [255, 0, 0]))
  }

  @Test("Round corners cut corners only: of fills, borders and pictures", arguments: kinds)
  func corners(kind: BodyKind) throws {
    let styles = [
      BodyStyle(cornerRadius: 20),
      BodyStyle(cornerRadius: 20, border: BodyBorder(width: 3, color: Self.blue)),
      BodyStyle(gradient: Gradient([Self.red, Self.blue]), cornerRadius: 20),
    ]
    for style in styles {
      for texture in [nil, Samples.asset("crate")] {
        var body = box(60, 60, kind, style)
        body.texture = texture
        let picture = try picture([body], [at(0)])
        for (x, y) in [(21.0, 21.0), (79, 21), (21, 79), (79, 79), (24, 24)] {
          #expect(isNear(pixel(picture, x, y), [255, 255, 255]), "\(style) \(x) \(y)")
        }
        for (x, y) in [(21.0, 50.0), (50, 21), (28, 28), (50, 50), (40, 79)] {
          #expect(!isNear(pixel(picture, x, y), [255, 255, 255]), "\(style) \(x) \(y)")
        }
      }
    }
  }

  /// Points of the letters, dark on light.
  private func letters(_ picture: Bitmap) -> Set<Int> {
    var dark: Set<Int> = []
    for y in 0..<200 {
      for x in 0..<200 where picture[x, y] >> 8 & 255 < 100 { dark.insert(y * 200 + x) }
    }
    return dark
  }

  @Test("A caption turns with its body, or stays upright as that says", arguments: kinds)
  func captions(kind: BodyKind) throws {
    func shown(_ isUpright: Bool, angle: Double) throws -> Set<Int> {
      let caption = Caption("L", size: 30, isUpright: isUpright)
      let body = box(60, 60, kind, BodyStyle(border: BodyBorder(width: 0), caption: caption))
      return letters(try picture([body], [at(0, angle: angle, Color(red: 1, green: 0.9, blue: 0.5))]))
    }
    let plain = try shown(false, angle: 0)
    #expect(plain.count > 100)
    let turned = try shown(false, angle: .pi)
    // Turned by half, each pixel is opposite to where it was, but for edges.
    let opposite = Set(plain.map { 200 * 200 - 1 - $0 })
    #expect(turned.intersection(opposite).count * 10 > plain.count * 8)
    let upright = try shown(true, angle: .pi)
    #expect(upright.intersection(plain).count * 10 > plain.count * 8)
  }

  @Test("A caption of no size fits its body, and is black or white as the fill asks, also where that changes")
  func captionColors() throws {
    let body = box(80, 30, .dynamic, BodyStyle(border: BodyBorder(width: 0), caption: Caption("WIDE TEXT")))
    for before in [nil, [at(0, Self.blue)]] {
      for (fill, isDark) in [(Color.white, true), (Color.black, false)] {
        let picture = try picture([body], [at(0, fill)], before: before)
        var (least, most) = (255, 0)
        for x in stride(from: 10.5, to: 90, by: 0.5) {
          for y in stride(from: 36.5, to: 64, by: 0.5) {
            least = min(least, pixel(picture, x, y)[1])
            most = max(most, pixel(picture, x, y)[1])
          }
        }
        #expect(isDark ? least < 40 && most > 240 : least < 15 && most > 215)
      }
    }
    let text = CaptionText(
      Caption("WIDE TEXT\nand more"), over: Rect(center: .zero, size: Size(80, 30)), from: .zero,
      family: Font.builtInFamily)
    #expect(text.lines.count == 2 && !text.isBeyond && text.room.width < 90 && text.room.height < 30)
  }

  @Test("A caption is read on a body whose color is clear, of which nothing else is seen", arguments: kinds)
  func captionOnClear(kind: BodyKind) throws {
    for (isUpright, color) in [(false, Color.black), (true, Color.black), (false, nil), (true, nil)] {
      func shown(_ fill: Color) throws -> Set<Int> {
        let caption = Caption("L", size: 30, color: color, isUpright: isUpright)
        return letters(try picture([box(60, 60, kind, BodyStyle(caption: caption))], [at(0, fill)]))
      }
      let (clear, white) = (try shown(.clear), try shown(.white))
      #expect(clear.count > 100)
      // White has a rim, which is dark.
      #expect(clear.isSubset(of: white))
    }
    let nothing = try picture([box(60, 60, kind, BodyStyle())], [at(0, .clear)])
    #expect(letters(nothing).isEmpty)
  }

  @Test("Bodies of higher layers lie in front, and within one the later ones do")
  func layers() throws {
    func layered(_ layers: [Int], _ kinds: [BodyKind]) throws -> [Int] {
      var bodies = kinds.map { box(40, 40, $0, BodyStyle(border: BodyBorder(width: 0))) }
      for (index, layer) in layers.enumerated() { bodies[index].depth = layer }
      let picture = try picture(
        bodies, [at(0, Self.red), at(1, Self.green), at(2, Self.blue)].prefix(kinds.count).map { $0 })
      return pixel(picture, 50, 50)
    }
    let (red, green, blue) = ([255, 0, 0], [0, 255, 0], [0, 0, 255])
    #expect(isNear(try layered([0, 0, 0], [.dynamic, .dynamic, .dynamic]), blue))
    #expect(isNear(try layered([0, 1, 0], [.dynamic, .dynamic, .dynamic]), green))
    #expect(isNear(try layered([2, 1, 1], [.dynamic, .dynamic, .dynamic]), red))
    #expect(isNear(try layered([0, 0, -1], [.dynamic, .dynamic, .dynamic]), green))
    // What is static is behind the others of its layer, whatever the order.
    #expect(isNear(try layered([0, 0, 0], [.dynamic, .static, .static]), red))
    #expect(isNear(try layered([0, 1, 0], [.dynamic, .static, .dynamic]), green))
    #expect(isNear(try layered([1, 1, 1], [.dynamic, .static, .kinematic]), blue))
    #expect(isNear(try layered([1, 1, 0], [.dynamic, .static, .kinematic]), red))
    #expect(isNear(try layered([0, -1], [.static, .dynamic]), red))
    #expect(isNear(try layered([1, 0], [.static, .static]), red))
  }

  @Test("Outlines of a translucent body do not shine through each other", arguments: kinds)
  func groups(kind: BodyKind) throws {
    let outlines: [Outline] = [
      .rect(Rect(center: Vector(-10, 0), size: Size(40, 20)), radius: 0),
      .rect(Rect(center: Vector(10, 0), size: Size(40, 20)), radius: 0),
    ]
    let clear = Color(red: 1, green: 0, blue: 0, alpha: 0.5)
    let styles = [
      BodyStyle(), BodyStyle(border: BodyBorder(width: 0)), BodyStyle(gradient: Gradient([clear, clear])),
    ]
    for style in styles {
      var body = BodyDescription(name: "b", kind: kind, outlines: outlines)
      body.style = style
      for (color, opacity, wanted) in [(Self.red, 0.5, 127), (clear, 1.0, 127), (clear, 0.5, 191)] {
        let isGradient = style.gradient != nil
        if isGradient, opacity == 1 || color.alpha < 1 { continue }
        for before in [nil, [at(0, Self.blue)]] {
          let picture = try picture([body], [at(0, color, opacity: opacity)], before: before)
          // Alone, and where both are.
          let wanted = isGradient ? 191 : wanted
          for x in [30.0, 50, 70] {
            #expect(
              isNear(pixel(picture, x, 50), [255, wanted, wanted], 4),
              "\(kind) \(style) \(color.alpha) \(opacity) \(x): \(pixel(picture, x, 50))")
          }
        }
      }
    }
  }

  @Test("A style is drawn as well over a picture, which its caption and its border lie on")
  func overPictures() throws {
    for kind in Self.kinds {
      var body = box(
        60, 60, kind,
        BodyStyle(border: BodyBorder(width: 6, color: Self.green), caption: Caption("I", size: 50)))
      body.texture = Samples.asset("crate")
      let picture = try picture([body], [at(0)])
      #expect(isNear(pixel(picture, 23, 50), [0, 255, 0], 20))
      #expect(isNear(pixel(picture, 50, 50), [255, 255, 255], 20))
    }
  }
}
