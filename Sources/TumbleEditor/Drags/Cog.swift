import TumbleFrames
import TumbleGeometry

/// A gear wheel about its axle: in mesh with a wheel beside it, whose module it takes over.
///
/// The module is the diameter of the pitch circle by the number of teeth. Teeth are a module high above that
/// circle, and a quarter more below it, with straight flanks of 20 degrees and some play.
struct Cog: Hashable, Sendable {
  private(set) var center: Vector
  let module: Double
  let count: Int
  /// The angle of the middle of a tooth, in radians.
  private(set) var angle = 0.0

  /// The radius of the pitch circle, in points.
  private var radius: Double { Double(count) * module / 2 }
  /// The angle from one tooth to the next.
  private var pitch: Double { 2 * .pi / Double(count) }

  /// The numbers of teeth that the corners of a polygon allow.
  static let counts = 6...64
  /// Half of a tooth's width as a part of the pitch: at its tip, and at its root.
  private static let (tip, root) = (0.11, 0.36)

  /// - Parameters:
  ///   - radius: The radius that its pitch circle is to have about, in points.
  ///   - module: The module of the wheel that was made last; nil: a quarter of the grid's step.
  ///   - typed: The number of teeth and the module that it is to have, whatever is beside it; nil: by radius.
  init(
    at center: Vector, radius: Double, module: Double?, typed: (count: Int, module: Double)? = nil,
    in view: EditorView
  ) {
    let beside = view.snapshot.bodies.compactMap { Cog($0.id, in: view) }
      .map { ($0, gap: abs($0.center.distance(to: center) - $0.radius - radius)) }
      .min { $0.gap < $1.gap }
    let taken: Double? = typed?.module ?? beside.flatMap { $0.gap < 3 * $0.0.module ? $0.0.module : nil }
    let module = taken ?? module ?? EditorGrid().step(in: view) / 4
    (self.center, self.module) = (center, module)
    let wanted = (2 * radius / module).rounded()
    let pulled = Int(exactly: wanted) ?? Self.counts.upperBound
    count = typed?.count ?? min(max(pulled, Self.counts.lowerBound), Self.counts.upperBound)
    guard let other = beside?.0, other.module == module else { return }
    let (distance, whole) = (other.center.distance(to: center), other.radius + self.radius)
    guard distance > 0, abs(distance - whole) < 3 * module else { return }
    let way = (center - other.center).normalized
    self.center = other.center + way * whole
    // Where one has a tooth the other has a gap.
    let part = (way.angle - other.angle) / other.pitch
    angle = way.angle + .pi + (part - part.rounded(.down) - 0.5) * pitch
  }

  /// The wheel that a body is, by its outline; nil for another body.
  private init?(_ id: BodyID, in view: EditorView) {
    guard case .polygon(let corners, _)? = view.description[id]?.outlines.first, let pose = view.pose(id),
      corners.count % 4 == 0, Self.counts.contains(corners.count / 4)
    else { return nil }
    let lengths = corners.map(\.length)
    guard let high = lengths.max(), let low = lengths.min(), low > 0,
      lengths.allSatisfy({ abs($0 - high) < high * 0.01 || abs($0 - low) < high * 0.01 })
    else { return nil }
    let rounded = ((high - low) / 2.25 * 20).rounded() / 20
    (module, count, center) = (rounded, corners.count / 4, pose.position)
    let tips = corners.indices.filter { abs(lengths[$0] - high) < high * 0.01 }
    let pairs = tips.filter { tips.contains(($0 + 1) % corners.count) }
    guard tips.count == 2 * count, pairs.count == count, let first = pairs.first,
      abs(high - radius - module) < high * 0.03
    else { return nil }
    angle = pose.angle + (corners[first] + corners[(first + 1) % corners.count]).angle
  }

  /// The outline about its axle, a tooth to the right.
  var outline: [Vector] {
    (0..<count).flatMap { tooth -> [Vector] in
      let middle = Double(tooth) * pitch
      return [(-Self.root, -1.25), (-Self.tip, 1.0), (Self.tip, 1.0), (Self.root, -1.25)].map {
        side, height in
        Vector(angle: middle + side * pitch, length: radius + height * module).hundredths
      }
    }
  }

  /// The edits that make it turn on what is at its center, be it the background.
  func edits(_ name: String, in view: EditorView) -> [Edit] {
    let (holder, hinge) = (JointEnd(at: center, in: view), view.freeName("hinge"))
    let wheel: FormatNode.Mapping = [
      ("id", .plain(name)), ("at", .vector(center)), ("angle", .number(angle)),
      ("polygon", .vectors(outline)), ("friction", .plain("0.1")), ("elasticity", .plain("0")),
    ]
    let anchor = holder.body == nil ? [NewBody(name: hinge + "-a", kind: .static, position: center).edit] : []
    let joint: FormatNode.Mapping = [
      ("id", .plain(hinge)), ("type", .plain("hinge")),
      ("a", .plain(holder.body.map(view.name) ?? hinge + "-a")), ("b", .plain(name)),
      ("anchorA", .vector(holder.local(center, in: view))), ("anchorB", .vector(.zero)),
      ("collideBodies", .plain("false")),
    ]
    return anchor + [.add(.body, wheel.flow), .add(.joint, joint.flow)]
  }
}

extension Vector {
  /// The vector rounded to a hundredth, which is what a person reads.
  var hundredths: Vector { Vector((x * 100).rounded() / 100 + 0, (y * 100).rounded() / 100 + 0) }
}
