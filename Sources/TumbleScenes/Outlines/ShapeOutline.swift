import Foundation
import TumbleFiles
import Yams

/// Outlines of a body that were taken from a picture or a text, and what they were taken from.
public struct ShapeOutline: Hashable, Sendable {
  /// The polygons about the middle of their bounds, in points.
  public private(set) var polygons: [Polygon]
  /// The picture or the text that the outline was taken from.
  public var source: Source

  /// The sources of outlines.
  public enum Source: Hashable, Sendable {
    /// A picture by the name that textures have, and the digest of its bytes.
    case picture(name: String, digest: String)
    /// A text, by its words.
    case text(String)
  }

  /// Islands only: a hole, as that of an O, is filled; what is too small to have an area is left out.
  ///
  /// - Parameters:
  ///   - outlines: In any place and either direction.
  ///   - height: To which they are scaled; nil: as they are.
  ///   - tolerance: How far a corner that is left out may be from the outline, in points after scaling.
  ///   - isConvex: Whether each is split into convex pieces.
  public init(
    _ outlines: [Polygon], of source: Source, height: Double? = nil, tolerance: Double = 0.75,
    isConvex: Bool = false
  ) {
    self.source = source
    let islands = outlines.enumerated().filter { index, outline in
      guard let corner = outline.corners.first else { return false }
      return outlines.enumerated().filter { $0.offset != index && $0.element.contains(corner) }.count % 2 == 0
    }.map(\.element)
    polygons = []
    guard let bounds = Rect(around: islands.flatMap(\.corners)), bounds.height > 0 else { return }
    let scale = height.map { $0 / bounds.height } ?? 1
    polygons = islands.flatMap { outline -> [Polygon] in
      let placed = Polygon(outline.corners.map { ($0 - bounds.center) * scale })
      guard let simple = placed.simplified(tolerance: tolerance) else { return [] }
      let counterClockwise = simple.signedArea < 0 ? Polygon(simple.corners.reversed()) : simple
      guard isConvex, !counterClockwise.isConvex, case .pieces(let pieces) = counterClockwise.split() else {
        return [counterClockwise]
      }
      return pieces
    }
  }

  /// The digest of a picture's bytes, as scenes have it.
  public static func digest(_ bytes: some Sequence<UInt8>) -> String { ContentDigest(bytes).text }
}

extension ShapeOutline {
  /// Numbers to a hundredth of a point are finer than any picture.
  private var shapes: FormatNode {
    func short(_ value: Double) -> Double { (value * 100).rounded() / 100 + 0 }
    let polygons = polygons.map { polygon in
      FormatNode.list(polygon.corners.map { .vector(short($0.x), short($0.y)) })
    }
    return .list(polygons.map { .mapping([("polygon", $0)]) })
  }

  private var origin: FormatNode {
    switch source {
    case .picture(let name, let digest): .mapping([("picture", .text(name)), ("digest", .text(digest))])
    case .text(let text): .mapping([("text", .text(text))])
    }
  }

  /// An entry of a scene's bodies, on one line.
  public func entry(id: String) -> String { "- " + body(id: id, at: .zero).flow }

  package func body(id: String, at place: Vector) -> FormatNode {
    .mapping([("id", .plain(id)), ("at", .vector(place)), ("shapes", shapes), ("outline", origin)])
  }

  /// The text of a scene in which a body has these shapes: one that is there, all else as it is, or a new
  /// one.
  /// - Parameter place: Where a new one is.
  public func text(
    in text: Data, body id: String, at place: Vector = .zero, limits: SceneLimits = SceneLimits()
  ) throws(SceneTextPatchError) -> Data {
    guard let (source, parsed) = try? SceneText.parsed(text, limits: limits), let root = parsed else {
      throw .refused("the scene's file has errors; `tumble validate` tells them")
    }
    let tree = try TextTree(source, root: root)
    var edits = TextEdits(tree)
    let (scene, body) = (SectionName.scene.section, SectionName.body.section)
    let list = tree.root.entry("bodies", in: scene)?.node
    let node = list?.items.map(\.node).first { node in
      guard case .scalar(let name, _)? = node.entry("id", in: body)?.node.content else { return false }
      return name == id
    }
    if let node {
      for form in Format.forms { edits.remove(form, in: node, body) }
      edits.set("shapes", shapes, in: node, body)
      edits.set("outline", origin, in: node, body)
    } else {
      let entry = self.body(id: id, at: place).entries
      if let list, case .list(let items, _) = list.content, !items.isEmpty {
        edits.insert(.written(entry), before: items.count, in: list)
      } else {
        edits.remove("bodies", in: tree.root, scene)
        edits.add("bodies", [entry], to: tree.root)
      }
    }
    return Data(edits.applied())
  }
}

/// The opacity of each pixel of a picture, from which outlines are taken.
public struct AlphaBitmap: Hashable, Sendable {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// The opacities, row upon row from the top; 0 is clear, 255 opaque.
  public let alpha: [UInt8]

  /// Creates a picture of opacities.
  ///
  /// - Parameter alpha: `width` × `height` values, row by row from the top.
  public init(width: Int, height: Int, alpha: [UInt8]) {
    precondition(width >= 0 && height >= 0 && alpha.count == width * height, "a value for each pixel")
    (self.width, self.height, self.alpha) = (width, height, alpha)
  }
}

extension AlphaBitmap {
  /// The outlines of what is opaque: around islands counter-clockwise, around holes clockwise, in points with
  /// y up and the picture's lower left corner at the origin, one point a pixel.
  ///
  /// By marching squares: between the middles of two neighboring pixels the outline is where the alpha would
  /// be the threshold, and beyond the edges all is clear. Islands that touch at a corner are two.
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
  /// The edge at which a piece of the line goes out, by the edge at which it comes in.
  private var next: [Edge: Edge] = [:]
  /// The starts in the order in which they were found.
  private var starts: [Edge] = []

  /// An edge between the middles of a pixel and its right or lower neighbor.
  private struct Edge: Hashable {
    var x: Int
    var y: Int
    var isDown: Bool
  }

  init(_ bitmap: AlphaBitmap, level: Double) { (self.bitmap, self.level) = (bitmap, level) }

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

  /// Adds the pieces of the line in the square between four pixels.
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

extension Polygon {
  /// The same outline with fewer corners: none of those left out is further than a tolerance from it.
  ///
  /// By Douglas and Peucker's way of halving, from the two corners that lie furthest apart along a side of
  /// the bounds. Where it would cross itself, or have more corners than may be, the tolerance is made to fit.
  ///
  /// - Parameters:
  ///   - tolerance: In points, 0 or more.
  ///   - most: The most corners.
  /// - Returns: nil for an outline that encloses nothing to speak of.
  public func simplified(tolerance: Double, most: Int = 256) -> Polygon? {
    var tolerance = tolerance
    for _ in 0..<24 {
      let corners = kept(tolerance)
      let outline = Polygon(corners)
      guard corners.count >= 3, !outline.isFlat, outline.isWide else { return nil }
      if corners.count > most {
        tolerance = max(tolerance, 1e-3) * 1.5
      } else if outline.crossing != nil {
        tolerance /= 2
      } else {
        return outline
      }
    }
    return nil
  }

  private func kept(_ tolerance: Double) -> [Vector] {
    guard corners.count > 3 else { return corners }
    func order(_ a: Int, _ b: Int) -> Bool { (corners[a].x, corners[a].y) < (corners[b].x, corners[b].y) }
    guard let first = corners.indices.min(by: order), let last = corners.indices.max(by: order) else {
      return corners
    }
    var isKept = [Bool](repeating: false, count: corners.count)
    (isKept[first], isKept[last]) = (true, true)
    let count = corners.count
    // Stretches by their first corner and how many further on the last one is.
    var open = [(first, (last - first + count) % count), (last, (first - last + count) % count)]
    while let (start, length) = open.popLast() {
      guard length > 1 else { continue }
      let (a, b) = (corners[start], corners[(start + length) % count])
      var (furthest, distance) = (0, tolerance)
      for step in 1..<length {
        let away = corners[(start + step) % count].distance(toSegment: a, b)
        if away > distance { (furthest, distance) = (step, away) }
      }
      guard furthest > 0 else { continue }
      isKept[(start + furthest) % count] = true
      open.append((start, furthest))
      open.append(((start + furthest) % count, length - furthest))
    }
    return corners.indices.filter { isKept[$0] }.map { corners[$0] }
  }
}
