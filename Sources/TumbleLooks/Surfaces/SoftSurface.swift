import TumbleFrames
import TumbleGeometry

/// The pieces of a cloth or a blob and the faces between them, by which it is drawn as one thing, and not as a net of discs.
/// ``SurfaceFinder`` finds them.
package struct SoftSurface: Hashable, Sendable {
  package struct Edge: Hashable, Sendable {
    /// Places in `pieces`.
    package var a: Int
    package var b: Int
    /// Joints that hold it, one after the other or at a time. None between two that stand: nothing can part them.
    package var joints: [JointID]
  }

  package struct Face: Hashable, Sendable {
    /// Places in `pieces` of three or four corners, one after the other around it.
    package var corners: [Int]
    /// Places in `edges`.
    package var edges: [Int]
  }

  package var pieces: [BodyID] = []
  /// Of a piece, in points.
  package var radius = 0.0
  package var edges: [Edge] = []
  package var faces: [Face] = []
  /// The piece in the middle of a blob, a place in `pieces`; nil for a cloth.
  package var middle: Int?
}

extension SoftSurface {
  /// All of a world.
  package static func all(in description: WorldDescription) -> [SoftSurface] {
    SurfaceFinder(description).surfaces()
  }
}
