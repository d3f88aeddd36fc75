import Testing
import TumbleTestSupport

@testable import TumbleGraph

@Suite struct TileGridTests {
  @Test("Samples fall on tiles by floor division, negative ones too")
  func floorDivision() {
    let grid = TileGrid()
    for (index, tile) in [(0, 0), (31, 0), (32, 1), (-1, -1), (-32, -1), (-33, -2), (1 << 53, 1 << 48)] {
      #expect(grid.tile(of: index) == tile, "sample \(index)")
    }
  }

  @Test(
    "A tile's samples, its padding and the tiles that draw a sample agree with each other, on every grid",
    arguments: Seeds.list(default: 200))
  func gridsAgree(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let grid = TileGrid(
      tileWidth: random.int(in: 0...300),
      pointsPerSample: random.pick([1.0 / 64, 0.1, 0.5, 0.9, 1, 1.4, 2, 8]),
      lineWidth: random.double(in: 0...9))
    #expect(grid.samplesPerTile >= 16 && grid.samplesPerTile <= 64 * grid.tileWidth)
    #expect(
      grid.samplesPerColumn == 1 || grid.samplesPerTile.isMultiple(of: grid.tileWidth))
    #expect(Double(grid.padding) * grid.pointsPerSample >= 2 - 1e-9)
    let base = random.pick([0, -1_000_000, 1 << 31, 1 << 53])
    for _ in 0..<50 {
      let index = base + random.int(in: -5000...5000)
      #expect(grid.samples(of: grid.tile(of: index)).contains(index))
      let drawing = grid.tiles(drawing: index)
      #expect(drawing.contains(grid.tile(of: index)))
      for tile in drawing.lowerBound - 2...drawing.upperBound + 2 {
        #expect(
          grid.drawnSamples(of: tile).contains(index) == drawing.contains(tile),
          "sample \(index), tile \(tile)")
      }
    }
  }

  @Test("A view needs one tile more than fit its width")
  func needed() {
    let grid = TileGrid()
    for (width, tiles) in [(0.0, 0), (-5, 0), (1, 2), (32, 2), (33, 3), (320, 11), (.nan, 0), (.infinity, 0)]
    {
      #expect(grid.tilesNeeded(width: width) == tiles, "width \(width)")
    }
  }
}
