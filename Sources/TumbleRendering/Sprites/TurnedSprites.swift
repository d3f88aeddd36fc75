import Foundation
import TumbleDrawing
import TumbleGeometry
import TumbleLooks

/// The scale, the memory and the time that the pictures of turned sprites share.
///
/// SDL's software renderer turns a picture with jagged edges, or smoothly in four times as long. To copy one
/// that was turned smoothly in advance takes no longer than the former.
final class TurnedSprites {
  /// Bytes of all of them. What finds no room is turned by the renderer, smoothly.
  static let largestMemory = 64 << 20
  private let limit: Int
  /// Pixels of those that a frame draws where others wait for it: a few milliseconds.
  private static let patience = 250_000

  /// All turns of a larger one would take more memory than so many are worth.
  private static let largest = 96 * 96

  static func mayTurn(_ width: Int, _ height: Int) -> Bool { width * height <= largest }

  let target: RenderTarget
  /// Pixels per point.
  private(set) var scale = 0.0
  /// Rises when those that there are have the wrong size.
  private(set) var generation = 0
  private var bytes = 0
  /// Is true if something found no room.
  private(set) var isFull = false
  /// Pixels that this frame may still draw.
  private var room = 0

  init(_ target: RenderTarget, limit: Int = TurnedSprites.largestMemory) {
    self.target = target
    self.limit = limit
  }

  /// - Parameters:
  ///   - scale: Of the view; while it changes nothing is drawn in advance.
  ///   - isHurried: Whether what is not there may come in later frames.
  func beginFrame(scale: Double, isHurried: Bool) {
    room = isHurried ? Self.patience : .max
    guard scale != self.scale else { return }
    if isHurried, self.scale > 0 { room = 0 }
    self.scale = scale
    generation += 1
    bytes = 0
    isFull = false
  }

  /// Returns true if another of so many pixels may be drawn; if so, it is counted.
  func takeRoom(_ pixels: Int) -> Bool {
    guard bytes + 4 * pixels <= limit else {
      isFull = true
      return false
    }
    guard room >= pixels else { return false }
    room -= pixels
    bytes += 4 * pixels
    return true
  }

  /// Gives back the room of pixels that are not kept.
  func giveBack(_ pixels: Int) { bytes -= 4 * pixels }
}

/// A sprite's picture, turned to as many angles as can be told apart, each drawn when it is first shown.
final class TurnedSprite {
  /// One of them, and where its top left corner lies from the pixel that it turns about.
  struct Turn {
    let texture: Texture
    let left: Int
    let top: Int
  }

  private let shared: TurnedSprites
  /// The picture with straight alpha.
  private let picture: Bitmap
  /// The bounds in points.
  private let bounds: Rect
  private var turns: [Turn?] = []
  private var generation = -1

  init(_ shared: TurnedSprites, _ picture: Bitmap, bounds: Rect) {
    (self.shared, self.picture, self.bounds) = (shared, picture, bounds)
  }

  /// - Parameter scale: Pixels per point along the sprite's axes.
  /// - Returns: nil where it cannot be had now.
  func turn(by angle: Double, scale: Vector) -> Turn? {
    guard scale.x == shared.scale, scale.y == shared.scale else { return nil }
    if generation != shared.generation {
      generation = shared.generation
      // So many that what is furthest out moves by a pixel from one to the next.
      let count = min(max((2 * .pi * bounds.reach * scale.x).rounded(.up), 16), 1024)
      turns = Array(repeating: nil, count: Int(count))
    }
    let part = angle / (2 * .pi)
    let place = Int(((part - part.rounded(.down)) * Double(turns.count)).rounded()) % turns.count
    if let known = turns[place] { return known }
    let made = draw(2 * .pi * Double(place) / Double(turns.count))
    turns[place] = made
    return made
  }

  /// Returns true if a turn that cannot be had now comes in a later frame: not at another scale than the
  /// view's, and not if there is no room for it.
  func isAwaited(at scale: Vector) -> Bool {
    scale.x == shared.scale && scale.y == shared.scale && !shared.isFull
  }

  private func draw(_ angle: Double) -> Turn? {
    let transform = Transform(translation: .zero, rotation: angle)
    var reach = Rect(min: .zero, max: .zero)
    for x in [bounds.min.x, bounds.max.x] {
      for y in [bounds.min.y, bounds.max.y] {
        reach = reach.including(transform.apply(Vector(x, y)) * shared.scale)
      }
    }
    let (left, top) = (Int(reach.min.x.rounded(.down)), Int((-reach.max.y).rounded(.down)))
    let (width, height) = (Int(reach.max.x.rounded(.up)) - left, Int((-reach.min.y).rounded(.up)) - top)
    guard width > 0, height > 0, shared.takeRoom(width * height) else { return nil }
    let turned = picture.turned(
      by: angle, of: bounds, scale: shared.scale, left: left, top: top, width: width, height: height)
    // The rectangle around a turned picture is mostly larger than what is seen of it: its transparent margins
    // are cut off.
    let (columns, rows) = turned.seenPixels
    var seen = Bitmap(width: max(columns.count, 1), height: max(rows.count, 1))
    seen.copy(turned, x: -columns.lowerBound, y: -rows.lowerBound)
    guard let texture = try? Texture(shared.target, seen, isSmooth: false) else {
      shared.giveBack(width * height)
      return nil
    }
    shared.giveBack(width * height - seen.width * seen.height)
    return Turn(texture: texture, left: left + columns.lowerBound, top: top + rows.lowerBound)
  }
}

extension Bitmap {
  /// A picture with straight alpha as it is seen when it is turned about a point, each pixel mixed from the
  /// four around its place.
  ///
  /// - Parameters:
  ///   - angle: Counter-clockwise, in radians.
  ///   - bounds: What it covers, y up, around the point that it turns about.
  ///   - scale: Pixels of the result for each unit of `bounds`.
  ///   - left: Of the result's top left corner, in pixels from the point that it turns about; `top` too, y
  ///     down.
  fileprivate func turned(
    by angle: Double, of bounds: Rect, scale: Double, left: Int, top: Int, width: Int, height: Int
  ) -> Bitmap {
    var turned = Bitmap(width: width, height: height)
    let (across, down) = (
      Double(self.width) / (bounds.width * scale), Double(self.height) / (bounds.height * scale)
    )
    let (sine, cosine) = (sin(angle), cos(angle))
    let source = self
    turned.withMutablePixels { pixels in
      source.pixels.withUnsafeBufferPointer { from in
        for row in 0..<height {
          let y = -(Double(top + row) + 0.5)
          for column in 0..<width {
            let x = Double(left + column) + 0.5
            let place = Vector(
              (x * cosine + y * sine - bounds.min.x * scale) * across - 0.5,
              (bounds.max.y * scale + x * sine - y * cosine) * down - 0.5)
            pixels[row * width + column] = source.mixed(from, at: place)
          }
        }
      }
    }
    return turned
  }

  /// Returns the mix of four pixels, each counting as much as its alpha says.
  private func mixed(_ pixels: UnsafeBufferPointer<UInt32>, at place: Vector) -> UInt32 {
    guard place.x > -1, place.y > -1, place.x < Double(width), place.y < Double(height) else { return 0 }
    let (left, top) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
    let (x, y) = (place.x - Double(left), place.y - Double(top))
    var (alpha, red, green, blue) = (0.0, 0.0, 0.0, 0.0)
    func add(_ column: Int, _ row: Int, _ share: Double) {
      guard column >= 0, row >= 0, column < width, row < height else { return }
      let pixel = pixels[row * width + column]
      let weight = share * Double(pixel >> 24)
      alpha += weight
      red += weight * Double(pixel >> 16 & 255)
      green += weight * Double(pixel >> 8 & 255)
      blue += weight * Double(pixel & 255)
    }
    add(left, top, (1 - x) * (1 - y))
    add(left + 1, top, x * (1 - y))
    add(left, top + 1, (1 - x) * y)
    add(left + 1, top + 1, x * y)
    guard alpha >= 0.5 else { return 0 }
    return UInt32(alpha.rounded()) << 24 | UInt32((red / alpha).rounded()) << 16
      | UInt32((green / alpha).rounded()) << 8 | UInt32((blue / alpha).rounded())
  }
}
