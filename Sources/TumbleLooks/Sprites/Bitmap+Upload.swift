import TumbleDrawing

extension Bitmap {
  /// Makes ready for SDL's blending: straight alpha, and the color of what is transparent taken from its
  /// neighbours, so that smoothing a turned picture draws no dark rim around it.
  package mutating func prepareForUpload() {
    convertToStraightAlpha()
    let (width, height) = (width, height)
    let colors = pixels
    // Blocks of eight by eight that anything is in, or near: most of a tile of scenery is far from any.
    let (columns, rows) = (width / 8 + 1, height / 8 + 1)
    var isNear = Array(repeating: false, count: columns * rows)
    colors.withUnsafeBufferPointer { colors in
      for index in colors.indices where colors[index] >> 24 != 0 {
        let (column, row) = (index % width / 8, index / width / 8)
        isNear[row * columns + column] = true
      }
    }
    let isFilled = isNear
    for index in isFilled.indices where isFilled[index] {
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      for row in max(row - 1, 0)...min(row + 1, rows - 1) {
        for column in max(column - 1, 0)...min(column + 1, columns - 1) {
          isNear[row * columns + column] = true
        }
      }
    }
    withMutablePixels { pixels in
      for y in 0..<height {
        for x in 0..<width
        where isNear[y / 8 * columns + x / 8] && colors[y * width + x] >> 24 == 0 {
          var (red, green, blue, count) = (UInt32(0), UInt32(0), UInt32(0), UInt32(0))
          for row in max(y - 1, 0)...min(y + 1, height - 1) {
            for column in max(x - 1, 0)...min(x + 1, width - 1) {
              let neighbour = colors[row * width + column]
              guard neighbour >> 24 != 0 else { continue }
              red += neighbour >> 16 & 255
              green += neighbour >> 8 & 255
              blue += neighbour & 255
              count += 1
            }
          }
          guard count > 0 else { continue }
          pixels[y * width + x] = (red / count) << 16 | (green / count) << 8 | blue / count
        }
      }
    }
  }
}
