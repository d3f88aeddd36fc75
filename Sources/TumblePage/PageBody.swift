import Foundation
import TumbleFrames
import TumbleGeometry

/// A body over the frames in which it is there and is drawn with one look.
struct PageBody: Hashable, Sendable {
  let id: BodyID
  let name: String
  /// Its place among the run's looks.
  let look: Int
  /// Is true if it has a color of its own.
  let hasColor: Bool
  /// The frame it begins with.
  let first: Int
  /// Parts per radian, and per 1 of a scale: so many that no point of the body is further off than by half a
  /// part of a point.
  let unit: Double
  var x = Track()
  var y = Track()
  var angle = Track()
  private var opacity = Track()
  private var glow = Track()
  private var scaleX = Track()
  private var scaleY = Track()
  private var color = [Track(), Track(), Track(), Track()]

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

  var count: Int { x.count }
  /// The frame after its last.
  var end: Int { first + count }

  /// - Returns: Whether the body can be drawn; where it cannot, nothing is added.
  mutating func append(_ body: BodySnapshot) -> Bool {
    let appearance = body.appearance
    guard let x = Track.parts(body.position.x, per: Self.partsPerPoint),
      let y = Track.parts(body.position.y, per: Self.partsPerPoint),
      let angle = Track.parts(body.angle, per: unit),
      let opacity = Track.parts(min(max(appearance.opacity, 0), 1), per: Self.partsPerColor),
      let glow = Track.parts(appearance.glow, per: Self.partsPerColor),
      let scaleX = Track.parts(appearance.scale.x, per: unit),
      let scaleY = Track.parts(appearance.scale.y, per: unit)
    else { return false }
    self.x.append(x)
    self.y.append(y)
    self.angle.append(angle)
    self.opacity.append(opacity)
    self.glow.append(glow)
    self.scaleX.append(scaleX)
    self.scaleY.append(scaleY)
    if let components = appearance.color?.components {
      for (index, component) in components.enumerated() {
        color[index].append(Track.parts(component, per: Self.partsPerColor) ?? 0)
      }
    }
    return true
  }

  mutating func finish() {
    x.finish()
    y.finish()
    angle.finish()
    opacity.finish()
    glow.finish()
    scaleX.finish()
    scaleY.finish()
    for index in color.indices { color[index].finish() }
  }

  /// Its tracks in the order of the page's data, with a letter for each that names it; those that say nothing
  /// are left out.
  var tracks: [(letter: String, track: Track)] {
    func isPlain(_ track: Track, _ value: Double) -> Bool { track.isConstant && track.first == Int(value) }
    var tracks = [("x", x), ("y", y), ("a", angle)]
    if !isPlain(opacity, Self.partsPerColor) { tracks.append(("o", opacity)) }
    if !isPlain(scaleX, unit) || !isPlain(scaleY, unit) { tracks += [("w", scaleX), ("h", scaleY)] }
    if !isPlain(glow, 0) { tracks.append(("l", glow)) }
    if hasColor { tracks += zip(["r", "g", "b", "t"], color) }
    return tracks
  }

  var byteCount: Int {
    x.bytes.count + y.bytes.count + angle.bytes.count + opacity.bytes.count + glow.bytes.count
      + scaleX.bytes.count
      + scaleY.bytes.count + color.reduce(0) { $0 + $1.bytes.count }
  }
}

extension Color {
  /// Red, green, blue and alpha, each within 0...1.
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
  /// Its corner radius is in the outlines.
  var style: BodyStyle
  var layer: Int
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
    layer = body.layer
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
    layer = 0
    surfaceVelocities = []
  }

  /// The distance from the body's position to its farthest part, in points.
  var reach: Double {
    guard let bounds = outlines.bounds, bounds.isFinite else { return 0 }
    let farthest = Vector(max(-bounds.min.x, bounds.max.x), max(-bounds.min.y, bounds.max.y))
    return farthest.length
  }
}
