import TumbleFrames
import TumbleGeometry
import TumbleInput

/// The world as the editor sees it at the moment of an event.
package struct EditorView {
  package var frame: Frame
  package var description: WorldDescription
  package var isPaused: Bool
  /// Points of the world for each of the desktop's points: what is as large on the screen at any zoom is
  /// measured in it.
  package var pointsPerUnit: Double
  /// The part of the world that can be seen and pointed at, in its points; nil if that is not known.
  package var room: Rect?
  /// The mass of a body, in kilograms; nil if that is not known.
  private let knownMass: (BodyID) -> Double?
  /// The keys that the scene uses by now, and the names of its inputs: asked for when one is to be added.
  private let inputs: () -> [SceneInput]
  private let knownThrusters: () -> [Thruster]
  /// The ways of selected bodies that animations lead.
  let ways: [EditorWay]
  /// Returns true for an object that the world has now.
  let isThereInWorld: (SceneObject) -> Bool

  package init(
    frame: Frame, description: WorldDescription, isPaused: Bool, pointsPerUnit: Double, room: Rect? = nil,
    mass: @escaping (BodyID) -> Double? = { _ in nil }, inputs: @escaping () -> [SceneInput] = { [] },
    thrusters: @escaping () -> [Thruster] = { [] }, ways: [EditorWay] = [],
    isThere: @escaping (SceneObject) -> Bool = { _ in true }
  ) {
    (self.frame, self.description, self.isPaused, self.room) = (frame, description, isPaused, room)
    knownMass = mass
    self.inputs = inputs
    knownThrusters = thrusters
    self.ways = ways
    isThereInWorld = isThere
    self.pointsPerUnit = pointsPerUnit.isFinite && pointsPerUnit > 0 ? pointsPerUnit : 1
  }
}

extension EditorView {
  var snapshot: FrameSnapshot { frame.current }

  /// A length on the screen, in the desktop's points, as one of the world.
  func units(_ count: Double) -> Double { count * pointsPerUnit }

  /// The distance within which the pointer means something.
  var reach: Double { units(6) }

  // MARK: Bodies

  func name(_ body: BodyID) -> String { description[body]?.name ?? "" }

  func kind(_ body: BodyID) -> BodyKind { description[body]?.kind ?? .dynamic }

  /// Returns the transform by which a body is drawn; nil for one that is not there, or nowhere.
  func transform(_ id: BodyID) -> Transform? {
    pose(id).map { Transform(translation: $0.position, rotation: $0.angle) }
  }

  /// Returns where a body is drawn, between two steps; nil for one that is not there, or nowhere.
  package func pose(_ id: BodyID) -> (position: Vector, angle: Double)? {
    guard let current = frame.current[id] else { return nil }
    let drawn = frame.previous[id].map { current.drawn(from: $0, by: frame.alpha) } ?? current
    return drawn.isFinite ? (drawn.position, drawn.angle) : nil
  }

  /// A body's outlines in the world.
  func outlines(_ id: BodyID) -> [Outline] {
    guard let transform = transform(id), let outlines = description[id]?.outlines else { return [] }
    return outlines.map { $0.placed(by: transform) }
  }

  /// The bounds of a body's outlines in the world; nil for one without any.
  func bounds(_ id: BodyID) -> Rect? { outlines(id).bounds }

  /// The bounds of several bodies; nil where none has any.
  func bounds(of bodies: [BodyID]) -> Rect? { Rect(all: bodies.compactMap(bounds).filter(\.isFinite)) }

  /// Returns the mass of a body, in kilograms; if that is not known, that of its outlines at the format's own
  /// density.
  func mass(_ id: BodyID) -> Double {
    if let mass = knownMass(id), mass.isFinite, mass > 0 { return mass }
    let area = (description[id]?.outlines ?? []).reduce(0) { $0 + $1.area }
    return area > 0 && area.isFinite ? area * 0.001 : 1
  }

  /// The half of the longer side of a body's bounds; 1 for one without outlines.
  func radius(_ id: BodyID) -> Double {
    guard let bounds = description[id]?.outlines.bounds else { return 1 }
    return max(bounds.width, bounds.height) / 2
  }

  /// The bodies near a point: those that contain it first, and of them those in front.
  func bodies(at point: Vector, within reach: Double) -> [BodyID] {
    var hits: [(id: BodyID, isInside: Bool)] = []
    for body in snapshot.bodies {
      guard let known = description[body.id] else { continue }
      guard let place = transform(body.id), let inverse = place.inverse else { continue }
      let local = inverse.apply(point)
      var distance = Double.infinity
      for outline in known.outlines {
        guard let bounds = outline.bounds, bounds.insetBy(-reach).contains(local) else { continue }
        distance = min(distance, outline.distance(to: local))
      }
      if distance <= reach { hits.append((body.id, distance <= 0)) }
    }
    return hits.sorted { a, b in
      a.isInside == b.isInside ? description.isInFront(a.id, of: b.id) : a.isInside
    }.map(\.id)
  }

  // MARK: Anchors

  /// The bodies, and those without shapes that joints hold them to the background with: where the bodies go,
  /// these go along.
  func withAnchors(_ bodies: [BodyID]) -> [BodyID] {
    let selection = Selection(bodies: bodies)
    return Selection(bodies: bodies + anchors(ofAll: { selection.contains(.body($0)) })).bodies
  }

  /// The placements of the bodies, and of those that go along.
  func placements(of bodies: [BodyID]) -> [Placement] {
    withAnchors(bodies).compactMap { id in
      snapshot[id].map { Placement(body: id, position: $0.position, angle: $0.angle) }
    }
  }

  /// The objects that are removed: with each joint that is made of two, both; and the bodies without shapes
  /// that no joint would hold anything to any more.
  func withOrphans(_ selection: Selection) -> Selection {
    let wholes = Set(selection.joints.compactMap { description[$0]?.whole })
    let selection = selection.union(Selection(joints: joints { wholes.contains($0.whole) }))
    var (needed, touched): (Set<BodyID>, Set<BodyID>) = ([], [])
    for joint in snapshot.joints {
      guard let known = description[joint.id] else { continue }
      if selection.contains(.joint(joint.id)) || selection.contains(.body(known.a))
        || selection.contains(.body(known.b))
      {
        touched.formUnion([known.a, known.b])
      } else {
        needed.formUnion([known.a, known.b])
      }
    }
    let orphans = touched.filter { isAnchor($0) && !needed.contains($0) }
    return selection.union(Selection(bodies: orphans))
  }

  /// The joints that hold two of these bodies together.
  func joints(among bodies: [BodyID]) -> [JointID] {
    let selection = Selection(bodies: bodies)
    return joints { selection.contains(.body($0.a)) && selection.contains(.body($0.b)) }
  }

  /// The joints that hold one of these bodies, and go with it.
  func joints(of bodies: [BodyID]) -> [JointID] {
    let selection = Selection(bodies: bodies)
    return joints { selection.contains(.body($0.a)) || selection.contains(.body($0.b)) }
  }

  private func joints(_ isMeant: (JointDescription) -> Bool) -> [JointID] {
    snapshot.joints.map(\.id).filter { description[$0].map(isMeant) ?? false }
  }

  /// Returns true if a body leaves a trail.
  package func isTraced(_ id: BodyID) -> Bool { description[id]?.style.trail != nil }

  /// Returns true if a pin holds a body to the background.
  func isPinned(_ id: BodyID) -> Bool {
    snapshot.joints.contains { joint in
      guard let known = description[joint.id], known.b == id else { return false }
      return known.name == Edit.pinJoint(name(known.a)) && isAnchor(known.a)
    }
  }

  /// Returns true for a place of the background: a static body without shapes.
  func isAnchor(_ id: BodyID) -> Bool {
    description[id].map { $0.kind == .static && $0.outlines.isEmpty } ?? false
  }

  /// Returns true if a body's origin is within a click of a point.
  func bodyCenter(_ id: BodyID, isNear point: Vector) -> Bool {
    pose(id).map { $0.position.distance(to: point) <= units(4) } ?? false
  }

  /// The anchors all of whose joints hold something that is meant.
  private func anchors(ofAll isMeant: (BodyID) -> Bool) -> [BodyID] {
    var anchors: [BodyID: Bool] = [:]
    for joint in snapshot.joints {
      guard let known = description[joint.id] else { continue }
      for (end, other) in [(known.a, known.b), (known.b, known.a)] where isAnchor(end) {
        anchors[end] = (anchors[end] ?? true) && isMeant(other)
      }
    }
    return anchors.filter(\.value).map(\.key)
  }

  // MARK: Joints

  func name(_ joint: JointID) -> String { description[joint]?.name ?? "" }

  /// A joint's ends as they are drawn; nil for one that is not there.
  func ends(_ id: JointID) -> (a: Vector, b: Vector)? {
    guard let now = frame.current[id], now.a.isFinite, now.b.isFinite else { return nil }
    guard let before = frame.previous[id] else { return (now.a, now.b) }
    return (
      before.a.interpolated(to: now.a, by: frame.alpha), before.b.interpolated(to: now.b, by: frame.alpha)
    )
  }

  /// Returns true for a part of a hinge or the like, which is one thing with it for a person.
  func isInner(_ id: JointID) -> Bool { description[id]?.isInner ?? false }

  /// The joints that are drawn near a point, the nearest first; before a part its whole, which has its motor
  /// and its keys.
  func joints(at point: Vector, within reach: Double) -> [JointID] {
    var hits: [(id: JointID, distance: Double)] = []
    for joint in snapshot.joints {
      guard let ends = ends(joint.id), let kind = description[joint.id]?.kind, !isInner(joint.id)
      else { continue }
      let distance =
        kind.isDrawnAsLine ? point.distance(toSegment: ends.a, ends.b) : point.distance(to: ends.b)
      if distance <= reach { hits.append((joint.id, distance)) }
    }
    let found = hits.sorted { ($0.distance, $1.id.number) < ($1.distance, $0.id.number) }.map(\.id)
    return found.flatMap { joint -> [JointID] in
      guard let whole = description[joint]?.partOf.flatMap(description.joint) else { return [joint] }
      return [whole, joint]
    }.uniqued()
  }

  /// Returns what a click at a point may mean, the likeliest first.
  func targets(at point: Vector) -> [Selection.Target] {
    let joints = joints(at: point, within: reach)
    // Joints that only turn have no place of their own: they stand at the middle of a body, and come after
    // it.
    let drawn = joints.filter { description[$0]?.kind.isDrawn ?? false }
    let hidden = joints.filter { !(description[$0]?.kind.isDrawn ?? false) }
    let things = isPaused ? placed(at: point, within: units(8)) : []
    return things.map { .placed($0) } + drawn.map { .joint($0) }
      + bodies(at: point, within: reach / 2).map { .body($0) }
      + hidden.map { .joint($0) }
  }

  // MARK: Keys

  /// The thrusters: keys that push bodies.
  var thrusters: [Thruster] { knownThrusters() }

  /// The first key for a thruster that the scene does not use; nil if it uses them all.
  var freeKey: String? {
    (["Up", "Left", "Right", "Down"] + (1...9).map { "\($0)" }).first(where: freeKeys())
  }

  /// The keys for a motor that the scene does not use, one for each way; nil if it uses them all.
  var freeKeyPair: (ahead: String, back: String)? {
    let isFree = freeKeys()
    let pairs = [("Right", "Left"), ("Up", "Down"), ("2", "1"), ("4", "3"), ("6", "5"), ("8", "7")]
    return pairs.first { isFree($0.0) && isFree($0.1) }.map { (ahead: $0.0, back: $0.1) }
  }

  /// Returns what tells whether the scene uses no key of a name.
  private func freeKeys() -> (String) -> Bool {
    let used = inputs().reduce(into: Set<Key>()) { $0.formUnion($1.keys.union($1.reverse)) }
    return { Key(name: $0).map { !used.contains($0) } ?? false }
  }

  /// The inputs that drive joints of these names or parts of them, and nothing else.
  func inputs(driving joints: Set<String>) -> [String] {
    let parts = snapshot.joints.compactMap { description[$0.id] }
      .filter { $0.partOf.map(joints.contains) ?? false }.map(\.name)
    let driven = joints.union(parts)
    return inputs().filter { !$0.joints.isEmpty && $0.joints.isSubset(of: driven) }.map(\.id)
  }

  /// The input that drives the motors of wheels on a body, and nothing else; nil for none.
  func input(drivingWheelsOf body: BodyID) -> SceneInput? {
    func joint(_ name: String) -> JointDescription? {
      snapshot.joints.lazy.compactMap { description[$0.id] }.first { $0.name == name }
    }
    return inputs().first { input in
      !input.motors.isEmpty
        && input.motors.allSatisfy { motor in
          guard let known = joint(motor.joint), known.a == body, known.kind == .motor else { return false }
          return known.partOf.flatMap(joint)?.kind == .groove
        }
    }
  }

  /// The first of `thrust1`, `thrust2`, … that no input is called.
  func freeInputName(_ stem: String) -> String {
    let used = Set(inputs().map(\.id))
    return Self.numbered(stem) { used.contains($0) }
  }

  private static func numbered(_ stem: String, _ isUsed: (String) -> Bool) -> String {
    var number = 1
    while isUsed("\(stem)\(number)") { number += 1 }
    return "\(stem)\(number)"
  }
}

extension JointKind {
  /// Is true if it is drawn as a line from one end to the other.
  var isDrawnAsLine: Bool { self == .pin || self == .slide || self == .spring }
  /// Is true if it has a drawing of its own on the stage.
  var isDrawn: Bool { isDrawnAsLine || self == .pivot || self == .groove }
}

// Names of what is selected, and names that nothing has yet.
extension EditorView {
  /// Returns the name of a gesture: that of one object, or how many there are.
  func nameOfAll(_ selection: Selection) -> String {
    if selection.count == 1 {
      return selection.bodies.first.map(name) ?? selection.joints.first.map(name)
        ?? selection.placed.first.map(description.name(of:)) ?? ""
    }
    let isOfEmitters = selection.emitters.count == selection.count
    if isOfEmitters { return "\(selection.count) emitters" }
    if !selection.placed.isEmpty { return "\(selection.count) things" }
    if selection.joints.isEmpty { return "\(selection.bodies.count) bodies" }
    if selection.bodies.isEmpty { return "\(selection.joints.count) joints" }
    return "\(selection.count) things"
  }

  /// The first of `box1`, `box2`, … that nothing of the world is called, nor begins with up to a dash.
  func freeName(_ stem: String) -> String {
    let used = usedStems
    return Self.numbered(stem) { used.contains(Substring($0)) }
  }

  /// A new name for each name: what stands before its number with the next number that is free, and what
  /// follows a dash kept.
  package func freeNames(for names: [String]) -> [String] {
    let used = usedStems
    // The same for all names that share the part before the dash, so that what belongs together stays so.
    var given: [Substring: String] = [:]
    var taken: Set<Substring> = []
    // Up to the last number that was given all are in use.
    var last: [Substring: Int] = [:]
    return names.map { name in
      let stem = name.prefix { $0 != "-" }
      let rest = name.dropFirst(stem.count)
      if let known = given[stem] { return known + rest }
      var letters = stem
      while let end = letters.last, end.isNumber { letters.removeLast() }
      var number = last[letters, default: 0] + 1
      while used.contains(Substring("\(letters)\(number)"))
        || taken.contains(Substring("\(letters)\(number)"))
      {
        number += 1
      }
      last[letters] = number
      let new = "\(letters)\(number)"
      given[stem] = new
      taken.insert(Substring(new))
      return new + rest
    }
  }

  /// The beginnings of names, up to a dash; also of objects that are gone, for a name is not used twice.
  private var usedStems: Set<Substring> {
    var used: Set<Substring> = []
    for body in description.bodies { used.insert(body.name.prefix { $0 != "-" }) }
    for joint in description.joints { used.insert(joint.name.prefix { $0 != "-" }) }
    for thing in description.placed { used.insert(description.name(of: thing).prefix { $0 != "-" }) }
    return used
  }
}
