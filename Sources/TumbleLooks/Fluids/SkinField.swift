import TumbleFrames
import TumbleGeometry

/// The look of a skin. A page takes these numbers too.
package struct SkinLook: Sendable {
  /// The color of balls without one.
  package let color: Color
  package let alpha: Double
  /// The part by which its surface is lighter towards the light, and darker away from it.
  package let (light, dark): (Double, Double)
  /// The color at its surface; nil: its own.
  package var crust: Color?
  /// The opacity at which each ball is seen in it.
  package var grain = 0.0

  package init(_ skin: Skin) {
    switch skin {
    case .water: (color, alpha, light, dark) = (Color(hex: "#4a9bea") ?? .white, 0.8, 0.6, 0.2)
    case .slime: (color, alpha, light, dark) = (Color(hex: "#74c64a") ?? .white, 0.96, 0.75, 0.45)
    case .sand: (color, alpha, light, dark, grain) = (Color(hex: "#dcb566") ?? .white, 1, 0.2, 0.2, 0.45)
    case .lava:
      (color, alpha, light, dark) = (Color(hex: "#ff8a1f") ?? .white, 1, 0.1, 0.1)
      crust = Color(hex: "#6b1406")
    }
  }
}

package struct SkinBall: Sendable {
  package let skin: Skin
  package let center: Vector
  package let radius: Double
  /// The mean of its gradient; nil: it has none.
  private let gradient: Color?

  /// Creates the ball that a body is; nil for one that has no skin, or does not move.
  package init?(_ body: BodyDescription) {
    guard let skin = body.style.skin, body.kind != .static, let bounds = body.outlines.bounds, bounds.isFinite
    else { return nil }
    self.skin = skin
    (center, radius) = (bounds.center, (bounds.width + bounds.height) / 4)
    gradient = body.style.gradient?.average
  }

  /// - Parameter own: Its body's color; nil where that has none.
  package func color(_ own: Color?, in look: SkinLook) -> Color {
    gradient.map { own.map($0.multiplied) ?? $0 } ?? own ?? look.color
  }
}

/// One skin over many balls: a field, which is the sum of a bump for each ball, is there more than a
/// threshold. Its memory is kept from frame to frame.
package struct SkinField {
  package struct Corner {
    package var place: Vector
    package var color: Color
  }

  /// The reach of a ball's bump, in radii.
  package static let reach = 2.0
  /// The bump of a ball at its radius: one that is alone is as large as it is.
  package static let threshold: Float = 0.5625
  /// The field from which on nothing is seen of a surface.
  package static let deep: Float = 0.98
  /// The direction towards the light.
  package static let light = Vector(-0.45, 0.89)

  private var cell = 1.0
  private var (column, row) = (0, 0)
  private var (columns, rows) = (0, 0)
  /// The field at each corner of the grid, and the color times it.
  private var sums: [SIMD4<Float>] = []
  /// The corners at which it is not 0.
  private var touched: (columns: Range<Int>, rows: Range<Int>)?
  /// The cut of the skin with a cell, and whether each corner is on its border.
  private var cut: [(corner: Corner, normal: Vector, isBorder: Bool)] = []

  package init() { cut.reserveCapacity(8) }

  /// Begins with an empty field.
  ///
  /// - Parameter cell: The sides of the grid's cells, in points.
  package mutating func begin(over view: Rect, cell: Double) {
    if let touched {
      for row in touched.rows {
        for index in row * columns + touched.columns.lowerBound..<row * columns + touched.columns.upperBound {
          sums[index] = .zero
        }
      }
    }
    touched = nil
    self.cell = cell
    // Counted from the world's origin, so that the grid stays where it is as the camera moves.
    (column, row) = (Int((view.min.x / cell).rounded(.down)) - 4, Int((view.min.y / cell).rounded(.down)) - 4)
    (columns, rows) = (Int(view.width / cell) + 10, Int(view.height / cell) + 10)
    let missing = columns * rows - sums.count
    if missing > 0 { sums.append(contentsOf: repeatElement(.zero, count: missing)) }
  }

  /// - Parameter weight: The part of the ball that is there.
  package mutating func add(at place: Vector, radius: Double, _ color: Color, weight: Double) {
    let reach = max(radius, cell) * Self.reach / cell
    let (x, y) = (place.x / cell - Double(column), place.y / cell - Double(row))
    guard weight > 0, x > -reach, y > -reach, x < Double(columns) + reach, y < Double(rows) + reach else {
      return
    }
    func corners(about place: Double, of count: Int) -> Range<Int> {
      let first = min(max(Int(place - reach) + 1, 1), count - 1)
      return first..<max(min(Int(place + reach) + 1, count - 1), first)
    }
    let (across, up) = (corners(about: x, of: columns), corners(about: y, of: rows))
    guard !across.isEmpty, !up.isEmpty else { return }
    let value = SIMD4(1, Float(color.red), Float(color.green), Float(color.blue)) * Float(weight)
    let square = Float(1 / (reach * reach))
    for j in up {
      let dy = Float(Double(j) - y)
      for i in across {
        let dx = Float(Double(i) - x)
        let rest = 1 - (dx * dx + dy * dy) * square
        if rest > 0 { sums[j * columns + i] += value * (rest * rest) }
      }
    }
    guard let known = touched else { return touched = (across, up) }
    func union(_ a: Range<Int>, _ b: Range<Int>) -> Range<Int> {
      min(a.lowerBound, b.lowerBound)..<max(a.upperBound, b.upperBound)
    }
    touched = (union(known.columns, across), union(known.rows, up))
  }

  /// Calls with the triangles that fill it, and those that smooth its border.
  ///
  /// - Parameter pixel: The width of a pixel, in points.
  package mutating func forEachTriangle(
    _ look: SkinLook, pixel: Double, _ act: (Corner, Corner, Corner) -> Void
  ) {
    guard let touched else { return }
    for j in touched.rows.lowerBound - 1..<touched.rows.upperBound {
      // Cells side by side that are deep and of one color are one.
      var run: (start: Int, color: Color)?
      func end(_ i: Int) {
        guard let done = run else { return }
        let (low, high) = (place(done.start, j), place(i, j + 1))
        let (a, c) = (Corner(place: low, color: done.color), Corner(place: high, color: done.color))
        act(a, Corner(place: Vector(high.x, low.y), color: done.color), c)
        act(a, c, Corner(place: Vector(low.x, high.y), color: done.color))
        run = nil
      }
      for i in touched.columns.lowerBound - 1..<touched.columns.upperBound {
        let index = j * columns + i
        let above = index + columns
        let (a, b, c, d) = (sums[index].x, sums[index + 1].x, sums[above + 1].x, sums[above].x)
        let (least, most) = (min(a, b, c, d), max(a, b, c, d))
        if least >= Self.deep {
          let color = shade(sums[index], .zero, look)
          if let run, color.isNear(run.color) { continue }
          end(i)
          run = (i, color)
          continue
        }
        end(i)
        if most >= Self.threshold { fillCell(i, j, look, pixel, act) }
      }
      end(touched.columns.upperBound)
    }
  }

  private func place(_ i: Int, _ j: Int) -> Vector {
    Vector(Double(column + i) * cell, Double(row + j) * cell)
  }

  /// The direction out of the skin, of length 1, or 0 where there is none.
  private func normal(_ i: Int, _ j: Int) -> Vector {
    let index = j * columns + i
    guard i > 0, j > 0, i < columns - 1, j < rows - 1 else { return .zero }
    let way = Vector(
      Double(sums[index - 1].x - sums[index + 1].x), Double(sums[index - columns].x - sums[index + columns].x)
    )
    return way.length > 1e-9 ? way.normalized : .zero
  }

  private func shade(_ sum: SIMD4<Float>, _ normal: Vector, _ look: SkinLook) -> Color {
    let share = 1 / max(sum.x, 1e-6)
    let color = Color(
      red: Double(sum.y * share), green: Double(sum.z * share), blue: Double(sum.w * share), alpha: look.alpha
    )
    let depth = (sum.x - Self.threshold) / (Self.deep - Self.threshold)
    let edge = Double(1 - min(max(depth, 0), 1))
    guard edge > 0 else { return color }
    let light = normal.dot(Self.light) * edge
    let lit = color.lit(by: light * (light > 0 ? look.light : look.dark))
    return look.crust.map { lit.interpolated(to: $0.withAlpha(lit.alpha), by: edge * edge) } ?? lit
  }

  private mutating func fillCell(
    _ i: Int, _ j: Int, _ look: SkinLook, _ pixel: Double, _ act: (Corner, Corner, Corner) -> Void
  ) {
    cut.removeAll(keepingCapacity: true)
    // Counter-clockwise from the lower left.
    func corner(_ number: Int) -> (i: Int, j: Int) {
      (i + (number == 1 || number == 2 ? 1 : 0), j + number / 2)
    }
    for number in 0..<4 {
      let (here, next) = (corner(number), corner((number + 1) % 4))
      let (sum, other) = (sums[here.j * columns + here.i], sums[next.j * columns + next.i])
      let isInside = sum.x >= Self.threshold
      if isInside {
        let color = shade(sum, normal(here.i, here.j), look)
        cut.append((Corner(place: place(here.i, here.j), color: color), .zero, false))
      }
      guard isInside != (other.x >= Self.threshold) else { continue }
      let share = (Self.threshold - sum.x) / (other.x - sum.x)
      let out = normal(here.i, here.j).interpolated(to: normal(next.i, next.j), by: Double(share))
      let normal = out.length > 1e-9 ? out.normalized : .zero
      let point = place(here.i, here.j).interpolated(to: place(next.i, next.j), by: Double(share))
      let color = shade(sum + (other - sum) * share, normal, look)
      cut.append((Corner(place: point, color: color), normal, true))
    }
    for number in 2..<max(cut.count, 2) { act(cut[0].corner, cut[number - 1].corner, cut[number].corner) }
    for number in cut.indices {
      let (a, b) = (cut[number], cut[(number + 1) % cut.count])
      guard a.isBorder, b.isBorder else { continue }
      func outer(_ point: (corner: Corner, normal: Vector, isBorder: Bool)) -> Corner {
        Corner(place: point.corner.place + point.normal * pixel, color: point.corner.color.withAlpha(0))
      }
      act(a.corner, b.corner, outer(b))
      act(a.corner, outer(b), outer(a))
    }
  }
}

extension Color {
  fileprivate func isNear(_ other: Color) -> Bool {
    max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue)) < 1 / 256
  }
}

extension SkinBall {
  /// The side of a grid's cell for some balls, in points; 0 without any.
  package static func cell(of balls: some Sequence<SkinBall>) -> Double {
    (balls.map(\.radius).min() ?? 0) / 2
  }

  /// The least of that, in pixels.
  package static let leastCell = 2.5
}
