import TumbleFrames
import TumbleGeometry

/// The pieces of a cloth or a blob and the faces between them, by which it is drawn as one thing, and not as
/// a net of discs. ``SurfaceFinder`` finds them.
package struct SoftSurface: Hashable, Sendable {
  package struct Edge: Hashable, Sendable {
    /// Places in `pieces`.
    package var a: Int
    package var b: Int
    /// Joints that hold it, one after the other or at a time. None between two that stand: nothing can part
    /// them.
    package var joints: [JointID]
  }

  package struct Face: Hashable, Sendable {
    /// Places in `pieces` of three or four corners, one after the other around it.
    package var corners: [Int]
    /// Places in `edges`.
    package var edges: [Int]
  }

  package var pieces: [BodyID] = []
  /// The radius of a piece, in points.
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

/// Finds cloths and blobs by what a scene's `cloth` and `blob` make: discs `sail-1`, `sail-2`, … that joints
/// called `sail-link-1`, … hold. Discs with a texture or a style of their own stay what they are.
///
/// What is connected is one surface: so a cloth that replaces one of its name has nothing to do with it.
struct SurfaceFinder {
  private let description: WorldDescription
  /// Pieces of all surfaces, and what the names of each say.
  private var pieces: [BodyID] = []
  private var numbers: [Int] = []
  private var places: [BodyID: Int] = [:]
  private var links: [Link] = []
  private var linkPlaces: [Pair: Int] = [:]
  /// The pieces that each piece is linked to.
  private var neighbors: [[Int]] = []

  /// A link between two pieces.
  private struct Link {
    var a: Int
    var b: Int
    var joints: [JointID]
    var isRod: Bool
  }

  private struct Pair: Hashable {
    let low: Int
    let high: Int

    init(_ a: Int, _ b: Int) { (low, high) = a < b ? (a, b) : (b, a) }
  }

  /// The greatest number of links: a cloth's piece and one of a blob's ring have fewer. What has more is
  /// something else, and would take long to search.
  private static let (maxThreads, maxRingLinks) = (4, 5)

  init(_ description: WorldDescription) {
    self.description = description
    for (number, joint) in description.joints.enumerated() where joint.name.contains("-link-") {
      guard JointLook(joint, in: description) == .thread, isOfRepeater(joint), let a = place(of: joint.a),
        let b = place(of: joint.b), a != b
      else { continue }
      link(a, b, JointID(number), isRod: joint.kind == .pin)
    }
  }
}

extension SurfaceFinder {
  /// All that have a face.
  func surfaces() -> [SoftSurface] {
    var isSeen = Array(repeating: false, count: pieces.count)
    var found: [SoftSurface] = []
    for piece in pieces.indices where !isSeen[piece] {
      let part = part(of: piece, &isSeen)
      let isBlob = part.contains { piece in neighbors[piece].contains { isRod(piece, $0) } }
      let faces = isBlob ? ring(part) : squares(part)
      if !faces.isEmpty { found.append(surface(of: part, faces, isBlob: isBlob)) }
    }
    return found
  }

  /// `sail-link-3` between `sail-1` and `sail-2`.
  private func isOfRepeater(_ joint: JointDescription) -> Bool {
    guard let body = description[joint.a]?.name, let dash = body.lastIndex(of: "-") else { return false }
    let name = body[..<dash]
    return joint.name.hasPrefix(name) && joint.name.dropFirst(name.count).hasPrefix("-link-")
  }

  /// The place of a piece, which may be a new one; nil for what is no plain disc.
  private mutating func place(of id: BodyID) -> Int? {
    if let place = places[id] { return place }
    guard let body = description[id], body.texture == nil, body.style.isPlain, body.outlines.count == 1,
      case .circle(.zero, _) = body.outlines[0], let dash = body.name.lastIndex(of: "-"),
      let number = Int(body.name[body.name.index(after: dash)...])
    else { return nil }
    let place = pieces.count
    places[id] = place
    pieces.append(id)
    numbers.append(number)
    neighbors.append([])
    return place
  }

  private mutating func link(_ a: Int, _ b: Int, _ joint: JointID, isRod: Bool) {
    if let known = linkPlaces[Pair(a, b)] {
      links[known].joints.append(joint)
      return
    }
    linkPlaces[Pair(a, b)] = links.count
    links.append(Link(a: a, b: b, joints: [joint], isRod: isRod))
    neighbors[a].append(b)
    neighbors[b].append(a)
  }

  /// All that is connected with a piece.
  private func part(of piece: Int, _ isSeen: inout [Bool]) -> [Int] {
    var part = [piece]
    isSeen[piece] = true
    var next = 0
    while next < part.count {
      for other in neighbors[part[next]] where !isSeen[other] {
        isSeen[other] = true
        part.append(other)
      }
      next += 1
    }
    return part
  }

  private func isStatic(_ piece: Int) -> Bool { description[pieces[piece]]?.kind == .static }

  private func link(_ a: Int, _ b: Int) -> Link? { linkPlaces[Pair(a, b)].map { links[$0] } }

  private func areLinked(_ a: Int, _ b: Int) -> Bool { linkPlaces[Pair(a, b)] != nil }

  private func isRod(_ a: Int, _ b: Int) -> Bool { link(a, b)?.isRod == true }

  /// A blob: each rod of its ring with the middle, which springs hold both ends to. The middle comes first.
  private func ring(_ part: [Int]) -> [[Int]] {
    func springs(_ piece: Int) -> [Int] { neighbors[piece].filter { !isRod(piece, $0) } }
    var faces: [[Int]] = []
    var middle: Int?
    for a in part where neighbors[a].count <= Self.maxRingLinks {
      for b in neighbors[a]
      where b > a && neighbors[b].count <= Self.maxRingLinks && isRod(a, b) {
        let shared = springs(a).filter(springs(b).contains)
        guard shared.count == 1, middle == nil || middle == shared[0] else { continue }
        middle = shared[0]
        faces.append([shared[0], a, b])
      }
    }
    return faces
  }

  /// A cloth: what four threads go around, or three where two of the pieces stand, side by side.
  private func squares(_ part: [Int]) -> [[Int]] {
    var faces: [[Int]] = []
    for a in part where neighbors[a].count <= Self.maxThreads {
      for b in neighbors[a] where b > a && neighbors[b].count <= Self.maxThreads {
        for d in neighbors[a] where d > b {
          for c in neighbors[b] where c > a && c != d && areLinked(c, d) { faces.append([a, b, c, d]) }
        }
        guard !isStatic(a), !isStatic(b) else { continue }
        for d in neighbors[a] where isStatic(d) {
          // Row by row: what lies side by side is as far apart in numbers as the two that hold it.
          for c in neighbors[b]
          where isStatic(c) && c != d && !areLinked(c, d)
            && numbers[c] - numbers[b] == numbers[d] - numbers[a]
          {
            faces.append([a, b, c, d])
          }
        }
      }
    }
    return faces.filter { !areLinked($0[0], $0[2]) && !areLinked($0[1], $0[3]) }
  }

  private func surface(of part: [Int], _ faces: [[Int]], isBlob: Bool) -> SoftSurface {
    var surface = SoftSurface()
    var edges: [Pair: Int] = [:]
    let places = Dictionary(uniqueKeysWithValues: zip(part, part.indices))
    func place(_ piece: Int) -> Int { places[piece, default: 0] }
    func edge(_ a: Int, _ b: Int) -> Int {
      if let known = edges[Pair(a, b)] { return known }
      edges[Pair(a, b)] = surface.edges.count
      surface.edges.append(SoftSurface.Edge(a: place(a), b: place(b), joints: link(a, b)?.joints ?? []))
      return surface.edges.count - 1
    }
    for piece in part {
      surface.pieces.append(pieces[piece])
      if case .circle(_, let radius)? = description[pieces[piece]]?.outlines.first {
        surface.radius = max(surface.radius, radius)
      }
    }
    for face in faces {
      let around = face.indices.map { edge(face[$0], face[($0 + 1) % face.count]) }
      surface.faces.append(SoftSurface.Face(corners: face.map(place), edges: around))
    }
    // What holds a blob's ring in its form runs across its faces.
    for piece in part {
      for other in neighbors[piece] where other > piece { _ = edge(piece, other) }
    }
    if isBlob { surface.middle = faces.first.map { place($0[0]) } }
    return surface
  }
}

/// A cloth or a blob at a frame's moment: where its pieces are, and which of its faces are whole. Its memory
/// is kept from frame to frame.
package struct SurfaceMoment {
  package struct Piece {
    /// The position in pixels.
    package var position = Vector.zero
    var isThere = false
    /// Is true if it is a corner of a whole face.
    package var isCovered = false
    /// Is true if it is at the end of an edge of the rim.
    package var isOnRim = false
    var color = Color.black
    /// The part by which its color is taken to white, or below 0 to black.
    package var light = 0.0
    /// The number of whole faces that it is a corner of.
    var faces = 0

    package var shown: Color { color.lit(by: light) }
  }

  package let form: SoftSurface
  package private(set) var pieces: [Piece]
  /// The number of whole faces that have each edge.
  package private(set) var faceCounts: [Int]
  /// The faces that are whole, true for each: all of its pieces are there, and hold each other.
  package private(set) var isWhole: [Bool]
  /// Is true if nothing shines through a face.
  package private(set) var isOpaque = true
  /// The edges that hold, true for each.
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

  /// Shades a cloth: where it is pushed together, it turns away from the light.
  private mutating func shade(_ largest: Double) {
    for (place, face) in form.faces.enumerated() where isWhole[place] {
      let light = 0.5 * ((area(of: face) / largest).squareRoot() - 1)
      for corner in face.corners { pieces[corner].light += light / Double(pieces[corner].faces) }
    }
  }

  /// Returns the bounds in pixels.
  package func bounds(of face: SoftSurface.Face) -> Rect {
    let first = pieces[face.corners[0]].position
    var bounds = Rect(min: first, max: first)
    for corner in face.corners { bounds = bounds.including(pieces[corner].position) }
    return bounds.insetBy(-1)
  }

  /// Returns the area in square pixels.
  private func area(of face: SoftSurface.Face) -> Double {
    let first = pieces[face.corners[0]].position
    var doubled = 0.0
    for corner in 2..<face.corners.count {
      let (b, c) = (pieces[face.corners[corner - 1]].position, pieces[face.corners[corner]].position)
      doubled += (b - first).cross(c - first)
    }
    return abs(doubled) / 2
  }

  /// Returns true if the joint of an edge is not to be seen.
  package func covers(_ edge: Int) -> Bool {
    if faceCounts[edge] > 0 { return true }
    // What holds a blob's ring in its form runs across its faces.
    let (a, b) = (form.edges[edge].a, form.edges[edge].b)
    return form.middle != nil && pieces[a].isCovered && pieces[b].isCovered
  }
}
