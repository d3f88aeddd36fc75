import CTumbleZlib
import TumbleFrames
import TumbleGeometry
import TumbleLooks

/// A run as a page plays it: the poses of its frames in few bytes, to within 0.1 points, and what the bodies
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
  private(set) var looks: [BodyDescription] = []
  private(set) var bodies: [PageBody] = []
  private(set) var joints: [PageJoint] = []
  private(set) var fluids: [PageFluid] = []
  private(set) var surfaces: [PageSurface] = []
  /// The number of the surfaces, the last ones, that are there in the latest frame.
  private var shown = 0
  private(set) var pieces: Set<BodyID> = []
  /// The bodies that joints hold, or held.
  private var held: Set<BodyID> = []
  private(set) var emitters: [PageEmitter] = []
  /// The middle and the magnification of the scene's camera in each frame; empty without one.
  private(set) var camera: [Track] = []
  /// The part of the world that the camera shows in each frame, in points; empty without one.
  private(set) var cameraViews: [Rect] = []
  /// The latest frame.
  private(set) var latest: FrameSnapshot?
  /// The values by channel, one per frame.
  private(set) var values: [[Float]]

  /// The frames by which a body with a trail has been put elsewhere in one go.
  private(set) var jumps: [BodyID: [Int]] = [:]

  private var placeOfLook: [BodyDescription: Int] = [:]
  /// The latest entry of each body or joint, by id.
  private var latestBody: [BodyID: Int] = [:]
  private var latestJoint: [JointID: Int] = [:]
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
  package var bodyCount: Int { latestBody.count }

  /// The size of the frames so far, in bytes.
  package var byteCount: Int {
    var tracks = joints.flatMap(\.tracks) + surfaces.flatMap(\.lights)
    tracks += emitters.flatMap(\.tracks) + fluids.flatMap { $0.tracks.flatMap { $0 } }
    return (bodies.map(\.byteCount) + tracks.map(\.byteCount)).reduce(values.count * frameCount * 4, +)
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
    latest = snapshot
    if let pose = snapshot.camera { add(pose, description.view.size) }
    for span in snapshot.trails {
      let samples = max(snapshot.step - stride, 0) / span.spacing..<snapshot.step / span.spacing
      let isParted = samples.contains {
        !snapshot.trailPlaces[span.range.lowerBound + $0 % span.range.count].isFinite
      }
      if isParted { jumps[span.body, default: []].append(frameCount) }
    }
    if isNew, case let forms = SoftSurface.all(in: description), forms != surfaces.suffix(shown).map(\.form) {
      surfaces += forms.map { PageSurface($0, first: frameCount) }
      shown = forms.count
      pieces.formUnion(forms.flatMap(\.pieces))
    }
    for joint in snapshot.joints { add(joint, snapshot, description, isNew: isNew) }
    let picture = snapshot.camera?.shown(description.view.size) ?? description.view
    for body in snapshot.bodies { add(body, picture, snapshot, description, isNew: isNew) }
    for (place, level) in snapshot.levels.enumerated() {
      add(level, ofFluid: place, snapshot, description)
    }
    for index in surfaces.indices.suffix(shown) {
      if isSample(since: surfaces[index].first) { surfaces[index].append(snapshot, frame: frameCount) }
      surfaces[index].end += 1
    }
    for (place, emitter) in description.emitters.enumerated() { add(emitter, place, snapshot) }
    add(snapshot.bursts, description.view)
    for (index, number) in numbers.enumerated() { values[index].append(Float(number)) }
    frameCount += 1
  }

  private mutating func add(_ pose: CameraPose, _ size: Size) {
    if camera.isEmpty { camera = Array(repeating: Track(), count: 3) }
    let numbers = [pose.center.x, pose.center.y, pose.zoom * Self.zoomParts]
    for (place, number) in numbers.enumerated() {
      // One that an edit adds late begins as it is then.
      repeat {
        camera[place].append(Track.parts(number, per: PageBody.partsPerPoint) ?? 0)
      } while camera[place].count <= frameCount
    }
    cameraViews.append(pose.shown(size))
  }

  /// The part of a layer of scenery that is seen in any frame, in points; nil without a camera.
  ///
  /// - Parameters:
  ///   - depth: The part of the camera's way that the layer goes along.
  ///   - home: The middle of the scene's view.
  func cameraReach(atDepth depth: Double, from home: Vector) -> Rect? {
    let seen = cameraViews.lazy.map { shown in
      let way = (shown.center - home) * depth
      return Rect(min: shown.min - way, max: shown.max - way)
    }
    guard let first = seen.first else { return nil }
    return seen.reduce(first) { $0.union($1) }
  }

  /// Parts of a magnification that are as fine as a part of a point.
  static let zoomParts = 100.0

  private mutating func add(
    _ body: BodySnapshot, _ shown: Rect, _ snapshot: FrameSnapshot, _ description: WorldDescription,
    isNew: Bool
  ) {
    guard let known = description[body.id] else { return }
    // What is drawn at a joint, a trail or a caption may be seen where the body itself is not.
    let reachesFar = known.style.trail != nil || known.style.caption != nil
    let shown = reachesFar || held.contains(body.id) || pieces.contains(body.id) ? nil : shown
    func reach() -> Double {
      let scale = max(body.appearance.scale.x.magnitude, body.appearance.scale.y.magnitude, 1)
      return snapshot.joints.reduce(known.reach * scale) { reach, joint in
        guard let held = description[joint.id] else { return reach }
        let ends = [(held.a, joint.a), (held.b, joint.b)].filter { $0.0 == body.id }
        return ends.reduce(reach) { max($0, $1.1.distance(to: body.position)) }
      }
    }
    if let place = latestBody[body.id], bodies[place].end == frameCount,
      bodies[place].hasColor == (body.appearance.color != nil),
      !isNew
        || looks[bodies[place].look] == look(of: body.id, known, snapshot, description)
          && bodies[place].isFine(to: reach())
    {
      _ = bodies[place].append(body, in: shown)
      return continueTransition(of: place, snapshot, description)
    }
    let look = look(of: body.id, known, snapshot, description)
    let place = placeOfLook[look] ?? looks.count
    var entry = PageBody(
      body, name: known.name, look: place, reach: reach(), first: frameCount,
      every: pieces.contains(body.id) ? seldom : 1)
    guard entry.append(body, in: shown) else { return }
    if place == looks.count {
      placeOfLook[look] = place
      looks.append(look)
    }
    latestBody[body.id] = bodies.count
    if let change = snapshot.look(of: body.id) {
      let old = known.look(picture: .some(change.oldPicture), description.pictures)
      entry.transition = PageTransition(old: old, oldColor: change.oldColor)
    }
    bodies.append(entry)
    continueTransition(of: bodies.count - 1, snapshot, description)
  }

  /// Notes what is seen of two pictures, as long as that is both.
  private mutating func continueTransition(
    of place: Int, _ snapshot: FrameSnapshot, _ description: WorldDescription
  ) {
    guard let shown = bodies[place].transition, shown.count == frameCount - bodies[place].first,
      let change = snapshot.look(of: bodies[place].id), let number = change.transition,
      description.transitions.indices.contains(number),
      case let transition = description.transitions[number],
      let progress = transition.progress(
        at: Double(snapshot.step - change.step) / Double(max(snapshot.rate, 1)))
    else { return }
    bodies[place].transition?.append(transition.quads(at: progress))
  }

  private func look(
    of id: BodyID, _ known: BodyDescription, _ snapshot: FrameSnapshot, _ description: WorldDescription
  ) -> BodyDescription {
    known.look(picture: snapshot.look(of: id).map(\.picture), description.pictures)
  }

  private mutating func add(
    _ joint: JointSnapshot, _ snapshot: FrameSnapshot, _ description: WorldDescription, isNew: Bool
  ) {
    guard let known = description[joint.id], let a = snapshot[known.a], let b = snapshot[known.b] else {
      return
    }
    if let place = latestJoint[joint.id], joints[place].end == frameCount,
      !isNew || joints[place].description == known
    {
      _ = joints[place].append(joint, a: a, b: b, gravity: snapshot.gravity)
      return
    }
    var entry = PageJoint(joint.id, known, first: frameCount)
    guard entry.append(joint, a: a, b: b, gravity: snapshot.gravity) else { return }
    latestJoint[joint.id] = joints.count
    held.formUnion([known.a, known.b])
    joints.append(entry)
  }

  private mutating func add(
    _ level: Double, ofFluid number: Int, _ snapshot: FrameSnapshot, _ description: WorldDescription
  ) {
    guard description.fluids.indices.contains(number), level.isFinite else { return }
    let (known, pixel) = (description.fluids[number], PageSheet.pixel(of: description.view))
    let running = fluids.firstIndex { $0.place == number && $0.end == frameCount && $0.description == known }
    let place = running ?? fluids.count
    if running == nil {
      fluids.append(PageFluid(known, place: number, in: description.view, pixel: pixel, first: frameCount))
    }
    fluids[place].end += 1
    if isSample(since: fluids[place].first) { fluids[place].append(level, snapshot, pixel: pixel) }
  }

  private mutating func add(_ emitter: EmitterDescription, _ number: Int, _ snapshot: FrameSnapshot) {
    let running = emitters.firstIndex {
      $0.place == number && $0.end == frameCount && $0.description == emitter
    }
    let place = running ?? emitters.count
    if running == nil { emitters.append(PageEmitter(emitter, place: number, first: frameCount)) }
    emitters[place].append(snapshot, span: Double(stride) / Double(max(rate, 1)))
  }

  /// Adds the bursts that began since the frame before.
  private mutating func add(_ bursts: [Burst], _ view: Rect) {
    for index in emitters.indices where emitters[index].place < 0 { emitters[index].end = frameCount + 1 }
    for burst in bursts {
      let frame = (Double(burst.step - firstStep) / Double(stride)).rounded(.up)
      guard Int(frame) == frameCount || frameCount == 0 else { continue }
      // Below the places of the scene's own.
      let source = BurstSources.index(of: burst)
      let place = emitters.firstIndex { $0.place == -1 - source } ?? emitters.count
      if place == emitters.count {
        let emitter = BurstSources(view: view).emitter(source)
        emitters.append(
          PageEmitter(EmitterDescription(name: "", emitter: emitter), place: -1 - source, first: frameCount))
        emitters[place].end = frameCount + 1
      }
      emitters[place].append(burst, rate: rate)
    }
  }

  /// Frames from one sample to the next of what is told 30 times a second.
  var seldom: Int { max(Int((Double(rate) / Double(stride) / 30).rounded()), 1) }

  private func isSample(since first: Int) -> Bool { (frameCount - first).isMultiple(of: seldom) }
}

/// The numbers of a page: how all tracks change, then their spans, and then the channels' values as 32-bit
/// floating-point numbers, of which the highest bytes come first, and the lowest are left out.
struct PageData: Hashable {
  let bytes: [UInt8]
  /// The places at which the spans begin, and the values.
  let spans: Int
  let values: Int
}

extension PageRun {
  /// - Parameters:
  ///   - joints: Tracks of each joint; nil: all that it has.
  ///   - marks: Tracks of what is drawn.
  func data(joints: [[Track]]? = nil, _ marks: [Track] = []) -> PageData {
    // Numbers that mean the same stand together: they are packed better.
    let named = bodies.map(\.tracks)
    let told = PageBody.letters.flatMap { letter in
      named.flatMap { $0.filter { $0.letter == letter }.map(\.track) }
    }
    let tracks = (camera + told + (joints ?? self.joints.map(\.tracks)).joined() + marks).map(\.bytes)
    // One NaN for all, whatever bits a computation left in it; five digits of a number are enough.
    let bits = values.joined().map { ($0.isNaN ? Float.nan : $0).bitPattern }
    let numbers = [24, 16, 8].flatMap { shift in bits.map { UInt8(truncatingIfNeeded: $0 >> shift) } }
    let (changes, spans) = (tracks.flatMap(\.changes), tracks.flatMap(\.spans))
    return PageData(
      bytes: changes + spans + numbers, spans: changes.count, values: changes.count + spans.count)
  }
}

extension CameraPose {
  /// The part of the world that is seen, in points, of a view of a size.
  fileprivate func shown(_ size: Size) -> Rect {
    Rect(center: center, size: Size(size.width / zoom, size.height / zoom))
  }
}

extension [UInt8] {
  /// The bytes packed as RFC 1950 says.
  ///
  /// - Parameter isNoise: Whether they are small numbers of which few sequences come again.
  func deflated(isNoise: Bool = false) -> [UInt8] {
    var stream = z_stream()
    let strategy = isNoise ? Z_FILTERED : Z_DEFAULT_STRATEGY
    let isReady = deflateInit2_(
      &stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15, 9, strategy, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    precondition(isReady == Z_OK, "there is memory to pack \(count) bytes")
    defer { deflateEnd(&stream) }
    return withUnsafeBytes { bytes in
      stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
      stream.avail_in = uInt(bytes.count)
      let room = deflateBound(&stream, uLong(bytes.count))
      return [UInt8](unsafeUninitializedCapacity: Int(room)) { packed, count in
        stream.next_out = packed.baseAddress
        stream.avail_out = uInt(room)
        let result = deflate(&stream, Z_FINISH)
        precondition(result == Z_STREAM_END, "there is room for all")
        count = Int(stream.total_out)
      }
    }
  }
}
