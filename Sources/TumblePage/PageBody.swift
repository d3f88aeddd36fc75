import Foundation
import TumbleFrames
import TumbleGeometry
import TumbleLooks

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
  /// Parts per radian, and per 1 of a scale: so many that no point of the body is further off by half of one
  /// than by half a part of a point.
  let unit: Double
  /// Frames from one number of its tracks to the next.
  let every: Int
  /// Parts per point of its place.
  let parts: Double
  /// The number of its frames.
  private(set) var count = 0
  /// Is true if it is seen in any of them.
  private(set) var isSeen = false
  /// The transition that leads to its look from another.
  var transition: PageTransition?
  private var all: [Track]

  /// The names of the tracks in the order of the page's data: place and angle, opacity, width and height as
  /// parts of the own ones, light of the halo, and red, green, blue and opacity of the color.
  static let letters = ["x", "y", "a", "o", "w", "h", "l", "r", "g", "b", "t"]

  /// Parts per point.
  static let partsPerPoint = 64.0
  /// Parts by which a place may be off, and the farthest point of a body by its angle.
  static let tolerance = 4
  /// Parts per point of what is told seldom: it is interpolated by more than these.
  static let seldomParts = 16.0
  /// Parts per 1 of an opacity, and of a color's component.
  static let partsPerColor = 255.0

  /// - Parameter reach: The distance of what is farthest from its position, its joints included, in points.
  init(_ body: BodySnapshot, name: String, look: Int, reach: Double, first: Int, every: Int = 1) {
    id = body.id
    self.name = name
    self.look = look
    (self.first, self.every) = (first, every)
    hasColor = body.appearance.color != nil
    parts = every > 1 ? Self.seldomParts : Self.partsPerPoint
    unit = parts * Self.fineness(to: reach)
    all = Self.letters.map { _ in Track() }
  }

  private static func fineness(to reach: Double) -> Double { exp2(min(log2(max(reach, 1)).rounded(.up), 20)) }

  /// Returns true if its angle is told so finely that what is so far from its position is where it should be.
  func isFine(to reach: Double) -> Bool { unit >= parts * Self.fineness(to: reach) }

  /// The frame after its last.
  var end: Int { first + count }

  /// Appends the pose and the look of a body.
  ///
  /// - Parameter shown: The part of the world that is shown, in points; nil for a body that has to be told as
  ///   if it were there.
  /// - Returns: Whether the body can be drawn; where it cannot, nothing is added.
  mutating func append(_ body: BodySnapshot, in shown: Rect?) -> Bool {
    guard count.isMultiple(of: every) else {
      count += 1
      return true
    }
    let look = body.appearance
    let color = (look.color?.components ?? []).map { ($0, Self.partsPerColor) }
    let numbers =
      [
        (body.position.x, self.parts), (body.position.y, self.parts), (body.angle, unit),
        (min(max(look.opacity, 0), 1), Self.partsPerColor), (look.scale.x, unit), (look.scale.y, unit),
        (look.glow, Self.partsPerColor),
      ] + color
    let parts = numbers.compactMap { Track.parts($0, per: $1) }
    guard parts.count == numbers.count else { return false }
    let away = distance(of: body, from: shown)
    isSeen = isSeen || away == 0
    let place = max(Self.tolerance, Int(min(away / 2 * self.parts, 1e9)))
    let tolerances = every > 1 ? [] : [place, place, away > 0 ? 1 << 40 : Self.tolerance]
    for (index, number) in parts.enumerated() {
      all[index].append(number, within: index < tolerances.count ? tolerances[index] : 0)
    }
    count += 1
    return true
  }

  /// The distance, in points, by which a body is so far outside that nothing of it or about it is seen.
  private func distance(of body: BodySnapshot, from shown: Rect?) -> Double {
    guard let shown else { return 0 }
    let (place, scale) = (body.position, body.appearance.scale)
    let away = max(shown.min.x - place.x, place.x - shown.max.x, shown.min.y - place.y, place.y - shown.max.y)
    // Its halo ends within three times its size.
    let reach = unit / parts * max(scale.x.magnitude, scale.y.magnitude, 1)
    return max(away - 3 * reach - max(shown.width, shown.height) / 10, 0)
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

  /// Parts per unit of a track's numbers.
  func partsPerUnit(of letter: String) -> Double {
    ["x", "y"].contains(letter) ? parts : ["a", "w", "h"].contains(letter) ? unit : Self.partsPerColor
  }

  var byteCount: Int { all.reduce(0) { $0 + $1.byteCount } }

  /// Returns true if the number of a letter is the same in all frames.
  func isConstant(_ letter: String) -> Bool {
    zip(Self.letters, all).allSatisfy { $0 != letter || $1.isConstant }
  }

  /// Its own color in its first frame; nil where it has none.
  var color: Color? {
    guard hasColor else { return nil }
    let parts = all.suffix(4).map { Double($0.first) / Self.partsPerColor }
    return Color(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
  }
  var isColorConstant: Bool { ["r", "g", "b", "t"].allSatisfy(isConstant) }
  /// The pose that it has in all its frames, in its own size; nil where it moves.
  var stillPose: BodySnapshot? {
    guard ["x", "y", "a", "w", "h"].allSatisfy(isConstant), all[4].first == all[5].first,
      all[4].first == Int(unit)
    else { return nil }
    let place = Vector(Double(all[0].first), Double(all[1].first)) / parts
    return BodySnapshot(id: id, position: place, angle: Double(all[2].first) / unit)
  }
  var glows: Bool { !isConstant("l") || all[6].first != 0 }
  /// Is true if it is seen in part at some time.
  var isFaded: Bool { !isConstant("o") || all[3].first < Int(Self.partsPerColor) }
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
  /// The places where it holds its bodies, x and y of both, and the sag of its middle if it is a rope.
  private(set) var tracks: [Track]

  init(_ id: JointID, _ description: JointDescription, first: Int) {
    (self.id, self.description, self.first) = (id, description, first)
    tracks = Array(repeating: Track(), count: description.kind == .slide ? 6 : 4)
  }

  var count: Int { tracks[0].count }
  var end: Int { first + count }

  /// Appends the ends of a joint.
  ///
  /// - Returns: Whether it can be drawn; where it cannot, nothing is added.
  mutating func append(_ joint: JointSnapshot, a: BodySnapshot, b: BodySnapshot, gravity: Vector) -> Bool {
    let (inA, inB) = (a.local(joint.a), b.local(joint.b))
    var numbers = [inA.x, inA.y, inB.x, inB.y]
    if description.kind == .slide {
      let rope = HangingRope(from: joint.a, to: joint.b, length: description.length ?? 0, gravity: gravity)
      // Parts of a point that nobody sees are not told.
      numbers += [rope.sag.x, rope.sag.y].map { ($0 * 4).rounded() / 4 }
    }
    let parts = numbers.compactMap { Track.parts($0, per: PageBody.partsPerPoint) }
    guard parts.count == tracks.count else { return false }
    for (index, number) in parts.enumerated() { tracks[index].append(number) }
    return true
  }

}

extension BodySnapshot {
  /// A point of the world in the body's own coordinates.
  fileprivate func local(_ point: Vector) -> Vector { (point - position).rotated(by: -angle) }
}

extension BodyDescription {
  /// The look of the body alone, which many may have.
  ///
  /// - Parameter picture: The place of its picture in `pictures`, nil for none, where that has changed.
  func look(picture: Int??, _ pictures: [String]) -> BodyDescription {
    var look = self
    (look.name, look.template, look.original) = ("", nil, nil)
    guard let picture else { return look }
    look.texture = picture.flatMap { pictures.indices.contains($0) ? pictures[$0] : nil }
    return look
  }

  /// The distance from the body's position to its farthest part, in points.
  var reach: Double { drawnOutlines.bounds.flatMap { $0.isFinite ? $0.reach : nil } ?? 0 }
}
