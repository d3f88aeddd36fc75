import TumbleFiles
import TumbleGeometry

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
  /// Where each object of the scene was written.
  var source: SceneSource
  /// Counts of the things that a scene may have only so many of, as far as it has been read.
  var tally = Tally()
  /// Objects that are there already, and count towards the limits: not in `scene`.
  var bodiesBefore = 0
  /// Ropes, cloths and the like, whose joints are made when all bodies are known.
  var softs: [MadeSoft] = []
  var jointsBefore = 0
  var emittersBefore: [Scene.Emitter] = []
  /// Where each trigger's id was given.
  var triggerIDs: [String: SourcePlace] = [:]
  /// What triggers mark the graph with; nil where that is not known.
  var marks: [String]?
  /// What ``actionIDs(_:)`` has found.
  var knownActionIDs: [String: Set<String>] = [:]

  struct Tally: Sendable {
    var shapes = 0
    var corners = 0
    /// Shapes that rules have named.
    var ruleShapes = 0
    var actions = 0
  }

  init(_ root: Record, reading: Reading, pictures: Pictures?) {
    self.root = root
    self.reading = reading
    self.pictures = pictures
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

  func world(_ record: Record) -> Scene.World {
    var world = Scene.World()
    (Format.worldFields + [Format.pointsPerMeterField]).read(record, into: &world)
    if let rate = record.number("rate"), rate != rate.rounded() {
      let (below, above) = (Int(rate), Int(rate) + 1)
      reading.error(
        record.place("rate"),
        "'rate' must be a whole number of steps per second, not \(rate.shortText)",
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
