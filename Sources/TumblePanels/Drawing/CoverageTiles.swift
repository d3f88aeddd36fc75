import CTumbleSDL2
import TumbleDrawing
import TumbleGeometry
import TumbleLooks

/// The rectangles of a picture that are opaque, and those that must be blended with what lies behind them.
///
/// To blend a pixel costs a renderer in software several times as much as to copy it, and most pixels of a
/// panel are opaque.
struct CoverageTiles {
  /// No pixel is in two rectangles, in neither list.
  private(set) var opaque: [SDL_Rect] = []
  /// The rectangles in which some pixels may not be opaque; what is in no rectangle is transparent.
  private(set) var blended: [SDL_Rect] = []
  private var size = PixelSize(0, 0)
  private var tiles: [Tile] = []
  /// The rectangle of the row above that begins at each column, in the list of its kind; -1 for none.
  private var above: [Int] = []
  /// Pixels of a tile's side.
  static let side = 8

  private enum Kind { case clear, opaque, blended }

  private struct Tile {
    var kind = Kind.clear
    /// The bounds of the pixels that are not transparent, from the picture's corner: the first column and
    /// row, and those after the last.
    var (left, top, right, bottom) = (0, 0, 0, 0)
    /// Is true if all of these are opaque.
    var isSolid = true
  }

  private var columns: Int { (size.width + Self.side - 1) / Self.side }
  private var rows: Int { (size.height + Self.side - 1) / Self.side }

  /// Notes that the pixels in a part have changed.
  mutating func update(_ part: Rect, of picture: Bitmap) {
    if size.width != picture.width || size.height != picture.height {
      size = PixelSize(picture.width, picture.height)
      tiles = Array(repeating: Tile(), count: columns * rows)
      above = Array(repeating: -1, count: columns)
    }
    guard part.width > 0, part.height > 0 else { return }
    let (left, right) = (Int(part.min.x) / Self.side, (Int(part.max.x) - 1) / Self.side)
    let (top, bottom) = (Int(part.min.y) / Self.side, (Int(part.max.y) - 1) / Self.side)
    picture.withBytes { bytes in
      let pixels = bytes.assumingMemoryBound(to: UInt32.self)
      for row in top...bottom {
        for column in left...right { tiles[row * columns + column] = tile(column, row, in: pixels) }
      }
    }
  }

  /// Makes the rectangles of the tiles: runs of one kind in a row, joined with the same run in the row above.
  mutating func findRectangles() {
    opaque.removeAll(keepingCapacity: true)
    blended.removeAll(keepingCapacity: true)
    for column in above.indices { above[column] = -1 }
    for row in 0..<rows {
      var column = 0
      while column < columns {
        let start = column
        let kind = tiles[row * columns + start].kind
        while column < columns, tiles[row * columns + column].kind == kind {
          // Only a run that begins where this one does can go on.
          if column > start { above[column] = -1 }
          column += 1
        }
        switch kind {
        case .clear: above[start] = -1
        case .opaque: above[start] = Self.add(pixels(start..<column, row), above[start], to: &opaque)
        case .blended: above[start] = Self.add(pixels(start..<column, row), above[start], to: &blended)
        }
      }
    }
    trim()
  }

  /// Takes from the edges of what is blended what is transparent, as below a bar whose height is no multiple
  /// of a tile's; what is left may be opaque.
  private mutating func trim() {
    var index = 0
    while index < blended.count {
      let (box, isSolid) = content(of: blended[index])
      if isSolid {
        opaque.append(box)
        blended.swapAt(index, blended.count - 1)
        blended.removeLast()
      } else {
        blended[index] = box
        index += 1
      }
    }
  }

  /// The smallest rectangle around all pixels of a rectangle of tiles that are not transparent, and whether
  /// all in it are opaque.
  private func content(of part: SDL_Rect) -> (box: SDL_Rect, isSolid: Bool) {
    let side = Int32(Self.side)
    let (firstColumn, firstRow) = (Int(part.x / side), Int(part.y / side))
    let (lastColumn, lastRow) = (Int((part.x + part.w - 1) / side), Int((part.y + part.h - 1) / side))
    var (left, top, right, bottom) = (Int.max, Int.max, 0, 0)
    for row in firstRow...lastRow {
      for column in firstColumn...lastColumn {
        let tile = tiles[row * columns + column]
        (left, top) = (min(left, tile.left), min(top, tile.top))
        (right, bottom) = (max(right, tile.right), max(bottom, tile.bottom))
      }
    }
    var isSolid = true
    for row in firstRow...lastRow {
      for column in firstColumn...lastColumn {
        let tile = tiles[row * columns + column]
        let isFull =
          tile.left == max(left, column * Self.side) && tile.right == min(right, (column + 1) * Self.side)
          && tile.top == max(top, row * Self.side) && tile.bottom == min(bottom, (row + 1) * Self.side)
        isSolid = isSolid && tile.isSolid && isFull
      }
    }
    let box = SDL_Rect(x: Int32(left), y: Int32(top), w: Int32(right - left), h: Int32(bottom - top))
    return (box, isSolid)
  }

  /// Adds a run, or makes the rectangle above it higher; gives the rectangle's index.
  private static func add(_ run: SDL_Rect, _ above: Int, to list: inout [SDL_Rect]) -> Int {
    if list.indices.contains(above) {
      let candidate = list[above]
      if candidate.x == run.x, candidate.w == run.w, candidate.y + candidate.h == run.y {
        list[above].h += run.h
        return above
      }
    }
    list.append(run)
    return list.count - 1
  }

  private func pixels(_ run: Range<Int>, _ row: Int) -> SDL_Rect {
    let (left, top) = (run.lowerBound * Self.side, row * Self.side)
    return SDL_Rect(
      x: Int32(left), y: Int32(top), w: Int32(min(run.upperBound * Self.side, size.width) - left),
      h: Int32(min(top + Self.side, size.height) - top))
  }

  private func tile(_ column: Int, _ row: Int, in pixels: UnsafeBufferPointer<UInt32>) -> Tile {
    let (left, top) = (column * Self.side, row * Self.side)
    let (right, bottom) = (min(left + Self.side, size.width), min(top + Self.side, size.height))
    // Most tiles are of one kind, which is quickly seen.
    var (every, some): (UInt32, UInt32) = (.max, 0)
    for y in top..<bottom {
      for x in left..<right {
        let alpha = pixels[y * size.width + x] >> 24
        every &= alpha
        some |= alpha
      }
    }
    if some == 0 { return Tile() }
    if every == 255 { return Tile(kind: .opaque, left: left, top: top, right: right, bottom: bottom) }
    var tile = Tile(kind: .blended, left: right, top: bottom, right: left, bottom: top)
    var solid = 0
    for y in top..<bottom {
      for x in left..<right {
        let alpha = pixels[y * size.width + x] >> 24
        guard alpha > 0 else { continue }
        (tile.left, tile.top) = (min(tile.left, x), min(tile.top, y))
        (tile.right, tile.bottom) = (max(tile.right, x + 1), y + 1)
        if alpha == 255 { solid += 1 }
      }
    }
    tile.isSolid = solid == (tile.right - tile.left) * (tile.bottom - tile.top)
    return tile
  }
}
