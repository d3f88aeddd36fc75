// A hinge is a pivot in a scene, and a joint for each of its parts; the writer and edits know them as one.

extension Scene {
  struct Motor: Sendable {
    /// Radians per second of b against a.
    var speed = 0.0
    /// The largest torque, in kilogram square points per second squared; nil: no limit.
    var torque: Double?
  }

  /// The motor of a prismatic joint.
  struct SlideMotor: Sendable {
    /// Points per second of b along the groove, from its start to its end.
    var speed = 0.0
    /// The largest force, in kilogram points per second squared; nil: no limit.
    var force: Double?
  }

  /// The spring of a hinge; units as of ``JointForm/rotarySpring(restAngle:stiffness:damping:)``.
  struct HingeSpring: Sendable {
    var stiffness = 0.0
    var damping = 0.0
    var angle: Double?
  }
}

extension Scene.Joint {
  /// Is true for what a person knows only as a part of another joint: the motor, the limits and the spring of
  /// a hinge, and the motor of a wheel or of a prismatic joint.
  package var isInner: Bool { ComposedJoint.Part.isInner(id, of: partOf, form.kind) }

  /// Is true for what a key can drive: a motor, and the rod that moves a prismatic joint.
  package var isMotor: Bool { form.kind == .motor || form.kind == .pin && isInner }

  /// A part of a hinge: its place among the parts, and the key and value of the format that say it.
  struct HingePart {
    let place: Int
    let key: String
    let value: FormatNode
  }

  /// The joint as a part of a hinge; nil for one that an entry of a hinge does not make.
  func part(ofHinge whole: Scene.Joint) -> HingePart? {
    guard case .pivot = whole.form, partOf == whole.id, (a, b) == (whole.a, whole.b), breakAt == nil,
      (errorBias, maxBias) == (whole.errorBias, whole.maxBias), collideBodies == whole.collideBodies,
      forceCurve == nil, dampingCurve == nil, color == nil
    else { return nil }
    func part(_ part: ComposedJoint.Part, _ place: Int, _ value: FormatNode) -> HingePart? {
      guard id == whole.id + part.suffix, part == .motor || maxForce == nil else { return nil }
      return HingePart(place: place, key: part.rawValue, value: value)
    }
    switch form {
    case .motor(let rate):
      let motor = Scene.Motor(speed: rate, torque: maxForce)
      return part(.motor, 0, .mapping(Format.motorFields.write(motor)))
    case .rotaryLimit(let min, let max): return part(.limits, 1, .vector(Vector(min, max)))
    case .rotarySpring(let angle, let stiffness, let damping):
      let spring = Scene.HingeSpring(stiffness: stiffness, damping: damping, angle: angle)
      return part(.spring, 2, .mapping(Format.springFields.write(spring)))
    default: return nil
    }
  }

  /// The drive along a prismatic joint's groove; nil for what has no groove.
  package var slideDrive: SlideDrive? {
    if case .groove(let from, let to, _) = form { SlideDrive(from: from, to: to) } else { nil }
  }

  /// The speed in points per second of the rod of a prismatic joint's motor, along its drive; nil for other
  /// joints.
  package func slideSpeed(along drive: SlideDrive) -> Double? {
    guard isMotor, case .pin(_, _, let length) = form else { return nil }
    return drive.speed(toLength: length, pace: maxBias ?? 0)
  }

  /// Becomes the rod that moves a prismatic joint's b at a speed, in points per second.
  mutating func drive(_ anchorB: Vector, along drive: SlideDrive, at speed: Double) {
    form = .pin(anchorA: drive.mount, anchorB: anchorB, length: drive.length(at: speed))
    (errorBias, maxBias) = (0, abs(speed))
  }
}

extension [Scene.Joint] {
  /// The joints as a file has them: those that one entry of a hinge makes, and each other alone.
  var entries: [Range<Int>] {
    var entries: [Range<Int>] = []
    for index in indices {
      if let last = entries.last, let part = self[index].part(ofHinge: self[last.lowerBound]),
        last.count == 1 || self[index - 1].part(ofHinge: self[last.lowerBound])?.place ?? 3 < part.place
      {
        entries[entries.count - 1] = last.lowerBound..<index + 1
      } else {
        entries.append(index..<index + 1)
      }
    }
    return entries
  }

  /// The same joints with the parts of each hinge behind it, as an entry makes them: those at a place or
  /// later, for what a file says in another order stays so.
  func gatheringParts(from first: Int) -> [Scene.Joint] {
    guard dropFirst(first).contains(where: { $0.partOf != nil }) else { return self }
    let pivots = Dictionary(map { ($0.id, $0) }) { first, _ in first }
    var parts: [String: [(place: Int, joint: Scene.Joint)]] = [:]
    let rest = enumerated().filter { place, joint in
      guard place >= first, let id = joint.partOf, let part = pivots[id].flatMap(joint.part) else {
        return true
      }
      parts[id, default: []].append((part.place, joint))
      return false
    }.map(\.element)
    return rest.flatMap { joint in
      [joint] + (parts[joint.id] ?? []).sorted { $0.place < $1.place }.map(\.joint)
    }
  }
}

extension SceneWriter {
  func joint(_ joint: Scene.Joint, _ parts: some Sequence<Scene.Joint>, in scene: Scene)
    -> FormatNode.Mapping
  {
    var mapping = self.joint(joint, in: scene)
    let own = parts.compactMap { $0.part(ofHinge: joint) }.sorted { $0.place < $1.place }
    guard !own.isEmpty else { return mapping }
    mapping[1].1 = .plain(ComposedJoint.hinge.rawValue)
    return mapping + own.map { ($0.key, $0.value) }
  }

  /// The entries of a scene's joints.
  func joints(_ joints: [Scene.Joint], in scene: Scene) -> [FormatNode.Mapping] {
    joints.entries.map { self.joint(joints[$0.lowerBound], joints[$0].dropFirst(), in: scene) }
  }
}
