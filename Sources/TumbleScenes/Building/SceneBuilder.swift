import TumbleAnimation
import TumbleGeometry

/// A scene being put together from checked records: names are resolved, templates completed, repeaters unrolled.
final class SceneBuilder {
  let root: Record
  let reading: Reading
  let pictures: Pictures?
  var scene = Scene()
  /// Where each object of the scene was written.
  var source: SceneSource
  /// Concave outlines that are known to fall into convex pieces.
  var splitOutlines: Set<Polygon> = []
  var bodyIndices: [String: Int] = [:]
  var jointIndices: [String: Int] = [:]
  /// Where each layer was given, by its id.
  var layers: [String: SourcePlace] = [:]
  var repeaters: [String: Range<Int>] = [:]
  /// Ids of bodies, repeaters and joints, and where each was given.
  var ids: [String: SourcePlace] = [:]
  var materials: [String: Record] = [:]
  var templates: [String: Record] = [:]
  var usedTemplates: Set<String> = []
  var usedMaterials: Set<String> = []
  var groupNumbers: [String: UInt] = [:]
  var knownCurves: [String: TimingFunction] = [:]
  var shapeCount = 0
  var cornerCount = 0
  /// Shapes that the rules so far have named.
  var ruleShapeCount = 0

  init(_ root: Record, reading: Reading, pictures: Pictures?) {
    self.root = root
    source = SceneSource(root: root)
    self.reading = reading
    self.pictures = pictures
  }

  func scene(named name: String) -> Scene {
    scene.name = name
    scene.title = root.value("title")
    scene.note = root.value("note")
    if let view = root.record("view") { Format.viewFields.read(view, into: &scene.view) }
    if let world = root.record("world") { scene.world = self.world(world) }
    readNames()
    readBodies()
    readJoints()
    readRules()
    readLayers()
    readAnimations()
    readGraphs()
    if !reading.hasErrors { findLints() }
    return scene
  }

  private func world(_ record: Record) -> Scene.World {
    var world = Scene.World()
    Format.worldFields.read(record, into: &world)
    if let rate = record.number("rate"), rate != rate.rounded() {
      let (below, above) = (Int(rate), Int(rate) + 1)
      reading.error(
        record.place("rate"),
        "'rate' must be a whole number of steps per second, not \(ShortNumber.text(rate))",
        hint: "such as \(below) Hz or \(above) Hz")
    }
    if let hash = record.record("spatialHash"), let cell = hash.number("cell"),
      let count = hash.count("count")
    {
      world.spatialHash = Scene.SpatialHash(cell: cell, count: count)
    }
    return world
  }

  private func readNames() {
    for named in root.names("materials") {
      if case .record(let record) = named.value.value { materials[named.name] = record }
    }
    for named in root.names("templates") {
      if case .record(let record) = named.value.value { templates[named.name] = record }
    }
    for located in root.list("categories") {
      guard case .text(let name) = located.value else { continue }
      if scene.categories.contains(name) {
        reading.error(located.place, "the category '\(name)' is named twice")
      } else {
        scene.categories.append(name)
      }
    }
  }

  /// Whether a computed point lies where things can be; told if not.
  func isReached(_ point: Vector, _ place: SourcePlace, _ what: @autoclosure () -> String) -> Bool {
    if Bounds.any.contains(point.x) && Bounds.any.contains(point.y) { return true }
    reading.error(place, "\(what()) lies beyond 10⁹ points")
    return false
  }

  /// Likewise an angle, in radians.
  func isTurnable(_ angle: Double, _ place: SourcePlace, _ what: @autoclosure () -> String) -> Bool {
    if Bounds.any.contains(angle) { return true }
    reading.error(place, "\(what()) is more than 10⁹ radians")
    return false
  }

  /// Words that stand before the full stop of a target or a channel, or for every body.
  private static let reserved: Set = ["world", "anything", "energy", "bodies", "step", "frame"]

  /// Takes an id for good; false (and told) if it is taken already.
  func claim(_ id: String, at place: SourcePlace) -> Bool {
    if Self.reserved.contains(id) {
      reading.error(place, "'\(id)' has a meaning of its own and cannot be an id")
      return false
    }
    if let before = ids[id] {
      reading.error(
        place, "the id '\(id)' is taken",
        hint: "it was given before in line \(before.line), column \(before.column)")
      return false
    }
    ids[id] = place
    return true
  }

  /// Whether the last of so many copies has a name that is short enough to be written as one's own.
  func isShort(_ id: String, copies: Int, at place: SourcePlace) -> Bool {
    guard "\(id)-\(copies)".utf8.count > Reading.longestName else { return true }
    reading.error(
      place,
      "the names of its copies, up to '\(Excerpts.short(id))-\(copies)', are longer than \(Reading.longestName) characters",
      hint: "a shorter id")
    return false
  }

  /// A name that must have been given elsewhere.
  func resolve<T>(
    _ name: String, at place: SourcePlace, among known: [String: T], what: String, hint: String? = nil
  ) -> T? {
    if let value = known[name] { return value }
    var hint = hint ?? (known.isEmpty ? "the scene has no \(Self.many(what))" : nil)
    hint = hint ?? reading.didYouMean(name, known.keys)
    if hint == nil && known.count <= 12 {
      hint = "\(Self.many(what)): " + known.keys.sorted().joined(separator: ", ")
    }
    reading.error(place, "there is no \(what) named '\(Excerpts.short(name))'", hint: hint)
    return nil
  }

  private static func many(_ what: String) -> String { what == "body" ? "bodies" : what + "s" }
}
