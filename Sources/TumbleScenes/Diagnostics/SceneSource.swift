/// The places at which the objects of a scene were written in its file.
///
/// Bodies and joints that a repeater or a chain made all lead to the entry that they came from.
public struct SceneSource: Sendable {
  var root: Record
  /// The sources of bodies by index, as the scene has them.
  var bodies: [BodySource] = []
  /// The entries of all other lists, by their types.
  private(set) var entries: [ObjectIdentifier: [Record]] = [:]
  /// The scope that its numbers may refer to.
  var scope = NumberScope()

  /// Is true if some of it stands in another file than the scene's own.
  var hasIncluded: Bool { root.has("include") }

  /// The entries of a list, by index as the scene has them.
  subscript<Entry: SceneEntry>(_ type: Entry.Type) -> [Record] {
    get { entries[ObjectIdentifier(type)] ?? [] }
    set { entries[ObjectIdentifier(type)] = newValue }
  }

  mutating func append<Entry: SceneEntry>(_ record: Record, of type: Entry.Type) {
    entries[ObjectIdentifier(type), default: []].append(record)
  }

  /// The place at which a body was written, its template's keys among its own, and those of its shapes.
  struct BodySource: Sendable {
    var record: Record
    /// The records by the shape's index; a shape without an entry of its own has the body's.
    var shapes: [Record]
  }

  /// The materials that its files name, with what they give of a surface.
  package var materials: [(name: String, friction: Double?, elasticity: Double?)] {
    root.names("materials").compactMap { named in
      named.value.record.map { (named.name, $0.number("friction"), $0.number("elasticity")) }
    }
  }

  /// The source of a scene that stands in no file.
  package static var nowhere: SceneSource { SceneSource(root: Record(section: .scene, place: SourcePlace())) }

  /// Returns the place at which a value was written: that of the first of these keys that the file gives; if
  /// it gives none of them, the object itself (by its id, if it has one). nil for an object that the scene
  /// does not have.
  public func place(of object: Scene.ObjectPath, _ keys: String...) -> SourcePlace? {
    place(of: object, keys: keys)
  }

  package func place(of object: Scene.ObjectPath, keys: [String]) -> SourcePlace? {
    guard let record = record(of: object) else { return nil }
    // The numbers of a box or a circle stand in a mapping of their own.
    let form = Format.forms.lazy.compactMap { record[$0] }.first
    for key in keys {
      if let place = (record[key] ?? form?.record?[key])?.place { return place }
    }
    if case .shape = object, let form { return form.place }
    return record.place("id")
  }

  /// Returns true if the file gives a key of an object.
  package func gives(_ key: String, of object: Scene.ObjectPath) -> Bool {
    record(of: object)?.has(key) ?? false
  }

  private func record(of object: Scene.ObjectPath) -> Record? {
    func entry(_ list: [Record], _ index: Int) -> Record? {
      list.indices.contains(index) ? list[index] : nil
    }
    func entry(_ type: any SceneEntry.Type, _ index: Int) -> Record? {
      entry(entries[ObjectIdentifier(type)] ?? [], index)
    }
    switch object {
    case .view: return root.record("view") ?? root
    case .camera: return root.record("camera") ?? root
    case .world: return root.record("world") ?? root
    case .body(let index): return bodies.indices.contains(index) ? bodies[index].record : nil
    case .shape(let place):
      guard bodies.indices.contains(place.body) else { return nil }
      return entry(bodies[place.body].shapes, place.shape)
    case .joint(let index): return entry(Scene.Joint.self, index)
    case .rule(let index): return entry(Scene.Rule.self, index)
    case .field(let index): return entry(Scene.Field.self, index)
    case .fluid(let index): return entry(Scene.Fluid.self, index)
    case .emitter(let index): return entry(Scene.Emitter.self, index)
    case .scenery(let index): return entry(Scene.Scenery.self, index)
    case .trigger(let index): return entry(Scene.Trigger.self, index)
    case .input(let index): return entry(Scene.Input.self, index)
    case .control(let index): return entry(Scene.Control.self, index)
    case .layer(let index): return entry(Scene.Layer.self, index)
    case .animation(let index): return entry(Scene.Animation.self, index)
    case .graph(let index): return entry(Scene.Graph.self, index)
    case .expectation(let index): return entry(Scene.Expectation.self, index)
    }
  }
}

/// A place in a scene's file.
public struct SourcePlace: Hashable, Sendable {
  /// The line, from 1; 0 for the whole file.
  public var line: Int32 = 0
  /// The column, from 1, in Unicode scalars; 0 for the whole file.
  public var column: Int32 = 0
  /// The number of Unicode scalars that a caret should underline.
  public var length: Int32 = 1

  /// The number of the file among those that make the scene: 0 is its own, then those that it includes.
  public var file: Int32 = 0

  /// Creates a value by its parts, which are the properties of the same names.
  public init(line: Int32 = 0, column: Int32 = 0, length: Int32 = 1, file: Int32 = 0) {
    (self.line, self.column, self.length, self.file) = (line, column, length, file)
  }
}
