/// Writes a scene as a file that reads back to the same scene: templates and repeaters written out, and
/// nothing that is at its defaults value.
public struct SceneWriter: Sendable {
  /// Creates a writer.
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
    if let own = scene.camera { root.append(("camera", .mapping(camera(own)))) }
    root.append(("world", .mapping(world(scene.world))))
    if !scene.categories.isEmpty { root.append(("categories", .list(scene.categories.map { .plain($0) }))) }
    if !scene.templates.isEmpty { root.append(("templates", .mapping(templates(scene)))) }
    for type in Self.lists { add(type, of: scene, to: &root) }
    return root
  }

  /// The types of the entries of a file's lists, in the order of the lists.
  static let lists: [any SceneEntry.Type] = [
    Scene.Body.self, Scene.Joint.self, Scene.Rule.self, Scene.Field.self, Scene.Fluid.self,
    Scene.Emitter.self, Scene.Scenery.self, Scene.Trigger.self, Scene.Input.self, Scene.Control.self,
    Scene.Layer.self, Scene.Animation.self, Scene.Graph.self, Scene.Expectation.self,
  ]

  private func add<Entry: SceneEntry>(
    _ type: Entry.Type, of scene: Scene, to root: inout FormatNode.Mapping
  ) {
    let present = scene[keyPath: Entry.list].filter { $0.problem(in: scene) == nil }
    for key in Entry.place.keys {
      let keyed = present.filter { $0.key == key }
      let joints = (keyed as? [Scene.Joint]).map { self.joints($0, in: scene) }
      let entries = joints ?? keyed.map { $0.written(by: self, in: scene) }
      if !entries.isEmpty { root.append((key, .list(entries.map { .mapping($0) }))) }
    }
  }

  func camera(_ camera: Scene.Camera) -> FormatNode.Mapping {
    let followed = camera.follow.map { FormatNode.text($0) }
    return (followed.isEmpty ? [] : [("follow", followed.count == 1 ? followed[0] : .list(followed))])
      + Format.cameraFields.write(camera)
  }

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

extension SceneWriter {
  func body(_ body: Scene.Body, in scene: Scene) -> FormatNode.Mapping {
    var mapping: FormatNode.Mapping = [("id", .plain(body.id))] + Format.placementFields.write(body)
    if case .body(let mass, let moment) = body.mass {
      mapping.add("mass", mass)
      switch moment {
      case .fromShapes: break
      case .value(let value): mapping.add("moment", value)
      case .infinite: mapping.append(("moment", .plain("infinite")))
      }
    }
    mapping += [Format.centerField].write(body)
    if !body.shapes.isEmpty {
      mapping.append(("shapes", .list(body.shapes.map { .mapping(shape($0, in: scene)) })))
    }
    if let texture = body.texture { mapping.append(("texture", .text(texture.name))) }
    if body.texture == nil, let gradient = body.style.gradient {
      mapping.append(("gradient", self.gradient(gradient)))
    }
    mapping += (Format.appearanceFields + Format.styleFields).write(body) + edge(body.style)
    mapping += Format.motionFields.write(body)
    if let shatter = body.shatter {
      mapping.append(
        ("shatter", .mapping([("at", .number(shatter.impulse))] + Format.shatterFields.write(shatter))))
    }
    if let follow = body.follow { mapping.append(("follow", .mapping(Format.followFields.write(follow)))) }
    return mapping
  }

  func shape(_ shape: Scene.Shape, in scene: Scene) -> FormatNode.Mapping {
    var mapping: FormatNode.Mapping = shape.name.map { [("id", .plain($0))] } ?? []
    mapping += form(of: shape)
    mapping += (Format.surfaceFields + [Format.sensorField, Format.massField]).write(shape)
    filter(shape.filter, into: &mapping, in: scene)
    return mapping
  }

  private func filter(_ filter: ShapeFilter, into mapping: inout FormatNode.Mapping, in scene: Scene) {
    if filter.group > 0, filter.group <= scene.groups.count {
      mapping.append(("group", .plain(scene.groups[Int(filter.group) - 1])))
    }
    func names(_ bits: UInt32) -> FormatNode {
      .list(
        scene.categories.enumerated().filter { bits & 1 << UInt32($0.offset) != 0 }.map { .plain($0.element) }
      )
    }
    if filter.categories != ~0 { mapping.append(("categories", names(filter.categories))) }
    guard filter.mask != ~0 else { return }
    // Kinds without a name are among those that an `ignores` leaves.
    let named = scene.categories.count < 32 ? UInt32(1) << UInt32(scene.categories.count) - 1 : ~0
    if filter.mask & ~named == ~named {
      mapping.append(("ignores", names(~filter.mask)))
    } else {
      mapping.append(("collidesWith", names(filter.mask)))
    }
  }

  func form(of shape: Scene.Shape) -> FormatNode.Mapping {
    switch shape.form {
    case .rect(let rect, let radius) where rect.center == .zero:
      [BoxForm(size: Vector(rect.width, rect.height), radius: radius).written]
    case .circle(let center, let radius): [CircleForm(radius: radius, center: center).written]
    case .polygon, .rect: [PolygonForm(corners: shape.form.points, radius: shape.form.radius).written]
    case .segment(let from, let to, let radius):
      [SegmentForm(from: from, to: to, radius: radius, before: shape.before, after: shape.after).written]
    }
  }

  func joint(_ joint: Scene.Joint, in scene: Scene) -> FormatNode.Mapping {
    self.joint(joint, between: scene.bodies[joint.a].id, and: scene.bodies[joint.b].id)
  }

  func joint(_ joint: Scene.Joint, between a: String, and b: String) -> FormatNode.Mapping {
    var mapping: FormatNode.Mapping = [
      ("id", .plain(joint.id)), ("type", .plain(joint.form.kind.rawValue)), ("a", .plain(a)),
      ("b", .plain(b)),
    ]
    mapping += form(joint.form)
    if let curve = joint.forceCurve {
      mapping.removeAll { $0.0 == "stiffness" }
      mapping.append(("force", .list(curve.points.map { .vector($0) })))
      if curve.timing != .linear, let timing = curve.timing.written { mapping.append(("timing", timing)) }
    }
    if let points = joint.dampingCurve {
      mapping.removeAll { $0.0 == "damping" }
      mapping.append(("dampingForce", .list(points.map { .vector($0) })))
    }
    if let breakAt = joint.breakAt { mapping.append(("breakAt", .number(breakAt))) }
    if let whole = joint.partOf { mapping.append(("partOf", .plain(whole))) }
    mapping += Format.jointFields.write(joint)
    return mapping
  }

  private func form(_ form: Scene.JointForm) -> FormatNode.Mapping {
    var mapping: FormatNode.Mapping = []
    var form = form
    form.forEachValue(
      number: { key, value in
        mapping.append((key, value == .infinity ? .plain("infinite") : .number(value)))
      },
      vector: { key, value in mapping.append((key, .vector(value))) })
    return mapping
  }

  func gradient(_ gradient: Gradient) -> FormatNode {
    let colors = FormatNode.list(gradient.stops.map { .text($0.color.hex) })
    var mapping: FormatNode.Mapping = [("colors", colors)]
    if gradient.stops != Gradient(gradient.stops.map(\.color)).stops {
      mapping.append(("locations", .list(gradient.stops.map { .number($0.location) })))
    }
    // What does not belong to its type has no effect.
    let ignored = Format.gradientKeys(foreignTo: gradient.kind)
    mapping += Format.gradientFields.write(gradient).filter { !ignored.contains($0.0) }
    return mapping.count == 1 ? colors : .mapping(mapping)
  }

  /// The keys of a body's style but for its gradient and what `Format.styleFields` writes.
  func edge(_ style: BodyStyle) -> FormatNode.Mapping {
    var mapping: FormatNode.Mapping = []
    if let border = style.border {
      mapping.append(
        ("border", border.color == nil ? .number(border.width) : .mapping(Format.borderFields.write(border)))
      )
    }
    if let caption = style.caption {
      let own = Format.captionFields.write(caption)
      let text = FormatNode.text(caption.text)
      mapping.append(("caption", own.isEmpty ? text : .mapping([("text", text)] + own)))
    }
    if let trail = style.trail, let length = trail.length.written {
      let isTime = trail.width == nil && trail.color == nil
      mapping.append(("trail", isTime ? length : .mapping(Format.trailFields.write(trail))))
    }
    return mapping
  }

  func scenery(_ own: Scene.Scenery) -> FormatNode.Mapping {
    var mapping: FormatNode.Mapping = [("id", .plain(own.id)), ("at", .vector(own.position))]
    mapping.add("angle", own.angle, unless: 0)
    if let repeater = own.repeater { mapping.append(("repeat", .mapping([self.repeater(repeater)]))) }
    mapping += form(of: Scene.Shape(own.form))
    if let texture = own.texture { mapping.append(("texture", .text(texture.name))) }
    if let gradient = own.gradient { mapping.append(("gradient", self.gradient(gradient))) }
    return mapping + Format.sceneryFields.write(own)
  }

  private func repeater(_ repeater: Scene.Repeater) -> (String, FormatNode) {
    func count(_ count: Int) -> (String, FormatNode) { ("count", .plain("\(count)")) }
    func turn(_ isTurned: Bool) -> FormatNode.Mapping { isTurned ? [("turn", .plain("true"))] : [] }
    switch repeater {
    case .grid(let columns, let rows, let spacing):
      return (
        "grid",
        .mapping([
          ("columns", .plain("\(columns)")), ("rows", .plain("\(rows)")), ("spacing", .vector(spacing)),
        ])
      )
    case .stack(let number, let spacing):
      return ("stack", .mapping([count(number), ("spacing", .number(spacing))]))
    case .pyramid(let rows, let spacing):
      return ("pyramid", .mapping([("rows", .plain("\(rows)")), ("spacing", .vector(spacing))]))
    case .ring(let number, let radius, let isTurned):
      return ("ring", .mapping([count(number), ("radius", .number(radius))] + turn(isTurned)))
    case .along(let path, let number, let isTurned):
      return ("along", .mapping([("path", self.path(path)), count(number)] + turn(isTurned)))
    case .scatter(let number, let area, let gap, let isTurned, let seed):
      var mapping: FormatNode.Mapping = [count(number), ("area", .vector(area)), ("seed", .plain("\(seed)"))]
      mapping.add("gap", gap, unless: 0)
      return ("scatter", .mapping(mapping + turn(isTurned)))
    }
  }
}
