/// Which tile a sample is on, and where on it: integers and floor division, so that every index is exact.
///
/// With up to one sample per point a tile holds 16 to `tileWidth` samples, each a corner of the line. With more, every
/// point holds a whole number of samples (up to 64), in one column or in several that are no wider than a pixel; of a
/// column's samples it shows the first, the extremes and the last.
public struct TileGrid: Hashable, Sendable {
  /// In points.
  public let tileWidth: Int
  public let samplesPerTile: Int
  /// Samples beyond each edge that are drawn too, because their lines reach across it.
  public let padding: Int
  /// Samples that share a column; 1 where each is a corner of its own.
  public let samplesPerColumn: Int
  /// What a point holds, at least 1.
  private let samplesPerPoint: Int

  /// - Parameters:
  ///   - tileWidth: in points, taken into 16...256.
  ///   - pointsPerSample: taken to the nearest that makes a whole number of samples (see above).
  ///   - lineWidth: in points; the padding is the larger of this and 2, and a tile's half at most.
  ///   - columnsPerPoint: At least so many columns a point, where there are samples for them: the pixels of a point.
  public init(
    tileWidth: Int = 32, pointsPerSample: Double = 1, lineWidth: Double = 2, columnsPerPoint: Int = 1
  ) {
    let width = min(max(tileWidth, 16), 256)
    let points = pointsPerSample.isFinite ? min(max(pointsPerSample, 1.0 / 64), Double(width) / 16) : 1
    self.tileWidth = width
    samplesPerTile =
      points >= 1 ? Int((Double(width) / points).rounded()) : width * Int((1 / points).rounded())
    let reach = min(max(lineWidth.isFinite ? lineWidth : 2, 2), Double(width) / 2)
    let perPoint = max(samplesPerTile / width, 1)
    samplesPerPoint = perPoint
    // Whole columns to a point, so that they begin with the tile.
    let widest = max(perPoint / max(columnsPerPoint, 1), 1)
    samplesPerColumn = (1...widest).last { perPoint.isMultiple(of: $0) } ?? 1
    if perPoint > 1 {
      padding = Int(reach.rounded(.up)) * perPoint
    } else {
      padding = Int((reach * Double(samplesPerTile) / Double(width)).rounded(.up))
    }
  }
}

extension TileGrid {
  public var pointsPerSample: Double { Double(tileWidth) / Double(samplesPerTile) }

  /// Tiles needed for a view of a width, wherever it stands.
  public func tilesNeeded(width: Double) -> Int {
    guard width > 0, width < 1e9 else { return 0 }
    return 1 + Int((width / Double(tileWidth)).rounded(.up))
  }

  public func tile(of index: Int) -> Int { floorDivide(index, samplesPerTile) }

  /// Limited to ±2^62, where every index of a sample lies.
  public func firstSample(of tile: Int) -> Int {
    let (first, overflows) = tile.multipliedReportingOverflow(by: samplesPerTile)
    return SamplePosition.limited(overflows ? (tile < 0 ? .min : .max) : first)
  }

  /// The samples that belong to the tile.
  public func samples(of tile: Int) -> Range<Int> {
    firstSample(of: tile)..<firstSample(of: tile) + samplesPerTile
  }

  /// The samples that the tile's drawing uses: its own and the padding.
  ///
  /// A sample at the left of its point needs one more at the right, to reach as far there.
  public func drawnSamples(of tile: Int) -> Range<Int> {
    let own = samples(of: tile)
    return own.lowerBound - padding..<own.upperBound + padding + (samplesPerColumn == 1 ? 1 : 0)
  }

  /// Where a tile must be drawn again when samples from this one on are new, and the samples that this takes.
  ///
  /// A new sample changes the line from the one before it, and that one's end; what is drawn begins as far before
  /// that again, so that nothing there shows that it begins.
  ///
  /// - Returns: the left edge in points from the tile's, 0 for all of it.
  func redrawn(from index: Int, in tile: Int) -> (edge: Double, samples: Range<Int>) {
    let all = drawnSamples(of: tile)
    // A step of two points at least, so that markers and the edges' antialiasing are inside.
    let reach = padding + samplesPerPoint * 2
    guard index > all.lowerBound + 2 * reach + samplesPerColumn else { return (0, all) }
    let before = index - samplesPerColumn - reach
    let edge = Double(before - firstSample(of: tile)) * pointsPerSample
    guard edge > 0 else { return (0, all) }
    // Whole columns: a part of one would have another minimum.
    let first = floorDivide(before - reach, samplesPerColumn) * samplesPerColumn
    return (edge, min(max(first, all.lowerBound), all.upperBound)..<all.upperBound)
  }

  /// The tiles whose drawing uses the sample.
  public func tiles(drawing index: Int) -> ClosedRange<Int> {
    let beyond = padding + (samplesPerColumn == 1 ? 1 : 0)
    let index = SamplePosition.limited(index)
    let first = floorDivide(index - samplesPerTile - beyond, samplesPerTile) + 1
    return first...floorDivide(index + padding, samplesPerTile)
  }
}

/// Division that rounds towards -∞.
func floorDivide(_ a: Int, _ b: Int) -> Int {
  let (quotient, remainder) = a.quotientAndRemainder(dividingBy: b)
  return remainder != 0 && (remainder < 0) != (b < 0) ? quotient - 1 : quotient
}
