import Foundation
import Testing
import TumbleDrawing
import TumbleTestSupport

/// SDL's software renderer draws whole pixels, a graphics card parts of them: what is drawn may lie half a
/// pixel aside, and must be the same otherwise.
@Suite(
  "Both renderers", .enabled(if: Display.isAvailable, "Xvfb, xdotool and python3 are needed"))
struct BothRenderersTests {
  /// A view of 320 × 214 points, which a picture of 320 × 240 shows at a pixel a point above its line of
  /// status.
  private static let pieces: [(name: String, text: String)] = [
    (
      "gradients",
      """
      bodies:
        - {id: wall, kind: static, at: [60, 50], box: [80, 60], gradient: ["#e63946", "#1d3557"]}
        - {id: rays, kind: static, at: [60, 150], circle: 40, gradient: {colors: [white, "#ffb703", "#9d0208"], type: radial}}
        - {id: box, at: [160, 60], angle: 20 deg, box: [60, 50], gradient: {colors: [red, red, blue, blue], locations: [0, 0.5, 0.5, 1], direction: right}}
        - {id: disc, at: [160.5, 150.3], circle: 30, gradient: {colors: [white, "#4cc9f0", "#23538f"], type: radial, center: [-8, 8], radius: 40}}
        - {id: tinted, at: [260, 110], angle: -35 deg, box: [60, 90], color: "#9be564", gradient: [white, black]}
      """
    ),
    (
      "borders and corners",
      """
      bodies:
        - {id: wall, kind: static, at: [60, 50], box: [80, 60], color: "#457b9d", border: {width: 4, color: "#1d3557"}, cornerRadius: 12}
        - {id: crate, kind: static, at: [60, 150], box: [70, 70], texture: crate, cornerRadius: 20}
        - {id: box, at: [160.4, 60.2], box: [60, 50], angle: 25 deg, border: {width: 3, color: black}, cornerRadius: 8}
        - {id: wood, at: [160, 150], box: [60, 60], angle: -15 deg, texture: crate, cornerRadius: 16, border: {width: 4, color: "#2a9d8f"}}
        - {id: bare, at: [260, 60], angle: 40 deg, polygon: [[-30, -20], [30, -20], [0, 35]], cornerRadius: 6, border: 0}
        - {id: plain, at: [260, 150], circle: 32}
      """
    ),
    (
      "captions",
      """
      bodies:
        - {id: wall, kind: static, at: [70, 50], box: [110, 50], color: "#1d3557", caption: "Still"}
        - {id: turned, at: [70, 150], angle: 30 deg, box: [110, 40], color: "#ffb703", caption: "Turned"}
        - {id: upright, at: [220, 60], angle: 70 deg, box: [60, 110], color: "#8d99ae", caption: {text: "Upright\\nof two lines", size: 15, upright: true}}
        - {id: pictured, at: [220.5, 160.5], angle: -10 deg, box: [90, 60], texture: crate, caption: {text: "Over", size: 22}}
      """
    ),
    (
      "layers",
      """
      bodies:
        - {id: back, at: [90, 90], angle: 10 deg, box: [90, 90], color: "#e63946", layer: -1}
        - {id: wall, kind: static, at: [130, 110], box: [90, 60], color: "#457b9d", layer: 2}
        - {id: middle, at: [120, 150], box: [60, 80], angle: 35 deg, color: "#ffb703", layer: 1}
        - {id: ground, kind: static, at: [220, 60], box: [120, 70], color: "#6a994e"}
        - {id: front, kind: kinematic, at: [220, 110], circle: 40, color: "#a682b4", layer: 3}
      """
    ),
    (
      "groups that are half seen",
      """
      bodies:
        - {id: wall, kind: static, at: [80, 60], opacity: 50 %, color: "#e63946", shapes: [{box: {size: [100, 30]}}, {box: {size: [30, 90]}}]}
        - {id: cross, at: [80, 150], angle: 30 deg, opacity: 50 %, color: "#1d3557", shapes: [{box: {size: [100, 20]}}, {box: {size: [20, 90]}}]}
        - {id: clear, at: [220, 60], angle: 10 deg, color: "#2a9d8f80",
           shapes: [{circle: {radius: 30, center: [-20, 0]}}, {circle: {radius: 30, center: [20, 0]}}]}
        - {id: picture, at: [220, 150], angle: 20 deg, box: [70, 70], texture: crate, opacity: 40 %}
      """
    ),
    (
      "shadows",
      """
      bodies:
        - {id: wall, kind: static, at: [60, 50], box: [60, 40]}
        - {id: stone, kind: static, at: [60, 150], angle: 20 deg, polygon: [[-30, -30], [40, -20], [0, 40]]}
        - {id: box, at: [150, 50], angle: 33 deg, box: [44, 44]}
        - {id: disc, at: [150, 150], circle: 30}
        - {id: bar, at: [250, 60], angle: 65 deg, box: [110, 8]}
        - {id: wheel, at: [250, 150], circle: 34, texture: wheel}
        - {id: faint, at: [200, 100], box: [30, 30], opacity: 50 %}
      """
    ),
    (
      "joints",
      """
      bodies:
        - {id: post, kind: static, at: [160, 200], box: [300, 10]}
        - {id: a, at: [30, 120], box: [20, 20]}
        - {id: b, at: [80, 140], box: [20, 20]}
        - {id: c, at: [130, 110], box: [20, 20]}
        - {id: d, at: [190, 130], circle: 24}
        - {id: e, at: [260, 130], circle: 30}
        - {id: f, at: [60, 40], box: [20, 20]}
        - {id: g, at: [200, 40], box: [20, 20]}
      joints:
        - {id: rod, type: pin, a: post, b: a, anchorA: [-120, 0]}
        - {id: rope, type: slide, a: post, b: b, anchorA: [-60, 0], min: 0, max: 120}
        - {id: coil, type: spring, a: post, b: c, anchorA: [-10, 0], stiffness: 10, damping: 1}
        - {id: axle, type: pivot, a: post, b: d, at: [190, 130]}
        - {id: engine, type: motor, a: post, b: d, rate: 0}
        - {id: hub, type: pivot, a: post, b: e, at: [260, 130]}
        - {id: cogs, type: gear, a: d, b: e, ratio: 1}
        - {id: slot, type: groove, a: post, b: f, from: [-130, -160], to: [-20, -150], anchorB: [0, 0]}
        - {id: long, type: spring, a: f, b: g, stiffness: 10, damping: 1}
      """
    ),
    (
      "particles",
      """
      emitters:
        - {id: soft, at: [60, 60], seed: 1, circle: 40,
           cells: {rate: 60 Hz, lifetime: 2, velocity: 5, angleRange: 360 deg, size: 12, alpha: 0.7, color: "#e63946"}}
        - {id: fine, at: [160, 60], seed: 2, circle: 40, cells: {rate: 600 Hz, lifetime: 2, velocity: 5, angleRange: 360 deg, size: 1.7, color: "#457b9d"}}
        - {id: small, at: [160, 160], seed: 3, circle: 40,
           cells: {rate: 200 Hz, lifetime: 2, velocity: 5, angleRange: 360 deg, size: 3.4, scaleRange: 0.6, color: "#2a9d8f"}}
        - {id: bright, at: [60, 160], seed: 4, blend: additive, circle: 40,
           cells: {rate: 200 Hz, lifetime: 2, velocity: 5, angleRange: 360 deg, size: 5, alpha: 0.5, color: "#604020"}}
        - {id: large, at: [260, 160], seed: 5, cells: {rate: 3 Hz, lifetime: 2, velocity: 20, angleRange: 360 deg, size: 50, alpha: 0.5, color: "#ffb703"}}
        - {id: leaves, at: [260, 60], seed: 6, cells: {rate: 20 Hz, lifetime: 2, velocity: 30, angleRange: 360 deg, size: 16, spin: 2, picture: crate}}
      """
    ),
    (
      "cloths and blobs",
      """
      bodies:
        - {id: sail, at: [30, 60], color: "#457b9d", repeat: {cloth: {columns: 6, rows: 5, spacing: [18.3, 20], pin: top}}}
        - {id: jelly, at: [200.4, 110.2], color: "#e63946", repeat: {blob: {radius: 45, count: 12, stiffness: 100}}}
        - {id: glass, at: [265, 170], color: "#2a9d8f80", repeat: {blob: {radius: 30, count: 9, stiffness: 100}}}
      """
    ),
    (
      "scenery and fluids",
      """
      scenery:
        - {id: tiles, at: [10, 10], box: [11, 11], color: "#9cbbd5", repeat: {grid: {columns: 20, rows: 12, spacing: 16.3}}}
        - {id: moon, at: [280, 180], circle: 22, color: "#ffe27a"}
        - {id: dust, at: [160, 107], circle: 3, color: "#ffd9a0", opacity: 60 %, layer: front, repeat: {scatter: {count: 60, area: [320, 214], seed: 3}}}
      bodies:
        - {id: box, at: [250, 60], angle: 30 deg, box: [50, 50], texture: crate}
        - {id: pool, kind: static, shapes: [{segment: {from: [120, 20], to: [300, 20], radius: 3}}]}
      fluids:
        - {id: water, polygon: [[120, 20], [300, 20], [300, 120], [120, 120]], level: 70}
      """
    ),
    (
      "pictures and belts",
      """
      bodies:
        - {id: belt, kind: static, at: [100, 40], box: [160, 24], texture: steel, surfaceVelocity: [90, 0]}
        - {id: plank, at: [100, 90], angle: 8 deg, box: [170, 14], texture: plank}
        - {id: bricks, kind: static, at: [250, 60], box: [90, 80], texture: brick}
        - {id: ball, at: [60, 160], circle: 30, angle: 1, texture: ball}
        - {id: ice, at: [150, 160], angle: 50 deg, box: [50, 50], texture: ice}
        - {id: steel, at: [250, 160], angle: -0.3, circle: 34, texture: steelball}
      """
    ),
  ]

  /// The bounds for the difference of two pictures beyond a pixel's shift: on average, and in how many of
  /// their pixels.
  private static let (meanBound, strayBound) = (0.8, 0.002)
  /// The bound for spots of one or two pixels: a graphics card draws what lies at the middle of each pixel,
  /// and SDL's renderer the average.
  private static let particleBound = 0.01
  /// A cloth's rim is what an inner stroke leaves of an outer one: SDL's renderer puts each of them on whole
  /// pixels.
  private static let rimBound = 0.003

  @Test(
    "Both renderers draw the same looks, shadows, joints, particles and scenery, in one and two pixels a point, light and dark",
    arguments: pieces.indices)
  func same(piece: Int) throws {
    let (name, text) = Self.pieces[piece]
    let scratch = try ScratchFolder()
    let scene = try scratch.file(
      "piece.yaml",
      "tumble: 1\ntitle: Piece\nview: {size: [320, 214]}\nworld: {gravity: [0, 0]}\n" + text + "\n")
    let display = try Display()
    var program = RunProgram("offscreen-window")
    program.environment = ["DISPLAY": display.name, "WAYLAND_DISPLAY": ""]
    let outcome = try program(
      "pictures", "--scene", scene.path, "--folder", scratch.url.path, "--milliseconds", "1000")
    try #require(outcome.code == 0, "\(outcome.text)\(outcome.errors)")
    #expect(outcome.text.contains("display: opengl"), "\(outcome.text)")
    for theme in ["light", "dark"] {
      for scale in [1, 2] {
        func picture(_ place: String) throws -> Bitmap {
          try PNG.read(scratch.url.appendingPathComponent("piece-\(theme)-\(place)-\(scale)x.png").path)
        }
        let (software, card) = (try picture("software"), try picture("display"))
        let apart = Strays(software, card)
        let bound =
          switch name {
          case "particles": Self.particleBound
          case "cloths and blobs": Self.rimBound
          default: Self.strayBound
          }
        #expect(
          apart.mean <= Self.meanBound && apart.share <= bound,
          "\(name), \(theme), \(scale) ×: \(apart)")
        // Not two empty pictures.
        #expect(Set(software.pixels).count > 100)
      }
    }
  }
}

/// The differences of two pictures of which one may lie a pixel aside.
struct Strays: CustomStringConvertible {
  /// The difference of the average pixels of blocks of 8 × 8, averaged, in 255ths.
  private(set) var mean = 0.0
  /// The share of pixels that are no color between those around the same place of the other picture.
  private(set) var share = 0.0

  private static let tolerance = 24
  private static let block = 8

  init(_ a: Bitmap, _ b: Bitmap) {
    precondition(a.width == b.width && a.height == b.height, "the pictures have different sizes")
    let (width, height) = (a.width, a.height)
    let columns = width / Self.block + 1
    var (strays, total) = (0, 0)
    var sums = Array(repeating: 0, count: columns * (height / Self.block + 1) * 3)
    a.pixels.withUnsafeBufferPointer { a in
      b.pixels.withUnsafeBufferPointer { b in
        for index in a.indices where a[index] != b[index] {
          let (y, x) = index.quotientAndRemainder(dividingBy: width)
          let place = (y / Self.block * columns + x / Self.block) * 3
          var isStray = false
          for part in 0..<3 {
            let apart = Self.part(part, a[index]) - Self.part(part, b[index])
            sums[place + part] += apart
            guard abs(apart) > Self.tolerance, !isStray else { continue }
            isStray =
              Self.isBeyond(a[index], part, x, y, width, height, b)
              || Self.isBeyond(b[index], part, x, y, width, height, a)
          }
          if isStray { strays += 1 }
        }
      }
    }
    for sum in sums { total += abs(sum) }
    let pixels = Double(width * height)
    (mean, share) = (Double(total) / 3 / pixels, Double(strays) / pixels)
  }

  private static func part(_ part: Int, _ pixel: UInt32) -> Int { Int(pixel >> UInt32(8 * part) & 255) }

  /// Is true if a component lies beyond those around the same place of another picture.
  private static func isBeyond(
    _ pixel: UInt32, _ part: Int, _ x: Int, _ y: Int, _ width: Int, _ height: Int,
    _ other: UnsafeBufferPointer<UInt32>
  ) -> Bool {
    let value = Self.part(part, pixel)
    var (low, high) = (255, 0)
    for row in max(y - 1, 0)...min(y + 1, height - 1) {
      for column in max(x - 1, 0)...min(x + 1, width - 1) {
        let near = Self.part(part, other[row * width + column])
        (low, high) = (min(low, near), max(high, near))
      }
    }
    return value < low - tolerance || value > high + tolerance
  }

  var description: String { "mean \(mean), \(share * 100) % strays" }
}
