import Foundation
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
import TumbleLooks

/// A run as a page plays it: the poses of its frames in few bytes, to within 0.01 points, and what the bodies
/// are drawn with.
///
/// Every stretch in which a body, a joint or a fluid is there, and is drawn alike, is an entry of its own: so
/// what appears late, goes early, or changes its shape, is nothing special. The same frames give the same
/// bytes.
package struct PageRun: Sendable {
  /// Steps taken before the first frame.
  package private(set) var firstStep = 0
  /// Steps from one frame to the next.
  package let stride: Int
  package private(set) var frameCount = 0
  /// Steps per second.
  package private(set) var rate = 1
  private(set) var looks: [PageLook] = []
  private(set) var bodies: [PageBody] = []
  private(set) var joints: [PageJoint] = []
  private(set) var fluids: [PageFluid] = []
  private(set) var gravity = [Track(), Track()]
  /// The values by channel, one per frame.
  private(set) var values: [[Float]]

  private var placeOfLook: [PageLook: Int] = [:]
  /// The latest entry of each body or joint, by id.
  private var latestBody: [Int?] = []
  private var latestJoint: [Int?] = []
  private var latestFluid: [Int?] = []
  private var revision: Int?

  /// - Parameters:
  ///   - stride: Steps from one frame to the next, 1 or more.
  ///   - channels: How many numbers come with each frame.
  package init(stride: Int, channels: Int = 0) {
    precondition(stride >= 1, "frames are one step apart or more, not \(stride)")
    self.stride = stride
    values = Array(repeating: [], count: channels)
  }

  /// The different bodies that were there at some time.
  package var bodyCount: Int { latestBody.reduce(0) { $0 + ($1 == nil ? 0 : 1) } }

  /// The size of the frames so far, in bytes.
  package var byteCount: Int {
    bodies.reduce(0) { $0 + $1.byteCount }
      + joints.reduce(0) { $0 + $1.tracks.reduce(0) { $0 + $1.bytes.count } }
      + values.count * frameCount * 4
  }
}

extension PageRun {
  /// Adds a frame.
  ///
  /// - Parameters:
  ///   - snapshot: `stride` steps after the one before.
  ///   - revision: Another one wherever the description is another.
  ///   - numbers: Those of the channels; they may be NaN.
  package mutating func add(
    _ snapshot: FrameSnapshot, _ description: WorldDescription, revision: Int, _ numbers: [Double] = []
  ) {
    precondition(numbers.count == values.count, "\(numbers.count) numbers came for \(values.count) channels")
    if frameCount == 0 { (firstStep, rate) = (snapshot.step, snapshot.rate) }
    let isNew = self.revision != revision
    self.revision = revision
    for (index, number) in [snapshot.gravity.x, snapshot.gravity.y].enumerated() {
      gravity[index].append(Track.parts(number, per: PageBody.partsPerPoint) ?? 0)
    }
    for body in snapshot.bodies { add(body, snapshot, description, isNew: isNew) }
    for joint in snapshot.joints { add(joint, snapshot, description, isNew: isNew) }
    for (place, level) in snapshot.levels.enumerated() { add(level, ofFluid: place, description) }
    for (index, number) in numbers.enumerated() { values[index].append(Float(number)) }
    frameCount += 1
  }

  /// Ends all tracks. To be called once, after the last frame.
  package mutating func finish() {
    for index in gravity.indices { gravity[index].finish() }
    for index in bodies.indices { bodies[index].finish() }
    for index in joints.indices { joints[index].finish() }
    for index in fluids.indices { fluids[index].finish() }
  }

  private mutating func add(
    _ body: BodySnapshot, _ snapshot: FrameSnapshot, _ description: WorldDescription, isNew: Bool
  ) {
    guard let known = description[body.id] else { return }
    let number = body.id.number
    latestBody.grow(to: number + 1)
    if let place = latestBody[number], bodies[place].end == frameCount,
      bodies[place].hasColor == (body.appearance.color != nil),
      !isNew || looks[bodies[place].look] == look(of: body.id, known, snapshot, description)
    {
      _ = bodies[place].append(body)
      return
    }
    let look = look(of: body.id, known, snapshot, description)
    let place = placeOfLook[look] ?? looks.count
    var entry = PageBody(body, name: known.name, look: place, reach: look.reach, first: frameCount)
    guard entry.append(body) else { return }
    if place == looks.count {
      placeOfLook[look] = place
      looks.append(look)
    }
    latestBody[number] = bodies.count
    bodies.append(entry)
  }

  private func look(
    of id: BodyID, _ known: BodyDescription, _ snapshot: FrameSnapshot, _ description: WorldDescription
  ) -> PageLook {
    PageLook(of: known, snapshot.look(of: id), description.pictures)
  }

  private mutating func add(
    _ joint: JointSnapshot, _ snapshot: FrameSnapshot, _ description: WorldDescription, isNew: Bool
  ) {
    guard let known = description[joint.id], let a = snapshot[known.a], let b = snapshot[known.b] else {
      return
    }
    let number = joint.id.number
    latestJoint.grow(to: number + 1)
    if let place = latestJoint[number], joints[place].end == frameCount,
      !isNew || joints[place].description == known
    {
      _ = joints[place].append(joint, a: a, b: b)
      return
    }
    var entry = PageJoint(joint.id, known, first: frameCount)
    guard entry.append(joint, a: a, b: b) else { return }
    latestJoint[number] = joints.count
    joints.append(entry)
  }

  private mutating func add(_ level: Double, ofFluid number: Int, _ description: WorldDescription) {
    guard description.fluids.indices.contains(number),
      let parts = Track.parts(level, per: PageBody.partsPerPoint)
    else { return }
    let known = description.fluids[number]
    latestFluid.grow(to: number + 1)
    if let place = latestFluid[number], fluids[place].end == frameCount, fluids[place].description == known {
      fluids[place].level.append(parts)
      return
    }
    var entry = PageFluid(description: known, first: frameCount)
    entry.level.append(parts)
    latestFluid[number] = fluids.count
    fluids.append(entry)
  }
}

extension PageRun {
  /// All tracks, and then the values of the channels as 32-bit floating-point numbers, little-endian.
  var data: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount + 1024)
    for track in gravity { bytes += track.bytes }
    for body in bodies {
      for entry in body.tracks { bytes += entry.track.bytes }
    }
    for joint in joints {
      for track in joint.tracks { bytes += track.bytes }
    }
    for fluid in fluids { bytes += fluid.level.bytes }
    for channel in values {
      for value in channel {
        // One NaN for all, whatever bits a computation left in it.
        let bits = (value.isNaN ? Float.nan : value).bitPattern
        for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
      }
    }
    return bytes
  }
}

extension [Int?] {
  fileprivate mutating func grow(to count: Int) {
    while self.count < count { append(nil) }
  }
}

/// The pictures of a page, each once, and no larger than bodies show them.
struct PageTextures {
  struct Texture {
    /// The size of the file's picture, in pixels.
    let size: PixelSize
    let png: Data
  }

  private(set) var all: [Texture] = []
  private var places: [String: Int] = [:]
  private let cache: TextureCache

  /// The page's stage is about as large as this, in pixels of a screen.
  private static let stage = 1600.0

  /// - Parameter view: The part of the world that is shown.
  init(of looks: [PageLook], view: Rect, cache: TextureCache) throws {
    self.cache = cache
    var paths: [String] = []
    // By path: what the picture's sides are multiplied by.
    var factors: [String: Double] = [:]
    let resolution = max(Self.stage / max(view.width, view.height, 1), 1)
    for look in looks {
      guard let path = look.texture, let picture = cache.picture(path), let bounds = look.outlines.bounds
      else {
        continue
      }
      if factors[path] == nil { paths.append(path) }
      let factor = Self.factor(look.fit.chosen(for: look.outlines, picture), picture, bounds.size, resolution)
      factors[path] = max(factors[path] ?? 0, min(factor, 1))
    }
    for path in paths {
      guard let picture = cache.picture(path), let factor = factors[path] else { continue }
      places[path] = all.count
      all.append(
        Texture(
          size: PixelSize(picture.width, picture.height),
          png: try PNG.encode(Self.scaled(picture, by: factor))))
    }
  }

  /// The place of a look's picture, and how it covers the body; nil where it has none that can be read.
  func place(of look: PageLook) -> (texture: Int, fit: TextureFit)? {
    guard let path = look.texture, let place = places[path], let picture = cache.picture(path) else {
      return nil
    }
    return (place, look.fit.chosen(for: look.outlines, picture))
  }

  func wear(of look: PageLook, _ body: Int) -> Wear {
    Wear(of: body, outlines: look.outlines, picture: look.texture.flatMap { cache.picture($0) })
  }

  private static func factor(_ fit: TextureFit, _ picture: Bitmap, _ size: Size, _ resolution: Double)
    -> Double
  {
    let factors = (
      size.width * resolution / Double(picture.width), size.height * resolution / Double(picture.height)
    )
    return switch fit {
    case .auto, .stretch: max(factors.0, factors.1)
    // As thick as the body; the rest is repeated.
    case .slice: min(factors.0, factors.1)
    // Two pixels of the file are a point.
    case .tile: resolution / 2
    }
  }

  private static func scaled(_ picture: Bitmap, by factor: Double) -> Bitmap {
    guard factor < 1 else { return picture }
    var scaled = Bitmap(
      width: max(Int((Double(picture.width) * factor).rounded(.up)), 1),
      height: max(Int((Double(picture.height) * factor).rounded(.up)), 1))
    let place = Rect(size: Size(Double(scaled.width), Double(scaled.height)))
    scaled.draw { $0.paint(picture, over: place) }
    return scaled
  }
}

/// Whole numbers, one per frame, as bytes: of each the difference from what the two before it lead to, as a
/// varint; runs of zeros are counted. What rests, or moves evenly, takes next to nothing. docs/export.md
/// describes the layout.
struct Track: Hashable, Sendable {
  private(set) var bytes: [UInt8] = []
  private(set) var count = 0
  /// The first number; 0 where there is none yet.
  private(set) var first = 0
  /// Is true if all numbers so far are the same.
  private(set) var isConstant = true
  private var last = 0
  private var slope = 0
  private var zeros = 0

  /// The largest magnitude of the numbers: a reader in JavaScript computes all of it exactly.
  static let limit = 1 << 50

  /// Appends a number.
  ///
  /// - Parameter number: Within ``limit``.
  mutating func append(_ number: Int) {
    precondition(number.magnitude <= Self.limit.magnitude, "\(number) is beyond what a track holds")
    let difference = number - (last + slope)
    slope = count == 0 ? 0 : number - last
    if count == 0 { first = number }
    isConstant = isConstant && number == first
    (last, count) = (number, count + 1)
    if difference == 0 {
      zeros += 1
    } else {
      finish()
      append(varint: difference > 0 ? UInt64(difference) << 1 : UInt64(-difference) << 1 - 1)
    }
  }

  /// Writes what is still counted. To be called after the last number.
  mutating func finish() {
    guard zeros > 0 else { return }
    bytes.append(0)
    append(varint: UInt64(zeros - 1))
    zeros = 0
  }

  /// Appends seven bits per byte, the lowest first; the eighth bit says that more follow.
  private mutating func append(varint: UInt64) {
    var rest = varint
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

extension Track {
  /// The nearest whole number of parts of a unit.
  ///
  /// - Parameter unit: Parts per unit.
  /// - Returns: nil for what is not finite, or beyond ``limit``.
  static func parts(_ value: Double, per unit: Double) -> Int? {
    let parts = (value * unit).rounded()
    return parts.magnitude <= Double(limit) ? Int(parts) : nil
  }
}
