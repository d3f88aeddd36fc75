import Foundation
import TumbleFrames
import TumbleGeometry

/// A run as a page plays it: the poses of its frames in few bytes, to within 0.01 points, and what the bodies are drawn with.
///
/// Every stretch in which a body, a joint or a fluid is there, and is drawn alike, is an entry of its own: so what appears late, goes
/// early, or changes its shape, is nothing special. The same frames give the same bytes.
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
  /// By channel, a value per frame.
  private(set) var values: [[Float]]

  private var placeOfLook: [PageLook: Int] = [:]
  /// By id: the latest entry of the body or joint.
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

  /// What the frames so far take, in bytes.
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
