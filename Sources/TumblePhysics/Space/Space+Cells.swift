import CTumbleChipmunk
import TumbleGeometry

// One wall over small cells of a spatial hash would fill memory: each shape is kept in every cell that it covers.
extension Space {
  /// The most cells that one shape may cover.
  static let maxCells = 10_000.0

  /// How many cells a rectangle covers; 0 for a tree.
  func cells(of rect: Rect) -> Double {
    guard case .spatialHash(let cell, _) = index else { return 0 }
    return (rect.width / cell + 1) * (rect.height / cell + 1)
  }

  /// Whether a shape stays within its cells: where it is, and if its body may turn, however that turns.
  func checkCells(of shape: Shape) throws {
    guard case .spatialHash = index else { return }
    var rect = shape.boundingBox
    if shape.body.kind != .static {
      let reach = rect.max.distance(to: rect.min)
      rect = Rect(center: rect.center, size: Size(reach, reach))
    }
    let cells = cells(of: rect)
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
