import Foundation

/// What the pictures of turned sprites share: at which scale they are drawn, and how much memory and time they may take.
///
/// SDL's software renderer turns a picture with jagged edges, or smoothly in four times as long. To copy one that was turned
/// smoothly in advance takes no longer than the former.
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
  /// Whether something found no room.
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

  /// Whether another of so many pixels may be drawn; if so, it is counted.
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

  /// So many of these are not kept.
  func giveBack(_ pixels: Int) { bytes -= 4 * pixels }
}
