import TumbleFiles

/// A scene being put together from checked records: names are resolved, templates completed, repeaters
/// unrolled.
///
/// What has a name is known to `names`, what bodies share to `parts`; shapes and animations have builders of
/// their own.
final class SceneBuilder {
  let root: Record
  let reading: Reading
  let names: SceneNames
  let parts: SceneParts
  let shapes: ShapeBuilder
  let pictures: Pictures?
  var scene = Scene()
  /// The places at which the scene's objects were written.
  var source: SceneSource
  /// Counts of the things that a scene may have only so many of, as far as it has been read.
  var tally = Tally()
  /// Objects that are there already, and count towards the limits: not in `scene`.
  var bodiesBefore = 0
  /// Ropes, cloths and the like, whose joints are made when all bodies are known.
  var softs: [MadeSoft] = []
  var jointsBefore = 0
  var emittersBefore: [Scene.Emitter] = []
  /// The marks that triggers set in the graph; nil if they are not known.
  var marks: [String]?
  /// The ids that ``actionIDs(_:)`` has found.
  var knownActionIDs: [String: Set<String>] = [:]

  struct Tally: Sendable {
    var shapes = 0
    var corners = 0
    /// Shapes that rules have named.
    var ruleShapes = 0
    var actions = 0

    /// Counts the shapes of a body and their corners, or with -1 takes them back.
    mutating func count(_ body: Scene.Body, times: Int = 1) {
      shapes += times * body.shapes.count
      for shape in body.shapes {
        if case .polygon(let corners, _) = shape.form { self.corners += times * corners.count }
      }
    }
  }

  init(_ root: Record, reading: Reading, pictures: Pictures?) {
    (self.root, self.reading, self.pictures) = (root, reading, pictures)
    source = SceneSource(root: root)
    source.scope = reading.scope
    names = SceneNames(reading)
    parts = SceneParts(root, reading: reading, names: names)
    shapes = ShapeBuilder(reading: reading, parts: parts)
  }

  func scene(named name: String) -> Scene {
    scene.name = name
    scene.title = root.value("title")
    scene.note = root.value("note")
    if let view = root.record("view") { Format.viewFields.read(view, into: &scene.view) }
    if let world = root.record("world") { scene.world = self.world(world) }
    scene.categories = parts.categories
    readBodies()
    scene.camera = root.record("camera").map(camera)
    scene.groups = parts.groups
    readJoints()
    readRules()
    readFields()
    readFluids()
    readEmitters()
    readScenery()
    readLayers()
    readAnimations()
    readInputs()
    readPointer()
    readControls()
    readTriggers()
    readExpectations()
    scene.groups = parts.groups
    readGraphs()
    applySettings()
    keepUnusedTemplates()
    if !reading.hasErrors { findLints() }
    return scene
  }

  /// Adds an object of a list to the scene, and notes where it was written.
  func add<Entry: SceneEntry>(_ entry: Entry, from record: Record) {
    if let kind = (Entry.self as? any SceneRecord.Type)?.kind, kind.isNamed {
      names.add(entry.name, kind, at: scene[keyPath: Entry.list].count)
    }
    scene[keyPath: Entry.list].append(entry)
    source.append(record, of: Entry.self)
  }

  func camera(_ record: Record) -> Scene.Camera {
    var camera = Format.cameraFields.object(record)
    for (name, place) in record.texts("follow") where names.body(name, at: place) != nil {
      camera.follow.append(name)
    }
    return camera
  }

  func world(_ record: Record) -> Scene.World {
    var world = (Format.worldFields + [Format.pointsPerMeterField]).object(record)
    if let rate = record.number("rate"), rate != rate.rounded() {
      let (below, above) = (Int(rate), Int(rate) + 1)
      reading.error(
        record.place("rate"), "'rate' must be a whole number of steps per second, not \(rate.shortText)",
        hint: "such as \(below) Hz or \(above) Hz")
    }
    if let hash = record.record("spatialHash"), let cell = hash.number("cell"),
      let count = hash.count("count")
    {
      world.spatialHash = Scene.SpatialHash(cell: cell, count: count)
    }
    return world
  }
}

/// The names that a scene's objects have, and what each of them is.
final class SceneNames {
  private let reading: Reading
  /// The places at which the ids of bodies, repeaters, joints, fields, fluids, emitters and scenery were
  /// given.
  private var ids: [String: SourcePlace] = [:]
  /// The places at which ids were given that are unique among their kind only, such as those of triggers.
  private var kindIDs: [String: [String: SourcePlace]] = [:]
  /// The indices of the scene's objects, by kind and id.
  private var indices: [SceneObject.Kind: [String: Int]] = [:]
  /// The bodies that repeaters made, by the repeaters' ids.
  var repeaters: [String: Range<Int>] = [:]
  /// The places at which layers were given, by their ids.
  var layers: [String: SourcePlace] = [:]
  /// The objects that were there before anything was read, whose ids are taken but for those of the object
  /// that is read anew.
  private var before: (indices: [SceneObject.Kind: [String: Int]], except: Set<String>) = ([:], [])

  init(_ reading: Reading) { self.reading = reading }

  subscript(kind: SceneObject.Kind) -> [String: Int] { indices[kind] ?? [:] }

  func add(_ id: String, _ kind: SceneObject.Kind, at index: Int) { indices[kind, default: [:]][id] = index }

  func add(_ all: [String: Int], _ kind: SceneObject.Kind) { indices[kind] = all }

  /// Keeps the ids of all that is there from being claimed, save some.
  func protect(except ids: Set<String>, templates: [String: Int]) {
    before = (indices, ids)
    before.indices[.template] = templates
  }

  /// Returns true for an id that something has.
  func isClaimed(_ id: String) -> Bool { ids[id] != nil }

  /// The kind of the object of an id; nil if there is none.
  func kind(of id: String) -> SceneObject.Kind? { indices.first { $0.value[id] != nil }?.key }

  /// Returns true for an id that an object of any kind has.
  func contains(_ id: String) -> Bool { kind(of: id) != nil }

  /// All ids, those of bodies first.
  ///
  /// - Parameter bodies: The largest number of bodies among them.
  func all(bodies: Int) -> [String] {
    SceneObject.Kind.allCases.flatMap { Array(self[$0].keys.sorted().prefix($0 == .body ? bodies : .max)) }
  }

  /// The index of a body that must have been given; nil, and reported, for one that was not.
  func body(_ name: String, at place: SourcePlace, hint: String? = nil) -> Int? {
    resolve(name, at: place, among: self[.body], what: "body", hint: hint ?? repeaterHint(name))
  }

  /// Returns a hint if one body is wanted and a repeater was named, or a body beyond its last.
  func repeaterHint(_ name: String) -> String? {
    if let range = repeaters[name] {
      return "'\(name)' is a repeater: its bodies are '\(name)-1' to '\(name)-\(range.count)'"
    }
    guard let dash = name.lastIndex(of: "-"), Int(name[name.index(after: dash)...]) != nil,
      let range = repeaters[String(name[..<dash])]
    else { return nil }
    return "the repeater '\(name[..<dash])' makes '\(name[..<dash])-1' to '\(name[..<dash])-\(range.count)'"
  }

  /// Words that stand before the full stop of a target or a channel, for every body, or for a body of an
  /// event.
  static let reserved: Set = [
    "world", "anything", "energy", "bodies", "step", "frame", Scene.BodySelector.it, Scene.BodySelector.other,
  ]

  /// Takes an id for good; false (and reported) if it is taken already.
  func claim(_ id: String, at place: SourcePlace) -> Bool {
    if Self.reserved.contains(id) {
      return reading.refuse(place, "'\(id)' has a meaning of its own and cannot be an id")
    }
    if !before.except.contains(id), before.indices.contains(where: { $0.value[id] != nil }) {
      return reading.refuse(place, "the id '\(id)' is taken")
    }
    if let before = ids[id] {
      return reading.refuse(place, "the id '\(id)' is taken", hint: reading.given(before))
    }
    ids[id] = place
    return true
  }

  /// Takes the id of a record among those of its kind; false, and reported, if another has it. A record
  /// without an id takes none.
  func claim(_ record: Record, among what: String) -> Bool {
    guard let id = record.text("id") else { return true }
    if let before = kindIDs[what]?[id] {
      return reading.refuse(
        record.place("id"), "there is another \(what) '\(id)'", hint: reading.given(before))
    }
    kindIDs[what, default: [:]][id] = record.place("id")
    return true
  }

  /// Returns true if the last of so many copies has a name that is short enough to be written as one's own.
  func isShort(_ id: String, copies: Int, at place: SourcePlace) -> Bool {
    guard "\(id)-\(copies)".utf8.count > Reading.longestName else { return true }
    return reading.refuse(
      place,
      "the names of its copies, up to '\(Excerpts.short(id))-\(copies)', are longer than "
        + "\(Reading.longestName) characters",
      hint: "a shorter id")
  }

  /// A name that must have been given elsewhere; nil, and reported, for one that was not.
  func resolve<T>(
    _ name: String, at place: SourcePlace, among known: [String: T], what: String, hint: String? = nil
  ) -> T? {
    if let value = known[name] { return value }
    var hint = hint ?? (known.isEmpty ? "the scene has no \(Self.many(what))" : nil)
    hint = hint ?? reading.didYouMean(name, known.keys)
    if hint == nil && known.count <= 12 {
      hint = "\(Self.many(what)): " + known.keys.sorted().joined(separator: ", ")
    }
    return reading.refuse(place, "there is no \(what) named '\(Excerpts.short(name))'", hint: hint)
  }

  private static func many(_ what: String) -> String { what == "body" ? "bodies" : what + "s" }
}

extension Sequence where Element: Identifiable<String> {
  /// The elements by their ids; of several of one id the first.
  var byID: [String: Element] { Dictionary(map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }) }
}

/// The parts that bodies and shapes refer to by name: materials, templates, categories and groups.
final class SceneParts {
  private let reading: Reading
  private var materials: [String: Record] = [:]
  private var templates: [String: Record] = [:]
  private var used: Set<SourcePlace> = []
  /// The ids of templates of a scene that is there.
  private var made: Set<String> = []
  /// The first is bit 0 of a filter.
  private(set) var categories: [String] = []
  /// The first is number 1; numbered in the order in which shapes have them.
  private(set) var groups: [String] = []
  private var groupNumbers: [String: UInt] = [:]
  private let names: SceneNames
  private let root: Record

  init(_ root: Record, reading: Reading, names: SceneNames) {
    (self.root, self.reading, self.names) = (root, reading, names)
    for named in root.names("materials") {
      if let record = named.value.record { materials[named.name] = record }
    }
    for named in root.names("templates") {
      if let record = named.value.record { templates[named.name] = record }
    }
    for (name, place) in root.texts("categories") {
      if categories.contains(name) {
        reading.error(place, "the category '\(name)' is named twice")
      } else {
        categories.append(name)
      }
    }
  }

  /// Takes over the parts of a scene that is there.
  func take(categories: [String], groups: [String], templates: [String]) {
    (self.categories, made) = (categories, Set(templates))
    take(groups: groups)
  }

  /// Takes over the numbers of groups.
  func take(groups: [String]) {
    self.groups = groups
    for (index, name) in groups.enumerated() { groupNumbers[name] = UInt(index + 1) }
  }

  func material(_ name: String, at place: SourcePlace) -> Record? {
    part(name, of: materials, "material", at: place)
  }

  func template(_ name: String, at place: SourcePlace) -> Record? {
    part(name, of: templates, "template", at: place)
  }

  private func part(_ name: String, of known: [String: Record], _ what: String, at place: SourcePlace)
    -> Record?
  {
    let part = names.resolve(name, at: place, among: known, what: what)
    if let part { used.insert(part.place) }
    return part
  }

  func hasTemplate(_ name: String) -> Bool { templates[name] != nil || made.contains(name) }

  /// The names of the file's own templates to which nothing refers.
  var unusedTemplates: [String] { unused("templates").map(\.name) }

  /// Warns of templates and materials that nothing refers to.
  func findUnused() {
    for (key, what) in [("templates", "template"), ("materials", "material")] {
      for (name, place) in unused(key) { reading.warn(place, "the \(what) '\(name)' is never used") }
    }
  }

  private func unused(_ key: String) -> [(name: String, place: SourcePlace)] {
    root.names(key).compactMap { named in
      // An included file may offer more than one scene needs.
      guard let record = named.value.record, named.place.file == 0, !used.contains(record.place)
      else { return nil }
      return (named.name, named.place)
    }
  }

  /// The number of a group.
  func group(_ name: String) -> UInt {
    if let index = groupNumbers[name] { return index }
    groups.append(name)
    let number = UInt(groups.count)
    groupNumbers[name] = number
    return number
  }

  /// The categories that a key lists, as bits.
  func bits(_ record: Record, _ key: String) -> UInt32 {
    record.texts(key).reduce(0) { bits, text in
      let (name, place) = text
      guard let bit = categories.firstIndex(of: name) else {
        reading.error(
          place, "there is no category named '\(Excerpts.short(name))'",
          hint: reading.didYouMean(name, categories)
            ?? (categories.isEmpty
              ? "name it first, at the top of the scene: categories: [\(Excerpts.short(name))]"
              : "categories: " + categories.joined(separator: ", ")))
        return bits
      }
      return bits | 1 << UInt32(bit)
    }
  }
}
