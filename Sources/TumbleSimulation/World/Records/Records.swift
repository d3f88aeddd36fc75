/// The record of one object of a world beside the scene's value of it, which ``World/model`` has: what the
/// engine has of it, and what animations say of it.
///
/// A record stays when its object has gone, without what the engine had.
protocol WorldRecord: AnimatedObject {
  associatedtype Description
  static var kind: SceneObject.Kind { get }
  static var records: ReferenceWritableKeyPath<World, Records<Self>> { get }
  static var descriptions: WritableKeyPath<WorldDescription, [Description]> { get }

  /// Makes what the engine needs of the model's object of an index.
  /// - Throws: Where the engine would not take it; nothing has changed then.
  init(_ index: Int, in world: World) throws
  static func path(_ index: Int) -> Scene.ObjectPath
  /// The place of the object in its kind's lists, which no other object ever has.
  var index: Int { get }
  func description(in world: World) -> Description
  /// Follows the object's coming, once it is in all lists.
  func didCome(to world: World)
  /// Follows a change of the scene's value; nothing where the object has gone.
  func change(in world: World) throws
  /// Takes the object out of the engine, if it is there.
  func leave(_ world: World) throws
  /// Forgets what was only kept for an object that is there.
  func forget(in world: World)
}

extension WorldRecord {
  func didCome(to world: World) {}
}

/// The records of all objects of a kind that there ever were.
///
/// An object has the same index here, in the model's list and in the description, which no other ever has.
struct Records<Record: WorldRecord> {
  /// The records by index, also of objects that have gone.
  private(set) var all: [Record]
  /// The records of the objects that are there, by rising indices: what a step's loops go through.
  private(set) var present: [Record]

  init(_ all: [Record]) {
    self.all = all
    present = all
  }

  subscript(index: Int) -> Record { all[index] }

  /// The record of an index; nil for one that a run which is not so far yet has still to add.
  func find(_ index: Int) -> Record? { all.indices.contains(index) ? all[index] : nil }

  mutating func append(_ record: Record) {
    all.append(record)
    present.append(record)
  }

  mutating func removeLast() -> Record {
    let record = all.removeLast()
    forget(record)
    return record
  }

  /// Notes that an object has gone.
  mutating func forget(_ record: Record) {
    if let place = present.sortedIndex(of: record.index, by: { $0.index }) { present.remove(at: place) }
  }
}

// MARK: - What comes and goes

extension World {
  /// The object of an id; nil for one that a run which is not so far yet has still to add.
  func object(_ id: ObjectID) -> (any AnimatedObject)? {
    switch id {
    case .world: self
    case .camera: camera
    case .body(let id): bodies.find(id.number)
    case .joint(let id): joints.find(id.number)
    case .field(let index): fields.find(index)
    case .fluid(let index): fluids.find(index)
    case .emitter(let index): emitters.find(index)
    }
  }

  /// Adds the model's object of an index.
  func add<Record: WorldRecord>(_ type: Record.Type, _ index: Int) throws {
    append(try Record(index, in: self))
  }

  /// Adds an object that the engine has to all lists.
  func append<Record: WorldRecord>(_ record: Record) {
    self[keyPath: Record.records].append(record)
    description[keyPath: Record.descriptions].append(record.description(in: self))
    record.didCome(to: self)
  }

  /// Takes back the object that was added last.
  func removeLast<Record: WorldRecord>(_ type: Record.Type) {
    let record = self[keyPath: Record.records].removeLast()
    try? record.leave(self)
    description[keyPath: Record.descriptions].removeLast()
    record.forget(in: self)
  }

  /// Removes an object that the model has forgotten.
  func remove<Record: WorldRecord>(_ type: Record.Type, _ index: Int) throws {
    let record = self[keyPath: Record.records][index]
    try record.leave(self)
    forget(record)
    removeOrphans()
  }

  /// Follows a change of the model's object of an index.
  func change<Record: WorldRecord>(_ type: Record.Type, _ index: Int) throws {
    let record = self[keyPath: Record.records][index]
    try record.change(in: self)
    if let valued = record as? any ValuedRecord { valued.showValues(in: self) }
  }

  /// Keeps the index of an object that the engine did not take: it counts as one that has gone.
  func skip<Record: WorldRecord>(_ record: Record) {
    append(record)
    model.forget(Record.kind, record.index)
    forget(record)
  }

  /// Forgets an object that the engine has let go of.
  func lose<Record: WorldRecord>(_ record: Record) {
    model.forget(Record.kind, record.index, isLost: true)
    forget(record)
  }

  /// Forgets an object that has gone.
  func forget<Record: WorldRecord>(_ record: Record) {
    record.forget(in: self)
    self[keyPath: Record.records].forget(record)
  }
}

extension SceneObject.Kind {
  /// The type of the records of a kind; nil for what a world keeps in another way.
  var worldRecord: (any WorldRecord.Type)? {
    switch self {
    case .body: WorldBody.self
    case .joint: WorldJoint.self
    case .field: WorldField.self
    case .fluid: WorldFluid.self
    case .emitter: WorldEmitter.self
    case .world, .view, .camera, .animation, .input, .layer, .trigger, .control, .rule, .template: nil
    }
  }
}
