import Foundation
import TumbleFrames
import TumbleGeometry

/// A body over the frames in which it is there and is drawn with one look.
struct PageBody: Hashable, Sendable {
  let id: BodyID
  let name: String
  /// Its place among the run's looks.
  let look: Int
  /// Whether it has a color of its own.
  let hasColor: Bool
  /// The frame it begins with.
  let first: Int
  /// Parts per radian, and per 1 of a scale: so many that no point of the body is further off than by half a part of a point.
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

  /// Its tracks in the order of the page's data, with a letter for each that names it; those that say nothing are left out.
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
