import TumbleFiles

/// A scene under edits: all bodies, joints, fields, fluids and emitters that there ever were, so that an
/// index of a list names an object for good, and which of them are gone.
package struct SceneModel: Sendable {
  package internal(set) var scene: Scene
  private var rosters: [SceneObject.Kind: Roster] = [:]
  /// The numbers of the names that the rosters have.
  private var usedNumbers = UsedNumbers()
  var tally = SceneBuilder.Tally()
  /// The number of joints before all edits.
  let firstJoints: Int

  package init(_ scene: Scene) {
    self.scene = scene
    firstJoints = scene.joints.count
    for kind in SceneObject.Kind.allCases where kind.isIndexed {
      if let type = kind.record { noteAll(type) }
    }
  }

  private mutating func noteAll<Entry: SceneRecord>(_ type: Entry.Type) {
    for (index, record) in scene[keyPath: Entry.list].enumerated() { note(record, at: index) }
  }

  private mutating func note<Entry: SceneRecord>(_ record: Entry, at index: Int) {
    let kind = Entry.kind
    let isKnown = isNamed(record.name)
    rosters[kind, default: Roster()].append(name(of: record, at: index))
    guard kind.isNamed else { return }
    if !isKnown { usedNumbers.insert(record.name) }
    if let body = record as? Scene.Body { tally.count(body) }
  }

  /// The name by which edits know a trigger.
  package func name(ofTrigger index: Int) -> String { name(of: scene.triggers[index], at: index) }

  /// Returns the name by which edits know an object of a list.
  func name(of record: some SceneRecord, at index: Int) -> String {
    record.name.isEmpty ? "\(type(of: record).kind.rawValue)-\(index + 1)" : record.name
  }

  /// Returns true for an id that a body, a joint, a field, a fluid or an emitter has that is there.
  func isNamed(_ id: String) -> Bool { rosters.contains { $0.key.isNamed && $0.value.indices[id] != nil } }

  /// The id and its index of each object of a kind that is there.
  func indices(of kind: SceneObject.Kind) -> [String: Int] {
    guard !kind.isIndexed else { return rosters[kind]?.indices ?? [:] }
    return kind.record.map { indices(in: $0) } ?? [:]
  }

  /// The names of the objects of a kind that are there, in their order; what has no id is `trigger-3` where
  /// it is the third.
  package func names(of kind: SceneObject.Kind) -> [String] {
    indices(of: kind).sorted { $0.value < $1.value }.map(\.key)
  }

  private func indices<Entry: SceneRecord>(in type: Entry.Type) -> [String: Int] {
    let names = scene[keyPath: Entry.list].enumerated().map { ($0.element.name, $0.offset) }
    return Dictionary(names, uniquingKeysWith: { first, _ in first })
  }

  /// The index of the object of an id that is there; nil if there is none.
  package func index(of kind: SceneObject.Kind, _ id: String) -> Int? {
    if kind.isIndexed { return rosters[kind]?.indices[id] }
    // The pointer's are the file's alone.
    if kind == .input { return scene.inputs.firstIndex { $0.id == id && $0.pointer == nil } }
    return kind.record.flatMap { index(in: $0, id) }
  }

  private func index<Entry: SceneRecord>(in type: Entry.Type, _ id: String) -> Int? {
    scene[keyPath: Entry.list].firstIndex { $0.name == id }
  }

  /// The index of the object of an id that is there, or was lost; nil if there is none, or an edit removed
  /// it.
  package func knownIndex(of kind: SceneObject.Kind, _ id: String) -> Int? {
    index(of: kind, id) ?? rosters[kind]?.lost[id]
  }

  /// The indices of a kind's objects that are there, or were lost, by their ids.
  package func knownIndices(of kind: SceneObject.Kind) -> [String: Int] {
    guard let roster = rosters[kind] else { return [:] }
    return roster.indices.merging(roster.lost) { there, _ in there }
  }

  /// The id of the object of an index, also of one that has gone; nil for what has none.
  package func id(of kind: SceneObject.Kind, _ index: Int) -> String? {
    func id<Entry: SceneRecord>(_ type: Entry.Type) -> String { scene[keyPath: Entry.list][index].name }
    return kind.record.map { id($0) }
  }

  package func body(_ id: String) -> Int? { index(of: .body, id) }
  package func joint(_ id: String) -> Int? { index(of: .joint, id) }
  package func animation(_ id: String) -> Int? { index(of: .animation, id) }

  /// Returns true if the object of an index has not gone.
  package func has(_ kind: SceneObject.Kind, _ index: Int) -> Bool { rosters[kind]?.contains(index) ?? true }

  /// The indices of a kind's objects that are there.
  func present(_ kind: SceneObject.Kind) -> [Int] { rosters[kind]?.present ?? [] }

  /// The shapes of all bodies that there ever were.
  package var shapes: Int { tally.shapes }

  /// A name that no object has: the base with the next free number.
  package func freeName(_ base: String) -> String {
    func isFree(_ name: String) -> Bool {
      !isNamed(name) && joint(Edit.pinJoint(name)) == nil && !scene.inputs.contains { $0.id == name }
        && [.animation, .layer, .trigger, .control, .rule, .template].allSatisfy {
          index(of: $0, name) == nil
        }
    }
    let digits = base.reversed().prefix { $0.isASCII && $0.isNumber }.count
    var stem = digits > 0 && digits < base.count ? String(base.dropLast(digits)) : base + "-"
    stem = String(stem.prefix(Self.longestStem))
    var number = 1
    if digits > 0, let last = Int(base.suffix(min(digits, 9))) { number = last }
    number = usedNumbers.firstFree(stem, from: number)
    // What no object of a roster is called, something else may be.
    while !isFree(stem + "\(number)") { number = usedNumbers.firstFree(stem, from: number + 1) }
    return stem + "\(number)"
  }

  /// Characters before the number of a free name, so that the whole is none too long.
  static let longestStem = Reading.longestName - 12

  // MARK: - What comes and goes

  mutating func append<Entry: SceneRecord>(_ record: Entry) {
    if Entry.kind.isIndexed { note(record, at: scene[keyPath: Entry.list].count) }
    scene[keyPath: Entry.list].append(record)
  }

  package mutating func add(_ body: Scene.Body) { append(body) }
  package mutating func add(_ joint: Scene.Joint) { append(joint) }

  /// Takes back the body that was added last.
  package mutating func removeLastBody() {
    let body = scene.bodies.removeLast()
    rosters[.body]?.removeLast(body.id)
    release(body.id)
    tally.count(body, times: -1)
  }

  private mutating func release(_ id: String) { if !isNamed(id) { usedNumbers.remove(id) } }

  /// Notes that an object has gone, by an edit or because it was lost; with a body the emitters that are on
  /// it. Its joints and fields are noted by themselves.
  ///
  /// - Parameter isLost: true where the object's id goes on naming it, until another object takes the id.
  package mutating func forget(_ kind: SceneObject.Kind, _ index: Int, isLost: Bool = false) {
    guard let type = kind.record else { return }
    forget(type, index, isLost: isLost)
    guard kind == .body else { return }
    for emitter in scene.emitters.indices where scene.emitters[emitter].body == index {
      forget(Scene.Emitter.self, emitter, isLost: false)
    }
  }

  private mutating func forget<Entry: SceneRecord>(_ type: Entry.Type, _ index: Int, isLost: Bool) {
    let id = name(of: scene[keyPath: Entry.list][index], at: index)
    let wasNamed = isNamed(id)
    rosters[Entry.kind]?.forget(index, id, isLost: isLost)
    if wasNamed, Entry.kind.isNamed { release(id) }
  }

  /// The fields in a body's coordinates that are there.
  package func fields(of body: Int) -> [Int] { present(.field).filter { scene.fields[$0].body == body } }

  package mutating func setGravity(_ gravity: Vector) { scene.world.gravity = gravity }

  package mutating func setAsleep(_ isAsleep: Bool, body index: Int) {
    scene.bodies[index].isAsleep = isAsleep && scene.bodies[index].kind == .dynamic
  }

  package mutating func setTimes(
    of animations: [Scene.Animation], layers: [Scene.Layer], emitters: [Scene.Emitter],
    triggers: [Scene.Trigger?]
  ) {
    (scene.animations, scene.layers, scene.emitters) = (animations, layers, emitters)
    for index in present(.trigger) {
      if let trigger = triggers[index] { scene.triggers[index] = trigger } else { forget(.trigger, index) }
    }
  }

  /// The rules that are there, about the bodies that are there, by their indices.
  package var presentRules: [Scene.Rule] {
    present(.rule).compactMap { index in scene.rules[index].present(in: self) }
  }

  var triggers: [Scene.Trigger] { present(.trigger).map { scene.triggers[$0] } }

  package mutating func forget(animation id: String) { scene.animations.removeAll { $0.id == id } }

  package func joints(of body: Int) -> [Int] {
    present(.joint).filter { scene.joints[$0].a == body || scene.joints[$0].b == body }
  }

  /// The joints that go with some, by rising indices: their parts, and the parts of these.
  package func parts(of joints: [Int]) -> [Int] {
    let candidates = present(.joint)
    var (open, found) = (joints, Set<Int>())
    while let whole = open.popLast() {
      let id = scene.joints[whole].id
      for index in candidates where scene.joints[index].partOf == id && !joints.contains(index) {
        if found.insert(index).inserted { open.append(index) }
      }
    }
    return found.sorted()
  }

  func hingeParts(of id: String) -> [Int] {
    guard let whole = joint(id).map({ scene.joints[$0] }), case .pivot = whole.form else { return [] }
    return ComposedJoint.Part.allCases.compactMap { part in
      joint(id + part.suffix).flatMap { scene.joints[$0].part(ofHinge: whole) == nil ? nil : $0 }
    }
  }

  /// Sets where a body is now, before something is computed from it, within the bounds of what a scene says:
  /// a body may be faster than those, and turned farther.
  package mutating func place(_ motion: Motion, body index: Int) {
    scene.bodies[index].position = motion.position.bounded
    scene.bodies[index].angle = Vector.bounded(motion.angle)
    guard scene.bodies[index].kind != .static else { return }
    scene.bodies[index].velocity = motion.velocity.bounded
    scene.bodies[index].angularVelocity = Vector.bounded(motion.angularVelocity)
  }

  /// The position, angle and velocities of a body.
  package struct Motion: Sendable {
    package var position: Vector
    package var angle: Double
    package var velocity: Vector
    package var angularVelocity: Double

    package init(position: Vector, angle: Double, velocity: Vector, angularVelocity: Double) {
      (self.position, self.angle, self.velocity) = (position, angle, velocity)
      self.angularVelocity = angularVelocity
    }
  }
}

/// The ids of a list's objects, and which of them are gone: an index names the same object for good.
struct Roster: Sendable {
  private var isGone: [Bool] = []
  /// The indices of the objects that are there, by their ids; of several of one id the first.
  private(set) var indices: [String: Int] = [:]
  /// The indices of the objects that were lost, by their ids, until another object takes the id.
  private(set) var lost: [String: Int] = [:]

  mutating func append(_ id: String) {
    if indices[id] == nil { indices[id] = isGone.count }
    lost[id] = nil
    isGone.append(false)
  }

  func contains(_ index: Int) -> Bool { !isGone[index] }

  /// The indices of the objects that are there.
  var present: [Int] { isGone.indices.filter { !isGone[$0] } }

  /// - Parameter isLost: true for an object whose id goes on naming it.
  mutating func forget(_ index: Int, _ id: String, isLost: Bool) {
    isGone[index] = true
    guard indices[id] == index else { return }
    indices[id] = nil
    if isLost { lost[id] = index }
  }

  /// Takes back the object that was appended last.
  mutating func removeLast(_ id: String) {
    isGone.removeLast()
    if indices[id] == isGone.count { indices[id] = nil }
  }
}

/// The numbers that names of each stem end with, as ranges: the next free one is found without a try of those
/// before it.
package struct UsedNumbers: Sendable {
  private var used: [String: RangeSet<Int>] = [:]
  /// Digits that an `Int` holds for sure.
  private static let longestNumber = 18

  package init() {}

  /// The first number from `start` on that no name of the stem ends with.
  package func firstFree(_ stem: String, from start: Int) -> Int {
    guard let ranges = used[stem]?.ranges else { return start }
    let place = ranges.partitioningIndex { $0.upperBound > start }
    return place < ranges.endIndex && ranges[place].contains(start) ? ranges[place].upperBound : start
  }

  package mutating func insert(_ name: String) {
    for (stem, number) in Self.parts(of: name) {
      used[stem, default: RangeSet()].insert(contentsOf: number..<number + 1)
    }
  }

  package mutating func remove(_ name: String) {
    for (stem, number) in Self.parts(of: name) {
      used[stem]?.remove(contentsOf: number..<number + 1)
      if used[stem]?.isEmpty == true { used[stem] = nil }
    }
  }

  /// The stems and numbers that make a name: a free name's stem ends in no digit, or is the longest.
  private static func parts(of name: String) -> [(stem: String, number: Int)] {
    let digits = name.utf8.reversed().prefix { $0.isDigit }.count
    guard digits > 0 else { return [] }
    var lengths = [name.count - digits]
    if name.count > SceneModel.longestStem, lengths[0] < SceneModel.longestStem {
      lengths.append(SceneModel.longestStem)
    }
    return lengths.compactMap { length in
      let number = name.dropFirst(length)
      // Numbers are written without zeros before them.
      guard number.count <= longestNumber, number == "0" || number.first != "0" else { return nil }
      return Int(number).map { (String(name.prefix(length)), $0) }
    }
  }
}
