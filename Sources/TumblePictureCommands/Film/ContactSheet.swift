import ArgumentParser
import TumbleDrawing
import TumbleFiles
import TumbleGeometry
import TumbleLooks

/// Moments of a film in rows on one picture.
struct ContactSheet: FilmOutput {
  /// `COLUMNSxROWS`.
  struct Grid: ExpressibleByArgument {
    let columns: Int
    let rows: Int
    var count: Int { columns * rows }

    init?(argument: String) {
      let sides = argument.split(separator: "x", omittingEmptySubsequences: false)
      guard sides.count == 2, let columns = Int(sides[0]), let rows = Int(sides[1]),
        (1...20).contains(columns), (1...20).contains(rows)
      else { return nil }
      self.columns = columns
      self.rows = rows
    }

    /// That of a sheet for which nothing is said.
    static let standard = Grid(argument: "4x3")!
    /// For a picture of it, in pixels.
    static let defaultWidth = 400
  }

  private let grid: Grid
  private let file: OutputFile
  private let size: PixelSize
  private var sheet: Bitmap
  private var count = 0

  /// Between pictures, in pixels.
  private static let gap = 4

  /// The size of a sheet of pictures of a size.
  static func size(_ grid: Grid, of picture: PixelSize) -> PixelSize {
    PixelSize(
      grid.columns * (picture.width + gap) - gap, grid.rows * (picture.height + gap) - gap)
  }

  init(_ grid: Grid, of size: PixelSize, file: OutputFile) {
    self.grid = grid
    self.size = size
    self.file = file
    let whole = Self.size(grid, of: size)
    sheet = Bitmap(width: whole.width, height: whole.height)
    sheet.clear(to: .white)
  }

  mutating func add(_ picture: Bitmap) throws {
    let place = Rect(
      origin: Vector(
        Double(count % grid.columns * (size.width + Self.gap)),
        Double(count / grid.columns * (size.height + Self.gap))),
      size: Size(Double(size.width), Double(size.height)))
    sheet.draw { $0.draw(picture, in: place) }
    count += 1
  }

  func finish() throws {
    try file.write(try PNG.encode(sheet))
    try file.finish()
  }

  // A file that is not finished is none.
  var abandon: @Sendable () -> Void { {} }
}
