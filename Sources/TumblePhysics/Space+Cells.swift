import CTumbleChipmunk
import TumbleGeometry

extension Space {
  /// The most cells of a spatial hash that one shape may cover: one wall over small cells would fill memory.
  static let mostCells = 10_000.0

  /// How many cells a rectangle covers; 0 for a tree.
  func cells(of rect: Rect) -> Double {
    guard case .spatialHash(let cell, _) = index else { return 0 }
    return (rect.width / cell + 1) * (rect.height / cell + 1)
  }

  func checkCells(of shape: Shape) throws {
    let cells = cells(of: shape.boundingBox)
    guard cells <= Space.mostCells else {
      throw PhysicsError.notAllowed(
        object: shape.description,
        rule:
          "covers \(cells.rounded()) cells of the spatial hash; 10,000 are the most. Use larger cells or the tree"
      )
    }
  }
}
