/// Which slot holds which tile: slots of tiles that left the view are used again before a new one is made.
///
/// A slot is a number from 0; the drawing code keeps a picture for each. There are never more than were needed at once.
public struct TilePool: Sendable {
  /// Slots made so far; they are numbered 0..<made.
  public private(set) var made = 0
  /// The tiles in view.
  public private(set) var tiles: Range<Int> = 0..<0

  /// The slots of `tiles`, in order.
  private var slots: [Int] = []
  private var reusable: [Int] = []
  private var scratch: [Int] = []

  public init() {}

  /// The slot of a tile; nil where it is not in view.
  public func slot(of tile: Int) -> Int? {
    tiles.contains(tile) ? slots[tile - tiles.lowerBound] : nil
  }

  /// Brings these tiles into view, and no others.
  ///
  /// - Parameters:
  ///   - wanted: tiles side by side.
  ///   - assign: called for every tile that was not in view before, with the slot that stands for it now.
  public mutating func show(_ wanted: Range<Int>, assign: (_ slot: Int, _ tile: Int) -> Void) {
    guard wanted != tiles else { return }
    // What leaves comes first, so that it can be used for what enters.
    for tile in tiles where !wanted.contains(tile) {
      reusable.append(slots[tile - tiles.lowerBound])
    }
    scratch.removeAll(keepingCapacity: true)
    for tile in wanted {
      scratch.append(tiles.contains(tile) ? slots[tile - tiles.lowerBound] : -1)
    }
    let before = tiles
    swap(&slots, &scratch)
    tiles = wanted
    for tile in wanted where !before.contains(tile) {
      let slot = dequeue()
      slots[tile - wanted.lowerBound] = slot
      assign(slot, tile)
    }
  }

  private mutating func dequeue() -> Int {
    if let slot = reusable.popLast() { return slot }
    made += 1
    return made - 1
  }
}
