import TumbleDrawing
import TumbleFrames
import TumbleGeometry

/// Finds the pictures of scenery in a part of the world, by the cells of a grid: what lies elsewhere costs
/// nothing.
///
/// It does not change, so other threads may draw from it. A picture is known by a number, in the order in
/// which they are drawn.
package final class SceneryIndex: Sendable {
  /// The look that all pictures of an entry have in common.
  struct Look: Sendable {
    let outlines: [Outline]
    let bounds: Rect
    /// The distance from its position within which anything of it is drawn.
    let reach: Double
    /// The picture of the scenery; nil where it has none.
    let levels: PictureLevels?
    let fit: TextureFit
    /// The color that it is filled with, as its theme and its opacity have it.
    let color: Color
    /// The colors in place of one; nil where it has none, or a picture.
    let gradient: Gradient?
  }

  /// The values that the tone of a picture depends on in one theme.
  private struct Toned: Hashable {
    let path: String?
    let night: Color?
    let depth, opacity: Double
  }

  let looks: [Look]
  /// The positions by the index of their look.
  private let places: [[SceneryDescription.Place]]
  /// The number of the first picture of each look, and the number of all.
  private let firsts: [Int]
  /// The upright rectangle around all of it; nil where there is none.
  let bounds: Rect?

  private let grid: Grid
  /// The numbers of those that would fill too many cells.
  private let large: [Int32]

  /// - Parameters:
  ///   - isAwaited: Whether a file is still to be decoded.
  ///   - picture: The picture of a file; nil where it cannot be read, or not yet.
  init(
    _ scenery: some Sequence<SceneryDescription>, _ theme: Theme = Theme(),
    isAwaited: (String) -> Bool = { _ in false }, picture: (String) -> Bitmap?
  ) {
    var (looks, places, firsts): ([Look], [[SceneryDescription.Place]], [Int]) = ([], [], [0])
    // Pictures that are alike are toned once.
    var toned: [Toned: PictureLevels] = [:]
    for entry in scenery where entry.opacity > 0 {
      guard let bounds = entry.outlines.map(\.drawn).bounds, bounds.isFinite, !entry.places.isEmpty else {
        continue
      }
      let texture = entry.texture.flatMap(picture)
      let key = Toned(path: entry.texture, night: entry.night, depth: entry.depth, opacity: entry.opacity)
      let levels = texture.map { texture -> PictureLevels in
        if let known = toned[key] { return known }
        let made = PictureLevels(SceneryTone(entry, theme).picture(texture), opacity: entry.opacity)
        toned[key] = made
        return made
      }
      let shown = entry.shown(in: theme)
      let color =
        texture != nil || entry.texture == nil
        ? shown.color : entry.texture.map(isAwaited) == true ? theme.awaited : theme.missing
      looks.append(
        Look(
          outlines: entry.outlines, bounds: bounds, reach: bounds.reach, levels: levels,
          fit: texture.map { entry.textureFit.chosen(for: entry.outlines, $0) } ?? .stretch,
          color: color.withAlpha(color.alpha * entry.opacity),
          gradient: shown.gradient?.tinted(.white.withAlpha(entry.opacity))))
      places.append(entry.places)
      firsts.append(firsts[firsts.count - 1] + entry.places.count)
    }
    (self.looks, self.places, self.firsts) = (looks, places, firsts)
    let boxes = Boxes(looks: looks, places: places)
    bounds = boxes.bounds
    (grid, large) = Grid.make(boxes)
  }

  package var count: Int { firsts[firsts.count - 1] }

  /// Returns about how many there are in a part of the world: at least as many as `numbers(in:)` gives, in a
  /// time that does not depend on it.
  package func estimate(in part: Rect) -> Int {
    guard let bounds, bounds.overlap(part) != nil else { return 0 }
    return min(grid.count(in: part) + large.count, count)
  }

  /// The numbers of the pictures that may meet a part of the world, rising: all whose boxes do, and their
  /// neighbors.
  func numbers(in part: Rect) -> [Int32] {
    guard let bounds, bounds.overlap(part) != nil else { return [] }
    var numbers = large
    grid.collect(in: part, into: &numbers)
    numbers.sort()
    // One that lies in several cells was found in each.
    var kept = 0
    for index in numbers.indices where index == 0 || numbers[index] != numbers[kept - 1] {
      numbers[kept] = numbers[index]
      kept += 1
    }
    numbers.removeSubrange(kept...)
    return numbers
  }

  /// The look of a picture, by its place in `looks`, and where it is.
  func picture(_ number: Int32) -> (look: Int, place: SceneryDescription.Place) {
    let look = firsts.partitioningIndex { $0 > Int(number) } - 1
    return (look, places[look][Int(number) - firsts[look]])
  }
}

extension SceneryIndex {
  /// The boxes around pictures.
  fileprivate struct Boxes {
    let looks: [Look]
    let places: [[SceneryDescription.Place]]

    func forEach(_ body: (_ number: Int, _ box: Rect) -> Void) {
      var number = 0
      for (look, places) in zip(looks, places) {
        for place in places {
          defer { number += 1 }
          guard place.position.isFinite, place.angle.isFinite else { continue }
          let reach = Vector(look.reach, look.reach)
          let box =
            place.angle == 0
            ? Rect(min: look.bounds.min + place.position, max: look.bounds.max + place.position)
            : Rect(min: place.position - reach, max: place.position + reach)
          body(number, box)
        }
      }
    }

    var bounds: Rect? {
      var bounds: Rect?
      forEach { _, box in bounds = bounds?.union(box) ?? box }
      return bounds
    }
  }

  /// Cells over the bounds: of each the numbers of what lies in it.
  fileprivate struct Grid: Sendable {
    var origin = Vector.zero
    var side = 1.0
    var columns = 0
    var rows = 0
    /// The indices at which the numbers of each cell begin, row by row, and at which the last ones end.
    var starts: [Int32] = []
    var numbers: [Int32] = []
    /// The number of entries in all cells to the left of and below each corner.
    var sums: [Int32] = []

    /// Cells that a picture may lie in.
    private static let maxCells = 16

    static func make(_ boxes: Boxes) -> (Grid, large: [Int32]) {
      var grid = Grid()
      guard let bounds = boxes.bounds else { return (grid, []) }
      var (count, sizes) = (0, 0.0)
      boxes.forEach { _, box in
        count += 1
        sizes += max(box.width, box.height)
      }
      // About four a cell where they are spread evenly, and a cell not smaller than what lies in it.
      let even = (bounds.width * bounds.height * 4 / Double(count)).squareRoot()
      let most = (4 * Double(count) + 16).squareRoot()
      grid.side = max(even, sizes / Double(count), bounds.width / most, bounds.height / most, 1e-6)
      grid.origin = bounds.min
      grid.columns = Int(bounds.width / grid.side) + 1
      grid.rows = Int(bounds.height / grid.side) + 1
      var large: [Int32] = []
      var lengths = Array(repeating: Int32(0), count: grid.columns * grid.rows)
      boxes.forEach { number, box in
        let (columns, rows) = grid.cells(of: box)
        guard columns.count * rows.count <= maxCells else { return large.append(Int32(number)) }
        for row in rows { for column in columns { lengths[row * grid.columns + column] += 1 } }
      }
      grid.starts = [0]
      grid.starts.reserveCapacity(lengths.count + 1)
      for length in lengths { grid.starts.append(grid.starts[grid.starts.count - 1] + length) }
      grid.numbers = Array(repeating: 0, count: Int(grid.starts[lengths.count]))
      var ends = grid.starts
      boxes.forEach { number, box in
        let (columns, rows) = grid.cells(of: box)
        guard columns.count * rows.count <= maxCells else { return }
        for row in rows {
          for column in columns {
            let cell = row * grid.columns + column
            grid.numbers[Int(ends[cell])] = Int32(number)
            ends[cell] += 1
          }
        }
      }
      grid.sums = Array(repeating: 0, count: (grid.columns + 1) * (grid.rows + 1))
      for row in 0..<grid.rows {
        var sum = Int32(0)
        for column in 0..<grid.columns {
          sum += lengths[row * grid.columns + column]
          grid.sums[(row + 1) * (grid.columns + 1) + column + 1] =
            grid.sums[row * (grid.columns + 1) + column + 1] + sum
        }
      }
      return (grid, large)
    }

    /// The cells that a rectangle meets, those at the edge for what is beyond it.
    func cells(of rect: Rect) -> (columns: Range<Int>, rows: Range<Int>) {
      func range(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
        let last = Double(count - 1)
        let from = Int(min(max((low / side).rounded(.down), 0), last))
        let to = Int(min(max((high / side).rounded(.down), 0), last))
        return from..<max(from, to) + 1
      }
      return (
        range(rect.min.x - origin.x, rect.max.x - origin.x, columns),
        range(rect.min.y - origin.y, rect.max.y - origin.y, rows)
      )
    }

    func count(in rect: Rect) -> Int {
      guard columns > 0 else { return 0 }
      let cells = cells(of: rect)
      func sum(_ column: Int, _ row: Int) -> Int { Int(sums[row * (columns + 1) + column]) }
      return sum(cells.columns.upperBound, cells.rows.upperBound)
        - sum(cells.columns.lowerBound, cells.rows.upperBound)
        - sum(cells.columns.upperBound, cells.rows.lowerBound)
        + sum(cells.columns.lowerBound, cells.rows.lowerBound)
    }

    func collect(in rect: Rect, into found: inout [Int32]) {
      guard columns > 0 else { return }
      let cells = cells(of: rect)
      for row in cells.rows {
        // Side by side in a row of cells, so are their numbers.
        let first = row * columns
        found.append(
          contentsOf: numbers[
            Int(starts[first + cells.columns.lowerBound])..<Int(starts[first + cells.columns.upperBound])])
      }
    }
  }
}
