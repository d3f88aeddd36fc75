import Foundation
import TumbleFrames
import TumbleGeometry

/// A body over the frames in which it is there and is drawn with one look.
struct PageBody: Hashable, Sendable {
  let id: BodyID
  let name: String
  /// The index of its look among the run's.
  let look: Int
  /// Is true if it has a color of its own.
  let hasColor: Bool
  /// The frame it begins with.
  let first: Int
  /// Parts per radian, and per 1 of a scale: so many that no point of the body is further off than by half a
  /// part of a point.
  let unit: Double
  /// A track for each of the letters.
  private var all = Array(repeating: Track(), count: letters.count)

  /// The names of the tracks in the order of the page's data: place and angle, opacity, width and height as
  /// parts of the own ones, light of the halo, and red, green, blue and opacity of the color.
  private static let letters = ["x", "y", "a", "o", "w", "h", "l", "r", "g", "b", "t"]

  /// Parts per point.
  static let partsPerPoint = 128.0
  /// Parts per 1 of an opacity, and of a color's component.
  static let partsPerColor = 255.0

  init(_ body: BodySnapshot, name: String, look: Int, reach: Double, first: Int) {
    id = body.id
    self.name = name
    self.look = look
    self.first = first
    hasColor = body.appearance.color != nil
    unit = Self.unit(reach: reach)
  }

  /// - Parameter reach: How far from its position anything of it is, in points.
  static func unit(reach: Double) -> Double {
    partsPerPoint * exp2(min(max(log2(max(reach, 1)).rounded(.up), 0), 20))
  }

  var count: Int { all[0].count }
  /// The frame after its last.
  var end: Int { first + count }

  /// Appends the pose and the look of a body.
  ///
  /// - Returns: Whether the body can be drawn; where it cannot, nothing is added.
  mutating func append(_ body: BodySnapshot) -> Bool {
    let look = body.appearance
    let color = (look.color?.components ?? []).map { ($0, Self.partsPerColor) }
    let numbers =
      [
        (body.position.x, Self.partsPerPoint), (body.position.y, Self.partsPerPoint), (body.angle, unit),
        (min(max(look.opacity, 0), 1), Self.partsPerColor), (look.scale.x, unit), (look.scale.y, unit),
        (look.glow, Self.partsPerColor),
      ] + color
    let parts = numbers.compactMap { Track.parts($0, per: $1) }
    guard parts.count == numbers.count else { return false }
    for (index, number) in parts.enumerated() { all[index].append(number) }
    return true
  }

  mutating func finish() {
    for index in all.indices { all[index].finish() }
  }

  /// The tracks in the order of the page's data, with a letter for each that names it; those that say nothing
  /// are left out.
  var tracks: [(letter: String, track: Track)] {
    let plain = ["o": Self.partsPerColor, "w": unit, "h": unit, "l": 0]
    func isTold(_ letter: String, _ track: Track) -> Bool {
      track.count > 0 && !(track.isConstant && plain[letter].map { track.first == Int($0) } ?? false)
    }
    let named = zip(Self.letters, all)
    // The two of a size go together.
    let isScaled = named.contains { ["w", "h"].contains($0) && isTold($0, $1) }
    return named.filter { isScaled && ["w", "h"].contains($0) || isTold($0, $1) }.map { ($0, $1) }
  }

  var byteCount: Int { all.reduce(0) { $0 + $1.bytes.count } }
}

extension Color {
  /// The red, green, blue and alpha, each within 0...1.
  fileprivate var components: [Double] {
    [red, green, blue, alpha].map { $0.isNaN ? 0 : min(max($0, 0), 1) }
  }
}

/// A joint over the frames in which it is there: where it holds its bodies, in their own coordinates, which
/// seldom changes.
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

  /// Appends the ends of a joint.
  ///
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

/// A fluid over the frames in which it is there.
struct PageFluid: Hashable, Sendable {
  let description: FluidDescription
  /// The frame it begins with.
  let first: Int
  var level = Track()

  init(description: FluidDescription, first: Int) { (self.description, self.first) = (description, first) }

  var end: Int { first + level.count }

  mutating func finish() { level.finish() }
}

/// Static pictures that are all alike, those of them that the page shows.
struct PageScenery: Hashable, Sendable {
  let look: PageLook
  let color: Color?
  let opacity: Double
  let isInFront: Bool
  private(set) var x = Track()
  private(set) var y = Track()
  /// The angle in 1/`unit` radians.
  private(set) var angle = Track()
  /// Parts per radian.
  let unit: Double

  /// - Parameter view: The part of the world that the page shows.
  /// - Returns: nil where nothing of it is seen.
  init?(of scenery: SceneryDescription, in view: Rect) {
    look = PageLook(of: scenery)
    color = scenery.color
    opacity = min(max(scenery.opacity, 0), 1)
    isInFront = scenery.isInFront
    unit = PageBody.unit(reach: look.reach)
    let seen = view.insetBy(-look.reach)
    for place in scenery.places where seen.contains(place.position) {
      guard let x = Track.parts(place.position.x, per: PageBody.partsPerPoint),
        let y = Track.parts(place.position.y, per: PageBody.partsPerPoint),
        let angle = Track.parts(place.angle, per: unit)
      else { continue }
      self.x.append(x)
      self.y.append(y)
      self.angle.append(angle)
    }
    guard x.count > 0, opacity > 0 else { return nil }
    x.finish()
    y.finish()
    angle.finish()
  }

  var count: Int { x.count }
  /// The three tracks of its places.
  var data: Data { Data(x.bytes + y.bytes + angle.bytes) }
}

/// The look of a body, or of scenery; many have the same.
struct PageLook: Hashable, Sendable {
  var kind: BodyKind
  var outlines: [Outline]
  /// A path.
  var texture: String?
  var fit: TextureFit
  var castsShadow: Bool
  /// The style; the corner radius is in the outlines.
  var style: BodyStyle
  var depth: Int
  /// The surface velocities by outline; empty if none runs.
  var surfaceVelocities: [Vector]

  /// Creates the look of a body in a moment: a transition to another picture has been made at once.
  init(of body: BodyDescription, _ change: LookChange?, _ pictures: [String]) {
    kind = body.kind
    outlines = body.drawnOutlines
    texture = body.texture
    fit = body.textureFit
    castsShadow = body.castsShadow
    style = body.style
    depth = body.depth
    surfaceVelocities = body.surfaceVelocities
    guard let change else { return }
    texture = change.picture.flatMap { pictures.indices.contains($0) ? pictures[$0] : nil }
  }

  init(of scenery: SceneryDescription) {
    kind = .static
    outlines = scenery.outlines
    texture = scenery.texture
    fit = scenery.textureFit
    castsShadow = false
    style = BodyStyle()
    depth = 0
    surfaceVelocities = []
  }

  /// The distance from the body's position to its farthest part, in points.
  var reach: Double {
    guard let bounds = outlines.bounds, bounds.isFinite else { return 0 }
    let farthest = Vector(max(-bounds.min.x, bounds.max.x), max(-bounds.min.y, bounds.max.y))
    return farthest.length
  }
}
