import TumbleGeometry

/// How opaque each pixel of a picture is: what outlines are taken from.
public struct AlphaBitmap: Hashable, Sendable {
  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  /// Row upon row from the top; 0 is clear, 255 opaque.
  public let alpha: [UInt8]

  /// - Parameter alpha: `width` × `height` values, row by row from the top.
  public init(width: Int, height: Int, alpha: [UInt8]) {
    precondition(width >= 0 && height >= 0 && alpha.count == width * height, "a value for each pixel")
    self.width = width
    self.height = height
    self.alpha = alpha
  }
}

extension AlphaBitmap {
  /// The outlines of what is opaque: around islands counter-clockwise, around holes clockwise, in points with y up and the
  /// picture's lower left corner at the origin, one point a pixel.
  ///
  /// By marching squares: between the middles of two neighbouring pixels the outline is where the alpha would be the threshold, and
  /// beyond the edges all is clear. Islands that touch at a corner are two.
  ///
  /// - Parameter threshold: What counts as opaque, from just above 0 to 1.
  public func outlines(threshold: Double = 0.5) -> [Polygon] {
    let level = min(max(threshold, 1e-3), 1) * 255
    var tracer = OutlineTracer(self, level: level)
    return tracer.trace().map { loop in
      Polygon(loop.map { Vector($0.x, Double(height) - $0.y) })
    }
  }

  /// - Parameters: Of a pixel, counted from the top left; clear beyond the edges.
  func value(_ x: Int, _ y: Int) -> Double {
    x >= 0 && y >= 0 && x < width && y < height ? Double(alpha[y * width + x]) : 0
  }
}

/// Follows the line between what is opaque and what is clear.
private struct OutlineTracer {
  private let bitmap: AlphaBitmap
  private let level: Double
  /// By the edge that a piece of the line comes in at: the one that it goes out at.
  private var next: [Edge: Edge] = [:]
  /// In the order in which they were found.
  private var starts: [Edge] = []

  /// Between the middles of a pixel and its right or lower neighbour.
  private struct Edge: Hashable {
    var x: Int
    var y: Int
    var isDown: Bool
  }

  init(_ bitmap: AlphaBitmap, level: Double) {
    self.bitmap = bitmap
    self.level = level
  }

  mutating func trace() -> [[Vector]] {
    for y in -1..<bitmap.height {
      for x in -1..<bitmap.width { addPieces(x, y) }
    }
    var loops: [[Vector]] = []
    for start in starts where next[start] != nil {
      var loop: [Vector] = []
      var edge = start
      while let following = next.removeValue(forKey: edge) {
        loop.append(point(on: edge))
        edge = following
      }
      loops.append(loop)
    }
    return loops
  }

  /// The pieces of the line in the square between four pixels.
  private mutating func addPieces(_ x: Int, _ y: Int) {
    func isIn(_ x: Int, _ y: Int) -> Bool { bitmap.value(x, y) >= level }
    let (a, b, c, d) = (isIn(x, y), isIn(x + 1, y), isIn(x + 1, y + 1), isIn(x, y + 1))
    guard !(a == b && b == c && c == d) else { return }
    let top = Edge(x: x, y: y, isDown: false)
    let left = Edge(x: x, y: y, isDown: true)
    let right = Edge(x: x + 1, y: y, isDown: true)
    let bottom = Edge(x: x, y: y + 1, isDown: false)
    // Around the square the line goes out where it gets clear and comes in where it gets opaque.
    let sides = [(top, a, b), (right, b, c), (bottom, c, d), (left, d, a)]
    let ins = sides.filter { !$0.1 && $0.2 }.map(\.0)
    let outs = sides.filter { $0.1 && !$0.2 }.map(\.0)
    for from in ins {
      // Of two opaque corners that meet in a clear square each is cut off by itself.
      let place = sides.firstIndex { $0.0 == from } ?? 0
      let to = ins.count == 1 ? outs[0] : sides[(place + 1) % 4].0
      next[from] = to
      starts.append(from)
    }
  }

  private func point(on edge: Edge) -> Vector {
    let (x, y) = (edge.x, edge.y)
    let first = bitmap.value(x, y)
    let second = edge.isDown ? bitmap.value(x, y + 1) : bitmap.value(x + 1, y)
    let part = (level - first) / (second - first)
    // A pixel's middle is half a pixel in.
    let middle = Vector(Double(x) + 0.5, Double(y) + 0.5)
    return middle + (edge.isDown ? Vector(0, part) : Vector(part, 0))
  }
}
