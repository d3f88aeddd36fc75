import TumbleAnimation
import TumbleFrames
import TumbleGeometry

/// Writes a scene as a file that reads back to the same scene: templates and repeaters written out, and
/// nothing that is at its defaults value.
public struct SceneWriter: Sendable {
  public init() {}

  /// The text of a scene file, in YAML. Joints, rules and groups that name what the scene does not have are
  /// left out.
  public func text(_ scene: Scene) -> String {
    var text = ""
    for (key, value) in written(scene) {
      switch (key, value) {
      case ("templates", .mapping(let templates)):
        text += "templates:\n"
        for (id, template) in templates { text += "  \(id): \(template.flow)\n" }
      case (_, .list(let entries)) where key != "categories": text += block(key, entries)
      default: text += "\(key): \(value.flow)\n"
      }
    }
    return text
  }

  /// A scene file's keys in their order; lists that are empty are left out.
  func written(_ scene: Scene) -> FormatNode.Mapping {
    var root: FormatNode.Mapping = [("tumble", .plain("\(Format.version)"))]
    if !scene.title.isEmpty { root.append(("title", .text(scene.title))) }
    if !scene.note.isEmpty { root.append(("note", .text(scene.note))) }
    root.append(("view", .mapping(Format.viewFields.write(scene.view))))
    root.append(("world", .mapping(world(scene.world))))
    if !scene.categories.isEmpty { root.append(("categories", .list(scene.categories.map { .plain($0) }))) }
    if !scene.templates.isEmpty {
      root.append(("templates", .mapping(templates(scene))))
    }
    func add(_ key: String, _ entries: [FormatNode.Mapping]) {
      if !entries.isEmpty { root.append((key, .list(entries.map { .mapping($0) }))) }
    }
    add("bodies", scene.bodies.map { body($0, in: scene) })
    add("joints", scene.joints.filter { $0.missing(from: scene) == nil }.map { joint($0, in: scene) })
    add("rules", scene.rules.filter { $0.missing(from: scene) == nil }.map { rule($0, in: scene) })
    add("fields", scene.fields.filter { $0.missing(from: scene) == nil }.map { field($0, in: scene) })
    add("fluids", scene.fluids.map { fluid($0, in: scene) })
    add("emitters", scene.emitters.filter { $0.missing(from: scene) == nil }.map { emitter($0, in: scene) })
    add("scenery", scene.scenery.map(scenery))
    add("when", scene.triggers.map(trigger))
    add("keys", scene.inputs.filter { $0.pointer == nil }.map(input))
    add("pointer", scene.inputs.filter { $0.pointer != nil }.map(input))
    add("controls", scene.controls.map(control))
    add("layers", scene.layers.map(layer))
    add("animations", scene.animations.map(animation))
    add("graph", scene.graphs.map(graph))
    add("expect", scene.expectations.map(expectation))
    return root
  }

  /// The templates by their ids.
  func templates(_ scene: Scene) -> FormatNode.Mapping {
    scene.templates.map { ($0.id, .mapping(body($0, in: scene).filter { $0.0 != "id" })) }
  }

  /// A list of mappings, a line a key.
  private func block(_ key: String, _ entries: [FormatNode]) -> String {
    var text = "\(key):\n"
    for case .mapping(let entry) in entries {
      var lead = "  - "
      for (key, value) in entry {
        text += "\(lead)\(key): \(value.flow)\n"
        lead = "    "
      }
    }
    return text
  }

  func world(_ world: Scene.World) -> FormatNode.Mapping {
    var mapping = (Format.worldFields + [Format.pointsPerMeterField]).write(world)
    if let hash = world.spatialHash {
      mapping.append(
        ("spatialHash", .mapping([("cell", .number(hash.cell)), ("count", .plain("\(hash.count)"))])))
    }
    return mapping
  }

  func rule(_ rule: Scene.Rule, in scene: Scene) -> FormatNode.Mapping {
    func side(_ selector: Scene.Selector, _ templates: [String]) -> Scene.BodySelector {
      switch selector {
      case .anything: .anything
      case .bodies(let indices): Scene.BodySelector(indices.map { scene.bodies[$0].id } + templates)
      case .shapes(let places): Scene.BodySelector(names(of: places, in: scene) + templates)
      }
    }
    let sides = [side(rule.first, rule.firstTemplates), side(rule.second, rule.secondTemplates)]
    return self.rule(rule.id, sides, rule.effect)
  }

  func rule(_ id: String?, _ sides: [Scene.BodySelector], _ effect: Scene.Effect) -> FormatNode.Mapping {
    var mapping: FormatNode.Mapping = id.map { [("id", .plain($0))] } ?? []
    mapping.append(("between", .list(sides.map(bodySelector))))
    switch effect {
    case .ignore: mapping.append(("ignore", .plain("true")))
    case .oneWay(let direction): mapping.append(("oneWay", .vector(direction)))
    case .sticky(let force): mapping.append(("sticky", .number(force)))
    case .override(let surface):
      mapping.add("friction", surface.friction)
      mapping.add("elasticity", surface.elasticity)
      if let velocity = surface.surfaceVelocity { mapping.append(("surfaceVelocity", .vector(velocity))) }
    }
    return mapping
  }

  /// A body whose shapes are all there by its id, others by the names of their shapes.
  private func names(of places: [Scene.ShapePlace], in scene: Scene) -> [String] {
    var counts: [Int: Int] = [:]
    for place in places { counts[place.body, default: 0] += 1 }
    var names: [String] = []
    for place in places {
      let body = scene.bodies[place.body]
      let isWhole = counts[place.body] == body.shapes.count
      let name = isWhole ? body.id : body.id + "." + (body.shapes[place.shape].name ?? "")
      if !names.suffix(body.shapes.count).contains(name) { names.append(name) }
    }
    return names
  }

  func graph(_ graph: Scene.Graph) -> FormatNode.Mapping {
    var mapping: FormatNode.Mapping = []
    if !graph.title.isEmpty { mapping.append(("title", .text(graph.title))) }
    mapping.append(("channels", .list(graph.channels.map { .text($0) })))
    if let range = graph.range { mapping.append(("range", .vector(range.lowerBound, range.upperBound))) }
    if !graph.thresholds.isEmpty {
      mapping.append(("thresholds", .list(graph.thresholds.map { .number($0) })))
    }
    switch graph.hits {
    case .strong: break
    case .from(let speed): mapping.append(("hits", .number(speed)))
    case .off: mapping.append(("hits", .plain("none")))
    }
    return mapping
  }
}
