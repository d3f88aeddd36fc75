import Foundation
import TumbleFiles
import TumbleFrames
import TumbleGeometry
import Yams

/// Outlines of a body that were taken from a picture or a text, and what they were taken from.
public struct ShapeOutline: Hashable, Sendable {
  /// About the middle of their bounds, in points.
  public private(set) var polygons: [Polygon]
  public var source: Source

  public enum Source: Hashable, Sendable {
    /// A picture by the name that textures have, and the digest of its bytes.
    case picture(name: String, digest: String)
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
  public func entry(id: String) -> String {
    "- "
      + FormatNode.mapping([
        ("id", .plain(id)), ("at", .vector(0, 0)), ("shapes", shapes), ("outline", origin),
      ])
      .flow
  }

  /// The text of a scene in which a body has these shapes: one that is there, all else as it is, or a new one.
  /// - Parameter place: Where a new one is.
  public func text(
    in text: Data, body id: String, at place: Vector = .zero, limits: SceneLimits = SceneLimits()
  ) throws(SceneTextPatchError) -> Data {
    guard let source = try? SceneText(text, limits: limits), let root = try? source.parsed() else {
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
      let entry: FormatNode.Mapping = [
        ("id", .plain(id)), ("at", .vector(place)), ("shapes", shapes), ("outline", origin),
      ]
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
