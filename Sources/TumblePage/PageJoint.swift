import TumbleFrames
import TumbleGeometry

/// A joint over the frames in which it is there: where it holds its bodies, in their own coordinates, which seldom changes.
struct PageJoint: Hashable, Sendable {
  let id: JointID
  let description: JointDescription
  /// The frame it begins with.
  let first: Int
  private(set) var tracks = [Track(), Track(), Track(), Track()]

  init(_ id: JointID, _ description: JointDescription, first: Int) {
    self.id = id
    self.description = description
    self.first = first
  }

  var count: Int { tracks[0].count }
  var end: Int { first + count }

  /// - Returns: Whether it can be drawn; where it cannot, nothing is added.
  mutating func append(_ joint: JointSnapshot, a: BodySnapshot, b: BodySnapshot) -> Bool {
    let (inA, inB) = (a.local(joint.a), b.local(joint.b))
    let parts = [inA.x, inA.y, inB.x, inB.y].compactMap { Track.parts($0, per: PageBody.partsPerPoint) }
    guard parts.count == tracks.count else { return false }
    for (index, number) in parts.enumerated() { tracks[index].append(number) }
    return true
  }

  mutating func finish() {
    for index in tracks.indices { tracks[index].finish() }
  }
}

extension BodySnapshot {
  /// A point of the world in the body's own coordinates.
  fileprivate func local(_ point: Vector) -> Vector { (point - position).rotated(by: -angle) }
}
