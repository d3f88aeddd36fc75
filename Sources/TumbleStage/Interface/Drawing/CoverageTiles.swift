import CTumbleSDL2
import TumbleDrawing
import TumbleGeometry

/// Which rectangles of a picture are opaque, and which must be blended with what lies behind them.
///
/// To blend a pixel costs a renderer in software several times as much as to copy it, and most pixels of a panel are opaque.
struct CoverageTiles {
  /// No pixel is in two rectangles, in neither list.
  private(set) var opaque: [SDL_Rect] = []
  /// In these some pixels are opaque, some are not; what is in no rectangle is transparent.
  private(set) var blended: [SDL_Rect] = []
  private var size = PixelSize(0, 0)
  private var kinds: [Kind] = []
  /// By column: the rectangle of the row above that begins there, in the list of its kind; -1 for none.
  private var above: [Int] = []
  /// Pixels of a tile's side.
  static let side = 8

  private enum Kind { case clear, opaque, blended }

  private var columns: Int { (size.width + Self.side - 1) / Self.side }
  private var rows: Int { (size.height + Self.side - 1) / Self.side }

  /// Notes that the pixels in a part have changed.
  mutating func update(_ part: Rect, of picture: Bitmap) {
    if size.width != picture.width || size.height != picture.height {
      size = PixelSize(picture.width, picture.height)
      kinds = Array(repeating: .clear, count: columns * rows)
      above = Array(repeating: -1, count: columns)
    }
    guard part.width > 0, part.height > 0 else { return }
    let (left, right) = (Int(part.min.x) / Self.side, (Int(part.max.x) - 1) / Self.side)
    let (top, bottom) = (Int(part.min.y) / Self.side, (Int(part.max.y) - 1) / Self.side)
    picture.withBytes { bytes in
      let pixels = bytes.assumingMemoryBound(to: UInt32.self)
      for row in top...bottom {
        for column in left...right { kinds[row * columns + column] = kind(column, row, in: pixels) }
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
        let kind = kinds[row * columns + start]
        while column < columns, kinds[row * columns + column] == kind {
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

  private func kind(_ column: Int, _ row: Int, in pixels: UnsafeBufferPointer<UInt32>) -> Kind {
    let (left, top) = (column * Self.side, row * Self.side)
    let (right, bottom) = (min(left + Self.side, size.width), min(top + Self.side, size.height))
    var (every, some): (UInt32, UInt32) = (.max, 0)
    for y in top..<bottom {
      for x in left..<right {
        let alpha = pixels[y * size.width + x] >> 24
        every &= alpha
        some |= alpha
      }
    }
    return some == 0 ? .clear : every == 255 ? .opaque : .blended
  }
}
