import TumbleFrames
import TumbleGeometry

/// The pieces of a cloth or a blob and the faces between them, by which it is drawn as one thing, and not as a net of discs.
///
/// It is found in the description by what a scene's `cloth` and `blob` make: discs `sail-1`, `sail-2`, … that joints called
/// `sail-link-1`, … hold. Discs with a texture or a style of their own stay what they are.
package struct SoftSurface: Hashable, Sendable {
  package struct Edge: Hashable, Sendable {
    /// Places in `pieces`.
    package var a: Int
    package var b: Int
    /// nil between two that stand: nothing holds them, and nothing can part them.
    package var joint: JointID?
  }

  package struct Face: Hashable, Sendable {
    /// Places in `pieces` of three or four corners, one after the other around it.
    package var corners: [Int]
    /// Places in `edges`.
    package var edges: [Int]
  }

  package private(set) var pieces: [BodyID] = []
  /// Of a piece, in points.
  package private(set) var radius = 0.0
  package private(set) var edges: [Edge] = []
  package private(set) var faces: [Face] = []
  /// The piece in the middle of a blob, a place in `pieces`; nil for a cloth.
  package private(set) var middle: Int?

  /// The place in `edges` between two pieces, the lower one first.
  private var edgePlaces: [[Int]: Int] = [:]
  private var neighbors: [[Int]] = []
  private var isPin: [Bool] = []
  private var isStatic: [Bool] = []
}

extension SoftSurface {
  /// All of a world.
  package static func all(in description: WorldDescription) -> [SoftSurface] {
    var names: [Substring] = []
    var joints: [Substring: [Int]] = [:]
    for (number, joint) in description.joints.enumerated() {
      guard JointLook(joint, in: description) == .thread, let name = repeater(of: joint, description)
      else { continue }
      if joints[name] == nil { names.append(name) }
      joints[name, default: []].append(number)
    }
    return names.compactMap { name in
      let surface = SoftSurface(joints[name] ?? [], in: description)
      return surface.faces.isEmpty ? nil : surface
    }
  }

  /// `sail` for a joint `sail-link-3`.
  private static func repeater(of joint: JointDescription, _ description: WorldDescription) -> Substring? {
    guard let body = description[joint.a]?.name, let dash = body.lastIndex(of: "-") else { return nil }
    let name = body[..<dash]
    return joint.name.hasPrefix("\(name)-link-") ? name : nil
  }

  /// - Parameter joints: Numbers of those that hold its pieces.
  private init(_ joints: [Int], in description: WorldDescription) {
    var places: [BodyID: Int] = [:]
    for number in joints {
      let joint = description.joints[number]
      guard let a = place(of: joint.a, &places, description),
        let b = place(of: joint.b, &places, description),
        a != b
      else { continue }
      addEdge(a, b, JointID(number), isPin: joint.kind == .pin)
    }
    if isPin.contains(true) { findRing() } else { findSquares() }
  }

  /// The place of a piece, which may be a new one; nil for what is no plain disc.
  private mutating func place(
    of id: BodyID, _ places: inout [BodyID: Int], _ description: WorldDescription
  ) -> Int? {
    if let place = places[id] { return place }
    guard let body = description[id], body.texture == nil, body.style.isPlain, body.outlines.count == 1,
      case .circle(.zero, let radius) = body.outlines[0]
    else { return nil }
    let place = pieces.count
    places[id] = place
    pieces.append(id)
    neighbors.append([])
    isStatic.append(body.kind == .static)
    self.radius = max(self.radius, radius)
    return place
  }

  @discardableResult
  private mutating func addEdge(_ a: Int, _ b: Int, _ joint: JointID?, isPin: Bool) -> Int {
    let key = [min(a, b), max(a, b)]
    if let known = edgePlaces[key] { return known }
    edgePlaces[key] = edges.count
    edges.append(Edge(a: a, b: b, joint: joint))
    self.isPin.append(isPin)
    neighbors[a].append(b)
    neighbors[b].append(a)
    return edges.count - 1
  }

  private func edge(_ a: Int, _ b: Int) -> Int? { edgePlaces[[min(a, b), max(a, b)]] }

  /// A blob: each rod of its ring with the middle that springs hold both ends to.
  private mutating func findRing() {
    func springs(_ piece: Int) -> [Int] {
      neighbors[piece].filter { edge(piece, $0).map { !isPin[$0] } ?? false }
    }
    for rod in edges.indices where isPin[rod] {
      let (a, b) = (edges[rod].a, edges[rod].b)
      let shared = springs(a).filter(springs(b).contains)
      guard shared.count == 1, let first = edge(a, shared[0]), let second = edge(b, shared[0]) else {
        continue
      }
      middle = shared[0]
      faces.append(Face(corners: [shared[0], a, b], edges: [first, rod, second]))
    }
  }

  /// A cloth: what four threads go around, or three where two of the pieces stand.
  private mutating func findSquares() {
    let linked = neighbors
    for a in pieces.indices {
      for b in linked[a] where b > a {
        for d in linked[a] where d > b {
          for c in linked[b] where c > a && c != d && edge(c, d) != nil { addSquare(a, b, c, d) }
        }
        guard !isStatic[a], !isStatic[b] else { continue }
        for d in linked[a] where isStatic[d] {
          for c in linked[b] where isStatic[c] && c != d && edge(c, d) == nil { addSquare(a, b, c, d) }
        }
      }
    }
  }

  private mutating func addSquare(_ a: Int, _ b: Int, _ c: Int, _ d: Int) {
    guard edge(a, c) == nil, edge(b, d) == nil, let first = edge(a, b), let second = edge(b, c),
      let fourth = edge(a, d)
    else { return }
    let third = addEdge(c, d, nil, isPin: false)
    faces.append(Face(corners: [a, b, c, d], edges: [first, second, third, fourth]))
  }
}
