import TumbleFrames
import TumbleGeometry

/// The samples of a run, from which keys are made: where everything is at frames that lie a whole number of
/// steps apart.
///
/// Every stretch in which a body is there, and is drawn alike, is an entry of its own, as is every stretch of
/// a joint. So what appears late, goes early, or changes its look is nothing special.
package struct MotionRun: Sendable {
  /// Steps taken before the first frame.
  package private(set) var firstStep = 0
  /// Steps from one frame to the next.
  package let stride: Int
  /// Steps per second.
  package private(set) var rate = 1
  package private(set) var frameCount = 0
  /// The bodies whose motion is wanted; nil: all, with the paper, the scenery and the fluids.
  package let bodiesWanted: BodyPatterns?
  private(set) var bodies: [BodyMotion] = []
  private(set) var joints: [JointMotion] = []
  /// The gravity of the first frame, by which ropes hang.
  private(set) var gravity = Vector.zero
  /// The fluids' surfaces in the first frame, and true for each that rose or fell since.
  private(set) var levels: [(level: Double, moves: Bool)] = []
  /// The contacts that began, as names of two bodies, by frame; one a frame.
  private(set) var markers: [(frame: Int, name: String)] = []
  /// Is true if a look changed by a transition.
  private(set) var hasTransitions = false
  private(set) var hasBursts = false
  /// Is true if the scene's camera moves the view.
  private(set) var hasCamera = false

  /// The latest entry of each body or joint, by id.
  private var latestBody: [Int?] = []
  private var latestJoint: [Int?] = []
  private var included: [Bool] = []
  private var revision: Int?
  /// The bodies that were touched since the latest frame.
  private var touched: [BodyID] = []
  private var marker: String?

  /// - Parameter stride: Steps from one frame to the next, 1 or more.
  package init(stride: Int, bodies: BodyPatterns? = nil) {
    precondition(stride >= 1, "frames are one step apart or more, not \(stride)")
    self.stride = stride
    bodiesWanted = bodies
  }

  /// The number of poses so far, those of joints counted too.
  package private(set) var poseCount = 0
  /// Frames per second.
  package var frameRate: Double { Double(rate) / Double(stride) }
}

struct BodyLook: Hashable, Sendable {
  var kind: BodyKind
  /// The outlines as they are drawn: their corners are rounded.
  var outlines: [Outline]
  /// A path.
  var texture: String?
  var fit: TextureFit
  var style: BodyStyle
  var layer: Int
  var hasBelts: Bool

  /// - Parameter change: The latest change of the look, which a transition has ended.
  init(of body: BodyDescription, _ change: LookChange?, _ pictures: [String]) {
    kind = body.kind
    outlines = body.drawnOutlines
    texture = body.texture
    fit = body.textureFit
    style = body.style
    layer = body.depth
    hasBelts = body.surfaceVelocities.contains { $0 != .zero }
    guard let change else { return }
    texture = change.picture.flatMap { pictures.indices.contains($0) ? pictures[$0] : nil }
  }
}

/// A body over the frames in which it is there and is drawn with one look.
struct BodyMotion: Sendable {
  let id: BodyID
  let name: String
  let look: BodyLook
  /// The frame it begins with.
  let first: Int
  var x: [Double] = []
  var y: [Double] = []
  var angle: [Double] = []
  var opacity: [Double] = []
  var scaleX: [Double] = []
  var scaleY: [Double] = []
  var colors: [Color?] = []
  var glows = false
  /// The frames, from its first, at which a contact began.
  var breaks: [Int] = []

  var end: Int { first + x.count }

  mutating func append(_ body: BodySnapshot) {
    x.append(body.position.x)
    y.append(body.position.y)
    angle.append(body.angle)
    opacity.append(min(max(body.appearance.opacity, 0), 1))
    scaleX.append(body.appearance.scale.x)
    scaleY.append(body.appearance.scale.y)
    colors.append(body.appearance.color)
    if body.appearance.glow > 0 { glows = true }
  }
}

/// A joint over the frames in which it is there: where it holds its bodies, in the world, and their angles.
struct JointMotion: Sendable {
  let id: JointID
  let description: JointDescription
  /// The frame it begins with.
  let first: Int
  var a: [Vector] = []
  var b: [Vector] = []
  var positionA: [Vector] = []
  var angleA: [Double] = []
  var angleB: [Double] = []
  /// The color of the first body, of what is the stuff of a cloth or a rope.
  var color: Color?

  var end: Int { first + a.count }
}

extension MotionRun {
  /// Notes the contacts of a step, before its frame is added.
  package mutating func note(_ contacts: [Contact], _ description: WorldDescription) {
    for contact in contacts where contact.kind == .began && !contact.isSensor {
      touched += [contact.a, contact.b]
      guard marker == nil, let a = description[contact.a], let b = description[contact.b] else { continue }
      marker = "\(a.name) \(b.name)"
    }
  }

  /// Adds a frame.
  /// - Parameters:
  ///   - snapshot: `stride` steps after the one before.
  ///   - revision: Another one wherever the description is another.
  package mutating func add(_ snapshot: FrameSnapshot, _ description: WorldDescription, revision: Int) {
    if frameCount == 0 { (firstStep, rate, gravity) = (snapshot.step, snapshot.rate, snapshot.gravity) }
    if snapshot.camera != nil { hasCamera = true }
    if !snapshot.bursts.isEmpty { hasBursts = true }
    let isNew = self.revision != revision
    self.revision = revision
    if isNew {
      included = bodiesWanted?.included(of: description) ?? description.bodies.map { _ in true }
      latestBody.grow(to: description.bodies.count)
      latestJoint.grow(to: description.joints.count)
    }
    if !snapshot.looks.isEmpty, snapshot.looks.contains(where: { $0.transition != nil }) {
      hasTransitions = true
    }
    for body in snapshot.bodies where isIncluded(body.id) { add(body, snapshot, description, isNew: isNew) }
    for joint in snapshot.joints { add(joint, snapshot, description, isNew: isNew) }
    for (place, level) in snapshot.levels.enumerated() {
      if place >= levels.count {
        levels.append((level, false))
      } else if abs(levels[place].level - level) > 0.5 {
        levels[place].moves = true
      }
    }
    for id in touched {
      guard id.number < latestBody.count, let place = latestBody[id.number], bodies[place].end > frameCount
      else { continue }
      bodies[place].breaks.append(frameCount - bodies[place].first)
    }
    if let marker { markers.append((frameCount, marker)) }
    (touched, marker) = ([], nil)
    frameCount += 1
  }

  private func isIncluded(_ body: BodyID) -> Bool {
    included.indices.contains(body.number) && included[body.number]
  }

  private mutating func add(
    _ body: BodySnapshot, _ snapshot: FrameSnapshot, _ description: WorldDescription, isNew: Bool
  ) {
    guard let known = description[body.id], body.position.isFinite, body.angle.isFinite,
      body.appearance.scale.isFinite, body.appearance.opacity.isFinite
    else { return }
    let change = snapshot.look(of: body.id)
    poseCount += 1
    if let place = latestBody[body.id.number], bodies[place].end == frameCount,
      !isNew && change == nil || bodies[place].look == BodyLook(of: known, change, description.pictures)
    {
      return bodies[place].append(body)
    }
    var entry = BodyMotion(
      id: body.id, name: known.name, look: BodyLook(of: known, change, description.pictures),
      first: frameCount)
    entry.append(body)
    latestBody[body.id.number] = bodies.count
    bodies.append(entry)
  }

  private mutating func add(
    _ joint: JointSnapshot, _ snapshot: FrameSnapshot, _ description: WorldDescription, isNew: Bool
  ) {
    guard let known = description[joint.id], !known.isFriction, isIncluded(known.a), isIncluded(known.b),
      let a = snapshot[known.a], let b = snapshot[known.b], joint.a.isFinite, joint.b.isFinite,
      a.position.isFinite, a.angle.isFinite, b.angle.isFinite
    else { return }
    let number = joint.id.number
    var place = latestJoint[number] ?? -1
    if place < 0 || joints[place].end != frameCount || isNew && joints[place].description != known {
      place = joints.count
      joints.append(
        JointMotion(id: joint.id, description: known, first: frameCount, color: a.appearance.color))
      latestJoint[number] = place
    }
    joints[place].a.append(joint.a)
    joints[place].b.append(joint.b)
    joints[place].positionA.append(a.position)
    joints[place].angleA.append(a.angle)
    joints[place].angleB.append(b.angle)
    poseCount += 1
  }
}

extension [Int?] {
  fileprivate mutating func grow(to count: Int) {
    if self.count < count { append(contentsOf: repeatElement(nil, count: count - self.count)) }
  }
}
