import CTumbleChipmunk
import TumbleGeometry

// A spatial hash keeps each shape in every cell that it covers: one wall over small cells would fill memory. And it
// counts cells with 32 bits: beyond them it would count forever.
extension Space {
  /// The most cells that one shape may cover.
  static let maxCells = 10_000.0
  /// How many cells away from the origin a shape may lie, a little less than fits into 32 bits.
  private static let farthestCell = 2.1e9

  /// Whether a query may go over the cells that a rectangle covers; a tree has none.
  func hasCells(for rect: Rect) -> Bool {
    guard case .spatialHash(let cell, _) = index else { return true }
    return cells(of: rect, cell) <= Space.maxCells && farthest(of: rect) <= Space.farthestCell * cell
  }

  private func farthest(of rect: Rect) -> Double { max(-rect.min.x, -rect.min.y, rect.max.x, rect.max.y) }

  private func cells(of rect: Rect, _ cell: Double) -> Double {
    (rect.width / cell + 1) * (rect.height / cell + 1)
  }

  /// Whether a shape stays within its cells: where it is, and if its body may turn, however that turns and wherever in
  /// the world it goes.
  /// - Parameter bounds: Of the shape where it is to be; nil for where it is.
  func checkCells(of shape: Shape, bounds: Rect? = nil) throws {
    guard case .spatialHash(let cell, _) = index else { return }
    let bounds = bounds ?? shape.boundingBox
    guard farthest(of: bounds) <= Space.farthestCell * cell else {
      throw PhysicsError.notAllowed(
        object: shape.description,
        rule:
          "lies \(farthest(of: bounds)) points out, beyond the cells of the spatial hash. Use larger cells or the tree"
      )
    }
    // Steps keep a body's centre of gravity within 1e9 points, and the body turns about that.
    let reach = max(shape.form.reach(from: .zero), shape.form.reach(from: shape.body.centerOfGravity))
    let maxReach = Space.farthestCell * cell - Rule.far
    guard reach <= maxReach else {
      throw PhysicsError.notAllowed(
        object: shape.description,
        rule:
          "reaches \(reach) points from its body; in a spatial hash of this cell \(maxReach) are the most. Use larger "
          + "cells or the tree")
    }
    let extent = 2 * shape.form.reach(from: shape.form.center)
    let box = shape.body.kind == .static ? bounds : Rect(center: .zero, size: Size(extent, extent))
    let cells = cells(of: box, cell)
    guard cells <= Space.maxCells else {
      let number = Int(exactly: cells.rounded()).map { "\($0)" } ?? "\(cells)"
      throw PhysicsError.notAllowed(
        object: shape.description,
        rule:
          "covers \(number) cells of the spatial hash; 10,000 are the most. Use larger cells or the tree"
      )
    }
  }
}
