import TumbleGeometry

/// A cloth or a blob at a frame's moment: where its pieces are, and which of its faces are whole. Its memory is kept from
/// frame to frame.
package struct SurfaceMoment {
  package struct Piece {
    /// In pixels.
    package var position = Vector.zero
    var isThere = false
    /// Whether it is a corner of a whole face.
    package var isCovered = false
    /// Whether it is at the end of an edge of the rim.
    package var isOnRim = false
    var color = Color.black
    /// How far its color is taken to white, or below 0 to black.
    var light = 0.0
    /// Whole faces that it is a corner of.
    var faces = 0

    package var shown: Color { color.lit(by: light) }
  }

  package let form: SoftSurface
  package private(set) var pieces: [Piece]
  /// By edge: how many whole faces have it.
  package private(set) var faceCounts: [Int]
  /// By face: whether all of its pieces are there, and hold each other.
  package private(set) var isWhole: [Bool]
  /// Whether nothing shines through a face.
  package private(set) var isOpaque = true
  /// By edge.
  private var isHeld: [Bool]

  package init(_ form: SoftSurface) {
    self.form = form
    pieces = Array(repeating: Piece(), count: form.pieces.count)
    faceCounts = Array(repeating: 0, count: form.edges.count)
    isHeld = Array(repeating: false, count: form.edges.count)
    isWhole = Array(repeating: false, count: form.faces.count)
  }
}

extension SurfaceMoment {
  package mutating func clear() {
    isOpaque = true
    for piece in pieces.indices { pieces[piece] = Piece() }
    for edge in isHeld.indices {
      isHeld[edge] = form.edges[edge].joints.isEmpty
      faceCounts[edge] = 0
    }
  }

  /// The joint of an edge is there.
  package mutating func hold(_ edge: Int) { isHeld[edge] = true }

  /// A piece is there.
  package mutating func put(_ piece: Int, at position: Vector, _ color: Color) {
    pieces[piece].position = position
    pieces[piece].isThere = true
    pieces[piece].color = color
  }

  /// Finds the whole faces, when all that is there is known.
  package mutating func findFaces() {
    var largest = 0.0
    for (place, face) in form.faces.enumerated() {
      isWhole[place] = face.corners.allSatisfy { pieces[$0].isThere } && face.edges.allSatisfy { isHeld[$0] }
      guard isWhole[place] else { continue }
      largest = max(largest, area(of: face))
      for edge in face.edges { faceCounts[edge] += 1 }
      for corner in face.corners {
        pieces[corner].isCovered = true
        pieces[corner].faces += 1
        if pieces[corner].color.alpha < 1 { isOpaque = false }
      }
    }
    for (place, edge) in form.edges.enumerated() where faceCounts[place] == 1 {
      pieces[edge.a].isOnRim = true
      pieces[edge.b].isOnRim = true
    }
    if let middle = form.middle {
      pieces[middle].light = 0.3
    } else if largest > 0 {
      shade(largest)
    }
  }

  /// Where a cloth is pushed together, it turns away from the light.
  private mutating func shade(_ largest: Double) {
    for (place, face) in form.faces.enumerated() where isWhole[place] {
      let light = 0.5 * ((area(of: face) / largest).squareRoot() - 1)
      for corner in face.corners { pieces[corner].light += light / Double(pieces[corner].faces) }
    }
  }

  /// In pixels.
  package func bounds(of face: SoftSurface.Face) -> Rect {
    let first = pieces[face.corners[0]].position
    var bounds = Rect(min: first, max: first)
    for corner in face.corners {
      let position = pieces[corner].position
      bounds = bounds.union(Rect(min: position, max: position))
    }
    return bounds.insetBy(-1)
  }

  /// In square pixels.
  private func area(of face: SoftSurface.Face) -> Double {
    let first = pieces[face.corners[0]].position
    var doubled = 0.0
    for corner in 2..<face.corners.count {
      let (b, c) = (pieces[face.corners[corner - 1]].position, pieces[face.corners[corner]].position)
      doubled += (b - first).cross(c - first)
    }
    return abs(doubled) / 2
  }

  /// Whether the joint of an edge is not to be seen.
  package func covers(_ edge: Int) -> Bool {
    if faceCounts[edge] > 0 { return true }
    // What holds a blob's ring in its form runs across its faces.
    let (a, b) = (form.edges[edge].a, form.edges[edge].b)
    return form.middle != nil && pieces[a].isCovered && pieces[b].isCovered
  }
}
